//! The adapter for external searches.

use crate::position::Position;
use crate::pv::PvStore;
use crate::search::{Callee, Counts, Observer, Outcome, Scratch, Search, SearchOptions};

/// What is to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Task<'t, P> {
    /// The position.
    pub root: &'t P,
    /// How many plies deep; never more than the store can follow.
    pub depth: usize,
    /// What the search does beyond walking its tree.
    pub options: &'t SearchOptions,
    /// Where given, the search stops before it enters more nodes than these, those of all
    /// iterations together, and shows nothing.
    pub node_limit: Option<u64>,
}

/// A whole search: root driver, recursion and table, as one that can be tried and judged.
///
/// The crate's own come in by [`AlgorithmAdapter`]. One that shares no code with them, an engine's, comes in
/// by implementing this trait, and owes what they do:
///
/// - it tells `observer` when it begins (with the window of the root), what it enters, evaluates and
///   leaves; what it does not tell is not judged, and score and line are judged all the same;
/// - it calls the `store` as [`PvStore`] says, or leaves it alone when it keeps its line by itself;
/// - in the end it calls `each` once per store, in order, with the observer and the outcome; a search
///   with a line of its own is fed [`NoStore`](crate::pv::NoStore) and calls it once;
/// - what it keeps between two searches, as a table that the search options let it keep, is its own, or
///   lies in the `scratch` that all searches of a harness share.
///
/// A negamax with a list of its own, and a line too short by a move:
///
/// ```
/// use pvcheck::algorithm::Profile;
/// use pvcheck::check::{Harness, judge_line};
/// use pvcheck::game::Graph;
/// use pvcheck::oracle::Rules;
/// use pvcheck::position::{Move, Position};
/// use pvcheck::pv::NoStore;
/// use pvcheck::score::{Bound, Score, Window};
/// use pvcheck::search::{Counts, Observer, Outcome, Scratch, ExternalSearch, SearchOptions, Task};
/// use pvcheck::verdict::LineKind;
///
/// fn negamax<P: Position>(position: &P, depth: usize) -> (Score, Vec<Move>) {
///     if depth == 0 || position.is_terminal() {
///         return (position.evaluate(), Vec::new());
///     }
///     let mut moves = Vec::new();
///     position.moves(&mut moves);
///     let mut best = (-Score::INFINITY, Vec::new());
///     for mv in moves {
///         let (score, tail) = negamax(&position.play(mv), depth - 1);
///         if score.for_parent() > best.0 {
///             best = (score.for_parent(), [vec![mv], tail].concat());
///         }
///     }
///     best
/// }
///
/// /// Cuts the last move off where it is told to.
/// struct Mine { cuts: bool }
///
/// impl<P: Position, O: Observer<P>> ExternalSearch<P, NoStore, O> for Mine {
///     fn new_game(&mut self, _: &mut Scratch) {}
///
///     fn search(
///         &mut self,
///         _store: &mut NoStore,
///         observer: &mut O,
///         _scratch: &mut Scratch,
///         task: Task<'_, P>,
///         mut each: impl FnMut(&O, &Outcome<'_>),
///     ) -> Counts {
///         observer.search_started(task.depth, Window::FULL, &[]);
///         let (score, mut line) = negamax(task.root, task.depth);
///         let best_move = line.first().copied();
///         if self.cuts {
///             line.pop();
///         }
///         let outcome = Outcome::new(task.depth, score, Bound::Exact);
///         each(observer, &Outcome { best_move, line: Some(&line), ..outcome });
///         Counts::NONE
///     }
/// }
///
/// let tree: Graph = "[[3 5] [2 9]]".parse()?;
/// let mut harness = Harness::with_store(NoStore);
/// let mut game = harness.game(&tree.root(), 2)?;
/// let mut kind = |mut mine| {
///     let mut kind = LineKind::Missing;
///     let (rules, profile) = (Rules::FIXED_TREE, Habits::MINIMAX);
///     let trial = game.run_external(&mut mine, &rules, profile, &SearchOptions::NONE, |ground_truth, _, outcome| {
///         kind = judge_line(ground_truth, outcome, true).kind;
///     });
///     assert!(!trial.verdict.is_fault() && trial.fault.is_none());
///     kind
/// };
/// assert_eq!(kind(Mine { cuts: false }), LineKind::Same);
/// assert_eq!(kind(Mine { cuts: true }), LineKind::Truncated);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ExternalSearch<P, S, O> {
    /// The next search is of another game: nothing that was kept counts.
    fn new_game(&mut self, scratch: &mut Scratch);

    /// Runs one search and says what it did.
    fn search(
        &mut self,
        store: &mut S,
        observer: &mut O,
        scratch: &mut Scratch,
        task: Task<'_, P>,
        each: impl FnMut(&O, &Outcome<'_>),
    ) -> Counts;
}

/// An algorithm, which runs in the shared search and root driver of this module.
#[derive(Debug)]
pub struct AlgorithmAdapter<P, S: PvStore, O>(pub Callee<P, S, O>);

impl<P, S, O> ExternalSearch<P, S, O> for AlgorithmAdapter<P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    fn new_game(&mut self, scratch: &mut Scratch) {
        scratch.new_game();
    }

    fn search(
        &mut self,
        store: &mut S,
        observer: &mut O,
        scratch: &mut Scratch,
        task: Task<'_, P>,
        each: impl FnMut(&O, &Outcome<'_>),
    ) -> Counts {
        let counts = Search::new(store, observer, scratch).root(self.0, &task, each);
        counts.expect("no task is deeper than its store")
    }
}
