//! Positions of a graph of which something is changed.

use crate::common::prelude::*;
use std::hash::{Hash, Hasher};

/// What is changed.
pub trait Change: Clone {
    /// The number of the move with this index.
    fn number(&self, _: &SharedPosition, index: usize) -> Move {
        Move::new(index as u16)
    }

    /// The move of the graph with this number.
    fn inner(&self, _: &SharedPosition, mv: Move) -> Move {
        mv
    }

    fn key(&self, position: &SharedPosition) -> u64 {
        position.key()
    }

    /// The position is evaluated.
    fn evaluated(&self, _: &SharedPosition) {}
}

#[derive(Clone)]
pub struct Changed<C> {
    pub position: SharedPosition,
    pub change: C,
}

impl<C> PartialEq for Changed<C> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl<C> Eq for Changed<C> {}

impl<C> Hash for Changed<C> {
    /// Many positions have the same hash.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.position.node() / 3).hash(state);
    }
}

impl<C: Change> Position for Changed<C> {
    fn moves(&self, moves: &mut Vec<Move>) {
        let count = self.position.graph().children(self.position.node()).len();
        moves.extend((0..count).map(|index| self.change.number(&self.position, index)));
    }

    fn play(&self, mv: Move) -> Self {
        Self { position: self.position.play(self.change.inner(&self.position, mv)), ..self.clone() }
    }

    fn evaluate(&self) -> Score {
        self.change.evaluated(&self.position);
        self.position.evaluate()
    }

    fn is_terminal(&self) -> bool {
        self.position.is_terminal()
    }

    fn pass(&self) -> Option<Self> {
        Some(Self { position: self.position.pass()?, ..self.clone() })
    }

    fn is_noisy(&self, mv: Move) -> bool {
        self.position.is_noisy(self.change.inner(&self.position, mv))
    }

    fn is_forcing(&self, mv: Move) -> bool {
        self.position.is_forcing(self.change.inner(&self.position, mv))
    }

    fn key(&self) -> u64 {
        self.change.key(&self.position)
    }
}
