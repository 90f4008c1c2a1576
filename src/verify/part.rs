//! The sums of a verification over a range of games. Consecutive parts add up to the whole.

use std::collections::BTreeMap;
use std::ops::Range;

use super::campaign::Outcome;
use super::examine::Unjudged;
use super::flaw::Flaw;
use super::item::Item;
#[cfg(feature = "json")]
use super::item::Size;
#[cfg(feature = "json")]
use crate::campaign::PartMismatch;
#[cfg(feature = "json")]
use crate::journal::RunPart;
use crate::position::mixed;
use crate::verdict::{LineKind, ScoreVerdict};

/// The number of games kept for each flaw: the smallest ones.
const KEPT: usize = 20;

/// The number of further games kept for each flaw, of all sizes.
const SPREAD: usize = 200;

/// The sums over a range of games.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[doc(hidden)]
pub struct Part<S: Ord> {
    /// The number of the first game.
    from: u64,
    /// The number of games.
    games: u64,
    tally: Tally<S>,
    /// Whether searches that did not end in time ended the run: then not all of these games were searched.
    is_cut_short: bool,
}

/// The counts of many searches.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Tally<S: Ord> {
    pub searches: u64,
    /// Games that cannot be judged: too many paths, or too deep.
    pub unjudged: u64,
    /// The verdicts on the worst lines, in the order of [`LineKind::ALL`].
    pub lines: [u64; LineKind::ALL.len()],
    /// The verdicts on the scores, in the order of [`ScoreVerdict::ALL`].
    pub scores: [u64; ScoreVerdict::ALL.len()],
    pub flaws: BTreeMap<Flaw, Flawed<S>>,
}

/// The games that show one flaw.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(super) struct Flawed<S: Ord> {
    pub count: u64,
    /// The smallest of them, with their sizes.
    pub smallest: Vec<(S, u64)>,
    /// Some of them, whatever their sizes: those whose numbers have the smallest hashes, each with its hash.
    pub spread: Vec<(u64, u64)>,
}

impl<S: Ord + Clone> Flawed<S> {
    fn one(size: S, index: u64) -> Self {
        Self { count: 1, smallest: vec![(size, index)], spread: vec![(mixed(index), index)] }
    }

    fn add(&mut self, more: &Self) {
        self.count += more.count;
        self.smallest.extend_from_slice(&more.smallest);
        self.smallest.sort();
        self.smallest.truncate(KEPT);
        self.spread.extend_from_slice(&more.spread);
        self.spread.sort_unstable();
        self.spread.truncate(SPREAD);
    }
}

impl<S: Ord> Default for Tally<S> {
    fn default() -> Self {
        let (lines, scores) = ([0; LineKind::ALL.len()], [0; ScoreVerdict::ALL.len()]);
        Self { searches: 0, unjudged: 0, lines, scores, flaws: BTreeMap::new() }
    }
}

impl<S: Ord + Clone> Tally<S> {
    pub fn count(&mut self, index: u64, item: &impl Item<Size = S>, outcome: &Outcome, flaw: Option<Flaw>) {
        self.searches += 1;
        match outcome {
            Ok(examined) => {
                self.lines[examined.worst().verdict.kind as usize] += 1;
                self.scores[examined.trial.verdict as usize] += 1;
            }
            Err(Unjudged::NoAnswer(_)) => {}
            Err(Unjudged::TooDeep(_) | Unjudged::TooManyPaths(_)) => self.unjudged += 1,
        }
        if let Some(flaw) = flaw {
            self.flawed(flaw).add(&Flawed::one(item.size(), index));
        }
    }

    fn flawed(&mut self, flaw: Flaw) -> &mut Flawed<S> {
        self.flaws.entry(flaw).or_insert_with(|| Flawed {
            count: 0,
            smallest: Vec::new(),
            spread: Vec::new(),
        })
    }

    /// The number of searches that did not end in time.
    pub fn timed_out(&self) -> u64 {
        self.flaws.get(&Flaw::TimedOut).map_or(0, |flawed| flawed.count)
    }

    pub fn add(&mut self, other: &Self) {
        self.searches += other.searches;
        self.unjudged += other.unjudged;
        let verdicts = self.lines.iter_mut().chain(&mut self.scores);
        for (count, more) in verdicts.zip(other.lines.iter().chain(&other.scores)) {
            *count += more;
        }
        for (&flaw, more) in &other.flaws {
            self.flawed(flaw).add(more);
        }
    }
}

impl<S: Ord + Clone> Part<S> {
    pub(super) fn new(games: Range<u64>, tally: Tally<S>, is_cut_short: bool) -> Self {
        Self { from: games.start, games: games.end - games.start, tally, is_cut_short }
    }

    /// No games, before game `from`.
    pub(super) fn nothing(from: u64) -> Self {
        Self::new(from..from, Tally::default(), false)
    }

