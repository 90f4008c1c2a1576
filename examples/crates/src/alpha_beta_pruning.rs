//! `alpha_beta_pruning` 0.1.0: alpha-beta that returns a score, and the best move of all moves in parallel.

use alpha_beta_pruning::{AlphaBeta, Grade};
use pvcheck::prelude::*;

use crate::Verified;
use crate::state::State;

/// The positions of the line that is searched.
#[derive(Clone)]
struct Synthetic(Vec<State>);

impl Synthetic {
    fn last(&self) -> &State {
        self.0.last().expect("the root")
    }
}

impl AlphaBeta<u16> for Synthetic {
    fn evaluate(&self) -> Grade {
        Grade::Score(self.last().score_of_first().into())
    }

    fn get_moves(&self) -> Vec<u16> {
        self.last().moves().collect()
    }

    fn set(&mut self, mv: &u16) {
        self.0.push(self.last().play(*mv));
    }

    fn unset(&mut self, _: &u16) {
        self.0.pop();
    }
}

fn search(request: &Request<'_>) -> Answer {
    let mut root = Synthetic(vec![State::of(request)]);
    let score = i64::from(&root.alpha_beta(Grade::Min, Grade::Max, request.depth(), true));
    let answer = Answer::score(Score::saturating(score));
    // `run` searches to depth 1 or more.
    let best = if request.depth() == 0 { None } else { root.run(request.depth()) };
    best.map_or(answer.clone(), |mv| answer.best_move(Move::new(mv)))
}

pub fn verified(count: u64) -> Vec<Verified> {
    vec![Verified::new("alpha_beta and run", verify(search).games(RandomGames::seed(1).count(count)))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::found;

    #[test]
    fn nothing_is_found_in_1_000_games() {
        assert_eq!(found(verify(search).games(RandomGames::seed(1).count(1_000))), []);
    }
}
