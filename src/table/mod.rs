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

pub use crate::feature::{Draft, Narrow, PvCut, Replace, TableOptions};
pub(crate) use crate::told::Entry;
pub(crate) use layout::Layout;
pub(crate) use shared::Shared;
pub use slots::{SLOT_BYTES, Table};
