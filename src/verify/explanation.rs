//! The smallest set of declarations by which all results that were found are valid: what the search does, if it is right.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::hint::Hint;
use super::problem::{Mobile, Problem};
use super::tally::Tally;
use super::trials::{Runner, Trials, run_watched};
use crate::feature::declare;
use crate::oracle::{Drafts, JudgedBy, Rules};
use crate::position::Position;
use crate::verdict::{FaultKind, Finding};

/// The declarations to try, each with its cost. Of each entry at most one is in a set. What allows more than the usual form of a
/// feature costs more, so that another feature is tried first. Margins are 0, which allows every margin.
const DECLARATIONS: &[&[(&str, usize)]] = &[
    &[("tt(draft=deeper)", 1), ("tt(narrow=yes)", 2), ("tt(draft=deeper,narrow=yes)", 2)],
    &[("repetition", 1)],
    &[("quiescence(plies=8)", 1), ("quiescence(plies=8,line=no)", 2)],
    &[("extension(longest=56)", 1), ("extension(moves=any,longest=56)", 3), ("singular(longest=56)", 3)],
    &[("deepening", 1)],
    &[("lmr(1)", 1), ("lmr(1..3)", 2), ("lmr(1..3,after=1)", 2), ("lmr(1..3,after=1,again=shallower)", 3)],
    &[("null(1)", 1), ("null(2)", 1), ("null(1..3)", 2)],
    &[("futility(0)", 1), ("futility(0,depth=3)", 2), ("futility(0,depth=3,returns=best)", 3)],
    &[("delta-pruning(0)", 3), ("delta-pruning(0,returns=best)", 3)],
    &[("prob-cut(1..3)", 3)],
    &[("razoring-by-quiescence", 3)],
    &[("pv-pruning", 3)],
    &[("static-null(0)", 1), ("static-null(0,depth=3)", 2)],
    &[("razoring(0)", 1), ("razoring(0,depth=3)", 2)],
    &[("move-count(2)", 1), ("move-count(1)", 2), ("move-count(1,moves=any)", 3)],
    &[("iir", 1), ("iir(plies=1..2)", 2)],
    &[("mate-distance", 1)],
    &[("joined-bounds", 1)],
    &[("any-windows", 3)],
    &[("exact-outside", 1)],
];

/// The greatest cost of a set.
const MOST: usize = 4;

/// The number of other games, which must have no finding by a set either.
const GAMES: usize = 5_000;

/// The most time for the search for a set.
const TRYING: Duration = Duration::from_secs(10);

/// A set of declarations by which all results that were found are valid, as far as they were searched again.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
pub struct Explanation {
    /// The declarations, as [`Rules`] reads them.
    pub words: String,
    /// The number of results with a finding that are valid by it.
    pub results: usize,
    /// The number of other games that were searched again, and have no finding by it.
    pub games: u64,
    /// Whether the search declares something already, to which these are to be added.
    pub is_added: bool,
    /// Whether lines stay wrong by it: only the scores are explained.
    pub leaves_lines: bool,
    /// Sets of the same cost, of other features, that do the same: if there are any, it is not certain which one is right.
    pub others: Vec<String>,
}

/// What was found in time, or why nothing was.
type Tried<T> = Result<T, Unexplained>;

/// Why no set of declarations is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unexplained {
    /// There is nothing that a declaration allows, or a search that does not always return the same.
    Senseless,
    /// No set explains the results.
    NoSet,
    /// The time was over before all sets of a size were tried.
    TimeOver,
}

/// Returns the smallest set of declarations that makes all results of `tally`, which are those of `games`, valid; else one that makes
/// their scores valid. The `known` findings need no declaration.
pub(super) fn explanation<P: Mobile>(
    trials: &Arc<Trials<P>>,
    tally: &Tally,
    games: Range<u64>,
    known: Vec<Finding>,
) -> Tried<Explanation> {
    if tally.findings.keys().any(|finding| matches!(finding, Finding::NoAnswer(_))) {
        return Err(Unexplained::Senseless);
    }
    let needed = tally
        .findings
        .iter()
        .filter(|(finding, _)| Hint::of(**finding).is_none() && !known.contains(finding));
    let mut found: Vec<u64> = needed.flat_map(|(_, found)| found.kept()).collect();
    found.sort_unstable();
    found.dedup();
    let others = games.take(GAMES).filter(|index| !found.contains(index)).collect();
    let work = move |runner: &mut Runner<'_, P>| {
        let found = found.into_iter().map(|index| runner.trials.item(index)).collect();
        Evidence { runner, found, others, known, until: Instant::now() + TRYING }.explanation()
    };
    run_watched(trials, work).unwrap_or(Err(Unexplained::Senseless))
}

/// What is searched again for each set of declarations.
struct Evidence<'e, 'p, P> {
    runner: &'e mut Runner<'p, P>,
    /// The games with a finding.
    found: Vec<Problem<P>>,
    /// The numbers of other games.
    others: Vec<u64>,
    known: Vec<Finding>,
    until: Instant,
}

/// What a set of declarations has to make valid.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Required {
    Whole,
    Scores,
}

impl Required {
    /// Whether it may stay. What may be allowed needs no declaration.
    fn leaves(self, finding: Finding) -> bool {
        let is_of_line =
            matches!(finding, Finding::Line(_) | Finding::Fault(FaultKind::OtherMove | FaultKind::SameMove));
        Hint::of(finding).is_some() || self == Self::Scores && is_of_line
    }
}

