//! The replay of a line that somebody shows.

use crate::oracle::Oracle;
use crate::position::{Move, Position};
use crate::score::Score;

/// What the replay of a line found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// Every position carries the score, to the depth or the end of the game.
    Whole {
        /// Whether it is the leftmost optimal line.
        leftmost: bool,
    },
    /// Every position carries the score, but the line stops early.
    Truncated,
    /// Legal, but the position at `ply` does not attain the score.
    Unsound {
        /// Distance of that position from the root; 0 when the score itself is wrong.
        ply: usize,
    },
    /// The line goes on behind the position at `ply`, which stood on it before and is a draw.
    PastDraw {
        /// Distance of that position from the root.
        ply: usize,
    },
    /// The position at `ply` does not have the move that the line shows next.
    Illegal {
        /// Distance of that position from the root.
        ply: usize,
    },
}

impl<P: Position> Oracle<P> {
    /// Replays `line`, which is said to be worth `score` at the root.
    ///
    /// Legality is looked at first and to the end: a line with an illegal move
    /// is illegal, wherever it went wrong before. A line may not go on below
    /// depth 0, as no position there carries anything.
    #[inline]
    pub fn walk(&self, score: Score, line: &[Move]) -> Walk {
        // Nearly all lines are that one.
        if score == self.score() && line == self.line() {
            return Walk::Whole { leftmost: true };
        }
        self.walk_another(score, line)
    }

    fn walk_another(&self, score: Score, line: &[Move]) -> Walk {
        if let Some(ply) = self.first_illegal(line) {
            return Walk::Illegal { ply };
        }
        if score != self.score() {
            return Walk::Unsound { ply: 0 };
        }
        self.walk_on(score, line)
    }

    /// The same of a line of legal moves whose first one has to bear the score, whatever the root is worth.
    pub(super) fn walk_on(&self, score: Score, line: &[Move]) -> Walk {
        let (mut position, mut depth, mut carried) = (self.root.clone(), self.depth, score);
        for (ply, &mv) in line.iter().enumerate() {
            if self.horizon.ends_lines(depth) || !self.horizon.tries(&position, depth, mv) {
                return Walk::Unsound { ply: ply + 1 };
            }
            position = position.play(mv);
            depth -= 1;
            carried = carried.for_child();
            if carried != self.value(&position, depth) {
                return Walk::Unsound { ply: ply + 1 };
            }
        }
        if self.may_end(&position, depth, carried) {
            Walk::Whole { leftmost: line == self.line() }
        } else {
            Walk::Truncated
        }
    }

    /// The ply of the first position that does not have the line's next move.
    pub(super) fn first_illegal(&self, line: &[Move]) -> Option<usize> {
        let mut position = self.root.clone();
        line.iter().position(|&mv| {
            let illegal = !self.has(&position, mv);
            if !illegal {
                position = position.play(mv);
            }
            illegal
        })
    }

    /// Whether `position` has this move.
    pub fn has(&self, position: &P, mv: Move) -> bool {
        let mut moves = self.moves.borrow_mut();
        moves.clear();
        if !position.is_terminal() {
            position.moves(&mut moves);
        }
        moves.contains(&mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;

    fn walk(game: &str, depth: usize, score: i32, line: &[u16]) -> Walk {
        let tree: Graph = game.parse().expect("a tree");
        let line: Vec<Move> = line.iter().map(|&number| Move::new(number)).collect();
        Oracle::new(&tree.root(), depth).walk(Score::new(score).expect("a score"), &line)
    }

    #[test]
    fn a_line_is_judged_by_every_position_on_it() {
        // The root chooses between min(3, 5) and min(3, 3): worth 3 by either move.
        let game = "[[3 5] [3 3]]";
        assert_eq!(walk(game, 2, 3, &[0, 0]), Walk::Whole { leftmost: true });
        assert_eq!(walk(game, 2, 3, &[1, 1]), Walk::Whole { leftmost: false });
        assert_eq!(walk(game, 2, 3, &[1]), Walk::Truncated);
        assert_eq!(walk(game, 2, 3, &[]), Walk::Truncated);
        assert_eq!(walk(game, 2, 3, &[0, 1]), Walk::Unsound { ply: 2 });
        assert_eq!(walk(game, 2, 4, &[0, 0]), Walk::Unsound { ply: 0 });
        assert_eq!(walk(game, 2, 3, &[0, 2]), Walk::Illegal { ply: 1 });
        assert_eq!(walk(game, 2, 3, &[0, 0, 0]), Walk::Illegal { ply: 2 });
    }

    #[test]
    fn legal_moves_below_depth_zero_carry_nothing() {
        // At depth 1 the inner scores count: -7 and -8, seen from the root 7 and 8.
        assert_eq!(walk("[-7[1] -8[2]]", 1, 8, &[1]), Walk::Whole { leftmost: true });
        assert_eq!(walk("[-7[1] -8[2]]", 1, 8, &[1, 0]), Walk::Unsound { ply: 2 });
    }

    #[test]
    fn an_illegal_move_is_named_even_behind_an_unsound_one() {
        assert_eq!(walk("[[3] [1 2]]", 2, -1, &[0, 1]), Walk::Illegal { ply: 1 });
    }
}
