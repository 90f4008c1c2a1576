//! The entries of one table: their numbers, and the moves between them.
//!
//! An entry is a placement of the men and the side to move. The number of an entry has the side to move, the square of White's king
//! and 6 bits for each other man. A mirror image has the same value, so White's king is on the files a to d, and without pawns on
//! the ranks 1 to 4. These mirrors map no placement to itself, so moves between entries can be counted. The mirror in the long
//! diagonal would halve the table again, but maps placements with all men on the diagonal to themselves.

use cozy_chess::{
    BitBoard, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

use super::material::{MOST_MEN, Man, Material, Placement};

type Squares = [Square; MOST_MEN];

#[derive(Clone, Copy, Debug)]
pub struct Layout {
    material: Material,
    has_pawns: bool,
    has_en_passant: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct State {
    squares: Squares,
    passed: Option<usize>,
    pub side: Color,
    occupied: BitBoard,
}

pub enum LayoutStep {
    Within(u8),
    /// A capture or a promotion: to the entry of another table.
    Beyond(Placement),
}

fn attacks((color, piece): (Color, Piece), square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(square, color),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

fn forward(square: Square, color: Color, ranks: i8) -> Square {
    square.offset(0, if color == Color::White { ranks } else { -ranks })
}

impl Layout {
    pub fn new(material: Material) -> Self {
        let (has_pawns, has_en_passant) = (material.has_pawns(), material.has_en_passant());
        Self { material, has_pawns, has_en_passant }
    }

    fn king_bits(&self) -> usize {
        if self.has_pawns { 5 } else { 4 }
    }

    pub fn size(&self) -> usize {
        2 << (self.king_bits() + 6 * (self.material.count - 1))
    }

    pub fn index(&self, squares: Squares, side: Color) -> usize {
        let king = squares[0] as usize;
        let mut mirror = if king & 0o04 == 0 { 0 } else { 0o07 };
        if !self.has_pawns && king & 0o40 != 0 {
            mirror |= 0o70;
        }
        let king = king ^ mirror;
        let first = (side as usize) << self.king_bits() | king >> 3 << 2 | king & 3;
        squares[1..self.material.count]
            .iter()
            .fold(first, |index, &square| index << 6 | (square as usize ^ mirror))
    }

    fn squares(&self, mut index: usize) -> (Squares, Color) {
        let mut squares = [Square::A1; MOST_MEN];
        for square in squares[1..self.material.count].iter_mut().rev() {
            *square = Square::index(index & 63);
            index >>= 6;
        }
        let kings = 1 << self.king_bits();
        let king = index & (kings - 1);
        squares[0] = Square::index(king >> 2 << 3 | king & 3);
        (squares, if index & kings == 0 { Color::White } else { Color::Black })
    }

    pub fn state(&self, index: usize) -> Option<State> {
        let (mut squares, side) = self.squares(index);
        let mut passed = None;
        let mut occupied = squares[0].bitboard();
        for (man, square) in squares.iter_mut().enumerate().take(self.material.count).skip(1) {
            let (color, piece) = self.material.men[man];
            if piece == Piece::Pawn {
                let rank = square.rank().relative_to(color);
                if rank == Rank::First && self.has_en_passant && color != side {
                    *square = forward(*square, color, 3);
                    passed = Some(man);
                } else if rank == Rank::First || rank == Rank::Eighth {
                    return None;
                }
            }
            if occupied.has(*square) {
                return None;
            }
            occupied |= square.bitboard();
        }
        let state = State { squares, passed, side, occupied };
        let is_legal = !self.attacked(&state, side).has(squares[!side as usize])
            && passed.is_none_or(|pawn| self.can_be_passed(&state, pawn));
        is_legal.then_some(state)
    }

    /// Whether `pawn` has just moved two squares, and an enemy pawn attacks the passed square.
    fn can_be_passed(&self, state: &State, pawn: usize) -> bool {
        let (square, color) = (state.squares[pawn], self.material.men[pawn].0);
        let other = state.squares[5 - pawn];
        get_pawn_attacks(forward(square, color, -1), color).has(other)
            && [-1, -2].iter().all(|&ranks| !state.occupied.has(forward(square, color, ranks)))
    }

    fn men_of(&self, side: Color) -> impl Iterator<Item = usize> {
        (0..self.material.count).filter(move |&man| self.material.men[man].0 == side)
    }

    /// The squares that the men of a side attack. Attacks pass through the enemy king, which cannot flee along lines.
    fn attacked(&self, state: &State, side: Color) -> BitBoard {
        let occupied = state.occupied ^ state.squares[!side as usize].bitboard();
        let attacks = |man: usize| attacks(self.material.men[man], state.squares[man], occupied);
        self.men_of(side).fold(BitBoard::EMPTY, |all, man| all | attacks(man))
    }

    pub fn is_in_check(&self, state: &State) -> bool {
        self.attacked(state, !state.side).has(state.squares[state.side as usize])
    }

    /// Calls `each` with all legal moves of an entry. A promotion counts once per piece.
    pub fn each_step(&self, state: &State, mut each: impl FnMut(LayoutStep)) {
        let side = state.side;
        let enemies =
            self.men_of(!side).fold(BitBoard::EMPTY, |all, man| all | state.squares[man].bitboard());
        let king = state.squares[side as usize];
        // Where no enemy would attack the king on an empty board, every move of another man is legal.
        let is_safe = !self
            .men_of(!side)
            .any(|man| attacks(self.material.men[man], state.squares[man], BitBoard::EMPTY).has(king));
        for man in self.men_of(side) {
            let (from, piece) = (state.squares[man], self.material.men[man].1);
            let targets = attacks(self.material.men[man], from, state.occupied);
            let mut targets = match piece {
                Piece::Pawn => (targets & enemies) | get_pawn_quiets(from, side, state.occupied),
                Piece::King => targets & (!state.occupied | enemies) & !self.attacked(state, !side),
                _ => targets & (!state.occupied | enemies),
            };
            if piece != Piece::Pawn && (is_safe || piece == Piece::King) {
                each(LayoutStep::Within((targets & !enemies).len() as u8));
                targets &= enemies;
            }
            for to in targets {
                let captured = (2..self.material.count).find(|&other| state.squares[other] == to);
                self.step(state, man, to, captured, &mut each);
            }
            if let Some(pawn) = state.passed.filter(|_| piece == Piece::Pawn) {
                let to = forward(state.squares[pawn], side, 1);
                self.step(state, man, to, Some(pawn), &mut each);
            }
        }
    }

    fn step(
        &self,
        state: &State,
        man: usize,
        to: Square,
        captured: Option<usize>,
        each: &mut impl FnMut(LayoutStep),
    ) {
        let side = state.side;
        let mut after = *state;
        after.occupied ^= state.squares[man].bitboard();
        if let Some(captured) = captured {
            after.occupied ^= state.squares[captured].bitboard();
        }
        after.occupied |= to.bitboard();
        after.squares[man] = to;
        let king = after.squares[side as usize];
        let gives_check =
            |other: usize| attacks(self.material.men[other], after.squares[other], after.occupied).has(king);
        if self.men_of(!side).any(|other| Some(other) != captured && gives_check(other)) {
            return;
        }
        if self.material.men[man].1 == Piece::Pawn && to.rank() == Rank::Eighth.relative_to(side) {
            for piece in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight] {
                each(LayoutStep::Beyond(self.beyond(&after, captured, Some((man, piece)))));
            }
        } else if captured.is_some() {
            each(LayoutStep::Beyond(self.beyond(&after, captured, None)));
        } else {
            each(LayoutStep::Within(1));
        }
    }

    /// Returns the placement after a capture or a promotion, which has no passed pawn.
    fn beyond(&self, after: &State, captured: Option<usize>, promoted: Option<(usize, Piece)>) -> Placement {
        let mut men: [Man; MOST_MEN] = [(Color::White, Piece::King, Square::A1); MOST_MEN];
        let mut count = 0;
        for man in (0..self.material.count).filter(|&man| Some(man) != captured) {
            let piece =
                promoted.filter(|promoted| promoted.0 == man).map_or(self.material.men[man].1, |new| new.1);
            men[count] = (self.material.men[man].0, piece, after.squares[man]);
            count += 1;
        }
        Placement::new(&men[..count], !after.side)
    }

    /// Calls `each` with every entry from which a move, no capture and no promotion, may lead to this legal entry. Some
    /// of the entries are not legal; from all legal entries the move is legal.
    pub fn each_predecessor(&self, state: &State, mut each: impl FnMut(usize)) {
        let mover = !state.side;
        let unmoved = self.index(state.squares, mover);
        // Only White's king decides on the mirrors.
        let with = |index: usize, man: usize, from: Square, to: Square| {
            index ^ (from as usize ^ to as usize) << (6 * (self.material.count - 1 - man))
        };
        let mut before = |man: usize, from: Square| {
            let mut squares = state.squares;
            squares[man] = from;
            let index = match man {
                0 => self.index(squares, mover),
                _ => with(unmoved, man, state.squares[man], from),
            };
            each(index);
            // The other side may just have moved its pawn by two squares.
            if self.has_en_passant {
                let pawn = if self.material.men[2].0 == state.side { 2 } else { 3 };
                if squares[pawn].rank() == Rank::Fourth.relative_to(state.side) {
                    each(with(index, pawn, squares[pawn], forward(squares[pawn], state.side, -3)));
                }
            }
        };
        if let Some(pawn) = state.passed {
            return before(pawn, forward(state.squares[pawn], mover, -2));
        }
        for man in self.men_of(mover) {
            let square = state.squares[man];
            if self.material.men[man].1 != Piece::Pawn {
                for from in attacks(self.material.men[man], square, state.occupied) & !state.occupied {
                    before(man, from);
                }
                continue;
            }
            let is_free = |ranks| !state.occupied.has(forward(square, mover, ranks));
            if square.rank() == Rank::Second.relative_to(mover) || !is_free(-1) {
                continue;
            }
            before(man, forward(square, mover, -1));
            if square.rank() == Rank::Fourth.relative_to(mover) && is_free(-2) {
                // If the pawn can be captured en passant, the move leads to the entry in which it is passed.
                let mut passed = state.squares;
                passed[man] = forward(square, mover, -3);
                if !self.has_en_passant || self.state(self.index(passed, state.side)).is_none() {
                    before(man, forward(square, mover, -2));
                }
            }
        }
    }
}
