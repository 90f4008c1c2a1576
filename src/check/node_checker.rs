//! The observer that looks at every node.

use crate::oracle::{GroundTruth, Memo};
use crate::position::{Move, Position};
use crate::score::{Score, Window};
use crate::search::Observer;
use crate::verdict::Fault;

/// Watches every node of a search for a breach of the laws that hold there.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, and all combine")]
#[derive(Debug)]
pub struct NodeChecker<P> {
    pub(super) ground_truth: GroundTruth<P>,
    /// Whether it looks away, as an earlier search runs.
    pub(super) paused: bool,
    /// Whether what a position is worth depends on the way to it.
    pub(super) paths: bool,
    /// Where the nodes of the current path stand among all paths.
    pub(super) path: Vec<usize>,
    /// The ply of the node that is searched, and the moves that better lines of the root begin with.
    pub(super) ply: usize,
    pub(super) excluded_moves: Vec<Move>,
    /// Nodes that were entered, the iteration that was begun last, and the one that had ended by then.
    pub(super) nodes: u64,
    pub(super) started_depth: usize,
    pub(super) finished_depth: usize,
    /// The move that raised the root's alpha last in the search of the root that was begun last.
    pub(super) root_raise: Option<Move>,
    /// The number of the trial in which a leaf was last evaluated.
    pub(super) seen: Memo<P, u64>,
    pub(super) prunes: bool,
    /// Whether nothing is claimed about scores, as positions share their keys.
    pub(super) scores_unchecked: bool,
    /// The root window for which the leaves that alpha-beta reads are marked.
    pub(super) marked: Option<Window>,
    pub(super) trial: u64,
    pub(super) distinct_leaves: u64,
    /// The raise that was heard of last, until a node is left.
    pub(super) raised: Option<(usize, Move)>,
    pub(super) fault: Option<Fault>,
}

impl<P> NodeChecker<P> {
    pub(super) fn start(&mut self, trial: u64, prunes: bool) {
        self.trial = trial;
        self.prunes = prunes;
        self.distinct_leaves = 0;
        self.raised = None;
        self.fault = None;
        (self.nodes, self.started_depth, self.finished_depth) = (0, 0, 0);
        self.root_raise = None;
    }
}

impl<P: Position> NodeChecker<P> {
    /// Whether a search of `position` with this window may return that.
    #[inline]
    fn judge(&mut self, position: &P, depth: usize, node: usize, window: Window, returned: Score) {
        self.raised = None;
        if self.paused || self.fault.is_some() {
            return;
        }
        let allows = |checker: &mut Self| match checker.ply {
            0 if !checker.excluded_moves.is_empty() => {
                checker.ground_truth.root_allows(&checker.excluded_moves, window, returned)
            }
            _ => checker.ground_truth.allows(position, depth, node, window, returned),
        };
        if window.is_empty() {
            self.fault = Some(Fault::EmptyWindow { depth, window });
        } else if !self.scores_unchecked && !allows(self) {
            self.fault = Some(if self.ground_truth.rules().is_fixed() {
                let value = self.ground_truth.value_of_node(position, depth, node);
                Fault::BoundLaw { depth, window, value, returned }
            } else {
                Fault::Unwitnessed { depth, window, returned }
            });
        }
    }
}

impl<P: Position> Observer<P> for NodeChecker<P> {
    fn search_started(&mut self, depth: usize, window: Window, excluded_moves: &[Move]) {
        if self.paused {
            return;
        }
        self.ground_truth.search_to(depth);
        if depth > self.started_depth {
            (self.finished_depth, self.started_depth) = (self.started_depth, depth);
        }
        self.root_raise = None;
        self.excluded_moves.clear();
        self.excluded_moves.extend_from_slice(excluded_moves);
        if self.prunes && self.marked != Some(window) {
            self.ground_truth.oracle_mut().mark_examined(window);
            self.marked = Some(window);
        }
    }

    #[inline]
    fn node_entered(&mut self, position: &P, ply: usize, remaining: usize) {
        self.ply = ply;
        self.nodes += u64::from(!self.paused);
        if self.paths && !self.paused {
            self.path.truncate(ply);
            let node =
                self.path.last().map_or(0, |&parent| self.ground_truth.step(parent, position, remaining));
            self.path.push(node);
        }
    }

    #[inline]
    fn leaf_evaluated(&mut self, position: &P) {
        if self.paused {
            return;
        }
        if self.seen.get(position, 0) != self.trial {
            self.seen.put(position, 0, self.trial);
            self.distinct_leaves += 1;
        }
        if self.prunes && !self.ground_truth.oracle().is_examined(position) && self.fault.is_none() {
            self.fault = Some(Fault::PrunedLeaf { value: position.evaluate() });
        }
    }

    #[inline]
    fn node_exited(&mut self, position: &P, depth: usize, window: Window, returned: Score) {
        let node = if self.paths { self.path.pop().unwrap_or(0) } else { 0 };
        self.judge(position, depth, node, window, returned);
        // From here on it is the parent that is searched.
        self.ply = self.ply.saturating_sub(1);
    }

    fn node_researched(&mut self, position: &P, depth: usize, window: Window, returned: Score) {
        let node = if self.paths { self.path.last().copied().unwrap_or(0) } else { 0 };
        self.judge(position, depth, node, window, returned);
    }

    #[inline]
    fn alpha_raised(&mut self, ply: usize, mv: Move) {
        self.raised = Some((ply, mv));
        if ply == 0 && !self.paused {
            self.root_raise = Some(mv);
        }
    }

    #[inline]
    fn node_refuted(&mut self, ply: usize, mv: Move) {
        if self.raised == Some((ply, mv)) && !self.paused && self.fault.is_none() {
            self.fault = Some(Fault::RaisedRefutation { ply });
        }
    }
}
