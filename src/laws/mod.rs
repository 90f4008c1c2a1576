//! The laws of [`Position`], which every game must obey, and a check that names the first law that a game breaks.

mod broken;
mod explorer;
mod facts;
#[cfg(test)]
mod tests;

use crate::position::Position;

pub use broken::{Broken, Collision, Law, Method, PositionPath};

use explorer::Explorer;

/// The maximum number of positions that [`laws`] examines.
pub const MOST_POSITIONS: usize = 10_000;

/// The examined part of a game, in which the game breaks no law.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explored {
    /// The number of different positions.
    pub positions: usize,
    /// Whether the examined positions are all positions to which moves and passes lead.
    pub is_complete: bool,
    /// Two different positions with the same key, if there are any. No law forbids this, but searches that
    /// use keys (for a table or repetitions) then return wrong scores.
    pub collision: Option<Collision>,
}

/// Checks that a game obeys its [laws](Law) at these positions and at those to which moves and passes lead from them,
/// nearest first, [`MOST_POSITIONS`] in all. The [crate](crate#your-own-game) has an example.
///
/// A game that panics breaks a law too. The panic is caught, if the program unwinds on panics.
///
/// # Errors
///
/// If a law is broken; the error has the first such law and its place.
pub fn laws<P: Position>(positions: impl IntoIterator<Item = P>) -> Result<Explored, Box<Broken>> {
    laws_within(positions, MOST_POSITIONS)
}

/// Checks the laws like [`laws`], at up to `most` positions.
///
/// # Errors
///
/// If a law is broken; the error has the first such law and its place.
pub fn laws_within<P: Position>(
    positions: impl IntoIterator<Item = P>,
    most: usize,
) -> Result<Explored, Box<Broken>> {
    Explorer::new(most).examine(positions)
}
