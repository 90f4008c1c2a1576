//! The synthetic game, which is a directed graph of positions with scores, linked by moves and passes.
//!
//! Any shape is allowed: leaves at every ply, positions with a single move, a root where the game is already
//! over, positions that several moves lead to (at one remaining depth or at different ones), and cycles. The
//! score of an inner position is its static evaluation; it need not agree with the scores below it. A move
//! may be marked noisy or forcing. A position with at least one move may also have a pass.

mod links;
mod names;
mod position;
mod shared;

use std::hash::{Hash, Hasher};
use std::ops::Range;

use crate::position::Move;
use crate::score::Score;

pub use links::{Link, LinkKind, Marks};
pub use names::NameId;
pub(in crate::game) use names::{MoveNames, is_name_character};
pub use position::{GraphPosition, PositionOf, SharedPosition};
pub(crate) use shared::Holder;

use names::MoveNameTable;

/// A game of numbered positions. Position 0 is the root; the others are numbered in breadth-first order along
/// the moves, so that games with the same structure are equal. Positions that only passes lead to come last,
/// in the order of the positions with these passes: each of them, then all that its moves lead to, again in
/// breadth-first order.
///
/// Moves and positions may have names. Games are equal only if their moves have the same names; the names of
/// positions do not count.
#[derive(Clone)]
pub struct Graph {
    nodes: Vec<GraphNode>,
    /// The targets of all moves, by position; the two highest bits are the marks.
    edges: Vec<u32>,
    /// The position before which no position gets more moves, which keeps the breadth-first order.
    unexpanded: u32,
    /// The position before which no position gets a pass any more, which keeps the order of passes.
    unpassed: u32,
    names: Option<Box<MoveNameTable>>,
}

const NOISY: u32 = 1 << 31;
const FORCING: u32 = 1 << 30;
const PLACE: u32 = FORCING - 1;

const NOWHERE: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct GraphNode {
    score: Score,
    first_edge: u32,
    moves: u16,
    pass: u32,
}

impl GraphNode {
    const fn leaf(score: Score) -> Self {
        Self { score, first_edge: 0, moves: 0, pass: NOWHERE }
    }
}

#[inline]
fn place(edge: u32) -> usize {
    (edge & PLACE) as usize
}

impl PartialEq for Graph {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes
            && self.edges == other.edges
            && (self.unexpanded, self.unpassed) == (other.unexpanded, other.unpassed)
            && self.has_move_names_of(other)
    }
}

impl Eq for Graph {}

impl Hash for Graph {
    /// Hashes the game without its names, because few games differ only in names.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.nodes.hash(state);
        self.edges.hash(state);
    }
}

/// The default game, which is over at the root with the score 0.
impl Default for Graph {
    fn default() -> Self {
        Self::leaf(Score::ZERO)
    }
}

impl Graph {
    /// The maximum number of moves of a position.
    pub const MAX_MOVES: usize = Move::LARGEST as usize + 1;

    /// A game that is over at the root, with this score.
    pub fn leaf(score: Score) -> Self {
        let mut graph =
            Self { nodes: Vec::new(), edges: Vec::new(), unexpanded: 0, unpassed: 0, names: None };
        graph.reset(score);
        graph
    }

    /// The uniform tree, in which every position above ply `height` has `branching` moves and all scores are 0.
    ///
    /// # Panics
    ///
    /// If the tree would have more than 2^30 positions.
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

    /// Turns this game into one that is over at the root with this score, and keeps the memory.
    pub fn reset(&mut self, score: Score) {
        self.nodes.clear();
        self.edges.clear();
        self.nodes.push(GraphNode::leaf(score));
        self.unexpanded = 0;
        self.unpassed = 0;
        self.names = None;
    }

    /// Turns this game into a copy of `source`, and keeps the memory.
    pub fn copy_from(&mut self, source: &Self) {
        self.nodes.clone_from(&source.nodes);
        self.edges.clone_from(&source.edges);
        self.names.clone_from(&source.names);
        self.unexpanded = source.unexpanded;
        self.unpassed = source.unpassed;
    }