impl<P: Position + 'static> Evidence<'_, '_, P> {
    fn explanation(mut self) -> Tried<Explanation> {
        let rules = self.runner.trials.rules;
        for required in [Required::Whole, Required::Scores] {
            let (mut found, all) = (Vec::new(), self.found.len());
            for item in std::mem::take(&mut self.found) {
                if !self.is_valid(&rules, &item, required)? {
                    found.push(item);
                }
            }
            // A search that does not always return the same is explained by nothing.
            if found.is_empty() || required == Required::Whole && found.len() < all {
                return Err(Unexplained::Senseless);
            }
            self.found = found;
            if let Some(explanation) = self.smallest(required)? {
                return Ok(explanation);
            }
        }
        Err(Unexplained::NoSet)
    }

    fn is_valid(&mut self, rules: &Rules, item: &Problem<P>, required: Required) -> Tried<bool> {
        if Instant::now() > self.until {
            return Err(Unexplained::TimeOver);
        }
        let result = self.runner.examine_by(rules, item);
        // Rules by which next to nothing is judged explain nothing.
        if result.as_ref().is_ok_and(|judged| matches!(judged.by, JudgedBy::Facts | JudgedBy::Legality)) {
            return Ok(false);
        }
        Ok(self
            .runner
            .trials
            .finding(item, &result)
            .is_none_or(|finding| required.leaves(finding) || self.known.contains(&finding)))
    }

    /// Tries all sets, those of a smaller cost first, and among those of one cost the strictest.
    fn smallest(&mut self, required: Required) -> Tried<Option<Explanation>> {
        // The result that refuted the last set probably refutes the next one.
        let mut first = 0;
        for cost in 1..=MOST {
            let mut valid: Vec<Set> = Vec::new();
            for set in sets_of(cost, self.runner.trials.rules) {
                match self.refuting(&set.rules, required, first)? {
                    Some(index) => first = index,
                    None if valid.iter().any(|other| other.entries == set.entries) => {}
                    None if self.is_clean_elsewhere(&set.rules, required)? => valid.push(set),
                    None => {}
                }
            }
            if !valid.is_empty() {
                let words = valid.remove(0).words;
                return Ok(Some(Explanation {
                    words,
                    results: self.found.len(),
                    games: self.others.len() as u64,
                    is_added: self.runner.trials.rules != Rules::FIXED_TREE,
                    leaves_lines: required == Required::Scores,
                    others: valid.into_iter().map(|set| set.words).collect(),
                }));
            }
        }
        Ok(None)
    }

    /// The index of a result that is not valid by these rules; `first` is tried first.
    fn refuting(&mut self, rules: &Rules, required: Required, first: usize) -> Tried<Option<usize>> {
        for index in (first..self.found.len()).chain(0..first) {
            let item = self.found[index].clone();
            if !self.is_valid(rules, &item, required)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    fn is_clean_elsewhere(&mut self, rules: &Rules, required: Required) -> Tried<bool> {
        for index in 0..self.others.len() {
            let item = self.runner.trials.item(self.others[index]);
            if !self.is_valid(rules, &item, required)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A set of declarations: its entries, its words, and the rules with it.
#[derive(Clone)]
struct Set {
    entries: Vec<usize>,
    words: String,
    rules: Rules,
}

impl Set {
    /// This set and one more declaration of a later entry, if it changes anything.
    fn with(&self, entry: usize, word: &str) -> Option<Self> {
        let is_later = self.entries.last().is_none_or(|&last| last < entry);
        // A hash move is missing only where there is a table.
        let needs_table = word == "iir" && self.rules.drafts == Drafts::NoTable;
        let rules = declare(self.rules, word).ok().filter(|rules| *rules != self.rules)?;
        if !is_later || needs_table {
            return None;
        }
        let words = if self.words.is_empty() { word.to_owned() } else { format!("{}+{word}", self.words) };
        Some(Self { entries: [self.entries.as_slice(), &[entry]].concat(), words, rules })
    }
}

/// All sets of this cost that change `rules`, the ones of fewer entries with a greater cost each last.
fn sets_of(cost: usize, rules: Rules) -> Vec<Set> {
    let mut sets = vec![(0, Set { entries: Vec::new(), words: String::new(), rules })];
    let mut whole = Vec::new();
    while !sets.is_empty() {
        let mut grown = Vec::new();
        for (spent, set) in &sets {
            for (entry, words) in DECLARATIONS.iter().enumerate() {
                for &(word, own) in words.iter().filter(|(_, own)| spent + own <= cost) {
                    grown.extend(set.with(entry, word).map(|set| (spent + own, set)));
                }
            }
        }
        whole.extend(grown.iter().filter(|(spent, _)| *spent == cost).map(|(_, set)| set.clone()));
        sets = grown;
    }
    whole.sort_by_key(|set: &Set| std::cmp::Reverse(set.entries.len()));
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_can_be_declared() {
        for cost in 1..=MOST {
            for Set { words, rules, .. } in sets_of(cost, Rules::FIXED_TREE) {
                assert_eq!(words.parse::<Rules>(), Ok(rules), "{words}");
            }
        }
        let declared = sets_of(1, Rules::FIXED_TREE.repetition());
        assert!(declared.iter().all(|set| set.words != "repetition"));
    }
}
