//! Seeded bugs of the pointer array and of the single array.

use crate::position::Move;
use crate::pv::{At, PointerArray, SingleArray};

altered! {
    /// Class H: a raise swaps the node's array with its grandchild's instead of its child's.
    bug SwapsWrongRow of PointerArray:
    fn raise(store: &mut PointerArray, _line: &mut (), _child: &(), at: At, mv: Move) {
        store.prepend(at.ply, mv);
        store.swap(at.ply, usize::min(at.ply + 2, store.depth));
    }

    /// Class H: a raise writes its move in front of the child's line and swaps nothing.
    bug SwapForgotten of PointerArray:
    fn raise(store: &mut PointerArray, _line: &mut (), _child: &(), at: At, mv: Move) {
        store.prepend(at.ply, mv);
    }

    /// Class A: a node whose value comes without a search of its children writes no terminator, so the tail of an
    /// older line stays.
    bug TerminatorForgotten of SingleArray:
    fn leaf_value(_store: &mut SingleArray, _line: &mut (), _at: At) {}

    /// Class C: null-window nodes write terminators too, into a line that is still valid.
    bug NullWindowsWriteTerminators of SingleArray:
    fn leaf_value(store: &mut SingleArray, _line: &mut (), at: At) {
        store.write(at.ply, Move::NULL);
    }
}
