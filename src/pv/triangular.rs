//! The triangular PV-table.
//!
//! A line from ply `p` of a search N plies deep has at most `N - p` moves, so
//! row `p` needs one move less than the row before (chessprogramming.org,
//! *Triangular PV-Table*):
//!
//! ```text
//! ply 0  | N                      |   index(0) = 0
//! ply 1  | N-1                 |      index(1) = N
//! ply 2  | N-2              |         index(2) = N + (N-1)
//!  ...                                index(p) = p(2N + 1 - p) / 2
//! ply N-1| 1 |                        N(N+1)/2 moves in all
//! ```
//!
//! The index of a row can be computed ([`ClosedForm`]), handed down from the
//! parent ([`Offsets`]) or looked up ([`Lookup`]).
//!
//! Bends no rule: the row is cleared on entry, in open and null-window nodes
//! alike, so a child that returns early shows the empty line and never a
//! sibling's. Lengths are stored, one more than rows: a leaf at ply N has a
//! length, 0, and no slots.
//!
//! Memory: `N(N+1)/2` moves and `N + 1` lengths; the look-up `N + 1` indices more,
//! the offsets one in each recursion frame.

use crate::position::Move;
use crate::pv::{At, CAPACITY, ClosedForm, Lookup, Offsets, PvStore, RowIndex};

/// One array of N(N+1)/2 moves; lengths stored; the row index as `I` has it.
#[derive(Clone, Debug)]
pub struct TriangularTable<I> {
    moves: Vec<Move>,
    lengths: Vec<usize>,
    depth: usize,
    index: I,
}

/// The triangular table whose row index is computed.
pub type Triangular = TriangularTable<ClosedForm>;

/// The triangular table whose row index is made from the parent's.
pub type TriangularOffsets = TriangularTable<Offsets>;

/// The triangular table whose row index is looked up.
pub type TriangularLookup = TriangularTable<Lookup>;

impl<I: RowIndex> TriangularTable<I> {
    /// A table for searches of up to `capacity` plies.
    pub fn with_capacity(capacity: usize) -> Self {
        let mut index = I::default();
        index.lay_out(capacity);
        Self {
            moves: vec![Move::POISON; Self::size(capacity)],
            lengths: vec![0; capacity + 1],
            depth: capacity,
            index,
        }
    }

    /// Moves in the whole table: `N(N+1)/2`.
    pub const fn size(n: usize) -> usize {
        n * (n + 1) / 2
    }

    /// Changes the length of a row; only what is wrong on purpose needs this.
    pub(crate) fn set_length(&mut self, ply: usize, length: usize) {
        self.lengths[ply] = length;
    }

    /// The length of a row; only what is wrong on purpose needs this.
    pub(crate) fn length(&self, ply: usize) -> usize {
        self.lengths[ply]
    }

    /// Puts `mv` and then `length` moves from `source` on into the row of `ply`,
    /// which begins at `own`.
    #[inline]
    pub(crate) fn write_row(&mut self, ply: usize, own: usize, mv: Move, source: usize, length: usize) {
        self.moves[own] = mv;
        self.moves.copy_within(source..source + length, own + 1);
        self.lengths[ply] = length + 1;
    }

    /// The plies that this search can reach.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// Where the row of `ply` begins, whose frame carries `line`.
    #[inline]
    pub(crate) fn start(&self, line: &I::Line, ply: usize) -> usize {
        self.index.start(line, ply)
    }
}

impl<I: RowIndex> Default for TriangularTable<I> {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl<I: RowIndex> PvStore for TriangularTable<I> {
    type Line = I::Line;

    fn capacity(&self) -> usize {
        self.lengths.len() - 1
    }

    fn reset(&mut self, depth: usize) {
        self.depth = depth;
        self.index.lay_out(depth);
        self.moves[..Self::size(depth)].fill(Move::POISON);
        // A length that nobody wrote counts a full row of poison.
        for (ply, length) in self.lengths[..=depth].iter_mut().enumerate() {
            *length = depth - ply;
        }
    }

    #[inline]
    fn frame(&mut self, parent: Option<&I::Line>, ply: usize) -> I::Line {
        self.index.frame(parent, ply)
    }

    #[inline]
    fn enter(&mut self, _line: &mut I::Line, at: At) {
        self.lengths[at.ply] = 0;
    }

    #[inline]
    fn stop(&mut self, _line: &mut I::Line, _at: At) {}

    #[inline]
    fn raise(&mut self, line: &mut I::Line, child: &I::Line, at: At, mv: Move) {
        let (own, source) = (self.start(line, at.ply), self.start(child, at.ply + 1));
        self.write_row(at.ply, own, mv, source, self.lengths[at.ply + 1]);
    }

    fn visit(&self, root: &I::Line, each: &mut impl FnMut(Option<&[Move]>)) {
        let start = self.start(root, 0);
        each(Some(&self.moves[start..start + self.lengths[0]]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_as_deep_as_the_table_fills_the_first_row() {
        for n in 1..=256usize {
            let mut table = Triangular::with_capacity(n);
            table.reset(n);
            for ply in (0..=n).rev() {
                table.enter(&mut (), At { ply, open: true });
                if ply < n {
                    table.raise(&mut (), &(), At { ply, open: true }, Move::new(ply as u16));
                }
            }
            let mut shown = Vec::new();
            table.visit(&(), &mut |line| shown = line.expect("a line").to_vec());
            assert_eq!(shown, (0..n as u16).map(Move::new).collect::<Vec<_>>());
        }
    }
}
