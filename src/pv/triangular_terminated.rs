//! The triangular PV-table without lengths, as the textbook prints it.
//!
//! A null move ends the line of a row, unless the line fills the row. A raise copies at most as many slots as
//! the child's row has, and stops after a null move (`movcpy` of chessprogramming.org, *Triangular
//! PV-Table*):
//!
//! ```text
//! ply 0  | a  b  c  - |     a line of three moves, ended by a null move
//! ply 1  | b  c  - |
//! ply 2  | c  - |
//! ply 3  | - |
//! ```
//!
//! Rules: bends none. Entering a node writes a null move to the first slot of its row. A node at ply N has no
//! slot, and its parent, whose row has one slot, copies none.
//!
//! Memory: `N(N+1)/2` moves.

use crate::position::Move;
use crate::pv::rows::poison;
use crate::pv::{At, CAPACITY, ClosedForm, Each, FinishedSearch, MemoryRow, PvStore, triangle};

/// A triangular array without lengths: a null move ends each row.
#[derive(Clone, Debug)]
pub struct TriangularTerminated {
    pub(crate) moves: Vec<Move>,
    capacity: usize,
    pub(crate) depth: usize,
}

impl TriangularTerminated {
    /// Returns a table for searches of up to `capacity` plies.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { moves: vec![Move::POISON; triangle(capacity)], capacity, depth: capacity }
    }

    #[inline]
    pub(crate) fn row(&self, ply: usize) -> (usize, usize) {
        (ClosedForm::index(self.depth, ply), self.depth - ply)
    }

    #[inline]
    pub(crate) fn copy(&mut self, target: usize, source: usize, most: usize) {
        for slot in 0..most {
            let mv = self.moves[source + slot];
            self.moves[target + slot] = mv;
            if mv == Move::NULL {
                break;
            }
        }
    }

    #[inline]
    pub(crate) fn write(&mut self, slot: usize, mv: Move) {
        self.moves[slot] = mv;
    }

    /// Returns the line of the first row, which ends after `most` moves or before a null move.
    pub(crate) fn shown(&self, most: usize) -> &[Move] {
        let row = &self.moves[..most];
        let length = row.iter().position(|&mv| mv == Move::NULL).unwrap_or(most);
        &row[..length]
    }
}

impl Default for TriangularTerminated {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl PvStore for TriangularTerminated {
    type Line = ();

    fn capacity(&self) -> usize {
        self.capacity
    }

    fn reset(&mut self, depth: usize) {
        self.depth = depth;
        poison(&mut self.moves[..triangle(depth)]);
    }

    #[inline]
    fn frame(&mut self, _parent: Option<&()>, _ply: usize) {}

    #[inline]
    fn enter_node(&mut self, _line: &mut (), at: At) {
        let (start, slots) = self.row(at.ply);
        if slots > 0 {
            self.write(start, Move::NULL);
        }
    }

    #[inline]
    fn leaf_value(&mut self, _line: &mut (), _at: At) {}

    #[inline]
    fn raise(&mut self, _line: &mut (), _child: &(), at: At, mv: Move) {
        let (start, slots) = self.row(at.ply);
        self.write(start, mv);
        self.copy(start + 1, start + slots, slots - 1);
    }

    fn memory(&self, rows: &mut Vec<MemoryRow>) {
        for ply in 0..self.depth {
            let (start, slots) = self.row(ply);
            rows.push(MemoryRow::terminated(ply, &self.moves[start..start + slots]));
        }
    }

    fn show(&self, _root: &(), _finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        each(Some(self.shown(self.depth)));
    }
}
