//! The interface of external searches, and the adapter that runs the algorithms of this crate through it.

use crate::position::Position;
use crate::pv::PvStore;
use crate::search::{Callee, Counts, Observer, OtherObserver, Outcome, Scratch, Search, SearchOptions};

/// A search to run.
#[derive(Clone, Copy, Debug)]
pub struct Task<'t, P> {
    /// The position to search.
    pub root: &'t P,
    /// The depth in plies. No line is longer than the capacity of the store.
    pub depth: usize,
    /// The search options.
    pub options: &'t SearchOptions,
    /// If given, the search stops before it enters more nodes than this, all iterations together, and
    /// shows nothing.
    pub node_limit: Option<u64>,
}

impl<'t, P> Task<'t, P> {
    /// Returns the task with another root.
    #[must_use]
    pub fn with_root<Q>(self, root: &'t Q) -> Task<'t, Q> {
        let Self { depth, options, node_limit, .. } = self;
        Task { root, depth, options, node_limit }
    }
}

/// The nodes that an [`ExternalSearch`] reports to its observer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ReportedNodes {
    /// The search reports all nodes or no node. If the search reports no node, only its score and its lines are judged.
    #[default]
    All,
    /// All nodes with at least this depth to go, where plies of quiescence do not count. A node whose result
    /// depends on others is judged by what any correct search may return.
    DownTo(usize),
}

/// A whole search that a harness can run and judge: root driver, recursion and table.
///
/// The algorithms of this crate implement it through [`AlgorithmAdapter`]. A search that shares no code
/// with them, such as that of an engine, implements this trait itself and must do the following:
///
/// - It notifies `observer` when it begins (with the window of the root), and of the nodes that it enters,
///   evaluates and exits, both with the plies that the caller of the node requested. Nodes are judged if it
///   reports all of them, or as many as [`ExternalSearch::reported_nodes`] declares; score and line always.
/// - It calls `store` as [`PvStore`] describes, or does not use it if it keeps its line by itself.
/// - At the end it calls `each` once per store, in order, with the observer and the outcome; once with
///   [`NoStore`](crate::pv::NoStore), if it keeps its line by itself.
/// - What it keeps between two searches, such as a table that the search options keep, is in the search
///   itself or in `scratch`, which all searches of a harness share.
pub trait ExternalSearch<P, S, O> {
    /// The nodes that the search reports to its observer.
    fn reported_nodes(&self) -> ReportedNodes {
        ReportedNodes::All
    }

    /// Whether it must give only reasons that its search options permit, as the searches of this crate do.
    fn keeps_to_options(&self) -> bool {
        false
    }

    /// The next search is of another game: the search forgets what it has kept.
    fn new_game(&mut self, scratch: &mut Scratch);

    /// Runs one search. Returns the counts of the search.
    fn search(
        &mut self,
        store: &mut S,
        observer: &mut O,
        scratch: &mut Scratch,
        task: Task<'_, P>,
        each: &mut dyn FnMut(&O, &Outcome<'_>),
    ) -> Counts;
}

/// An algorithm of this crate, run by the shared search and root driver of this module.
#[derive(Debug)]
pub struct AlgorithmAdapter<P, S: PvStore, O>(pub Callee<P, S, O>);

impl<P, S, O> ExternalSearch<P, S, O> for AlgorithmAdapter<P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    fn keeps_to_options(&self) -> bool {
        true
    }

    fn new_game(&mut self, scratch: &mut Scratch) {
        scratch.new_game();
    }

    fn search(
        &mut self,
        store: &mut S,
        observer: &mut O,
        scratch: &mut Scratch,
        task: Task<'_, P>,
        each: &mut dyn FnMut(&O, &Outcome<'_>),
    ) -> Counts {
        let counts = Search::new(store, observer, scratch).root(self.0, &task, each);
        counts.expect("no line is longer than the capacity of the store")
    }
}

/// Runs an algorithm of this crate on several threads.
pub(crate) struct Parallel<'h, P, S: PvStore, O> {
    /// The algorithm on the first thread.
    pub first: Callee<P, S, O>,
    /// The algorithm on the other threads.
    pub other: Callee<P, S, OtherObserver<'h, P>>,
    /// The memory of the other threads, one element for each thread.
    pub others: &'h mut [(S, Scratch)],
}

impl<'h, P, S, O> ExternalSearch<P, S, O> for Parallel<'h, P, S, O>
where
    P: Position + Send + Sync + 'h,
    S: PvStore + Send,
    O: Observer<P>,
{
    fn keeps_to_options(&self) -> bool {
        true
    }

    fn new_game(&mut self, scratch: &mut Scratch) {
        scratch.new_game();
    }

    fn search(
        &mut self,
        store: &mut S,
        observer: &mut O,
        scratch: &mut Scratch,
        task: Task<'_, P>,
        each: &mut dyn FnMut(&O, &Outcome<'_>),
    ) -> Counts {
        let mut search = Search::new(store, observer, scratch);
        search.root_by_threads(self.first, self.other, self.others, &task, each)
    }
}
