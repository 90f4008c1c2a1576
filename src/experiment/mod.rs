//! Runs of many trials, with threads, rounds, time limits, signals, shards, and files that are complete at any time.
//!
//! An [`Experiment`] has numbered items. Each item depends on its number alone, and the results add up in any order. So
//! any thread can run any item, and the sums are the same. A [`Run`] states which items are run, and how.

mod accepted;
mod chunks;
mod deadline;
pub mod files;
mod interval;
#[cfg(feature = "json")]
pub mod journal;
mod part;
mod recurrence;
mod run;
mod shard;
#[cfg(test)]
mod tests;
mod threads;

use std::ops::{AddAssign, ControlFlow, Range};

pub use accepted::Accepted;
pub use deadline::Deadline;
pub use interval::{QUANTILE_95, share_interval};
pub use part::{Part, PartMismatch, Recorded};
pub(crate) use part::{add_each, checked_sum};
pub use recurrence::Recurrence;
pub use run::Run;
pub use shard::Shard;
pub use threads::{MOST_THREADS, threads_or_cores};

/// The maximum number of items in a round.
const LONGEST_ROUND: u64 = 1 << 18;

/// An experiment of numbered items, which a run divides among threads.
pub trait Experiment: Sync {
    /// The sums of the results. Their addition is commutative.
    type Sums: AddAssign + Send;
    /// The memory of one thread.
    type Worker;

    /// Returns the number of items that a thread takes at once, small enough for a smooth progress bar and a prompt end.
    fn at_once(&self) -> u64 {
        1
    }

    /// Returns the number of items in the first round. Each round is twice as long as the round before, up to a limit.
    /// After each round all threads wait for each other, and the run may end.
    fn first_round(&self) -> u64 {
        LONGEST_ROUND
    }

    fn nothing(&self) -> Self::Sums;

    fn worker(&self) -> Self::Worker;

    /// Runs the items with these numbers and adds their results to `sums`. `Break` ends the run before all items were run.
    fn run_items(
        &self,
        items: Range<u64>,
        worker: &mut Self::Worker,
        sums: &mut Self::Sums,
    ) -> ControlFlow<()>;

    /// Whether the run ends after a round that leads to these sums.
    fn is_enough(&self, _sums: &Self::Sums) -> bool {
        false
    }
}
