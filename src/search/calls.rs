//! The functions that an algorithm calls besides [`Search::search`], for the next move and for the result of a child.

use crate::position::Position;
use crate::pv::PvStore;
use crate::score::{Score, Window};
use crate::search::{Callee, Child, Node, Observer, Search};
use crate::told::Told;

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// Returns the next move of `node`; `None` after the last one, and once the search is stopped.
    #[inline]
    pub fn next(&mut self, node: &mut Node<'_, P, S>) -> Option<Child> {
        if node.next == node.end || self.stopped {
            return None;
        }
        let child = Child { mv: self.scratch.moves[node.next], index: node.next - node.first };
        node.next += 1;
        Some(child)
    }

    /// The expected score of the root, which is the score of the previous iteration, or else the static evaluation.
    pub fn guess(&self, node: &Node<'_, P, S>) -> Score {
        self.root.expected.unwrap_or_else(|| node.position.evaluate())
    }

    /// Searches all moves of `node` once more with the routine `callee` and the window `(alpha, beta)`, as the node
    /// sees it. This is the textbook's call of a search for the same position, as in MTD(f).
    pub fn research_node(
        &mut self,
        callee: Callee<P, S, O>,
        node: &mut Node<'_, P, S>,
        alpha: Score,
        beta: Score,
    ) -> Score {
        (node.next, node.searched) = (node.first, 0);
        let score = callee(self, node, alpha, beta).max(node.stand_pat);
        if self.stopped {
            // Less than every bound, so that the loop of a caller that waits for two bounds to meet ends.
            return -Score::INFINITY;
        }
        let window = Window { alpha, beta };
        let ply = node.at.ply;
        self.observer.node_researched(node.position, node.remaining, window.nearer(ply), score.nearer(ply));
        if self.options.table.is_some() {
            self.store_entry(&self.node_entry(node, (window.bound(score), score)), ply);
        }
        // From here on the caller decides whether only a bound is known of the best move.
        self.root.best_is_bound = false;
        score
    }

    /// Notes that `child` raised alpha. The line of `node` becomes the move and the line of `child`.
    pub fn raise(&mut self, node: &mut Node<'_, P, S>, child: Child) {
        // Some algorithms raise with their first move whatever its score is, even if the
        // search was stopped below it.
        if self.stopped {
            return;
        }
        if node.remaining > self.ply_limits.quiescence || self.shows_quiescence() {
            self.store.raise(node.line, &node.child_line, node.at, child.mv);
        }
        if self.ordered {
            self.scratch.move_orderer.raise(node.at, child.mv);
        }
        self.observer.told(node.at.ply, &Told::Raised(child.mv));
        self.set_best(node, child, false);
    }

    /// Notes that `child` is better than all before it, but by a bound only. The child becomes the best move without a
    /// line; if it stays the best move of the root, the search ends with a bound.
    #[inline]
    pub fn best_by_bound(&mut self, node: &mut Node<'_, P, S>, child: Child) {
        if self.stopped {
            return;
        }
        self.observer.told(node.at.ply, &Told::BestByBound(child.mv));
        self.set_best(node, child, true);
    }

    /// Notes that the score of `child` reached beta, so that the move of `child` refutes the node.
    pub fn refute(&mut self, node: &mut Node<'_, P, S>, child: Child) {
        if self.stopped {
            return;
        }
        self.store.refute(node.line, &node.child_line, node.at, child.mv);
        if self.ordered {
            self.scratch.move_orderer.refute(node.at, child.mv);
        }
        self.observer.told(node.at.ply, &Told::Refuted(child.mv));
        self.set_best(node, child, true);
    }

    #[inline]
    fn set_best(&mut self, node: &mut Node<'_, P, S>, child: Child, is_bound: bool) {
        node.best = child.mv;
        if node.at.ply == 0 {
            self.root.best_move = Some(child.mv);
            self.root.best_is_bound = is_bound;
            self.root.raised_to = (!is_bound).then_some(self.root.last_score);
        }
    }
}
