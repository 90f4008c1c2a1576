//! The oracles, which compute correct values and lines without the code of the searches.
//!
//! This module imports only `position` and `score`. It recomputes every
//! position from the root with [`play`](crate::position::Position::play), compares
//! positions by identity, and uses nothing else to judge the results of a search. A
//! differential tester is useful only if its oracle is independent.
//!
//! The docs of the modules contain the theory: every rule, and the proof that the rules produce no
//! false positives. See [`witnessed`] (tables, draws by repetition), [`witnessed::selective`] (pruning and
//! reductions), [`horizon`] (quiescence, extensions) and [`ground_truth::root`] (MultiPV, stopped
//! searches).
//!
//! - [`GroundTruth`]: all of the following together, for a search under given [`Rules`].
//! - [`Oracle`]: naive minimax, the leftmost optimal line, all optimal moves.
//! - [`Oracle::walk`]: the replay of a line, move by move.
//! - [`History`]: minimax that depends on the path: repetition is a draw, or moves are extended.
//! - [`Horizon`]: where the depth runs out, and how far quiescence goes below it.
//! - [`Witnessed`]: the values that a correct search may return, where there are several.
//! - [`trace`]: whether the results of one run follow from what it returned before.
//! - [`RootMoveSet`]: the root moves that a line is compared with, in MultiPV and stopped searches.
//! - [`Oracle::mark_examined`]: the leaves that alpha-beta evaluates, computed from values alone.

mod examined;
mod graph;
#[doc(hidden)]
pub mod ground_truth;
mod history;
#[doc(hidden)]
pub mod horizon;
mod memo;
mod minimax;
mod per_thread;
mod replays;
mod rules;
#[doc(hidden)]
pub mod trace;
mod walk;
#[doc(hidden)]
pub mod witnessed;

pub use ground_truth::{GroundTruth, RootMoveSet};
#[doc(hidden)]
pub use history::History;
pub use history::TooManyPaths;
pub use horizon::Horizon;
#[doc(hidden)]
pub use memo::Memo;
#[doc(hidden)]
pub use minimax::Buffers;
pub use minimax::Oracle;
pub(crate) use per_thread::PerThread;
pub use rules::{Drafts, Extended, ExtraPlies, JudgedBy, Margin, Plies, Reductions, Repetition, Rules};
pub use trace::{DrawRule, Fit, Lack, Rest, Rests, ShownOutcome, Underived};
pub use walk::ReplayResult;
pub use witnessed::ClaimValidity;
#[doc(hidden)]
pub use witnessed::Witnessed;
