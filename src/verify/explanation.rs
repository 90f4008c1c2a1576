//! The smallest set of declarations by which all results that were found are valid: what the search does, if it is right.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::hint::Hint;
use super::problem::Problem;
use super::tally::Tally;
use super::trials::{Runner, Trials};
use super::watch::watched;
use crate::feature::declare;
use crate::oracle::{Drafts, Rules};
use crate::position::Position;
use crate::verdict::Finding;

/// The declarations to try, each with its cost. Of each entry at most one is in a set. What allows more than the usual form of a
/// feature costs more, so that another feature is tried first. Margins are 0, which allows every margin.
const DECLARATIONS: &[&[(&str, usize)]] = &[
    &[("tt(draft=deeper)", 1), ("tt(narrow=yes)", 2), ("tt(draft=deeper,narrow=yes)", 2)],
    &[("repetition", 1)],
    &[("quiescence(plies=8)", 1), ("quiescence(plies=8,line=no)", 2)],
    &[("extension(longest=56)", 1)],
    &[("deepening", 1)],
    &[("lmr(1)", 1), ("lmr(1..3)", 2), ("lmr(1..3,after=1)", 2)],
    &[("null(1)", 1), ("null(2)", 1), ("null(1..3)", 2)],
    &[("futility(0)", 1), ("futility(0,depth=3)", 2)],
    &[("static-null(0)", 1), ("static-null(0,depth=3)", 2)],
    &[("razoring(0)", 1), ("razoring(0,depth=3)", 2)],
    &[("move-count(2)", 1), ("move-count(1)", 2)],
    &[("iir", 1)],
    &[("mate-distance", 1)],
    &[("joined-bounds", 1)],
    &[("exact-outside", 1)],
];

/// The greatest cost of a set.
const MOST: usize = 4;

/// The number of games that must stay without a finding.
const GAMES: u64 = 5_000;

/// The most time for the search for a set.
const TRYING: Duration = Duration::from_secs(5);

/// A set of declarations by which all results that were found are valid, as far as they were searched again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The declarations, as [`Rules`] reads them.
    pub words: String,
    /// The number of results with a finding that are valid by it.
    pub results: usize,
    /// The number of other games that were searched again, and stay without a finding.
    pub games: u64,
    /// Sets of as many other features that do the same: if there are any, it is not certain which one is right.
    pub others: Vec<String>,
}

/// What is searched again for a set of declarations.
struct Evidence<P> {
    found: Vec<Problem<P>>,
    /// The numbers of games without a finding.
    others: Vec<u64>,
}

/// Returns the smallest set of declarations that makes all results of `tally` valid; `None` if no set of up to three does.
pub(super) fn explanation<P: Position + Send + Sync + 'static>(
    trials: &Arc<Trials<P>>,
    tally: &Tally,
) -> Option<Explanation> {
    let evidence = Evidence::of(trials, tally)?;
    let own = Arc::clone(trials);
    watched(trials.longest(), move |watch| smallest(&mut Runner::new(&own, watch), &own, &evidence)).ok()?
}

impl<P: Position + 'static> Evidence<P> {
    /// `None` if nothing was found that needs a declaration, or something that no declaration allows: a search without an answer.
    fn of(trials: &Trials<P>, tally: &Tally) -> Option<Self> {
        if tally.findings.is_empty()
            || tally.findings.keys().any(|finding| matches!(finding, Finding::NoAnswer(_)))
        {
            return None;
        }
        let indices = |found: &super::tally::Found| {
            let smallest = found.smallest.iter().map(|&(_, index)| index);
            smallest.chain(found.spread.iter().map(|&(_, index)| index)).collect::<Vec<_>>()
        };
        let needed = tally.findings.iter().filter(|(finding, _)| Hint::of(**finding).is_none());
        let mut found: Vec<u64> = needed.flat_map(|(_, found)| indices(found)).collect();
        if found.is_empty() {
            return None;
        }
        found.sort_unstable();
        found.dedup();
        let others = (0..tally.searches.min(GAMES)).filter(|index| !found.contains(index));
        let others = others.collect();
        Some(Self { found: found.into_iter().map(|index| trials.item(index)).collect(), others })
    }
}

/// Tries all sets, the smaller ones first, and among those of one size the strictest.
fn smallest<P: Position + 'static>(
    runner: &mut Runner<'_, P>,
    trials: &Trials<P>,
    evidence: &Evidence<P>,
) -> Option<Explanation> {
    let begun = Instant::now();
    let Evidence { found, others } = evidence;
    let mut is_valid = |rules: &Rules, item: &Problem<P>| {
        let result = runner.examine_by(rules, item);
        // What may be allowed needs no declaration.
        // Rules by which a move only has to be legal explain nothing.
        result.as_ref().is_ok_and(|judged| judged.decides)
            && trials.finding(item, &result).is_none_or(|finding| Hint::of(finding).is_some())
    };
    // The result that refuted the last set probably refutes the next one.
    let mut first = 0;
    for cost in 1..=MOST {
        let mut valid: Vec<Set> = Vec::new();
        for set in sets_of(cost, trials.rules) {
            if begun.elapsed() > TRYING {
                break;
            }
            let mut order = (first..found.len()).chain(0..first);
            match order.find(|&index| !is_valid(&set.rules, &found[index])) {
                Some(index) => first = index,
                None if valid.iter().any(|other| other.entries == set.entries) => {}
                None if others.iter().all(|&index| is_valid(&set.rules, &trials.item(index))) => {
                    valid.push(set);
                }
                None => {}
            }
        }
        if !valid.is_empty() {
            let words = valid.remove(0).words;
            let others = valid.into_iter().map(|set| set.words).collect();
            return Some(Explanation {
                words,
                results: found.len(),
                games: evidence.others.len() as u64,
                others,
            });
        }
    }
    None
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
        for cost in 1..=3 {
            for Set { words, rules, .. } in sets_of(cost, Rules::FIXED_TREE) {
                assert_eq!(words.parse::<Rules>(), Ok(rules), "{words}");
            }
        }
        let declared = sets_of(1, Rules::FIXED_TREE.repetition());
        assert!(declared.iter().all(|set| set.words != "repetition"));
    }
}
