//! `board-game` 0.8.2: minimax that returns all best moves, on synthetic games and on its own tic-tac-toe.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use board_game::ai::minimax::{Heuristic, minimax_all_moves};
use board_game::ai::solver::{SolverValue, solve_all_moves};
use board_game::board::{Board, BoardDone, BoardMoves, Outcome, PlayError, Player};
use board_game::games::ttt::TTTBoard;
use board_game::impl_unit_symmetry_board;
use board_game::util::coord::Coord3;
use board_game::util::iter::ClonableInternal;
use pvcheck::oracle::GroundTruth;
use pvcheck::prelude::*;

use crate::Verified;
use crate::state::State;

#[derive(Clone, PartialEq, Eq, Debug)]
struct Synthetic(State);

impl fmt::Display for Synthetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl_unit_symmetry_board!(Synthetic);

impl<'a> BoardMoves<'a, Self> for Synthetic {
    type AllMovesIterator = ClonableInternal<Range<u16>>;
    type AvailableMovesIterator = ClonableInternal<Range<u16>>;

    fn all_possible_moves() -> Self::AllMovesIterator {
        ClonableInternal::new(0..Move::LARGEST)
    }

    fn available_moves(&'a self) -> Result<Self::AvailableMovesIterator, BoardDone> {
        Ok(ClonableInternal::new(self.0.moves()))
    }
}

impl Board for Synthetic {
    type Move = u16;

    fn next_player(&self) -> Player {
        if self.0.is_first { Player::A } else { Player::B }
    }

    fn is_available_move(&self, mv: u16) -> Result<bool, BoardDone> {
        Ok(self.0.moves().contains(&mv))
    }

    fn play(&mut self, mv: u16) -> Result<(), PlayError> {
        self.0 = self.0.play(mv);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.is_over().then_some(Outcome::Draw)
    }

    fn can_lose_after_move() -> bool {
        true
    }
}

/// The evaluation of a position, as the documentation of `merge` describes it.
#[derive(Debug)]
struct Static;

impl Heuristic<Synthetic> for Static {
    type V = i32;

    fn value(&self, board: &Synthetic, _: u32) -> i32 {
        board.0.score()
    }

    fn merge(old: i32, new: i32) -> (i32, Ordering) {
        (old.max(new), new.cmp(&old))
    }
}

/// An answer with the first of these moves that is not one of the best.
fn judged<P: Position>(request: &Request<'_, P>, score: Score, moves: &[Move]) -> Answer {
    let ground_truth = GroundTruth::new(request.root(), request.depth());
    let is_best = |mv: &Move| ground_truth.move_value(*mv) == Some(ground_truth.score());
    let wrong = moves.iter().find(|mv| !is_best(mv));
    let answer = Answer::score(score);
    wrong.or(moves.first()).map_or(answer.clone(), |&mv| answer.best_move(mv))
}

/// Panics if one of the best moves is missing, which is a finding too.
fn require_all<P: Position>(request: &Request<'_, P>, moves: &[Move]) {
    let ground_truth = GroundTruth::new(request.root(), request.depth());
    let mut legal = Vec::new();
    request.root().moves(&mut legal);
    let is_best = |mv: &Move| ground_truth.move_value(*mv) == Some(ground_truth.score());
    let missing = legal.iter().find(|mv| is_best(mv) && !moves.contains(mv));
    assert_eq!(missing, None, "a best move is not returned");
}

/// Verifies `minimax_all_moves` on synthetic games.
fn synthetic(count: u64) -> Verification {
    verify(|request: &Request<'_>| {
        let result = minimax_all_moves(&Synthetic(State::of(request)), &Static, request.depth() as u32);
        let moves: Vec<Move> = result.best_move.into_iter().flatten().map(Move::new).collect();
        require_all(request, &moves);
        judged(request, Score::saturating(result.value.into()), &moves)
    })
    .games(RandomGames::seed(1).count(count))
}

/// A board of the tic-tac-toe of the crate. With `PLIES`, a win in fewer plies is better.
#[derive(Clone, PartialEq, Eq, Hash)]
struct TicTacToe<const PLIES: bool>(TTTBoard);

fn square(mv: Move) -> Coord3 {
    Coord3::from_index(mv.number() as u8)
}

impl<const PLIES: bool> Position for TicTacToe<PLIES> {
    fn moves(&self, moves: &mut Vec<Move>) {
        let is_free = |mv: &Move| self.0.tile(square(*mv)).is_none();
        moves.extend((0..9).map(Move::new).filter(is_free));
    }

