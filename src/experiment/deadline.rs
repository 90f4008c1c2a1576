//! Until when a run goes on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How long what has begun before a stop may still take.
const AFTER_STOP: Duration = Duration::from_secs(1);

/// The share of the time of a run for its searches. The rest is for making what was found smaller.
const SEARCHING: f64 = 0.75;

/// Until when a run goes on: until its time is over, or until it is stopped, as by a signal.
///
/// Nothing begins when it [is over](Self::is_over), and no wait is longer than what is [left](Self::left) of it. A deadline made
/// [within](Self::within) another one is stopped with it.
#[derive(Clone, Default, Debug)]
pub struct Deadline {
    /// `None`: it has as much time as it needs.
    end: Option<Instant>,
    stop: Arc<Stop>,
}

#[derive(Default, Debug)]
struct Stop {
    is_set: Arc<AtomicBool>,
    /// When it was first seen that it is set.
    seen: OnceLock<Instant>,
    failure: OnceLock<String>,
}

impl Deadline {
    /// A deadline after so much time from now; without a limit there is none.
    pub fn after(time: Option<Duration>) -> Self {
        time.map_or_else(Self::default, |time| Self::default().within(time))
    }

    /// A deadline after `limit`, but not after this one.
    #[must_use]
    pub fn within(&self, limit: Duration) -> Self {
        let own = Instant::now().checked_add(limit);
        Self { end: own.into_iter().chain(self.end).min(), stop: Arc::clone(&self.stop) }
    }

    /// The deadline of the searches of a run, which leave time for making smaller what they found.
    #[must_use]
    pub fn of_searches(&self) -> Self {
        self.share(SEARCHING)
    }

    /// A deadline after this share of what is left.
    #[must_use]
    pub fn share(&self, share: f64) -> Self {
        if self.end.is_some() { self.within(self.left().mul_f64(share)) } else { self.clone() }
    }

    /// Stops the run, when it is set.
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop.is_set
    }

    /// Stops the run, since this process cannot go on: why, and what to change.
    pub fn fail(&self, why: String) {
        let _ = self.stop.failure.set(why);
        self.stop.is_set.store(true, Ordering::Relaxed);
    }

    /// Why this process cannot go on.
    pub fn failure(&self) -> Option<&str> {
        self.stop.failure.get().map(String::as_str)
    }

    /// Whether nothing new begins.
    pub fn is_over(&self) -> bool {
        self.stop.is_set.load(Ordering::Relaxed) || self.left().is_zero()
    }

    /// The time for what has begun: at most a second after a stop.
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
