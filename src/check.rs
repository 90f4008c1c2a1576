//! One trial and its judgement: a search feeds every store, an observer watches
//! every node, and the oracle says what score and lines are worth.

use crate::algorithm::{Algorithm, Habits, with_algorithm};
use crate::case::Case;
use crate::contract::{Promise, promise, rules};
use crate::game::GraphPosition;
use crate::oracle::{Buffers, Claim, Memo, Rules, Truth, Walk};
use crate::position::{Move, Position};
use crate::pv::{Fed, PvStore, Store};
use crate::score::{Bound, Score, Window};
use crate::search::{Counts, Node, Observer, Outcome, Scratch, Search, Shortcuts, TooDeep};
use crate::verdict::{Fault, Finding, LineKind, LineVerdict, ScoreVerdict, Verdict};

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
    earlier: Vec<(P, usize)>,
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
        let capacity = self.store.capacity();
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
    /// Before each trial `root`, a position of the same game, is searched to `depth` in the same
    /// way; where the table is kept, the trial begins with what that has left.
    ///
    /// # Errors
    ///
    /// When the depth exceeds the capacity of the store.
    pub fn after(mut self, root: &P, depth: usize) -> Result<Self, TooDeep> {
        let capacity = self.bench.store.capacity();
        if depth > capacity {
            return Err(TooDeep { depth, capacity });
        }
        self.earlier.push((root.clone(), depth));
        self.watch.truth = self.watch.truth.after(self.earlier.clone());
        Ok(self)
    }

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
        F: Fn(&mut Search<'_, P, S, Watch<P>>, &mut Node<'_, P, S>, Score, Score) -> Score,
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
        mut each: impl FnMut(&Truth<P>, usize, Outcome<'_>),
    ) -> Trial
    where
        F: Fn(&mut Search<'_, P, S, Watch<P>>, &mut Node<'_, P, S>, Score, Score) -> Score,
    {
        self.bench.trials += 1;
        self.watch.truth.judge_by(rules);
        self.watch.start(self.bench.trials, habits.prunes && shortcuts.is_direct());
        self.watch.unclaimed = shortcuts.collides();
        self.watch.paths = shortcuts.repetition;
        let (mut index, mut shown) = (0, None);
        let Bench { store, scratch, .. } = &mut *self.bench;
        scratch.forget();
        self.watch.muted = true;
        for (root, depth) in &self.earlier {
            let mut search = Search::new(store, &mut self.watch, scratch);
            let ended = search.root(&algorithm, root, *depth, shortcuts, |_, _| ());
            ended.expect("the game has checked the depth");
        }
        self.watch.muted = false;
        let mut search = Search::new(store, &mut self.watch, scratch);
        let counts = search.root(&algorithm, &self.root, self.depth, shortcuts, |watch, outcome| {
            shown = Some(Outcome { line: None, ..outcome });
            each(&watch.truth, index, outcome);
            index += 1;
        });
        let counts = counts.expect("the bench has checked the depth");
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
    let at = |kind, ply| LineVerdict { kind, ply: Some(ply) };
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

/// Watches every node of a search for a breach of the laws that hold there.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, and all combine")]
#[derive(Debug)]
pub struct Watch<P> {
    truth: Truth<P>,
    /// Whether it looks away, as an earlier search runs.
    muted: bool,
    /// Whether what a position is worth depends on the way to it.
    paths: bool,
    /// Where the nodes of the current path stand among all paths, as repetition has it.
    path: Vec<usize>,
    /// The number of the trial in which a leaf was last evaluated.
    seen: Memo<P, u64>,
    prunes: bool,
    /// Whether nothing is claimed about scores, as positions share their keys.
    unclaimed: bool,
    /// The root window for which the leaves that alpha-beta reads are marked.
    marked: Option<Window>,
    trial: u64,
    distinct_leaves: u64,
    /// The raise that was heard of last, until a node is left.
    raised: Option<(usize, Move)>,
    fault: Option<Fault>,
}

impl<P> Watch<P> {
    fn start(&mut self, trial: u64, prunes: bool) {
        self.trial = trial;
        self.prunes = prunes;
        self.distinct_leaves = 0;
        self.raised = None;
        self.fault = None;
    }
}

impl<P: Position> Watch<P> {
    /// Whether a search of `position` with this window may return that.
    #[inline]
    fn judge(&mut self, position: &P, depth: usize, node: usize, window: Window, returned: Score) {
        self.raised = None;
        if self.muted || self.fault.is_some() {
            return;
        }
        if window.is_empty() {
            self.fault = Some(Fault::EmptyWindow { depth, window });
        } else if !self.unclaimed && !self.truth.allows(position, depth, node, window, returned) {
            let value = self.truth.value(position, depth, node);
            let fixed = self.truth.rules().is_fixed();
            self.fault = Some(if fixed {
                Fault::BoundLaw { depth, window, value, returned }
            } else {
                Fault::Unwitnessed { depth, window, value, returned }
            });
        }
    }
}

impl<P: Position> Observer<P> for Watch<P> {
    fn began(&mut self, depth: usize, window: Window) {
        if self.muted {
            return;
        }
        self.truth.search_to(depth);
        if self.prunes && self.marked != Some(window) {
            self.truth.oracle_mut().mark_examined(window);
            self.marked = Some(window);
        }
    }

    #[inline]
    fn entered(&mut self, position: &P, ply: usize) {
        if self.paths && !self.muted {
            self.path.truncate(ply);
            let node = self.path.last().map_or(0, |&parent| self.truth.step(parent, position));
            self.path.push(node);
        }
    }

    #[inline]
    fn evaluated(&mut self, position: &P) {
        if self.muted {
            return;
        }
        if self.seen.get(position, 0) != self.trial {
            self.seen.put(position, 0, self.trial);
            self.distinct_leaves += 1;
        }
        if self.prunes && !self.truth.oracle().is_examined(position) && self.fault.is_none() {
            self.fault = Some(Fault::PrunedLeaf { value: position.evaluate() });
        }
    }

    #[inline]
    fn left(&mut self, position: &P, depth: usize, window: Window, returned: Score) {
        let node = if self.paths { self.path.pop().unwrap_or(0) } else { 0 };
        self.judge(position, depth, node, window, returned);
    }

    fn passed(&mut self, position: &P, depth: usize, window: Window, returned: Score) {
        let node = if self.paths { self.path.last().copied().unwrap_or(0) } else { 0 };
        self.judge(position, depth, node, window, returned);
    }

    #[inline]
    fn raised(&mut self, ply: usize, mv: Move) {
        self.raised = Some((ply, mv));
    }

    #[inline]
    fn refuted(&mut self, ply: usize, mv: Move) {
        if self.raised == Some((ply, mv)) && !self.muted && self.fault.is_none() {
            self.fault = Some(Fault::RaisedRefutation { ply });
        }
    }
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
    let mut truth = Truth::new(&case.game.root(), case.depth);
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
    let mut game = bench.game(&case.game.root(), *depth)?;
    let trial = game.try_algorithm(subject.algorithm, &subject.shortcuts, |truth, index, outcome| {
        if Store::ALL[index] == subject.store {
            verdict = judge_line(truth, outcome, subject.store.keeps_lines());
            line = outcome.line.map(<[Move]>::to_vec);
        }
    });
    game.finish();
    let verdict = Verdict { score: trial.verdict, line: verdict };
    Ok(Checked { trial, line, verdict, promise: promise(subject) })
}

#[cfg(test)]
mod tests;
