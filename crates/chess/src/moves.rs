//! Moves: their numbers, their order, and their text.

use cozy_chess::util::{display_san_move, display_uci_move, parse_uci_move};
use cozy_chess::{Board, Color, Piece, Square};

use pvcheck::position::Move;

const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// The number of a move: 6 bits from, 6 bits to, and 3 bits for the promotion, 0 if there is none. Castling is a move
/// of the king to the square of its rook.
pub(super) fn encoded(mv: cozy_chess::Move) -> Move {
    let promotion = mv.promotion.map_or(0, |piece| 1 + promotion_rank(piece));
    Move::new(mv.from as u16 | (mv.to as u16) << 6 | promotion << 12)
}

pub(super) fn decoded(mv: Move) -> Option<cozy_chess::Move> {
    let number = usize::from(mv.number());
    let promotion = match number >> 12 {
        0 => None,
        rank => Some(*PROMOTIONS.get(rank - 1)?),
    };
    Some(cozy_chess::Move {
        from: Square::index(number & 63),
        to: Square::index(number >> 6 & 63),
        promotion,
    })
}

fn promotion_rank(piece: Piece) -> u16 {
    PROMOTIONS.iter().position(|&other| other == piece).expect("no pawn becomes a pawn or a king") as u16
}

pub(super) const MOST_MOVES: usize = 218;

/// Appends the legal moves in the order of [`rank`].
pub(super) fn append(board: &Board, moves: &mut Vec<Move>) {
    // Each rank is computed once, and is followed by its move.
    let (mut ranked, mut count) = ([0; MOST_MOVES], 0);
    board.generate_moves(|some| {
        for mv in some {
            ranked[count] = u64::from(rank(board, mv)) << 16 | u64::from(encoded(mv).number());
            count += 1;
        }
        false
    });
    ranked[..count].sort_unstable();
    moves.extend(ranked[..count].iter().map(|&ranked| Move::new(ranked as u16)));
}

/// The place of a legal move in the order: first captures, the most valuable victim first, then the least valuable
/// capturer; then promotions; then all others. Among equal moves, better promotions first, then by the squares from and
/// to, seen from the side to move: a1, b1, ... h8 for White, a8, b8, ... h1 for Black.
fn rank(board: &Board, mv: cozy_chess::Move) -> u32 {
    let side = board.side_to_move();
    let mover = || board.piece_on(mv.from).map_or(0, |piece| piece as u32);
    let value = match (victim(board, mv), mv.promotion) {
        (Some(victim), _) => (Piece::Queen as u32 - victim as u32) << 3 | mover(),
        (None, Some(_)) => 1 << 6,
        (None, None) => 2 << 6,
    };
    let promotion = mv.promotion.map_or(0, promotion_rank);
    let [from, to] = [mv.from, mv.to].map(|square| square.relative_to(side) as u32);
    value << 15 | u32::from(promotion) << 12 | from << 6 | to
}

pub(super) fn victim(board: &Board, mv: cozy_chess::Move) -> Option<Piece> {
    let is_pawn = || board.pieces(Piece::Pawn).has(mv.from);
    if board.colors(!board.side_to_move()).has(mv.to) {
        board.piece_on(mv.to)
    } else {
        (mv.from.file() != mv.to.file() && is_pawn()).then_some(Piece::Pawn)
    }
}

pub(super) fn is_noisy(board: &Board, mv: Move) -> bool {
    decoded(mv).is_some_and(|mv| mv.promotion.is_some() || victim(board, mv).is_some())
}

pub(super) fn gives_check(board: &Board, mv: Move) -> bool {
    let mut after = board.clone();
    after.play_unchecked(decoded(mv).expect("a legal move"));
    !after.checkers().is_empty()
}

/// The move in UCI notation, legal or not.
pub(super) fn uci(board: &Board, chess960: bool, mv: Move) -> String {
    match decoded(mv) {
        None => mv.to_string(),
        Some(mv) if chess960 => mv.to_string(),
        Some(mv) => display_uci_move(board, mv).to_string(),
    }
}

/// The legal move with this text in UCI notation. Castling may also be written as in Chess960.
pub(super) fn from_uci(board: &Board, chess960: bool, text: &str) -> Option<cozy_chess::Move> {
    let mv = parse_uci_move(board, text).ok().filter(|&mv| board.is_legal(mv))?;
    // The parser ignores what follows the promotion, and accepts castling in the notation of Chess960 and in the other.
    let is_whole = uci(board, chess960, encoded(mv)) == text || mv.to_string() == text;
    is_whole.then_some(mv)
}

pub(super) fn san(board: &Board, mv: Move) -> Option<String> {
    let mv = decoded(mv).filter(|&mv| board.is_legal(mv))?;
    Some(display_san_move(board, mv).to_string())
}

/// Appends a move in standard algebraic notation, with a number where due; `None` if the move is not legal.
pub(super) fn append_san(board: &Board, mv: Move, text: &mut String) -> Option<()> {
    let san = san(board, mv)?;
    let is_first = text.is_empty();
    text.push_str(if is_first { "" } else { " " });
    let number = board.fullmove_number();
    match board.side_to_move() {
        Color::White => *text += &format!("{number}. "),
        Color::Black if is_first => *text += &format!("{number}... "),
        Color::Black => {}
    }
    *text += &san;
    Some(())
}
