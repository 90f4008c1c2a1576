//! `chess-engine` 0.1.2: alpha-beta of every game that implements its trait `Evaluate`; here of synthetic games.

use chess_engine::{BLACK, Color, Evaluate, Move as ChessMove, Position as Square, WHITE};
use pvcheck::prelude::*;

use crate::Verified;
use crate::state::State;

/// With `PASSES`, a game that is over goes on with moves that change nothing, so that its end has the score.
#[derive(Clone)]
struct Synthetic<const PASSES: bool>(State);

impl<const PASSES: bool> Evaluate for Synthetic<PASSES> {
    fn value_for(&self, color: Color) -> f64 {
        f64::from(if color == WHITE { self.0.score_of_first() } else { -self.0.score_of_first() })
    }

    fn get_current_player_color(&self) -> Color {
        if self.0.is_first { WHITE } else { BLACK }
    }

    fn get_legal_moves(&self) -> Vec<ChessMove> {
        let none = PASSES && self.0.is_over();
        let pass = none.then_some(ChessMove::Resign);
        let moves =
            self.0.moves().map(|mv| ChessMove::Piece(Square::new(0, 0), Square::new(i32::from(mv), 0)));
        pass.into_iter().chain(moves).collect()
    }

    fn apply_eval_move(&self, mv: ChessMove) -> Self {
        number(mv).map_or_else(|| self.clone(), |mv| Self(self.0.play(mv)))
    }
}

fn number(mv: ChessMove) -> Option<u16> {
    if let ChessMove::Piece(_, to) = mv { u16::try_from(to.get_row()).ok() } else { None }
}

/// Verifies the best move. The depth of the crate is that after the move.
fn best_move<const PASSES: bool>(count: u64) -> Verification {
    verify(|request: &Request<'_>| {
        let root = Synthetic::<PASSES>(State::of(request));
        let (best, _, _) = root.get_best_next_move(request.depth() as i32 - 1);
        Answer::only_move(number(best).map(Move::new))
    })
    .games(RandomGames::seed(1).count(count).depths(1..=8).scores(-30_000..=30_000))
}

pub fn verified(count: u64) -> Vec<Verified> {
    vec![
        Verified::new("get_best_next_move, ends go on", best_move::<true>(count)),
        Verified::new("get_best_next_move, ends have no moves", best_move::<false>(count)),
    ]
}

#[cfg(test)]
mod tests {
    use chess_engine::{BoardBuilder, GameResult, Piece};

    use super::*;
    use crate::found;

    #[test]
    fn an_end_without_moves_is_a_loss() {
        assert_eq!(found(best_move::<false>(1_000)), [("wrong_move", "v1 depth=2 [0 1]".to_owned())]);
        assert_eq!(found(best_move::<true>(1_000)), []);
    }

    /// White has a queen more, and Qb6 is stalemate.
    #[test]
    fn it_plays_stalemate_on_its_own_board() {
        let square = |name: &str| Square::pgn(name).expect("a square");
        let board = BoardBuilder::default()
            .piece(Piece::King(BLACK, square("a8")))
            .piece(Piece::King(WHITE, square("h1")))
            .piece(Piece::Queen(WHITE, square("b5")))
            .build();
        let (best, _, _) = board.get_best_next_move(1);
        assert_eq!(best, ChessMove::Piece(square("b5"), square("b6")));
        assert_eq!(board.play_move(best), GameResult::Stalemate);
    }
}
