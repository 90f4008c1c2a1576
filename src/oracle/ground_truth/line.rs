//! What is known about a line alone: its legality, its length, and the value of its last position.
//!
//! This is all that can be judged of a search whose rules have no sets of valid values, and that does not report
//! its nodes. Nothing is claimed about minimax.

use super::GroundTruth;
use crate::oracle::{Rules, Walk};
use crate::position::{Move, Position};
use crate::score::Score;

impl<P: Position> GroundTruth<P> {
    /// Replays `line`, which a search returned with `score` at the root. The line is whole if it reaches the depth,
    /// the end of the game, or a draw by the declared rules. For [`Rules::LINES_ONLY`] its last position must then
    /// have the value of the score, unless the line omits the moves of quiescence.
    pub(super) fn walk_alone(&self, score: Score, line: &[Move]) -> Walk {
        if let Some(ply) = self.oracle.first_illegal(line) {
            return Walk::Illegal { ply };
        }
        let (mut position, mut value, mut path) = (self.root.clone(), score, Vec::new());
        for &mv in line {
            path.push(position.clone());
            (position, value) = (position.play(mv), value.for_child());
        }
        let Rules { draw, horizon, lines_only, .. } = self.rules;
        let is_draw = self.rules.draws() && path.contains(&position);
        if !is_draw && !position.is_terminal() && line.len() < self.depth {
            return Walk::Truncated;
        }
        let omits_moves = horizon.hides && !is_draw && !position.is_terminal();
        let end = match is_draw {
            true if line.len().is_multiple_of(2) => draw,
            true => -draw,
            false => position.evaluate(),
        };
        if lines_only && !omits_moves && value != end {
            return Walk::Unsound { ply: line.len() };
        }
        Walk::Whole { leftmost: false }
    }
}
