//! Seeded bugs of the lists on the stack.

use crate::position::Move;
use crate::pv::{At, HalfLine, StackLine, StackList, StackListHalf};

altered! {
    /// Class D (tofiks#32; `BlackMarlin` 12e7170d): siblings share one list, which is not emptied between them.
    bug ChildListNotReset of StackList:
    fn enter_node(_store: &mut StackList, _line: &mut StackLine, _at: At) {}

    fn leaf_value(_store: &mut StackList, _line: &mut StackLine, _at: At) {}

    /// Class D (byte-knight 796dfc7): a raise appends to what the list already holds.
    bug AppendsToOwnList of StackList:
    fn raise(_store: &mut StackList, line: &mut StackLine, child: &StackLine, _at: At, mv: Move) {
        line.append(mv, child);
    }

    /// Class I (casanchess#73): lists are one move too short, and copies are cut to fit.
    bug ListOneShort of StackListHalf:
    fn raise(store: &mut StackListHalf, line: &mut HalfLine, child: &HalfLine, at: At, mv: Move) {
        let free_slots = store.depth - at.ply - 1;
        let fits = HalfLine { length: child.length.min(free_slots.saturating_sub(1)), ..*child };
        store.write(line, mv, &fits);
    }

    /// Class H: a raise copies as many moves as the node's own line had before.
    bug CopiesOwnLength of StackListHalf:
    fn raise(store: &mut StackListHalf, line: &mut HalfLine, child: &HalfLine, at: At, mv: Move) {
        let free_slots = store.depth - at.ply - 1;
        store.write(line, mv, &HalfLine { length: line.length.min(free_slots), ..*child });
    }
}
