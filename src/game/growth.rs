//! How random trees grow.
//!
//! A growth has a shape and a way to give values; both vary apart from each
//! other. What a generator must reach is what breaks searches: leaves at every
//! ply, ties, positions with a single move, a game that is over at the root, and
//! inner positions that evaluate to something else than what lies below them.

use arbitrary::{Arbitrary, Unstructured};

use crate::game::{Choices, Tree};
use crate::score::Score;

/// Where the leaves are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Every position above the full height has all moves.
    Uniform,
    /// Every position above the full height draws 0 to `branching` moves.
    Ragged,
}

/// What the positions are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// Every position draws from `0..K`: the smaller K, the more ties.
    Below(u32),
    /// All positions differ: the numbers `0..positions` in random order.
    Permutation,
    /// A position is worth what its parent is, seen from the other side, plus a
    /// step from `-K..=K`; inner positions then foretell what lies below.
    EdgeSums(u32),
    /// Strongly ordered: the best move is drawn first, early ones far more often.
    ///
    /// The root is worth 0. At a position of value v the best child is the first
    /// with probability 0.70, one of the first quarter up to 0.90, else any other;
    /// it is worth -v, and each other child -v + 1 + a number below a million.
    Ordered,
}

/// A recipe for random trees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    /// Where the leaves are.
    pub shape: Shape,
    /// What the positions are worth.
    pub values: Values,
    /// The most moves of a position.
    pub branching: u16,
    /// The ply of the deepest leaves.
    pub height: u8,
}

impl Growth {
    /// Ragged trees stop growing at this many positions; a uniform tree is never cut.
    pub const BUDGET: usize = 96;

    /// A recipe drawn with wild weights, and the depth to search its trees to:
    /// mostly their height, at times less, so that inner positions are evaluated,
    /// or more.
    pub fn wild(choices: &mut impl Choices) -> (Self, u8) {
        let values = match choices.below(8) {
            0..=2 => Values::Below(2),
            3 => Values::Below(3),
            4 => Values::Below(10),
            5 => Values::Permutation,
            6 => Values::EdgeSums(1 + choices.below(4)),
            _ => Values::Ordered,
        };
        let growth = if choices.one_in(4) {
            const SMALL: [(u16, u8); 9] =
                [(1, 1), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2), (1, 4), (5, 2)];
            let (branching, height) = SMALL[choices.below(SMALL.len() as u32) as usize];
            Self { shape: Shape::Uniform, values, branching, height }
        } else {
            let branching = if choices.one_in(8) { 1 } else { 2 + choices.below(3) as u16 };
            let height = 1 + choices.below(6) as u8;
            Self { shape: Shape::Ragged, values, branching, height }
        };
        let depth = match choices.below(8) {
            0..=5 => growth.height,
            6 => choices.below(u32::from(growth.height) + 1) as u8,
            _ => growth.height + 1,
        };
        (growth, depth)
    }

    /// Grows a tree in place of what `tree` held; allocates only when it must be
    /// larger than any before.
    pub fn grow(&self, choices: &mut impl Choices, tree: &mut Tree) {
        tree.reset(Score::ZERO);
        let mut level = 0..1;
        for _ in 0..self.height {
            let next = level.end;
            for node in level {
                let moves = self.moves(choices, node == 0, tree.len());
                tree.expand(node, moves);
            }
            level = next..tree.len();
        }
        self.give_values(choices, tree);
    }

    fn moves(&self, choices: &mut impl Choices, root: bool, positions: usize) -> u16 {
        match self.shape {
            Shape::Uniform => self.branching,
            Shape::Ragged if positions + usize::from(self.branching) > Self::BUDGET => 0,
            // A game that is over at the root is worth a trial, but a rare one; and the
            // least choice, as zero means less.
            Shape::Ragged if root && choices.below(16) > 0 => {
                1 + choices.below(u32::from(self.branching)) as u16
            }
            Shape::Ragged => choices.below(u32::from(self.branching) + 1) as u16,
        }
    }

    fn give_values(&self, choices: &mut impl Choices, tree: &mut Tree) {
        match self.values {
            Values::Below(k) => {
                for node in 0..tree.len() {
                    tree.set_score(node, Score::saturating(i64::from(choices.below(k))));
                }
            }
            Values::Permutation => shuffle(choices, tree),
            Values::EdgeSums(k) => {
                for node in 0..tree.len() {
                    for child in tree.children(node) {
                        let step = zigzag(choices.below(2 * k + 1));
                        tree.set_score(child, Score::saturating(-i64::from(tree.score(node).get()) - step));
                    }
                }
            }
            Values::Ordered => {
                for node in 0..tree.len() {
                    order_children(choices, tree, node);
                }
            }
        }
    }
}

