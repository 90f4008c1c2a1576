//! False results: searches that report wrong facts about their lines, their iterations and their end. Each one is
//! detected, with the fault that it is.

use crate::common::prelude::*;
use pvcheck::check::Conditions;
use pvcheck::contract::rules;
use pvcheck::verdict::{End, TraceVerdict, Verdict};

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
    window: Window,
}

/// A whole line of the search to depth 2, the best one without the moves in `better`.
const fn whole(score: i32, line: &'static [u16], excluded_moves: &'static [u16]) -> FakeLine {
    let (bound, best_move) = (Bound::Exact, Some(line[0]));
    FakeLine {
        score,
        bound,
        best_move,
        line: Some(line),
        depth: 2,
        unfinished: false,
        excluded_moves,
        window: Window::FULL,
    }
}

/// What a search reports about a node, beside its entry.
#[derive(Clone, Copy)]
enum Event {
    /// A move raised alpha at this ply.
    Raise(usize, u16),
    /// A move refuted the node at this ply.
    Refute(usize, u16),
    /// The root was searched with this window and returned this score.
    Exit(Window, i32),
    /// A search of the root without these moves begins.
    Begin(&'static [u16]),
}

/// A search that reports given lines, after iterations to given depths with so many nodes each, and events of the
/// last iteration.
struct Scripted<'s> {
    iterations: &'s [usize],
    nodes: u64,
    events: &'s [Event],
    fake_lines: &'s [FakeLine],
}

/// A search to depth 2 in two iterations of four nodes each.
const TWO_ITERATIONS: Scripted<'static> =
    Scripted { iterations: &[1, 2], nodes: 4, events: &[], fake_lines: &[] };

fn moves(numbers: &[u16]) -> Vec<Move> {
    numbers.iter().map(|&number| Move::new(number)).collect()
}

impl Scripted<'_> {
    /// Reports the nodes of the search of `root` to `depth`.
    fn report<P: Position>(&self, root: &P, depth: usize, observer: &mut impl Observer<P>) {
        for &depth in self.iterations {
            observer.search_started(depth, Window::FULL, &[]);
            (0..self.nodes).for_each(|_| observer.node_entered(root, 0, depth));
        }
        for &event in self.events {
            match event {
                Event::Raise(ply, mv) => observer.told(ply, &Told::Raised(Move::new(mv))),
                Event::Refute(ply, mv) => observer.told(ply, &Told::Refuted(Move::new(mv))),
                Event::Begin(excluded_moves) => {
                    observer.search_started(depth, Window::FULL, &moves(excluded_moves));
                }
                Event::Exit(window, score) => observer.node_exited(root, depth, window, Score::new(score)),
            }
        }
    }
}

impl FakeLine {
    /// The outcome of this rank with these moves of the line, and without these moves of better lines.
    fn outcome<'l>(&self, rank: usize, line: Option<&'l [Move]>, excluded_moves: &'l [Move]) -> Outcome<'l> {
        let Self { score, bound, depth, unfinished, window, best_move, .. } = *self;
        Outcome {
            best_move: best_move.map(Move::new),
            line,
            unfinished,
            window,
            rank,
            excluded_moves,
            ..Outcome::new(depth, Score::new(score), bound)
        }
    }
}

/// The result of the check of these reports: the trial, and the worst line.
fn judge_trial(options: &str, scripted: &Scripted<'_>) -> (Trial, LineKind) {
    let subject: Subject = format!("pvs-soft+triangular{options}").parse().expect("a subject");
    let (options, profile) = (subject.options, Profile::ALPHA_BETA);
    let graph: Graph = GAME.parse().expect("a game");
    let mut harness = Harness::with_store(NoStore);
    let mut game = harness.game(&graph.root(), 2).expect("within capacity");
    let rules = rules(profile, &options);
    let conditions =
        Conditions { keeps_to_options: false, ..Conditions::of_options(&rules, profile, &options) };
    let mut judging = game.begin(&conditions).expect("few paths");
    scripted.report(&graph.root(), 2, judging.begin_search());
    let all = scripted.fake_lines;
    let moves: Vec<_> = all.iter().map(|fake| (fake.line.map(moves), moves(fake.excluded_moves))).collect();
    let ranked = all.iter().zip(&moves).enumerate();
    let outcomes: Vec<_> = ranked
        .map(|(rank, (fake, (line, excluded)))| fake.outcome(rank, line.as_deref(), excluded))
        .collect();
    let ground_truth = judging.ground_truth();
    let lines = outcomes.iter().map(|outcome| judge_line(ground_truth, outcome, true).kind);
    let worst = lines.fold(LineKind::Same, LineKind::max);
    let trial = judging.end(&outcomes, Counts::NONE);
    (trial, worst)
}

