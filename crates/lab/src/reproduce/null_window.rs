//! One null-window search of trees whose leaves are won or lost.

use super::games::{Played, Usual};
use super::{Measured, Measurements, Published, PublishedValue, Query, Size, Statistic, null_window_leaves};
use pvcheck::algorithm::{Profile, alpha_beta_hard};
use pvcheck::position::Position;
use pvcheck::pv::PvStore;
use pvcheck::score::Score;
use pvcheck::search::{Node, Observer, Search, SearchOptions};

/// Alpha-beta of the root with the null window `(ALPHA, ALPHA + 1)`.
pub fn null_window_root<const ALPHA: i32, P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    _alpha: Score,
    _beta: Score,
) -> Score {
    let alpha = Score::ZERO + ALPHA;
    alpha_beta_hard(s, node, alpha, alpha + 1)
}

/// A win is a score above 0 and a loss one below it, so that this window tests at each depth whether the root is won.
pub(super) fn measure(query: &Query<'_>, size: Size) -> Measurements {
    let usual = Usual { leaves: 10_000_000, games: (50, 50_000), mixed: 0 };
    let sums = Played::new(query, size, usual)?.sums(1, &|harness, tree, depth, sums| {
        let mut game = harness.game(&tree.root(), depth).expect("sizes are within capacity");
        let callee = null_window_root::<0, _, _, _>;
        let trial = game.run_search(callee, Profile::MINIMAX, &SearchOptions::NONE, |_, _, _| ());
        game.finish();
        sums[0].count(1, trial.counts.leaf_evaluations);
    });
    let expected = query.family.probability().map(|won| null_window_leaves(size.branching, size.depth, won));
    let published = expected.map(|expected| Published {
        value: PublishedValue::Formula(expected),
        source: "the closed form for one null-window search, computed independently of this project",
    });
    let (label, measure) = ("null window at the root", "leaf evaluations of one null-window search");
    let figure = Measured::new(Some(size), "alpha-beta-hard", label, measure, Statistic::Mean(sums[0]));
    Ok(vec![Measured { published, ..figure }])
}
