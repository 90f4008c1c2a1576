//! A line in UCI notation, played move by move as an engine has printed it.

use cozy_chess::{Board, File, Move, Piece, Square};

use super::ending::Ending;
use super::moves::{encoded, uci};
use super::position::ChessPosition;

/// The part of a line that can be played, and the events of the game on the way.
#[derive(Clone, Default, Debug)]
pub struct GameWalk {
    /// The number of moves that can be played.
    pub legal: usize,
    /// The reason why the next move cannot be played; `None` if all moves can be played.
    pub stop: Option<WalkEnd>,
    /// The number of moves before the first that castles in the notation of the other kind of chess: as a move of the
    /// king onto its rook in standard chess, or by two files in Chess960; and its right notation. Such moves are played.
    pub castling: Option<(usize, String)>,
    /// The draws after which the line goes on, the first draw of each kind, each with the number of moves up to the draw.
    pub drawn: Vec<(usize, Ending)>,
    /// The ending after the last move that can be played.
    pub ending: Option<Ending>,
    pub(crate) moves: Vec<Move>,
}

/// The reason why a line cannot be played further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkEnd {
    /// The word is no move in UCI notation.
    NoMove,
    /// The move is not legal.
    Illegal,
    /// The game is over, by checkmate or stalemate.
    Over(Ending),
}

impl ChessPosition {
    /// Plays a line in UCI notation, as a program prints it, from this position as far as it can be played.
    ///
    /// Draws are those of the game itself, and not those of a search: see [`ChessPosition`].
    pub fn walk(&self, words: impl IntoIterator<Item: AsRef<str>>) -> GameWalk {
        let (mut line, chess960) = (self.line(), self.is_chess960());
        let mut walk = GameWalk { moves: Vec::with_capacity(32), ..GameWalk::default() };
        for word in words {
            let board = line.setup.board();
            if let Some(over) = Ending::without_moves(board) {
                walk.stop = Some(WalkEnd::Over(over));
                break;
            }
            // What is before the root is no part of the line.
            if walk.legal > 0 {
                for draw in Ending::draws(board, true, line.is_third()) {
                    if walk.drawn.iter().all(|&(_, other)| other != draw) {
                        walk.drawn.push((walk.legal, draw));
                    }
                }
            }
            let (mv, is_other_castling) = match read(board, chess960, word.as_ref()) {
                Ok(read) => read,
                Err(stop) => {
                    walk.stop = Some(stop);
                    break;
                }
            };
            if is_other_castling {
                walk.castling.get_or_insert_with(|| (walk.legal, uci(board, chess960, encoded(mv))));
            }
            line.play(mv);
            walk.moves.push(mv);
            walk.legal += 1;
        }
        walk.ending = Ending::on_board(line.setup.board(), true, line.is_third());
        walk
    }
}

/// Returns the move that a word means, and whether the word writes castling in the notation of the other kind of chess.
fn read(board: &Board, chess960: bool, word: &str) -> Result<(Move, bool), WalkEnd> {
    // A piece in upper case is what some engines print; the square names must be lower case.
    let lower = word.len() == 5 && word.as_bytes()[4].is_ascii_uppercase();
    let parsed = if lower { word.to_ascii_lowercase().parse() } else { word.parse() };
    // The parser reads no farther than the promotion, and ignores a king or a pawn there.
    let is_whole = |mv: &Move| word.len() == 4 + usize::from(mv.promotion.is_some());
    let parsed: Option<Move> = parsed.ok().filter(is_whole);
    let Some(mv) = parsed else { return Err(WalkEnd::NoMove) };
    let side = board.side_to_move();
    if mv.from == board.king(side) && mv.promotion.is_none() {
        let onto_rook = board.colored_pieces(side, Piece::Rook).has(mv.to);
        if onto_rook && board.is_legal(mv) {
            return Ok((mv, !chess960));
        }
        if let Some(castling) = by_king(board, mv).filter(|_| !onto_rook) {
            // In Chess960 the same squares may be a simple move of the king.
            return Ok(if chess960 && board.is_legal(mv) { (mv, false) } else { (castling, chess960) });
        }
    }
    if board.is_legal(mv) { Ok((mv, false)) } else { Err(WalkEnd::Illegal) }
}

