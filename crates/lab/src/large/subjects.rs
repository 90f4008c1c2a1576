//! The subjects that can be judged in constant memory, and those that are searched unless others are requested.

use pvcheck::algorithm::{Algorithm, Windows};
use pvcheck::contract::{guarantee, rules};
use pvcheck::pv::Store;
use pvcheck::search::{Order, SearchOptions};
use pvcheck::subject::Subject;
use pvcheck::table::{Replace, TableOptions};
use pvcheck::verdict::{LineKind, ScoreVerdict};

/// Returns why the oracle in constant memory cannot judge `subject`; `None` if it can. It judges one
/// completed search with a full window, in which a position has one value: minimax at the remaining depth.
pub fn unjudged(subject: &Subject) -> Option<&'static str> {
    let options = &subject.options;
    let rules = rules(subject.algorithm.profile(), options);
    if let Some(reason) = subject.meaningless() {
        return Some(reason);
    }
    let reasons = [
        (options.selectivity.is_any(), "it prunes or reduces moves"),
        (options.quiescence.is_some(), "its quiescence continues below the depth"),
        (options.extension, "extensions change the depth"),
        (options.repetition, "the value of a repetition depends on the path"),
        (options.collides(), "positions may share a key in its table"),
        (options.keeps_table(), "its table is filled by other searches before"),
        (!rules.is_fixed(), "its table uses entries of greater depth"),
        (options.aspiration.is_some(), "its window may exclude the value"),
        (options.lines > 1, "it shows several lines"),
        (options.node_limit.is_some(), "it may be stopped"),
    ];
    reasons.into_iter().find_map(|(applies, reason)| applies.then_some(reason))
}

/// A table that is much larger than the default one, filled by the searches to smaller depths, whose moves are tried first.
const AS_IN_ENGINES: SearchOptions = SearchOptions {
    table: Some(TableOptions { entries: 1 << 16, replace: Replace::Bucket, ..TableOptions::DEFAULT }),
    deepening: true,
    order: Order::Table,
    ..SearchOptions::NONE
};

/// Returns the subjects whose exact score and sound line the contract guarantees: without a table, with a
/// small one whose entries are often overwritten, and with a larger one as engines use it. Algorithms without
/// windows, which visit as many positions as minimax, are not among them.
pub fn guaranteed_subjects() -> Vec<Subject> {
    let with = |options: SearchOptions| {
        let has_window = |algorithm: &&Algorithm| algorithm.profile().windows != Windows::None;
        let algorithms = Algorithm::ALL.iter().filter(has_window);
        algorithms.flat_map(move |&algorithm| {
            Store::ALL.iter().map(move |&store| Subject { algorithm, store, options })
        })
    };
    let small = SearchOptions::table(TableOptions::DEFAULT);
    let all = [SearchOptions::NONE, small, AS_IN_ENGINES].into_iter().flat_map(with);
    all.filter(|subject| unjudged(subject).is_none() && is_guaranteed(subject)).collect()
}

fn is_guaranteed(subject: &Subject) -> bool {
    let guarantee = guarantee(subject);
    let is_sound = matches!(guarantee.line, LineKind::Same | LineKind::Equivalent | LineKind::Truncated);
    guarantee.score == ScoreVerdict::Exact && is_sound && subject.store.profile().keeps_lines()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(text: &str) -> Option<&'static str> {
        unjudged(&text.parse().expect("a subject"))
    }

    #[test]
    fn only_searches_of_a_fixed_tree_can_be_judged() {
        for (options, part) in [
            ("+null(2)", "prunes"),
            ("+lmr(3)", "prunes"),
            ("+quiescence", "quiescence"),
            ("+extension", "extensions"),
            ("+repetition", "repetition"),
            ("+tt(key-bits=8)", "share a key"),
            ("+tt(keep=yes)", "other searches"),
            ("+tt(draft=deeper)", "greater depth"),
            ("+aspiration(2)", "window"),
            ("+aspiration(2,widen=both)", "window"),
            ("+multipv(2)", "several lines"),
            ("+stop-after(9)", "stopped"),
        ] {
            let reason = reason(&format!("pvs-soft+triangular{options}")).expect("a reason");
            assert!(reason.contains(part), "{options}: {reason}");
        }
        for options in
            ["", "+tt", "+tt(leaves=yes,narrow=yes,pv-cut=all)", "+deepening+order=pv", "+order=killers"]
        {
            assert_eq!(reason(&format!("pvs-soft+triangular{options}")), None, "{options}");
        }
    }

    #[test]
    fn the_usual_subjects_have_each_algorithm_with_a_window_that_is_right() {
        let subjects = guaranteed_subjects();
        for &algorithm in Algorithm::ALL {
            let profile = algorithm.profile();
            let is_right = profile.windows != Windows::None && !profile.returns_wrong_scores;
            for table in [false, true] {
                let of_kind =
                    |one: &&Subject| one.algorithm == algorithm && one.options.table.is_some() == table;
                let expected = is_right && (table || !profile.needs_table());
                assert_eq!(subjects.iter().any(|one| of_kind(&one)), expected, "{algorithm:?} {table}");
            }
        }
        let stores: std::collections::BTreeSet<_> = subjects.iter().map(|one| one.store).collect();
        assert!(stores.len() > 10 && !stores.contains(&Store::SingleArrayRefuting), "{stores:?}");
    }
}
