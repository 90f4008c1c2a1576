//! The threads of a run.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread::{Builder, available_parallelism, scope};

/// The maximum number of threads, more than the cores of any expected machine.
pub const MOST_THREADS: u64 = 256;

/// Returns the requested number of threads, or one per core.
pub fn threads_or_cores(requested: Option<usize>) -> usize {
    requested.unwrap_or_else(|| available_parallelism().map_or(1, NonZero::get))
}

/// Calls `work` on this many threads, at most one per chunk, waits for all, and propagates their panics.
pub(super) fn on_threads(threads: usize, chunks: u64, work: &(dyn Fn() + Sync)) {
    let threads = threads.clamp(1, chunks.clamp(1, MOST_THREADS) as usize);
    scope(|scope| {
        // If the system cannot start a thread, the other threads take its items.
        let spawn = |_| Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads).filter_map(spawn).collect();
        work();
        for other in others {
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}
