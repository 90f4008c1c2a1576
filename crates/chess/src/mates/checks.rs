//! The moves that may give check.

use cozy_chess::{
    BitBoard, Board, Move, Piece, PieceMoves, Rank, Square, get_between_rays, get_bishop_moves,
    get_bishop_rays, get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

pub struct Checks {
    knight: BitBoard,
    bishop: BitBoard,
    rook: BitBoard,
    pawn: BitBoard,
    /// The men that alone stand between a line piece of their side and the enemy king.
    blockers: BitBoard,
    own: BitBoard,
}

impl Checks {
    pub fn new(board: &Board) -> Self {
        let (side, occupied) = (board.side_to_move(), board.occupied());
        let (king, own) = (board.king(!side), board.colors(side));
        let sliders = |piece| (board.pieces(piece) | board.pieces(Piece::Queen)) & own;
        let lines =
            (get_bishop_rays(king) & sliders(Piece::Bishop)) | (get_rook_rays(king) & sliders(Piece::Rook));
        let between = |slider| get_between_rays(slider, king) & occupied;
        let blockers = lines.into_iter().map(between).filter(|men| men.len() == 1);
        // En passant also removes a man, and a promotion may give check by another piece: their squares are listed.
        let passed = board
            .en_passant()
            .map_or(BitBoard::EMPTY, |file| Square::new(file, Rank::Sixth.relative_to(side)).bitboard());
        Self {
            knight: get_knight_moves(king),
            bishop: get_bishop_moves(king, occupied),
            rook: get_rook_moves(king, occupied),
            pawn: get_pawn_attacks(king, !side) | Rank::Eighth.relative_to(side).bitboard() | passed,
            blockers: own & blockers.fold(BitBoard::EMPTY, |all, men| all | men),
            own,
        }
    }

    /// Removes moves of a man that cannot give check. Some of the remaining moves give no check.
    pub fn only(&self, mut moves: PieceMoves) -> PieceMoves {
        if self.blockers.has(moves.from) {
            return moves;
        }
        moves.to &= match moves.piece {
            Piece::Pawn => self.pawn,
            Piece::Knight => self.knight,
            Piece::Bishop => self.bishop,
            Piece::Rook => self.rook,
            Piece::Queen => self.bishop | self.rook,
            // Castling, a move to the square of the rook.
            Piece::King => self.own,
        };
        moves
    }
}

pub fn has_mate_in_one(board: &Board, checks: &Checks) -> bool {
    let mates = |mv: Move| {
        let mut after = board.clone();
        after.play_unchecked(mv);
        !after.checkers().is_empty() && !after.generate_moves(|_| true)
    };
    board.generate_moves(|moves| checks.only(moves).into_iter().any(mates))
}
