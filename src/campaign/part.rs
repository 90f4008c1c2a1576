//! What was played of a campaign: a beginning of its games, or of a shard's.

use std::ops::Range;

use super::{Features, PlannedSearch, Tally};

/// What was played of a campaign, from one game to another. Parts that follow each other add up to the whole,
/// however they were cut.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Part {
    /// The first game.
    pub(super) from: u64,
    /// How many.
    pub(super) games: u64,
    /// What the games had in them.
    pub(super) features: Features,
    /// Of each row what is its own, the lines.
    pub(super) lines: Vec<Tally>,
    /// Of each search what all its rows share.
    pub(super) searches: Vec<Tally>,
}

/// Parts do not belong together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PartMismatch {
    /// They are of other subjects.
    #[error("{found} rows and searches; expected {expected}")]
    Plan {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Its sums are not those of so many games.
    #[error("sums that are not of {games} games")]
    Sums {
        /// How many it says it has.
        games: u64,
    },
    /// A part does not begin where the one before it ends.
    #[error("games from {found} on; expected those from {expected} on")]
    Games {
        /// Where it begins.
        found: u64,
        /// Where it should.
        expected: u64,
    },
}

impl Part {
    /// Nothing of so many rows and searches, from this game on.
    pub(super) fn nothing(from: u64, rows: usize, searches: usize) -> Self {
        let [lines, searches] = [rows, searches].map(|size| vec![Tally::default(); size]);
        Self { from, games: 0, features: Features::default(), lines, searches }
    }

    /// The games that were played.
    pub fn games(&self) -> Range<u64> {
        self.from..self.from.saturating_add(self.games)
    }

    /// How many guarantees were broken in how many ways: each kind of finding counts once a row.
    pub fn findings(&self) -> usize {
        self.lines.iter().map(|tally| tally.breaches.len()).sum()
    }

    /// What was played of the same campaign behind this.
    ///
    /// # Errors
    ///
    /// When `next` is of other subjects, or does not begin where this ends.
    pub fn append(&mut self, next: &Self) -> Result<(), PartMismatch> {
        let sizes = |part: &Self| part.lines.len() + part.searches.len();
        if (self.lines.len(), self.searches.len()) != (next.lines.len(), next.searches.len()) {
            return Err(PartMismatch::Plan { found: sizes(next), expected: sizes(self) });
        }
        if next.from != self.games().end {
            return Err(PartMismatch::Games { found: next.from, expected: self.games().end });
        }
        if !next.adds_up() {
            return Err(PartMismatch::Sums { games: next.games });
        }
        self.add(next);
        Ok(())
    }

    /// Whether every sum of verdicts is one of as many games, and every counterexample is one of them. What was
    /// read may have been edited.
    fn adds_up(&self) -> bool {
        let sum = |counts: &[u64]| counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        let are_ours = |tally: &Tally| {
            let mut all = tally.counterexamples.values().chain(tally.breaches.values());
            all.all(|counterexample| self.games().contains(&counterexample.index))
        };
        self.from.checked_add(self.games).is_some()
            && self.lines.iter().all(|row| sum(&row.line) == Some(self.games) && are_ours(row))
            && self.searches.iter().all(|search| {
                search.games == self.games && sum(&search.score) == Some(self.games) && are_ours(search)
            })
    }

    /// Adds games, wherever they stand.
    pub(super) fn add(&mut self, other: &Self) {
        for (tally, more) in self.lines.iter_mut().zip(&other.lines) {
            tally.add(more);
        }
        for (tally, more) in self.searches.iter_mut().zip(&other.searches) {
            tally.add(more);
        }
        self.games += other.games;
        self.features.add(&other.features);
    }

    /// The tallies of all rows, whole.
    pub(super) fn of_rows(&self, plan: &[PlannedSearch]) -> Vec<Tally> {
        let mut tallies = self.lines.clone();
        for (planned, search) in plan.iter().zip(&self.searches) {
            for (row, _) in planned.rows.iter().flatten() {
                tallies[*row].add(search);
            }
        }
        tallies
    }
}
