//! One trial and its judgement: a search writes all stores at once, an observer checks every node, and the
//! oracle judges the score and the line of each store.

mod judge;
mod judging;
mod keys;
mod leaves;
mod node_checker;
mod preceding;
mod reports;
mod truncation;

use std::ops::Deref;

use crate::algorithm::{Algorithm, Profile};
use crate::case::Case;
use crate::contract::{Guarantee, guarantee, rules};
use crate::game::GraphPosition;
use crate::oracle::{Buffers, GroundTruth, JudgedBy, Rules, TooManyPaths, Underived};
use crate::position::{Move, Position};
use crate::pv::{AllStores, CAPACITY, NoStore, PvStore, Store};
use crate::score::{Bound, Score};
use crate::search::{Callee, Counts, Outcome, Scratch, Search, SearchOptions, Task, TooDeep};
use crate::subject::Subject;
use crate::turns::TurnLog;
use crate::verdict::{
    End, Fault, FaultKind, Finding, LineKind, LineVerdict, ScoreVerdict, TraceVerdict, Verdict,
};
use judge::Judge;
pub(crate) use judge::LineJudge;
pub use judge::{judge_line, judge_score, judge_store};
pub use judging::{Conditions, Judging, TableKeys};
pub use node_checker::NodeChecker;
pub use preceding::PrecedingSearch;
use truncation::find_truncation;

/// Runs trials and reuses their memory: after the first few games it allocates nothing.
#[derive(Default, Debug)]
pub struct Harness<S = AllStores> {
    store: S,
    scratch: Scratch,
    /// The memory of the other threads of a search by several.
    others: Vec<(S, Scratch)>,
    buffers: Buffers,
    seen: Vec<u64>,
    trials: u64,
}

/// A game on the harness, already analysed by the oracle, on which searches can be run.
#[derive(Debug)]
pub struct Game<'b, P, S> {
    harness: &'b mut Harness<S>,
    checker: NodeChecker<P>,
    root: P,
    depth: usize,
    preceding: Vec<PrecedingSearch<P>>,
}

/// The result of one search, except the lines of its stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// The score at the root.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The oracle's verdict on score and bound.
    pub verdict: ScoreVerdict,
    /// The judge of score and bound, and of the first line.
    pub by: JudgedBy,
    /// The verdict of the trace check on the nodes, the score and the best moves.
    pub trace: TraceVerdict,
    /// Whether the search ended inside its root window, outside it, or was stopped.
    pub end: End,
    /// The best move that the search reported.
    pub best_move: Option<Move>,
    /// The first fault inside the search, if there was one.
    pub fault: Option<Fault>,
    /// With several threads: the number of the thread with a fault at one of its nodes, from 0.
    pub fault_thread: Option<usize>,
    /// Event counts of the search.
    pub counts: Counts,
    /// Distinct leaves evaluated.
    pub distinct_leaves: u64,
}

impl Trial {
    /// The fault in words, with moves in the words of the game whose root is `root`.
    pub fn describe_fault<P: Position>(&self, root: &P) -> Option<String> {
        let fault = self.fault?.describe(root);
        Some(match self.fault_thread {
            None => fault,
            Some(thread) => format!("in thread {}: {fault}", thread + 1),
        })
    }
}

impl<S: PvStore> Harness<S> {
    pub(crate) fn capacity(&self) -> usize {
        self.store.capacity().min(CAPACITY)
    }

    /// After searches by several threads of one game: the last step before which another one could have gone on in any.
    pub(crate) fn last_choice(&self) -> u32 {
        self.scratch.turn_log.last_choice
    }

    /// Returns a harness whose searches write `store`.
    pub fn with_store(store: S) -> Self {
        let (scratch, others) = Default::default();
        Self { store, scratch, others, buffers: Buffers::default(), seen: Vec::new(), trials: 0 }
    }

    /// Starts a game on the harness and computes the minimax value of `root` at `depth`.
    ///
    /// # Errors
    ///
    /// If the depth exceeds the capacity of the store.
    pub fn game<P: Position>(&mut self, root: &P, depth: usize) -> Result<Game<'_, P, S>, TooDeep> {
        let capacity = self.capacity();
        if depth > capacity {
            return Err(TooDeep { depth, capacity });
        }
        let ground_truth = GroundTruth::reusing(std::mem::take(&mut self.buffers), root, depth);
        let checker = NodeChecker::new(ground_truth, std::mem::take(&mut self.seen));
        Ok(Game { harness: self, checker, root: root.clone(), depth, preceding: Vec::new() })
    }
}

