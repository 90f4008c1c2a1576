//! The values of the literature, and values that were computed independently of this project.

use super::{Family, Published, PublishedValue, Reproduction, Size};
use PublishedValue::{Fraction, Percent, Rounded};
use Reproduction::{LeafCounts, OrderedTrees, ReSearch, SingleArray};

use pvcheck::game::STRONGLY;

/// A value that no source gives, from an independent program.
pub(super) const COMPUTED: &str = "computed independently of this project, over all permutations";

/// Values of trees of the family `permutations`.
struct Entry {
    reproduction: Reproduction,
    size: (u16, u8),
    measure: &'static str,
    values: &'static [(&'static [&'static str], PublishedValue)],
}

/// PVS with the re-search (alpha, beta) where `alpha < score < beta`, and searches that visit the same nodes.
const PVS: &[&str] = &["pvs-soft", "pvs-zws", "scout", "calphabeta"];

const ALPHA_BETA: &[&str] = &["alpha-beta-hard", "alpha-beta-soft"];

const ENTRIES: &[Entry] = &[
    Entry {
        reproduction: LeafCounts,
        size: (2, 2),
        measure: "leaf evaluations",
        values: &[
            (ALPHA_BETA, Fraction(11, 3)),
            (PVS, Fraction(65, 12)),
            (&["pvs-soft-from-score"], Fraction(59, 12)),
            (&["negascout-hard"], Fraction(9, 2)),
            (&["mtdf"], Fraction(10, 3)),
            (&["last-move"], Fraction(11, 3)),
            (&["belle-root"], Fraction(25, 6)),
        ],
    },
    Entry {
        reproduction: LeafCounts,
        size: (2, 3),
        measure: "leaf evaluations",
        values: &[
            (ALPHA_BETA, Fraction(719, 105)),
            (PVS, Fraction(8_941, 840)),
            (&["pvs-soft-from-score"], Fraction(2_619, 280)),
            (&["negascout-hard"], Fraction(277, 30)),
            (&["mtdf"], Fraction(614, 105)),
            (&["last-move"], Fraction(216, 35)),
            (&["belle-root"], Fraction(1_109, 140)),
        ],
    },
    Entry {
        reproduction: SingleArray,
        size: (2, 2),
        measure: "truncated or wrong lines, single-array",
        values: &[(ALPHA_BETA, Percent(8.33, 2)), (PVS, Percent(0.0, 0))],
    },
    Entry {
        reproduction: SingleArray,
        size: (2, 2),
        measure: "truncated or wrong lines, single-array-refuting",
        values: &[(&["pvs-soft"], Percent(25.0, 0))],
    },
    Entry {
        reproduction: SingleArray,
        size: (2, 3),
        measure: "truncated or wrong lines, single-array",
        values: &[(ALPHA_BETA, Percent(17.70, 2)), (PVS, Percent(0.0, 0))],
    },
    Entry {
        reproduction: SingleArray,
        size: (2, 3),
        measure: "truncated or wrong lines, single-array-refuting",
        values: &[(&["pvs-soft"], Percent(50.0, 0))],
    },
    Entry {
        reproduction: ReSearch,
        size: (2, 3),
        measure: "truncated lines",
        values: &[(&["pvs-soft-from-score"], Percent(37.0, 1))],
    },
    Entry {
        reproduction: ReSearch,
        size: (2, 3),
        measure: "truncated or wrong lines",
        values: &[(&["pvs-soft-from-score"], Percent(67.5, 1))],
    },
];

/// The branching factors of random uniform trees, to the digits that are known.
const LIMITS: &[(u16, f64)] = &[(2, 1.618), (3, 2.148), (5, 3.080), (10, 5.064)];

/// The measure of [`OrderedTrees`] that is known; others show it too.
pub(super) const PVS_EFFORT: &str = "evaluations / those of alpha-beta";

pub(super) fn published(
    reproduction: Reproduction,
    family: Family,
    size: Size,
    label: &str,
    measure: &str,
) -> Option<Published> {
    if (reproduction, family, label, measure, size.depth)
        == (OrderedTrees, Family::Ordered(STRONGLY), "pvs-soft", PVS_EFFORT, 3)
    {
        let value = match size.branching {
            2..=8 => PublishedValue::Above(1.0),
            16.. => PublishedValue::Below(1.0),
            _ => return None,
        };
        return Some(Published {
            value,
            source: "computed independently of this project, for these ordered trees",
        });
    }
    let same = |entry: &&Entry| {
        (entry.reproduction, entry.size, entry.measure)
            == (reproduction, (size.branching, size.depth), measure)
    };
    let entry = ENTRIES.iter().filter(|_| family == Family::Permutations).find(same)?;
    let (_, value) = entry.values.iter().find(|(labels, _)| labels.contains(&label))?;
    Some(Published { value: *value, source: COMPUTED })
}

pub(super) fn published_limit(branching: u16) -> Option<Published> {
    let &(_, limit) = LIMITS.iter().find(|&&(published, _)| published == branching)?;
    let source = "the branching factor xi / (1 - xi), xi^b + xi = 1, computed independently of this project";
    Some(Published { value: Rounded(limit, 3), source })
}
