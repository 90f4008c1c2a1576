//! The positions of a [`Graph`], with the interface that searches use.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use super::shared::{Holder, SharedGame};
use crate::game::Graph;
use crate::position::{Move, Position, mixed};
use crate::score::Score;

/// A position of a synthetic game; `G` holds the game.
#[derive(Clone, Copy)]
pub struct PositionOf<G> {
    graph: G,
    node: u32,
}

/// A position that borrows its game, as in our own searches.
pub type GraphPosition<'g> = PositionOf<&'g Graph>;

/// A position that shares its game with other positions, as in a search under test.
pub type SharedPosition = PositionOf<SharedGame>;

impl<G> PositionOf<G> {
    #[inline]
    pub(crate) fn on_node(graph: G, node: u32) -> Self {
        Self { graph, node }
    }

    /// The number of the position in its game; the root has the number 0.
    pub fn node(&self) -> usize {
        self.node as usize
    }
}

impl<G: Deref<Target = Graph>> PositionOf<G> {
    pub fn graph(&self) -> &Graph {
        &self.graph
    }
}

impl From<Graph> for SharedPosition {
    /// The root of this game.
    fn from(graph: Graph) -> Self {
        Self::on_node(SharedGame::new(graph), 0)
    }
}

impl SharedPosition {
    /// Returns the position in a game whose threads yield to each other at random ([`SharedGame`]).
    pub(crate) fn giving_way(&self) -> Self {
        Self::on_node(self.graph.giving_way(), self.node)
    }
}

impl<G: Deref<Target = Graph>> fmt::Debug for PositionOf<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position {} of {}", self.node, self.graph())
    }
}

impl<G: Holder> PartialEq for PositionOf<G> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node && self.graph.is_same(&other.graph)
    }
}

impl<G: Holder> Eq for PositionOf<G> {}

impl<G> Hash for PositionOf<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.node.hash(state);
    }
}

impl<G: Holder> Position for PositionOf<G> {
    #[inline]
    fn moves(&self, moves: &mut Vec<Move>) {
        let count = self.graph.nodes[self.node as usize].moves;
        moves.extend(Move::first(count));
    }

    #[inline]
    fn play(&self, mv: Move) -> Self {
        self.graph.give_way();
        let node = self.graph.child(self.node as usize, usize::from(mv.number()));
        Self { graph: self.graph.clone(), node: node as u32 }
    }

    #[inline]
    fn evaluate(&self) -> Score {
        self.graph.score(self.node())
    }

    #[inline]
    fn is_terminal(&self) -> bool {
        self.graph.nodes[self.node as usize].moves == 0
    }

    #[inline]
    fn pass(&self) -> Option<Self> {
        let node = self.graph.pass(self.node as usize)?;
        Some(Self { graph: self.graph.clone(), node: node as u32 })
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.graph.is_noisy(self.node as usize, usize::from(mv.number()))
    }

    #[inline]
    fn is_forcing(&self, mv: Move) -> bool {
        self.graph.is_forcing(self.node as usize, usize::from(mv.number()))
    }

    fn move_name(&self, mv: Move) -> String {
        let index = usize::from(mv.number());
        let exists = index < self.graph.children(self.node()).len();
        let name = exists.then(|| self.graph.move_name(self.node(), index)).flatten();
        name.map_or_else(|| mv.to_string(), str::to_owned)
    }

    fn name(&self) -> Option<String> {
        self.graph.position_name(self.node()).map(str::to_owned)
    }

    fn key(&self) -> u64 {
        self.graph.give_way();
        mixed(self.node.into())
    }

    #[inline]
    fn ordinal(&self) -> Option<usize> {
        Some(self.node as usize)
    }
}
