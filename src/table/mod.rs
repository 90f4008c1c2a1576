//! The transposition table, with results of searched positions for use when a position is met again.
//!
//! ```text
//! slot = key mod entries      | key | draft | bound | score | move |
//! ```
//!
//! An entry matches if its key is that of the position and its draft is the wanted depth, or a greater one if
//! the [`TableOptions`] allow it. The options also define what a match may do. A table that is emptied keeps
//! its memory: each slot has the number of its search, and slots of old searches count as empty.

mod layout;
mod shared;
mod slots;
mod sync;
mod words;

use crate::position::Move;
use crate::score::{Bound, Score};

pub use crate::feature::{Draft, PvCut, Replace, TableOptions};
pub(crate) use layout::Layout;
pub(crate) use shared::Shared;
pub use slots::{SLOT_BYTES, Table};

/// An entry of the table, which is the result of searching a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The key of the position, or the bits of the key that the table compares.
    pub key: u64,
    /// The depth to which the position was searched.
    pub draft: usize,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The score, from the side to move.
    pub score: Score,
    /// The last move that raised alpha or refuted the position. After a fail-low, the move of an older entry of the
    /// position, or null.
    pub mv: Move,
}