/// The result of the check of these reports: the fault, and the worst line.
fn judge_fake(options: &str, scripted: &Scripted<'_>) -> (Option<FaultKind>, LineKind) {
    let (trial, worst) = judge_trial(options, scripted);
    (trial.fault.map(Fault::kind), worst)
}

/// The trial of these lines after two iterations, and the worst line.
fn trial_of(options: &str, fake_lines: &[FakeLine]) -> (Trial, LineKind) {
    judge_trial(options, &Scripted { fake_lines, ..TWO_ITERATIONS })
}

fn judged(options: &str, fake_lines: &[FakeLine]) -> (Option<FaultKind>, LineKind) {
    judge_fake(options, &Scripted { fake_lines, ..TWO_ITERATIONS })
}

fn fault(options: &str, fake_lines: &[FakeLine]) -> Option<FaultKind> {
    judged(options, fake_lines).0
}

/// A line of a stopped search: the best move so far.
const fn so_far(score: i32, line: &'static [u16]) -> FakeLine {
    FakeLine { bound: Bound::Lower, unfinished: true, ..whole(score, line, &[]) }
}

#[test]
fn wrong_sets_of_multipv_lines_are_detected() {
    let right = [whole(2, &[1, 0], &[]), whole(1, &[0, 0], &[1])];
    assert_eq!(judged("+multipv(2)", &right), (None, LineKind::Same));
    // The search excluded the best move.
    assert_eq!(fault("", &[whole(1, &[0, 0], &[1])]), Some(FaultKind::Excluded));
    let skipped = [whole(2, &[1, 0], &[]), whole(0, &[2, 1], &[1, 0])];
    // It excluded the second best move.
    assert_eq!(fault("+multipv(2)", &skipped), Some(FaultKind::Excluded));
    assert_eq!(fault("+multipv(2)", &right[..1]), Some(FaultKind::LineCount));
    let again = [right[0], whole(2, &[1, 0], &[1])];
    assert_eq!(fault("+multipv(2)", &again), Some(FaultKind::SameMove));
    let rising = [whole(1, &[0, 0], &[]), whole(2, &[1, 0], &[0])];
    assert_eq!(fault("+multipv(2)", &rising), Some(FaultKind::OutOfOrder));
}

/// Without its best move the root has the value 1. A search that does not declare several lines may still search it so.
#[test]
fn the_value_of_a_root_without_a_move_is_another_one() {
    let fault = |excluded_moves, score| {
        let events = &[Event::Begin(excluded_moves), Event::Exit(Window::FULL, score)];
        let fake_lines = &[whole(2, &[1, 0], &[])];
        fault_of("", &Scripted { events, fake_lines, ..TWO_ITERATIONS }).map(Fault::kind)
    };
    assert_eq!(fault(&[1], 2), Some(FaultKind::BoundLaw));
    assert_eq!(fault(&[1], 1), None);
    assert_eq!(fault(&[], 1), Some(FaultKind::BoundLaw));
    assert_eq!(fault(&[], 2), None);
}

#[test]
fn lines_of_an_iteration_other_than_the_last_finished_one_are_detected() {
    let first = FakeLine { depth: 1, ..whole(0, &[0], &[]) };
    let stop = "+deepening+stop-after(5)";
    // The search visits eight nodes.
    assert_eq!(fault(stop, &[first]), Some(FaultKind::OverLimit));
    let stop = "+deepening+stop-after(8)";
    // The second iteration may not have ended.
    assert_eq!(judged(stop, &[first]), (None, LineKind::Same));
    // It must have.
    assert_eq!(fault("+deepening+stop-after(9)", &[first]), Some(FaultKind::StaleIteration));
    let mixed = [whole(2, &[1, 0], &[]), FakeLine { excluded_moves: &[1], ..first }];
    assert_eq!(fault("+deepening+multipv(2)+stop-after(9)", &mixed), Some(FaultKind::StaleIteration));
}

