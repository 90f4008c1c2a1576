//! All names and terms that pvcheck prints, each with its meaning. `pvcheck list`, `pvcheck explain` and the tables of
//! the documentation are made from this list.

use super::joined;
use super::screen::{MARKS, members};
use pvcheck::algorithm::Algorithm;
use pvcheck::feature::{Feature, FeaturePlace, FeatureValue};
use pvcheck::oracle::JudgedBy;
use pvcheck::pv::{Family, Store};
use pvcheck::subject::Regime;
use pvcheck::syntax::Named;
use pvcheck::verdict::{FaultKind, LineKind, NoAnswerKind, ScoreVerdict, TraceVerdict, Truncation};
use pvcheck::verify::Label;
use pvcheck_chess::uci::{Class, Plan};

#[derive(Clone, Debug)]
pub struct WordGroup {
    pub name: &'static str,
    pub what: &'static str,
    pub words: Vec<Word>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    pub name: &'static str,
    pub form: String,
    pub summary: String,
}

impl Word {
    pub fn new(name: &'static str, summary: impl Into<String>) -> Self {
        Self { name, form: name.to_owned(), summary: summary.into() }
    }
}

fn options() -> [Vec<Word>; 2] {
    let option = |feature: &Feature| Word {
        form: feature.form(FeaturePlace::Options),
        ..Word::new(feature.name, feature.summary)
    };
    let values = Feature::options().flat_map(|feature| feature.explained_values(FeaturePlace::Options));
    let value = |value: &FeatureValue| Word { form: value.form(), ..Word::new(value.key, value.summary) };
    [Feature::options().map(option).collect(), values.map(value).collect()]
}

/// Terms of the field and of this program.
macro_rules! terms {
    ($($name:literal $meaning:literal;)*) => {
        const TERMS: &[(&str, &str)] = &[$(($name, $meaning)),*];
    };
}

terms! {
    "subject" "What is tested: ALGORITHM+STORE[+OPTION...].";
    "store" "The way in which a search keeps its principal variation.";
    "regime" "A class of search options; it determines what a search can guarantee.";
    "no options" "A search without options. It has its own row if other searches of its regime have options.";
    "game" "A small synthetic game, a tree or a graph of positions with given scores, which is searched to a depth.";
    "case" "A subject, a depth and a game on one line of text.";
    "guarantee" "The worst score and the worst line that a subject may show; `pvcheck explain CASE` gives its basis.";
    "expected failure" "A failure that is known: a committed counterexample must still show it.";
    "counterexample" "A smallest case that shows a finding.";
    "finding" "A verdict on a score or a line, or a fault inside a search.";
    "seeded bug" "A fault injected into a correct search, to test whether the checks find it.";
    "PV" "Principal variation: the line of play that a search expects.";
    "line" "A sequence of moves that a search shows; its principal variation is the one from the root.";
    "ply" "One move of one side.";
    "depth" "The number of plies that are left to search.";
    "draft" "The depth that is stored in a table entry.";
    "null window" "A window without a score between alpha and beta; its search returns only a bound.";
    "open window" "A window with a score between alpha and beta.";
    "one array" "One array for the line, which all plies write: `single array`.";
    "triangular table" "A row for the line of each ply: `triangular & co.`, the stores that copy lines.";
    "table entries" "A line read from the transposition table: `table walk`, and `checked walk`, which checks each entry.";
    "window" "The scores between alpha and beta; a score outside it is only a bound.";
    "re-search" "A second search of a move, with a larger window, after its null-window search failed high.";
    "theorem" "A basis of a guarantee: a proof, which Coq has checked.";
    "source" "A basis of a guarantee: a publication that states it.";
    "exhaustive" "A basis of a guarantee: every game of a scope was searched, with every assignment of scores.";
    "observed" "A basis of a guarantee: observation only.";
    "raise" "A move whose score exceeds alpha: it becomes the first move of the node's line.";
    "shadow table" "A table that a search without `tt` writes and never probes, for the stores that read one.";
    "minimax" "The value of a game by full search without any cutoff.";
    "minimax value" "The value of the root by full search without any cutoff: what the score is compared with.";
    "wrong" "In a drawing: a move of the line that is shown, from the first wrong one on.";
    "stand pat" "In quiescence: to take the evaluation instead of a move.";
    "class" "In `exhaust --scores all`: all games in which a search and its judges decide every comparison of scores alike, so that its line and its verdicts are the same.";
    "order" "In `exhaust --scores all`: one way to sort distinct scores. How many of all orders show a line is an exact rate, which a number of classes is not.";
    "schedule" "At which of their steps, accesses to the shared table, the threads of a search take turns: it makes a search by several threads replay.";
    "switch" "In a schedule: the step before which another thread goes on. A step, counted from 1, is an access to one word of the shared table.";
    "poison" "A move that is legal nowhere, in slots that the search has not written.";
    "trace" "All results of the nodes of one search; the trace check derives each from those before it.";
}

impl WordGroup {
    pub fn named<T: Named>(name: &'static str, what: &'static str) -> Self {
        let words = T::all().map(|one| Word::new(one.name(), one.summary())).collect();
        Self { name, what, words }
    }
}

pub fn words() -> Vec<WordGroup> {
    let group = |name, what, words| WordGroup { name, what, words };
    let marks = MARKS.iter().map(|&(mark, meaning)| Word::new(mark, meaning));
    let marks = marks.chain([Word::new("n/a", "a combination without a meaning")]);
    let [options, table_options] = options();
    vec![
        WordGroup::named::<Algorithm>("algorithms", "an algorithm"),
        WordGroup::named::<Store>("stores", "a store"),
        group("families", "a family of stores", Family::all().map(family).collect()),
        group("options", "a search option", options),
        group("table-options", "an option of `tt` or `threads`", table_options),
        WordGroup::named::<Regime>("regimes", "a regime"),
        WordGroup::named::<LineKind>("lines", "a verdict on a line"),
        WordGroup::named::<ScoreVerdict>("scores", "a verdict on a score"),
        WordGroup::named::<FaultKind>("faults", "a fault inside a search, which violates this law"),
        WordGroup::named::<NoAnswerKind>("no-answers", "a reason why there is no valid answer"),
        WordGroup::named::<Label>("labels", "a label in a report"),
        WordGroup::named::<Truncation>("truncations", "a reason why a line is truncated"),
        WordGroup::named::<TraceVerdict>("traces", "a verdict of the trace check"),
        WordGroup::named::<JudgedBy>("judges", "a judge of results"),
        WordGroup::named::<Plan>("plans", "a plan of `pvcheck uci`"),
        group("classes", "a class of findings of `pvcheck uci`", Class::all().map(class).collect()),
        group("marks", "a mark", marks.collect()),
        group("terms", "a term", TERMS.iter().map(|&(name, summary)| Word::new(name, summary)).collect()),
    ]
}

fn class(class: Class) -> Word {
    Word::new(
        class.name(),
        format!("{} ({}).", class.summary().trim_end_matches('.'), class.severity().name()),
    )
}

fn family(family: Family) -> Word {
    let stores = joined(members(family).map(Store::name), ", ");
    Word::new(family.name(), format!("{} Stores: {stores}.", family.summary()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_word_has_a_meaning_and_occurs_once_in_its_group() {
        for group in words() {
            let names: BTreeSet<&str> = group.words.iter().map(|word| word.name).collect();
            assert_eq!(names.len(), group.words.len(), "{}", group.name);
            for word in &group.words {
                assert!(word.summary.len() > 5 && !word.summary.contains("  "), "{word:?}");
            }
        }
    }
}
