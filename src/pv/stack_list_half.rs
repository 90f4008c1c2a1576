//! The PV-list on the stack, at half the size.
//!
//! The list of a frame at ply `p` holds the line from there on, which has at most `N - p` moves. A frame of
//! variable size needs no more slots than that (Moreland's list with the lengths of the triangular table):
//!
//! ```text
//! ply 0 | N moves          |
//! ply 1 | N-1 moves     |            each frame pushes its list on one
//! ply 2 | N-2 moves  |               stack, and pops it when it ends
//! ```
//!
//! Safe Rust has no frames of variable size. So the lists are on a second stack, which
//! [`frame`](PvStore::frame) pushes to and [`release`](PvStore::release) pops. The recursion frame holds
//! the first slot of its list, and the length of the line.
//!
//! Rules: bends none.
//!
//! Memory: `N(N+1)/2` moves at the deepest point of the recursion, and two numbers in each recursion frame.

use crate::position::Move;
use crate::pv::{At, CAPACITY, Each, FinishedSearch, MemoryRow, PvStore};

/// A list in each recursion frame, only as long as the line below can become.
#[derive(Clone, Debug)]
pub struct StackListHalf {
    stack: Vec<Move>,
    capacity: usize,
    pub(crate) depth: usize,
}

/// The list of a frame.
#[derive(Clone, Copy, Debug)]
pub struct HalfLine {
    pub(crate) start: usize,
    pub(crate) length: usize,
}

impl StackListHalf {
    /// Returns a stack for searches of up to `capacity` plies.
    pub fn with_capacity(capacity: usize) -> Self {
        let stack = Vec::with_capacity(capacity * (capacity + 1) / 2);
        Self { stack, capacity, depth: capacity }
    }

    #[inline]
    pub(crate) fn push(&mut self, slots: usize) -> HalfLine {
        let start = self.stack.len();
        // In C the new frame holds what was on the stack before. Here it is a full line of poison.
        self.stack.resize(start + slots, Move::POISON);
        HalfLine { start, length: slots }
    }

    #[inline]
    pub(crate) fn write(&mut self, line: &mut HalfLine, mv: Move, child: &HalfLine) {
        self.stack[line.start] = mv;
        for slot in 0..child.length {
            self.stack[line.start + 1 + slot] = self.stack[child.start + slot];
        }
        line.length = child.length + 1;
    }
}

impl Default for StackListHalf {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl PvStore for StackListHalf {
    type Line = HalfLine;

    fn capacity(&self) -> usize {
        self.capacity
    }

    fn reset(&mut self, depth: usize) {
        self.depth = depth;
        self.stack.clear();
    }

    #[inline]
    fn frame(&mut self, _parent: Option<&HalfLine>, ply: usize) -> HalfLine {
        self.push(self.depth - ply)
    }

    #[inline]
    fn release(&mut self, line: HalfLine) {
        self.stack.truncate(line.start);
    }

    #[inline]
    fn enter_node(&mut self, line: &mut HalfLine, _at: At) {
        line.length = 0;
    }

    #[inline]
    fn raise(&mut self, line: &mut HalfLine, child: &HalfLine, _at: At, mv: Move) {
        self.write(line, mv, child);
    }

    fn frame_memory(&self, line: &HalfLine, ply: usize, rows: &mut Vec<MemoryRow>) {
        let slots = self.stack[line.start..line.start + self.depth - ply].to_vec();
        rows.push(MemoryRow::Slots { ply, array: None, slots, length: line.length });
    }

    fn show(&self, root: &HalfLine, _finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        each(Some(&self.stack[root.start..root.start + root.length]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_stack_has_half_the_size_of_full_lists_and_is_empty_at_the_end() {
        let mut store = StackListHalf::default();
        store.reset(8);
        let mut frames = Vec::new();
        for ply in 0..=8 {
            let frame = store.frame(frames.last(), ply);
            frames.push(frame);
        }
        assert_eq!(store.stack.len(), 8 * 9 / 2);
        while let Some(frame) = frames.pop() {
            store.release(frame);
        }
        assert!(store.stack.is_empty());
        assert_eq!(store.depth, 8);
    }

    #[test]
    fn a_pair_releases_the_frames_of_both_stores() {
        let mut pair = (StackListHalf::default(), StackListHalf::default());
        pair.reset(3);
        let frame = pair.frame(None, 0);
        assert_eq!((pair.0.stack.len(), pair.1.stack.len()), (3, 3));
        pair.release(frame);
        assert!(pair.0.stack.is_empty() && pair.1.stack.is_empty());
    }
}
