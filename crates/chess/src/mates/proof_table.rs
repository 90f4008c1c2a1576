//! The table of proofs that the prover keeps for positions.

use cozy_chess::{Board, Move};

#[derive(Clone, Default)]
struct ProofEntry {
    /// The position, with all that matters for a mate; `None` in an empty entry.
    position: Option<Board>,
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

/// The board without the number of the move, and without its clock, unless a mate within this many moves may come after the
/// limit of the fifty-move rule.
fn relevant(board: &Board, moves: u32) -> Option<Board> {
    let mut board = board.clone();
    board.set_fullmove_number(1);
    if u32::from(board.halfmove_clock()) + 2 * moves <= 101 {
        board.set_halfmove_clock(0);
    }
    Some(board)
}

impl ProofTable {
    pub fn new() -> Self {
        Self { entries: vec![<[ProofEntry; 2]>::default(); 1 << BITS] }
    }

    fn bucket(board: &Board) -> usize {
        (board.hash() >> (64 - BITS)) as usize
    }

    pub fn get(&self, board: &Board, moves: u32) -> ProofFound {
        let position = relevant(board, moves);
        let entry = self.entries[Self::bucket(board)].iter().find(|entry| entry.position == position);
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
        let position = relevant(board, moves);
        let bucket = Self::bucket(board);
        let slots = &mut self.entries[bucket];
        let same = slots.iter().position(|entry| entry.position == position);
        let is_deep = moves >= u32::from(slots[0].mate.max(slots[0].no_mate));
        let at = same.unwrap_or(usize::from(!is_deep));
        if same.is_none() {
            slots[at] = ProofEntry { position, ..ProofEntry::default() };
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
