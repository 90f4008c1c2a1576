//! The pointer array.
//!
//! N pointers to N arrays of N moves. A move of ply `q` is always in slot `q` of its array, so the
//! child's line is already where the parent needs it. A raise writes one move in front of it and swaps two
//! pointers (chessprogramming.org, *Pointer Array*):
//!
//! ```text
//! before   ply p   -> [ .  m' x' y' ]      after   ply p   -> [ .  m  c  d  ]
//!          ply p+1 -> [ .  .  c  d  ]              ply p+1 -> [ .  m' x' y' ]
//!                          p  p+1
//! ```
//!
//! Rules: bends none. After a raise the child's array holds the parent's old line; entering the next child
//! clears it.
//!
//! Memory: `N(N+1)` moves, `N + 1` pointers and ends. That is one array more than the textbook's N, as a leaf
//! at ply N has a row that is cleared and swapped too.

use crate::position::Move;
use crate::pv::rows::poison;
use crate::pv::{At, CAPACITY, Each, FinishedSearch, MemoryRow, PvStore};

/// N arrays of N moves behind pointers; a raise swaps pointers.
#[derive(Clone, Debug)]
pub struct PointerArray {
    moves: Vec<Move>,
    rows: Vec<PointerRow>,
    pub(crate) depth: usize,
}

#[derive(Clone, Copy, Debug)]
struct PointerRow {
    start: usize,
    end: usize,
}

impl PointerArray {
    /// Returns arrays for searches of up to `capacity` plies.
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            moves: vec![Move::POISON; (capacity + 1) * capacity],
            rows: vec![PointerRow { start: 0, end: 0 }; capacity + 1],
            depth: capacity,
        }
    }

    pub(crate) fn swap(&mut self, ply: usize, other: usize) {
        self.rows.swap(ply, other);
    }

    pub(crate) fn prepend(&mut self, ply: usize, mv: Move) {
        let child = self.rows[ply + 1];
        self.moves[child.start + ply] = mv;
    }
}

impl Default for PointerArray {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl PvStore for PointerArray {
    type Line = ();

    fn capacity(&self) -> usize {
        self.rows.len() - 1
    }

    fn reset(&mut self, depth: usize) {
        self.depth = depth;
        poison(&mut self.moves[..(depth + 1) * depth]);
        for (ply, row) in self.rows[..=depth].iter_mut().enumerate() {
            // An end that is never written counts a full array of poison.
            *row = PointerRow { start: ply * depth, end: depth };
        }
    }

    #[inline]
    fn frame(&mut self, _parent: Option<&()>, _ply: usize) {}

    #[inline]
    fn enter_node(&mut self, _line: &mut (), at: At) {
        self.rows[at.ply].end = at.ply;
    }

    #[inline]
    fn leaf_value(&mut self, _line: &mut (), _at: At) {}

    #[inline]
    fn raise(&mut self, _line: &mut (), _child: &(), at: At, mv: Move) {
        self.prepend(at.ply, mv);
        self.swap(at.ply, at.ply + 1);
    }

    fn memory(&self, rows: &mut Vec<MemoryRow>) {
        for (ply, row) in self.rows[..=self.depth].iter().enumerate() {
            let slots = self.moves[row.start + ply..row.start + self.depth].to_vec();
            let (array, length) = (Some(row.start / self.depth.max(1)), row.end.saturating_sub(ply));
            rows.push(MemoryRow::Slots { ply, array, slots, length });
        }
    }

    fn show(&self, _root: &(), _finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        let PointerRow { start, end } = self.rows[0];
        each(Some(&self.moves[start..start + end]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reset_poisons_every_slot_that_a_search_can_use() {
        let mut store = PointerArray::with_capacity(6);
        for depth in 0..=6 {
            store.moves.fill(Move::new(1));
            store.reset(depth);
            assert_eq!(store.depth, depth);
            let reached = &store.moves[..(depth + 1) * depth];
            assert!(reached.iter().all(|&mv| mv == Move::POISON), "depth {depth}");
        }
    }
}
