//! Aspiration windows over whole scopes: a score inside the window is the one without a window, a score outside is a
//! true bound and has no line, and a widened window ends with the full result.

use crate::common::prelude::*;
use crate::common::{BOUND, COPYING, FROM_SCORE, PVS, assert_kept, play_with};
use pvcheck::search::Widen;

/// A scope in which the root evaluates to `0..centres` in turn. Its leaves have the same values, seen from the root,
/// so that the window around the evaluation takes every position among them.
struct Centred {
    scope: Scope,
    centres: u64,
}

impl Games for Centred {
    fn count(&self) -> u64 {
        self.scope.count() * self.centres
    }

    fn game(&self, index: u64, tree: &mut Graph) -> usize {
        let depth = self.scope.game(index / self.centres, tree);
        // Leaves at an odd depth are evaluated from the other side.
        let side = if depth.is_multiple_of(2) { 1 } else { -1 };
        tree.set_score(0, Score::saturating(side * (index % self.centres) as i64));
        depth
    }
}

/// Scopes that are small enough to play every game with every centre.
fn scopes() -> impl Iterator<Item = Centred> {
    let scopes = [(2, Leaves::Orderings, 4), (3, Leaves::Permutations, 8), (3, Leaves::Values(3), 3)];
    scopes.into_iter().map(|(depth, leaves, centres)| {
        let scope = Scope::uniform(2, depth, leaves).expect("a small scope");
        Centred { scope, centres }
    })
}

/// Whether the line must be the leftmost optimal one wherever the score is exact.
fn must_show_the_leftmost_line(row: &Row) -> bool {
    let (algorithm, store) = (row.subject.algorithm, row.subject.store);
    let skips = [Algorithm::PvsHardNoLastReSearch, Algorithm::PvsSoftNoLastReSearch];
    let copies = COPYING.contains(&store) && !FROM_SCORE.contains(&algorithm) && !skips.contains(&algorithm);
    copies || (store == Store::SingleArray && PVS.contains(&algorithm))
}

/// The rows of the searches whose scores are right.
fn correct(finished: &Finished) -> impl Iterator<Item = &Row> {
    finished.rows.iter().filter(|row| row.subject.algorithm != Algorithm::PvsHardNoLastReSearch)
}

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn the_guarantees_hold_inside_and_outside_every_root_window() {
    for games in scopes() {
        for width in 1..=3 {
            let finished = play_with(&games, SearchOptions::aspiration(width, Widen::No));
            assert_kept(&finished.rows);
            for row @ Row { subject, tally, .. } in correct(&finished) {
                let (exact, bounds) = (tally.score(ScoreVerdict::Exact), tally.score(ScoreVerdict::Bound));
                assert_eq!(exact + bounds, finished.games, "{subject}");
                assert!(exact > 0 && (tally.acted > 0 || width > 2), "{subject}: both results occur");
                assert_eq!(tally.node_faults, 0, "{subject}");
                if !BOUND.contains(&subject.algorithm) {
                    assert_eq!(tally.acted, bounds, "{subject}");
                }
                if must_show_the_leftmost_line(row) {
                    assert_eq!(tally.line(LineKind::Same), exact, "{subject}");
                    assert_eq!(tally.line(LineKind::NoneDue), bounds, "{subject}");
                }
            }
        }
    }
}

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn a_widened_window_gives_the_score_and_the_line_of_the_full_window() {
    for games in scopes() {
        for widen in [Widen::Side, Widen::Both] {
            for width in 1..=2 {
                let finished = play_with(&games, SearchOptions::aspiration(width, widen));
                assert_widened(&finished);
            }
        }
    }
    for widen in [Widen::Side, Widen::Both] {
        let games = Random { seed: 5, games: 20_000 };
        assert_widened(&play_with(&games, SearchOptions::aspiration(2, widen)));
    }
}

fn assert_widened(finished: &Finished) {
    assert_kept(&finished.rows);
    for row @ Row { subject, tally, .. } in correct(finished) {
        let exact = tally.score(ScoreVerdict::Exact);
        assert!(tally.acted > 0, "{subject}: some searches fail and are repeated");
        if BOUND.contains(&subject.algorithm) {
            assert_eq!(exact + tally.score(ScoreVerdict::Bound), finished.games, "{subject}");
        } else {
            assert_eq!(exact, finished.games, "{subject}");
        }
        if must_show_the_leftmost_line(row) {
            assert_eq!(tally.line(LineKind::Same), exact, "{subject}");
        }
    }
}