impl<P: Position, S: PvStore> Game<'_, P, S> {
    /// The ground truth of this game.
    pub fn ground_truth(&self) -> &GroundTruth<P> {
        &self.checker.ground_truth
    }

    /// Checks that the values of a search by these rules can be computed.
    ///
    /// # Errors
    ///
    /// If values depend on the path (draws by repetition, extensions), and the game has more than 16,777,216
    /// paths after equal ones are merged; or if a search with extensions reaches more than 131,072 pairs of a
    /// position and a depth, and its values are sets, as with a table.
    pub fn check_paths(&mut self, rules: &Rules) -> Result<(), TooManyPaths> {
        self.checker.ground_truth.check_paths(rules)
    }

    /// Returns the game with these positions before the root, oldest first, since the last noisy move. They
    /// count where [`Rules::repetition`] and [`Rules::quiet_plies`] state it.
    #[must_use]
    pub fn with_history(mut self, positions: &[P]) -> Self {
        self.checker.ground_truth.set_history(positions);
        self
    }

    /// The first result of the last trial that does not follow from what its search had returned before.
    pub fn underived(&self) -> Option<&Underived> {
        self.checker.underived.as_deref()
    }

    pub(crate) fn last_choice(&self) -> u32 {
        self.harness.last_choice()
    }

    /// Ends the game and returns its memory to the harness.
    pub fn finish(self) {
        self.harness.buffers = self.checker.ground_truth.into_buffers();
        self.harness.seen = self.checker.leaves.into_memory();
    }

    /// Runs any search that has this profile. `each` is called with the outcome of every store, in order.
    ///
    /// # Panics
    ///
    /// If the values of the search depend on too many paths: see [`Game::check_paths`].
    pub fn run_search(
        &mut self,
        algorithm: Callee<P, S, NodeChecker<P>>,
        profile: Profile,
        options: &SearchOptions,
        mut each: impl FnMut(&GroundTruth<P>, usize, &Outcome<'_>),
    ) -> Trial {
        self.run_by_rules(&rules(profile, options), algorithm, profile, options, &mut each)
    }

    /// Runs a search as [`Game::run_search`] does, and judges it by `rules`, if it does more, or less, than its profile and
    /// search options describe.
    pub fn run_by_rules(
        &mut self,
        rules: &Rules,
        algorithm: Callee<P, S, NodeChecker<P>>,
        profile: Profile,
        options: &SearchOptions,
        each: &mut dyn FnMut(&GroundTruth<P>, usize, &Outcome<'_>),
    ) -> Trial {
        let search: &mut OwnSearch<'_, P, S> = &mut |harness, checker, task, each| {
            let counts =
                Search::new(&mut harness.store, checker, &mut harness.scratch).root(algorithm, task, each);
            counts.expect("no line is longer than the capacity of the store")
        };
        self.run_own(&Conditions::of_options(rules, profile, options), options, search, each)
    }

    /// Runs a search, after the preceding searches if it keeps its table.
    pub(crate) fn run_own(
        &mut self,
        conditions: &Conditions<'_>,
        options: &SearchOptions,
        search: &mut OwnSearch<'_, P, S>,
        each: &mut dyn FnMut(&GroundTruth<P>, usize, &Outcome<'_>),
    ) -> Trial {
        let Self { harness, checker, root, depth, preceding } = self;
        harness.trials += 1;
        checker.begin(harness.trials, conditions);
        harness.scratch.new_game();
        harness.scratch.turn_log = TurnLog::default();
        let kept = options.keeps_table();
        for &PrecedingSearch { ref root, depth, node_limit } in preceding.iter().filter(|_| kept) {
            checker.next_search(depth, true);
            search(harness, checker, &Task { root, depth, options, node_limit }, &mut |_, _| ());
        }
        checker.next_search(*depth, false);
        let task = Task { root, depth: *depth, options, node_limit: None };
        let mut judge = Judge::new(*conditions);
        let counts = search(harness, checker, &task, &mut |checker, outcome| {
            let index = judge.record(&checker.ground_truth, outcome);
            each(&checker.ground_truth, index, outcome);
        });
        judge.trial(checker, counts)
    }
}

/// A search that uses the memory of the harness, notifies the checker, and calls its last argument with the outcome of each store.
pub(crate) type OwnSearch<'s, P, S> = dyn FnMut(
        &mut Harness<S>,
        &mut NodeChecker<P>,
        &Task<'_, P>,
        &mut dyn FnMut(&NodeChecker<P>, &Outcome<'_>),
    ) -> Counts
    + 's;

/// Defines `run_algorithm` for a type of stores: a function that is compiled here, once for all crates.
macro_rules! run_algorithm {
    ($Store:ty) => {
        impl<'t> Game<'_, GraphPosition<'t>, $Store> {
            /// Runs one of the [`Algorithm`]s; see [`Game::run_search`].
            pub fn run_algorithm(
                &mut self,
                algorithm: Algorithm,
                options: &SearchOptions,
                each: &mut dyn FnMut(&GroundTruth<GraphPosition<'t>>, usize, &Outcome<'_>),
            ) -> Trial {
                self.run_planned(&rules(algorithm.profile(), options), algorithm, options, each)
            }

            /// Runs one of the [`Algorithm`]s whose [`rules`] are known.
            #[inline(never)]
            pub(crate) fn run_planned(
                &mut self,
                rules: &Rules,
                algorithm: Algorithm,
                options: &SearchOptions,
                each: &mut dyn FnMut(&GroundTruth<GraphPosition<'t>>, usize, &Outcome<'_>),
            ) -> Trial {
                let profile = algorithm.profile();
                let Some(threads) = options.threads else {
                    return self.run_by_rules(rules, algorithm.callee(), profile, options, each);
                };
                let (first, other) = (algorithm.callee(), algorithm.callee());
                let search: &mut OwnSearch<'_, GraphPosition<'t>, $Store> =
                    &mut |Harness { store, scratch, others, .. }, checker, task, each| {
                        let more = others.len().max(usize::from(threads.count) - 1);
                        others.resize_with(more, Default::default);
                        Search::new(store, checker, scratch).root_by_threads(first, other, others, task, each)
                    };
                self.run_own(&Conditions::of_options(rules, profile, options), options, search, each)
            }
        }
    };
}
run_algorithm!(AllStores);
run_algorithm!(NoStore);

