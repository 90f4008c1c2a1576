//! The table of proofs that the prover keeps for positions.

use cozy_chess::{Board, Color, File, Move, Piece};

/// All facts about a position that matter for a mate. Positions with equal identities count as the same position.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Identity {
    /// The code of the piece on each square in three bits, one per set, and the men of White.
    squares: [u64; 4],
    /// The side to move, the castling rights, the file of the pawn that has just moved two squares, and the clock.
    rest: u32,
}

impl Identity {
    fn new(board: &Board, clock: u8) -> Self {
        let has_bit = |bit: usize| {
            let pieces = Piece::ALL.iter().filter(|&&piece| (piece as usize + 1) >> bit & 1 == 1);
            pieces.fold(0, |all, &piece| all | board.pieces(piece).0)
        };
        let file = |file: Option<File>| file.map_or(8, |file| file as u32);
        let mut rest = u32::from(clock) << 1 | board.side_to_move() as u32;
        for color in Color::ALL {
            let rights = board.castle_rights(color);
            rest = (rest << 4 | file(rights.short)) << 4 | file(rights.long);
        }
        let rest = rest << 4 | file(board.en_passant());
        Self { squares: [has_bit(0), has_bit(1), has_bit(2), board.colors(Color::White).0], rest }
    }
}

#[derive(Clone, Copy, Default)]
struct ProofEntry {
    identity: Identity,
    /// The smallest number of moves within which a mate is proven; 0 if no mate is proven.
    mate: u8,
    /// The largest number of moves within which no mate is proven.
    no_mate: u8,
    best: Option<Move>,
}

pub struct ProofFound {
    pub is_mate: Option<bool>,
    pub best: Option<Move>,
}

pub struct ProofTable {
    entries: Vec<[ProofEntry; 2]>,
}

const BITS: u32 = 16;

/// The relevant part of the clock: the mate within this many moves may come after the limit of the fifty-move rule.
fn clock(board: &Board, moves: u32) -> u8 {
    let clock = board.halfmove_clock();
    if u32::from(clock) + 2 * moves > 101 { clock } else { 0 }
}

impl ProofTable {
    pub fn new() -> Self {
        Self { entries: vec![[ProofEntry::default(); 2]; 1 << BITS] }
    }

    fn bucket(board: &Board) -> usize {
        (board.hash() >> (64 - BITS)) as usize
    }

    pub fn get(&self, board: &Board, moves: u32) -> ProofFound {
        let identity = Identity::new(board, clock(board, moves));
        let entry = self.entries[Self::bucket(board)].iter().find(|entry| entry.identity == identity);
        let Some(entry) = entry else { return ProofFound { is_mate: None, best: None } };
        let is_mate = if entry.mate > 0 && u32::from(entry.mate) <= moves {
            Some(true)
        } else if u32::from(entry.no_mate) >= moves {
            Some(false)
        } else {
            None
        };
        ProofFound { is_mate, best: entry.best }
    }

    pub fn put(&mut self, board: &Board, moves: u32, is_mate: bool, best: Option<Move>) {
        let identity = Identity::new(board, clock(board, moves));
        let bucket = Self::bucket(board);
        let slots = &mut self.entries[bucket];
        let same = slots.iter().position(|entry| entry.identity == identity);
        let is_deep = moves >= u32::from(slots[0].mate.max(slots[0].no_mate));
        let at = same.unwrap_or(usize::from(!is_deep));
        if same.is_none() {
            slots[at] = ProofEntry { identity, ..ProofEntry::default() };
        }
        let (entry, moves) = (&mut slots[at], moves as u8);
        if !is_mate {
            entry.no_mate = entry.no_mate.max(moves);
        } else if entry.mate == 0 || moves < entry.mate {
            entry.mate = moves;
        }
        entry.best = best.or(entry.best);
    }
}
