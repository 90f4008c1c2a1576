//! The part of a position that repetition compares.

use cozy_chess::{Board, File, Move, Rank, Square, get_pawn_attacks};

use pvcheck::position::mixed;

/// A position without its history and its clock. Two positions are equal if the pieces, the side to move, the castling
/// rights and the legal en-passant capture are equal.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    board: Board,
    /// The file of the pawn that can be captured en passant, by a legal move. The board itself has the file of every
    /// pawn that has just moved two squares.
    en_passant: Option<File>,
}

impl Setup {
    pub fn new(board: Board) -> Self {
        let en_passant = board.en_passant().filter(|&file| is_capture_legal(&board, file));
        Self { board, en_passant }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn en_passant(&self) -> Option<Square> {
        let rank = Rank::Sixth.relative_to(self.board.side_to_move());
        self.en_passant.map(|file| Square::new(file, rank))
    }

    pub fn after(&self, mv: Move) -> Self {
        let mut board = self.board.clone();
        board.play_unchecked(mv);
        Self::new(board)
    }

    pub fn is_irreversible_after(&self, before: &Self) -> bool {
        self.board.halfmove_clock() == 0 || self.rights() != before.rights()
    }

    fn rights(&self) -> [cozy_chess::CastleRights; 2] {
        cozy_chess::Color::ALL.map(|color| *self.board.castle_rights(color))
    }

    pub fn key(&self) -> u64 {
        self.board.hash_without_ep() ^ self.en_passant.map_or(0, |file| mixed(0x100 + file as u64))
    }
}

impl PartialEq for Setup {
    fn eq(&self, other: &Self) -> bool {
        let pieces = |setup: &Self| cozy_chess::Piece::ALL.map(|piece| setup.board.pieces(piece));
        let colors = |setup: &Self| cozy_chess::Color::ALL.map(|color| setup.board.colors(color));
        self.key() == other.key()
            && self.board.side_to_move() == other.board.side_to_move()
            && self.en_passant == other.en_passant
            && pieces(self) == pieces(other)
            && colors(self) == colors(other)
            && self.rights() == other.rights()
    }
}

impl Eq for Setup {}

fn is_capture_legal(board: &Board, file: File) -> bool {
    let side = board.side_to_move();
    let to = Square::new(file, Rank::Sixth.relative_to(side));
    let capturers = get_pawn_attacks(to, !side) & board.colored_pieces(side, cozy_chess::Piece::Pawn);
    board.generate_moves_for(capturers, |moves| moves.to.has(to))
}
