//! A part of a campaign: the sums over a range of its games.

use std::ops::Range;

use super::{Features, PlannedSearch, Tally};

/// The sums over a range of the games of a campaign. Consecutive parts add up to the whole, wherever the
/// campaign was divided.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Part {
    /// The number of the first game.
    pub(super) from: u64,
    /// The number of games.
    pub(super) games: u64,
    /// How many games had each feature.
    pub(super) features: Features,
    /// The verdicts on lines, one tally per row.
    pub(super) lines: Vec<Tally>,
    /// The results that all rows of a search share, one tally per search.
    pub(super) searches: Vec<Tally>,
}

/// The error for two parts that cannot be appended.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PartMismatch {
    /// They have different subjects.
    #[error("{found} rows and searches; expected {expected}")]
    Plan {
        /// The number of rows and searches in the second part.
        found: usize,
        /// The number in the first part.
        expected: usize,
    },
    /// The sums of the second part do not match its number of games.
    #[error("the sums do not match {games} games")]
    Sums {
        /// The number of games that it states.
        games: u64,
    },
    /// The second part does not begin where the first one ends.
    #[error("the part begins with game {found}; expected game {expected}")]
    Games {
        /// The first game of the second part.
        found: u64,
        /// The game after the first part.
        expected: u64,
    },
}

impl Part {
    /// Returns an empty part that begins at game `from`, with this many rows and searches.
    pub(super) fn nothing(from: u64, rows: usize, searches: usize) -> Self {
        let [lines, searches] = [rows, searches].map(|size| vec![Tally::default(); size]);
        Self { from, games: 0, features: Features::default(), lines, searches }
    }

    /// Returns the numbers of the games of this part.
    pub fn games(&self) -> Range<u64> {
        self.from..self.from.saturating_add(self.games)
    }

    /// Returns the number of broken guarantees. Each kind of finding counts once per row.
    pub fn findings(&self) -> usize {
        self.lines.iter().map(|tally| tally.breaches.len()).sum()
    }

    /// Appends the part that follows this one in the same campaign.
    ///
    /// # Errors
    ///
    /// If `next` has different subjects, does not begin where this part ends, or has sums that do not match
    /// its number of games.
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

    /// Whether the verdicts of every tally sum to the number of games, and every counterexample is one of
    /// these games. A part that was read from a file may have been edited.
    fn adds_up(&self) -> bool {
        let sum = |counts: &[u64]| counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        let has_own_games = |tally: &Tally| {
            let mut all = tally.counterexamples.values().chain(tally.breaches.values());
            all.all(|counterexample| self.games().contains(&counterexample.index))
        };
        self.from.checked_add(self.games).is_some()
            && self.lines.iter().all(|row| sum(&row.line) == Some(self.games) && has_own_games(row))
            && self.searches.iter().all(|search| {
                search.games == self.games && sum(&search.score) == Some(self.games) && has_own_games(search)
            })
    }

    /// Adds the sums of another part, whatever its position.
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

    /// Returns the complete tallies of all rows.
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
#[cfg(feature = "json")]
impl crate::journal::RunPart for Part {
    fn games(&self) -> Range<u64> {
        self.games()
    }

    fn append(&mut self, next: &Self) -> Result<(), PartMismatch> {
        self.append(next)
    }
}
