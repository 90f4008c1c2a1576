//! The items of a round, which threads take in chunks.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::Run;

pub(super) struct Chunks<'r> {
    run: &'r Run<'r>,
    round: Range<u64>,
    at_once: u64,
    until: Option<Instant>,
    /// The number of items that were taken, or a greater number.
    taken: AtomicU64,
    is_cut_short: AtomicBool,
}

impl<'r> Chunks<'r> {
    pub fn new(run: &'r Run<'r>, round: Range<u64>, at_once: u64) -> Self {
        let until = run.pause.and_then(|pause| Instant::now().checked_add(pause));
        let (taken, is_cut_short) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { run, round, at_once, until, taken, is_cut_short }
    }

    pub fn count(&self) -> u64 {
        (self.round.end - self.round.start).div_ceil(self.at_once)
    }

    /// Takes the next chunk, which has the first items not yet taken, so that a run that ends early has run the first items.
    pub fn take(&self) -> Option<Range<u64>> {
        let is_first = self.taken.load(Ordering::Relaxed) == 0;
        // The first chunk of a run is always run, even if time has run out: a run without items shows nothing.
        if self.run.is_late() && !(is_first && self.round.start == self.run.items.start) {
            return None;
        }
        let is_over = self.until.is_some_and(|until| Instant::now() >= until) && !is_first;
        if is_over || self.is_cut_short() {
            return None;
        }
        let taken = self.taken.fetch_add(self.at_once, Ordering::Relaxed);
        let left = (self.round.end - self.round.start).saturating_sub(taken);
        let start = self.round.start.saturating_add(taken);
        (left > 0).then(|| start..start + left.min(self.at_once))
    }

    pub fn cut_short(&self) {
        self.is_cut_short.store(true, Ordering::Relaxed);
    }

    pub fn is_cut_short(&self) -> bool {
        self.is_cut_short.load(Ordering::Relaxed)
    }

    pub fn taken(&self) -> Range<u64> {
        let taken = self.taken.load(Ordering::Relaxed);
        self.round.start..self.round.end.min(self.round.start.saturating_add(taken))
    }
}
