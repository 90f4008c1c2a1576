//! A position of a synthetic game as the state of a published crate: owned, `'static`, and hashable.

use pvcheck::prelude::*;

/// A position, and whether the player who moves at the root is to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub position: SharedPosition,
    pub is_first: bool,
}

impl State {
    /// The root of a search.
    pub fn of(request: &Request<'_>) -> Self {
        Self { position: request.root().clone(), is_first: true }
    }

    /// The legal moves; none at the end of the game.
    pub fn moves(&self) -> std::ops::Range<u16> {
        0..self.position.graph().children(self.position.node()).len() as u16
    }

    #[must_use]
    pub fn play(&self, mv: u16) -> Self {
        Self { position: self.position.play(Move::new(mv)), is_first: !self.is_first }
    }

    pub fn is_over(&self) -> bool {
        self.position.is_terminal()
    }

    /// The evaluation for the side to move.
    pub fn score(&self) -> i32 {
        self.position.evaluate().get()
    }

    /// The evaluation for the player who moves at the root.
    pub fn score_of_first(&self) -> i32 {
        if self.is_first { self.score() } else { -self.score() }
    }
}
