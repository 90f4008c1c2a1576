//! The PV-list on the stack.
//!
//! Every node makes a list for its children to write to, and passes it down. A raise writes the move, and
//! then the child's list, into the list that the node got from its parent (Bruce Moreland, *Collecting the
//! Principal Variation*, 2002):
//!
//! ```text
//! frame of ply 0      frame of ply 1      frame of ply 2
//! | len | moves  | <- | len | moves  | <- | len | moves  |
//! ```
//!
//! Departure: the published code sets the length only at depth 0. An inner node that never raises alpha
//! leaves its caller's list as it was, which is safe only because the caller does not copy after a fail-low.
//! Here the list is emptied on entry, as rule 2 of [`PvStore`] requires.
//!
//! Rules: bends none.
//!
//! Memory: one list of [`CAPACITY`] moves in each recursion frame.

use crate::position::Move;
use crate::pv::{At, CAPACITY, Each, FinishedSearch, MemoryRow, PvStore};

/// A list in each recursion frame (Moreland's LINE).
#[derive(Clone, Copy, Default, Debug)]
pub struct StackList {
    depth: usize,
}

/// The list of one recursion frame (Moreland's LINE).
#[derive(Clone, Debug)]
pub struct StackLine {
    pub(crate) length: usize,
    pub(crate) moves: [Move; CAPACITY],
}

impl PvStore for StackList {
    type Line = StackLine;

    fn reset(&mut self, depth: usize) {
        self.depth = depth;
    }

    #[inline]
    fn frame(&mut self, _parent: Option<&StackLine>, ply: usize) -> StackLine {
        // In C the new frame holds what was on the stack before. Here it is a full line of poison.
        StackLine { length: self.depth - ply, moves: [Move::POISON; CAPACITY] }
    }

    #[inline]
    fn enter_node(&mut self, line: &mut StackLine, _at: At) {
        line.length = 0;
    }

    #[inline]
    fn leaf_value(&mut self, line: &mut StackLine, _at: At) {
        line.length = 0;
    }

    #[inline]
    fn raise(&mut self, line: &mut StackLine, child: &StackLine, _at: At, mv: Move) {
        line.moves[0] = mv;
        for slot in 0..child.length {
            line.moves[slot + 1] = child.moves[slot];
        }
        line.length = child.length + 1;
    }

    fn frame_memory(&self, line: &StackLine, ply: usize, rows: &mut Vec<MemoryRow>) {
        let slots = line.moves[..self.depth - ply].to_vec();
        rows.push(MemoryRow::Slots { ply, array: None, slots, length: line.length });
    }

    fn show(&self, root: &StackLine, _finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        each(Some(&root.moves[..root.length]));
    }
}

#[cfg(test)]
impl StackLine {
    /// Returns a line of the store with these moves.
    pub(crate) fn with_moves(store: &mut StackList, moves: impl Iterator<Item = u16>) -> Self {
        let mut line = store.frame(None, 0);
        line.length = 0;
        for mv in moves {
            line.moves[line.length] = Move::new(mv);
            line.length += 1;
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Window;

    #[test]
    fn a_leaf_empties_its_line() {
        let mut store = StackList::default();
        store.reset(4);
        let mut own = StackLine::with_moves(&mut store, 0..3);
        store.leaf_value(&mut own, At { ply: 0, window: Window::FULL });
        assert_eq!(own.length, 0);
    }
}
