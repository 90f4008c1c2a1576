//! Synthetic games as games of the crate `minimax`.

use minimax::{Evaluation, Evaluator, Game, Winner};
use pvcheck::game::SharedPosition;
use pvcheck::position::{Move, Position};

/// A state of a synthetic game. `minimax` knows no other end of a game than a win, a loss and a draw, but the end of
/// a synthetic game has a score. So each end is a state with one move, which changes nothing.
#[derive(Clone)]
pub struct State {
    position: SharedPosition,
    /// The number of moves since the game was over.
    over: u8,
}

fn moves(position: &SharedPosition) -> usize {
    position.graph().children(position.node()).len()
}

impl State {
    pub fn of(position: &SharedPosition) -> Self {
        Self { position: position.clone(), over: 0 }
    }

    /// The moves of a line up to the end of the game.
    pub fn moves_of(&self, line: &[u16]) -> Vec<Move> {
        let mut position = Some(self.position.clone());
        let in_game = |&mv: &u16| {
            let from = position.take();
            let next = from.as_ref().filter(|from| usize::from(mv) < moves(from));
            position = next.map(|from| from.play(Move::new(mv)));
            from.is_none_or(|from| !from.is_terminal())
        };
        line.iter().copied().take_while(in_game).map(Move::new).collect()
    }
}

pub struct Synthetic;

impl Game for Synthetic {
    type S = State;
    type M = u16;

    fn generate_moves(state: &State, next: &mut Vec<u16>) -> Option<Winner> {
        next.extend(0..moves(&state.position).max(1) as u16);
        None
    }

    fn apply(state: &mut State, mv: u16) -> Option<State> {
        let State { position, over } = state;
        Some(if position.is_terminal() {
            State { position: position.clone(), over: *over + 1 }
        } else {
            State { position: position.play(Move::new(mv)), over: *over }
        })
    }

    fn get_winner(_: &State) -> Option<Winner> {
        None
    }

    fn zobrist_hash(state: &State) -> u64 {
        state.position.key().wrapping_add(u64::from(state.over) << 40 | u64::from(state.over))
    }
}

/// The evaluation of a state.
pub struct Static;

impl Evaluator for Static {
    type G = Synthetic;

    fn evaluate(&self, state: &State) -> Evaluation {
        let score = state.position.evaluate().get() as Evaluation;
        if state.over.is_multiple_of(2) { score } else { -score }
    }
}
