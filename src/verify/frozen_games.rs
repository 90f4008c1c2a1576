//! Positions of a game of any kind as games to search.

use super::games::GameSource;
use super::problem::Problem;
use crate::game::{Freeze, TooLarge, freeze};
use crate::laws::{Broken, laws_within};
use crate::ply_limits::PlyLimits;
use crate::position::Position;

/// The positions of a game, each [frozen](freeze()) as deep as it is searched, for the verification of a search of
/// synthetic games. Reports show the moves by their names in the game, and a finding is shrunk by leaving out moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrozenGames {
    games: Vec<Problem>,
}

/// The reason why positions cannot be frozen.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotFreeze {
    /// A position has too many positions below it.
    #[error("position {number}, {position}, cannot be searched to depth {depth}: {reason}")]
    TooLarge {
        /// The number of the position among the given positions, from 1.
        number: usize,
        /// The position in the words of its game, or its key.
        position: String,
        /// The depth to which the position is searched.
        depth: usize,
        /// The error of freezing the position.
        #[source]
        reason: TooLarge,
    },
    /// The game breaks one of its [laws](crate::laws).
    #[error(transparent)]
    Broken(#[from] Box<Broken>),
}

/// The number of positions at which the laws of a game are checked before the game is searched.
pub(super) const CHECKED: usize = 2_000;

impl FrozenGames {
    /// Freezes each position to the depth beside it, with at most `most` positions within this depth. Positions at the depth,
    /// unless the game is over there, have one move to a leaf with the score 0, which only deeper searches reach.
    ///
    /// First the [laws](crate::laws) of the game are checked at up to 2,000 positions.
    ///
    /// # Errors
    ///
    /// If a law is broken, or a position has more than `most` positions within its depth.
    pub fn new<P: Position>(
        positions: impl IntoIterator<Item = (P, usize)>,
        most: usize,
    ) -> Result<Self, CannotFreeze> {
        let positions: Vec<(P, usize)> = positions.into_iter().collect();
        laws_within(positions.iter().map(|(position, _)| position.clone()), CHECKED)?;
        let frozen = |(index, (position, depth)): (usize, (P, usize))| {
            let limits = Freeze::for_search(PlyLimits::for_depth(depth), most);
            freeze(&position, &limits).map(|frozen| Problem::new(depth, frozen.graph)).map_err(|reason| {
                let key = || format!("key {:#x}", position.key());
                let position = position.name().unwrap_or_else(key);
                CannotFreeze::TooLarge { number: index + 1, position, depth, reason }
            })
        };
        let games = positions.into_iter().enumerate().map(frozen);
        Ok(Self { games: games.collect::<Result<_, _>>()? })
    }
}

impl GameSource for FrozenGames {
    fn count(&self) -> u64 {
        self.games.len() as u64
    }

    fn item(&self, index: u64) -> Problem {
        self.games[index as usize].clone()
    }

    fn describe(&self) -> String {
        "frozen positions".to_owned()
    }
}
