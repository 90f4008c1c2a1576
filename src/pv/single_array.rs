//! The single PV array: "PV in PVS".
//!
//! In a stable principal variation search a null-window fail-high is always
//! confirmed by its re-search, so whatever an open node writes either becomes
//! part of the new line or is overwritten by a better one, and one array is
//! enough (Daniel Shawul with TSCP; explained by Harm Geert Muller, CCC, March 2013):
//!
//! ```text
//! | move of ply 0 | move of ply 1 | ... | move of ply N-1 | end |
//! ```
//!
//! Deviates from the rules deliberately: nothing happens on entry, null-window nodes write
//! nothing, and a raise writes `pv[ply]` alone, as the child's line already
//! stands behind it. A value that comes without a search below writes a
//! terminator at `pv[ply]`; without it a line that ends early shows the tail of
//! an older one, which [`SingleArrayBare`] demonstrates.
//!
//! Safe in PVS with re-search `(alpha, beta)` or from below, Scout, Calphabeta and
//! Belle's root, in the stable regime. Not safe where later moves are searched with an
//! open window, as in plain alpha-beta: a refuted line overwrites a good one.
//!
//! Two known mistakes stand beside it: [`SingleArrayBare`] forgets the terminators,
//! and in [`SingleArrayRefuting`] the refutations of null-window nodes write too.
//!
//! Memory: `N + 1` moves; the bare form N.

use crate::position::{Move, Position};
use crate::pv::{At, CAPACITY, FinishedSearch, PvStore};

/// One array; only nodes with an open window write; terminators where values
/// come without a search below.
#[derive(Clone, Debug)]
pub struct SingleArray {
    moves: Vec<Move>,
    depth: usize,
}

impl SingleArray {
    /// An array for searches of up to `capacity` plies.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { moves: vec![Move::POISON; capacity + 1], depth: capacity }
    }

    /// Writes a slot, whatever the window.
    #[inline]
    pub(crate) fn write(&mut self, ply: usize, mv: Move) {
        self.moves[ply] = mv;
    }
}

impl Default for SingleArray {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl PvStore for SingleArray {
    type Line = ();

    fn capacity(&self) -> usize {
        self.moves.len() - 1
    }

    fn reset(&mut self, depth: usize) {
        self.depth = depth;
        self.moves[..=depth].fill(Move::POISON);
    }

    #[inline]
    fn frame(&mut self, _parent: Option<&()>, _ply: usize) {}

    #[inline]
    fn enter_node(&mut self, _line: &mut (), _at: At) {}

    #[inline]
    fn leaf_value(&mut self, _line: &mut (), at: At) {
        if at.open {
            self.write(at.ply, Move::NULL);
        }
    }

    #[inline]
    fn raise(&mut self, _line: &mut (), _child: &(), at: At, mv: Move) {
        if at.open {
            self.write(at.ply, mv);
        }
    }

    fn visit<P: Position>(
        &self,
        _root: &(),
        _finished_search: &mut FinishedSearch<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    ) {
        let line = &self.moves[..self.depth];
        let length = line.iter().position(|&mv| mv == Move::NULL).unwrap_or(self.depth);
        each(Some(&line[..length]));
    }
}

/// The single array as printed: no terminators, read up to the depth.
///
/// Safe in PVS where all leaves lie at the same depth, and nowhere else.
#[derive(Clone, Default, Debug)]
pub struct SingleArrayBare(SingleArray);

impl PvStore for SingleArrayBare {
    type Line = ();

    fn capacity(&self) -> usize {
        self.0.capacity()
    }

    fn reset(&mut self, depth: usize) {
        self.0.reset(depth);
    }

    #[inline]
    fn frame(&mut self, _parent: Option<&()>, _ply: usize) {}

    #[inline]
    fn enter_node(&mut self, _line: &mut (), _at: At) {}

    #[inline]
    fn leaf_value(&mut self, _line: &mut (), _at: At) {}

    #[inline]
    fn raise(&mut self, line: &mut (), child: &(), at: At, mv: Move) {
        self.0.raise(line, child, at, mv);
    }

    fn visit<P: Position>(
        &self,
        root: &(),
        finished_search: &mut FinishedSearch<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    ) {
        self.0.visit(root, finished_search, each);
    }
}

/// The single array in which refutations in null-window nodes write too, as if
/// they were part of a line: a known mistake.
///
/// A null-window search then leaves its refutations behind the line that stands,
/// and nothing puts it right where the search fails low. Safe nowhere: wrong in
/// half of all permutations of a tree of branching 2 and depth 3.
#[derive(Clone, Default, Debug)]
pub struct SingleArrayRefuting(SingleArray);

impl PvStore for SingleArrayRefuting {
    type Line = ();

    fn capacity(&self) -> usize {
        self.0.capacity()
    }

    fn reset(&mut self, depth: usize) {
        self.0.reset(depth);
    }

    #[inline]
    fn frame(&mut self, _parent: Option<&()>, _ply: usize) {}

    #[inline]
    fn enter_node(&mut self, _line: &mut (), _at: At) {}

    #[inline]
    fn leaf_value(&mut self, line: &mut (), at: At) {
        self.0.leaf_value(line, at);
    }

    #[inline]
    fn raise(&mut self, line: &mut (), child: &(), at: At, mv: Move) {
        self.0.raise(line, child, at, mv);
    }

    #[inline]
    fn refute(&mut self, _line: &mut (), _child: &(), at: At, mv: Move) {
        if !at.open {
            self.0.write(at.ply, mv);
        }
    }

    fn visit<P: Position>(
        &self,
        root: &(),
        finished_search: &mut FinishedSearch<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    ) {
        self.0.visit(root, finished_search, each);
    }
}
