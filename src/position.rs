//! The interface between a game and the searches and oracles, with moves and positions.

use std::fmt;
use std::hash::Hash;

use crate::score::Score;

/// A move as a 16-bit number, which only the game that generated it can interpret.
///
/// Sixteen bits hold a chess move (from, to, promotion) or the index of a child in a synthetic tree. A game
/// whose moves do not fit, such as from and to on a board of 19 x 19 squares, numbers each move by its index
/// among the [`moves`](Position::moves) of its position; [`move_name`](Position::move_name) names it. The
/// same number then is another move in another position, which makes killer moves useless, and a wrong move
/// of a line is legal more often. Two numbers are never legal moves: [`Move::NULL`], which ends a line in
/// stores that keep no lengths, and [`Move::POISON`], which fills all slots before each search, so that a
/// read of an unwritten slot is detected.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    /// The mark for the end of a line, which is never a legal move.
    pub const NULL: Self = Self(u16::MAX);
    /// The content of a slot that the search has not written yet, which is never a legal move.
    pub const POISON: Self = Self(u16::MAX - 1);
    /// The largest number that a game may use.
    pub const LARGEST: u16 = u16::MAX - 2;

    /// The move with this number.
    ///
    /// # Panics
    ///
    /// If `number` is above [`Move::LARGEST`], because the two largest numbers are reserved.
    #[inline]
    pub const fn new(number: u16) -> Self {
        assert!(number <= Self::LARGEST, "the two largest move numbers are reserved");
        Self(number)
    }

    /// Returns the move with this number, which may be one of the two that are no moves.
    pub(crate) const fn from_number(number: u16) -> Self {
        Self(number)
    }

    /// Returns the moves from 0 to `count - 1`, at most [`Move::LARGEST`] + 1 of them. Unlike [`Move::new`], this
    /// function does not test each number.
    #[inline]
    pub(crate) fn first(count: u16) -> impl ExactSizeIterator<Item = Self> {
        assert!(count <= Self::LARGEST + 1, "the two largest move numbers are reserved");
        (0..count).map(Self)
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

crate::syntax::debug_is_display!(Move);

/// A position of a two-player zero-sum game with perfect information.
///
/// `Eq + Hash` is the *identity* of the position: two positions are equal if and only if
/// the game cannot distinguish them. Oracles compare positions by identity. The
/// [`key`](Position::key) is separate: transposition tables use it, and two
/// different positions may have the same key.
///
/// [`laws`](crate::laws::laws) checks that these methods fit together.
pub trait Position: Clone + Eq + Hash {
    /// Appends the legal moves, in the order in which a search tries them. There is at least one, unless the position
    /// is [terminal](Position::is_terminal).
    fn moves(&self, moves: &mut Vec<Move>);

    /// The position after `mv`, which is one of [`moves`](Position::moves).
    #[must_use]
    fn play(&self, mv: Move) -> Self;

    /// The static evaluation for the side to move. Searches use it at terminal positions
    /// and where the depth has run out. Range: [`Score::MIN`] to [`Score::MAX`].
    ///
    /// Within [`Score::MATE_RANGE`] of either end, a score counts the plies to the end of the
    /// game *from this position*: [`Score::MIN`] if the side to move has lost,
    /// `Score::MAX - n` if it wins in n plies. n is at most [`Score::LONGEST_MATE`], because a search
    /// to depth d adds up to d plies. A search that counts mates from the root, as `MATE - ply`, takes
    /// `evaluate().further(ply)` at that ply: see [`Score::further`]. A game without mate scores uses only scores from
    /// `-`[`Score::LARGEST`] to [`Score::LARGEST`].
    fn evaluate(&self) -> Score;

    /// Whether the game is over at this position, so that no search reads its moves.
    fn is_terminal(&self) -> bool;

    /// The position after a null move, with the other side to move; `None` where the null move
    /// is not allowed. The default, for games without a null move, is `None`.
    #[must_use]
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Whether `mv`, which is one of [`moves`](Position::moves), is noisy, as captures are. Quiescence
    /// searches only noisy moves; selective search options prune only quiet moves.
    fn is_noisy(&self, _mv: Move) -> bool {
        false
    }

    /// Whether `mv`, which is one of [`moves`](Position::moves), is forcing, as checks are. Extensions
    /// apply only to forcing moves.
    fn is_forcing(&self, _mv: Move) -> bool {
        false
    }

    /// The key of the position in a transposition table; different positions may have the same key.
    fn key(&self) -> u64;

    /// The move in the words of the game, such as `e2e4`, for reports. `mv` need not be legal, because a wrong line may
    /// contain it. The default is the number of the move.
    fn move_name(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// The position in the words of the game on one line, such as a FEN record, for reports. The default, for
    /// games without such a notation, is `None`.
    fn name(&self) -> Option<String> {
        None
    }

    /// A small number that is unique among the positions of this game, if the game has one. Oracles use the number to
    /// index arrays instead of hashing.
    fn ordinal(&self) -> Option<usize> {
        None
    }
}

/// Returns a number whose bits all depend on all bits of `number`, different for different numbers, by the finalizer of
/// `SplitMix64` (Steele, Lea & Flood 2014). Keys that are made of small numbers do not collide.
#[doc(hidden)]
pub const fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Returns the moves of a position, of which there are none where the game is over.
#[doc(hidden)]
pub fn legal_moves<P: Position>(position: &P) -> Vec<Move> {
    let mut moves = Vec::new();
    if !position.is_terminal() {
        position.moves(&mut moves);
    }
    moves
}

/// Whether `position` has the move `mv`. The moves are collected in `moves`, whose memory is reused.
pub(crate) fn has_move<P: Position>(position: &P, mv: Move, moves: &mut Vec<Move>) -> bool {
    moves.clear();
    if !position.is_terminal() {
        position.moves(moves);
    }
    moves.contains(&mv)
}

/// Returns the ply of the first move of `line` that is not legal when it is played from `root`.
pub(crate) fn first_illegal<P: Position>(root: &P, line: &[Move], moves: &mut Vec<Move>) -> Option<usize> {
    let mut position = root.clone();
    line.iter().position(|&mv| {
        let is_legal = has_move(&position, mv, moves);
        if is_legal {
            position = position.play(mv);
        }
        !is_legal
    })
}

/// Returns the moves of `line`, played from `root`, in the words of the game. [`Move::NULL`] means a pass. After a move
/// that is not legal, or beyond the end of the game, the moves are numbers, because no position is known.
pub fn line_names<P: Position>(root: &P, line: &[Move]) -> Vec<String> {
    let mut position = Some(root.clone());
    let name = |&mv: &Move| {
        let Some(from) = position.take() else { return mv.to_string() };
        if mv == Move::NULL {
            position = from.pass();
            return mv.to_string();
        }
        if !legal_moves(&from).contains(&mv) {
            return mv.to_string();
        }
        position = Some(from.play(mv));
        from.move_name(mv)
    };
    line.iter().map(name).collect()
}
