//! The seam, and the root driver.
//!
//! An algorithm is a plain function that reads like its textbook. Wherever the
//! textbook calls a search, its own or another, the function calls
//! [`Search::search`] and names the callee. Every recursion passes through that
//! one place, so counting, line keeping and observation stand there once and in
//! no algorithm.

mod node;
mod observer;
mod order;
mod root;
mod seam;
mod shortcuts;
mod wild;

pub use node::{Child, Node};
pub use observer::Observer;
pub use root::{Outcome, TooDeep, Traces};
pub use seam::{Counts, Scratch, Search};
pub use shortcuts::{Aspiration, Order, Shortcuts, Widen};