    fn play(&self, mv: Move) -> Self {
        Self(self.0.clone_and_play(square(mv)).expect("a legal move"))
    }

    fn evaluate(&self) -> Score {
        match self.0.outcome() {
            Some(Outcome::WonBy(_)) if PLIES => Score::MIN,
            Some(Outcome::WonBy(_)) => Score::saturating(-1),
            _ => Score::ZERO,
        }
    }

    fn is_terminal(&self) -> bool {
        self.0.is_done()
    }

    fn key(&self) -> u64 {
        let digit = |mv| self.0.tile(square(Move::new(mv))).map_or(0, |player| 1 + u64::from(player.index()));
        (0..9).fold(1, |key, mv| 3 * key + digit(mv))
    }

    fn name(&self) -> Option<String> {
        let sign = |mv| {
            self.0
                .tile(square(Move::new(mv)))
                .map_or('.', |player| if player == Player::A { 'x' } else { 'o' })
        };
        let row = |row: u16| (3 * row..3 * row + 3).map(sign).collect::<String>();
        Some([row(0), row(1), row(2)].join("/"))
    }
}

/// All boards on which the game is not over.
fn boards<const PLIES: bool>() -> Vec<TicTacToe<PLIES>> {
    let (mut boards, mut seen) = (vec![TicTacToe(TTTBoard::default())], HashSet::new());
    let mut next = 0;
    while let Some(board) = boards.get(next).cloned() {
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let children = moves.into_iter().map(|mv| board.play(mv));
        boards.extend(children.filter(|child| !child.is_terminal() && seen.insert(child.clone())));
        next += 1;
    }
    boards
}

/// Verifies `solve_all_moves` on tic-tac-toe, with 9 plies to the end of the game.
fn tic_tac_toe<const PLIES: bool>(
    boards: Vec<TicTacToe<PLIES>>,
    depth: usize,
) -> Verification<TicTacToe<PLIES>> {
    let boards = boards.into_iter().map(move |board| (board, depth));
    verify_positions(
        boards,
        || (),
        |(): &mut (), request: &Request<'_, TicTacToe<PLIES>>| {
            let result = solve_all_moves(&request.root().0, request.depth() as u32);
            let score = match result.value {
                SolverValue::WinIn(plies) if PLIES => Score::MAX - plies as i32,
                SolverValue::LossIn(plies) if PLIES => Score::MIN + plies as i32,
                SolverValue::WinIn(_) => Score::saturating(1),
                SolverValue::LossIn(_) => Score::saturating(-1),
                SolverValue::Draw | SolverValue::Unknown => Score::ZERO,
            };
            let squares = result.best_move.into_iter().flatten();
            judged(
                request,
                score,
                &squares.map(|square| Move::new(square.index().into())).collect::<Vec<_>>(),
            )
        },
    )
}

pub fn verified(count: u64) -> Vec<Verified> {
    vec![
        Verified::new("minimax_all_moves", synthetic(count)),
        Verified::new("solve_all_moves of tic-tac-toe", tic_tac_toe::<true>(boards(), 9)),
        Verified::new(
            "solve_all_moves of tic-tac-toe, win or draw or loss",
            tic_tac_toe::<false>(boards(), 9),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::found;

    #[test]
    fn a_bound_that_equals_the_best_value_is_taken_for_a_tie() {
        let case = "v1 depth=2 [[a:1] [a 0]]";
        assert_eq!(found(synthetic(0).case(case)), [("wrong_move", case.to_owned())]);
    }

    /// The board `xox/o../...`: x wins by the square in the middle, and the one right of it is returned too.
    #[test]
    fn on_tic_tac_toe_a_move_that_does_not_win_is_returned_as_a_tie() {
        let moves = [0, 1, 2, 3].map(Move::new);
        let board =
            moves.into_iter().fold(TicTacToe::<false>(TTTBoard::default()), |board, mv| board.play(mv));
        assert_eq!(board.name().as_deref(), Some("xox/o../..."));
        let result = solve_all_moves(&board.0, 3);
        assert_eq!(result.value, SolverValue::WinIn(3));
        let squares: Vec<u8> = result.best_move.into_iter().flatten().map(Coord3::index).collect();
        assert!(squares.contains(&4) && squares.contains(&5), "{squares:?}");
        let [(finding, _)] = &found(tic_tac_toe(vec![board], 3))[..] else { panic!("a finding") };
        assert_eq!(*finding, "wrong_move");
    }
}
