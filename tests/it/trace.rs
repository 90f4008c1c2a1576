//! The trace check on whole searches: it accepts no more than the witnessed values, it ties what is shown to what the
//! root returned, and it judges as much as a search reports.

use crate::common::prelude::*;
use pvcheck::algorithm::alpha_beta_hard;
use pvcheck::check::{Conditions, Game, NodeChecker};
use pvcheck::contract::rules;
use pvcheck::game::examples::NARROWING;
use pvcheck::oracle::trace::Trace;
use pvcheck::oracle::{ClaimValidity, Witnessed};
use pvcheck::search::{Callee, ReportedNodes, Scratch, Search, Task};
use pvcheck::table::{Draft, Narrow, TableOptions};
use pvcheck::verdict::TraceVerdict;

const DEEPER: SearchOptions =
    SearchOptions::table(TableOptions { draft: Draft::Deeper, leaves: true, ..TableOptions::DEFAULT });

/// Compares both judges at every node.
struct BothJudges<'g> {
    trace: Trace<GraphPosition<'g>>,
    sets: Witnessed<GraphPosition<'g>>,
    is_whole: bool,
    nodes: u64,
    /// The nodes with a claim of which the sets know more than one value.
    several: u64,
}

impl<'g> Observer<GraphPosition<'g>> for BothJudges<'g> {
    fn search_started(&mut self, depth: usize, _: Window, excluded_moves: &[Move]) {
        self.trace.search_started(depth, excluded_moves);
        self.is_whole = excluded_moves.is_empty();
    }

    fn node_entered(&mut self, position: &GraphPosition<'g>, ply: usize, remaining: usize) {
        self.trace.enter(position, ply, remaining);
    }

    fn leaf_evaluated(&mut self, position: &GraphPosition<'g>) {
        self.trace.evaluated(position);
    }

    fn told(&mut self, ply: usize, told: &Told) {
        assert_eq!(self.trace.told(ply, told), Ok(()));
    }

    fn node_exited(&mut self, position: &GraphPosition<'g>, remaining: usize, window: Window, score: Score) {
        let derived = self.trace.exit(position, remaining, window, score);
        assert_eq!(derived, Ok(()));
        if self.is_whole {
            let claim = self.sets.claim(position, remaining, window.bound(score), score);
            assert_eq!(claim, ClaimValidity::Valid, "{remaining} plies, {window}, {score}");
            self.nodes += 1;
            self.several += u64::from(self.sets.exact(position, remaining).count() > 1);
        }
    }
}

/// A claim that follows from the trace is one of the witnessed values: both judges prove each other right.
#[test]
fn every_claim_that_follows_from_a_trace_is_a_witnessed_value() {
    let games = Random { seed: 5, games: 12_000 };
    let (mut graph, mut scratch) = (Graph::leaf(Score::ZERO), Scratch::default());
    let (mut nodes, mut several) = (0, 0);
    for index in 0..games.count() {
        let depth = games.game(index, &mut graph).min(5);
        let mut options = SearchOptions::random(&mut Seeded::new(11, index));
        if let Some(table) = &mut options.table {
            (table.keep, table.narrow) = (false, Narrow::No);
        }
        let rules = rules(Profile::ALPHA_BETA, &options);
        if rules.is_fixed() || options.collides() {
            continue;
        }
        let root = graph.root();
        let first = if options.deepening { depth.min(1) } else { depth };
        let searched: Vec<_> = (first..=depth).map(|depth| (root, depth)).collect();
        let mut trace = Trace::default();
        trace.begin(&rules, false);
        let sets = Witnessed::new(&rules, &searched);
        let mut both = BothJudges { trace, sets, is_whole: true, nodes: 0, several: 0 };
        let mut store = Triangular::default();
        let task = Task { root: &root, depth, options: &options, node_limit: None };
        let algorithm: Callee<_, _, _> = if index % 2 == 0 { pvs_soft } else { alpha_beta_hard };
        Search::new(&mut store, &mut both, &mut scratch)
            .root(algorithm, &task, &mut |_, _| ())
            .expect("shallow");
        (nodes, several) = (nodes + both.nodes, several + both.several);
    }
    assert!(nodes > 50_000 && several > 2_000, "{nodes} nodes, {several} of them with several values");
}

/// What a wrapped search changes.
#[derive(Clone, Copy, Default)]
struct Changes {
    /// The score that it shows.
    score: Option<i32>,
    /// The best move that it shows.
    best_move: Option<u16>,
    /// Whether its nodes are not entered.
    exits_alone: bool,
    /// The least depth to go of the nodes that it reports.
    least: usize,
    /// Whether it declares that.
    declares: bool,
    /// A number that is added to all results of nodes with this depth to go.
    wrong_at: Option<usize>,
}

