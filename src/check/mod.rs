//! One trial and its judgement: a search writes all stores at once, an observer checks every node, and the
//! oracle judges the score and the line of each store.

mod judge;
mod judging;
mod keys;
mod leaves;
mod node_checker;
mod preceding;
mod reports;
mod shown;
mod truncation;

use crate::algorithm::{Algorithm, Profile};
use crate::case::Case;
use crate::contract::rules;
use crate::game::GraphPosition;
use crate::oracle::{Buffers, GroundTruth, JudgedBy, Rules, TooManyPaths, Underived};
use crate::position::{Move, Position};
use crate::pv::{AllStores, CAPACITY, NoStore, PvStore, Store};
use crate::score::{Bound, Score};
use crate::search::{Callee, Counts, Outcome, Scratch, Search, SearchOptions, Task, TooDeep};
use crate::subject::Subject;
use crate::turns::TurnLog;
use crate::verdict::{End, Fault, ScoreVerdict, TraceVerdict};
pub(crate) use judge::LineJudge;
pub use judge::{judge_line, judge_score, judge_store};
pub use judging::{Conditions, Judging, TableKeys};
pub use node_checker::NodeChecker;
pub use preceding::PrecedingSearch;
pub use shown::{Checked, ShownLine, ShownLines};
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

    fn search<P: Position>(
        &mut self,
        checker: &mut NodeChecker<P>,
        algorithm: Callee<P, S, NodeChecker<P>>,
        task: &Task<'_, P>,
        each: &mut dyn FnMut(&NodeChecker<P>, &Outcome<'_>),
    ) -> Counts {
        let counts = Search::new(&mut self.store, checker, &mut self.scratch).root(algorithm, task, each);
        counts.expect("no line is longer than the capacity of the store")
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
        self.run_search_by(&rules(profile, options), algorithm, profile, options, &mut each)
    }

    /// Runs a search as [`Game::run_search`] does, and judges it by `rules`, if it does more, or less, than its profile and
    /// search options describe.
    pub fn run_search_by(
        &mut self,
        rules: &Rules,
        algorithm: Callee<P, S, NodeChecker<P>>,
        profile: Profile,
        options: &SearchOptions,
        each: &mut dyn FnMut(&GroundTruth<P>, usize, &Outcome<'_>),
    ) -> Trial {
        let search: &mut JudgedCall<'_, P, S> =
            &mut |harness, checker, task, each| harness.search(checker, algorithm, task, each);
        self.run(&Conditions::of_options(rules, profile, options), options, search, each)
    }

    /// Runs a search in these conditions, after the preceding searches if it keeps its table, and judges it.
    pub(crate) fn run(
        &mut self,
        conditions: &Conditions<'_>,
        options: &SearchOptions,
        search: &mut JudgedCall<'_, P, S>,
        each: &mut dyn FnMut(&GroundTruth<P>, usize, &Outcome<'_>),
    ) -> Trial {
        let Self { harness, checker, root, depth, preceding } = self;
        harness.scratch.new_game();
        harness.scratch.turn_log = TurnLog::default();
        let mut judging = Judging::begin(harness, checker, preceding, conditions);
        let kept = options.keeps_table();
        for &PrecedingSearch { ref root, depth, node_limit } in judging.preceding.iter().filter(|_| kept) {
            let task = Task { root, depth, options, node_limit };
            search(harness, judging.precede(depth), &task, &mut |_, _| ());
        }
        judging.begin_search();
        let Judging { checker, mut judge, .. } = judging;
        let task = Task { root, depth: *depth, options, node_limit: None };
        let counts = search(harness, checker, &task, &mut |checker, outcome| {
            let index = judge.judge_outcome(&checker.ground_truth, outcome);
            each(&checker.ground_truth, index, outcome);
        });
        judge.trial(checker, counts)
    }
}

/// A search that uses the memory of the harness, notifies the checker, and calls its last argument with the outcome of each store.
pub(crate) type JudgedCall<'s, P, S> = dyn FnMut(
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
                self.run_algorithm_by(&rules(algorithm.profile(), options), algorithm, options, each)
            }

            /// Runs one of the [`Algorithm`]s, and judges it by `rules`.
            #[inline(never)]
            pub(crate) fn run_algorithm_by(
                &mut self,
                rules: &Rules,
                algorithm: Algorithm,
                options: &SearchOptions,
                each: &mut dyn FnMut(&GroundTruth<GraphPosition<'t>>, usize, &Outcome<'_>),
            ) -> Trial {
                let profile = algorithm.profile();
                let search: &mut JudgedCall<'_, GraphPosition<'t>, $Store> =
                    &mut |harness, checker, task, each| match options.threads {
                        None => harness.search(checker, algorithm.callee(), task, each),
                        Some(threads) => {
                            let Harness { store, scratch, others, .. } = harness;
                            let more = others.len().max(usize::from(threads.count) - 1);
                            others.resize_with(more, Default::default);
                            let (first, other) = (algorithm.callee(), algorithm.callee());
                            Search::new(store, checker, scratch)
                                .root_by_threads(first, other, others, task, each)
                        }
                    };
                self.run(&Conditions::of_options(rules, profile, options), options, search, each)
            }
        }
    };
}
run_algorithm!(AllStores);
run_algorithm!(NoStore);

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
