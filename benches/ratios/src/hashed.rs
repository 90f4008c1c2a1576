//! One implicit game, for the library and for the crate `minimax`: a position is a hash of its path, and nothing is stored.

use std::cell::Cell;

use minimax::{Evaluation, Evaluator, Game, Winner};
use pvcheck::position::{Move, Position};
use pvcheck::score::Score;

/// The number of moves in each position.
pub const BRANCHING: u16 = 8;

/// A position of the game. It never ends; a search evaluates the position at its last ply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hashed(u64);

impl Hashed {
    /// The positions before the first move of some games.
    ///
    /// The crate `minimax` shuffles the moves of the root, so that the number of its nodes varies from run to run. The mean
    /// over games does not depend on the order of their moves.
    pub fn roots(count: u64) -> impl Iterator<Item = Self> {
        (1..=count).map(|seed| Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// The position after the move with this index (the finaliser of `SplitMix64`: Steele, Lea and Flood 2014).
    #[inline]
    fn after(self, index: u16) -> Self {
        let mut bits = self.0.wrapping_add((u64::from(index) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self(bits ^ (bits >> 31))
    }

    /// A value in -1000..=1000: `minimax` takes the largest 16-bit values for wins and losses.
    #[inline]
    fn value(self) -> i16 {
        ((self.0 >> 32) % 2001) as i16 - 1000
    }
}

impl Position for Hashed {
    #[inline]
    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend((0..BRANCHING).map(Move::new));
    }

    #[inline]
    fn play(&self, mv: Move) -> Self {
        self.after(mv.number())
    }

    #[inline]
    fn evaluate(&self) -> Score {
        Score::saturating(self.value().into())
    }

    #[inline]
    fn is_terminal(&self) -> bool {
        false
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0
    }
}

thread_local! {
    /// The positions that a counting game has made or evaluated.
    static NODES: Cell<u64> = const { Cell::new(0) };
}

/// The game as the crate `minimax` knows it. Only a game that is not measured counts its nodes.
pub struct Moves<const COUNTS: bool>;

impl<const COUNTS: bool> Game for Moves<COUNTS> {
    type S = Hashed;
    type M = u16;

    #[inline]
    fn generate_moves(_: &Hashed, moves: &mut Vec<u16>) -> Option<Winner> {
        moves.extend(0..BRANCHING);
        None
    }

    #[inline]
    fn apply(state: &mut Hashed, mv: u16) -> Option<Hashed> {
        if COUNTS {
            NODES.set(NODES.get() + 1);
        }
        Some(state.after(mv))
    }

    #[inline]
    fn get_winner(_: &Hashed) -> Option<Winner> {
        None
    }

    #[inline]
    fn zobrist_hash(state: &Hashed) -> u64 {
        state.0
    }
}

/// The evaluation of a position.
pub struct Static<const COUNTS: bool>;

impl<const COUNTS: bool> Evaluator for Static<COUNTS> {
    type G = Moves<COUNTS>;

    #[inline]
    fn evaluate(&self, state: &Hashed) -> Evaluation {
        state.value()
    }
}

/// Runs `search`, which uses counting games, ten times, and returns the mean number of moves that it played.
pub fn moves_played(search: impl Fn()) -> u64 {
    NODES.set(0);
    (0..10).for_each(|_| search());
    NODES.get() / 10
}
