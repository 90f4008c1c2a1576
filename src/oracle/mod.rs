//! What is true, found out by other means than searching.
//!
//! This room imports `position` and `score` and nothing else. It recomputes every
//! position from the root by [`play`](crate::position::Position::play), compares
//! positions by identity, and judges what a search reports by that alone. The
//! independence is the whole worth of a differential tester.
//!
//! The theory stands in the docs of the modules, rule by rule and with the reasons why a correct search is
//! never accused: [`witnessed`] (tables, draws by repetition), [`witnessed::selective`] (what is left out
//! or reduced), [`horizon`] (quiescence, extensions), [`ground_truth::root`] (several lines, stopping).
//!
//! - [`GroundTruth`]: everything below together, for a search that may do what its [`Rules`] say.
//! - [`Oracle`]: naive minimax, the leftmost optimal line, every optimal move.
//! - [`Oracle::walk`]: the replay of a line that somebody shows.
//! - [`History`]: minimax in which the path counts: repetition is a draw, or moves are extended.
//! - [`Horizon`]: where the depth runs out, and what quiescence adds behind that.
//! - [`Witnessed`]: which values a correct search may name where there is more than one.
//! - [`RootMoveSet`]: which lines of a root are owed where there are several, or the search was stopped.
//! - [`Oracle::mark_examined`]: which leaves alpha-beta has to read, from values alone.
//! - [`Oracle::minimal_leaves`]: how many leaves every algorithm has to read.

mod examined;
pub mod ground_truth;
mod history;
pub mod horizon;
mod memo;
mod minimal;
mod minimax;
mod rules;
mod walk;
pub mod witnessed;

pub use ground_truth::{GroundTruth, RootMoveSet};
pub use history::History;
pub use horizon::Horizon;
pub use memo::Memo;
pub use minimax::{Buffers, Oracle};
pub use rules::{Drafts, Rules};
pub use walk::Walk;
pub use witnessed::{Claim, Witnessed};
