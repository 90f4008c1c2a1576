//! The seam, and the root driver.
//!
//! An algorithm is a plain function that reads like its textbook. Wherever the
//! textbook calls a search, its own or another, the function calls
//! [`Search::search`] and names the callee. Every recursion passes through that
//! one place, so counting, line keeping and observation stand there once and in
//! no algorithm.

mod aside;
mod counts;
mod enter;
mod node;
mod observer;
mod order;
mod outcome;
mod prune;
mod root;
mod scratch;
mod seam;
mod searcher;
mod selectivity;
mod shortcuts;
mod wild;

pub use counts::Counts;
pub use node::{Child, Node};
pub use observer::Observer;
pub use outcome::{Outcome, TooDeep, Traces};
pub use scratch::Scratch;
pub use seam::{Callee, Search};
pub use searcher::{Searcher, Task, Through};
pub use selectivity::Selectivity;
pub use shortcuts::{Aspiration, Order, Quiescence, Shortcuts, Stop, Widen};

#[cfg(test)]
mod tests;
