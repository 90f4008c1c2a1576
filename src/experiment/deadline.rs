//! The deadline of a run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The maximum time that work begun before a stop may still take.
const AFTER_STOP: Duration = Duration::from_secs(1);

/// The share of the time of a run for its searches; the rest is for shrinking the findings.
const SEARCHING: f64 = 0.75;

/// The deadline of a run, which ends when its time is over or when it is stopped, as by a signal.
///
/// Nothing begins when the deadline [is over](Self::is_over), and no wait is longer than the time [left](Self::left). A
/// deadline made [within](Self::within) another one is stopped with it.
#[derive(Clone, Default, Debug)]
pub struct Deadline {
    /// The time at which the run ends; `None` if it has as much time as it needs.
    end: Option<Instant>,
    stop: Arc<Stop>,
}

#[derive(Default, Debug)]
struct Stop {
    is_set: Arc<AtomicBool>,
    /// The time at which the stop was first seen.
    seen: OnceLock<Instant>,
    failure: OnceLock<String>,
}

impl Deadline {
    /// A deadline after this time from now; `None` sets no limit.
    pub fn after(time: Option<Duration>) -> Self {
        time.map_or_else(Self::default, |time| Self::default().within(time))
    }

    /// A deadline after `limit` from now, but not after this deadline.
    #[must_use]
    pub fn within(&self, limit: Duration) -> Self {
        let own = Instant::now().checked_add(limit);
        Self { end: own.into_iter().chain(self.end).min(), stop: Arc::clone(&self.stop) }
    }

    /// The deadline of the searches of a run, which leaves time for shrinking the findings.
    #[must_use]
    pub fn of_searches(&self) -> Self {
        self.share(SEARCHING)
    }

    /// A deadline after this share of the time that is left.
    #[must_use]
    pub fn share(&self, share: f64) -> Self {
        if self.end.is_some() { self.within(self.left().mul_f64(share)) } else { self.clone() }
    }

    /// Returns the flag that stops the run when it is set.
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop.is_set
    }

    /// Stops the run because this process cannot go on. `why` gives the cause and what to change.
    pub fn fail(&self, why: String) {
        let _ = self.stop.failure.set(why);
        self.stop.is_set.store(true, Ordering::Relaxed);
    }

    /// Returns why this process cannot go on, if it cannot.
    pub fn failure(&self) -> Option<&str> {
        self.stop.failure.get().map(String::as_str)
    }

    /// Whether the time is over or the run is stopped, so that nothing new begins.
    pub fn is_over(&self) -> bool {
        self.stop.is_set.load(Ordering::Relaxed) || self.left().is_zero()
    }

    /// Returns the time left for work that has begun, at most a second after a stop.
    pub fn left(&self) -> Duration {
        let is_stopped = self.stop.is_set.load(Ordering::Relaxed);
        let stopped = is_stopped.then(|| *self.stop.seen.get_or_init(Instant::now) + AFTER_STOP);
        let end = stopped.into_iter().chain(self.end).min();
        end.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earliest_end_counts() {
        let (hour, minute) = (Duration::from_secs(3600), Duration::from_secs(60));
        let about = |deadline: &Deadline, time: Duration| {
            let left = deadline.left();
            left <= time && time < left + Duration::from_secs(10)
        };
        let endless = Deadline::after(None);
        assert!(!endless.is_over() && endless.share(0.5).left() == Duration::MAX);
        assert!(about(&endless.within(hour), hour));
        let whole = Deadline::after(Some(hour));
        assert!(about(&whole.within(minute), minute) && about(&whole.within(2 * hour), hour));
        assert!(about(&whole.within(Duration::MAX), hour) && about(&whole.share(0.75), 45 * minute));
        assert!(whole.within(Duration::ZERO).is_over() && !whole.is_over());
    }

    #[test]
    fn what_has_begun_before_a_stop_has_one_second_more() {
        let whole = Deadline::after(Some(Duration::from_secs(3600)));
        let part = whole.within(Duration::from_secs(60));
        whole.stop().store(true, Ordering::Relaxed);
        assert!(whole.is_over() && part.is_over());
        assert!(!part.left().is_zero() && part.left() <= AFTER_STOP && whole.left() <= AFTER_STOP);
        assert_eq!(part.within(Duration::ZERO).left(), Duration::ZERO);
    }
}
