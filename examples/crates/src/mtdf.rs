//! `mtdf` 0.1.1: MTD(f) with a table.

use mtdf::game::{Evaluation, GameState, Player};
use mtdf::mtdf::MTDBot;
use pvcheck::prelude::*;

use crate::Verified;
use crate::state::State;

/// The player of the root minimizes if `MINIMIZING`.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Synthetic<const MINIMIZING: bool>(State);

impl<const MINIMIZING: bool> GameState for Synthetic<MINIMIZING> {
    fn evaluate(&self) -> Evaluation {
        let value = self.turn().sign() * self.0.score() as f32;
        if self.0.is_over() { Evaluation::Exact(value) } else { Evaluation::Heuristic(value) }
    }

    fn moves(&self) -> impl IntoIterator<Item = Self> {
        self.0.moves().map(|mv| Self(self.0.play(mv)))
    }

    fn turn(&self) -> Player {
        if self.0.is_first == MINIMIZING { Player::Minimizing } else { Player::Maximizing }
    }
}

/// The value for the maximizing player and the position after the best move, as an answer.
fn answer<const MINIMIZING: bool>(
    request: &Request<'_>,
    (value, best): (f32, Synthetic<MINIMIZING>),
) -> Answer {
    let root = Synthetic::<MINIMIZING>(State::of(request));
    let answer = Answer::score(Score::saturating((root.turn().sign() * value) as i64));
    let moves: Vec<u16> = root.0.moves().filter(|&mv| root.0.play(mv) == best.0).collect();
    moves.first().map_or(answer.clone(), |&mv| answer.best_move(Move::new(mv)))
}

fn serial<const MINIMIZING: bool>(bot: &MTDBot<Synthetic<MINIMIZING>>, request: &Request<'_>) -> Answer {
    let root = Synthetic(State::of(request));
    answer(request, bot.mtdf_serial(&root, &request.depth(), None))
}

/// It takes scores from entries that are at least as deep, at leaves too, narrows windows to them, and joins two bounds.
fn rules() -> Rules {
    Rules::FIXED_TREE.tt(Drafts::Deeper).tt_narrow().tt_leaves().deepening().joined_bounds()
}

/// Verifies `mtdf_serial` with the table.
fn table(games: RandomGames) -> Verification {
    verify_object(MTDBot::<Synthetic<false>>::new, |bot, request| serial(bot, request))
        .declares(rules())
        .games(games)
}

/// Verifies `mtdf`, which searches in several threads from depth 3 on.
fn parallel(games: RandomGames) -> Verification {
    verify_object(MTDBot::<Synthetic<false>>::new, |bot, request| {
        let root = Synthetic(State::of(request));
        answer(request, bot.mtdf(&root, &request.depth(), None))
    })
    .declares(rules())
    .games(games)
}

/// Verifies `mtdf_serial` without a table.
fn memoryless<const MINIMIZING: bool>(games: RandomGames) -> Verification {
    verify_object(MTDBot::<Synthetic<MINIMIZING>>::new_memoryless, |bot, request| serial(bot, request))
        .games(games)
}

/// It searches to depth 1 or more, and the scores are those of `f32`.
fn games(count: u64) -> RandomGames {
    RandomGames::seed(1).count(count).depths(1..=8)
}

pub fn verified(count: u64) -> Vec<Verified> {
    vec![
        Verified::new("mtdf_serial", table(games(count))),
        Verified::new("mtdf", parallel(games(count))),
        Verified::new("mtdf_serial without a table, maximizing", memoryless::<false>(games(count))),
        Verified::new("mtdf_serial without a table, minimizing", memoryless::<true>(games(count))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::found;

    #[test]
    fn the_move_of_the_last_pass_may_be_wrong() {
        let case = "v1 depth=4 [[[[1]]] [1[0] [[1]]]]";
        assert_eq!(found(table(games(0)).case(case)), [("wrong_move", case.to_owned())]);
    }

    #[test]
    fn without_a_table_the_sign_is_that_of_the_player_to_move() {
        let case = "v1 depth=1 1";
        assert_eq!(found(memoryless::<true>(games(0)).case(case)), [("unwitnessed", case.to_owned())]);
        assert_eq!(found(memoryless::<false>(games(1_000))), []);
    }
}
