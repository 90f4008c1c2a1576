//! The contents of a store at one moment, for drawings.

use crate::position::Move;
use crate::table::Entry;

/// A part of the memory of a store.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MemoryRow {
    /// Slots for moves, one after the other.
    Slots {
        /// The ply of the first slot, where the line begins.
        ply: usize,
        /// The number of the array to which the pointer of this ply points, if there are pointers.
        array: Option<usize>,
        /// The slots. [`Move::POISON`] was never written, [`Move::NULL`] ends a line.
        slots: Vec<Move>,
        /// The number of slots that count as the line.
        length: usize,
    },
    /// An entry of a table.
    Entry(Entry),
    /// A line that is held for the position with this key.
    Held {
        /// The key of the position.
        key: u64,
        /// The line.
        moves: Vec<Move>,
    },
    /// A fragment of a line, in a tree of fragments.
    Fragment {
        /// The key of the position.
        key: u64,
        /// The best move of the position.
        mv: Move,
        /// The key of the position after the move.
        next: Option<u64>,
    },
}

impl MemoryRow {
    /// Returns the slots of a line that begins at `ply` and ends at a null move, or fills all slots.
    pub(crate) fn terminated(ply: usize, slots: &[Move]) -> Self {
        let length = slots.iter().position(|&mv| mv == Move::NULL).unwrap_or(slots.len());
        Self::Slots { ply, array: None, slots: slots.to_vec(), length }
    }
}
