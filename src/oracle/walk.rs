//! The replay of a line, which tells whether the line is legal and whether each of its positions attains the score.

use crate::oracle::Oracle;
use crate::position::{Move, Position, first_illegal, has_move};
use crate::score::Score;

/// The result of the replay of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayResult {
    /// Every position attains the score, and the line reaches the full depth or the end of the game.
    Whole {
        /// Whether the line is the leftmost optimal line.
        leftmost: bool,
    },
    /// Every position attains the score, but the line ends early.
    Truncated,
    /// The line is legal, but the position at `ply` does not attain the score.
    Unsound {
        /// The distance of the unsound position from the root; 0 if the score itself is wrong.
        ply: usize,
    },
    /// The line continues after the position at `ply`, which is a draw.
    PastDraw {
        /// The distance of the draw from the root.
        ply: usize,
    },
    /// The next move of the line is not legal in the position at `ply`.
    Illegal {
        /// The distance from the root to the position before the illegal move.
        ply: usize,
    },
}

impl<P: Position> Oracle<P> {
    /// Replays `line`, which a search returned with `score` at the root.
    ///
    /// The legality of the whole line is checked first: a line with an illegal move
    /// is illegal, even if it is unsound at an earlier ply. A line may not continue below
    /// depth 0, because no position there has a value.
    #[inline]
    pub fn walk(&self, score: Score, line: &[Move]) -> ReplayResult {
        // The usual case, without a replay.
        if score == self.score() && line == self.line() {
            return ReplayResult::Whole { leftmost: true };
        }
        self.walk_other_line(score, line)
    }

    fn walk_other_line(&self, score: Score, line: &[Move]) -> ReplayResult {
        if let Some(known) = self.replays.borrow().find(score, line) {
            return known;
        }
        let walk = self.replay(score, line);
        self.replays.borrow_mut().keep(score, line, walk);
        walk
    }

    fn replay(&self, score: Score, line: &[Move]) -> ReplayResult {
        if let Some(ply) = self.first_illegal(line) {
            return ReplayResult::Illegal { ply };
        }
        if score != self.score() {
            return ReplayResult::Unsound { ply: 0 };
        }
        self.walk_from_root_move(score, line)
    }

    /// Replays a line of legal moves like [`Oracle::walk`], but compares `score` with the value of the first move
    /// instead of the root.
    pub(super) fn walk_from_root_move(&self, score: Score, line: &[Move]) -> ReplayResult {
        let (mut position, mut depth, mut expected) = (self.root.clone(), self.depth, score);
        for (ply, &mv) in line.iter().enumerate() {
            if self.horizon.ends_lines(depth) || !self.horizon.tries(&position, depth, mv) {
                return ReplayResult::Unsound { ply: ply + 1 };
            }
            position = position.play(mv);
            depth -= 1;
            expected = expected.for_child();
            if expected != self.value(&position, depth) {
                return ReplayResult::Unsound { ply: ply + 1 };
            }
        }
        if self.may_end(&position, depth, expected) {
            ReplayResult::Whole { leftmost: line == self.line() }
        } else {
            ReplayResult::Truncated
        }
    }

    pub(super) fn first_illegal(&self, line: &[Move]) -> Option<usize> {
        first_illegal(&self.root, line, &mut self.moves.borrow_mut())
    }

    /// Whether `mv` is legal in `position`.
    pub fn has(&self, position: &P, mv: Move) -> bool {
        has_move(position, mv, &mut self.moves.borrow_mut())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;

    fn walk(game: &str, depth: usize, score: i32, line: &[u16]) -> ReplayResult {
        let tree: Graph = game.parse().expect("a tree");
        let line: Vec<Move> = line.iter().map(|&number| Move::new(number)).collect();
        Oracle::new(&tree.root(), depth).walk(Score::new(score), &line)
    }

    #[test]
    fn every_position_of_a_line_must_attain_the_score() {
        // The root chooses between min(3, 5) and min(3, 3): each move has the value 3.
        let game = "[[3 5] [3 3]]";
        assert_eq!(walk(game, 2, 3, &[0, 0]), ReplayResult::Whole { leftmost: true });
        assert_eq!(walk(game, 2, 3, &[1, 1]), ReplayResult::Whole { leftmost: false });
        assert_eq!(walk(game, 2, 3, &[1]), ReplayResult::Truncated);
        assert_eq!(walk(game, 2, 3, &[]), ReplayResult::Truncated);
        assert_eq!(walk(game, 2, 3, &[0, 1]), ReplayResult::Unsound { ply: 2 });
        assert_eq!(walk(game, 2, 4, &[0, 0]), ReplayResult::Unsound { ply: 0 });
        assert_eq!(walk(game, 2, 3, &[0, 2]), ReplayResult::Illegal { ply: 1 });
        assert_eq!(walk(game, 2, 3, &[0, 0, 0]), ReplayResult::Illegal { ply: 2 });
    }

    #[test]
    fn a_line_that_continues_below_depth_zero_is_unsound() {
        // At depth 1 the root's children are evaluated: -7 and -8, seen from the root 7 and 8.
        assert_eq!(walk("[-7[1] -8[2]]", 1, 8, &[1]), ReplayResult::Whole { leftmost: true });
        assert_eq!(walk("[-7[1] -8[2]]", 1, 8, &[1, 0]), ReplayResult::Unsound { ply: 2 });
    }

    #[test]
    fn an_illegal_move_is_reported_even_after_an_unsound_one() {
        assert_eq!(walk("[[3] [1 2]]", 2, -1, &[0, 1]), ReplayResult::Illegal { ply: 1 });
    }
}
