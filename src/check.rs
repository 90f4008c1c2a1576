//! One trial and its judgement: a search feeds every store, an observer watches
//! every node, and the oracle says what score and lines are worth.

mod earlier;
mod short;
mod watch;

use crate::algorithm::{Algorithm, Habits, with_algorithm};
use crate::case::Case;
use crate::contract::{Promise, promise, rules};
use crate::game::GraphPosition;
use crate::oracle::{Buffers, Claim, Memo, Rules, Truth, Walk};
use crate::position::{Move, Position};
use crate::pv::{CAPACITY, Fed, PvStore, Store};
use crate::score::{Bound, Score};
use crate::search::{Counts, Node, Outcome, Scratch, Search, Searcher, Shortcuts, Task, Through, TooDeep};
use crate::verdict::{Fault, Finding, LineKind, LineVerdict, ScoreVerdict, Verdict};
pub use earlier::Earlier;
pub use short::why_short;
pub use watch::Watch;

/// The memory of many trials: after the first few games nothing is allocated.
#[derive(Default, Debug)]
pub struct Bench<S = Fed> {
    store: S,
    scratch: Scratch,
    buffers: Buffers,
    /// The number of the trial in which a leaf was last evaluated.
    seen: Vec<u64>,
    trials: u64,
}

/// A game on the bench: the oracle knows it, and searches can be tried on it.
#[derive(Debug)]
pub struct Game<'b, P, S> {
    bench: &'b mut Bench<S>,
    watch: Watch<P>,
    root: P,
    depth: usize,
    /// Searched before each trial, whose table may be kept.
    earlier: Vec<Earlier<P>>,
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
    /// Whether the score lies inside the root window that it was found with.
    pub inside: bool,
    /// The move that the search names as best.
    pub best_move: Option<Move>,
    /// The first breach inside the search, if there was one.
    pub fault: Option<Fault>,
    /// What the search did.
    pub counts: Counts,
    /// Leaves evaluated, each once.
    pub distinct_leaves: u64,
}

impl<S: PvStore> Bench<S> {
    /// A bench whose searches feed `store`.
    pub fn feeding(store: S) -> Self {
        Self { store, scratch: Scratch::default(), buffers: Buffers::default(), seen: Vec::new(), trials: 0 }
    }

    /// Puts a game on the bench: minimax of `root` to `depth` is found out now.
    ///
    /// # Errors
    ///
    /// When the depth exceeds the capacity of the store.
    pub fn game<P: Position>(&mut self, root: &P, depth: usize) -> Result<Game<'_, P, S>, TooDeep> {
        let capacity = self.store.capacity().min(CAPACITY);
        if depth > capacity {
            return Err(TooDeep { depth, capacity });
        }
        let watch = Watch {
            truth: Truth::reusing(std::mem::take(&mut self.buffers), root, depth),
            muted: false,
            paths: false,
            path: Vec::new(),
            seen: Memo::keeping(std::mem::take(&mut self.seen), 1, 0),
            prunes: false,
            unclaimed: false,
            marked: None,
            trial: 0,
            distinct_leaves: 0,
            raised: None,
            fault: None,
        };
        Ok(Game { bench: self, watch, root: root.clone(), depth, earlier: Vec::new() })
    }
}