/// The legal castling that moves the king as `mv` does, to the c- or the g-file.
fn by_king(board: &Board, mv: Move) -> Option<Move> {
    let side = board.side_to_move();
    let rights = board.castle_rights(side);
    let rook = match mv.to.file() {
        File::G => rights.short,
        File::C => rights.long,
        _ => None,
    }?;
    let castling = Move { to: Square::new(rook, mv.from.rank()), ..mv };
    let is_king_of_e = mv.from.file() == File::E || !board.is_legal(mv);
    (mv.to.rank() == mv.from.rank() && is_king_of_e && board.is_legal(castling)).then_some(castling)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(position: &str, line: &str) -> GameWalk {
        let position: ChessPosition = position.parse().expect("a position");
        position.walk(line.split_whitespace())
    }

    #[test]
    fn a_legal_line_is_played_to_its_end() {
        let walk = walked("startpos", "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7");
        assert_eq!((walk.legal, walk.stop, walk.ending), (7, None, Some(Ending::Checkmate)));
        assert_eq!((walk.castling, walk.drawn), (None, Vec::new()));
    }

    #[test]
    fn what_cannot_be_played_is_named_with_its_place() {
        let stop = |position: &str, line: &str| {
            let walk = walked(position, line);
            (walk.legal, walk.stop)
        };
        assert_eq!(stop("startpos", "e2e4 e7e5 e4e5 g8f6"), (2, Some(WalkEnd::Illegal)));
        assert_eq!(stop("startpos", "e2e4 e7-e5"), (1, Some(WalkEnd::NoMove)));
        assert_eq!(stop("startpos", "0000"), (0, Some(WalkEnd::NoMove)));
        assert_eq!(
            stop("startpos moves f2f3 e7e5 g2g4", "d8h4 e1f2"),
            (1, Some(WalkEnd::Over(Ending::Checkmate)))
        );
        assert_eq!(
            stop("7k/8/6K1/8/8/8/5Q2/8 w - -", "f2f7 h8g8"),
            (1, Some(WalkEnd::Over(Ending::Stalemate)))
        );
        // A promotion without a piece, and one with a letter in upper case.
        assert_eq!(stop("8/P6k/8/8/8/8/8/K7 w - -", "a7a8"), (0, Some(WalkEnd::Illegal)));
        assert_eq!(stop("8/P6k/8/8/8/8/8/K7 w - -", "a7a8Q"), (1, None));
        for odd in ["e2e4p", "e2e4q", "e2e4k", "g1f3n", "e2e4n", "a7a8p"] {
            assert_ne!(stop("startpos", odd).1, None, "{odd}");
        }
        assert_ne!(stop("8/P6k/8/8/8/8/8/K7 w - -", "a7a8k").1, None);
        assert_ne!(stop("8/P6k/8/8/8/8/8/K7 w - -", "a7a8p").1, None);
        for longer in ["a7a8qq", "a7a8qowerboun", "a7a8q+", "a7a8é"] {
            assert_eq!(stop("8/P6k/8/8/8/8/8/K7 w - -", longer), (0, Some(WalkEnd::NoMove)), "{longer}");
        }
    }

    #[test]
    fn castling_is_read_in_both_notations_and_the_other_one_is_noted() {
        let castling = |position: &str, line: &str| {
            let walk = walked(position, line);
            (walk.legal, walk.castling.map(|(number, name)| format!("{number} {name}")))
        };
        let standard = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
        assert_eq!(castling(standard, "e1g1 e8c8"), (2, None));
        assert_eq!(castling(standard, "e1g1 e8a8"), (2, Some("1 e8c8".to_owned())));
        let chess960 = "r3k2r/8/8/8/8/8/8/R3K2R w HAha -";
        assert_eq!(castling(chess960, "e1h1 e8a8"), (2, None));
        assert_eq!(castling(chess960, "e1h1 e8c8"), (2, Some("1 e8a8".to_owned())));
        // The king on f1 may step to g1, where castling would also bring it.
        let beside = "4k3/8/8/8/8/8/8/5K1R w H -";
        assert_eq!(castling(beside, "f1g1"), (1, None));
        assert_eq!(castling(beside, "f1h1"), (1, None));
    }

    #[test]
    fn each_kind_of_draw_on_the_way_is_noted_once_and_the_line_goes_on() {
        let drawn = |position: &str, line: &str| walked(position, line).drawn;
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4";
        assert_eq!(drawn("startpos", there_and_back), [(8, Ending::Threefold)]);
        assert_eq!(drawn("startpos", &there_and_back[..there_and_back.len() - 5]), [], "it ends there");
        assert_eq!(
            drawn("startpos moves g1f3 g8f6 f3g1 f6g8", "g1f3 g8f6 f3g1 f6g8 e2e4"),
            [(4, Ending::Threefold)]
        );
        assert_eq!(drawn("7k/8/8/8/8/8/R7/K7 w - - 98 90", "a2a3 h8h7 a3a4"), [(2, Ending::FiftyMoves)]);
        assert_eq!(drawn("7k/8/8/8/8/8/p7/K7 w - - 98 90", "a1a2 h8h7"), [(1, Ending::DeadPosition)]);
        assert_eq!(
            drawn("7k/8/8/8/8/8/R7/K7 w - - 94 90", "a2a3 h8g8 a3a2 g8h8 a2a3 h8g8 a3a2 g8h8 a2a3"),
            [(6, Ending::FiftyMoves), (8, Ending::Threefold)]
        );
        // The root is drawn already: that is no fault of the line.
        assert_eq!(drawn("7k/8/8/8/8/8/R7/K7 w - - 100 90", "a2a3"), []);
    }
}
