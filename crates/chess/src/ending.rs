//! The endings of chess games.

use cozy_chess::{Board, Piece};

pub(super) const FIFTY_MOVES: u8 = 100;

/// The reason why a game has ended. All endings but [`Ending::Checkmate`] are draws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The side to move is in check and has no legal move, and so has lost.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// A king against a king, or against a king and one knight or one bishop. Other dead positions are not recognized.
    DeadPosition,
    /// A hundred plies in a row without a pawn move and without a capture, the last of which is no checkmate. No
    /// claim is needed.
    FiftyMoves,
    /// The third occurrence of the position, at least two of which are in the game up to the root. No claim is
    /// needed.
    Threefold,
}

impl Ending {
    /// `counts`: the fifty-move rule applies. `is_third`: the position occurs for the third time.
    pub(super) fn on_board(board: &Board, counts: bool, is_third: bool) -> Option<Self> {
        Self::without_moves(board).or_else(|| Self::draws(board, counts, is_third).next())
    }

    /// Returns every draw on a board with legal moves.
    pub(super) fn draws(board: &Board, counts: bool, is_third: bool) -> impl Iterator<Item = Self> {
        let draws = [
            is_dead(board).then_some(Self::DeadPosition),
            (counts && board.halfmove_clock() >= FIFTY_MOVES).then_some(Self::FiftyMoves),
            is_third.then_some(Self::Threefold),
        ];
        draws.into_iter().flatten()
    }

    pub(super) fn without_moves(board: &Board) -> Option<Self> {
        if board.generate_moves(|_| true) {
            None
        } else if board.checkers().is_empty() {
            Some(Self::Stalemate)
        } else {
            Some(Self::Checkmate)
        }
    }
}

fn is_dead(board: &Board) -> bool {
    let mates = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    mates.is_empty() && (board.pieces(Piece::Knight) | board.pieces(Piece::Bishop)).len() <= 1
}
