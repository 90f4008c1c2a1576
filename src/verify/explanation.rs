//! The strictest small set of declarations by which all results that were found are valid, which is what the search
//! does if it is right.
//!
//! Scores decide, because a set would explain a bug away where scores are right and only lines are wrong. Of the sets
//! by which all scores are valid, the best one accepts the fewest wrong scores.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use super::candidates::{DeclarationSet, MOST, not_tried, sets_of};
use super::hint::Hint;
use super::problem::{Mobile, Problem};
use super::tally::SearchTally;
use super::trials::{Runner, Trials, rules_for, run_watched};
use crate::experiment::Deadline;
use crate::feature::declare;
use crate::oracle::{ClaimValidity, JudgedBy, RootMoveSet, Rules};
use crate::position::Position;
use crate::score::Bound;
use crate::verdict::{FaultKind, Finding, ScoreVerdict};

/// The number of other games, which must have no finding under a set either.
const GAMES: usize = 10_000;

/// The number of games with a finding whose wrong scores are judged.
const SAMPLE: usize = 100;

/// The finding of a result whose score is not judged, by rules that explain nothing.
const UNJUDGED: Finding = Finding::Score(ScoreVerdict::NotJudged);

/// The maximum time for the search for a set.
const TRYING: Duration = Duration::from_secs(10);

/// A set of declarations by which all results that were searched again are valid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Explanation {
    /// The declarations of the set, in the form that [`Rules`] reads.
    pub words: String,
    /// The number of results with a finding that are valid under the set.
    pub results: usize,
    /// The number of other games that were searched again and have no finding under the set.
    pub games: u64,
    /// Whether the search already declares something, to which the set is added.
    pub is_added: bool,
    /// Whether lines stay wrong under the set, which then explains only the scores.
    pub leaves_lines: bool,
    /// Other sets that explain as much and are about as strict as this set, so that it is not certain which set is right.
    pub others: Vec<String>,
}

/// The result of a search for a set, or the reason why no set is given.
type Tried<T> = Result<T, Unexplained>;

/// The reason why no set of declarations is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Unexplained {
    /// Nothing that a declaration allows was found, or the search does not always return the same result.
    Senseless,
    /// The scores are right, and only lines or best moves are wrong.
    RightScores,
    /// No set that was tried explains the results.
    NoSet { not_tried: Vec<String> },
    /// The time was over before all sets of a size were tried.
    TimeOver,
}

/// Returns the strictest small set of declarations by which all scores of `tally`, the results of `games`, are valid,
/// and all lines too if possible. The `known` findings need no declaration.
pub(super) fn explanation<P: Mobile>(
    trials: &Arc<Trials<P>>,
    tally: &SearchTally,
    games: Range<u64>,
    known: Vec<Finding>,
) -> Tried<Explanation> {
    if tally.findings.keys().any(|finding| matches!(finding, Finding::NoAnswer(_))) {
        return Err(Unexplained::Senseless);
    }
    let needed = tally
        .findings
        .iter()
        .filter(|(finding, _)| Hint::for_finding(**finding).is_none() && !known.contains(finding));
    let mut found: Vec<u64> = needed.flat_map(|(_, found)| found.games()).collect();
    found.sort_unstable();
    found.dedup();
    let others = games.take(GAMES).filter(|index| !found.contains(index)).collect();
    let work = move |runner: &mut Runner<'_, P>| {
        let found: Vec<_> = found.into_iter().map(|index| runner.trials.item(index)).collect();
        let sample = found.iter().take(SAMPLE).cloned().collect();
        let deadline = runner.trials.deadline.within(TRYING);
        Evidence { runner, found, others, sample, known, has_score: true, is_traced: true, deadline }
            .explanation()
    };
    run_watched(trials, work).unwrap_or(Err(Unexplained::Senseless))
}

/// Whether a finding is about a line alone.
fn is_of_line(finding: Finding) -> bool {
    matches!(finding, Finding::Line(_) | Finding::Fault(FaultKind::OtherMove | FaultKind::SameMove))
}

/// Whether a finding concerns a line or the best move, and not the score.
fn has_right_score(finding: Finding) -> bool {
    is_of_line(finding) || finding == Finding::Fault(FaultKind::WrongMove)
}

/// The games that are searched again for each set of declarations.
struct Evidence<'e, 'p, P> {
    runner: &'e mut Runner<'p, P>,
    /// The games with a finding, beginning with the game that refuted a set last.
    found: Vec<Problem<P>>,
    /// The numbers of other games.
    others: Vec<u64>,
    /// A sample of the games with a finding, whose wrong scores are judged.
    sample: Vec<Problem<P>>,
    known: Vec<Finding>,
    /// Whether the search returns scores, and not only moves.
    has_score: bool,
    /// Whether rules without sets of values can judge results too, because the search reports nodes.
    is_traced: bool,
    deadline: Deadline,
}

/// A set of declarations by which all scores are valid. Of two sets the one with the lesser rank is better.
struct Candidate {
    rank: ExplanationRank,
    set: DeclarationSet,
}

/// The rank of a set, by whether lines stay wrong, the accepted wrong scores weighted by the cost, and the cost.
type ExplanationRank = (bool, usize, usize);

/// The rank of a set that accepts more than a third of the wrong scores, or many more than another set.
const TOO_WIDE: ExplanationRank = (true, usize::MAX, 0);

/// The greatest rank of a set that is about as strict as a set of this rank.
const fn about((leaves_lines, accepted, _): ExplanationRank) -> ExplanationRank {
    (leaves_lines, accepted + accepted / 4, usize::MAX)
}

