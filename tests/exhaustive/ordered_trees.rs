//! All ordered trees up to a size, with all orderings of their leaves: which searches are always right.

use crate::common::prelude::*;
use crate::common::stable::{assert_the_listed_survive, survives};
use crate::common::{COPYING, READING, assert_kept, play};
use pvcheck::contract::counterexamples;
use pvcheck::subject::Regime;

/// With all orderings of the leaves. The lists of searches that are always right, in the copying stores and in the
/// single array, are exact.
#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn the_guarantees_hold_on_every_ordered_tree_of_up_to_9_positions() {
    let finished = play(&Scope::shapes(9).expect("a small scope"));
    // 3,092,380 of them have nine positions.
    assert_eq!(finished.games, 3_328_402);
    assert_kept(&finished.rows);
    assert_the_listed_survive(&finished);
    assert_committed_counterexamples_are_the_smallest(&finished);
}

/// No game of the scope shows the finding of a committed counterexample with fewer positions.
fn assert_committed_counterexamples_are_the_smallest(finished: &Finished) {
    let counterexamples = counterexamples();
    for Row { subject, guarantee, counterexamples: smallest, .. } in &finished.rows {
        let Some(must_show) = guarantee.must_show else { continue };
        let of_cell = |case: &&Case| {
            let Case { subject: own, .. } = case;
            (own.algorithm, own.store, own.regime()) == (subject.algorithm, subject.store, Regime::Stable)
        };
        let committed =
            counterexamples.iter().find(of_cell).expect("each expected failure has a counterexample");
        assert_eq!(committed.expect, Some(must_show));
        // Some stores fail only where positions are met again, which happens in no tree.
        let Some(smallest) = smallest.get(&must_show) else {
            assert!(READING.contains(&subject.store), "{subject} fails on trees");
            continue;
        };
        // A game that is searched beyond its end may be smaller still.
        assert!(committed.game.len() <= smallest.game.len(), "{committed}");
    }
}

/// No score lies between two neighbours, and searches depend on it; so distances matter. Searches that are always right
/// among neighbours are so when scores are 2 apart. NegaScout as published is always right too when they are 1,000 apart:
/// its re-search begins at alpha + 1, and nested null windows then cannot add up to the distance of two values.
#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn searches_that_are_always_right_are_right_at_every_distance_of_scores() {
    let survivors = |gap| -> Vec<(Algorithm, Store)> {
        let finished = play(&Scope::shapes(8).expect("a small scope").with_gap(gap));
        assert_kept(&finished.rows);
        let rows = finished.rows.iter().filter(|row| survives(row));
        rows.map(|row| (row.subject.algorithm, row.subject.store)).collect()
    };
    let neighbours = survivors(1);
    assert_eq!(survivors(2), neighbours);
    let mut distant = survivors(1_000);
    let joined: Vec<Store> = COPYING.into_iter().chain([Store::SingleArray]).chain(READING).collect();
    let is_joined =
        |&(algorithm, store): &(_, _)| algorithm == Algorithm::NegascoutHard && store != Store::None;
    let (negascout, rest): (Vec<_>, Vec<_>) = distant.drain(..).partition(is_joined);
    assert_eq!(negascout.iter().map(|&(_, store)| store).collect::<Vec<_>>(), joined);
    // The walk that accepts any move is right among neighbours too.
    let (walk, others): (Vec<_>, Vec<_>) = neighbours.into_iter().partition(is_joined);
    assert_eq!(walk, [(Algorithm::NegascoutHard, Store::TableWalk)]);
    assert_eq!(rest, others);
}
