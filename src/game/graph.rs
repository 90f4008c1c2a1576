//! The synthetic game: positions with a score each, and moves that lead to others.
//!
//! Any shape is allowed: leaves at every ply, positions with a single move, a
//! root where the game is already over, positions that several moves lead to, at one
//! remaining depth or at different ones, and cycles. Scores at inner positions are what
//! `evaluate` says when the depth runs out there; they need not agree with what
//! lies below.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use crate::position::{Move, Position};
use crate::score::Score;

/// A game of numbered positions. Position 0 is the root; the others are numbered as a
/// walk level by level, first move first, comes to them, so that games which look the
/// same are equal. Where no two moves lead to one position it is a tree.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    /// Where the moves of all positions lead, those of one side by side.
    edges: Vec<u32>,
    /// Positions below this one may no longer be expanded; keeps the order of
    /// levels, and with it the equality of games that look the same.
    unexpanded: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    score: Score,
    first_edge: u32,
    moves: u16,
}

/// Where the moves of a position lead, first move first.
#[derive(Clone, Debug)]
pub struct Children<'g>(std::slice::Iter<'g, u32>);

impl Children<'_> {
    /// Whether the game is over there.
    pub fn is_empty(&self) -> bool {
        self.0.len() == 0
    }
}

impl Iterator for Children<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        self.0.next().map(|&node| node as usize)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Children<'_> {
    fn next_back(&mut self) -> Option<usize> {
        self.0.next_back().map(|&node| node as usize)
    }
}

impl ExactSizeIterator for Children<'_> {}

impl Clone for Graph {
    fn clone(&self) -> Self {
        Self { nodes: self.nodes.clone(), edges: self.edges.clone(), unexpanded: self.unexpanded }
    }

    /// In the memory that is there: what is derived would allocate.
    fn clone_from(&mut self, source: &Self) {
        self.nodes.clone_from(&source.nodes);
        self.edges.clone_from(&source.edges);
        self.unexpanded = source.unexpanded;
    }
}

impl Graph {
    /// The most moves a position may have.
    pub const MOST_MOVES: usize = Move::LARGEST as usize + 1;

    /// A game that is over at the root.
    pub fn leaf(score: Score) -> Self {
        let mut graph = Self { nodes: Vec::new(), edges: Vec::new(), unexpanded: 0 };
        graph.reset(score);
        graph
    }

    /// The tree of every position with `branching` moves down to ply `height`; all scores 0.
    ///
    /// # Panics
    ///
    /// When it would have more positions than memory has addresses.
    pub fn uniform(branching: u16, height: u8) -> Self {
        let mut graph = Self::leaf(Score::ZERO);
        let mut level = 0..1;
        for _ in 0..height {
            let next = level.end;
            for node in level {
                graph.expand(node, branching);
            }
            level = next..graph.len();
        }
        graph
    }

    /// Makes this a game that is over at the root; keeps the memory.
    pub fn reset(&mut self, score: Score) {
        self.nodes.clear();
        self.edges.clear();
        self.nodes.push(Node { score, first_edge: 0, moves: 0 });
        self.unexpanded = 0;
    }

    /// Gives the leaf `node` this many moves to positions of their own, with score 0, and
    /// says where they stand.
    ///
    /// # Panics
    ///
    /// When a position at or after `node` has been expanded before: a game is
    /// built level by level, left to right.
    pub fn expand(&mut self, node: usize, moves: u16) -> Range<usize> {
        let first = self.len();
        for _ in 0..moves {
            self.add_move(node, None);
        }
        first..self.len()
    }

    /// Gives `node` one more move: to a position that is there already, or to a new one
    /// with score 0. Says where it leads.
    ///
    /// # Panics
    ///
    /// When another position was given a move since `node` was, when a new position would
    /// not be the next one level by level, and when `to` is not there.
    pub fn add_move(&mut self, node: usize, to: Option<usize>) -> usize {
        let edge = self.edges.len();
        let own = self.nodes[node];
        let begun = own.first_edge as usize + usize::from(own.moves) == edge;
        assert!(own.moves == 0 || begun, "the moves of a position are given at once");
        let to = to.unwrap_or_else(|| {
            assert!(node >= self.unexpanded as usize, "a game is built level by level, left to right");
            self.unexpanded = node as u32;
            self.nodes.push(Node { score: Score::ZERO, first_edge: 0, moves: 0 });
            self.nodes.len() - 1
        });
        assert!(to < self.nodes.len(), "a move leads to a position that is there");
        if own.moves == 0 {
            self.nodes[node].first_edge = u32::try_from(edge).expect("a game has fewer than 2^32 moves");
        }
        self.nodes[node].moves += 1;
        self.edges.push(to as u32);
        to
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

    /// Where the moves of `node` lead, first move first; nowhere at a leaf.
    #[inline]
    pub fn children(&self, node: usize) -> Children<'_> {
        let Node { first_edge, moves, .. } = self.nodes[node];
        let first = first_edge as usize;
        Children(self.edges[first..first + usize::from(moves)].iter())
    }