    /// Gives the leaf `node` this many moves to new positions with the score 0. Returns their numbers.
    ///
    /// # Panics
    ///
    /// If a position after `node` has already been expanded, because a game is built level by level, left to right.
    pub fn expand(&mut self, node: usize, moves: u16) -> Range<usize> {
        let first = self.len();
        for _ in 0..moves {
            self.add_move(node, None);
        }
        first..self.len()
    }

    /// Adds a move without marks from `node` to the position `to`, or to a new position with the score 0. Returns the target.
    ///
    /// # Panics
    ///
    /// If a position after `node` already has a move, if a pass to a new position after `node` has been added, if `to`
    /// does not exist, or if `node` has [`Graph::MAX_MOVES`] moves.
    pub fn add_move(&mut self, node: usize, to: Option<usize>) -> usize {
        assert!(node >= self.unexpanded as usize, "a game is built level by level, left to right");
        self.unexpanded = node as u32;
        let to = self.target(to);
        if self.nodes[node].moves == 0 {
            let edge = u32::try_from(self.edges.len());
            self.nodes[node].first_edge = edge.expect("a game has fewer than 2^32 moves");
        }
        assert!(
            usize::from(self.nodes[node].moves) < Self::MAX_MOVES,
            "the two largest move numbers are reserved"
        );
        self.nodes[node].moves += 1;
        self.edges.push(to as u32);
        to
    }

    /// Adds a pass from `node`, which has moves, to the position `to`, or to a new position with the score 0. The new
    /// position may get moves afterwards; positions before it get no more. Returns the target.
    ///
    /// # Panics
    ///
    /// If `node` or a position after it has a pass, if `node` has no moves, or if `to` does not exist.
    pub fn add_pass(&mut self, node: usize, to: Option<usize>) -> usize {
        assert!(node >= self.unpassed as usize, "passes are given in the order of their positions");
        assert!(self.nodes[node].moves > 0, "a position without moves has no pass");
        self.unpassed = node as u32 + 1;
        let place = self.target(to);
        if to.is_none() {
            self.unexpanded = place as u32;
        }
        self.nodes[node].pass = place as u32;
        place
    }

    fn target(&mut self, to: Option<usize>) -> usize {
        if to.is_none() {
            assert!(self.nodes.len() <= PLACE as usize, "a game has at most 2^30 positions");
            self.nodes.push(GraphNode::leaf(Score::ZERO));
        }
        let to = to.unwrap_or(self.nodes.len() - 1);
        assert!(to < self.nodes.len(), "the target of a move or pass exists");
        to
    }

    pub fn set_score(&mut self, node: usize, score: Score) {
        self.nodes[node].score = score;
    }

    /// The static evaluation of `node`, or the value of `node` if the game is over at `node`.
    #[inline]
    pub fn score(&self, node: usize) -> Score {
        self.nodes[node].score
    }

    /// The targets of the moves of `node`, in order.
    #[inline]
    pub fn children(
        &self,
        node: usize,
    ) -> impl ExactSizeIterator<Item = usize> + DoubleEndedIterator + Clone {
        let GraphNode { first_edge, moves, .. } = self.nodes[node];
        let first = first_edge as usize;
        self.edges[first..first + usize::from(moves)].iter().map(|&edge| place(edge))
    }

