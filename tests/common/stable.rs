//! The claims of the regime `stable`, for any set of trees.

use super::{BOUND, COPYING, FROM_SCORE, OPEN, PVS, READING, assert_kept, row};
use crate::common::prelude::*;

/// Asserts that score and leftmost line are those of minimax in every game.
pub fn assert_same(finished: &Finished, algorithm: Algorithm, store: Store) {
    let Row { tally, subject, .. } = row(finished, algorithm, store);
    assert_eq!(tally.score(ScoreVerdict::Exact), finished.games, "{subject}");
    assert_eq!(tally.line(LineKind::Same), finished.games, "{subject}");
    assert_eq!(tally.node_faults, 0, "{subject}");
}

/// In every game: "PV in PVS", the copying stores, and the laws at every node.
pub fn assert_the_stable_claims(finished: &Finished) {
    for algorithm in PVS {
        assert_same(finished, algorithm, Store::SingleArray);
    }
    for store in COPYING {
        for algorithm in PVS.into_iter().chain(OPEN) {
            assert_same(finished, algorithm, store);
        }
        for algorithm in BOUND {
            assert_same_or_bound(finished, algorithm, store);
        }
    }
    assert_same_or_bound(finished, Algorithm::BelleRoot, Store::SingleArray);
    for Row { subject, tally, .. } in &finished.rows {
        let right = tally.score(ScoreVerdict::Exact) + tally.score(ScoreVerdict::Bound);
        if subject.algorithm != Algorithm::PvsHardNoLastReSearch {
            assert_eq!(right, finished.games, "{subject}");
            assert_eq!(tally.node_faults, 0, "{subject}");
            assert_eq!(tally.counts.unconfirmed, 0, "{subject}");
        }
    }
    assert_kept(&finished.rows);
}

/// Asserts that score and leftmost line are those of minimax, or that the result is a valid bound with the best move
/// and without a line.
fn assert_same_or_bound(finished: &Finished, algorithm: Algorithm, store: Store) {
    let Row { tally, subject, .. } = row(finished, algorithm, store);
    let bounds = tally.score(ScoreVerdict::Bound);
    assert_eq!(tally.score(ScoreVerdict::Exact) + bounds, finished.games, "{subject}");
    assert_eq!(tally.line(LineKind::Same) + bounds, finished.games, "{subject}");
    assert_eq!(tally.line(LineKind::NoneDue), bounds, "{subject}");
    assert!(bounds > 0, "{subject}: in some games the last move is the best one");
}

/// Whether score and leftmost line were right in every game, or no line was due and none shown.
pub fn survives(row: &Row) -> bool {
    let Row { tally, .. } = row;
    let scores = tally.score(ScoreVerdict::Exact) + tally.score(ScoreVerdict::Bound);
    let lines = tally.line(LineKind::Same) + tally.line(LineKind::NoneDue);
    scores == tally.games && lines == tally.games && tally.node_faults == 0
}

/// The searches that are always right, in the copying stores and in the single array, are these.
pub fn assert_the_listed_survive(finished: &Finished) {
    let survivors = |store: Store| -> Vec<Algorithm> {
        let survives = |&algorithm: &Algorithm| survives(row(finished, algorithm, store));
        Algorithm::ALL.iter().copied().filter(|one| !one.profile().needs_table()).filter(survives).collect()
    };
    let listed = |groups: &[&[Algorithm]]| -> Vec<Algorithm> {
        let within = |algorithm: &Algorithm| groups.iter().any(|group| group.contains(algorithm));
        Algorithm::ALL.iter().copied().filter(within).collect()
    };
    // In a tree no position is met again: a line that is read from a table is as good as a copied one.
    for store in COPYING.into_iter().chain(READING).filter(|&store| store != Store::TableWalk) {
        assert_eq!(survivors(store), listed(&[&PVS, &OPEN, &BOUND]), "{}", store.name());
    }
    // The walk that accepts any move is better still: the table keeps the entry of the null-window search that failed
    // high, and a re-search that begins at its score has nothing to store.
    assert_eq!(survivors(Store::TableWalk), listed(&[&PVS, &OPEN, &BOUND, &FROM_SCORE]));
    assert_eq!(survivors(Store::SingleArray), listed(&[&PVS, &[Algorithm::BelleRoot]]));
    for store in [Store::SingleArrayBare, Store::SingleArrayRefuting] {
        assert_eq!(survivors(store), []);
    }
}
