//! The board as a drawing.

use cozy_chess::{Board, Color, File, Rank, Square};

/// The character of a piece: an upper-case letter for White, a lower-case one for Black. `None`: an empty square.
pub(super) fn letter(board: &Board, square: Square) -> Option<char> {
    let letter = char::from(board.piece_on(square)?);
    let is_white = board.color_on(square) == Some(Color::White);
    Some(if is_white { letter.to_ascii_uppercase() } else { letter })
}

/// The board with the eighth rank on top, then the letters of the files and the side to move.
pub(super) fn diagram(board: &Board) -> String {
    let mut drawn = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        drawn.push(char::from(rank));
        for file in File::ALL {
            drawn.extend([' ', letter(board, Square::new(file, rank)).unwrap_or('.')]);
        }
        drawn.push('\n');
    }
    let side = if board.side_to_move() == Color::White { "White" } else { "Black" };
    drawn + "  a b c d e f g h\n" + side + " to move\n"
}
