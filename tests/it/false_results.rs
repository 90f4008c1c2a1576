//! False results: searches that report wrong facts about their lines, their iterations and their end. Each one is
//! detected, with the fault that it is.

use pvcheck::algorithm::Profile;
use pvcheck::check::{Harness, judge_line};
use pvcheck::contract::rules;
use pvcheck::game::Graph;
use pvcheck::position::{Move, Position};
use pvcheck::pv::NoStore;
use pvcheck::score::{Bound, Score, Window};
use pvcheck::search::{Counts, ExternalSearch, Observer, Outcome, Scratch, Task};
use pvcheck::subject::Subject;
use pvcheck::verdict::{FaultKind, LineKind};

/// The values of the moves are 1, 2 and 0; at depth 1 they are all 0.
const GAME: &str = "[[1 5] [2 7] [3 0]]";

/// The report of a search about one line.
#[derive(Clone, Copy)]
struct FakeLine {
    score: i32,
    bound: Bound,
    best_move: Option<u16>,
    line: Option<&'static [u16]>,
    depth: usize,
    unfinished: bool,
    excluded_moves: &'static [u16],
}

/// A whole line of the search to depth 2, the best one without the moves in `better`.
const fn whole(score: i32, line: &'static [u16], excluded_moves: &'static [u16]) -> FakeLine {
    let (bound, best_move) = (Bound::Exact, Some(line[0]));
    FakeLine { score, bound, best_move, line: Some(line), depth: 2, unfinished: false, excluded_moves }
}

/// A search that reports given lines, after iterations to given depths with so many nodes each.
struct Scripted<'s> {
    iterations: &'s [usize],
    nodes: u64,
    fake_lines: &'s [FakeLine],
}

fn moves(numbers: &[u16]) -> Vec<Move> {
    numbers.iter().map(|&number| Move::new(number)).collect()
}

impl<P: Position, O: Observer<P>> ExternalSearch<P, NoStore, O> for Scripted<'_> {
    fn new_game(&mut self, _: &mut Scratch) {}

    fn search(
        &mut self,
        _: &mut NoStore,
        observer: &mut O,
        _: &mut Scratch,
        task: Task<'_, P>,
        mut each: impl FnMut(&O, &Outcome<'_>),
    ) -> Counts {
        for &depth in self.iterations {
            observer.search_started(depth, Window::FULL, &[]);
            (0..self.nodes).for_each(|_| observer.node_entered(task.root, 0, depth));
        }
        for (rank, fake_lines) in self.fake_lines.iter().enumerate() {
            let FakeLine { score, bound, depth, unfinished, .. } = *fake_lines;
            let (line, excluded_moves) = (fake_lines.line.map(moves), moves(fake_lines.excluded_moves));
            let score = Score::new(score).expect("in range");
            each(
                observer,
                &Outcome {
                    best_move: fake_lines.best_move.map(Move::new),
                    line: line.as_deref(),
                    unfinished,
                    rank,
                    excluded_moves: &excluded_moves,
                    ..Outcome::new(depth, score, bound)
                },
            );
        }
        Counts::NONE
    }
}

/// The result of the check of these reports: the fault, and the worst line.
fn judge_fake(options: &str, scripted: &mut Scripted<'_>) -> (Option<FaultKind>, LineKind) {
    let subject: Subject = format!("pvs-soft+triangular{options}").parse().expect("a subject");
    let (options, profile) = (subject.options, Profile::ALPHA_BETA);
    let graph: Graph = GAME.parse().expect("a game");
    let mut harness = Harness::with_store(NoStore);
    let mut game = harness.game(&graph.root(), 2).expect("within capacity");
    let mut worst = LineKind::Same;
    let rules = rules(profile, &options);
    let trial = game.run_external(scripted, &rules, profile, &options, |ground_truth, _, outcome| {
        worst = worst.max(judge_line(ground_truth, outcome, true).kind);
    });
    (trial.fault.map(pvcheck::verdict::Fault::kind), worst)
}

fn judged(options: &str, fake_lines: &[FakeLine]) -> (Option<FaultKind>, LineKind) {
    judge_fake(options, &mut Scripted { iterations: &[1, 2], nodes: 4, fake_lines })
}

#[test]
fn wrong_sets_of_multipv_lines_are_detected() {
    let right = [whole(2, &[1, 0], &[]), whole(1, &[0, 0], &[1])];
    assert_eq!(judged("+multipv(2)", &right), (None, LineKind::Same));
    assert_eq!(
        judged("", &[whole(1, &[0, 0], &[1])]).0,
        Some(FaultKind::Excluded),
        "the search excluded the best move"
    );
    let skipped = [whole(2, &[1, 0], &[]), whole(0, &[2, 1], &[1, 0])];
    assert_eq!(
        judged("+multipv(2)", &skipped).0,
        Some(FaultKind::Excluded),
        "it excluded the second best move"
    );
    assert_eq!(judged("+multipv(2)", &right[..1]).0, Some(FaultKind::LineCount));
    let again = [right[0], whole(2, &[1, 0], &[1])];
    assert_eq!(judged("+multipv(2)", &again).0, Some(FaultKind::SameMove));
    let rising = [whole(1, &[0, 0], &[]), whole(2, &[1, 0], &[0])];
    assert_eq!(judged("+multipv(2)", &rising).0, Some(FaultKind::OutOfOrder));
}

#[test]
fn lines_of_an_iteration_other_than_the_last_finished_one_are_detected() {
    let first = FakeLine { depth: 1, ..whole(0, &[0], &[]) };
    let stop = "+deepening+stop-after(5)";
    assert_eq!(judged(stop, &[first]).0, Some(FaultKind::OverLimit), "the search visits eight nodes");
    let stop = "+deepening+stop-after(8)";
    assert_eq!(judged(stop, &[first]), (None, LineKind::Same), "the second iteration may not have ended");
    assert_eq!(
        judged("+deepening+stop-after(9)", &[first]).0,
        Some(FaultKind::StaleIteration),
        "it must have"
    );
    let mixed = [whole(2, &[1, 0], &[]), FakeLine { excluded_moves: &[1], ..first }];
    assert_eq!(judged("+deepening+multipv(2)+stop-after(9)", &mixed).0, Some(FaultKind::StaleIteration));
}

#[test]
fn wrong_results_of_an_unfinished_iteration_are_detected() {
    let so_far = FakeLine { bound: Bound::Lower, unfinished: true, ..whole(1, &[0, 0], &[]) };
    let (without, with) = ("+deepening+stop-after(8)", "+deepening+stop-after(8,improved=yes)");
    assert_eq!(judged(with, &[so_far]), (None, LineKind::Equivalent));
    assert_eq!(judged(without, &[so_far]).0, Some(FaultKind::Unfinished), "the file was not requested");
    assert_eq!(judged(with, &[FakeLine { bound: Bound::Exact, ..so_far }]).0, Some(FaultKind::Unfinished));
    let nothing = FakeLine { best_move: None, line: None, score: 0, depth: 0, ..so_far };
    assert_eq!(judged(without, &[nothing]).0, Some(FaultKind::StaleIteration), "one iteration has ended");
    assert_eq!(judged(with, &[FakeLine { line: None, ..so_far }]).1, LineKind::Missing);
    assert_eq!(
        judged(with, &[FakeLine { best_move: Some(1), ..so_far }]).1,
        LineKind::Unsound,
        "another move's line"
    );
    assert_eq!(
        judged(with, &[FakeLine { score: 0, ..so_far }]).0,
        Some(FaultKind::WrongMove),
        "the value of the move is higher"
    );
}
