//! Distances to mate.

use std::cmp::Ordering;

/// The result of a position with best play of both sides, for the side to move: the winner mates as soon as possible,
/// the loser as late as possible.
///
/// The greater of two distances is the better one for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Distance {
    /// The side to move mates in this number of plies, which is odd.
    Mate(u32),
    /// The side to move is mated in this number of plies, which is even. A checkmated side has the distance 0.
    Mated(u32),
    /// Neither side can force a mate, or the game has ended in a draw.
    Draw,
}

impl Distance {
    /// Returns the result of a position whose best move leads to a position with this distance. Both are for their side
    /// to move, so a mate changes sides and is one ply farther.
    #[must_use]
    pub fn before_move(self) -> Self {
        match self {
            Self::Mate(plies) => Self::Mated(plies + 1),
            Self::Mated(plies) => Self::Mate(plies + 1),
            Self::Draw => Self::Draw,
        }
    }

    fn rank(self) -> i64 {
        match self {
            Self::Mate(plies) => i64::from(u32::MAX) - i64::from(plies),
            Self::Mated(plies) => i64::from(plies) - i64::from(u32::MAX),
            Self::Draw => 0,
        }
    }
}

impl Ord for Distance {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Distance {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
