//! The evaluation.

use cozy_chess::{Board, Color, Piece, Square};

/// The side to move has this many points more.
const TEMPO: i32 = 10;

pub(super) fn evaluate(board: &Board) -> i32 {
    let side = board.side_to_move();
    points(board, side) - points(board, !side) + TEMPO
}

fn points(board: &Board, color: Color) -> i32 {
    let is_opponent_armed = !board.colored_pieces(!color, Piece::Queen).is_empty();
    let of_piece = |piece: Piece| -> i32 {
        let squares = board.colored_pieces(color, piece);
        squares.into_iter().map(|square| worth(piece, square.relative_to(color), is_opponent_armed)).sum()
    };
    Piece::ALL.into_iter().map(of_piece).sum()
}

/// The points of a piece on a square, seen from its own side of the board: its material, the weight of the centre for
/// it times its nearness to the centre, its advance if it is a pawn, and the number of its file.
fn worth(piece: Piece, square: Square, is_opponent_armed: bool) -> i32 {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    let (material, centre) = match piece {
        Piece::Pawn => (100, 3),
        Piece::Knight => (320, 8),
        Piece::Bishop => (330, 5),
        Piece::Rook => (500, 2),
        Piece::Queen => (900, 2),
        Piece::King => (0, if is_opponent_armed { -8 } else { 8 }),
    };
    let nearness = 7 - i32::midpoint((2 * file - 7).abs(), (2 * rank - 7).abs());
    let advance = if piece == Piece::Pawn { 3 * (rank - 1) * (rank - 1) } else { 0 };
    material + centre * nearness + advance + file
}