impl<P: Position, S: PvStore> Game<'_, P, S> {
    /// What is true of this game.
    pub fn truth(&self) -> &Truth<P> {
        &self.watch.truth
    }

    /// Takes the game off the bench and gives the memory back.
    pub fn finish(self) {
        self.bench.buffers = self.watch.truth.into_buffers();
        self.bench.seen = self.watch.seen.into_dense();
    }

    /// Tries one of the [`Algorithm`]s; see [`Game::try_search`].
    pub fn try_algorithm(
        &mut self,
        algorithm: Algorithm,
        shortcuts: &Shortcuts,
        each: impl FnMut(&Truth<P>, usize, Outcome<'_>),
    ) -> Trial {
        let habits = algorithm.habits();
        with_algorithm!(algorithm, callee => self.try_search(callee, habits, shortcuts, each))
    }

    /// Tries any search of these habits: `each` hears what every store shows, in the order in
    /// which the bench's store visits them.
    pub fn try_search<F>(
        &mut self,
        algorithm: F,
        habits: Habits,
        shortcuts: &Shortcuts,
        each: impl FnMut(&Truth<P>, usize, Outcome<'_>),
    ) -> Trial
    where
        F: Fn(&mut Search<'_, P, S, Watch<P>>, &mut Node<'_, P, S>, Score, Score) -> Score + Copy,
    {
        self.try_by(algorithm, &rules(habits, shortcuts), habits, shortcuts, each)
    }

    /// Tries any search and judges it by these rules instead of those that the contract makes of
    /// its habits and shortcuts: for a search that does more, or less, than its shortcuts say.
    pub fn try_by<F>(
        &mut self,
        algorithm: F,
        rules: &Rules,
        habits: Habits,
        shortcuts: &Shortcuts,
        each: impl FnMut(&Truth<P>, usize, Outcome<'_>),
    ) -> Trial
    where
        F: Fn(&mut Search<'_, P, S, Watch<P>>, &mut Node<'_, P, S>, Score, Score) -> Score + Copy,
    {
        self.try_searcher(&mut Through(algorithm), rules, habits, shortcuts, each)
    }

    /// Tries any [`Searcher`], one that shares no code with those of this crate too: the entrance
    /// that all others lead to. The earlier searches of a game run through it as well.
    pub fn try_searcher(
        &mut self,
        searcher: &mut impl Searcher<P, S, Watch<P>>,
        rules: &Rules,
        habits: Habits,
        shortcuts: &Shortcuts,
        mut each: impl FnMut(&Truth<P>, usize, Outcome<'_>),
    ) -> Trial {
        self.bench.trials += 1;
        self.watch.truth.judge_by(rules);
        self.watch.start(self.bench.trials, habits.prunes && shortcuts.is_direct());
        self.watch.unclaimed = shortcuts.collides();
        self.watch.paths = shortcuts.repetition && !rules.is_selective();
        let (mut index, mut shown) = (0, None);
        let Bench { store, scratch, .. } = &mut *self.bench;
        searcher.forget(scratch);
        self.watch.muted = true;
        let kept = shortcuts.keeps_table();
        for &Earlier { ref root, depth, stop_after } in self.earlier.iter().filter(|_| kept) {
            let task = Task { root, depth, shortcuts, stop_after };
            searcher.search(store, &mut self.watch, scratch, task, |_, _| ());
        }
        self.watch.muted = false;
        let task = Task { root: &self.root, depth: self.depth, shortcuts, stop_after: None };
        let counts = searcher.search(store, &mut self.watch, scratch, task, |watch, outcome| {
            shown = Some(Outcome { line: None, traces: None, ..outcome });
            each(&watch.truth, index, outcome);
            index += 1;
        });
        let Watch { ref truth, mut fault, distinct_leaves, .. } = self.watch;
        let outcome: Outcome<'static> = shown.expect("every store is visited, and there is one");
        let Outcome { score, bound, window, best_move, .. } = outcome;
        let inside = window.bound(score) == Bound::Exact;
        let verdict = judge_score(truth, score, bound);
        // A wrong score has no move that bears it: that is the score's fault.
        let claimed = fault.is_none() && !verdict.is_fault() && !shortcuts.collides();
        if claimed && !names_its_move(truth, outcome) {
            fault = Some(Fault::WrongMove { mv: best_move });
        }
        Trial { score, bound, verdict, inside, best_move, fault, counts, distinct_leaves }
    }
}

/// Whether the best move bears the score, wherever there is one to name. A bound inside
/// the root window proves that it is the best; outside the move proves the bound.
fn names_its_move<P: Position>(truth: &Truth<P>, outcome: Outcome<'_>) -> bool {
    let Outcome { score, bound, window, best_move, .. } = outcome;
    match best_move {
        None => bound == Bound::Upper || truth.line().is_empty(),
        // All moves failed low together: none of them is better than another.
        Some(_) if bound == Bound::Upper => false,
        Some(mv) => truth.bears(mv, bound, score, window.bound(score) == Bound::Exact),
    }
}

/// What is true of a score that is declared to be exact or a bound.
pub fn judge_score<P: Position>(truth: &Truth<P>, score: Score, bound: Bound) -> ScoreVerdict {
    match (bound, truth.claim(bound, score)) {
        (Bound::Exact, _) if score == truth.score() => ScoreVerdict::Exact,
        (Bound::Exact, Claim::Honest) => ScoreVerdict::Witnessed,
        (Bound::Exact, Claim::Between) if truth.rules().joins => ScoreVerdict::Joined,
        (Bound::Exact, Claim::Between | Claim::False) => ScoreVerdict::Unwitnessed,
        (Bound::Lower | Bound::Upper, Claim::Honest) => ScoreVerdict::Bound,
        (Bound::Lower | Bound::Upper, Claim::Between | Claim::False) => ScoreVerdict::FalseBound,
    }
}

/// What is true of the line in `outcome`. A line is owed by every store
/// that keeps one, when the score is exact.
pub fn judge_line<P: Position>(truth: &Truth<P>, outcome: Outcome<'_>, keeps_lines: bool) -> LineVerdict {
    let at = |kind, ply| LineVerdict { kind, ply: Some(ply), short: None };
    match (outcome.line, outcome.bound) {
        (None, Bound::Exact) if keeps_lines => LineKind::Missing.into(),
        (None, _) => LineKind::NoneOwed.into(),
        (Some(_), Bound::Lower | Bound::Upper) => LineKind::Unproven.into(),
        (Some(line), Bound::Exact) => match truth.walk(outcome.score, line) {
            Walk::Whole { leftmost: true } => LineKind::Same.into(),
            Walk::Whole { leftmost: false } => LineKind::Equivalent.into(),
            Walk::Short => LineKind::Truncated.into(),
            Walk::PastDraw { ply } => at(LineKind::PastDraw, ply),
            Walk::Unsound { ply } => at(LineKind::Unsound, ply),
            Walk::Illegal { ply } => at(LineKind::Illegal, ply),
        },
    }
}

/// What is true of the line in `outcome`, which `store` shows; says why it is short if it is.
pub fn judge_store<P: Position>(truth: &Truth<P>, store: Store, outcome: Outcome<'_>) -> LineVerdict {
    let verdict = judge_line(truth, outcome, store.keeps_lines());
    let short = (verdict.kind == LineKind::Truncated).then(|| why_short(truth, store, outcome));
    LineVerdict { short: short.flatten(), ..verdict }
}

/// A case and what was found about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// What the search did.
    pub trial: Trial,
    /// The line that the store showed; `None` is the statement that it has none.
    pub line: Option<Vec<Move>>,
    /// What score and line are worth.
    pub verdict: Verdict,
    /// What the contract promises of this subject.
    pub promise: Promise,
}

impl Checked {
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

    /// Whether what was found is no worse than the promise.
    pub fn is_kept(&self) -> bool {
        let honest = self.trial.fault.is_none_or(|fault| self.promise.allows_fault(fault.kind()));
        honest && self.promise.breach(self.verdict, self.trial.inside).is_none()
    }

    /// Whether the case shows something worse than the best there is.
    pub fn is_flawed(&self) -> bool {
        !self.is_kept() || !matches!(self.finding(), Finding::Line(LineKind::Same | LineKind::NoneOwed))
    }
}

/// The cases among `witnesses` that no longer show what they expect: a checker
/// that calls one of them harmless has gone blind.
pub fn blind_spots(mut witnesses: Vec<Case>) -> Vec<Case> {
    let mut bench = Bench::default();
    witnesses.retain(|case| {
        let shown = check_on(&mut bench, case);
        !shown.is_ok_and(|checked| case.expect.is_some_and(|expect| checked.shows(expect)))
    });
    witnesses
}

/// What is true of the game of `case`, by the rules of its subject.
pub fn truth(case: &Case) -> Truth<GraphPosition<'_>> {
    let root = case.game.root();
    let mut truth = Truth::new(&root, case.depth);
    if case.subject.shortcuts.keeps_table() {
        let earlier = Earlier::of_case(&root, case.depth);
        truth = truth.after(earlier.map(|earlier| (earlier.root, earlier.depth)).to_vec());
    }
    truth.judge_by(&rules(case.subject.algorithm.habits(), &case.subject.shortcuts));
    truth
}

/// Runs a case and judges it.
///
/// # Errors
///
/// When its depth exceeds the capacity of the stores.
pub fn check(case: &Case) -> Result<Checked, TooDeep> {
    check_on(&mut Bench::default(), case)
}

/// Runs a case on a bench that is kept, and judges it.
///
/// # Errors
///
/// When its depth exceeds the capacity of the stores.
pub fn check_on(bench: &mut Bench, case: &Case) -> Result<Checked, TooDeep> {
    let Case { subject, depth, .. } = case;
    let mut line = None;
    let mut verdict = LineVerdict::from(LineKind::NoneOwed);
    let root = case.game.root();
    let mut game = bench.game(&root, *depth)?;
    if subject.shortcuts.keeps_table() {
        game = game.after(Earlier::of_case(&root, *depth))?;
    }
    let trial = game.try_algorithm(subject.algorithm, &subject.shortcuts, |truth, index, outcome| {
        if Store::ALL[index] == subject.store {
            verdict = judge_store(truth, subject.store, outcome);
            line = outcome.line.map(<[Move]>::to_vec);
        }
    });
    game.finish();
    let verdict = Verdict { score: trial.verdict, line: verdict };
    Ok(Checked { trial, line, verdict, promise: promise(subject) })
}

#[cfg(test)]
mod tests;
