//! The laws of [`Position`]: what every game must obey, and a check that names the first law that a game breaks.

mod broken;
mod explorer;
mod facts;
#[cfg(test)]
mod tests;

use crate::position::Position;

pub use broken::{Broken, Collision, Law, Method, Place};

use explorer::Explorer;

/// The number of positions that [`laws`] examines at most.
pub const MOST_POSITIONS: usize = 10_000;

/// What was examined of a game that breaks no law there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explored {
    /// The number of different positions.
    pub positions: usize,
    /// Whether these are all positions to which moves and passes lead.
    pub is_complete: bool,
    /// Two different positions with the same key, if there are any. No law forbids this, but searches with a table
    /// then return wrong scores, and those that score repetitions as draws too.
    pub collision: Option<Collision>,
}

/// Checks that a game obeys its [laws](Law), at these positions and at those to which moves and passes lead from
/// them, nearest first, [`MOST_POSITIONS`] in all.
///
/// A game that panics breaks a law too. The panic is caught, if the program unwinds on panics.
///
/// ```
/// use pvcheck::prelude::*;
///
/// /// Two players take 1 to 3 matches. The player who takes the last one wins.
/// #[derive(Clone, PartialEq, Eq, Hash)]
/// struct Nim(u16);
///
/// impl Position for Nim {
///     fn moves(&self, moves: &mut Vec<Move>) {
///         moves.extend((1..=3).map(Move::new)); // Even if fewer matches are left.
///     }
///     fn play(&self, mv: Move) -> Self {
///         Nim(self.0 - mv.number())
///     }
///     fn evaluate(&self) -> Score {
///         if self.is_terminal() { Score::MIN } else { Score::ZERO }
///     }
///     fn is_terminal(&self) -> bool {
///         self.0 == 0
///     }
///     fn key(&self) -> u64 {
///         u64::from(self.0)
///     }
/// }
///
/// let broken = laws([Nim(4)]).expect_err("a player may take three of two matches");
/// assert_eq!(broken.place.path, ["2"]);
/// assert!(broken.found.contains("attempt to subtract with overflow"));
/// ```
///
/// # Errors
///
/// The first law that is broken, and where.
pub fn laws<P: Position>(positions: impl IntoIterator<Item = P>) -> Result<Explored, Box<Broken>> {
    laws_within(positions, MOST_POSITIONS)
}

/// Checks the laws of a game like [`laws`], at up to `most` positions.
///
/// # Errors
///
/// The first law that is broken, and where.
pub fn laws_within<P: Position>(
    positions: impl IntoIterator<Item = P>,
    most: usize,
) -> Result<Explored, Box<Broken>> {
    Explorer::new(most).examine(positions)
}
