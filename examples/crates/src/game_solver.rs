//! `game-solver` 0.1.0: solves games that end with a win.

use std::ops::Range;

use game_solver::{Game, Player, solve};
use pvcheck::prelude::*;
use pvcheck::verify::{GameSource, Problem};

use crate::Verified;
use crate::state::State;

/// More than the plies of any game.
const LONGEST: i32 = 100;

/// A state, and the plies since the root. The side to move has lost at the end of the game, unless the score is 0.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Synthetic(State, i32);

impl Game for Synthetic {
    type Move = u16;
    type Iter = Range<u16>;

    fn player(&self) -> Player {
        if self.0.is_first { Player::P1 } else { Player::P2 }
    }

    fn score(&self) -> u32 {
        (LONGEST - self.1).unsigned_abs()
    }

    fn max_score(&self) -> u32 {
        LONGEST.unsigned_abs()
    }

    fn min_score(&self) -> i32 {
        -LONGEST
    }

    fn make_move(&mut self, mv: u16) -> bool {
        *self = Self(self.0.play(mv), self.1 + 1);
        true
    }

    fn possible_moves(&self) -> Range<u16> {
        self.0.moves()
    }

    fn is_winning_move(&self, mv: u16) -> bool {
        let child = self.0.play(mv);
        child.is_over() && child.score() != 0
    }
}

/// Random games in which the side to move has lost at the end, or, with draws, in some of the ends. They are searched to the end.
struct Wins {
    games: RandomGames,
    draws: bool,
}

impl GameSource for Wins {
    fn count(&self) -> u64 {
        GameSource::count(&self.games)
    }

    fn item(&self, index: u64) -> Problem {
        let mut game = self.games.item(index).game().clone();
        for node in 0..game.len() {
            let is_draw = self.draws && game.score(node).get() % 2 == 0;
            let is_over = game.is_leaf(node);
            game.set_score(node, if is_over && !is_draw { Score::MIN } else { Score::ZERO });
        }
        Problem::new(20, game)
    }

    fn describe(&self) -> String {
        format!("random games, {} draws", if self.draws { "with" } else { "without" })
    }

    fn allows(&self, problem: &Problem) -> bool {
        let game = problem.game();
        let is_valid = |node: usize| {
            let (score, is_over) = (game.score(node), game.is_leaf(node));
            if is_over {
                score == Score::MIN || self.draws && score == Score::ZERO
            } else {
                score == Score::ZERO
            }
        };
        problem.depth == 20 && !game.is_leaf(0) && (0..game.len()).all(is_valid)
    }
}

/// Verifies `solve`. A win in n plies has the score `LONGEST - n`.
fn solved(draws: bool, count: u64) -> Verification {
    verify(|request: &Request<'_>| {
        let root = Synthetic(State::of(request), 0);
        let score = match solve(&root) {
            _ if root.0.is_over() => request.root().evaluate(), // It solves no game that is over.
            0 => Score::ZERO,
            win @ 1.. => Score::MAX - (LONGEST - win),
            loss => Score::MIN + (LONGEST + loss),
        };
        Answer::score(score)
    })
    .games(Wins { games: RandomGames::seed(1).count(count), draws })
}

pub fn verified(count: u64) -> Vec<Verified> {
    vec![
        Verified::new("solve, games without draws", solved(false, count)),
        Verified::new("solve, games with draws", solved(true, count)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::found;

    #[test]
    fn a_draw_is_a_win() {
        assert_eq!(found(solved(true, 1_000)), [("unwitnessed", "v1 depth=20 [0]".to_owned())]);
        assert_eq!(found(solved(false, 1_000)), []);
    }
}
