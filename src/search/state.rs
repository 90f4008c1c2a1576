//! The state that all frames of a search share.

use std::marker::PhantomData;

use crate::ply_limits::PlyLimits;
use crate::position::Move;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Counts, Node, Scratch, SearchOptions};

/// A search routine that an algorithm calls, which is itself or another. A function pointer makes the compiler generate
/// the recursion once per set of stores, not once per algorithm.
pub type Callee<P, S, O> =
    fn(&mut Search<'_, P, S, O>, &mut Node<'_, P, S>, alpha: Score, beta: Score) -> Score;

/// A running search, with the state that all its frames share.
pub struct Search<'s, P, S, O> {
    pub(super) store: &'s mut S,
    pub(super) observer: &'s mut O,
    pub(super) scratch: &'s mut Scratch,
    pub(super) options: SearchOptions,
    pub(super) ply_limits: PlyLimits,
    /// The greatest number of plies to go of a node whose children take no step that options add. Without options every
    /// node is such a node; so are nodes above leaves with a table that has no leaves.
    pub(super) plain_plies: usize,
    pub(super) ordered: bool,
    pub(super) selective: bool,
    pub(super) null_move_ply: usize,
    pub(super) counts: Counts,
    /// The number of nodes at which the search stops, or tests whether the search is interrupted.
    pub(super) limit: u64,
    pub(super) most_nodes: u64,
    /// Whether the node limit was reached. The score of a stopped node means nothing. Its parent gets its own alpha,
    /// and every node above has no moves left, raises nothing, and stores nothing.
    pub(super) stopped: bool,
    pub(super) root: RootState,
    position: PhantomData<fn(&P)>,
}

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct RootState {
    pub expected: Option<Score>,
    pub best_move: Option<Move>,
    pub best_is_bound: bool,
    pub last_score: Score,
    pub raised_to: Option<Score>,
}

impl<'s, P, S, O> Search<'s, P, S, O> {
    /// Returns a search that writes to `store` and notifies `observer`.
    pub fn new(store: &'s mut S, observer: &'s mut O, scratch: &'s mut Scratch) -> Self
    where
        S: PvStore,
    {
        scratch.moves.clear();
        Self {
            store,
            observer,
            scratch,
            options: SearchOptions::NONE,
            ply_limits: PlyLimits::for_depth(0),
            plain_plies: 0,
            ordered: false,
            selective: false,
            null_move_ply: 0,
            counts: Counts::default(),
            limit: u64::MAX,
            most_nodes: u64::MAX,
            stopped: false,
            root: RootState::default(),
            position: PhantomData,
        }
    }

    #[inline]
    pub(super) fn depth_of(&self, remaining: usize) -> usize {
        remaining.saturating_sub(self.ply_limits.quiescence)
    }
}