impl<P: Position + 'static> Evidence<'_, '_, P> {
    fn explanation(mut self) -> Tried<Explanation> {
        let (rules, results) = (self.runner.trials.rules, self.found.len());
        let mut has_right_scores = true;
        for item in self.found.clone() {
            let finding = self.finding(&rules, &item)?;
            // A search that does not always return the same is explained by nothing.
            let finding = finding.filter(|&finding| finding != UNJUDGED).ok_or(Unexplained::Senseless)?;
            has_right_scores &= self.has_score && has_right_score(finding);
        }
        if has_right_scores {
            return Err(if results == 0 { Unexplained::Senseless } else { Unexplained::RightScores });
        }
        let mut valid = Vec::new();
        let tried = self.try_all(results, &mut valid);
        valid.retain(|candidate: &Candidate| candidate.rank < TOO_WIDE);
        valid.sort_by_key(|candidate| candidate.rank);
        let Some(&Candidate { rank: best, .. }) = valid.first() else {
            let is_tried =
                |word: &str| declare(rules, word).is_ok_and(|rules| self.is_traced || rules.has_values());
            return tried.and(Err(Unexplained::NoSet { not_tried: not_tried(is_tried) }));
        };
        valid.retain(|candidate| candidate.rank <= about(best));
        let mut words = valid.into_iter().map(|candidate| candidate.set.words);
        Ok(Explanation {
            words: words.next().expect("the best one"),
            results,
            games: self.others.len() as u64,
            is_added: rules != Rules::FIXED_TREE,
            leaves_lines: best.0,
            others: words.collect(),
        })
    }

    /// Tries all sets, in the order of their cost. Adds to `valid` the sets by which all scores are valid, unless they
    /// include another one. A set that costs more than the number of `results` explains nothing.
    fn try_all(&mut self, results: usize, valid: &mut Vec<Candidate>) -> Tried<()> {
        for cost in 1..=MOST.min(results) {
            for set in sets_of(cost, self.runner.trials.rules) {
                let is_judged = self.is_traced || set.rules.has_values();
                if is_judged && !valid.iter().any(|other| set.includes(&other.set)) {
                    let best =
                        valid.iter().map(|candidate| candidate.rank).filter(|rank| *rank < TOO_WIDE).min();
                    let rank = self.rank(cost, &set.rules, best)?;
                    valid.extend(rank.map(|rank| Candidate { rank, set }));
                }
            }
        }
        Ok(())
    }

    /// Returns the rank of a set of this cost with these rules; `None` if a score is not valid under these rules.
    fn rank(
        &mut self,
        cost: usize,
        rules: &Rules,
        best: Option<ExplanationRank>,
    ) -> Tried<Option<ExplanationRank>> {
        let mut leaves_lines = false;
        for index in 0..self.found.len() {
            let item = self.found[index].clone();
            let finding = self.finding(rules, &item)?;
            leaves_lines |= finding.is_some_and(is_of_line);
            if finding.is_some_and(|finding| !is_of_line(finding)) {
                self.is_traced &= finding != Some(UNJUDGED) || rules.has_values();
                // A problem that refutes one set of words probably refutes the next one, too.
                self.found[..=index].rotate_right(1);
                return Ok(None);
            }
        }
        let accepted = self.accepted(rules);
        let is_too_wide = accepted > 2 * self.sample.len();
        // An expensive set must accept fewer of them than a common one.
        let accepted = accepted * (20 + cost);
        if is_too_wide || best.is_some_and(|best| (leaves_lines, accepted, cost) > about(best)) {
            return Ok(Some(TOO_WIDE));
        }
        for index in 0..self.others.len() {
            let item = self.runner.trials.item(self.others[index]);
            let finding = self.finding(rules, &item)?.filter(|&finding| finding != UNJUDGED);
            leaves_lines |= finding.is_some_and(is_of_line);
            if finding.is_some_and(|finding| !is_of_line(finding)) {
                self.found.insert(0, item);
                return Ok(None);
            }
        }
        Ok(Some((leaves_lines, accepted, cost)))
    }

    /// Returns the finding of a search of `item` by these rules, if the finding needs a declaration.
    fn finding(&mut self, rules: &Rules, item: &Problem<P>) -> Tried<Option<Finding>> {
        let result = self.runner.search_by(rules, item);
        // The time may be over since the search began.
        if self.deadline.is_over() {
            return Err(Unexplained::TimeOver);
        }
        let finding = self.runner.trials.finding(item, &result);
        // What is not judged is not explained.
        let is_judged = result.is_ok_and(|judged| {
            self.has_score &= judged.has_score;
            judged.by.is_a_judge()
                && judged.by != JudgedBy::Facts
                && judged.trial.verdict != ScoreVerdict::NotJudged
        });
        let finding = if is_judged { finding } else { Some(UNJUDGED) };
        Ok(finding.filter(|finding| Hint::for_finding(*finding).is_none() && !self.known.contains(finding)))
    }

    /// Returns the number of wrong scores close to the right ones, six for each game of the sample, that these rules accept.
    fn accepted(&self, rules: &Rules) -> usize {
        let of_game = |item: &Problem<P>| {
            let rules = rules_for(rules, item);
            // Without sets of values the trace judges: as if a third of them were valid.
            if !rules.has_values() {
                return 2;
            }
            let ground_truth = item.ground_truth(&rules);
            let wrong = [-3, -2, -1, 1, 2, 3].map(|by| ground_truth.score() + by);
            let claims = wrong.map(|score| ground_truth.claim(RootMoveSet::ALL, Bound::Exact, score));
            let is_valid = |claim: &ClaimValidity| match claim {
                ClaimValidity::Valid => true,
                ClaimValidity::Between => rules.joins || rules.narrows,
                ClaimValidity::Invalid => false,
            };
            claims.iter().filter(|claim| is_valid(claim)).count()
        };
        self.sample.iter().map(of_game).sum()
    }
}
