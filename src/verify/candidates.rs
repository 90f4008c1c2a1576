//! The sets of declarations that are tried where results are not valid by the declared features.

use std::cmp::Reverse;

use crate::feature::{Feature, FeaturePlace, declare};
use crate::oracle::{Drafts, Rules};

/// The declarations to try, each with its cost. An entry has the forms of one feature, stricter forms first; a set has
/// at most one form of each entry. Common features come first. Margins are 0, which allows every margin.
const DECLARATIONS: &[&[(&str, usize)]] = &[
    &[
        ("tt", 1),
        ("tt(draft=deeper)", 1),
        ("tt(leaves=yes)", 1),
        ("tt(draft=deeper,leaves=yes)", 1),
        ("tt(draft=deeper,narrow=yes)", 2),
        ("tt(draft=deeper,quiescence=yes)", 2),
        ("tt(draft=deeper,quiescence=yes,evaluation=yes)", 3),
    ],
    &[
        ("repetition", 1),
        ("repetition(path=3)", 2),
        ("repetition(path=3,game=3)", 2),
        ("repetition(path=2,game=3,root=game)", 2),
    ],
    &[("quiescence(plies=8)", 1), ("quiescence(plies=8,line=no)", 1)],
    &[
        ("extension(longest=56)", 1),
        ("extension(longest=56,times=255)", 2),
        ("extension(longest=56,moves=some-forcing)", 2),
        ("extension(longest=56,moves=any)", UNUSUAL),
        ("singular(longest=56)", UNUSUAL),
    ],
    &[("deepening", 1)],
    &[("lmr(1)", 1), ("lmr(1..3)", 2), ("lmr(1..3,after=1)", 2), ("lmr(1..3,after=1,again=shallower)", 3)],
    &[("null(1)", 1), ("null(2)", 1), ("null(1..3)", 2)],
    &[("futility(0)", 1), ("futility(0,depth=3)", 2)],
    &[("static-null(0)", 1)],
    &[("razoring(0)", 1), ("razoring(0,depth=3)", 2)],
    &[("move-count(2)", 1), ("move-count(1)", 2)],
    &[("order=killers", 1)],
    &[("iir", 1), ("iir(plies=1..2)", 2), ("iir(draft=requested)", UNUSUAL)],
    &[("mate-distance", 1)],
    &[("iid", 3)],
    &[("exact-outside", UNUSUAL)],
    &[("any-windows", UNUSUAL)],
    &[("joined-bounds", UNUSUAL)],
];

/// The greatest cost of a set.
pub(super) const MOST: usize = 4;

/// The cost of a declaration that few engines need, which is tried only alone.
const UNUSUAL: usize = MOST;

/// A set of declarations, with the indices of its entries and forms, its words, and its rules.
#[derive(Clone)]
pub(super) struct DeclarationSet {
    forms: Vec<(usize, usize)>,
    pub words: String,
    pub rules: Rules,
}

impl DeclarationSet {
    /// Returns this set with one more declaration of a later entry, if the declaration changes anything.
    fn with(&self, (entry, form): (usize, usize), word: &str) -> Option<Self> {
        let is_later = self.forms.last().is_none_or(|&(last, _)| last < entry);
        let rules = declare(self.rules, word).ok().filter(|rules| *rules != self.rules)?;
        if !is_later || !acts(&rules) {
            return None;
        }
        let words = if self.words.is_empty() { word.to_owned() } else { format!("{}+{word}", self.words) };
        Some(Self { forms: [self.forms.as_slice(), &[(entry, form)]].concat(), words, rules })
    }

    /// Whether this set allows what `other` allows, because it has each entry of `other` in the same form or in a less strict form.
    pub fn includes(&self, other: &Self) -> bool {
        other
            .forms
            .iter()
            .all(|&(entry, least)| self.forms.iter().any(|&(own, form)| own == entry && form >= least))
    }
}

/// Whether each feature of `rules` has something to act on. A hash move may be missing only with a table, and the order
/// of moves matters only where late moves are skipped or reduced.
fn acts(rules: &Rules) -> bool {
    let depends_on_order = rules.lmr.is_some() || rules.move_count.is_some() || rules.futility.is_some();
    (rules.iir.is_none() || rules.drafts != Drafts::NoTable) && (rules.reorders == 0 || depends_on_order)
}