#[test]
fn wrong_results_of_an_unfinished_iteration_are_detected() {
    let so_far = so_far(1, &[0, 0]);
    let (without, with) = ("+deepening+stop-after(8)", "+deepening+stop-after(8,improved=yes)");
    assert_eq!(judged(with, &[so_far]), (None, LineKind::Equivalent));
    // The file was not requested.
    assert_eq!(fault(without, &[so_far]), Some(FaultKind::Unfinished));
    assert_eq!(fault(with, &[FakeLine { bound: Bound::Exact, ..so_far }]), Some(FaultKind::Unfinished));
    let nothing = FakeLine { best_move: None, line: None, score: 0, depth: 0, ..so_far };
    // One iteration has ended.
    assert_eq!(fault(without, &[nothing]), Some(FaultKind::StaleIteration));
    assert_eq!(judged(with, &[FakeLine { line: None, ..so_far }]).1, LineKind::Missing);
    // Another move's line.
    assert_eq!(judged(with, &[FakeLine { best_move: Some(1), ..so_far }]).1, LineKind::Unsound);
    // The value of the move is higher.
    assert_eq!(fault(with, &[FakeLine { score: 0, ..so_far }]), Some(FaultKind::WrongMove));
}

#[test]
fn too_many_lines_are_detected_even_after_a_bound() {
    let three = [whole(2, &[1, 0], &[]), whole(1, &[0, 0], &[1]), whole(0, &[2, 1], &[1, 0])];
    assert_eq!(judged("+multipv(3)", &three), (None, LineKind::Same));
    // The root has three moves.
    assert_eq!(judged("+multipv(9)", &three), (None, LineKind::Same));
    assert_eq!(fault("+multipv(2)", &three), Some(FaultKind::LineCount));
    let bound = FakeLine { bound: Bound::Upper, best_move: None, line: None, ..three[2] };
    assert_eq!(fault("+multipv(3)", &[three[0], three[1], bound]), None);
    assert_eq!(fault("+multipv(2)", &[three[0], three[1], bound]), Some(FaultKind::LineCount));
    let second = FakeLine { bound: Bound::Upper, best_move: None, line: None, ..three[1] };
    // After a bound no line is due.
    assert_eq!(fault("+multipv(3)", &[three[0], second]), None);
    // After an exact score it is.
    assert_eq!(fault("+multipv(3)", &three[..2]), Some(FaultKind::LineCount));
}

/// A search that is stopped shows one line, whatever number was requested.
#[test]
fn several_lines_of_an_unfinished_iteration_are_detected() {
    let so_far = so_far(1, &[0, 0]);
    let stop = "+deepening+stop-after(8,improved=yes)";
    assert_eq!(judged(stop, &[so_far]), (None, LineKind::Equivalent));
    assert_eq!(fault(stop, &[so_far; 2]), Some(FaultKind::LineCount));
    let second = FakeLine { excluded_moves: &[0], ..FakeLine { score: 2, ..so_far } };
    let second = FakeLine { best_move: Some(1), line: Some(&[1, 0]), ..second };
    assert_eq!(fault("+multipv(3)+deepening+stop-after(8)", &[so_far, second]), Some(FaultKind::Unfinished));
}

/// The first line is right, and the second one has a wrong score, a wrong line, or none.
#[test]
fn a_false_second_line_is_detected() {
    let (options, first) = ("+multipv(2)", whole(2, &[1, 0], &[]));
    let judge = |second: FakeLine| {
        let (trial, worst) = trial_of(options, &[first, second]);
        (trial.verdict, worst, trial.fault.map(Fault::kind))
    };
    let right = whole(1, &[0, 0], &[1]);
    assert_eq!(judge(right), (ScoreVerdict::Exact, LineKind::Same, None));
    assert_eq!(judge(whole(0, &[0, 0], &[1])), (ScoreVerdict::Unwitnessed, LineKind::Unsound, None));
    let bound = FakeLine { bound: Bound::Lower, line: None, ..whole(2, &[0, 0], &[1]) };
    assert_eq!(judge(bound).0, ScoreVerdict::FalseBound);
    assert_eq!(judge(FakeLine { line: Some(&[0, 1]), ..right }).1, LineKind::Unsound);
    assert_eq!(judge(FakeLine { line: Some(&[0]), ..right }).1, LineKind::Truncated);
    assert_eq!(judge(FakeLine { line: Some(&[0, 9]), ..right }).1, LineKind::Illegal);
    assert_eq!(judge(FakeLine { line: None, ..right }).1, LineKind::Missing);
    assert_eq!(judge(FakeLine { best_move: Some(2), ..right }).2, Some(FaultKind::WrongMove));
    assert_eq!(judge(FakeLine { best_move: None, ..right }).2, Some(FaultKind::WrongMove));
}

