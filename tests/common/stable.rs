//! The claims of the regime `stable`, for any set of trees.

use super::{BOUND, COPYING, OPEN, PVS, assert_kept, row};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Finished, Row};
use pvcheck::pv::Store;
use pvcheck::verdict::{LineKind, ScoreVerdict};

/// Score and leftmost line are those of minimax in every game.
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

/// Score and leftmost line are those of minimax, or the result is a true bound with the best move and without
/// a line.
fn assert_same_or_bound(finished: &Finished, algorithm: Algorithm, store: Store) {
    let Row { tally, subject, .. } = row(finished, algorithm, store);
    let bounds = tally.score(ScoreVerdict::Bound);
    assert_eq!(tally.score(ScoreVerdict::Exact) + bounds, finished.games, "{subject}");
    assert_eq!(tally.line(LineKind::Same) + bounds, finished.games, "{subject}");
    assert_eq!(tally.line(LineKind::NoneDue), bounds, "{subject}");
    assert!(bounds > 0, "{subject}: in some games the last move is the best one");
}
