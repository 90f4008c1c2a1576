//! One trial and its judgement: a search feeds every store, an observer watches
//! every node, and the oracle says what score and lines are worth.

mod judge;
mod node_checker;
mod preceding;
mod truncation;

use crate::algorithm::{Algorithm, Profile};
use crate::case::Case;
use crate::contract::{Guarantee, guarantee, rules};
use crate::game::GraphPosition;
use crate::oracle::{Buffers, GroundTruth, Memo, Rules};
use crate::position::{Move, Position};
use crate::pv::{AllStores, CAPACITY, PvStore, Store};
use crate::score::{Bound, Score};
use crate::search::{
    AlgorithmAdapter, Callee, Counts, ExternalSearch, Outcome, Scratch, SearchOptions, Task, TooDeep,
};
use crate::subject::Subject;
use crate::verdict::{End, Fault, Finding, LineKind, LineVerdict, ScoreVerdict, Verdict};
use judge::Judge;
pub use judge::{judge_line, judge_score, judge_store};
pub use node_checker::NodeChecker;
pub use preceding::PrecedingSearch;
pub use truncation::find_truncation;

/// The memory of many trials: after the first few games nothing is allocated.
#[derive(Default, Debug)]
pub struct Harness<S = AllStores> {
    store: S,
    scratch: Scratch,
    buffers: Buffers,
    /// The number of the trial in which a leaf was last evaluated.
    seen: Vec<u64>,
    trials: u64,
}

/// A game on the harness: the oracle knows it, and searches can be tried on it.
#[derive(Debug)]
pub struct Game<'b, P, S> {
    harness: &'b mut Harness<S>,
    checker: NodeChecker<P>,
    root: P,
    depth: usize,
    /// Searched before each trial, whose table may be kept.
    preceding: Vec<PrecedingSearch<P>>,
}

/// What one search did, all stores together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// The score at the root.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// What the oracle says of the two.
    pub verdict: ScoreVerdict,
    /// Where the search ended.
    pub end: End,
    /// The move that the search names as best.
    pub best_move: Option<Move>,
    /// The first breach inside the search, if there was one.
    pub fault: Option<Fault>,
    /// What the search did.
    pub counts: Counts,
    /// Leaves evaluated, each once.
    pub distinct_leaves: u64,
}

impl<S: PvStore> Harness<S> {
    /// A harness whose searches feed `store`.
    pub fn with_store(store: S) -> Self {
        Self { store, scratch: Scratch::default(), buffers: Buffers::default(), seen: Vec::new(), trials: 0 }
    }

    /// Puts a game on the harness: minimax of `root` to `depth` is found out now.
    ///
    /// # Errors
    ///
    /// When the depth exceeds the capacity of the store.
    pub fn game<P: Position>(&mut self, root: &P, depth: usize) -> Result<Game<'_, P, S>, TooDeep> {
        let capacity = self.store.capacity().min(CAPACITY);
        if depth > capacity {
            return Err(TooDeep { depth, capacity });
        }
        let checker = NodeChecker {
            ground_truth: GroundTruth::reusing(std::mem::take(&mut self.buffers), root, depth),
            paused: false,
            paths: false,
            path: Vec::new(),
            ply: 0,
            excluded_moves: Vec::new(),
            nodes: 0,
            started_depth: 0,
            finished_depth: 0,
            root_raise: None,
            seen: Memo::keeping(std::mem::take(&mut self.seen), 1, 0),
            prunes: false,
            scores_unchecked: false,
            marked: None,
            trial: 0,
            distinct_leaves: 0,
            raised: None,
            fault: None,
        };
        Ok(Game { harness: self, checker, root: root.clone(), depth, preceding: Vec::new() })
    }
}