/// The worst verdict counts, also if it is that of the first line.
#[test]
fn a_false_first_line_is_detected_before_a_right_one() {
    let (trial, worst) = trial_of("+multipv(2)", &[whole(3, &[1, 0], &[]), whole(1, &[0, 0], &[1])]);
    assert_eq!((trial.verdict, worst, trial.score.get()), (ScoreVerdict::Unwitnessed, LineKind::Unsound, 3));
}

#[test]
fn finished_and_unfinished_lines_together_are_detected() {
    let finished = [whole(2, &[1, 0], &[]), whole(1, &[0, 0], &[1])];
    let unfinished = FakeLine { bound: Bound::Lower, unfinished: true, ..finished[1] };
    let stop = "+deepening+multipv(2)+stop-after(8)";
    assert_eq!(judged(stop, &finished), (None, LineKind::Same));
    assert_eq!(fault(stop, &[finished[0], unfinished]), Some(FaultKind::StaleIteration));
}

/// If the search entered fewer nodes than its limit, or has no limit, every iteration has finished.
#[test]
fn an_unfinished_result_that_no_limit_explains_is_detected() {
    let so_far = so_far(2, &[1, 0]);
    assert_eq!(fault("+deepening+stop-after(8,improved=yes)", &[so_far]), None);
    // Eight nodes are under the limit.
    assert_eq!(fault("+deepening+stop-after(9,improved=yes)", &[so_far]), Some(FaultKind::StaleIteration));
    // Without a limit no guarantee allows a bound of a stopped search.
    let (trial, _) = trial_of("+deepening", &[so_far]);
    assert_eq!((trial.verdict, trial.end), (ScoreVerdict::Bound, End::Stopped));
    for (options, is_kept) in [("+deepening", false), ("+deepening+stop-after(8)", true)] {
        let subject: Subject = format!("pvs-soft+triangular{options}").parse().expect("a subject");
        let verdict = Verdict { score: trial.verdict, line: LineKind::Same.into() };
        assert_eq!(guarantee(&subject).breach(verdict, trial.end).is_none(), is_kept, "{options}");
    }
}

#[test]
fn the_best_move_so_far_must_be_the_last_that_raised_alpha_at_the_root() {
    let so_far = so_far(1, &[0, 0]);
    let judge = |events: &[Event], fake_line: FakeLine| {
        let fake_lines = &[fake_line];
        let scripted = Scripted { events, fake_lines, ..TWO_ITERATIONS };
        judge_fake("+deepening+stop-after(8,improved=yes)", &scripted).0
    };
    // The search reports no raises.
    assert_eq!(judge(&[], so_far), None);
    assert_eq!(judge(&[Event::Raise(0, 0)], so_far), None);
    assert_eq!(judge(&[Event::Raise(0, 1)], so_far), Some(FaultKind::WrongMove));
    assert_eq!(judge(&[Event::Raise(0, 0), Event::Raise(0, 1)], so_far), Some(FaultKind::WrongMove));
    assert_eq!(judge(&[Event::Raise(0, 1), Event::Raise(0, 0), Event::Raise(1, 1)], so_far), None);
    let finished = FakeLine { depth: 1, ..whole(0, &[0], &[]) };
    // The raise is of a later iteration.
    assert_eq!(judge(&[Event::Raise(0, 1)], finished), None);
}

/// Before any move was searched, the score is the static evaluation of the root, 0.
#[test]
fn a_result_without_a_move_must_have_the_static_evaluation() {
    let nothing = FakeLine { best_move: None, line: None, depth: 0, ..whole(0, &[0, 0], &[]) };
    let nothing = FakeLine { bound: Bound::Lower, unfinished: true, ..nothing };
    let judge = |fake_line: FakeLine| {
        let scripted = Scripted { iterations: &[1], fake_lines: &[fake_line], ..TWO_ITERATIONS };
        judge_fake("+deepening+stop-after(4)", &scripted)
    };
    assert_eq!(judge(nothing), (None, LineKind::NoneDue));
    // A true bound.
    assert_eq!(judge(FakeLine { score: -1, ..nothing }).0, Some(FaultKind::WrongMove));
    assert_eq!(judge(FakeLine { bound: Bound::Upper, ..nothing }).0, Some(FaultKind::Unfinished));
}

