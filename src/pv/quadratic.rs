//! The quadratic PV-table.
//!
//! Every row is as long as the longest one, at twice the memory of the triangle. So the index of a row is one
//! shift (chessprogramming.org, *Quadratic PV-Table*):
//!
//! ```text
//! ply 0  | N         ....|      index(p) = p * stride,
//! ply 1  | N-1       ....|      stride = the power of two that is at least N
//!  ...
//! ply N-1| 1         ....|
//! ```
//!
//! Rules: bends none; see [`RowTable`], which has the rest of the code.
//!
//! Memory: `N * stride` moves and `N + 1` lengths.

use crate::pv::{RowIndex, RowTable};

/// N rows with a power-of-two stride; lengths stored.
pub type Quadratic = RowTable<Shifted>;

/// A row index `index(p) = p * stride`, where the stride is a power of two.
#[derive(Clone, Copy, Default, Debug)]
pub struct Shifted {
    /// The binary logarithm of the stride.
    shift: u32,
}

impl Shifted {
    /// Returns the stride for this depth, not for the capacity, so that a row that gets too long runs into the next
    /// row. In a table that is far too large such a fault would not show.
    fn stride(depth: usize) -> usize {
        depth.next_power_of_two()
    }
}

impl RowIndex for Shifted {
    type Line = ();

    fn size(depth: usize) -> usize {
        depth * Self::stride(depth)
    }

    fn lay_out(&mut self, depth: usize) {
        self.shift = Self::stride(depth).trailing_zeros();
    }

    #[inline]
    fn start(&self, _line: &(), ply: usize) -> usize {
        ply << self.shift
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stride_depends_on_the_depth_not_on_the_capacity() {
        let mut index = Shifted::default();
        for (depth, stride) in [(1, 1), (2, 2), (3, 4), (5, 8), (64, 64)] {
            index.lay_out(depth);
            assert_eq!(index.start(&(), 1), stride, "depth {depth}");
        }
    }
}