impl<P: Position, S: PvStore> Game<'_, P, S> {
    /// What is true of this game.
    pub fn ground_truth(&self) -> &GroundTruth<P> {
        &self.checker.ground_truth
    }

    /// Whether the store can follow the lines of a search with these search options.
    ///
    /// # Errors
    ///
    /// When it cannot.
    pub fn check_capacity(&self, depth: usize, options: &SearchOptions) -> Result<(), TooDeep> {
        let (capacity, longest) =
            (self.harness.store.capacity().min(CAPACITY), options.ply_limits(depth).max_pv_length);
        if longest > capacity { Err(TooDeep { depth: longest, capacity }) } else { Ok(()) }
    }

    /// Takes the game off the harness and gives the memory back.
    pub fn finish(self) {
        self.harness.buffers = self.checker.ground_truth.into_buffers();
        self.harness.seen = self.checker.seen.into_dense();
    }

    /// Tries one of the [`Algorithm`]s; see [`Game::run_search`].
    pub fn run_algorithm(
        &mut self,
        algorithm: Algorithm,
        options: &SearchOptions,
        each: impl FnMut(&GroundTruth<P>, usize, &Outcome<'_>),
    ) -> Trial {
        let profile = algorithm.profile();
        self.run_search(algorithm.callee(), profile, options, each)
    }

    /// Tries any search of these habits: `each` hears what every store shows, in the order in
    /// which the harness's store visits them.
    pub fn run_search(
        &mut self,
        algorithm: Callee<P, S, NodeChecker<P>>,
        profile: Profile,
        options: &SearchOptions,
        each: impl FnMut(&GroundTruth<P>, usize, &Outcome<'_>),
    ) -> Trial {
        self.run_with_rules(algorithm, &rules(profile, options), profile, options, each)
    }

    /// Tries any search and judges it by these rules instead of those that the contract makes of
    /// its habits and search options: for a search that does more, or less, than its search options say.
    pub fn run_with_rules(
        &mut self,
        algorithm: Callee<P, S, NodeChecker<P>>,
        rules: &Rules,
        profile: Profile,
        options: &SearchOptions,
        each: impl FnMut(&GroundTruth<P>, usize, &Outcome<'_>),
    ) -> Trial {
        self.run_external(&mut AlgorithmAdapter(algorithm), rules, profile, options, each)
    }

    /// Tries any [`ExternalSearch`], one that shares no code with those of this crate too: the entrance
    /// that all others lead to. The earlier searches of a game run through it as well.
    pub fn run_external(
        &mut self,
        external_search: &mut impl ExternalSearch<P, S, NodeChecker<P>>,
        rules: &Rules,
        profile: Profile,
        options: &SearchOptions,
        mut each: impl FnMut(&GroundTruth<P>, usize, &Outcome<'_>),
    ) -> Trial {
        self.harness.trials += 1;
        self.checker.ground_truth.judge_by(rules);
        if options.node_limit.is_some() {
            self.checker.ground_truth.allow_shallower();
        }
        self.checker.start(self.harness.trials, profile.prunes && options.is_plain());
        self.checker.scores_unchecked = options.collides();
        self.checker.paths = self.checker.ground_truth.depends_on_path();
        let Harness { store, scratch, .. } = &mut *self.harness;
        external_search.new_game(scratch);
        self.checker.paused = true;
        let kept = options.keeps_table();
        for &PrecedingSearch { ref root, depth, node_limit } in self.preceding.iter().filter(|_| kept) {
            let task = Task { root, depth, options, node_limit };
            external_search.search(store, &mut self.checker, scratch, task, |_, _| ());
        }
        self.checker.paused = false;
        let task = Task { root: &self.root, depth: self.depth, options, node_limit: None };
        let mut judge = Judge::new(options);
        let counts = external_search.search(store, &mut self.checker, scratch, task, |checker, outcome| {
            let index = judge.record(&checker.ground_truth, outcome);
            each(&checker.ground_truth, index, outcome);
        });
        judge.trial(&self.checker, counts)
    }
}

/// One of the lines that a store showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownLine {
    /// Its score.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The move that the search names as best.
    pub best_move: Option<Move>,
    /// The line; `None` is the statement that there is none.
    pub line: Option<Vec<Move>>,
    /// What it is worth.
    pub verdict: LineVerdict,
    /// The depth of the iteration that it is from.
    pub depth: usize,
}

impl ShownLine {
    /// What `store` shows in the end of a search, judged.
    pub(crate) fn new<P: Position>(
        ground_truth: &GroundTruth<P>,
        store: Store,
        outcome: &Outcome<'_>,
    ) -> Self {
        let Outcome { score, bound, best_move, depth, line, .. } = *outcome;
        let verdict = judge_store(ground_truth, store, outcome);
        Self { score, bound, best_move, line: line.map(<[Move]>::to_vec), verdict, depth }
    }
}

/// A case and what was found about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// What the search did.
    pub trial: Trial,
    /// The line that the store showed, of several the first of the worst kind; `None` is the statement
    /// that it has none.
    pub line: Option<Vec<Move>>,
    /// All lines, best first.
    pub lines: Vec<ShownLine>,
    /// Which of them that line is.
    pub rank: usize,
    /// What score and line are worth.
    pub verdict: Verdict,
    /// What the contract guarantees of this subject.
    pub guarantee: Guarantee,
}

impl Checked {
    /// What was found by the trial of `subject`, whose store showed these lines.
    pub(crate) fn new(subject: &Subject, trial: Trial, lines: Vec<ShownLine>) -> Self {
        let worst = (0..lines.len()).rev().max_by_key(|&rank| lines[rank].verdict.kind);
        let rank = worst.expect("every store shows something");
        let ShownLine { verdict: line_verdict, line, .. } = lines[rank].clone();
        let verdict = Verdict { score: trial.verdict, line: line_verdict };
        Self { trial, line, lines, rank, verdict, guarantee: guarantee(subject) }
    }

    /// The line of the worst kind, with its score.
    pub fn worst(&self) -> &ShownLine {
        &self.lines[self.rank]
    }

    /// What is true of the depth that was shown, by what is true of the whole game: less deep where the
    /// search was stopped, unless nothing had been searched by then.
    pub fn ground_truth_shown<'t, P: Position>(&self, whole: &'t GroundTruth<P>) -> &'t GroundTruth<P> {
        let depth = self.worst().depth;
        if depth == 0 { whole } else { whole.at(depth) }
    }

    /// The moves that the lines before the worst one begin with.
    pub fn excluded_moves(&self) -> Vec<Move> {
        self.lines[..self.rank].iter().filter_map(|shown| shown.best_move).collect()
    }

    /// The kind of what was found: a wrong score first, then a breach at a node, then the line.
    pub fn finding(&self) -> Finding {
        match self.trial.fault {
            _ if self.verdict.score.is_fault() => Finding::Score(self.verdict.score),
            Some(fault) => Finding::Fault(fault.kind()),
            None => Finding::Line(self.verdict.line.kind),
        }
    }

    /// Whether the case shows this finding, be it the first one or beside others.
    pub fn shows(&self, finding: Finding) -> bool {
        match finding {
            Finding::Line(kind) => self.verdict.line.kind == kind,
            Finding::Score(score) => self.verdict.score == score,
            Finding::Fault(kind) => self.trial.fault.is_some_and(|fault| fault.kind() == kind),
        }
    }

    /// Whether what was found is no worse than the guarantee.
    pub fn is_kept(&self) -> bool {
        let valid = self.trial.fault.is_none_or(|fault| self.guarantee.allows_fault(fault.kind()));
        valid && self.guarantee.breach(self.verdict, self.trial.end).is_none()
    }

    /// Whether the case shows something worse than the best there is.
    pub fn is_flawed(&self) -> bool {
        !self.is_kept() || !matches!(self.finding(), Finding::Line(LineKind::Same | LineKind::NoneDue))
    }
}

