//! The sums of a verification.

use std::collections::BTreeMap;
use std::ops::{AddAssign, Range};

use super::examine::{JudgedSearch, Unjudged};
use super::problem::Problem;
use crate::case::Size;
use crate::experiment::{Recorded, add_each, checked_sum};
use crate::oracle::{JudgedBy, Rests};
use crate::position::{Position, mixed};
use crate::verdict::{Finding, LineKind, NoAnswerKind, ScoreVerdict};

/// The number of smallest games kept for each finding.
const KEPT: usize = 20;

/// The number of further games kept for each finding, of all sizes.
const SPREAD: usize = 200;

/// The counts of many searches of a verification.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct SearchTally {
    pub(super) searches: u64,
    /// The number of games that cannot be judged, because they have too many paths or are too deep.
    pub(super) unjudged: u64,
    /// The numbers of answered searches by judge, in the order of [`JudgedBy::ALL`].
    pub(super) judged: [u64; JudgedBy::ALL.len()],
    /// The numbers of searches by the verdict on the worst line, in the order of [`LineKind::ALL`].
    pub(super) lines: [u64; LineKind::ALL.len()],
    /// The numbers of searches by the verdict on the score, in the order of [`ScoreVerdict::ALL`].
    pub(super) scores: [u64; ScoreVerdict::ALL.len()],
    /// The numbers of told nodes by what they rest on.
    pub(super) rests: Rests,
    pub(super) findings: BTreeMap<Finding, FoundGames>,
}

/// The games that show one finding.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct FoundGames {
    pub(super) count: u64,
    /// The answer to the smallest game.
    pub(super) answer: String,
    /// The smallest games, with their sizes.
    pub(super) smallest: Vec<(Size, u64)>,
    /// Games of any size, whose numbers have the smallest hashes, each with its hash.
    pub(super) spread: Vec<(u64, u64)>,
}

impl FoundGames {
    fn one(size: Size, index: u64, answer: String) -> Self {
        Self { count: 1, answer, smallest: vec![(size, index)], spread: vec![(mixed(index), index)] }
    }

    /// Returns the numbers of the games that are kept, the smallest games first. A game may be among both kinds.
    pub(super) fn games(&self) -> impl Iterator<Item = u64> {
        let smallest = self.smallest.iter().map(|&(_, index)| index);
        smallest.chain(self.spread.iter().map(|&(_, index)| index))
    }

    fn add(&mut self, more: &Self) {
        self.count += more.count;
        if self.smallest.is_empty() || more.smallest.first() < self.smallest.first() {
            self.answer.clone_from(&more.answer);
        }
        self.smallest.extend_from_slice(&more.smallest);
        self.smallest.sort_unstable();
        self.smallest.truncate(KEPT);
        self.spread.extend_from_slice(&more.spread);
        self.spread.sort_unstable();
        self.spread.truncate(SPREAD);
    }
}

impl SearchTally {
    pub(super) fn count<P: Position + 'static>(
        &mut self,
        index: u64,
        item: &Problem<P>,
        result: &Result<JudgedSearch, Unjudged>,
        finding: Option<Finding>,
    ) {
        self.searches += 1;
        match result {
            Ok(judged) => {
                self.judged[judged.by as usize] += 1;
                self.lines[judged.lines.worst().verdict.kind as usize] += 1;
                self.scores[judged.trial.verdict as usize] += 1;
                add_each(&mut self.rests, &judged.rests);
            }
            Err(Unjudged::NoAnswer(_)) => {}
            Err(Unjudged::TooDeep(_) | Unjudged::TooManyPaths(_)) => self.unjudged += 1,
        }
        if let Some(finding) = finding {
            let answer =
                result.as_ref().map_or_else(ToString::to_string, |judged| judged.answer(&item.position));
            self.findings.entry(finding).or_default().add(&FoundGames::one(item.size(), index, answer));
        }
    }
}