#[test]
fn an_exact_score_needs_the_best_move() {
    let right = whole(2, &[1, 0], &[]);
    assert_eq!(judged("", &[right]), (None, LineKind::Same));
    assert_eq!(fault("", &[FakeLine { best_move: None, ..right }]), Some(FaultKind::WrongMove));
    assert_eq!(fault("", &[FakeLine { best_move: Some(0), ..right }]), Some(FaultKind::WrongMove));
    // After a fail-low no move is known to be the best.
    let low = FakeLine { bound: Bound::Upper, best_move: None, line: None, ..right };
    assert_eq!(judged("", &[low]), (None, LineKind::NoneDue));
    assert_eq!(fault("", &[FakeLine { best_move: Some(1), ..low }]), Some(FaultKind::WrongMove));
}

#[test]
fn false_reports_of_nodes_are_detected() {
    let judge = |events: &[Event]| {
        let fake_lines = &[whole(2, &[1, 0], &[])];
        judge_fake("", &Scripted { iterations: &[2], nodes: 1, events, fake_lines }).0
    };
    let (full, two) = (Window::FULL, Score::new(2));
    let (low, high, empty) =
        (Window { beta: two, ..full }, Window { alpha: two, ..full }, Window { alpha: two, beta: two });
    assert_eq!(judge(&[Event::Exit(full, 2), Event::Raise(0, 1)]), None);
    for (window, least, most) in [(full, 2, 2), (low, 2, 2), (high, 2, 2)] {
        for score in 0..=4 {
            let is_right = (least..=most).contains(&score);
            let expected = (!is_right).then_some(FaultKind::BoundLaw);
            assert_eq!(judge(&[Event::Exit(window, score)]), expected, "{window} {score}");
        }
    }
    assert_eq!(judge(&[Event::Exit(empty, 2)]), Some(FaultKind::EmptyWindow));
    assert_eq!(judge(&[Event::Raise(1, 1), Event::Refute(1, 1)]), Some(FaultKind::RaisedRefutation));
    assert_eq!(judge(&[Event::Raise(1, 1), Event::Refute(1, 0)]), None);
    assert_eq!(judge(&[Event::Raise(1, 1), Event::Refute(2, 1)]), None);
    // Another node.
    assert_eq!(judge(&[Event::Raise(1, 1), Event::Exit(full, 2), Event::Refute(1, 1)]), None);
    // The first fault is reported.
    assert_eq!(
        judge(&[Event::Exit(empty, 2), Event::Raise(0, 1), Event::Refute(0, 1)]),
        Some(FaultKind::EmptyWindow)
    );
}

fn fault_of(options: &str, scripted: &Scripted<'_>) -> Option<Fault> {
    judge_trial(options, scripted).0.fault
}

#[test]
fn lines_of_different_iterations_are_reported_with_both_depths() {
    let (second, first) = (whole(2, &[1, 0], &[]), FakeLine { depth: 1, ..whole(0, &[0], &[1]) });
    let of_depth_1 = FakeLine { excluded_moves: &[], ..first };
    let later = whole(2, &[1, 0], &[0]);
    for (fake_lines, kind) in
        [(&[second, first], FaultKind::StaleIteration), (&[of_depth_1, later], FaultKind::OutOfOrder)]
    {
        let fault = trial_of("+deepening+multipv(2)", fake_lines).0.fault;
        assert_eq!(fault.map(Fault::kind), Some(kind));
        if let Some(Fault::StaleIteration { shown, completed }) = fault {
            assert_eq!((shown, completed), (1, 2));
        }
    }
    // Lines of equal score are in order.
    let equal = [of_depth_1, FakeLine { depth: 1, ..whole(0, &[1], &[0]) }];
    assert_eq!(judged("+deepening+multipv(2)+stop-after(8)", &equal), (None, LineKind::Same));
}

/// A search that reports no nodes may have been stopped at any of them.
#[test]
fn without_nodes_the_node_limit_decides_nothing() {
    let (first, second) = (FakeLine { depth: 1, ..whole(0, &[0], &[]) }, whole(2, &[1, 0], &[]));
    let judge = |nodes, fake_line| {
        let fake_lines = &[fake_line];
        fault_of("+deepening+stop-after(9)", &Scripted { nodes, fake_lines, ..TWO_ITERATIONS })
    };
    assert_eq!(judge(0, first), None);
    assert_eq!(judge(4, first), Some(Fault::StaleIteration { shown: 1, completed: 2 }));
    assert_eq!((judge(0, second), judge(4, second)), (None, None));
    assert_eq!(judge(5, second), Some(Fault::OverLimit { entered: 10, limit: 9 }));
}

