//! The transposition table: what was found out about a position, for when it is met again.
//!
//! ```text
//! slot = key mod entries      | key | draft | bound | score | move |
//! ```
//!
//! An entry matches when its key is the position's and its draft the wanted depth, or, where the
//! [`TableOptions`] say so, a greater one; they also say what a match may do. A table that is emptied keeps its memory: entries of an earlier search
//! carry its number and count as empty.

mod options;
mod slots;

use crate::position::Move;
use crate::score::{Bound, Score};

pub use options::{Draft, PvCut, Replace, TableOptions};
pub use slots::Table;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The signature of the position, as many bits of it as the table tells apart.
    pub key: u64,
    /// The depth to which it was searched.
    pub draft: usize,
    /// What the score says.
    pub bound: Bound,
    /// The score, from the side to move.
    pub score: Score,
    /// The move that raised alpha last, or that refuted the position; after a fail-low
    /// the one that was known before, or null.
    pub mv: Move,
}
