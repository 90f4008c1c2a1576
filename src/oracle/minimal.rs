//! The fewest leaves that prove the value at the root.
//!
//! Whoever says "the value is v" has to know two things: that the side to move can get
//! v, which takes one good move at its own positions and an answer to every reply; and
//! that the other side can keep it from more, which takes the same with the sides
//! changed. The two proofs share the leaves below one optimal line of play, and the
//! fewest leaves together are what no algorithm can do without (Knuth & Moore, *An
//! Analysis of Alpha-Beta Pruning*, 1975).
//!
//! ```text
//! exactly(p)  = min over optimal moves m of exactly(p after m)
//!                   + sum over the other moves n of at_least(p after n)
//! at_least(p) = min over moves m that reach the threshold of at_most(p after m)
//! at_most(p)  = sum over moves m of at_least(p after m)
//! ```
//!
//! All three are 1 where the depth runs out or the game is over. The threshold is the
//! root's value, turned round at every ply.

use crate::oracle::Oracle;
use crate::position::{Move, Position};
use crate::score::Score;

impl<P: Position> Oracle<P> {
    /// The fewest leaves that any algorithm must evaluate to prove the value at the root.
    ///
    /// In a uniform tree of branching `b` and depth `d` that is `b^ceil(d/2) +
    /// b^floor(d/2) - 1`, whatever its leaves are worth; alpha-beta reads exactly these
    /// when the best move comes first everywhere (Knuth & Moore 1975).
    ///
    /// The game is taken for a tree: a position that two lines reach is counted twice.
    /// And a leaf may be worth anything: an algorithm that knows a largest score, and
    /// stops when it has found it, may need fewer.
    pub fn minimal_leaves(&self) -> u64 {
        let mut moves = self.moves.take();
        moves.clear();
        let leaves = self.exactly(&self.root, self.depth, &mut moves);
        self.moves.replace(moves);
        leaves
    }

    /// To prove that `position` is worth what it is.
    fn exactly(&self, position: &P, depth: usize, moves: &mut Vec<Move>) -> u64 {
        if depth == 0 || position.is_terminal() {
            return 1;
        }
        let threshold = self.value(position, depth).for_child();
        let first = moves.len();
        position.moves(moves);
        // Every move is refuted but one, and that one costs so much more than its refutation.
        let (mut refutations, mut more) = (0, u64::MAX);
        for next in first..moves.len() {
            let child = position.play(moves[next]);
            let refutation = self.at_least(&child, depth - 1, threshold, moves);
            refutations += refutation;
            if self.value(&child, depth - 1) == threshold {
                more = more.min(self.exactly(&child, depth - 1, moves) - refutation);
            }
        }
        moves.truncate(first);
        refutations + more
    }

    /// To prove that `position` is worth `threshold` or more, which is true.
    fn at_least(&self, position: &P, depth: usize, threshold: Score, moves: &mut Vec<Move>) -> u64 {
        if depth == 0 || position.is_terminal() {
            return 1;
        }
        let first = moves.len();
        position.moves(moves);
        let mut fewest = u64::MAX;
        for next in first..moves.len() {
            let child = position.play(moves[next]);
            if self.value(&child, depth - 1).for_parent() >= threshold {
                fewest = fewest.min(self.at_most(&child, depth - 1, threshold.for_child(), moves));
            }
        }
        moves.truncate(first);
        fewest
    }

    /// To prove that `position` is worth `threshold` or less, which is true.
    fn at_most(&self, position: &P, depth: usize, threshold: Score, moves: &mut Vec<Move>) -> u64 {
        if depth == 0 || position.is_terminal() {
            return 1;
        }
        let first = moves.len();
        position.moves(moves);
        let mut leaves = 0;
        for next in first..moves.len() {
            leaves += self.at_least(&position.play(moves[next]), depth - 1, threshold.for_child(), moves);
        }
        moves.truncate(first);
        leaves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Graph, Growth, Seeded, Shape, Sharing, Values};

    fn minimal(game: &str, depth: usize) -> u64 {
        let tree: Graph = game.parse().expect("a tree");
        Oracle::new(&tree.root(), depth).minimal_leaves()
    }

    /// A uniform tree in which the first move is the best everywhere: it is worth what its
    /// position is, and every other one is worse by a number of its own.
    fn best_first(branching: u16, height: u8) -> Graph {
        let mut tree = Graph::uniform(branching, height);
        for node in 0..tree.len() {
            let value = -i64::from(tree.score(node).get());
            for index in 0..tree.children(node).len() {
                let child = tree.child(node, index);
                let worse = if index == 0 { 0 } else { child as i64 };
                tree.set_score(child, Score::saturating(value + worse));
            }
        }
        tree
    }

    #[test]
    fn a_uniform_tree_needs_as_many_leaves_as_the_closed_form_says() {
        for branching in 1..=5u16 {
            for height in 0..=5u8 {
                let b = u64::from(branching);
                let half = u32::from(height / 2);
                let closed = b.pow(u32::from(height) - half) + b.pow(half) - 1;
                let values = Values::Below(3);
                let growth =
                    Growth { shape: Shape::Uniform, sharing: Sharing::None, values, branching, height };
                let mut random = Graph::leaf(Score::ZERO);
                growth.grow(&mut Seeded::new(1, 0), &mut random);
                for tree in [best_first(branching, height), random] {
                    let oracle = Oracle::new(&tree.root(), usize::from(height));
                    assert_eq!(oracle.minimal_leaves(), closed, "({branching}, {height})");
                }
            }
        }
    }

    #[test]
    fn the_cheapest_of_several_proofs_counts() {
        // Both moves are worth 1: a leaf, and a position whose three replies must all be
        // read to prove it exactly, but one to prove that it is not better.
        assert_eq!(minimal("[[1 1 1] -1]", 2), 2);
        // To refute the second move takes its leaf and not the position before it.
        assert_eq!(minimal("[-5 [[-1 -1] 1]]", 3), 2);
        assert_eq!(minimal("[-5 [[-1 -1] 9]]", 3), 3);
        // Above the horizon nothing of that is seen.
        assert_eq!(minimal("[[1 1 1] -1]", 1), 2);
        assert_eq!(minimal("7", 3), 1);
    }
}