    /// Whether `node` has no moves, so that the game is over at `node`.
    #[inline]
    pub fn is_leaf(&self, node: usize) -> bool {
        self.nodes[node].moves == 0
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns false, because a game has a root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Whether no two links lead to the same position and no link leads to the root. Links are moves and passes.
    pub fn is_tree(&self) -> bool {
        let passes = self.nodes.iter().filter(|node| node.pass != NOWHERE).count();
        self.edges.len() + passes + 1 == self.nodes.len()
    }

    #[inline]
    fn edge(&self, node: usize, index: usize) -> usize {
        let GraphNode { first_edge, moves, .. } = self.nodes[node];
        assert!(index < usize::from(moves), "a move that the position has");
        first_edge as usize + index
    }

    #[inline]
    pub fn child(&self, node: usize, index: usize) -> usize {
        place(self.edges[self.edge(node, index)])
    }

    #[inline]
    pub fn is_noisy(&self, node: usize, index: usize) -> bool {
        self.edges[self.edge(node, index)] & NOISY != 0
    }

    #[inline]
    pub fn is_forcing(&self, node: usize, index: usize) -> bool {
        self.edges[self.edge(node, index)] & FORCING != 0
    }

    pub fn marks(&self, node: usize, index: usize) -> Marks {
        Marks { noisy: self.is_noisy(node, index), forcing: self.is_forcing(node, index) }
    }

    pub fn mark(&mut self, node: usize, index: usize, marks: Marks) {
        let edge = self.edge(node, index);
        let bits = if marks.noisy { NOISY } else { 0 } | if marks.forcing { FORCING } else { 0 };
        self.edges[edge] = self.edges[edge] & PLACE | bits;
    }

    #[inline]
    pub fn pass(&self, node: usize) -> Option<usize> {
        let pass = self.nodes[node].pass;
        (pass != NOWHERE).then_some(pass as usize)
    }

    /// The position with this number.
    ///
    /// # Panics
    ///
    /// If the game has no position with this number.
    pub fn position(&self, node: usize) -> GraphPosition<'_> {
        assert!(node < self.len(), "a position of the game");
        GraphPosition::on_node(self, node as u32)
    }

    #[inline]
    pub fn root(&self) -> GraphPosition<'_> {
        GraphPosition::on_node(self, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    #[should_panic(expected = "level by level")]
    fn a_game_cannot_be_built_out_of_order() {
        let mut graph = Graph::uniform(2, 1);
        graph.expand(2, 1);
        graph.expand(1, 1);
    }

    /// Returns a game in which two moves lead to one position, and a move of that position leads back to the root.
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
    fn marks_and_passes_are_read_back_and_do_not_change_the_moves() {
        let mut graph = cycle();
        let (plain, shared) = (graph.clone(), 1);
        graph.mark(0, 1, Marks { noisy: true, forcing: false });
        graph.mark(shared, 0, Marks { noisy: false, forcing: true });
        assert_eq!(graph.add_pass(0, Some(shared)), shared);
        assert_eq!(graph.add_pass(shared, None), 3);
        assert_ne!(graph, plain);
        let (root, moves) = (graph.root(), [Move::new(0), Move::new(1)]);
        assert_eq!(moves.map(|mv| root.is_noisy(mv)), [false, true]);
        assert_eq!(moves.map(|mv| root.is_forcing(mv)), [false, false]);
        let position = root.play(moves[1]);
        assert_eq!(root.pass(), Some(position));
        assert_eq!(moves.map(|mv| position.is_noisy(mv)), [false, false]);
        assert_eq!(moves.map(|mv| position.is_forcing(mv)), [true, false]);
        assert_eq!(position.play(moves[0]), root);
        assert_eq!(position.pass().and_then(|passed| passed.pass()), None);
        graph.mark(0, 1, Marks::default());
        assert!(!graph.root().is_noisy(moves[1]));
    }

    #[test]
    fn a_game_with_a_pass_to_the_target_of_a_move_is_not_a_tree() {
        let mut graph = Graph::uniform(2, 1);
        graph.add_pass(0, None);
        assert!(graph.is_tree());
        graph.reset(Score::ZERO);
        graph.expand(0, 2);
        graph.add_pass(0, Some(2));
        assert!(!graph.is_tree());
    }

    #[test]
    #[should_panic(expected = "the two largest move numbers are reserved")]
    fn a_position_cannot_have_more_moves_than_there_are_numbers() {
        Graph::uniform(u16::MAX, 1);
    }

    #[test]
    #[should_panic(expected = "in the order of their positions")]
    fn passes_cannot_be_given_out_of_order() {
        let mut graph = Graph::uniform(2, 2);
        graph.add_pass(1, None);
        graph.add_pass(0, None);
    }
}
