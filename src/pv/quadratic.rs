//! The quadratic PV-table.
//!
//! Every row as long as the longest, at twice the memory of the triangle, so
//! that a row's index is one shift (chessprogramming.org, *Quadratic PV-Table*):
//!
//! ```text
//! ply 0  | N         ....|      index(p) = p * stride,
//! ply 1  | N-1       ....|      stride = the power of two that is at least N
//!  ...
//! ply N-1| 1         ....|
//! ```
//!
//! Bends no rule. Memory: `N * stride` moves and `N + 1` lengths.

use crate::position::Move;
use crate::pv::{At, CAPACITY, PvStore};

/// N rows of a power-of-two stride; lengths stored.
#[derive(Clone, Debug)]
pub struct Quadratic {
    moves: Vec<Move>,
    lengths: Vec<usize>,
    /// log2 of the stride.
    shift: u32,
}

impl Quadratic {
    /// A table for searches of up to `capacity` plies.
    pub fn with_capacity(capacity: usize) -> Self {
        let stride = capacity.next_power_of_two();
        Self {
            moves: vec![Move::POISON; capacity * stride],
            lengths: vec![0; capacity + 1],
            shift: stride.trailing_zeros(),
        }
    }
}

impl Default for Quadratic {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl PvStore for Quadratic {
    type Line = ();

    fn capacity(&self) -> usize {
        self.lengths.len() - 1
    }

    fn reset(&mut self, depth: usize) {
        // The stride of this depth, not of the capacity: a row that is too long runs
        // into the next one, where a table that is far too large would hide it.
        self.shift = depth.next_power_of_two().trailing_zeros();
        self.moves[..depth << self.shift].fill(Move::POISON);
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
        let own = at.ply << self.shift;
        let child = (at.ply + 1) << self.shift;
        let length = self.lengths[at.ply + 1];
        self.moves[own] = mv;
        self.moves.copy_within(child..child + length, own + 1);
        self.lengths[at.ply] = length + 1;
    }

    fn visit(&self, _root: &(), each: &mut impl FnMut(Option<&[Move]>)) {
        each(Some(&self.moves[..self.lengths[0]]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stride_is_that_of_the_depth_not_of_the_capacity() {
        let mut table = Quadratic::default();
        for (depth, stride) in [(1, 1), (2, 2), (3, 4), (5, 8), (64, 64)] {
            table.reset(depth);
            assert_eq!(1 << table.shift, stride, "depth {depth}");
        }
    }
}
