//! Material, and men on their squares, in the form in which tables have them.

use cozy_chess::{Board, Color, Piece, Rank, Square, get_pawn_attacks};

pub const MOST_MEN: usize = 4;

pub type Man = (Color, Piece, Square);

/// Up to two men besides the kings: White's men first, the more valuable man of a side first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Material {
    pub men: [(Color, Piece); MOST_MEN],
    pub count: usize,
}

/// All men on the board and the side to move, with colours exchanged where the material requires an exchange.
///
/// A pawn that can be captured en passant is stored on the first rank of its side, where no pawn can be.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    pub material: Material,
    pub squares: [Square; MOST_MEN],
    pub side: Color,
}

impl Material {
    /// The number of values of [`Self::number`].
    pub const COUNT: usize = 11 * 11;

    pub fn men(&self) -> &[(Color, Piece)] {
        &self.men[..self.count]
    }

    pub fn number(&self) -> usize {
        let code = |&(color, piece): &(Color, Piece)| 1 + color as usize * 5 + piece as usize;
        self.men()[2..].iter().fold(0, |number, man| number * 11 + code(man))
    }

    pub fn name(&self) -> String {
        let letter = |piece: Piece| char::from(piece).to_ascii_uppercase();
        let side = |color| self.men().iter().filter(move |man| man.0 == color).map(move |man| letter(man.1));
        side(Color::White).chain(side(Color::Black)).collect()
    }

    pub fn has_pawns(&self) -> bool {
        self.men().iter().any(|man| man.1 == Piece::Pawn)
    }

    pub fn has_en_passant(&self) -> bool {
        self.men()[2..].iter().filter(|man| man.1 == Piece::Pawn).count() == 2
            && self.men[3].0 == Color::Black
    }
}

impl Placement {
    pub fn new(men: &[Man], side: Color) -> Self {
        let value = |color| -> usize {
            men.iter()
                .filter(|man| man.0 == color && man.1 != Piece::King)
                .map(|man| 8 + man.1 as usize)
                .sum()
        };
        let swaps = value(Color::Black) > value(Color::White);
        let turned = |man: &Man| if swaps { (!man.0, man.1, man.2.flip_rank()) } else { *man };
        let king = (Color::White, Piece::King, Square::A1);
        let mut placed = [king; MOST_MEN];
        for (place, man) in placed.iter_mut().zip(men) {
            *place = turned(man);
        }
        // White's king, Black's king, White's others, Black's others; the more valuable ones first.
        placed[..men.len()].sort_unstable_by_key(|&(color, piece, _)| {
            (piece != Piece::King, color as usize, Piece::King as usize - piece as usize)
        });
        let material = Material { men: placed.map(|man| (man.0, man.1)), count: men.len() };
        let side = if swaps { !side } else { side };
        Self { material, squares: placed.map(|man| man.2), side }
    }

    pub fn on_board(board: &Board) -> Option<Self> {
        let count = board.occupied().len() as usize;
        let rights = Color::ALL.map(|color| *board.castle_rights(color));
        if count > MOST_MEN || rights.iter().any(|rights| rights.short.or(rights.long).is_some()) {
            return None;
        }
        let passed = passed_pawn(board);
        let mut men = [(Color::White, Piece::King, Square::A1); MOST_MEN];
        for (man, square) in men.iter_mut().zip(board.occupied()) {
            let color = if board.colors(Color::White).has(square) { Color::White } else { Color::Black };
            let piece = board.piece_on(square).expect("a man on an occupied square");
            let is_passed = Some(square) == passed;
            let first = Square::new(square.file(), Rank::First.relative_to(color));
            *man = (color, piece, if is_passed { first } else { square });
        }
        Some(Self::new(&men[..count], board.side_to_move()))
    }
}

fn passed_pawn(board: &Board) -> Option<Square> {
    let (file, side) = (board.en_passant()?, board.side_to_move());
    let to = Square::new(file, Rank::Sixth.relative_to(side));
    let capturers = get_pawn_attacks(to, !side) & board.colored_pieces(side, Piece::Pawn);
    (!capturers.is_empty()).then(|| Square::new(file, Rank::Fifth.relative_to(side)))
}
