//! The rate at which a finding recurs.

use std::ops::AddAssign;

use super::{QUANTILE_95, share_interval};

/// The number of repeated trials of one case, and of those that show a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recurrence {
    pub shown: u32,
    pub of: u32,
}

impl Recurrence {
    /// A single trial, which showed the finding.
    pub(crate) const ONCE: Self = Self { shown: 1, of: 1 };

    /// Counts up to `most` trials. `try_next` returns whether a trial shows the finding, or `None` if no time is left.
    pub fn count(most: u32, try_next: impl FnMut() -> Option<bool>) -> Self {
        let mut recurrence = Self { shown: 0, of: 0 };
        for is_shown in std::iter::from_fn(try_next).take(most as usize) {
            recurrence.of += 1;
            recurrence.shown += u32::from(is_shown);
        }
        recurrence
    }

    /// Returns the interval of the rate with 95 % confidence.
    pub fn interval(self) -> (f64, f64) {
        share_interval(self.shown.into(), self.of.into(), QUANTILE_95)
    }

    pub const fn is_certain(self) -> bool {
        self.shown == self.of
    }
}

impl AddAssign for Recurrence {
    fn add_assign(&mut self, other: Self) {
        (self.shown, self.of) = (self.shown + other.shown, self.of + other.of);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_are_counted_until_there_are_enough_or_no_time_is_left() {
        let count = |most, shows: &[bool]| {
            let mut trials = shows.iter().copied();
            let Recurrence { shown, of } = Recurrence::count(most, || trials.next());
            (shown, of, trials.count())
        };
        assert_eq!(count(2, &[true, false, true]), (1, 2, 1));
        assert_eq!(count(5, &[true, true]), (2, 2, 0));
        assert_eq!(count(5, &[]), (0, 0, 0));
        assert!(Recurrence::ONCE.is_certain() && !Recurrence { shown: 1, of: 2 }.is_certain());
    }
}