/// One line that a store showed, with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownLine {
    /// The score of the line.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The best move that the search reported.
    pub best_move: Option<Move>,
    /// The line; `None` if the store reported that it has none.
    pub line: Option<Vec<Move>>,
    /// The verdict on the line.
    pub verdict: LineVerdict,
    /// The depth of the iteration that the line is from.
    pub depth: usize,
}

impl ShownLine {
    pub(crate) fn new<P: Position>(
        ground_truth: &GroundTruth<P>,
        store: Store,
        outcome: &Outcome<'_>,
    ) -> Self {
        Self::judged(outcome, judge_store(ground_truth, store, outcome))
    }

    pub(crate) fn of_search<P: Position>(ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>) -> Self {
        Self::judged(outcome, judge_line(ground_truth, outcome, false))
    }

    fn judged(outcome: &Outcome<'_>, verdict: LineVerdict) -> Self {
        let Outcome { score, bound, best_move, depth, line, .. } = *outcome;
        Self { score, bound, best_move, line: line.map(<[Move]>::to_vec), verdict, depth }
    }

    /// Returns the ground truth at the depth of the line: a stopped search may show a smaller depth.
    /// `whole` is that of the whole game, which is returned if no iteration was completed.
    pub fn ground_truth<'t, P: Position>(&self, whole: &'t GroundTruth<P>) -> &'t GroundTruth<P> {
        if self.depth == 0 { whole } else { whole.at_depth(self.depth) }
    }

    fn other_move(&self) -> Option<Fault> {
        let (best, &first) = (self.best_move?, self.line.as_ref()?.first()?);
        self.verdict.other_move.then_some(Fault::OtherMove { best, first })
    }
}

/// All lines that a search showed, best first: at least one line, or the report that there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownLines {
    all: Vec<ShownLine>,
    worst: usize,
}

impl ShownLines {
    pub(crate) fn new(all: Vec<ShownLine>) -> Self {
        let worst = (0..all.len()).rev().max_by_key(|&rank| all[rank].verdict.kind);
        let worst = worst.expect("a search shows at least one line or reports none");
        Self { all, worst }
    }

    /// Returns the first line of the worst kind.
    pub fn worst(&self) -> &ShownLine {
        &self.all[self.worst]
    }

    /// Returns the rank of the worst line, from 0.
    pub fn rank(&self) -> usize {
        self.worst
    }

    /// Returns the best moves of the lines before the worst one.
    pub fn better_moves(&self) -> Vec<Move> {
        self.all[..self.worst].iter().filter_map(|shown| shown.best_move).collect()
    }

    /// Returns the fault of a best move that is not the first move of its line, if there is one.
    pub(crate) fn other_move(&self) -> Option<Fault> {
        self.all.iter().find_map(ShownLine::other_move)
    }
}

impl Deref for ShownLines {
    type Target = [ShownLine];

    fn deref(&self) -> &[ShownLine] {
        &self.all
    }
}

/// The result of checking a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The result of the search.
    pub trial: Trial,
    /// All lines that the store showed.
    pub lines: ShownLines,
    /// The verdict on score and line.
    pub verdict: Verdict,
    /// The first result that does not follow from what the search had returned before.
    pub underived: Option<Underived>,
    /// The guarantee of the subject by the contract.
    pub guarantee: Guarantee,
    /// The turns of several threads under a schedule: for each turn the number of the thread, from 0, and the number of its steps.
    pub turns: Vec<(usize, u32)>,
}