/// 0, -1, 1, -2, 2, ...: zero is the least choice.
fn zigzag(choice: u32) -> i64 {
    let half = i64::from(choice.div_ceil(2));
    if choice % 2 == 1 { -half } else { half }
}

/// The numbers `0..positions`, shuffled (Fisher & Yates 1938, Durstenfeld 1964).
fn shuffle(choices: &mut impl Choices, tree: &mut Tree) {
    for node in 0..tree.len() {
        let other = node - choices.below(node as u32 + 1) as usize;
        tree.set_score(node, tree.score(other));
        tree.set_score(other, Score::saturating(node as i64));
    }
}

fn order_children(choices: &mut impl Choices, tree: &mut Tree, node: usize) {
    let children = tree.children(node);
    if children.is_empty() {
        return;
    }
    let count = children.len() as u32;
    let quarter = count.div_ceil(4);
    let best = match choices.below(100) {
        0..70 => 0,
        70..90 if quarter > 1 => 1 + choices.below(quarter - 1),
        70..90 => 0,
        _ if count > quarter => quarter + choices.below(count - quarter),
        _ => count - 1,
    };
    let value = -i64::from(tree.score(node).get());
    for (index, child) in children.enumerate() {
        let worse = if index as u32 == best { 0 } else { 1 + i64::from(choices.below(1_000_000)) };
        tree.set_score(child, Score::saturating(value + worse));
    }
}

impl<'a> Arbitrary<'a> for Tree {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let (growth, _) = Growth::wild(bytes);
        let mut tree = Self::leaf(Score::ZERO);
        growth.grow(bytes, &mut tree);
        Ok(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seeded;

    fn grown(values: Values, seed: u64) -> Tree {
        let growth = Growth { shape: Shape::Uniform, values, branching: 4, height: 3 };
        let mut tree = Tree::leaf(Score::ZERO);
        growth.grow(&mut Seeded::new(seed, 0), &mut tree);
        tree
    }

    #[test]
    fn a_permutation_names_every_number_once() {
        let tree = grown(Values::Permutation, 7);
        let mut scores: Vec<i32> = (0..tree.len()).map(|node| tree.score(node).get()).collect();
        assert_ne!(scores, (0..85).collect::<Vec<_>>());
        scores.sort_unstable();
        assert_eq!(scores, (0..85).collect::<Vec<_>>());
    }

    #[test]
    fn the_best_child_of_an_ordered_tree_is_worth_what_its_parent_is() {
        for seed in 0..50 {
            let tree = grown(Values::Ordered, seed);
            for node in (0..tree.len()).filter(|&node| !tree.children(node).is_empty()) {
                let best = tree.children(node).map(|child| -tree.score(child)).max();
                assert_eq!(best, Some(tree.score(node)));
            }
        }
    }

    #[test]
    fn dry_choices_grow_the_least_tree() {
        let tree = Tree::arbitrary(&mut Unstructured::new(&[])).expect("growth takes any bytes");
        assert_eq!(tree.to_string(), "0");
    }

    #[test]
    fn the_same_seed_grows_the_same_tree() {
        for seed in 0..20 {
            assert_eq!(grown(Values::Below(3), seed), grown(Values::Below(3), seed));
        }
    }
}
