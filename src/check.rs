//! One trial and its judgement: a search feeds every store, an observer watches
//! every node, and the oracle says what score and lines are worth.

mod earlier;
mod judge;
mod short;
mod watch;

use crate::algorithm::{Algorithm, Habits};
use crate::case::Case;
use crate::contract::{Promise, promise, rules};
use crate::game::GraphPosition;
use crate::oracle::{Buffers, Memo, Rules, Truth};
use crate::position::{Move, Position};
use crate::pv::{CAPACITY, Fed, PvStore, Store};
use crate::score::{Bound, Score};
use crate::search::{Callee, Counts, Outcome, Scratch, Searcher, Shortcuts, Task, Through, TooDeep};
use crate::subject::Subject;
use crate::verdict::{End, Fault, Finding, LineKind, LineVerdict, ScoreVerdict, Verdict};
pub use earlier::Earlier;
use judge::Judge;
pub use judge::{judge_line, judge_score, judge_store};
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
            ply: 0,
            better: Vec::new(),
            nodes: 0,
            begun: 0,
            finished: 0,
            root_raise: None,
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

    /// Whether the store can follow the lines of a search with these shortcuts.
    ///
    /// # Errors
    ///
    /// When it cannot.
    pub fn has_room(&self, depth: usize, shortcuts: &Shortcuts) -> Result<(), TooDeep> {
        let (capacity, longest) = (self.bench.store.capacity().min(CAPACITY), shortcuts.reach(depth).longest);
        if longest > capacity { Err(TooDeep { depth: longest, capacity }) } else { Ok(()) }
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
        each: impl FnMut(&Truth<P>, usize, &Outcome<'_>),
    ) -> Trial {
        let habits = algorithm.habits();
        self.try_search(algorithm.callee(), habits, shortcuts, each)
    }

    /// Tries any search of these habits: `each` hears what every store shows, in the order in
    /// which the bench's store visits them.
    pub fn try_search(
        &mut self,
        algorithm: Callee<P, S, Watch<P>>,
        habits: Habits,
        shortcuts: &Shortcuts,
        each: impl FnMut(&Truth<P>, usize, &Outcome<'_>),
    ) -> Trial {
        self.try_by(algorithm, &rules(habits, shortcuts), habits, shortcuts, each)
    }

    /// Tries any search and judges it by these rules instead of those that the contract makes of
    /// its habits and shortcuts: for a search that does more, or less, than its shortcuts say.
    pub fn try_by(
        &mut self,
        algorithm: Callee<P, S, Watch<P>>,
        rules: &Rules,
        habits: Habits,
        shortcuts: &Shortcuts,
        each: impl FnMut(&Truth<P>, usize, &Outcome<'_>),
    ) -> Trial {
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
        mut each: impl FnMut(&Truth<P>, usize, &Outcome<'_>),
    ) -> Trial {
        self.bench.trials += 1;
        self.watch.truth.judge_by(rules);
        if shortcuts.stop.is_some() {
            self.watch.truth.expect_stops();
        }
        self.watch.start(self.bench.trials, habits.prunes && shortcuts.is_direct());
        self.watch.unclaimed = shortcuts.collides();
        self.watch.paths = self.watch.truth.follows_paths();
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
        let mut judge = Judge::new(shortcuts);
        let counts = searcher.search(store, &mut self.watch, scratch, task, |watch, outcome| {
            let index = judge.hear(&watch.truth, outcome);
            each(&watch.truth, index, outcome);
        });
        judge.trial(&self.watch, counts)
    }
}

/// One of the lines that a store showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
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

impl Shown {
    /// What `store` shows in the end of a search, judged.
    pub(crate) fn new<P: Position>(truth: &Truth<P>, store: Store, outcome: &Outcome<'_>) -> Self {
        let Outcome { score, bound, best_move, depth, line, .. } = *outcome;
        let verdict = judge_store(truth, store, outcome);
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
    pub lines: Vec<Shown>,
    /// Which of them that line is.
    pub rank: usize,
    /// What score and line are worth.
    pub verdict: Verdict,
    /// What the contract promises of this subject.
    pub promise: Promise,
}

impl Checked {
    /// What was found by the trial of `subject`, whose store showed these lines.
    pub(crate) fn new(subject: &Subject, trial: Trial, lines: Vec<Shown>) -> Self {
        let worst = (0..lines.len()).rev().max_by_key(|&rank| lines[rank].verdict.kind);
        let rank = worst.expect("every store shows something");
        let Shown { verdict: line_verdict, line, .. } = lines[rank].clone();
        let verdict = Verdict { score: trial.verdict, line: line_verdict };
        Self { trial, line, lines, rank, verdict, promise: promise(subject) }
    }

    /// The line of the worst kind, with its score.
    pub fn worst(&self) -> &Shown {
        &self.lines[self.rank]
    }

    /// What is true of the depth that was shown, by what is true of the whole game: less deep where the
    /// search was stopped, unless nothing had been searched by then.
    pub fn truth_shown<'t, P: Position>(&self, whole: &'t Truth<P>) -> &'t Truth<P> {
        let depth = self.worst().depth;
        if depth == 0 { whole } else { whole.at(depth) }
    }

    /// The moves that the lines before the worst one begin with.
    pub fn better(&self) -> Vec<Move> {
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

    /// Whether what was found is no worse than the promise.
    pub fn is_kept(&self) -> bool {
        let honest = self.trial.fault.is_none_or(|fault| self.promise.allows_fault(fault.kind()));
        honest && self.promise.breach(self.verdict, self.trial.end).is_none()
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
        let earlier = Earlier::of_case(&root, case.depth, &case.subject.shortcuts);
        truth = truth.after(earlier.map(|earlier| (earlier.root, earlier.depth)).to_vec());
    }
    truth.judge_by(&rules(case.subject.algorithm.habits(), &case.subject.shortcuts));
    if case.subject.shortcuts.stop.is_some() {
        truth.expect_stops();
    }
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
    let mut lines: Vec<Shown> = Vec::new();
    let root = case.game.root();
    let mut game = bench.game(&root, *depth)?;
    game.has_room(*depth, &subject.shortcuts)?;
    if subject.shortcuts.keeps_table() {
        game = game.after(Earlier::of_case(&root, *depth, &subject.shortcuts))?;
    }
    let trial = game.try_algorithm(subject.algorithm, &subject.shortcuts, |truth, index, outcome| {
        if Store::ALL[index] == subject.store {
            lines.push(Shown::new(truth, subject.store, outcome));
        }
    });
    game.finish();
    Ok(Checked::new(subject, trial, lines))
}

#[cfg(test)]
mod tests;