/// Passes on what a changed search reports.
struct Filter<'o, O> {
    observer: &'o mut O,
    changes: Changes,
    /// The plies to go of the node at each ply.
    remaining: Vec<usize>,
}

impl<P: Position, O: Observer<P>> Observer<P> for Filter<'_, O> {
    fn search_started(&mut self, depth: usize, window: Window, excluded_moves: &[Move]) {
        self.observer.search_started(depth, window, excluded_moves);
    }

    fn node_entered(&mut self, position: &P, ply: usize, remaining: usize) {
        self.remaining.truncate(ply);
        self.remaining.push(remaining);
        if remaining >= self.changes.least && !self.changes.exits_alone {
            self.observer.node_entered(position, ply, remaining);
        }
    }

    fn told(&mut self, ply: usize, told: &Told) {
        // A wrong result is stored as wrong as it is told.
        let is_wrong = self.changes.wrong_at == Some(self.remaining[ply]);
        let is_told = !is_wrong || !matches!(told, Told::Stores(_));
        if self.remaining[ply] >= self.changes.least && !self.changes.exits_alone && is_told {
            self.observer.told(ply, told);
        }
    }

    fn node_exited(&mut self, position: &P, remaining: usize, window: Window, score: Score) {
        let wrong = i32::from(self.changes.wrong_at == Some(remaining));
        if remaining >= self.changes.least {
            self.observer.node_exited(position, remaining, window, score + wrong);
        }
    }
}

