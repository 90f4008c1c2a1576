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
    /// Where the nodes of the current path stand among all paths.
    pub(super) path: Vec<usize>,
    /// The ply of the node that is searched, and the moves that better lines of the root begin with.
    pub(super) ply: usize,
    pub(super) better: Vec<Move>,
    /// Nodes that were entered, the iteration that was begun last, and the one that had ended by then.
    pub(super) nodes: u64,
    pub(super) begun: usize,
    pub(super) finished: usize,
    /// The move that raised the root's alpha last in the search of the root that was begun last.
    pub(super) root_raise: Option<Move>,
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
        (self.nodes, self.begun, self.finished) = (0, 0, 0);
        self.root_raise = None;
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
        let allows = |watch: &mut Self| match watch.ply {
            0 if !watch.better.is_empty() => watch.truth.root_allows(&watch.better, window, returned),
            _ => watch.truth.allows(position, depth, node, window, returned),
        };
        if window.is_empty() {
            self.fault = Some(Fault::EmptyWindow { depth, window });
        } else if !self.unclaimed && !allows(self) {
            self.fault = Some(if self.truth.rules().is_fixed() {
                let value = self.truth.value_of_node(position, depth, node);
                Fault::BoundLaw { depth, window, value, returned }
            } else {
                Fault::Unwitnessed { depth, window, returned }
            });
        }
    }
}

impl<P: Position> Observer<P> for Watch<P> {
    fn began(&mut self, depth: usize, window: Window, better: &[Move]) {
        if self.muted {
            return;
        }
        self.truth.search_to(depth);
        if depth > self.begun {
            (self.finished, self.begun) = (self.begun, depth);
        }
        self.root_raise = None;
        self.better.clear();
        self.better.extend_from_slice(better);
        if self.prunes && self.marked != Some(window) {
            self.truth.oracle_mut().mark_examined(window);
            self.marked = Some(window);
        }
    }

    #[inline]
    fn entered(&mut self, position: &P, ply: usize, left: usize) {
        self.ply = ply;
        self.nodes += u64::from(!self.muted);
        if self.paths && !self.muted {
            self.path.truncate(ply);
            let node = self.path.last().map_or(0, |&parent| self.truth.step(parent, position, left));
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
        // From here on it is the parent that is searched.
        self.ply = self.ply.saturating_sub(1);
    }

    fn passed(&mut self, position: &P, depth: usize, window: Window, returned: Score) {
        let node = if self.paths { self.path.last().copied().unwrap_or(0) } else { 0 };
        self.judge(position, depth, node, window, returned);
    }

    #[inline]
    fn raised(&mut self, ply: usize, mv: Move) {
        self.raised = Some((ply, mv));
        if ply == 0 && !self.muted {
            self.root_raise = Some(mv);
        }
    }

    #[inline]
    fn refuted(&mut self, ply: usize, mv: Move) {
        if self.raised == Some((ply, mv)) && !self.muted && self.fault.is_none() {
            self.fault = Some(Fault::RaisedRefutation { ply });
        }
    }
}
