//! The triangular PV-table.
//!
//! In a search N plies deep, a line from ply `p` has at most `N - p` moves. So each row needs one slot less
//! than the row before it (chessprogramming.org, *Triangular PV-Table*):
//!
//! ```text
//! ply 0  | N                      |   index(0) = 0
//! ply 1  | N-1                 |      index(1) = N
//! ply 2  | N-2              |         index(2) = N + (N-1)
//!  ...                                index(p) = p(2N + 1 - p) / 2
//! ply N-1| 1 |                        N(N+1)/2 moves in all
//! ```
//!
//! The index of a row is computed ([`ClosedForm`]), passed down from the parent ([`Offsets`]) or looked up
//! ([`Lookup`]). All three give the same slots. They differ in cost and in how they can go wrong, so each is
//! a store of its own.
//!
//! Rules: bends none; see [`RowTable`], which has the rest of the code.
//!
//! Memory: `N(N+1)/2` moves and `N + 1` lengths. The look-up needs `N + 1` indices more, the offsets one in
//! each recursion frame.

use crate::pv::{RowIndex, RowTable};

/// The triangular table whose row index is computed by a closed formula.
pub type Triangular = RowTable<ClosedForm>;

/// The triangular table whose row index is computed from the parent's.
pub type TriangularOffsets = RowTable<Offsets>;

/// The triangular table whose row index is looked up.
pub type TriangularLookup = RowTable<Lookup>;

pub(crate) const fn triangle(n: usize) -> usize {
    n * (n + 1) / 2
}

/// The closed formula `index(p) = p(2N + 1 - p) / 2`, computed each time.
#[derive(Clone, Copy, Default, Debug)]
pub struct ClosedForm {
    depth: usize,
}

impl ClosedForm {
    /// Returns the first slot of the row of `ply` in a search of `n` plies.
    #[inline]
    pub const fn index(n: usize, ply: usize) -> usize {
        ply * (2 * n + 1 - ply) / 2
    }
}

impl RowIndex for ClosedForm {
    type Line = ();

    fn size(depth: usize) -> usize {
        triangle(depth)
    }

    fn lay_out(&mut self, depth: usize) {
        self.depth = depth;
    }

    #[inline]
    fn start(&self, _line: &(), ply: usize) -> usize {
        Self::index(self.depth, ply)
    }
}

/// The recurrence `index(p + 1) = index(p) + N - p`. Each frame holds its own index, computed from its parent's, as the
/// textbook's routine passes `pvNextIndex` down.
#[derive(Clone, Copy, Default, Debug)]
pub struct Offsets {
    depth: usize,
}

impl RowIndex for Offsets {
    type Line = usize;

    fn size(depth: usize) -> usize {
        triangle(depth)
    }

    fn lay_out(&mut self, depth: usize) {
        self.depth = depth;
    }

    #[inline]
    fn frame(&self, parent: Option<&usize>, ply: usize) -> usize {
        // The parent is at `ply - 1`, where rows have `N - (ply - 1)` slots.
        parent.map_or(0, |parent| parent + self.depth + 1 - ply)
    }

    #[inline]
    fn start(&self, line: &usize, _ply: usize) -> usize {
        *line
    }
}

/// A lookup table of N + 1 indices, filled before each search.
#[derive(Clone, Default, Debug)]
pub struct Lookup {
    starts: Vec<usize>,
}

impl RowIndex for Lookup {
    type Line = ();

    fn size(depth: usize) -> usize {
        triangle(depth)
    }

    fn lay_out(&mut self, depth: usize) {
        if self.starts.len() == depth + 1 {
            return;
        }
        let mut next = 0;
        self.starts.clear();
        self.starts.extend((0..=depth).map(|ply| {
            let start = next;
            next += depth - ply;
            start
        }));
    }

    #[inline]
    fn start(&self, _line: &(), ply: usize) -> usize {
        self.starts[ply]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The three indices agree and the rows are disjoint, for every N up to 256.
    #[test]
    fn rows_fill_the_triangle_without_overlap_by_every_index() {
        let (mut offsets, mut lookup) = (Offsets::default(), Lookup::default());
        for n in 0..=256 {
            offsets.lay_out(n);
            lookup.lay_out(n);
            let mut owners = vec![0u32; triangle(n)];
            let mut offset = None;
            for ply in 0..=n {
                let start = ClosedForm::index(n, ply);
                offset = Some(offsets.frame(offset.as_ref(), ply));
                assert_eq!(offset, Some(start), "N = {n}, ply {ply}");
                assert_eq!(lookup.start(&(), ply), start, "N = {n}, ply {ply}");
                for owner in &mut owners[start..start + n - ply] {
                    *owner += 1;
                }
            }
            assert!(owners.iter().all(|&rows| rows == 1), "N = {n}: every slot belongs to one row");
        }
    }
}
