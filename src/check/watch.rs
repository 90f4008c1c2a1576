//! The observer that looks at every node.

use crate::oracle::{Memo, Truth};
use crate::position::{Move, Position};
use crate::score::{Score, Window};
use crate::search::Observer;
use crate::verdict::Fault;

/// Watches every node of a search for a breach of the laws that hold there.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, and all combine")]
#[derive(Debug)]
pub struct Watch<P> {
    pub(super) truth: Truth<P>,
    /// Whether it looks away, as an earlier search runs.
    pub(super) muted: bool,
    /// Whether what a position is worth depends on the way to it.
    pub(super) paths: bool,
    /// Where the nodes of the current path stand among all paths, as repetition has it.
    pub(super) path: Vec<usize>,
    /// The number of the trial in which a leaf was last evaluated.
    pub(super) seen: Memo<P, u64>,
    pub(super) prunes: bool,
    /// Whether nothing is claimed about scores, as positions share their keys.
    pub(super) unclaimed: bool,
    /// The root window for which the leaves that alpha-beta reads are marked.
    pub(super) marked: Option<Window>,
    pub(super) trial: u64,
    pub(super) distinct_leaves: u64,
    /// The raise that was heard of last, until a node is left.
    pub(super) raised: Option<(usize, Move)>,
    pub(super) fault: Option<Fault>,
}

impl<P> Watch<P> {
    pub(super) fn start(&mut self, trial: u64, prunes: bool) {
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
            let value = self.truth.minimax(position, depth, node);
            self.fault = Some(if self.truth.rules().is_fixed() {
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
