//! Widening an aspiration window after a fail high or a fail low. Whole scopes are in `tests/exhaustive`.

use crate::common::prelude::*;
use pvcheck::search::Widen;

/// The result of one search: failed windows, bound, score and last window.
fn outcome(game: &str, depth: usize, options: SearchOptions) -> (u64, Bound, i32, Window) {
    let tree: Graph = game.parse().expect("a tree");
    let mut harness = Harness::<NoStore>::default();
    let mut shown = None;
    let mut game = harness.game(&tree.root(), depth).expect("within capacity");
    let trial = game.run_algorithm(Algorithm::PvsSoft, &options, &mut |_, _, outcome: &Outcome<'_>| {
        shown = Some((outcome.bound, outcome.score.get(), outcome.window));
    });
    let (bound, score, window) = shown.expect("a store was visited");
    (trial.counts.failed, bound, score, window)
}

/// The root evaluates to 0 and its value is 5 or -5; the window extends 2 to either side of 0.
#[test]
fn after_a_failed_root_window_the_failed_side_or_both_sides_are_opened() {
    let (high, low) = ("[-5 -1]", "[5 9]");
    let score = Score::new;
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
    // Inside the first window.
    assert_eq!(outcome("[1 0]", 1, SearchOptions::aspiration(2, Widen::Side)).0, 0);
}
