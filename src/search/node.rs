//! A node of the search: what its recursion frame holds.

use crate::position::Move;
use crate::pv::{At, PvStore};
use crate::score::Score;

/// The frame of a node that is being expanded.
pub struct Node<'p, P, S: PvStore> {
    pub(super) position: P,
    pub(super) at: At,
    /// Plies that are left, those of quiescence too.
    pub(super) left: usize,
    /// The node's own line, which its parent handed down.
    pub(super) line: &'p mut S::Line,
    /// The line that its children write to.
    pub(super) child_line: S::Line,
    /// Its moves on the shared stack: the next one, and where they end.
    pub(super) first: usize,
    pub(super) next: usize,
    pub(super) end: usize,
    /// The move that raised alpha last, or refuted the node; null until then.
    pub(super) best: Move,
    /// What the side to move has without a move: where the depth has run out, its evaluation.
    pub(super) stands: Score,
    /// How many of its children were searched; a child among them is re-searched.
    pub(super) searched: usize,
    /// The beta that the last of them was searched with at first.
    pub(super) first_beta: Score,
}

impl<P, S: PvStore> Node<'_, P, S> {
    /// The position at this node.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Remaining depth in plies, those of quiescence included, so that what lies below depth 1 is
    /// a leaf; at least 1, as leaves are not expanded.
    pub fn depth(&self) -> usize {
        self.left
    }

    /// Distance from the root.
    pub fn ply(&self) -> usize {
        self.at.ply
    }

    /// Whether no move comes after `child`.
    pub fn is_last(&self, child: Child) -> bool {
        child.index + 1 == self.end - self.first
    }
}

/// A move of a node, on its way to being searched.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The move.
    pub mv: Move,
    /// Which of the node's moves it is, from 0.
    pub index: usize,
}
