//! A run of an experiment, over a range of items and until a deadline.

use std::ops::Range;
use std::sync::Mutex;
use std::time::Duration;

use super::chunks::Chunks;
use super::threads::on_threads;
use super::{Deadline, Experiment, LONGEST_ROUND, Part};

/// A run of an experiment, with the items, the number of threads and the deadline.
#[derive(Clone)]
pub struct Run<'r> {
    pub(super) items: Range<u64>,
    threads: usize,
    deadline: Deadline,
    /// The maximum duration of a round.
    pub(super) pause: Option<Duration>,
    pub(super) progress: &'r (dyn Fn(u64) + Sync),
}

impl<'r> Run<'r> {
    pub fn new(items: Range<u64>, threads: usize) -> Self {
        Self { items, threads, deadline: Deadline::default(), pause: None, progress: &|_| () }
    }

    #[must_use]
    pub fn until(self, deadline: &Deadline) -> Self {
        Self { deadline: deadline.clone(), ..self }
    }

    /// Calls `progress` with the number of items run since its last call.
    #[must_use]
    pub fn progress(self, progress: &'r (dyn Fn(u64) + Sync)) -> Self {
        Self { progress, ..self }
    }

    /// Ends each round after about this time. The items of a round then depend on the machine; the sums do not.
    #[cfg(feature = "json")]
    #[must_use]
    pub(super) fn pausing(self, pause: Duration) -> Self {
        Self { pause: Some(pause), ..self }
    }

    pub fn items(&self) -> Range<u64> {
        self.items.clone()
    }

    pub fn begin<E: Experiment>(&self, experiment: &E) -> Part<E::Sums> {
        Part::nothing(self.items.start, experiment.nothing())
    }

    pub fn play<E: Experiment>(&self, experiment: &E) -> Part<E::Sums> {
        let mut part = self.begin(experiment);
        while let Some(round) = self.play_round(experiment, &part) {
            part.add(round);
        }
        part
    }

    /// Runs the round after `part`; `None` if no items remain, time has run out, or the sums are enough. The items of a
    /// round depend only on the first item of the run, unless rounds have a [time limit](Self::pausing).
    pub(super) fn play_round<E: Experiment>(
        &self,
        experiment: &E,
        part: &Part<E::Sums>,
    ) -> Option<Part<E::Sums>> {
        let done = part.items();
        let is_over = !done.is_empty() && (self.is_late() || experiment.is_enough(&part.sums));
        if done.end >= self.items.end || is_over || part.is_cut_short() {
            return None;
        }
        let round = done.end..self.end_of_round(done.end, experiment.first_round());
        let chunks = Chunks::new(self, round, experiment.at_once());
        let total = Mutex::new(experiment.nothing());
        on_threads(self.threads, chunks.count(), &|| {
            let (mut worker, mut sums) = (experiment.worker(), experiment.nothing());
            while let Some(items) = chunks.take() {
                let count = items.end - items.start;
                if experiment.run_items(items, &mut worker, &mut sums).is_break() {
                    chunks.cut_short();
                }
                (self.progress)(count);
            }
            *total.lock().expect("no thread panics while it adds") += sums;
        });
        let sums = total.into_inner().expect("no thread panics while it adds");
        Some(Part::new(chunks.taken(), sums, chunks.is_cut_short()))
    }

    /// Whether the run is to end before its last item.
    pub(super) fn is_late(&self) -> bool {
        self.deadline.is_over()
    }

    /// Returns the end of the round that contains item `from`.
    fn end_of_round(&self, from: u64, first: u64) -> u64 {
        let (mut end, mut length) = (self.items.start, first);
        while end <= from {
            end = end.saturating_add(length);
            length = LONGEST_ROUND.min(2 * length);
        }
        end.min(self.items.end)
    }
}
