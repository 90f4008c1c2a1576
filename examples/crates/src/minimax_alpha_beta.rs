//! `minimax-alpha-beta` 0.2.0: alpha-beta that returns the best move, and prefers wins that are near.

use minimax_alpha_beta::games::TicTacToe;
use minimax_alpha_beta::strategy::alpha_beta_minimax::AlphaBetaMiniMaxStrategy;
use minimax_alpha_beta::strategy::game_strategy::GameStrategy;
use pvcheck::prelude::*;

use crate::Verified;
use crate::state::State;

/// The positions of the line that is searched, and how many units a point is. The player of the root minimizes.
struct Synthetic(Vec<State>, i32);

impl Synthetic {
    fn last(&self) -> &State {
        self.0.last().expect("the root")
    }
}

impl GameStrategy for Synthetic {
    type Player = ();
    type Move = u16;
    type Board = ();

    fn evaluate(&self) -> f64 {
        f64::from(-self.last().score_of_first()) * f64::from(self.1)
    }

    fn get_winner(&self) -> Option<()> {
        None
    }

    fn is_game_tied(&self) -> bool {
        false
    }

    fn is_game_complete(&self) -> bool {
        self.last().is_over()
    }

    fn get_available_moves(&self) -> Vec<u16> {
        self.last().moves().collect()
    }

    fn play(&mut self, mv: &u16, _: bool) {
        self.0.push(self.last().play(*mv));
    }

    fn clear(&mut self, _: &u16) {
        self.0.pop();
    }

    fn get_board(&self) -> &() {
        &()
    }

    fn is_a_valid_move(&self, mv: &u16) -> bool {
        self.last().moves().contains(mv)
    }

    fn get_a_sentinel_move(&self) -> u16 {
        Move::LARGEST
    }
}

/// Verifies the best move if each point of a score is `units` units. The depth of the crate is that after the move; its player
/// is the opponent, as in its own driver.
fn best_move(units: i32, count: u64) -> Verification {
    verify(move |request: &Request<'_>| {
        let mut root = Synthetic(vec![State::of(request)], units);
        let best = root.get_best_move(request.depth() as i64 - 1, true);
        Answer::only_move((best != Move::LARGEST).then_some(Move::new(best)))
    })
    .games(RandomGames::seed(1).count(count).depths(1..=8))
}

/// A board of the tic-tac-toe of the crate. The maximizing player begins.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Board(Vec<char>);

impl Board {
    fn game(&self) -> TicTacToe {
        TicTacToe { board: self.0.clone(), ..TicTacToe::new(3) }
    }

    fn is_of_maximizer(&self) -> bool {
        self.0.iter().filter(|&&sign| sign != '-').count() % 2 == 0
    }
}

impl Position for Board {
    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.game().get_available_moves().into_iter().map(|mv| Move::new(mv as u16)));
    }

    fn play(&self, mv: Move) -> Self {
        let mut game = self.game();
        game.play(&mv.number().into(), self.is_of_maximizer());
        Self(game.board)
    }

    /// Only the player who moved last can have won.
    fn evaluate(&self) -> Score {
        Score::saturating(if self.game().get_winner() == Some('-') { 0 } else { -1 })
    }

    fn is_terminal(&self) -> bool {
        self.game().is_game_complete()
    }

    fn key(&self) -> u64 {
        self.0.iter().fold(1, |key, &sign| 3 * key + "-ox".find(sign).map_or(0, |digit| digit as u64))
    }

    fn name(&self) -> Option<String> {
        Some(self.0.chunks(3).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/"))
    }
}

/// All boards on which the game is not over.
fn boards() -> Vec<Board> {
    let (mut boards, mut next) = (vec![Board(vec!['-'; 9])], 0);
    while let Some(board) = boards.get(next).cloned() {
        let mut moves = Vec::new();
        board.moves(&mut moves);
        for child in moves.into_iter().map(|mv| board.play(mv)) {
            if !child.is_terminal() && !boards.contains(&child) {
                boards.push(child);
            }
        }
        next += 1;
    }
    boards
}

/// Verifies the best move of its tic-tac-toe, to the end of the game. Its second argument is that of the driver, or that of the
/// documentation: whether the first player moves.
fn tic_tac_toe(as_documented: bool) -> Verification<Board> {
    let positions = boards().into_iter().map(|board| (board, 9));
    verify_positions(
        positions,
        || (),
        move |(): &mut (), request: &Request<'_, Board>| {
            let first = request.root().is_of_maximizer();
            let best = request.root().game().get_best_move(9, first == as_documented);
            Answer::only_move((best < 9).then(|| Move::new(best as u16)))
        },
    )
}

pub fn verified(count: u64) -> Vec<Verified> {
    vec![
        Verified::new("get_best_move, a point is 1", best_move(1, count)),
        Verified::new("get_best_move, a point is 1,000", best_move(1_000, count)),
        Verified::new("get_best_move of tic-tac-toe, called as in its driver", tic_tac_toe(false)),
        Verified::new("get_best_move of tic-tac-toe, called as documented", tic_tac_toe(true)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::found;

    #[test]
    fn the_bonus_for_a_near_end_outweighs_a_point() {
        let case = "v1 depth=3 [[[1]] 2]";
        assert_eq!(found(best_move(1, 0).case(case)), [("wrong_move", case.to_owned())]);
        assert_eq!(found(best_move(1_000, 1_000)), []);
    }

    #[test]
    fn as_documented_it_returns_the_move_of_the_other_player() {
        // o . o / - - - / x x -: o wins by 1.
        let board =
            [0, 6, 2, 7].into_iter().map(Move::new).fold(Board(vec!['-'; 9]), |board, mv| board.play(mv));
        assert_eq!(board.game().get_best_move(9, false), 1);
        assert_eq!(board.game().get_best_move(9, true), 8);
    }
}
