//! A part of a run, with the sums over a range of items.

use std::ops::{AddAssign, Range};

/// The sums over a range of the items of a run, which are games. Consecutive parts add up to the whole run.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Part<S> {
    from: u64,
    games: u64,
    pub sums: S,
    /// Whether the experiment ended the run before all items of the part were run.
    #[cfg_attr(feature = "json", serde(skip))]
    is_cut_short: bool,
}

/// Sums that can be written to a file, read again, and checked, because a file may have been edited.
pub trait Recorded: AddAssign + Clone {
    /// Returns the number of rows and of searches that are summed separately, which is the same in all parts of a run.
    fn shape(&self) -> (usize, usize);

    /// Whether these sums can be the sums over `games`.
    fn adds_up(&self, games: Range<u64>) -> bool;
}

/// Adds counts of the same things.
pub(crate) fn add_each(counts: &mut [u64], more: &[u64]) {
    for (count, more) in counts.iter_mut().zip(more) {
        *count += more;
    }
}

/// Returns the sum of counts that were read; `None` if no such number of things can have been counted.
pub(crate) fn checked_sum(counts: impl IntoIterator<Item = u64>) -> Option<u64> {
    counts.into_iter().try_fold(0, u64::checked_add)
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PartMismatch {
    /// The two parts have different subjects.
    #[error("{found} rows and searches; expected {expected}")]
    Plan { found: usize, expected: usize },
    /// The sums of the second part do not match its number of games.
    #[error("the sums do not match {games} games")]
    Sums { games: u64 },
    /// The second part does not begin where the first one ends.
    #[error("the part begins with game {found}; expected game {expected}")]
    Games { found: u64, expected: u64 },
}

impl<S: AddAssign> Part<S> {
    pub(super) fn new(items: Range<u64>, sums: S, is_cut_short: bool) -> Self {
        Self { from: items.start, games: items.end - items.start, sums, is_cut_short }
    }

    /// Returns a part without items, before the item `from`. `sums` are the sums of no items.
    pub fn nothing(from: u64, sums: S) -> Self {
        Self::new(from..from, sums, false)
    }

    pub fn items(&self) -> Range<u64> {
        self.from..self.from.saturating_add(self.games)
    }

    pub fn count(&self) -> u64 {
        self.games
    }

    pub fn is_cut_short(&self) -> bool {
        self.is_cut_short
    }

    pub(super) fn add(&mut self, next: Self) {
        self.games += next.games;
        self.is_cut_short |= next.is_cut_short;
        self.sums += next.sums;
    }
}

impl<S: Recorded> Part<S> {
    /// Appends the next part of the same run.
    ///
    /// # Errors
    ///
    /// If `next` has different subjects, does not begin where this part ends, or has sums that do not match.
    pub fn append(&mut self, next: &Self) -> Result<(), PartMismatch> {
        let size = |(rows, searches): (usize, usize)| rows + searches;
        let (own, found) = (self.sums.shape(), next.sums.shape());
        if own != found {
            return Err(PartMismatch::Plan { found: size(found), expected: size(own) });
        }
        if next.from != self.items().end {
            return Err(PartMismatch::Games { found: next.from, expected: self.items().end });
        }
        let is_range = next.from.checked_add(next.games).is_some() && !next.is_cut_short;
        if !is_range || !next.sums.adds_up(next.items()) {
            return Err(PartMismatch::Sums { games: next.games });
        }
        self.add(next.clone());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Recorded for u64 {
        fn shape(&self) -> (usize, usize) {
            (1, 1)
        }

        fn adds_up(&self, games: Range<u64>) -> bool {
            *self == games.end - games.start
        }
    }

    #[test]
    fn a_part_with_games_beyond_the_last_number_is_refused() {
        let endless = Part { from: u64::MAX - 1, games: 2, sums: 1, is_cut_short: false };
        let mut before = Part::nothing(u64::MAX - 1, 0);
        assert_eq!(before.append(&endless), Err(PartMismatch::Sums { games: 2 }));
        assert_eq!(before.append(&Part { games: 1, ..endless }), Ok(()));
    }
}
