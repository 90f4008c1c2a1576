//! The effective branching factor of alpha-beta, and its limit.

use super::games::{Played, Usual};
use super::published::published_limit;
use super::{
    Family, Measured, Measurements, Published, PublishedValue, Query, Refused, Size, Statistic, Sums,
    alpha_beta_leaves, branching_limit,
};
use crate::each_game::search;
use pvcheck::algorithm::Algorithm;
use pvcheck::search::Scratch;

fn leaves(query: &Query<'_>, size: Size) -> Result<Sums, Refused> {
    let usual = Usual { leaves: 20_000_000, games: (100, 50_000), mixed: 0 };
    let sums = Played::new(query, size, usual)?.sums(1, &|_, tree, depth, sums| {
        let counts = search((tree, depth), &mut Scratch::default(), Algorithm::AlphaBetaSoft, &mut ());
        sums[0].count(1, counts.leaf_evaluations);
    });
    Ok(sums[0])
}

/// Odd and even depths differ, so the growth is measured over two plies.
pub(super) fn measure(query: &Query<'_>, size: Size) -> Measurements {
    let Size { branching, depth } = size;
    let before = Size { branching, depth: depth - 2 };
    let statistic = Statistic::Growth { deep: leaves(query, size)?, shallow: leaves(query, before)? };
    let by_formula = |size: Size| alpha_beta_leaves(size.branching, size.depth);
    let is_known = query.family == Family::Permutations;
    let published = is_known.then(|| Published {
        value: PublishedValue::Formula((by_formula(size) / by_formula(before)).sqrt()),
        source: "the formula for alpha-beta, attributed to Baudet (1978) and confirmed by enumeration",
    });
    let figure = |search: &str, label: &str, statistic, published| {
        let measure = "leaf evaluations per ply: sqrt(E(d) / E(d - 2))";
        Measured { published, ..Measured::new(Some(size), search, label, measure, statistic) }
    };
    let mut measured = vec![figure("alpha-beta-soft", "alpha-beta-soft", statistic, published)];
    if is_known {
        let limit = Statistic::Computed(branching_limit(branching));
        measured.push(figure("", "(limit at great depth)", limit, published_limit(branching)));
    }
    Ok(measured)
}