    /// Number of positions.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a game has a root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Whether no two moves lead to one position, and none to the root.
    pub fn is_tree(&self) -> bool {
        self.edges.len() + 1 == self.nodes.len()
    }

    /// Where the move of this index leads from `node`.
    #[inline]
    pub fn child(&self, node: usize, index: usize) -> usize {
        let Node { first_edge, moves, .. } = self.nodes[node];
        assert!(index < usize::from(moves), "a move that the position has");
        self.edges[first_edge as usize + index] as usize
    }

    /// The position at the root.
    #[inline]
    pub fn root(&self) -> GraphPosition<'_> {
        GraphPosition { graph: self, node: 0 }
    }

    /// The game below `from`, with other moves and scores where `children` and `score` say
    /// so; all edits are this one walk. What several moves led to they still lead to.
    ///
    /// `children` appends the positions that the moves of the given one lead to: those of
    /// this game by their numbers; any number beyond is a new leaf, of which the score
    /// alone is asked.
    #[must_use]
    pub fn rebuild(
        &self,
        from: usize,
        mut children: impl FnMut(usize, &mut Vec<usize>),
        mut score: impl FnMut(usize) -> Score,
    ) -> Self {
        let mut graph = Self::leaf(score(from));
        let mut places = vec![None; self.len()];
        places[from] = Some(0);
        let (mut sources, mut next) = (vec![from], Vec::new());
        let mut node = 0;
        while node < sources.len() {
            if sources[node] < self.len() {
                children(sources[node], &mut next);
            }
            for source in next.drain(..) {
                let there = places.get(source).copied().flatten();
                let place = graph.add_move(node, there);
                if there.is_none() {
                    if let Some(own) = places.get_mut(source) {
                        *own = Some(place);
                    }
                    graph.set_score(place, score(source));
                    sources.push(source);
                }
            }
            node += 1;
        }
        graph
    }
}

/// A position of a [`Graph`]: one of its nodes.
#[derive(Clone, Copy, Debug)]
pub struct GraphPosition<'g> {
    graph: &'g Graph,
    node: u32,
}

impl GraphPosition<'_> {
    /// The game that it is a position of.
    pub fn graph(&self) -> &Graph {
        self.graph
    }

    /// Which node of the game this is.
    pub fn node(&self) -> usize {
        self.node as usize
    }
}

// Positions of different games are never compared, so the node alone is the identity.
impl PartialEq for GraphPosition<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl Eq for GraphPosition<'_> {}

impl Hash for GraphPosition<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.node.hash(state);
    }
}

impl Position for GraphPosition<'_> {
    #[inline]
    fn moves(&self, moves: &mut Vec<Move>) {
        let count = self.graph.nodes[self.node as usize].moves;
        moves.extend((0..count).map(Move::new));
    }

    #[inline]
    fn play(&self, mv: Move) -> Self {
        let node = self.graph.child(self.node as usize, usize::from(mv.number()));
        Self { graph: self.graph, node: node as u32 }
    }

    #[inline]
    fn evaluate(&self) -> Score {
        self.graph.nodes[self.node as usize].score
    }

    #[inline]
    fn is_terminal(&self) -> bool {
        self.graph.nodes[self.node as usize].moves == 0
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
        assert_eq!(Graph::uniform(2, 3).len(), 15);
        assert_eq!(Graph::uniform(3, 2).len(), 13);
        assert_eq!(Graph::uniform(4, 0).len(), 1);
    }

    #[test]
    fn rebuilding_without_edits_changes_nothing() {
        let tree = Graph::uniform(3, 2);
        let same = tree.rebuild(0, |node, out| out.extend(tree.children(node)), |node| tree.score(node));
        assert_eq!(same, tree);
    }

    #[test]
    #[should_panic(expected = "level by level")]
    fn a_game_cannot_be_built_out_of_order() {
        let mut graph = Graph::uniform(2, 1);
        graph.expand(2, 1);
        graph.expand(1, 1);
    }

    /// Two moves to one position, and one of its moves back to the root.
    fn cycle() -> Graph {
        let mut graph = Graph::leaf(Score::ZERO);
        let shared = graph.add_move(0, None);
        graph.add_move(0, Some(shared));
        graph.add_move(shared, Some(0));
        graph.add_move(shared, None);
        graph
    }

    #[test]
    fn moves_may_lead_to_one_position_and_back() {
        let graph = cycle();
        assert!(!graph.is_tree() && Graph::uniform(3, 2).is_tree());
        assert_eq!(graph.children(0).collect::<Vec<_>>(), [1, 1]);
        let back = graph.root().play(Move::new(1)).play(Move::new(0));
        assert_eq!(back, graph.root());
    }

    #[test]
    fn an_edit_keeps_shared_positions_shared() {
        let graph = cycle();
        let same = graph.rebuild(0, |node, out| out.extend(graph.children(node)), |node| graph.score(node));
        assert_eq!(same, graph);
        let below = graph.rebuild(1, |node, out| out.extend(graph.children(node)), |node| graph.score(node));
        // From the shared position the root is a child like any other.
        assert_eq!(below.children(0).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(below.children(1).collect::<Vec<_>>(), [0, 0]);
    }
}
