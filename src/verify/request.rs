//! The request for one search.

use std::cell::{RefCell, RefMut};
use std::fmt;

use super::circumstances::Circumstances;
use crate::game::SharedPosition;
use crate::position::Position;
use crate::search::Observer;

/// The request to run one search. The search must not depend on anything but the request and what the same object has
/// searched before.
pub struct Request<'r, P = SharedPosition> {
    pub(super) root: &'r P,
    pub(super) depth: usize,
    pub(super) circumstances: &'r Circumstances,
    pub(super) history: &'r [P],
    pub(super) observer: RefCell<&'r mut dyn Observer<P>>,
}

impl<P> Request<'_, P> {
    /// The position to search.
    pub fn root(&self) -> &P {
        self.root
    }

    /// The depth to search to, in plies.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The number of lines to return, with different first moves (`MultiPV`). A root with fewer moves has all its lines returned.
    pub fn lines(&self) -> usize {
        self.circumstances.lines.into()
    }

    /// The number of nodes, over all iterations, before which the search stops, if it is limited. It then returns its
    /// last completed iteration ([`Answer::of_depth`](super::Answer::of_depth)). A search that stops before it uses up
    /// the limit shows an iteration that is not its last one.
    pub fn node_limit(&self) -> Option<u64> {
        self.circumstances.node_limit
    }

    /// The maximum number of entries of the transposition table, if it is limited. The number is the same for all
    /// searches of one object.
    pub fn table_entries(&self) -> Option<usize> {
        self.circumstances.table_entries
    }

    /// The number of threads to run on ([`Verification::search_threads`](super::Verification::search_threads)).
    pub fn threads(&self) -> usize {
        self.circumstances.threads.into()
    }

    /// The positions of the game before the root since the last noisy move, oldest first.
    pub fn history(&self) -> &[P] {
        self.history
    }

    /// The observer of this search. A search that notifies it of its nodes is checked at each node, so that a finding
    /// names the node. The search must notify of all its nodes, or of none. A search of several lines notifies of each
    /// start by [`search_started`](crate::search::Observer::search_started); iterations are also known by the depth of
    /// the root.
    ///
    /// # Panics
    ///
    /// While the result of an earlier call is alive.
    pub fn observer(&self) -> RefMut<'_, dyn Observer<P> + '_> {
        RefMut::map(self.observer.borrow_mut(), |observer| &mut **observer)
    }
}

impl<P: Position> fmt::Debug for Request<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.root.name().unwrap_or_else(|| format!("key {:#x}", self.root.key()));
        f.debug_struct("Request").field("root", &name).field("depth", &self.depth).finish_non_exhaustive()
    }
}
