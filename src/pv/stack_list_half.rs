//! The PV-list on the stack, at half the size.
//!
//! The list of a frame at ply `p` needs no more room than the line below it can
//! still have, `N - p` moves; a frame of variable size holds exactly that
//! (Moreland's list with the lengths of the triangular table):
//!
//! ```text
//! ply 0 | N moves          |
//! ply 1 | N-1 moves     |            each frame pushes its list on one
//! ply 2 | N-2 moves  |               stack, and pops it when it ends
//! ```
//!
//! Safe Rust has no frames of variable size, so the lists lie on a second stack
//! that [`frame`](PvStore::frame) pushes and [`release`](PvStore::release) pops; the recursion frame
//! keeps where its list begins and how long the line is.
//!
//! Bends no rule. Memory: `N(N+1)/2` moves at the deepest point of the recursion,
//! and two numbers in each recursion frame.

use crate::position::{Move, Position};
use crate::pv::{At, CAPACITY, FinishedSearch, PvStore};

/// A list in each frame that is as long as the line there can still be.
#[derive(Clone, Debug)]
pub struct StackListHalf {
    /// The lists of all frames on the path, one behind the other.
    stack: Vec<Move>,
    capacity: usize,
    pub(crate) depth: usize,
}

/// What a frame knows of its list.
#[derive(Clone, Copy, Debug)]
pub struct HalfLine {
    /// Where the list begins on the second stack.
    pub(crate) start: usize,
    /// The moves in the line.
    pub(crate) length: usize,
}

impl StackListHalf {
    /// A stack for searches of up to `capacity` plies.
    pub fn with_capacity(capacity: usize) -> Self {
        let stack = Vec::with_capacity(capacity * (capacity + 1) / 2);
        Self { stack, capacity, depth: capacity }
    }

    /// Pushes a list of `room` moves.
    #[inline]
    pub(crate) fn push(&mut self, room: usize) -> HalfLine {
        let start = self.stack.len();
        // In C the frame holds what the stack held; here a full line of poison.
        self.stack.resize(start + room, Move::POISON);
        HalfLine { start, length: room }
    }

    /// The line becomes `mv` and the line of `child`.
    #[inline]
    pub(crate) fn write(&mut self, line: &mut HalfLine, mv: Move, child: &HalfLine) {
        self.stack[line.start] = mv;
        self.stack.copy_within(child.start..child.start + child.length, line.start + 1);
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
    fn leaf_value(&mut self, _line: &mut HalfLine, _at: At) {}

    #[inline]
    fn raise(&mut self, line: &mut HalfLine, child: &HalfLine, _at: At, mv: Move) {
        self.write(line, mv, child);
    }

    fn visit<P: Position>(
        &self,
        root: &HalfLine,
        _finished_search: &mut FinishedSearch<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    ) {
        each(Some(&self.stack[root.start..root.start + root.length]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_stack_is_half_as_large_as_full_lists_and_empty_in_the_end() {
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
    fn both_stores_of_a_pair_get_their_frames_back() {
        let mut pair = (StackListHalf::default(), StackListHalf::default());
        pair.reset(3);
        let frame = pair.frame(None, 0);
        assert_eq!((pair.0.stack.len(), pair.1.stack.len()), (3, 3));
        pair.release(frame);
        assert!(pair.0.stack.is_empty() && pair.1.stack.is_empty());
    }
}