    /// The numbers of the games.
    pub fn games(&self) -> Range<u64> {
        self.from..self.from.saturating_add(self.games)
    }

    pub(super) const fn tally(&self) -> &Tally<S> {
        &self.tally
    }

    /// Whether searches that did not end in time ended the run.
    pub const fn is_cut_short(&self) -> bool {
        self.is_cut_short
    }

    pub(super) fn timed_out(&self) -> u64 {
        self.tally.timed_out()
    }

    /// Adds the games that follow.
    pub(super) fn add(&mut self, next: &Self) {
        self.games += next.games;
        self.is_cut_short |= next.is_cut_short;
        self.tally.add(&next.tally);
    }
}

#[cfg(feature = "json")]
impl<S: Ord + Clone> Part<S> {
    /// Appends the part that follows this one in the same run.
    ///
    /// # Errors
    ///
    /// If `next` does not begin where this part ends, or has sums that do not match its number of games.
    pub fn append(&mut self, next: &Self) -> Result<(), PartMismatch> {
        if next.from != self.games().end {
            return Err(PartMismatch::Games { found: next.from, expected: self.games().end });
        }
        if !next.adds_up() {
            return Err(PartMismatch::Sums { games: next.games });
        }
        self.add(next);
        Ok(())
    }

    /// Whether the sums match the number of games, and every flaw is that of one of these games. A part that was read
    /// from a file may have been edited.
    fn adds_up(&self) -> bool {
        let Tally { searches, unjudged, lines, scores, flaws } = &self.tally;
        let no_answers = [Flaw::Panicked, Flaw::TimedOut, Flaw::Stopped, Flaw::Invalid];
        let without = || no_answers.iter().filter_map(|flaw| Some(flaws.get(flaw)?.count)).chain([*unjudged]);
        let has_own_games = |flawed: &Flawed<S>| {
            let is_own = |&(_, index): &(S, u64)| self.games().contains(&index);
            let is_hashed = |&(own, index): &(u64, u64)| own == mixed(index) && self.games().contains(&index);
            flawed.spread.iter().all(is_hashed)
                && !flawed.smallest.is_empty()
                && flawed.count <= self.games
                && flawed.smallest.iter().all(is_own)
        };
        let is_whole = |counts: &[u64]| {
            counts.iter().copied().chain(without()).try_fold(0_u64, u64::checked_add) == Some(self.games)
        };
        self.from.checked_add(self.games).is_some()
            && *searches == self.games
            && !self.is_cut_short
            && is_whole(lines)
            && is_whole(scores)
            && flaws.values().all(has_own_games)
    }
}

#[cfg(feature = "json")]
impl<S: Size> RunPart for Part<S> {
    fn games(&self) -> Range<u64> {
        self.games()
    }

    fn append(&mut self, next: &Self) -> Result<(), PartMismatch> {
        self.append(next)
    }
}

#[cfg(all(test, feature = "json"))]
mod tests {
    use super::*;

    /// A part of three games, one of which shows a flaw.
    fn part() -> serde_json::Value {
        let mut tally = Tally { searches: 3, ..Tally::default() };
        (tally.lines[0], tally.scores[0]) = (2, 2);
        tally.flawed(Flaw::Panicked).add(&Flawed::one((1, 0, 0, 0), 5));
        serde_json::to_value(Part::new(4..7, tally, false)).expect("every key is a string")
    }

    /// The result of appending a part that was edited.
    fn append(edit: impl FnOnce(&mut serde_json::Value)) -> Result<(), PartMismatch> {
        let mut edited = part();
        edit(&mut edited);
        let edited: Part<crate::case::Size> = serde_json::from_value(edited).expect("a part");
        Part::nothing(4).append(&edited)
    }

    #[test]
    fn a_part_is_appended_as_it_was_written_and_refused_when_edited() {
        assert_eq!(append(|_| ()), Ok(()));
        assert_eq!(
            append(|part| part["from"] = 5.into()),
            Err(PartMismatch::Games { found: 5, expected: 4 })
        );
        let sums = Err(PartMismatch::Sums { games: 3 });
        assert_eq!(append(|part| part["tally"]["searches"] = 4.into()), sums);
        assert_eq!(append(|part| part["tally"]["unjudged"] = 1.into()), sums);
        assert_eq!(append(|part| part["tally"]["lines"][1] = u64::MAX.into()), sums);
        assert_eq!(append(|part| part["tally"]["scores"][0] = 1.into()), sums);
        assert_eq!(append(|part| part["is_cut_short"] = true.into()), sums);
        assert_eq!(append(|part| part["tally"]["flaws"]["panicked"]["smallest"][0][1] = 7.into()), sums);
        assert_eq!(append(|part| part["tally"]["flaws"]["panicked"]["count"] = 4.into()), sums);
        assert_eq!(append(|part| part["games"] = 2.into()), Err(PartMismatch::Sums { games: 2 }));
    }
}
