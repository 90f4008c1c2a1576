//! The synthetic game: an ordered tree with a score at every position.
//!
//! Any shape is allowed: leaves at every ply, positions with a single move, a
//! root where the game is already over. Scores at inner positions are what
//! `evaluate` says when the depth runs out there; they need not agree with what
//! lies below.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use crate::position::{Move, Position};
use crate::score::Score;

/// An ordered game tree, stored level by level: position 0 is the root, and the
/// children of a position stand side by side.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// Positions below this one may no longer be expanded; keeps the order of
    /// levels, and with it the equality of trees that look the same.
    unexpanded: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    score: Score,
    first_child: u32,
    children: u16,
}

impl Clone for Tree {
    fn clone(&self) -> Self {
        Self { nodes: self.nodes.clone(), unexpanded: self.unexpanded }
    }

    /// In the memory that is there: what is derived would allocate.
    fn clone_from(&mut self, source: &Self) {
        self.nodes.clone_from(&source.nodes);
        self.unexpanded = source.unexpanded;
    }
}

impl Tree {
    /// The most moves a position may have.
    pub const MOST_MOVES: usize = Move::LARGEST as usize + 1;

    /// A game that is over at the root.
    pub fn leaf(score: Score) -> Self {
        let mut tree = Self { nodes: Vec::new(), unexpanded: 0 };
        tree.reset(score);
        tree
    }

    /// Every position with `branching` moves down to ply `height`; all scores 0.
    ///
    /// # Panics
    ///
    /// When the tree would have more positions than memory has addresses.
    pub fn uniform(branching: u16, height: u8) -> Self {
        let mut tree = Self::leaf(Score::ZERO);
        let mut level = 0..1;
        for _ in 0..height {
            let next = level.end;
            for node in level {
                tree.expand(node, branching);
            }
            level = next..tree.len();
        }
        tree
    }

    /// Makes this a game that is over at the root; keeps the memory.
    pub fn reset(&mut self, score: Score) {
        self.nodes.clear();
        self.nodes.push(Node { score, first_child: 0, children: 0 });
        self.unexpanded = 0;
    }

    /// Gives the leaf `node` this many children, with score 0, and says where they stand.
    ///
    /// # Panics
    ///
    /// When a position at or after `node` has been expanded before: a tree is
    /// built level by level, left to right.
    pub fn expand(&mut self, node: usize, children: u16) -> Range<usize> {
        assert!(node >= self.unexpanded as usize, "a tree is built level by level, left to right");
        let first = self.nodes.len();
        if children > 0 {
            self.unexpanded = node as u32 + 1;
            self.nodes[node].first_child =
                u32::try_from(first).expect("a tree has fewer than 2^32 positions");
            self.nodes[node].children = children;
            let leaf = Node { score: Score::ZERO, first_child: 0, children: 0 };
            self.nodes.resize(first + usize::from(children), leaf);
        }
        first..self.nodes.len()
    }

    /// What `evaluate` says at `node`.
    pub fn set_score(&mut self, node: usize, score: Score) {
        self.nodes[node].score = score;
    }

    /// What `evaluate` says at `node`.
    #[inline]
    pub fn score(&self, node: usize) -> Score {
        self.nodes[node].score
    }

    /// Where the children of `node` stand, first move first; empty at a leaf.
    #[inline]
    pub fn children(&self, node: usize) -> Range<usize> {
        let Node { first_child, children, .. } = self.nodes[node];
        let first = first_child as usize;
        first..first + usize::from(children)
    }

    /// Number of positions.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a tree has a root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The position at the root.
    #[inline]
    pub fn root(&self) -> TreePosition<'_> {
        TreePosition { tree: self, node: 0 }
    }

    /// The tree below `from`, with other children and scores where `children` and
    /// `score` say so; all edits that make a tree smaller are this one walk.
    ///
    /// `children` appends the positions (of this tree) that stand below the given one.
    #[must_use]
    pub fn rebuild(
        &self,
        from: usize,
        mut children: impl FnMut(usize, &mut Vec<usize>),
        mut score: impl FnMut(usize) -> Score,
    ) -> Self {
        let mut tree = Self::leaf(score(from));
        let mut sources = vec![from];
        let mut node = 0;
        while node < sources.len() {
            let start = sources.len();
            children(sources[node], &mut sources);
            let moves = u16::try_from(sources.len() - start).expect("an edit adds no moves");
            for child in tree.expand(node, moves) {
                tree.set_score(child, score(sources[child]));
            }
            node += 1;
        }
        tree
    }
}

/// A position of a [`Tree`]: one of its nodes.
#[derive(Clone, Copy, Debug)]
pub struct TreePosition<'t> {
    tree: &'t Tree,
    node: u32,
}

impl TreePosition<'_> {
    /// Which node of the tree this is.
    pub fn node(&self) -> usize {
        self.node as usize
    }
}

// Positions of different trees are never compared, so the node alone is the identity.
impl PartialEq for TreePosition<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl Eq for TreePosition<'_> {}

impl Hash for TreePosition<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.node.hash(state);
    }
}

impl Position for TreePosition<'_> {
    #[inline]
    fn moves(&self, moves: &mut Vec<Move>) {
        let count = self.tree.nodes[self.node as usize].children;
        moves.extend((0..count).map(Move::new));
    }

    #[inline]
    fn play(&self, mv: Move) -> Self {
        let Node { first_child, children, .. } = self.tree.nodes[self.node as usize];
        assert!(mv.number() < children, "only legal moves are played");
        Self { tree: self.tree, node: first_child + u32::from(mv.number()) }
    }

    #[inline]
    fn evaluate(&self) -> Score {
        self.tree.nodes[self.node as usize].score
    }

    #[inline]
    fn is_terminal(&self) -> bool {
        self.tree.nodes[self.node as usize].children == 0
    }

    fn key(&self) -> u64 {
        // SplitMix64's finaliser (Steele, Lea & Flood 2014): a bijection, so no two collide.
        let mut z = u64::from(self.node).wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    #[inline]
    fn ordinal(&self) -> Option<usize> {
        Some(self.node as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uniform_tree_has_the_textbook_size() {
        assert_eq!(Tree::uniform(2, 3).len(), 15);
        assert_eq!(Tree::uniform(3, 2).len(), 13);
        assert_eq!(Tree::uniform(4, 0).len(), 1);
    }

    #[test]
    fn rebuilding_without_edits_changes_nothing() {
        let tree = Tree::uniform(3, 2);
        let same = tree.rebuild(0, |node, out| out.extend(tree.children(node)), |node| tree.score(node));
        assert_eq!(same, tree);
    }

    #[test]
    #[should_panic(expected = "level by level")]
    fn a_tree_cannot_be_built_out_of_order() {
        let mut tree = Tree::uniform(2, 1);
        tree.expand(2, 1);
        tree.expand(1, 1);
    }
}