/// Returns all sets of this cost that change `rules`. A set of fewer entries, each of greater cost, comes after the others.
pub(super) fn sets_of(cost: usize, rules: Rules) -> Vec<DeclarationSet> {
    let mut sets = vec![(0, DeclarationSet { forms: Vec::new(), words: String::new(), rules })];
    let mut whole = Vec::new();
    while !sets.is_empty() {
        let mut grown = Vec::new();
        for (spent, set) in &sets {
            for (entry, forms) in DECLARATIONS.iter().enumerate() {
                for (form, &(word, own)) in
                    forms.iter().enumerate().filter(|(_, (_, own))| spent + own <= cost)
                {
                    grown.extend(set.with((entry, form), word).map(|set| (spent + own, set)));
                }
            }
        }
        whole.extend(grown.iter().filter(|(spent, _)| *spent == cost).map(|(_, set)| set.clone()));
        sets = grown;
    }
    whole.sort_by_key(|set: &DeclarationSet| Reverse(set.forms.len()));
    whole
}

/// Returns the declarations of a set that few engines need.
pub(super) fn unusual(words: &str) -> impl Iterator<Item = &str> {
    words.split('+').filter(|&word| DECLARATIONS.iter().any(|forms| forms.contains(&(word, UNUSUAL))))
}

/// Returns the features that can be declared and are in no set that was tried, and the values that are in no form of
/// their feature. `is_tried` states whether sets with a declaration were tried.
pub(super) fn not_tried(is_tried: impl Fn(&str) -> bool) -> Vec<String> {
    let words = DECLARATIONS.iter().copied().flatten().map(|&(word, _)| word);
    let tried: Vec<&str> = words.filter(|word| is_tried(word)).collect();
    let mut missing = Vec::new();
    for feature in Feature::declarations() {
        let forms: Vec<&str> = tried
            .iter()
            .copied()
            .filter(|word| word.split(['(', '=']).next() == Some(feature.name))
            .collect();
        if forms.is_empty() {
            missing.push(feature.name.to_owned());
            continue;
        }
        let values = feature.values.iter().filter(|value| value.is_in(FeaturePlace::Declarations));
        // A table is kept where other searches precede.
        let keys = values.map(|value| value.key).filter(|&key| !["", "keep"].contains(&key));
        let absent = keys.filter(|key| !forms.iter().any(|word| word.contains(&format!("{key}="))));
        missing.extend(absent.map(|key| format!("{}({key})", feature.name)));
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_can_be_declared() {
        for cost in 1..=MOST {
            for DeclarationSet { words, rules, .. } in sets_of(cost, Rules::FIXED_TREE) {
                assert_eq!(words.parse::<Rules>(), Ok(rules), "{words}");
            }
        }
        let declared = sets_of(1, Rules::FIXED_TREE.repetition());
        assert!(declared.iter().all(|set| set.words != "repetition"));
    }

    /// Each word of a feature is tried, or a report names it as not tried.
    #[test]
    fn each_word_is_tried_or_named_as_not_tried() {
        let all = DECLARATIONS.iter().copied().flatten().map(|&(word, _)| word);
        let names: Vec<&str> = all.filter_map(|word| word.split(['(', '=']).next()).collect();
        let missing = not_tried(|_| true);
        for feature in Feature::declarations() {
            let is_missing = missing.iter().any(|word| word == feature.name);
            assert_ne!(names.contains(&feature.name), is_missing, "{}", feature.name);
        }
        assert_eq!(
            missing,
            [
                "extension(plies)", // The form that is tried applies at every depth.
                "static-null(depth)", "singular(plies)", "contempt", "correction-history", "fifty-move",
                "tells", "lines-only",
            ]
        );
        let without_table = not_tried(|word| !word.starts_with("tt(draft=deeper,quiescence"));
        assert_eq!(without_table[..2], ["tt(quiescence)", "tt(evaluation)"]);
        assert_eq!(not_tried(|word| !word.starts_with("mate-distance")).len(), missing.len() + 1);
    }
}
