//! The minimum number of leaves that prove the value at the root.
//!
//! A proof of "the value is v" has two parts. The first part proves a lower bound: the side
//! to move attains v with one move at each of its positions, against every reply. The second
//! part proves the upper bound in the same way for the other side. The two parts share the
//! leaves below one optimal line. Every algorithm has to evaluate at least the leaves of the
//! smallest such proof (Knuth & Moore, *An Analysis of Alpha-Beta Pruning*, 1975).
//!
//! ```text
//! exactly(p)  = min over optimal moves m of exactly(p after m)
//!                   + sum over the other moves n of at_least(p after n)
//! at_least(p) = min over moves m that attain the threshold of at_most(p after m)
//! at_most(p)  = sum over moves m of at_least(p after m)
//! ```
//!
//! All three are 1 where the depth runs out or the game is over. The threshold is the
//! value of the root, negated at every ply.

use crate::oracle::Oracle;
use crate::position::{Position, legal_moves};
use crate::score::Score;

impl<P: Position> Oracle<P> {
    /// The minimum number of leaves that any algorithm must evaluate to prove the value at the root.
    ///
    /// In a uniform tree of branching factor `b` and depth `d` the number is `b^ceil(d/2) +
    /// b^floor(d/2) - 1`, for any leaf values; alpha-beta evaluates exactly that many
    /// if the best move is first everywhere (Knuth & Moore 1975).
    ///
    /// The game is treated as a tree: a position on two lines is counted twice.
    /// The range of leaf values is treated as unlimited: an algorithm that knows the largest
    /// possible score, and stops when it has found it, may need fewer leaves.
    pub fn minimal_leaves(&self) -> u64 {
        self.exactly(&self.root, self.depth)
    }

    fn exactly(&self, position: &P, depth: usize) -> u64 {
        if depth == 0 || position.is_terminal() {
            return 1;
        }
        let threshold = self.value(position, depth).for_child();
        // One best move needs an exact proof, all other moves a refutation. `extra` is the smallest
        // difference between the two for a best move.
        let (mut refutations, mut extra) = (0, u64::MAX);
        for child in children(position) {
            let refutation = self.at_least(&child, depth - 1, threshold);
            refutations += refutation;
            if self.value(&child, depth - 1) == threshold {
                extra = extra.min(self.exactly(&child, depth - 1) - refutation);
            }
        }
        refutations + extra
    }

    fn at_least(&self, position: &P, depth: usize, threshold: Score) -> u64 {
        if depth == 0 || position.is_terminal() {
            return 1;
        }
        let attains = |child: &P| self.value(child, depth - 1).for_parent() >= threshold;
        let leaves = |child| self.at_most(&child, depth - 1, threshold.for_child());
        children(position).filter(attains).map(leaves).min().unwrap_or(u64::MAX)
    }

    fn at_most(&self, position: &P, depth: usize, threshold: Score) -> u64 {
        if depth == 0 || position.is_terminal() {
            return 1;
        }
        children(position).map(|child| self.at_least(&child, depth - 1, threshold.for_child())).sum()
    }
}

fn children<P: Position>(position: &P) -> impl Iterator<Item = P> {
    legal_moves(position).into_iter().map(|mv| position.play(mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Graph, Growth, Seeded, Shape, Sharing, Values};

    fn minimal(game: &str, depth: usize) -> u64 {
        let tree: Graph = game.parse().expect("a tree");
        Oracle::new(&tree.root(), depth).minimal_leaves()
    }

    /// A uniform tree in which the first move is the best everywhere: it has the value of its
    /// position, and every other move is worse by a different number.
    fn best_first(branching: u16, height: u8) -> Graph {
        let mut tree = Graph::uniform(branching, height);
        for node in 0..tree.len() {
            let value = -i64::from(tree.score(node).get());
            let moves = tree.children(node).len();
            for index in 0..moves {
                let child = tree.child(node, index);
                let worse = if index == 0 { 0 } else { child as i64 };
                tree.set_score(child, Score::saturating(value + worse));
            }
        }
        tree
    }

    #[test]
    fn a_uniform_tree_needs_the_number_of_leaves_of_the_closed_form() {
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
        // Both moves have the value 1. The second is a leaf. The first has three replies: a proof of its
        // exact value needs all of them, a proof that it is not better needs one.
        assert_eq!(minimal("[[1 1 1] -1]", 2), 2);
        // Its leaf refutes the second move; the inner position before that leaf is not needed.
        assert_eq!(minimal("[-5 [[-1 -1] 1]]", 3), 2);
        assert_eq!(minimal("[-5 [[-1 -1] 9]]", 3), 3);
        // At depth 1 the three replies are below the horizon.
        assert_eq!(minimal("[[1 1 1] -1]", 1), 2);
        assert_eq!(minimal("7", 3), 1);
    }
}
