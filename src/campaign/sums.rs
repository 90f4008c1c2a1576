//! The sums of a campaign.

use std::ops::{AddAssign, Range};

use super::{Features, PlannedSearch, Tally};
use crate::experiment::{Recorded, checked_sum};

#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Sums {
    pub(super) features: Features,
    /// The verdicts on lines, one tally per row.
    pub(crate) lines: Vec<Tally>,
    /// The results that all rows of a search share, one tally per search.
    pub(crate) searches: Vec<Tally>,
}

impl Sums {
    pub(crate) fn nothing(rows: usize, searches: usize) -> Self {
        let [lines, searches] = [rows, searches].map(|size| vec![Tally::default(); size]);
        Self { features: Features::default(), lines, searches }
    }

    /// Returns the number of broken guarantees; each kind of finding counts once per row.
    pub(super) fn findings(&self) -> usize {
        self.lines.iter().map(|tally| tally.breaches.len()).sum()
    }

    pub(crate) fn of_rows(&self, plan: &[PlannedSearch]) -> Vec<Tally> {
        let mut tallies = self.lines.clone();
        for (planned, search) in plan.iter().zip(&self.searches) {
            for (row, _) in planned.rows.iter().flatten() {
                tallies[*row].add(search);
            }
        }
        tallies
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        let tallies = self.lines.iter_mut().chain(&mut self.searches);
        for (tally, more) in tallies.zip(other.lines.iter().chain(&other.searches)) {
            tally.add(more);
        }
        self.features.add(&other.features);
    }
}

impl Recorded for Sums {
    fn shape(&self) -> (usize, usize) {
        (self.lines.len(), self.searches.len())
    }

    /// Whether the verdicts of every tally sum to the number of games, and every counterexample is one of these games.
    fn adds_up(&self, games: Range<u64>) -> bool {
        let played = games.end - games.start;
        let sum = |counts: &[u64]| checked_sum(counts.iter().copied());
        let has_own_games = |tally: &Tally| {
            let mut all = tally.counterexamples.values().chain(tally.breaches.values());
            all.all(|counterexample| games.contains(&counterexample.index))
        };
        self.lines.iter().all(|row| sum(&row.line) == Some(played) && has_own_games(row))
            && self.searches.iter().all(|search| {
                search.games == played && sum(&search.score) == Some(played) && has_own_games(search)
            })
    }
}
