//! Searches that say what is not so about their lines, their iterations and their end: each lie is seen,
//! and named.

use pvcheck::algorithm::Habits;
use pvcheck::check::{Bench, judge_line};
use pvcheck::contract::rules;
use pvcheck::game::Graph;
use pvcheck::position::{Move, Position};
use pvcheck::pv::NoStore;
use pvcheck::score::{Bound, Score, Window};
use pvcheck::search::{Counts, Observer, Outcome, Scratch, Searcher, Task};
use pvcheck::subject::Subject;
use pvcheck::verdict::{FaultKind, LineKind};

/// The moves are worth 1, 2 and 0; searched to depth 1 all are worth 0.
const GAME: &str = "[[1 5] [2 7] [3 0]]";

/// What is shown of one line, and with which words.
#[derive(Clone, Copy)]
struct Said {
    score: i32,
    bound: Bound,
    best_move: Option<u16>,
    line: Option<&'static [u16]>,
    depth: usize,
    unfinished: bool,
    better: &'static [u16],
}

/// A whole line of the search to depth 2, the best one without `better`.
const fn whole(score: i32, line: &'static [u16], better: &'static [u16]) -> Said {
    let (bound, best_move) = (Bound::Exact, Some(line[0]));
    Said { score, bound, best_move, line: Some(line), depth: 2, unfinished: false, better }
}

/// Says what it is told to, after iterations to these depths with so many nodes each.
struct Liar<'s> {
    iterations: &'s [usize],
    nodes: u64,
    said: &'s [Said],
}

fn moves(numbers: &[u16]) -> Vec<Move> {
    numbers.iter().map(|&number| Move::new(number)).collect()
}

impl<P: Position, O: Observer<P>> Searcher<P, NoStore, O> for Liar<'_> {
    fn forget(&mut self, _: &mut Scratch) {}

    fn search(
        &mut self,
        _: &mut NoStore,
        observer: &mut O,
        _: &mut Scratch,
        task: Task<'_, P>,
        mut each: impl FnMut(&O, &Outcome<'_>),
    ) -> Counts {
        for &depth in self.iterations {
            observer.began(depth, Window::FULL, &[]);
            (0..self.nodes).for_each(|_| observer.entered(task.root, 0, depth));
        }
        for (rank, said) in self.said.iter().enumerate() {
            let Said { score, bound, depth, unfinished, .. } = *said;
            let (line, better) = (said.line.map(moves), moves(said.better));
            let score = Score::new(score).expect("in range");
            each(
                observer,
                &Outcome {
                    best_move: said.best_move.map(Move::new),
                    line: line.as_deref(),
                    unfinished,
                    rank,
                    better: &better,
                    ..Outcome::new(depth, score, bound)
                },
            );
        }
        Counts::NONE
    }
}

/// What is found of what it says: the fault, and the worst line.
fn found(shortcuts: &str, liar: &mut Liar<'_>) -> (Option<FaultKind>, LineKind) {
    let subject: Subject = format!("pvs-soft+triangular{shortcuts}").parse().expect("a subject");
    let (shortcuts, habits) = (subject.shortcuts, Habits::ALPHA_BETA);
    let graph: Graph = GAME.parse().expect("a game");
    let mut bench = Bench::feeding(NoStore);
    let mut game = bench.game(&graph.root(), 2).expect("shallow");
    let mut worst = LineKind::Same;
    let rules = rules(habits, &shortcuts);
    let trial = game.try_searcher(liar, &rules, habits, &shortcuts, |truth, _, outcome| {
        worst = worst.max(judge_line(truth, outcome, true).kind);
    });
    (trial.fault.map(pvcheck::verdict::Fault::kind), worst)
}

fn said(shortcuts: &str, said: &[Said]) -> (Option<FaultKind>, LineKind) {
    found(shortcuts, &mut Liar { iterations: &[1, 2], nodes: 4, said })
}

#[test]
fn several_lines_are_judged_by_what_was_shown_before() {
    let right = [whole(2, &[1, 0], &[]), whole(1, &[0, 0], &[1])];
    assert_eq!(said("+multipv(2)", &right), (None, LineKind::Same));
    assert_eq!(said("", &[whole(1, &[0, 0], &[1])]).0, Some(FaultKind::Excluded), "without its best move");
    let skipped = [whole(2, &[1, 0], &[]), whole(0, &[2, 1], &[1, 0])];
    assert_eq!(said("+multipv(2)", &skipped).0, Some(FaultKind::Excluded), "without the second best");
    assert_eq!(said("+multipv(2)", &right[..1]).0, Some(FaultKind::LineCount));
    let again = [right[0], whole(2, &[1, 0], &[1])];
    assert_eq!(said("+multipv(2)", &again).0, Some(FaultKind::SameMove));
    let rising = [whole(1, &[0, 0], &[]), whole(2, &[1, 0], &[0])];
    assert_eq!(said("+multipv(2)", &rising).0, Some(FaultKind::OutOfOrder));
}

#[test]
fn all_lines_are_of_the_last_iteration_that_has_ended() {
    let first = Said { depth: 1, ..whole(0, &[0], &[]) };
    let stop = "+deepening+stop-after(5)";
    assert_eq!(said(stop, &[first]).0, Some(FaultKind::OverLimit), "eight nodes are entered");
    let stop = "+deepening+stop-after(8)";
    assert_eq!(said(stop, &[first]), (None, LineKind::Same), "the second iteration may not have ended");
    assert_eq!(said("+deepening+stop-after(9)", &[first]).0, Some(FaultKind::StaleIteration), "it must have");
    let mixed = [whole(2, &[1, 0], &[]), Said { better: &[1], ..first }];
    assert_eq!(said("+deepening+multipv(2)+stop-after(9)", &mixed).0, Some(FaultKind::StaleIteration));
}

#[test]
fn what_an_unfinished_iteration_shows_is_asked_for_and_belongs_together() {
    let so_far = Said { bound: Bound::Lower, unfinished: true, ..whole(1, &[0, 0], &[]) };
    let (without, with) = ("+deepening+stop-after(8)", "+deepening+stop-after(8,improved=yes)");
    assert_eq!(said(with, &[so_far]), (None, LineKind::Equivalent));
    assert_eq!(said(without, &[so_far]).0, Some(FaultKind::Unfinished), "nobody has asked for it");
    assert_eq!(said(with, &[Said { bound: Bound::Exact, ..so_far }]).0, Some(FaultKind::Unfinished));
    let nothing = Said { best_move: None, line: None, score: 0, depth: 0, ..so_far };
    assert_eq!(said(without, &[nothing]).0, Some(FaultKind::StaleIteration), "one iteration has ended");
    assert_eq!(said(with, &[Said { line: None, ..so_far }]).1, LineKind::Missing);
    assert_eq!(
        said(with, &[Said { best_move: Some(1), ..so_far }]).1,
        LineKind::Unsound,
        "another move's line"
    );
    assert_eq!(
        said(with, &[Said { score: 0, ..so_far }]).0,
        Some(FaultKind::WrongMove),
        "the move is worth more"
    );
}
