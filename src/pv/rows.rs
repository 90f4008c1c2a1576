//! Rows of moves in one array: the common part of the triangular and the quadratic PV-table.
//!
//! Row `p` holds the line from ply `p`. A raise writes the move into the node's row and copies the child's
//! row after it. The tables differ only in where a row begins, which a [`RowIndex`] defines.
//!
//! Rules: bends none. A row is cleared on entry, in open and null-window nodes alike, so a child that returns
//! early shows the empty line and never that of a sibling. There is one length more than there are rows: a
//! leaf at ply N has a length, 0, and no slots.

use std::fmt::Debug;

use crate::position::Move;
use crate::pv::{At, CAPACITY, Each, FinishedSearch, MemoryRow, PvStore};

/// The index of a [`RowTable`], which defines where each row begins.
pub trait RowIndex: Default + Clone + Debug {
    /// The part of the index that a recursion frame holds.
    type Line: Default;

    /// The number of slots of all rows in a search of `depth` plies.
    fn size(depth: usize) -> usize;

    /// Lays out rows for lines of `depth` moves, before each search.
    fn lay_out(&mut self, _depth: usize) {}

    /// Returns the part of the index in the frame at `ply`, computed from its parent's part; the root has no parent.
    #[inline]
    fn frame(&self, _parent: Option<&Self::Line>, _ply: usize) -> Self::Line {
        Self::Line::default()
    }

    /// Returns the first slot of the row of `ply`. `line` is the part of the index in the frame of the row.
    fn start(&self, line: &Self::Line, ply: usize) -> usize;
}

/// Rows of moves in one array, with stored lengths; the index `I` defines where rows begin.
#[derive(Clone, Debug)]
pub struct RowTable<I> {
    moves: Vec<Move>,
    pub(crate) lengths: Vec<usize>,
    pub(crate) depth: usize,
    index: I,
}

// Code that runs once per search takes longer to fetch than to run: there is one copy of it for all stores.
#[inline(never)]
pub(super) fn poison(slots: &mut [Move]) {
    slots.fill(Move::POISON);
}

/// Fills the lengths so that a length that is never written counts a full row of poison.
#[inline(never)]
pub(super) fn poison_lengths(lengths: &mut [usize]) {
    for (full, length) in lengths.iter_mut().rev().enumerate() {
        *length = full;
    }
}

impl<I: RowIndex> RowTable<I> {
    /// Returns a table for searches of up to `capacity` plies.
    pub fn with_capacity(capacity: usize) -> Self {
        let mut index = I::default();
        index.lay_out(capacity);
        Self {
            moves: vec![Move::POISON; I::size(capacity)],
            lengths: vec![0; capacity + 1],
            depth: capacity,
            index,
        }
    }

    #[inline]
    pub(crate) fn write_row(&mut self, ply: usize, own: usize, mv: Move, source: usize, length: usize) {
        self.moves[own] = mv;
        // Most lines are too short for a call of `memmove`.
        for slot in 0..length {
            self.moves[own + 1 + slot] = self.moves[source + slot];
        }
        self.lengths[ply] = length + 1;
    }

    pub(crate) fn row(&self, ply: usize) -> &[Move]
    where
        I: RowIndex<Line = ()>,
    {
        let start = self.index.start(&(), ply);
        &self.moves[start..start + self.lengths[ply]]
    }

    pub(crate) fn shown(&self, root: &I::Line) -> &[Move] {
        let start = self.start(root, 0);
        &self.moves[start..start + self.lengths[0]]
    }

    #[inline]
    fn frame_index(&self, parent: Option<&I::Line>, ply: usize) -> I::Line {
        self.index.frame(parent, ply)
    }

    #[inline]
    pub(crate) fn start(&self, line: &I::Line, ply: usize) -> usize {
        self.index.start(line, ply)
    }
}

impl<I: RowIndex> Default for RowTable<I> {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl<I: RowIndex> PvStore for RowTable<I> {
    type Line = I::Line;

    fn capacity(&self) -> usize {
        self.lengths.len() - 1
    }

    fn reset(&mut self, depth: usize) {
        self.depth = depth;
        self.index.lay_out(depth);
        poison(&mut self.moves[..I::size(depth)]);
        poison_lengths(&mut self.lengths[..=depth]);
    }

    #[inline]
    fn frame(&mut self, parent: Option<&I::Line>, ply: usize) -> I::Line {
        self.frame_index(parent, ply)
    }

    #[inline]
    fn enter_node(&mut self, _line: &mut I::Line, at: At) {
        self.lengths[at.ply] = 0;
    }

    #[inline]
    fn raise(&mut self, line: &mut I::Line, child: &I::Line, at: At, mv: Move) {
        let (own, source) = (self.start(line, at.ply), self.start(child, at.ply + 1));
        self.write_row(at.ply, own, mv, source, self.lengths[at.ply + 1]);
    }

    fn memory(&self, rows: &mut Vec<MemoryRow>) {
        let mut line = self.frame_index(None, 0);
        for ply in 0..self.depth {
            let start = self.start(&line, ply);
            let slots = self.moves[start..start + self.depth - ply].to_vec();
            rows.push(MemoryRow::Slots { ply, array: None, slots, length: self.lengths[ply] });
            line = self.frame_index(Some(&line), ply + 1);
        }
    }

    fn show(&self, root: &I::Line, _finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        each(Some(self.shown(root)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pv::{Quadratic, Triangular, TriangularLookup};
    use crate::score::Window;

    fn fills_the_first_row<I: RowIndex<Line = ()>>(mut table: RowTable<I>) {
        let n = table.capacity();
        table.reset(n);
        for ply in (0..=n).rev() {
            table.enter_node(&mut (), At { ply, window: Window::FULL });
            if ply < n {
                table.raise(&mut (), &(), At { ply, window: Window::FULL }, Move::new(ply as u16));
            }
        }
        assert_eq!(table.shown(&()), (0..n as u16).map(Move::new).collect::<Vec<_>>());
    }

    #[test]
    fn a_row_is_as_long_as_the_line_that_was_written() {
        let (mut table, window) = (Triangular::with_capacity(4), Window::FULL);
        table.reset(3);
        assert_eq!(table.depth, 3);
        table.enter_node(&mut (), At { ply: 3, window });
        table.raise(&mut (), &(), At { ply: 2, window }, Move::new(7));
        assert_eq!((table.lengths[3], table.lengths[2]), (0, 1));
        assert_eq!(table.row(2), [Move::new(7)]);
        table.lengths[2] = 0;
        assert_eq!((table.lengths[2], table.row(2)), (0, &[][..]));
    }

    #[test]
    fn a_line_as_long_as_the_capacity_fills_the_first_row() {
        for n in 1..=256 {
            fills_the_first_row(Triangular::with_capacity(n));
            fills_the_first_row(TriangularLookup::with_capacity(n));
            fills_the_first_row(Quadratic::with_capacity(n));
        }
    }
}
