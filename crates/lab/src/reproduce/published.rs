//! The values of the literature, and values that were computed independently of this project.

use super::{Family, Measured, Published, PublishedValue, Reproduction};
use PublishedValue::{Fraction, Percent, Rounded};
use Reproduction::{LeafCounts, OrderedTrees, ReSearch, SingleArray};

use pvcheck::game::STRONGLY;

/// A value that no source gives, from an independent program.
pub(super) const COMPUTED: &str = "computed independently of this project, over all permutations";

/// A value of trees of the family `permutations`, with the size of the trees, what is measured, and the searches that have it.
type Entry = (Reproduction, (u16, u8), &'static str, &'static [&'static str], PublishedValue);

/// PVS with the re-search (alpha, beta) where `alpha < score < beta`, and searches that visit the same nodes.
const PVS: &[&str] = &["pvs-soft", "pvs-zws", "scout", "calphabeta"];

const ALPHA_BETA: &[&str] = &["alpha-beta-hard", "alpha-beta-soft"];

const LEAVES: &str = "leaf evaluations";

const ENTRIES: &[Entry] = &[
    (LeafCounts, (2, 2), LEAVES, ALPHA_BETA, Fraction(11, 3)),
    (LeafCounts, (2, 2), LEAVES, PVS, Fraction(65, 12)),
    (LeafCounts, (2, 2), LEAVES, &["pvs-soft-from-score"], Fraction(59, 12)),
    (LeafCounts, (2, 2), LEAVES, &["negascout-hard"], Fraction(9, 2)),
    (LeafCounts, (2, 2), LEAVES, &["mtdf"], Fraction(10, 3)),
    (LeafCounts, (2, 2), LEAVES, &["last-move"], Fraction(11, 3)),
    (LeafCounts, (2, 2), LEAVES, &["belle-root"], Fraction(25, 6)),
    (LeafCounts, (2, 3), LEAVES, ALPHA_BETA, Fraction(719, 105)),
    (LeafCounts, (2, 3), LEAVES, PVS, Fraction(8_941, 840)),
    (LeafCounts, (2, 3), LEAVES, &["pvs-soft-from-score"], Fraction(2_619, 280)),
    (LeafCounts, (2, 3), LEAVES, &["negascout-hard"], Fraction(277, 30)),
    (LeafCounts, (2, 3), LEAVES, &["mtdf"], Fraction(614, 105)),
    (LeafCounts, (2, 3), LEAVES, &["last-move"], Fraction(216, 35)),
    (LeafCounts, (2, 3), LEAVES, &["belle-root"], Fraction(1_109, 140)),
    (SingleArray, (2, 2), "truncated or wrong lines, single-array", ALPHA_BETA, Percent(8.33, 2)),
    (SingleArray, (2, 2), "truncated or wrong lines, single-array", PVS, Percent(0.0, 0)),
    (SingleArray, (2, 2), "truncated or wrong lines, single-array-refuting", &["pvs-soft"], Percent(25.0, 0)),
    (SingleArray, (2, 3), "truncated or wrong lines, single-array", ALPHA_BETA, Percent(17.70, 2)),
    (SingleArray, (2, 3), "truncated or wrong lines, single-array", PVS, Percent(0.0, 0)),
    (SingleArray, (2, 3), "truncated or wrong lines, single-array-refuting", &["pvs-soft"], Percent(50.0, 0)),
    (ReSearch, (2, 3), "truncated lines", &["pvs-soft-from-score"], Percent(37.0, 1)),
    (ReSearch, (2, 3), "truncated or wrong lines", &["pvs-soft-from-score"], Percent(67.5, 1)),
];

/// The branching factors of random uniform trees, to the digits that are known.
const LIMITS: &[(u16, f64)] = &[(2, 1.618), (3, 2.148), (5, 3.080), (10, 5.064)];

/// The measure of [`OrderedTrees`] that is known; others show it too.
pub(super) const PVS_EFFORT: &str = "evaluations / those of alpha-beta";

/// What is known of a figure of trees of one size.
pub(super) fn published(reproduction: Reproduction, family: Family, figure: &Measured) -> Option<Published> {
    let (label, measure, size) = (figure.label.as_str(), figure.measure.as_str(), figure.size?);
    if (reproduction, family, label, measure, size.depth)
        == (OrderedTrees, Family::Ordered(STRONGLY), "pvs-soft", PVS_EFFORT, 3)
    {
        let value = match size.branching {
            2..=8 => PublishedValue::Above(1.0),
            16.. => PublishedValue::Below(1.0),
            _ => return None,
        };
        let source = "computed independently of this project, for these ordered trees";
        return Some(Published { value, source });
    }
    let key = (reproduction, (size.branching, size.depth), measure);
    let is_it =
        |&&(own, size, measure, labels, _): &&Entry| (own, size, measure) == key && labels.contains(&label);
    let &(.., value) = ENTRIES.iter().filter(|_| family == Family::Permutations).find(is_it)?;
    Some(Published { value, source: COMPUTED })
}

pub(super) fn published_limit(branching: u16) -> Option<Published> {
    let &(_, limit) = LIMITS.iter().find(|&&(published, _)| published == branching)?;
    let source = "the branching factor xi / (1 - xi), xi^b + xi = 1, computed independently of this project";
    Some(Published { value: Rounded(limit, 3), source })
}
