//! The single PV array: "PV in PVS".
//!
//! In a stable principal variation search the re-search confirms every null-window fail-high. So whatever a
//! node with an open window writes either becomes part of the new line or is overwritten by a better line,
//! and one array is enough (Daniel Shawul with TSCP; explained by Harm Geert Muller, CCC, March 2013):
//!
//! ```text
//! | move of ply 0 | move of ply 1 | ... | move of ply N-1 | end |
//! ```
//!
//! Rules: it deviates from the rules deliberately. Entering a node does nothing (rule 2); null-window nodes
//! write nothing; a raise writes only `pv[ply]`, as the child's line is already in the slots after it (rule
//! 4). A value that comes without a search below writes a terminator to `pv[ply]` (rule 3). Without it a line
//! that ends early shows the rest of an older line, as [`SingleArrayBare`] demonstrates.
//!
//! Safe in the stable regime, in PVS that searches again with `(alpha, beta)` or from below, Scout,
//! Calphabeta and Belle's root. Not safe where later moves are searched with an open window, as in plain
//! alpha-beta: a refuted line overwrites a good one.
//!
//! Memory: `N + 1` moves; `N` without terminators.

use crate::position::Move;
use crate::pv::rows::poison;
use crate::pv::{At, CAPACITY, Each, FinishedSearch, MemoryRow, PvStore};

/// One array, which only nodes with an open window write to.
pub type SingleArray = OneArray<true, false>;

/// The single array as published: without terminators, read up to the depth.
///
/// Safe only in PVS, and only if all leaves are at the same depth.
pub type SingleArrayBare = OneArray<false, false>;

/// The single array in which refutations in null-window nodes write too, as if they were part of a line:
/// a known mistake.
///
/// A null-window search then overwrites the end of the current line with its refutations, and if it fails
/// low, nothing restores the line. Safe nowhere: wrong in half of all permutations of a tree with branching
/// factor 2 and depth 3.
pub type SingleArrayRefuting = OneArray<true, true>;

/// One array, with `TERMINATORS` where a value comes without a search below, and with the `REFUTATIONS` in
/// null-window nodes.
#[derive(Clone, Debug)]
pub struct OneArray<const TERMINATORS: bool, const REFUTATIONS: bool> {
    moves: Vec<Move>,
    depth: usize,
}

impl<const TERMINATORS: bool, const REFUTATIONS: bool> OneArray<TERMINATORS, REFUTATIONS> {
    /// Returns an array for searches of up to `capacity` plies.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { moves: vec![Move::POISON; capacity + 1], depth: capacity }
    }

    #[inline]
    pub(crate) fn write(&mut self, ply: usize, mv: Move) {
        self.moves[ply] = mv;
    }
}

impl<const TERMINATORS: bool, const REFUTATIONS: bool> Default for OneArray<TERMINATORS, REFUTATIONS> {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl<const TERMINATORS: bool, const REFUTATIONS: bool> PvStore for OneArray<TERMINATORS, REFUTATIONS> {
    type Line = ();

    fn capacity(&self) -> usize {
        self.moves.len() - 1
    }

    fn reset(&mut self, depth: usize) {
        self.depth = depth;
        poison(&mut self.moves[..=depth]);
        if TERMINATORS {
            self.moves[depth] = Move::NULL;
        }
    }

    #[inline]
    fn frame(&mut self, _parent: Option<&()>, _ply: usize) {}

    #[inline]
    fn leaf_value(&mut self, _line: &mut (), at: At) {
        // The slot after those of all plies has its terminator already.
        if TERMINATORS && at.ply < self.depth && at.is_open() {
            self.write(at.ply, Move::NULL);
        }
    }

    #[inline]
    fn raise(&mut self, _line: &mut (), _child: &(), at: At, mv: Move) {
        if at.is_open() {
            self.write(at.ply, mv);
        }
    }

    #[inline]
    fn refute(&mut self, _line: &mut (), _child: &(), at: At, mv: Move) {
        if REFUTATIONS && !at.is_open() {
            self.write(at.ply, mv);
        }
    }

    fn memory(&self, rows: &mut Vec<MemoryRow>) {
        rows.push(MemoryRow::terminated(0, &self.moves[..=self.depth]));
    }

    fn show(&self, _root: &(), _finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        let line = &self.moves[..self.depth];
        let length = line.iter().position(|&mv| mv == Move::NULL).unwrap_or(self.depth);
        each(Some(&line[..length]));
    }
}
