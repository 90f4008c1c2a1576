//! What is known about a line alone: its legality, and for [`Rules::LINES_ONLY`] its length and the value of its last
//! position.
//!
//! This is all that can be judged of a search whose rules have no sets of valid values, and that does not report
//! its nodes. Nothing is claimed about minimax.

use super::GroundTruth;
use crate::oracle::{Rules, Walk};
use crate::position::{Move, Position};
use crate::score::Score;

impl<P: Position> GroundTruth<P> {
    /// Replays `line`, which a search returned with `score` at the root. For [`Rules::LINES_ONLY`] it is whole if it
    /// reaches the depth, the end of the game, or a draw by the declared rules, and its last position must then have the
    /// value of the score, unless the line omits the moves of quiescence. For other rules every legal line is whole.
    pub(super) fn walk_alone(&self, score: Score, line: &[Move]) -> Walk {
        if let Some(ply) = self.oracle.first_illegal(line) {
            return Walk::Illegal { ply };
        }
        let whole = Walk::Whole { leftmost: false };
        if !self.rules.lines_only {
            return whole;
        }
        let (mut position, mut value, mut path) = (self.root.clone(), score, Vec::new());
        for &mv in line {
            path.push(position.clone());
            (position, value) = (position.play(mv), value.for_child());
        }
        let Rules { draw, horizon, .. } = self.rules;
        let draw = if line.len().is_multiple_of(2) { draw } else { -draw };
        let is_over = position.is_terminal();
        match self.may_be_draw(&path, &position) && value == draw {
            true => whole,
            false if !is_over && line.len() < self.depth => Walk::Truncated,
            false if value == position.evaluate() || horizon.hides && !is_over => whole,
            false => Walk::Unsound { ply: line.len() },
        }
    }

    fn may_be_draw(&self, path: &[P], position: &P) -> bool {
        let Rules { repetition, quiet_plies, .. } = self.rules;
        let is_repeated = repetition.is_some_and(|rule| rule.in_game > 0 || path.contains(position));
        quiet_plies.is_some() || is_repeated
    }
}