#[test]
fn a_stopped_search_has_a_best_move_or_has_searched_nothing() {
    let so_far = so_far(2, &[1, 0]);
    let nothing = FakeLine { best_move: None, line: None, score: 0, ..so_far };
    let (without, with) = ("+deepening+stop-after(8)", "+deepening+stop-after(8,improved=yes)");
    // The line begins with the best move.
    assert_eq!(judged(with, &[so_far]), (None, LineKind::Same));
    // The first iteration has ended.
    assert_eq!(fault(with, &[nothing]), Some(FaultKind::Unfinished));
    let judge = |options, depth, events| {
        let fake_lines = &[FakeLine { depth, ..nothing }];
        let scripted = Scripted { iterations: &[1], events, fake_lines, ..TWO_ITERATIONS };
        fault_of(options, &scripted).map(Fault::kind)
    };
    for options in ["+deepening+stop-after(4)", "+deepening+stop-after(4,improved=yes)"] {
        assert_eq!(judge(options, 0, &[]), None);
        // It reports no move all the same.
        assert_eq!(judge(options, 0, &[Event::Raise(0, 1)]), None);
        assert_eq!(judge(options, 1, &[]), Some(FaultKind::Unfinished));
    }
    let exact = FakeLine { bound: Bound::Exact, ..so_far };
    assert_eq!(fault("+deepening+multipv(2)+stop-after(8)", &[exact]), Some(FaultKind::Unfinished));
    assert_eq!(fault(without, &[so_far]), Some(FaultKind::Unfinished));
}

/// A bound inside the window needs the best move; for a bound outside, any move that proves it will do.
#[test]
fn the_root_window_decides_how_a_search_ends_and_what_its_best_move_proves() {
    let score = Score::new;
    let (low, full) = (Window { beta: score(1), ..Window::FULL }, Window::FULL);
    let judge = |window, value, best_move| {
        let bound = FakeLine { bound: Bound::Lower, line: None, ..whole(value, &[1, 0], &[]) };
        let (trial, _) = trial_of("", &[FakeLine { window, best_move: Some(best_move), ..bound }]);
        (trial.verdict, trial.end, trial.fault.map(Fault::kind))
    };
    // Move 0 proves 1 or more.
    assert_eq!(judge(full, 2, 1), (ScoreVerdict::Bound, End::Inside, None));
    assert_eq!(judge(low, 1, 1), (ScoreVerdict::Bound, End::Outside, None));
    assert_eq!(judge(low, 1, 0), (ScoreVerdict::Bound, End::Outside, None));
    // Move 2 does not.
    assert_eq!(judge(full, 1, 0), (ScoreVerdict::Bound, End::Inside, Some(FaultKind::WrongMove)));
    assert_eq!(judge(low, 1, 2).2, Some(FaultKind::WrongMove));
}

/// Positions may share a key, so nothing is claimed about scores and moves.
#[test]
fn scores_and_moves_are_not_judged_if_positions_may_share_a_key() {
    let wrong_move = FakeLine { best_move: Some(0), ..whole(2, &[1, 0], &[]) };
    assert_eq!(fault("+tt", &[wrong_move]), Some(FaultKind::WrongMove));
    assert_eq!(fault("+tt(key-bits=2)", &[wrong_move]), None);
    let exit = |options: &str| {
        let (events, fake_lines) = (&[Event::Exit(Window::FULL, 1)], &[whole(2, &[1, 0], &[])]);
        fault_of(options, &Scripted { events, fake_lines, ..TWO_ITERATIONS }).map(Fault::kind)
    };
    assert_eq!((exit("+tt"), exit("+tt(key-bits=2)")), (Some(FaultKind::BoundLaw), None));
}

/// With deeper drafts a node may have several values. Then a result must be one that the search has returned, and
/// the trace of this search has none.
#[test]
fn a_result_that_no_search_of_the_root_returned_is_detected() {
    let judge = |options| trial_of(options, &[whole(2, &[1, 0], &[])]).0;
    let deeper = judge("+tt(draft=deeper)");
    assert_eq!(deeper.fault, Some(Fault::NotReturned { depth: 2 }));
    assert_eq!((deeper.verdict, deeper.trace), (ScoreVerdict::Exact, TraceVerdict::Fault));
    assert_eq!((judge("+tt").fault, judge("+tt").trace), (None, TraceVerdict::NotJudged));
}
