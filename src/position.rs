//! What a game must say so that a search can walk it and an oracle can judge it.

use std::fmt;
use std::hash::Hash;

use crate::score::Score;

/// A move, as a number that means something to its game alone.
///
/// Sixteen bits hold a chess move (from, to, promotion) and the index of a child
/// in a synthetic tree. Two numbers are legal in no game: the null move, which
/// ends a line in stores without lengths, and the poison that rows are filled
/// with before each search, so that reading a slot nobody wrote is seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    /// Ends a line; legal nowhere.
    pub const NULL: Self = Self(u16::MAX);
    /// What a slot holds that no search has written; legal nowhere.
    pub const POISON: Self = Self(u16::MAX - 1);
    /// The largest number that a game may use.
    pub const LARGEST: u16 = u16::MAX - 2;

    /// The move with this number.
    ///
    /// # Panics
    ///
    /// When `number` is above [`Move::LARGEST`]: those are reserved.
    #[inline]
    pub const fn new(number: u16) -> Self {
        assert!(number <= Self::LARGEST, "the two largest move numbers are reserved");
        Self(number)
    }

    /// The number that the game gave this move.
    #[inline]
    pub const fn number(self) -> u16 {
        self.0
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NULL => f.pad("null"),
            Self::POISON => f.pad("poison"),
            Self(number) => f.pad(&number.to_string()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A position of a two-player zero-sum game with perfect information.
///
/// `Eq + Hash` is the position's *identity*: two values are equal exactly when
/// the game cannot tell them apart. Oracles compare by it. It is apart from
/// [`key`](Position::key), which is what a transposition table sees and may
/// collide.
pub trait Position: Clone + Eq + Hash {
    /// Appends the legal moves in the order in which a search tries them: at least
    /// one, unless the position is [terminal](Position::is_terminal).
    fn moves(&self, moves: &mut Vec<Move>);

    /// The position after `mv`, which is one of [`moves`](Position::moves).
    #[must_use]
    fn play(&self, mv: Move) -> Self;

    /// The static number for the side to move, at terminal positions and at
    /// those where the depth runs out; from [`Score::MIN`] to [`Score::MAX`], which
    /// leaves room for infinity above it.
    ///
    /// Within [`Score::MATE_RANGE`] of either end a score counts the plies to the end of the
    /// game *from this position*: [`Score::MIN`] where the side to move has lost,
    /// `Score::MAX - n` where it wins in n plies, at most [`Score::LONGEST_MATE`]; a search to depth
    /// d makes that up to d plies longer. A game that counts no plies keeps its scores from
    /// `-`[`Score::LARGEST`] to [`Score::LARGEST`].
    fn evaluate(&self) -> Score;

    /// Whether the game is over here.
    fn is_terminal(&self) -> bool;

    /// The position after passing, where one may pass: the other side is to move. A game that has no
    /// such thing keeps the default.
    #[must_use]
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Whether `mv`, which is one of [`moves`](Position::moves), is noisy, as captures are: search options
    /// leave out quiet moves only.
    fn is_noisy(&self, _mv: Move) -> bool {
        false
    }

    /// Whether `mv`, which is one of [`moves`](Position::moves), is forcing, as checks are.
    fn is_forcing(&self, _mv: Move) -> bool {
        false
    }

    /// The signature that a transposition table sees; positions may share one.
    fn key(&self) -> u64;

    /// A small number of its own for every position of this game, where the
    /// game can say one: oracles then index arrays with it instead of hashing.
    fn ordinal(&self) -> Option<usize> {
        None
    }
}
