//! The board as a drawing.

use cozy_chess::{Board, Color, File, Rank, Square};

use super::fen::name;

fn letter(board: &Board, square: Square) -> Option<char> {
    let letter = char::from(board.piece_on(square)?);
    let is_white = board.color_on(square) == Some(Color::White);
    Some(if is_white { letter.to_ascii_uppercase() } else { letter })
}

pub(super) fn diagram(board: &Board) -> String {
    let mut drawn = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        drawn.push(char::from(rank));
        for file in File::ALL {
            drawn.extend([' ', letter(board, Square::new(file, rank)).unwrap_or('.')]);
        }
        drawn.push('\n');
    }
    drawn + "  a b c d e f g h\n" + name(board.side_to_move()) + " to move\n"
}
