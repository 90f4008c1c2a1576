//! Where the depth runs out, and which fixed tree that makes of a game.
//!
//! ```text
//! quiescence    d counts its q plies too; where d <= q the side to move stands pat for evaluate(p), as one
//!               more move of fixed value, and beside it has the noisy moves alone, as long as d > 0
//! extension     behind a forcing move d plies are left and not d - 1, while ply + 1 + d is no more than
//!               the longest line, twice the depth of the search
//! ```
//!
//! Neither looks at a window, a table or the clock, so without a table they make one fixed tree, be it one
//! in which what a position is worth depends on the ply; its minimax is the only valid value. Where a position
//! has several values all the same, the [witnessed ones](super::Witnessed) follow these rules:
//!
//! - *To stand pat* is a move that fails at nothing: `high` reaches `evaluate(p)`, `low` is no less than
//!   it, and no value enters `exact` that is below it. The noisy moves are judged as moves are. No entry
//!   stands in where d < q, as quiescence neither asks the table nor writes it.
//! - *A forcing move* may leave d or d - 1, whichever the length of the line allows, and the position
//!   does not know that length. So its child counts at both: each that the search has really come to is
//!   among them, and of what the move can be kept to the weaker claim is taken, as ever.
//! - *A cycle of forcing moves* costs no depth, so a walk may come back to a position with as much of it
//!   as it left; a draw by repetition is valid there too.

use crate::oracle::Rules;
use crate::position::{Move, Position};

/// What lies behind the last ply of the depth: noisy moves, or nothing.
///
/// All of this module counts the plies that are left with those of quiescence: where as many are left
/// or fewer, the depth has run out, the side to move may stand pat, and only noisy moves are tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Horizon {
    /// The most noisy moves in a row behind it.
    pub plies: usize,
    /// Whether lines that end at the horizon hide moves that were searched behind it.
    pub hides: bool,
}

impl Horizon {
    /// The search evaluates where its depth runs out.
    pub const NO_QUIESCENCE: Self = Self { plies: 0, hides: false };

    /// Whether the depth has run out.
    #[inline]
    pub const fn is_past(&self, remaining: usize) -> bool {
        remaining <= self.plies
    }

    /// The depth that is left where so many plies are; none past the horizon.
    pub const fn depth(&self, remaining: usize) -> usize {
        remaining.saturating_sub(self.plies)
    }

    /// Whether lines end here whatever is searched.
    pub const fn ends_lines(&self, remaining: usize) -> bool {
        self.hides && self.is_past(remaining)
    }

    /// Whether `mv`, a move of `position`, is tried with so many plies left.
    #[inline]
    pub fn tries<P: Position>(&self, position: &P, remaining: usize, mv: Move) -> bool {
        !self.is_past(remaining) || remaining > 0 && position.is_noisy(mv)
    }

    /// Appends the moves that a search tries with so many plies left, in the order of the game.
    #[inline]
    pub(super) fn moves<P: Position>(&self, position: &P, remaining: usize, moves: &mut Vec<Move>) {
        if remaining == 0 || position.is_terminal() {
            return;
        }
        let first = moves.len();
        position.moves(moves);
        if !self.is_past(remaining) {
            return;
        }
        let mut end = first;
        for at in first..moves.len() {
            let mv = moves[at];
            if position.is_noisy(mv) {
                moves[end] = mv;
                end += 1;
            }
        }
        moves.truncate(end);
    }
}

/// What makes one fixed tree of a game: all that a search without a table and without guesses may
/// do beside walking moves to a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) horizon: Horizon,
    /// As in [`Rules::extends`].
    pub(super) extends: Option<usize>,
    pub(super) repetition: bool,
}

impl Shape {
    pub(super) const fn of(rules: &Rules) -> Self {
        let Rules { horizon, extends, repetition, .. } = *rules;
        Self { horizon, extends, repetition }
    }

    /// Whether what a position is worth depends on the way to it.
    pub(super) const fn remembers(&self) -> bool {
        self.repetition || self.extends.is_some()
    }

    /// Plies left at the root of a search to `depth`.
    pub(super) const fn plies(&self, depth: usize) -> usize {
        depth + self.horizon.plies
    }

    /// Plies left behind a move at `ply`, with `left` plies to go, in a search to `depth`.
    ///
    /// A forcing move costs none while the line, with all that is left, is no longer than twice the depth.
    pub(super) fn plies_after(&self, depth: usize, ply: usize, remaining: usize, forcing: bool) -> usize {
        let longest = self.extends.map_or(0, |most| depth.max(most.min(2 * depth)));
        let goes_on = ply + 1 + remaining <= longest + self.horizon.plies;
        if forcing && !self.horizon.is_past(remaining) && goes_on { remaining } else { remaining - 1 }
    }
}
