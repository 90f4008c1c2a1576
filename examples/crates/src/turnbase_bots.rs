//! `turnbase-bots` 0.1.1: alpha-beta that returns the best move.

use pvcheck::prelude::*;
use turnbase::{ActivePlayers, Game, PlayerId};
use turnbase_bots::Minimax;

use crate::Verified;
use crate::state::State;

struct Synthetic;

const FIRST: PlayerId = PlayerId::new(0);
const SECOND: PlayerId = PlayerId::new(1);

impl Game for Synthetic {
    type State = State;
    type Action = u16;
    type View = ();

    fn new_initial_state(&self, _: u64) -> State {
        unreachable!("each search has a root")
    }

    fn num_players(&self) -> usize {
        2
    }

    fn active_players(&self, state: &State) -> ActivePlayers {
        ActivePlayers::one(if state.is_first { FIRST } else { SECOND })
    }

    fn legal_actions(&self, state: &State, _: PlayerId) -> Vec<u16> {
        state.moves().collect()
    }

    fn apply(&self, state: &mut State, _: PlayerId, action: u16) {
        *state = state.play(action);
    }

    fn is_terminal(&self, state: &State) -> bool {
        state.is_over()
    }

    fn reward(&self, state: &State, player: PlayerId) -> f64 {
        f64::from(if player == FIRST { state.score_of_first() } else { -state.score_of_first() })
    }

    fn view(&self, _: &State, _: Option<PlayerId>) {}
}

/// Verifies the best move of a search that is made with the requested depth less `fewer` plies.
fn best_action(fewer: usize, count: u64) -> Verification {
    verify(move |request: &Request<'_>| {
        let search = Minimax::new((request.depth() - fewer) as u32);
        Answer::only_move(search.best_action(&Synthetic, &State::of(request), FIRST).map(Move::new))
    })
    .games(RandomGames::seed(1).count(count).depths(1..=8))
}

pub fn verified(count: u64) -> Vec<Verified> {
    vec![
        Verified::new("Minimax::new(depth)", best_action(0, count)),
        Verified::new("Minimax::new(depth - 1)", best_action(1, count)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::found;

    #[test]
    fn it_searches_one_ply_more_than_its_depth() {
        let case = "v1 depth=1 [1[a:0] a]";
        assert_eq!(found(best_action(0, 0).case(case)), [("wrong_move", case.to_owned())]);
        assert_eq!(found(best_action(1, 1_000)), []);
    }
}
