//! Quiescence and extensions, and their effect on the tree of a search.
//!
//! ```text
//! quiescence    d includes its q plies. At d <= q the side to move may stand pat: one more move, with the
//!               fixed value evaluate(p). The other moves are the noisy ones, while d > 0.
//! extension     d plies remain after a forcing move, not d - 1, while ply + 1 + d does not exceed the
//!               maximum length of a line (q plies more than twice the depth of the search, or less, where
//!               nothing else is declared)
//! ```
//!
//! Neither of the first two depends on the window, the table or the clock. So without a table the search walks one fixed tree,
//! and its minimax is the only valid value, even where the value of a position depends on the ply. Where
//! a position can have several values for another reason, the [witnessed values](super::Witnessed) follow
//! these additional rules:
//!
//! - *Standing pat* is a move that is always available: `high` is at least `evaluate(p)`, `low` is at least
//!   `evaluate(p)`, and only values of at least `evaluate(p)` enter `exact`. Noisy moves follow the rules for
//!   moves. No table entry is used at d < q, because quiescence neither probes the table nor stores in it.
//! - *After a forcing move* d or d - 1 plies may remain, depending on the length of the line, which the
//!   position alone does not determine. So the child counts at both depths. The child that a search visited
//!   is always one of them, and for the upper bound of a move the weaker claim counts, as always. So nothing is
//!   added where a search extends only some of the forcing moves. Where it may extend any move, each child above
//!   the horizon counts at both depths. Where the extension may be by other numbers of plies, all depths of that
//!   range count, those without an extension and with one of one ply among them. Then the depth may grow: it is at most
//!   that of the longest line, and a walk may return to a position at any depth.
//! - *A cycle of forcing moves* costs no depth. So a walk may return to a position at the same depth,
//!   and a draw by repetition is valid there too.

use crate::oracle::{Repetition, Rules};
use crate::position::{Move, Position};
use crate::score::Score;

/// The horizon, where the depth of a search runs out, and the quiescence below it.
///
/// In this module remaining plies always include those of quiescence. Where only these
/// remain, the depth has run out, the side to move may stand pat, and only noisy moves are searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Horizon {
    /// The maximum number of plies of quiescence; 0 without quiescence.
    pub plies: usize,
    /// Whether lines end at the horizon, without the moves of quiescence.
    pub hides: bool,
}

impl Horizon {
    /// The horizon without quiescence, where positions are evaluated as soon as the depth runs out.
    pub const NO_QUIESCENCE: Self = Self { plies: 0, hides: false };

    #[inline]
    pub(crate) const fn is_past(&self, remaining: usize) -> bool {
        remaining <= self.plies
    }

    pub const fn depth(&self, remaining: usize) -> usize {
        remaining.saturating_sub(self.plies)
    }

    pub(crate) const fn ends_lines(&self, remaining: usize) -> bool {
        self.hides && self.is_past(remaining)
    }

    /// Whether a search tries `mv`, a move of `position`, with `remaining` plies.
    #[inline]
    pub fn tries<P: Position>(&self, position: &P, remaining: usize, mv: Move) -> bool {
        !self.is_past(remaining) || remaining > 0 && position.is_noisy(mv)
    }

    /// Appends the moves that a search tries with `remaining` plies, in the order of the game.
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

/// The rules that decide which fixed tree a search walks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TreeRules {
    pub(super) horizon: Horizon,
    pub(super) extends: Option<usize>,
    times: usize,
    pub(super) repetition: Option<Repetition>,
    pub(super) quiet_plies: Option<u16>,
    /// The value of a draw for the side to move at the root.
    draw: Score,
}

impl TreeRules {
    pub(super) const fn from_rules(rules: &Rules) -> Self {
        let Rules { horizon, extends, extension_times, repetition, quiet_plies, draw, .. } = *rules;
        let draw = if rules.may_draw() { draw } else { Score::ZERO };
        Self { horizon, extends, times: extension_times as usize, repetition, quiet_plies, draw }
    }

    /// Whether the value of a position depends on the path to it.
    pub(super) const fn depends_on_path(&self) -> bool {
        self.may_draw() || self.extends.is_some()
    }

    const fn may_draw(&self) -> bool {
        self.repetition.is_some() || self.quiet_plies.is_some()
    }

    /// Returns the number of quiet moves in a row before a root, of `quiet` in its game, at most as many as make a draw.
    pub(super) fn quiet_at_root(&self, quiet: usize) -> u16 {
        self.quiet_plies.map_or(0, |most| quiet.min(most.into()) as u16)
    }

    /// Returns the number of quiet moves in a row after `mv`, a move of `position`, at most as many as make a draw.
    pub(super) fn quiet_after<P: Position>(&self, before: u16, position: &P, mv: Move) -> u16 {
        let counted = |most: u16| if position.is_noisy(mv) { 0 } else { most.min(before + 1) };
        self.quiet_plies.map_or(0, counted)
    }

    /// Whether enough quiet moves led to a position below the root, at which the game is not over, to make it a draw.
    pub(super) fn is_quiet_draw<P: Position>(&self, position: &P, quiet: u16) -> bool {
        self.quiet_plies == Some(quiet) && !position.is_terminal()
    }

    /// Whether a position is a draw by repetition, as it occurs `on_path` times on the path and `before` times before the path.
    pub(super) fn is_repetition(&self, on_path: usize, before: usize) -> bool {
        let reaches = |needed: u8, count: usize| needed > 0 && count >= usize::from(needed);
        self.repetition
            .is_some_and(|rule| reaches(rule.on_path, on_path) || reaches(rule.in_game, on_path + before))
    }

    /// The value of a draw for the side to move at `ply`.
    pub(super) fn value_of_draw(&self, ply: usize) -> Score {
        if ply.is_multiple_of(2) { self.draw } else { -self.draw }
    }

    pub(super) const fn plies(&self, depth: usize) -> usize {
        depth + self.horizon.plies
    }

    /// Returns the plies that remain after a move of a node at `ply` with `remaining` plies, in a search to `depth`.
    ///
    /// A forcing move costs no ply while one is spare.
    pub(super) fn plies_after(&self, depth: usize, ply: usize, remaining: usize, forcing: bool) -> usize {
        let extends = forcing && !self.horizon.is_past(remaining) && self.spare(depth, ply, remaining) > 0;
        if extends { remaining } else { remaining - 1 }
    }

    /// Returns the maximum number of plies by which a move of a node may be extended. The longest line below it must
    /// stay within the maximum length and the plies of quiescence.
    pub(super) fn spare(&self, depth: usize, ply: usize, remaining: usize) -> usize {
        let longest = self.extends.map_or(0, |_| self.longest(depth) + self.horizon.plies);
        longest.saturating_sub(ply + remaining)
    }

    /// The maximum length of a line without quiescence. This is the smaller of [`Rules::extends`] and
    /// [`Rules::extension_times`] times the depth, but at least the depth.
    pub(super) fn longest(&self, depth: usize) -> usize {
        self.extends.map_or(depth, |most| depth.max(most.min(self.times * depth)))
    }
}