impl Checked {
    pub(crate) fn new(
        subject: &Subject,
        mut trial: Trial,
        lines: Vec<ShownLine>,
        underived: Option<Underived>,
    ) -> Self {
        let guarantee = guarantee(subject);
        let lines = ShownLines::new(lines);
        let other_move = lines.other_move();
        let line_verdict = LineVerdict { other_move: other_move.is_some(), ..lines.worst().verdict };
        let verdict = Verdict { score: trial.verdict, line: line_verdict };
        trial.fault = trial.fault.or(other_move.filter(|fault| !guarantee.allows_fault(fault.kind())));
        Self { trial, lines, verdict, underived, guarantee, turns: Vec::new() }
    }

    /// The verdict of the trace check on the search and this line.
    pub fn trace(&self) -> TraceVerdict {
        self.trial.trace.and(self.verdict.line.trace)
    }

    /// Returns the line that the store showed, `None` if it has none; of several lines, the first one of the worst kind.
    pub fn line(&self) -> Option<&[Move]> {
        self.lines.worst().line.as_deref()
    }

    /// Returns the finding: a wrong score, else a fault inside the search, else the kind of the line.
    pub fn finding(&self) -> Finding {
        self.verdict.finding(self.trial.fault)
    }

    /// Whether the case shows this finding, alone or together with others.
    pub fn shows(&self, finding: Finding) -> bool {
        match finding {
            Finding::NoAnswer(_) => false,
            Finding::Line(kind) => self.verdict.line.kind == kind,
            Finding::Score(score) => self.verdict.score == score,
            Finding::Fault(FaultKind::OtherMove) => self.verdict.line.other_move,
            Finding::Fault(kind) => self.trial.fault.is_some_and(|fault| fault.kind() == kind),
        }
    }

    /// Whether the result keeps the guarantee.
    pub fn is_kept(&self) -> bool {
        let valid = self.trial.fault.is_none_or(|fault| self.guarantee.allows_fault(fault.kind()));
        valid && self.guarantee.breach(self.verdict, self.trial.end).is_none()
    }

    /// Whether the result breaks the guarantee, or is not the leftmost optimal line or no line due.
    pub fn has_finding(&self) -> bool {
        !self.is_kept() || !matches!(self.finding(), Finding::Line(LineKind::Same | LineKind::NoneDue))
    }
}

/// Returns those `counterexamples` that no longer show the finding that they expect.
pub fn not_reproduced(mut counterexamples: Vec<Case>) -> Vec<Case> {
    let mut harness = Harness::default();
    counterexamples.retain(|case| {
        let shown = check_on(&mut harness, case);
        !shown.is_ok_and(|checked| case.expect.is_some_and(|expect| checked.shows(expect)))
    });
    counterexamples
}

/// Returns the ground truth of the game of `case`, by the rules of its subject.
pub fn ground_truth(case: &Case) -> GroundTruth<GraphPosition<'_>> {
    let root = case.game.root();
    let mut ground_truth = GroundTruth::new(&root, case.depth);
    let preceding = PrecedingSearch::of_case(&root, case.depth, &case.subject.options, CAPACITY);
    if !preceding.is_empty() {
        PrecedingSearch::declare(&preceding, &mut ground_truth);
    }
    let Subject { algorithm, options, .. } = &case.subject;
    let profile = algorithm.profile();
    Conditions::of_options(&rules(profile, options), profile, options).declare(&mut ground_truth);
    ground_truth
}

/// Runs a case and judges it.
///
/// # Errors
///
/// If its depth exceeds the capacity of the stores.
pub fn check(case: &Case) -> Result<Checked, TooDeep> {
    check_on(&mut Harness::default(), case)
}

/// Runs a case on an existing harness and judges it.
///
/// # Errors
///
/// If its depth exceeds the capacity of the stores.
pub fn check_on(harness: &mut Harness, case: &Case) -> Result<Checked, TooDeep> {
    let Case { subject, depth, .. } = case;
    let mut lines: Vec<ShownLine> = Vec::new();
    let mut game = harness.game_for(&case.game.root(), *depth, &subject.options)?;
    let trial =
        game.run_algorithm(subject.algorithm, &subject.options, &mut |ground_truth, index, outcome| {
            if Store::ALL[index] == subject.store {
                lines.push(ShownLine::new(ground_truth, subject.store, outcome));
            }
        });
    let underived = game.underived().cloned();
    game.finish();
    let turns = subject.options.threads.map(|_| harness.scratch.turn_log.turns.clone()).unwrap_or_default();
    Ok(Checked { turns, ..Checked::new(subject, trial, lines, underived) })
}

#[cfg(test)]
mod tests;
