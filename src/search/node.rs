//! The visits and frames of a search, with the arguments of a call and the contents of a recursion frame.

use crate::position::Move;
use crate::pv::{At, PvStore};
use crate::score::{Score, Window};

#[derive(Debug)]
pub(super) struct Visit<'v, P> {
    pub position: &'v P,
    pub ply: usize,
    /// The plies to go, including those of quiescence.
    pub remaining: usize,
    pub window: Window,
}

impl<P> Clone for Visit<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Visit<'_, P> {}

impl<P> Visit<'_, P> {
    #[inline]
    pub(super) fn place(&self) -> At {
        At { ply: self.ply, window: self.window }
    }
}

/// The frame of a node that is being expanded.
pub struct Node<'p, P, S: PvStore> {
    pub(super) position: &'p P,
    pub(super) at: At,
    /// The plies to go, including those of quiescence.
    pub(super) remaining: usize,
    pub(super) line: &'p mut S::Line,
    pub(super) child_line: S::Line,
    /// The index of the first move of the node on the shared stack.
    pub(super) first: usize,
    pub(super) next: usize,
    pub(super) end: usize,
    /// The last move that raised alpha or refuted the node; null until then.
    pub(super) best: Move,
    /// The stand-pat score, which is the evaluation where the depth has run out, else minus infinity.
    pub(super) stand_pat: Score,
    /// The number of children of the node that were searched.
    pub(super) searched: usize,
    /// The beta with which the last searched child was first searched.
    pub(super) first_beta: Score,
}

impl<P, S: PvStore> Node<'_, P, S> {
    #[inline]
    pub(super) fn begin_search(&mut self, child: Child, beta: Score) -> bool {
        let is_re_search = child.index < self.searched;
        if !is_re_search {
            (self.searched, self.first_beta) = (child.index + 1, beta);
        }
        is_re_search
    }

    /// The position at this node.
    pub fn position(&self) -> &P {
        self.position
    }

    /// The remaining depth in plies, including those of quiescence, at least 1. The children of a node of depth 1 are
    /// leaves, which are not expanded.
    pub fn depth(&self) -> usize {
        self.remaining
    }

    /// The distance of the node from the root.
    pub fn ply(&self) -> usize {
        self.at.ply
    }

    /// Whether `child` is the last move of the node.
    pub fn is_last(&self, child: Child) -> bool {
        child.index + 1 == self.end - self.first
    }
}

/// A move of a node that is about to be searched.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The move.
    pub mv: Move,
    /// The index of the move among the moves of the node, from 0.
    pub index: usize,
}

#[cfg(test)]
mod tests {
    use crate::algorithm::pvs_soft;
    use crate::game::Graph;
    use crate::oracle::Oracle;
    use crate::position::Position;
    use crate::pv::{CAPACITY, PvStore, Triangular};
    use crate::score::Score;
    use crate::search::{Node, Observer, Scratch, Search, SearchOptions, Task, TooDeep};

    const DEPTH: usize = 3;

    /// A negamax that checks the accessors of its nodes.
    fn checking_negamax<P: Position, S: PvStore, O: Observer<P>>(
        s: &mut Search<'_, P, S, O>,
        node: &mut Node<'_, P, S>,
        _alpha: Score,
        _beta: Score,
    ) -> Score {
        let mut moves = Vec::new();
        node.position().moves(&mut moves);
        assert_eq!(node.ply() + node.depth(), DEPTH);
        let (mut best, mut searched) = (-Score::INFINITY, 0);
        while let Some(child) = s.next(node) {
            assert_eq!((child.index, child.mv), (searched, moves[searched]));
            searched += 1;
            assert_eq!(node.is_last(child), searched == moves.len(), "at ply {}", node.ply());
            let score = -s.search(checking_negamax, node, child, -Score::INFINITY, Score::INFINITY);
            if score > best {
                best = score;
                s.raise(node, child);
            }
        }
        assert_eq!(searched, moves.len());
        best
    }

    #[test]
    fn a_node_returns_its_ply_its_depth_and_its_last_move() {
        let game: Graph = "[[[3 5] 2 [1 2 3]] [[2] [9 4]] [7]]".parse().expect("a tree");
        let (mut store, mut observer, mut scratch) = (Triangular::default(), (), Scratch::default());
        let mut search = Search::new(&mut store, &mut observer, &mut scratch);
        let root = game.root();
        let task = Task { root: &root, depth: DEPTH, options: &SearchOptions::NONE, node_limit: None };
        let mut shown = None;
        search
            .root(checking_negamax, &task, &mut |(), outcome| shown = Some(outcome.score))
            .expect("within capacity");
        assert_eq!(shown, Some(Oracle::new(&root, DEPTH).score()));
        // A search may be as deep as the capacity of its store, and no deeper.
        let task = |depth| Task { depth, ..task };
        assert!(search.root(pvs_soft, &task(CAPACITY), &mut |(), _| ()).is_ok());
        let refused = search.root(pvs_soft, &task(CAPACITY + 1), &mut |(), _| ()).expect_err("too deep");
        assert_eq!(refused, TooDeep { depth: CAPACITY + 1, capacity: CAPACITY });
    }
}
