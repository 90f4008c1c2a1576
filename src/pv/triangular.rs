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
//! Bends no rule: the row is cleared on entry, in open and null-window nodes
//! alike, so a child that returns early shows the empty line and never a
//! sibling's. Lengths are stored, one more than rows: a leaf at ply N has a
//! length, 0, and no slots.
//!
//! Memory: `N(N+1)/2` moves and `N + 1` lengths.

use crate::position::Move;
use crate::pv::{At, CAPACITY, PvStore};

/// One array of N(N+1)/2 moves; the row index in closed form; lengths stored.
#[derive(Clone, Debug)]
pub struct Triangular {
    moves: Vec<Move>,
    lengths: Vec<usize>,
    depth: usize,
}

impl Triangular {
    /// A table for searches of up to `capacity` plies.
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            moves: vec![Move::POISON; Self::size(capacity)],
            lengths: vec![0; capacity + 1],
            depth: capacity,
        }
    }

    /// Moves in the whole table: `N(N+1)/2`.
    pub const fn size(n: usize) -> usize {
        n * (n + 1) / 2
    }

    /// Where the row of `ply` begins: `ply(2N + 1 - ply)/2`.
    #[inline]
    pub const fn index(n: usize, ply: usize) -> usize {
        ply * (2 * n + 1 - ply) / 2
    }

    /// Changes the length of a row; only what is wrong on purpose needs this.
    pub(crate) fn set_length(&mut self, ply: usize, length: usize) {
        self.lengths[ply] = length;
    }

    /// The length of a row; only what is wrong on purpose needs this.
    pub(crate) fn length(&self, ply: usize) -> usize {
        self.lengths[ply]
    }

    /// Puts `mv` and then `length` moves from `source` on into the row of `ply`.
    #[inline]
    pub(crate) fn write_row(&mut self, ply: usize, mv: Move, source: usize, length: usize) {
        let own = Self::index(self.depth, ply);
        self.moves[own] = mv;
        self.moves.copy_within(source..source + length, own + 1);
        self.lengths[ply] = length + 1;
    }

    /// The plies that this search can reach.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// Where the row of `ply` begins in a search of this depth.
    #[inline]
    pub(crate) fn row_start(&self, ply: usize) -> usize {
        Self::index(self.depth, ply)
    }

    /// The line from `ply`.
    fn row(&self, ply: usize) -> &[Move] {
        let start = Self::index(self.depth, ply);
        &self.moves[start..start + self.lengths[ply]]
    }
}

impl Default for Triangular {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl PvStore for Triangular {
    type Line = ();

    fn capacity(&self) -> usize {
        self.lengths.len() - 1
    }

    fn reset(&mut self, depth: usize) {
        self.depth = depth;
        self.moves[..Self::size(depth)].fill(Move::POISON);
        // A length that nobody wrote counts a full row of poison.
        for (ply, length) in self.lengths[..=depth].iter_mut().enumerate() {
            *length = depth - ply;
        }
    }

    #[inline]
    fn frame(&mut self, _parent: Option<&()>, _ply: usize) {}

    #[inline]
    fn enter(&mut self, _line: &mut (), at: At) {
        self.lengths[at.ply] = 0;
    }

    #[inline]
    fn stop(&mut self, _line: &mut (), _at: At) {}

    #[inline]
    fn raise(&mut self, _line: &mut (), _child: &(), at: At, mv: Move) {
        let child = at.ply + 1;
        self.write_row(at.ply, mv, self.row_start(child), self.lengths[child]);
    }

    fn visit(&self, _root: &(), each: &mut impl FnMut(Option<&[Move]>)) {
        each(Some(self.row(0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Issue: closed form, incremental form and disjoint rows, for every N up to 256.
    #[test]
    fn rows_fill_the_triangle_exactly_without_overlap() {
        for n in 0..=256 {
            let mut incremental = 0;
            let mut owners = vec![0u32; Triangular::size(n)];
            for ply in 0..n {
                assert_eq!(Triangular::index(n, ply), incremental, "N = {n}, ply {ply}");
                for owner in &mut owners[incremental..incremental + n - ply] {
                    *owner += 1;
                }
                incremental += n - ply;
            }
            assert_eq!(incremental, Triangular::size(n));
            assert!(owners.iter().all(|&rows| rows == 1), "N = {n}: every slot belongs to one row");
        }
    }

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
            let line: Vec<u16> = table.row(0).iter().map(|mv| mv.number()).collect();
            assert_eq!(line, (0..n as u16).collect::<Vec<_>>());
        }
    }
}