/// An outcome of a search without a line, and the moves without which the root was searched.
type Shown = (Outcome<'static>, Vec<Move>);

/// A search by PVS, which notifies `observer`.
fn pvs<P: Position>(
    root: &P,
    depth: usize,
    options: &SearchOptions,
    observer: &mut impl Observer<P>,
    scratch: &mut Scratch,
) -> Vec<Shown> {
    let (mut shown, task) = (Vec::new(), Task { root, depth, options, node_limit: None });
    Search::new(&mut NoStore, observer, scratch)
        .root(pvs_soft, &task, &mut |_, outcome| {
            let Outcome { score, bound, window, best_move, depth, unfinished, rank, .. } = *outcome;
            let own = Outcome { window, best_move, unfinished, rank, ..Outcome::new(depth, score, bound) };
            shown.push((own, outcome.excluded_moves.to_vec()));
        })
        .expect("shallow");
    shown
}

/// Judges a search that notifies its observer and returns its outcomes.
fn judge<P: Position>(
    game: &mut Game<'_, P, NoStore>,
    options: &SearchOptions,
    reported: ReportedNodes,
    search: impl FnOnce(&mut NodeChecker<P>) -> Vec<Shown>,
) -> Trial {
    let rules: Rules = rules(Profile::PVS, options);
    let conditions = Conditions::of_options(&rules, Profile::PVS, options);
    let conditions = Conditions { reported, keeps_to_options: false, ..conditions };
    let mut judging = game.begin(&conditions).expect("few paths");
    let shown = search(judging.begin_search());
    let outcomes: Vec<_> =
        shown.iter().map(|(outcome, excluded_moves)| Outcome { excluded_moves, ..*outcome }).collect();
    judging.end(&outcomes, Counts::NONE)
}

fn judge_changed<P: Position>(
    game: &mut Game<'_, P, NoStore>,
    options: &SearchOptions,
    changes: Changes,
) -> Trial {
    let reported = if changes.declares { ReportedNodes::DownTo(changes.least) } else { ReportedNodes::All };
    let (root, depth) = (game.ground_truth().root().clone(), game.ground_truth().depth());
    judge(game, options, reported, |observer| {
        let mut filter = Filter { observer, changes, remaining: Vec::new() };
        let mut shown = pvs(&root, depth, options, &mut filter, &mut Scratch::default());
        for (outcome, _) in &mut shown {
            outcome.best_move = changes.best_move.map(Move::new).or(outcome.best_move);
            outcome.score = changes.score.map_or(outcome.score, Score::new);
        }
        shown
    })
}

fn trial<P: Position>(root: &P, depth: usize, options: &SearchOptions, changes: Changes) -> Trial {
    let mut harness = Harness::with_store(NoStore);
    judge_changed(&mut harness.game(root, depth).expect("within capacity"), options, changes)
}

fn game(text: &str) -> Graph {
    text.parse().expect("a game")
}

/// The root has the values 1 and 4. This search returned 1.
#[test]
fn a_score_that_another_search_could_have_returned_is_not_the_one_of_this_search() {
    let game = game(NARROWING);
    let shown = |changes| trial(&game.root(), 6, &DEEPER, changes);
    let correct = shown(Changes::default());
    assert_eq!((correct.score.get(), correct.trace, correct.fault), (1, TraceVerdict::Derived, None));
    let other = shown(Changes { score: Some(4), best_move: Some(1), ..Changes::default() });
    assert_eq!(other.verdict, ScoreVerdict::Witnessed, "the sets accept it");
    assert_eq!(other.trace, TraceVerdict::Fault);
    assert_eq!(other.fault, Some(Fault::NotReturned { depth: 6 }));
}

#[test]
fn a_best_move_that_did_not_attain_the_score_is_reported() {
    let game = game("[[3 5] [3 9]]");
    let other = trial(&game.root(), 2, &DEEPER, Changes { best_move: Some(1), ..Changes::default() });
    assert_eq!(other.trace, TraceVerdict::Fault);
    assert_eq!(other.fault.map(Fault::kind), Some(FaultKind::WrongMove), "only a bound of it is known");
}

#[test]
fn a_search_that_exits_nodes_without_entering_them_is_not_judged_by_them() {
    let game = game("[[3 5] [2 9]]");
    for options in [DEEPER, SearchOptions { repetition: true, ..SearchOptions::NONE }] {
        for wrong_at in [None, Some(1)] {
            let alone = Changes { exits_alone: true, wrong_at, ..Changes::default() };
            let found = trial(&game.root(), 2, &options, alone);
            assert_eq!((found.trace, found.fault), (TraceVerdict::NotJudged, None), "{options}");
        }
        let told = Changes { wrong_at: Some(1), ..Changes::default() };
        assert!(trial(&game.root(), 2, &options, told).fault.is_some(), "{options}");
    }
}

/// A search that reports its nodes down to some depth is judged there by its trace, at the last nodes that it reports by
/// the witnessed values, and not below.
#[test]
fn a_search_is_judged_as_far_as_it_tells_its_nodes() {
    let games = Random { seed: 8, games: 3_000 };
    let mut graph = Graph::leaf(Score::ZERO);
    let (mut undeclared, mut wrong) = (0, 0);
    for index in 0..games.count() {
        let depth = games.game(index, &mut graph).clamp(3, 5);
        for least in [1, 2, depth] {
            let declared = Changes { least, declares: true, ..Changes::default() };
            for options in [DEEPER, SearchOptions { lines: 3, ..DEEPER }] {
                let found = trial(&graph.root(), depth, &options, declared);
                let at = || format!("{graph}{options} at {depth}, down to {least}");
                assert_eq!((found.trace, found.fault), (TraceVerdict::Derived, None), "{}", at());
            }
            let hidden = trial(&graph.root(), depth, &DEEPER, Changes { declares: false, ..declared });
            undeclared += u64::from(hidden.fault.is_some());
            let wrong_at =
                |at| trial(&graph.root(), depth, &DEEPER, Changes { wrong_at: Some(at), ..declared });
            assert_eq!(wrong_at(least - 1).fault, None, "it is not reported");
            wrong += u64::from(wrong_at(least).fault.is_some());
        }
    }
    assert!(undeclared > 1_000 && wrong > 1_000, "{undeclared} undeclared, {wrong} wrong");
}

/// A node of another thread is judged as one of the first thread, and what it returns may be used by the first one. All shown
/// results are right here.
#[test]
fn claims_of_another_thread_are_known_and_judged() {
    let table = TableOptions { keep: true, ..DEEPER.table.expect("it has a table") };
    let options = SearchOptions::table(table);
    let games = Random { seed: 9, games: 2_000 };
    let mut graph = Graph::leaf(Score::ZERO);
    let (mut unknown, mut wrong) = (0, 0);
    for index in 0..games.count() {
        let depth = games.game(index, &mut graph).clamp(2, 5);
        let root = graph.root();
        // What the first of two threads finds in the table is what the other one has left there, which reports it or not, with
        // these changes.
        let trial = |reports, changes| {
            let mut harness = Harness::with_store(NoStore);
            let mut game = harness.game(&root, depth).expect("within capacity");
            judge(&mut game, &options, ReportedNodes::All, |observer| {
                let other = if reports { observer.of_thread(1) } else { None };
                let mut of_other = other.unwrap_or_else(|| Box::new(()));
                let mut filter = Filter { observer: &mut of_other, changes, remaining: Vec::new() };
                let mut scratch = Scratch::default();
                pvs(&root, depth, &options, &mut filter, &mut scratch);
                pvs(&root, depth, &options, observer, &mut scratch)
            })
        };
        let right = trial(true, Changes::default());
        assert_eq!((right.trace, right.fault), (TraceVerdict::Derived, None), "{graph} at {depth}");
        unknown += u64::from(trial(false, Changes::default()).fault.is_some());
        let other = trial(true, Changes { wrong_at: Some(1), ..Changes::default() });
        assert_eq!((other.score, other.bound), (right.score, right.bound));
        wrong += u64::from(other.fault.is_some());
    }
    // So many do not follow from the first thread alone.
    assert!(unknown > 500 && wrong > 1_000, "{unknown}, {wrong} wrong");
}

/// Reports two threads of which the other one has finished depth 2, and returns a right result of depth 1. A node of the given
/// thread returns a wrong score.
fn shallow<P: Position + Send>(root: &P, wrong: Option<usize>, observer: &mut NodeChecker<P>) -> Vec<Shown> {
    let mut other = observer.of_thread(1).expect("its nodes are judged");
    for (thread, finished) in [(1, 2), (0, 1)] {
        let observer: &mut dyn Observer<P> = if thread == 1 { &mut other } else { observer };
        for depth in 1..=finished + 1 {
            observer.search_started(depth, Window::FULL, &[]);
        }
        observer.node_entered(root, 0, 1);
        let score = Score::ZERO + if wrong == Some(thread) { 9 } else { -2 };
        observer.node_exited(root, 1, Window::FULL, score);
    }
    observer.thread_shown(0);
    let right = Outcome::new(1, Score::ZERO - 2, Bound::Exact);
    vec![(Outcome { best_move: Some(Move::new(0)), ..right }, Vec::new())]
}

#[test]
fn the_deepest_thread_is_shown_and_a_wrong_node_of_another_thread_hides_no_wrong_result() {
    let game = game("[2[2[2]]]");
    let trial = |line: &str, wrong| {
        let text = format!("tt+deepening+stop-after(1)+threads(2,line={line})");
        let options: SearchOptions = text.parse().expect("options");
        let (root, mut harness) = (game.root(), Harness::with_store(NoStore));
        let mut game = harness.game(&root, 3).expect("within capacity");
        let trial =
            judge(&mut game, &options, ReportedNodes::All, |observer| shallow(&root, wrong, observer));
        (trial.fault.map(Fault::kind), trial.fault_thread)
    };
    let stale = (Some(FaultKind::StaleIteration), None);
    assert_eq!([trial("main", None), trial("deepest", None)], [(None, None), stale]);
    assert_eq!(trial("deepest", Some(1)), stale, "the result is wrong, whatever the other thread returned");
    let node_of = |thread| (Some(FaultKind::BoundLaw), Some(thread));
    assert_eq!([trial("main", Some(1)), trial("deepest", Some(0))], [node_of(1), node_of(0)]);
}

/// A game whose clock is part of its identity and not of its key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Clocked {
    place: u64,
    clock: u64,
    in_key: bool,
}