/// The cases among `counterexamples` that no longer show what they expect: a checker
/// that calls one of them harmless has gone blind.
pub fn not_reproduced(mut counterexamples: Vec<Case>) -> Vec<Case> {
    let mut harness = Harness::default();
    counterexamples.retain(|case| {
        let shown = check_on(&mut harness, case);
        !shown.is_ok_and(|checked| case.expect.is_some_and(|expect| checked.shows(expect)))
    });
    counterexamples
}

/// What is true of the game of `case`, by the rules of its subject.
pub fn ground_truth(case: &Case) -> GroundTruth<GraphPosition<'_>> {
    let root = case.game.root();
    let mut ground_truth = GroundTruth::new(&root, case.depth);
    if case.subject.options.keeps_table() {
        let preceding = PrecedingSearch::of_case(&root, case.depth, &case.subject.options);
        ground_truth =
            ground_truth.after(preceding.map(|preceding| (preceding.root, preceding.depth)).to_vec());
    }
    ground_truth.judge_by(&rules(case.subject.algorithm.profile(), &case.subject.options));
    if case.subject.options.node_limit.is_some() {
        ground_truth.allow_shallower();
    }
    ground_truth
}

/// Runs a case and judges it.
///
/// # Errors
///
/// When its depth exceeds the capacity of the stores.
pub fn check(case: &Case) -> Result<Checked, TooDeep> {
    check_on(&mut Harness::default(), case)
}

/// Runs a case on a harness that is kept, and judges it.
///
/// # Errors
///
/// When its depth exceeds the capacity of the stores.
pub fn check_on(harness: &mut Harness, case: &Case) -> Result<Checked, TooDeep> {
    let Case { subject, depth, .. } = case;
    let mut lines: Vec<ShownLine> = Vec::new();
    let root = case.game.root();
    let mut game = harness.game(&root, *depth)?;
    game.check_capacity(*depth, &subject.options)?;
    if subject.options.keeps_table() {
        game = game.after(PrecedingSearch::of_case(&root, *depth, &subject.options))?;
    }
    let trial = game.run_algorithm(subject.algorithm, &subject.options, |ground_truth, index, outcome| {
        if Store::ALL[index] == subject.store {
            lines.push(ShownLine::new(ground_truth, subject.store, outcome));
        }
    });
    game.finish();
    Ok(Checked::new(subject, trial, lines))
}

#[cfg(test)]
mod tests;
