//! The moves of a node, in an order in which the decisive one is likely to be early.

use cozy_chess::{Board, Move, Piece, Square};

use super::checks::Checks;
use crate::moves::MOST_MOVES;

const BEST: u32 = 1 << 30;
const CHECK: u32 = 1 << 28;
const CAPTURE: u32 = 1 << 24;

pub struct MoveHistory(Vec<u32>);

impl MoveHistory {
    pub fn new() -> Self {
        Self(vec![0; 64 * 64])
    }

    fn slot(mv: Move) -> usize {
        mv.from as usize * 64 + mv.to as usize
    }

    /// Notes a decisive move with this many moves to go.
    pub fn add(&mut self, mv: Move, moves: u32) {
        let count = &mut self.0[Self::slot(mv)];
        *count += moves * moves;
        if *count >= CAPTURE {
            self.0.iter_mut().for_each(|count| *count /= 2);
        }
    }
}

pub struct MoveList {
    moves: [(u32, Move); MOST_MOVES],
    next: usize,
    count: usize,
}

impl MoveList {
    /// Lists all legal moves of a board: `first`, moves that may give check (with `checks`), captures, other moves.
    pub fn new(board: &Board, first: Option<Move>, checks: Option<&Checks>, history: &MoveHistory) -> Self {
        let none = Move { from: Square::A1, to: Square::A1, promotion: None };
        let mut list = Self { moves: [(0, none); MOST_MOVES], next: 0, count: 0 };
        let enemies = board.colors(!board.side_to_move());
        board.generate_moves(|moves| {
            let checking = checks.map(|checks| checks.only(moves).to);
            for mv in moves {
                let mut rank = history.0[MoveHistory::slot(mv)];
                if Some(mv) == first {
                    rank = BEST;
                } else if checking.is_some_and(|checking| checking.has(mv.to)) {
                    rank += CHECK;
                }
                if enemies.has(mv.to) {
                    let victim = board.piece_on(mv.to).map_or(0, |piece| piece as u32);
                    rank += CAPTURE * (1 + victim);
                }
                if mv.promotion.is_some_and(|piece| piece != Piece::Queen) {
                    rank /= 2;
                }
                list.moves[list.count] = (rank, mv);
                list.count += 1;
            }
            false
        });
        list
    }
}

impl Iterator for MoveList {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let rest = &mut self.moves[self.next..self.count];
        let best = (0..rest.len()).max_by_key(|&at| (rest[at].0, std::cmp::Reverse(at)))?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].1)
    }
}