impl Position for Clocked {
    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend([Move::new(0), Move::new(1)]);
    }

    fn play(&self, mv: Move) -> Self {
        Self { place: (self.place * 2 + u64::from(mv.number())) % 3, clock: self.clock + 1, ..*self }
    }

    fn evaluate(&self) -> Score {
        Score::ZERO + (self.place * 5 + self.clock) as i32
    }

    fn is_terminal(&self) -> bool {
        false
    }

    fn key(&self) -> u64 {
        self.place + if self.in_key { 3 * self.clock } else { 0 }
    }
}

#[test]
fn a_game_whose_keys_do_not_fit_its_positions_is_reported_and_its_search_is_not() {
    for options in [DEEPER, SearchOptions::table(TableOptions::DEFAULT)] {
        let found = |in_key| trial(&Clocked { place: 0, clock: 0, in_key }, 3, &options, Changes::default());
        assert_eq!(found(true).fault, None);
        // The first search of a game finds that, and it holds for the next one too.
        let clocked = Clocked { place: 0, clock: 0, in_key: false };
        let mut harness = Harness::with_store(NoStore);
        let mut game = harness.game(&clocked, 3).expect("within capacity");
        for _ in 0..2 {
            let bad = judge_changed(&mut game, &options, Changes::default());
            assert_eq!(bad.fault.map(Fault::kind), Some(FaultKind::PositionKeys), "{options}");
        }
        let bad = found(false);
        assert_eq!(bad.fault.map(Fault::kind), Some(FaultKind::PositionKeys), "{options}");
        assert_eq!((bad.verdict, bad.trace), (ScoreVerdict::NotJudged, TraceVerdict::NotJudged));
    }
}
