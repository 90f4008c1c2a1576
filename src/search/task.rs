//! What is requested of a search, and what it reports.

use crate::search::SearchOptions;

/// A search to run.
#[derive(Debug)]
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

// A task has references alone, so that its position need not be `Copy`.
impl<P> Clone for Task<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Task<'_, P> {}

impl<'t, P> Task<'t, P> {
    /// Returns the task with another root.
    #[must_use]
    pub(crate) fn with_root<Q>(self, root: &'t Q) -> Task<'t, Q> {
        let Self { depth, options, node_limit, .. } = self;
        Task { root, depth, options, node_limit }
    }
}

/// The nodes that a search reports to its observer.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ReportedNodes {
    /// The search reports all nodes or no node. If the search reports no node, only its score and its lines are judged.
    #[default]
    All,
    /// All nodes with at least this depth to go, where plies of quiescence do not count. A node whose result
    /// depends on others is judged by what any correct search may return.
    DownTo(usize),
}
