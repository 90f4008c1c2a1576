//! What is true, found out by other means than searching.
//!
//! This room imports `position` and `score` and nothing else. It recomputes every
//! position from the root by [`play`](crate::position::Position::play), compares
//! positions by identity, and judges what a search reports by that alone. The
//! independence is the whole worth of a differential tester.
//!
//! - [`Oracle`]: naive minimax, the leftmost optimal line, every optimal move.
//! - [`Oracle::walk`]: the replay of a line that somebody shows.
//! - [`Oracle::mark_examined`]: which leaves alpha-beta has to read, from values alone.
//! - [`Oracle::minimal_leaves`]: how many leaves every algorithm has to read.

mod examined;
mod memo;
mod minimal;
mod minimax;
mod walk;

pub use memo::Memo;
pub use minimax::{Buffers, Oracle};
pub use walk::Walk;
