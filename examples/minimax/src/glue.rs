//! Synthetic games as games of the crate `minimax`.

use std::sync::Arc;

use minimax::{Evaluation, Evaluator, Game, Winner};
use pvcheck::game::{Graph, GraphPosition};
use pvcheck::position::{Move, Position};

/// A state of a synthetic game. `minimax` knows no other end of a game than a win, a loss and a draw, but the end of
/// a synthetic game has a score. So each end is a state with one move, which changes nothing.
#[derive(Clone)]
pub struct State {
    game: Arc<Graph>,
    node: usize,
    /// The number of moves since the game was over.
    over: u8,
}

impl State {
    pub fn of(position: &GraphPosition<'_>) -> Self {
        Self { game: Arc::new(position.graph().clone()), node: position.node(), over: 0 }
    }

    /// The moves of a line up to the end of the game.
    pub fn moves_of(&self, line: &[u16]) -> Vec<Move> {
        let mut position = Some(self.game.position(self.node));
        let in_game = |&mv: &u16| {
            let from = position.take();
            position = from.filter(|from| usize::from(mv) < self.game.children(from.node()).len());
            position = position.map(|from| from.play(Move::new(mv)));
            from.is_none_or(|from| !from.is_terminal())
        };
        line.iter().copied().take_while(in_game).map(Move::new).collect()
    }
}

pub struct Synthetic;

impl Game for Synthetic {
    type S = State;
    type M = u16;

    fn generate_moves(state: &State, moves: &mut Vec<u16>) -> Option<Winner> {
        let count = state.game.children(state.node).len().max(1);
        moves.extend(0..count as u16);
        None
    }

    fn apply(state: &mut State, mv: u16) -> Option<State> {
        let is_over = state.game.position(state.node).is_terminal();
        Some(if is_over {
            State { over: state.over + 1, ..state.clone() }
        } else {
            State { node: state.game.child(state.node, usize::from(mv)), ..state.clone() }
        })
    }

    fn get_winner(_: &State) -> Option<Winner> {
        None
    }

    fn zobrist_hash(state: &State) -> u64 {
        state
            .game
            .position(state.node)
            .key()
            .wrapping_add(u64::from(state.over) << 40 | u64::from(state.over))
    }
}

/// The evaluation of a state.
pub struct Static;

impl Evaluator for Static {
    type G = Synthetic;

    fn evaluate(&self, state: &State) -> Evaluation {
        let score = state.game.score(state.node).get() as Evaluation;
        if state.over.is_multiple_of(2) { score } else { -score }
    }
}