impl AddAssign for SearchTally {
    fn add_assign(&mut self, other: Self) {
        self.searches += other.searches;
        self.unjudged += other.unjudged;
        add_each(&mut self.judged, &other.judged);
        add_each(&mut self.lines, &other.lines);
        add_each(&mut self.scores, &other.scores);
        add_each(&mut self.rests, &other.rests);
        for (finding, more) in &other.findings {
            self.findings.entry(*finding).or_default().add(more);
        }
    }
}

impl Recorded for SearchTally {
    fn shape(&self) -> (usize, usize) {
        (1, 1)
    }

    /// Whether the sums match the number of games, and every finding belongs to one of these games.
    fn adds_up(&self, games: Range<u64>) -> bool {
        let Self { searches, unjudged, judged, lines, scores, findings, .. } = self;
        let count = games.end - games.start;
        let no_answers = NoAnswerKind::ALL.iter().map(|&kind| Finding::NoAnswer(kind));
        let without = || {
            no_answers.clone().filter_map(|finding| Some(findings.get(&finding)?.count)).chain([*unjudged])
        };
        let has_own_games = |found: &FoundGames| {
            let is_own = |&(_, index): &(Size, u64)| games.contains(&index);
            let is_hashed = |&(own, index): &(u64, u64)| own == mixed(index) && games.contains(&index);
            found.spread.iter().all(is_hashed)
                && !found.smallest.is_empty()
                && found.count <= count
                && found.smallest.iter().all(is_own)
        };
        let is_whole = |counts: &[u64]| checked_sum(counts.iter().copied().chain(without())) == Some(count);
        *searches == count
            && [&judged[..], lines, scores].into_iter().all(is_whole)
            && findings.values().all(has_own_games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Part, PartMismatch};

    /// Returns a part of three games, one of which shows a finding.
    fn part() -> serde_json::Value {
        let mut tally = SearchTally { searches: 3, ..SearchTally::default() };
        (tally.judged[0], tally.lines[0], tally.scores[0]) = (2, 2, 2);
        tally.findings.entry(Finding::NoAnswer(NoAnswerKind::Panicked)).or_default().add(&FoundGames::one(
            (1, 0, 0, 0),
            5,
            String::new(),
        ));
        serde_json::json!({ "from": 4, "games": 3, "sums": tally })
    }

    /// Returns the result of appending a part that was edited.
    fn append(edit: impl FnOnce(&mut serde_json::Value)) -> Result<(), PartMismatch> {
        let mut edited = part();
        edit(&mut edited);
        let edited: Part<SearchTally> = serde_json::from_value(edited).expect("a part");
        Part::nothing(4, SearchTally::default()).append(&edited)
    }

    #[test]
    fn a_part_is_appended_as_it_was_written_and_refused_when_edited() {
        assert_eq!(append(|_| ()), Ok(()));
        assert_eq!(
            append(|part| part["from"] = 5.into()),
            Err(PartMismatch::Games { found: 5, expected: 4 })
        );
        let sums = Err(PartMismatch::Sums { games: 3 });
        assert_eq!(append(|part| part["sums"]["searches"] = 4.into()), sums);
        assert_eq!(append(|part| part["sums"]["unjudged"] = 1.into()), sums);
        assert_eq!(append(|part| part["sums"]["judged"][2] = 1.into()), sums);
        assert_eq!(append(|part| part["sums"]["lines"][1] = u64::MAX.into()), sums);
        assert_eq!(append(|part| part["sums"]["scores"][0] = 1.into()), sums);
        assert_eq!(append(|part| part["sums"]["findings"]["panicked"]["smallest"][0][1] = 7.into()), sums);
        assert_eq!(append(|part| part["sums"]["findings"]["panicked"]["count"] = 4.into()), sums);
        assert_eq!(append(|part| part["games"] = 2.into()), Err(PartMismatch::Sums { games: 2 }));
    }
}
