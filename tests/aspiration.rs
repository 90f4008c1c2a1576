//! The root window: inside it as without one, outside a true bound and no line, and
//! after widening as without one again.

mod common;

use common::{BOUND, COPYING, FROM_SCORE, PVS, play_with};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Finished, Games, Random, Row};
use pvcheck::check::Harness;
use pvcheck::enumerate::{Leaves, Scope};
use pvcheck::game::Graph;
use pvcheck::pv::{NoStore, Store};
use pvcheck::score::{Bound, Score, Window};
use pvcheck::search::{Outcome, SearchOptions, Widen};
use pvcheck::verdict::{LineKind, ScoreVerdict};

/// A scope in which the root evaluates to `0..centres` in turn, as its leaves do to
/// the root's side, so that a window about it lies everywhere among the values.
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
        // Leaves at an odd depth are worth what they say to the other side.
        let side = if depth.is_multiple_of(2) { 1 } else { -1 };
        tree.set_score(0, Score::saturating(side * (index % self.centres) as i64));
        depth
    }
}

/// Every game, every centre, by scopes that are small enough for it.
fn scopes() -> impl Iterator<Item = Centred> {
    let scopes = [(2, Leaves::Orderings, 4), (3, Leaves::Permutations, 8), (3, Leaves::Values(3), 3)];
    scopes.into_iter().map(|(depth, leaves, centres)| {
        let scope = Scope::uniform(2, depth, leaves).expect("a small scope");
        Centred { scope, centres }
    })
}

/// Whether the line must be the leftmost one wherever the score is exact.
fn owes_the_leftmost_line(row: &Row) -> bool {
    let (algorithm, store) = (row.subject.algorithm, row.subject.store);
    let skips = [Algorithm::PvsHardNoLastReSearch, Algorithm::PvsSoftNoLastReSearch];
    let copies = COPYING.contains(&store) && !FROM_SCORE.contains(&algorithm) && !skips.contains(&algorithm);
    copies || (store == Store::SingleArray && PVS.contains(&algorithm))
}

/// The rows of the searches whose scores are right.
fn valid(finished: &Finished) -> impl Iterator<Item = &Row> {
    finished.rows.iter().filter(|row| row.subject.algorithm != Algorithm::PvsHardNoLastReSearch)
}

#[test]
fn the_guarantees_hold_inside_and_outside_every_root_window() {
    for games in scopes() {
        for width in 1..=3 {
            let finished = play_with(&games, SearchOptions::aspiration(width, Widen::No));
            assert!(finished.rows.iter().all(Row::is_kept));
            for row @ Row { subject, tally, .. } in valid(&finished) {
                let (exact, bounds) = (tally.score(ScoreVerdict::Exact), tally.score(ScoreVerdict::Bound));
                assert_eq!(exact + bounds, finished.games, "{subject}");
                assert!(exact > 0 && (tally.acted > 0 || width > 2), "{subject}: both are seen");
                assert_eq!(tally.node_faults, 0, "{subject}");
                if !BOUND.contains(&subject.algorithm) {
                    assert_eq!(tally.acted, bounds, "{subject}");
                }
                if owes_the_leftmost_line(row) {
                    assert_eq!(tally.line(LineKind::Same), exact, "{subject}");
                    assert_eq!(tally.line(LineKind::NoneDue), bounds, "{subject}");
                }
            }
        }
    }
}

#[test]
fn a_widened_window_ends_with_the_score_and_the_line_of_the_full_one() {
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
    assert!(finished.rows.iter().all(Row::is_kept));
    for row @ Row { subject, tally, .. } in valid(finished) {
        let exact = tally.score(ScoreVerdict::Exact);
        assert!(tally.acted > 0, "{subject}: some searches fail and are repeated");
        if BOUND.contains(&subject.algorithm) {
            assert_eq!(exact + tally.score(ScoreVerdict::Bound), finished.games, "{subject}");
        } else {
            assert_eq!(exact, finished.games, "{subject}");
        }
        if owes_the_leftmost_line(row) {
            assert_eq!(tally.line(LineKind::Same), exact, "{subject}");
        }
    }
}

/// What one search of a game shows: its windows, and how it ends.
fn outcome(game: &str, depth: usize, options: SearchOptions) -> (u64, Bound, i32, Window) {
    let tree: Graph = game.parse().expect("a tree");
    let mut harness = Harness::<NoStore>::default();
    let mut shown = None;
    let mut game = harness.game(&tree.root(), depth).expect("shallow");
    let trial = game.run_algorithm(Algorithm::PvsSoft, &options, |_, _, outcome: &Outcome<'_>| {
        shown = Some((outcome.bound, outcome.score.get(), outcome.window));
    });
    let (bound, score, window) = shown.expect("a store was visited");
    (trial.counts.failed, bound, score, window)
}

/// The root evaluates to 0 and is worth 5 or -5; the windows are 2 to either side.
#[test]
fn the_side_that_failed_is_opened_or_both_are() {
    let (high, low) = ("[-5 -1]", "[5 9]");
    let score = |value| Score::new(value).expect("in range");
    let (below, above) = (score(-2), score(2));
    for (game, value, bound, opened) in [
        (high, 5, Bound::Lower, Window::new(below, Score::INFINITY)),
        (low, -5, Bound::Upper, Window::new(-Score::INFINITY, above)),
    ] {
        let aspiration = |widen| outcome(game, 1, SearchOptions::aspiration(2, widen));
        assert_eq!(aspiration(Widen::No), (1, bound, value, Window::new(below, above)));
        assert_eq!(aspiration(Widen::Side), (1, Bound::Exact, value, opened));
        assert_eq!(aspiration(Widen::Both), (1, Bound::Exact, value, Window::FULL));
    }
    assert_eq!(outcome("[1 0]", 1, SearchOptions::aspiration(2, Widen::Side)).0, 0, "inside at once");
}
