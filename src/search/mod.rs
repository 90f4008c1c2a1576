//! The search that all algorithms share, and its root driver.
//!
//! An algorithm is a plain function that reads like its textbook. Where the textbook calls a search, its own
//! or another, the function calls [`Search::search`] and passes the callee. Every recursion passes through
//! that one function, which handles counting, PV stores, the table and the observer.
//!
//! | file | contains |
//! |---|---|
//! | `steps` | the numbered steps of a node |
//! | `calls` | the other calls of an algorithm: next move, raise, refute |
//! | `transposition`, `pruning`, `quiescence`, `ordering` | single steps in full |
//! | `iteration`, `multipv`, `stopping` | the root driver: deepening and windows, several lines, the node limit |
//! | `parallel` | several threads with one table |
//! | `state`, `node`, `results`, `scratch` | what a search, a frame and a root driver remember |
//! | `task`, `any`, `observer`, `outcome`, `counts` | the interface: calling a search, observing it, its results |

mod any;
mod calls;
mod counts;
mod iteration;
mod multipv;
mod node;
mod observer;
mod ordering;
mod outcome;
mod parallel;
mod pruning;
mod quiescence;
mod results;
mod scratch;
mod state;
mod steps;
mod stopping;
mod task;
mod transposition;

pub use crate::feature::{
    Aspiration, NodeLimit, Order, Quiescence, Schedule, SearchOptions, Selectivity, ShownThread, Threads,
    Widen, Words,
};
pub(crate) use any::{AnySearch, search_graph};
pub use counts::Counts;
pub use node::{Child, Node};
pub use observer::Observer;
pub(crate) use observer::{OtherObserver, pass_on};
pub use outcome::{Outcome, TooDeep, Traces};
pub use scratch::Scratch;
pub use state::{Callee, Search};
pub use task::{ReportedNodes, Task};

#[cfg(test)]
mod tests;
