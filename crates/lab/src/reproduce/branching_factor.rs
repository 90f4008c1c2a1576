//! The effective branching factor of alpha-beta, and its limit.

use super::games::{Played, run};
use super::published::published_limit;
use super::{
    Family, Measured, Published, PublishedValue, Query, Refused, Size, Statistic, Sums, alpha_beta_leaves,
    branching_limit,
};
use pvcheck::algorithm::Algorithm;
use pvcheck::search::Scratch;

fn leaves(query: &Query<'_>, size: Size) -> Result<Sums, Refused> {
    let usual = (20_000_000 / size.leaves().unwrap_or(1)).clamp(100, 50_000);
    let sums = Played::new(query, size, usual)?.sums(1, &|_, tree, depth, sums| {
        let leaves = run((tree, depth), &mut Scratch::default(), Algorithm::AlphaBetaSoft, &mut ());
        sums[0].count(1, leaves);
    });
    Ok(sums[0])
}

/// Odd and even depths differ, so the growth is measured over two plies.
pub(super) fn measure(query: &Query<'_>, size: Size) -> Result<Vec<Measured>, Refused> {
    let Size { branching, depth } = size;
    let before = Size { branching, depth: depth - 2 };
    let statistic = Statistic::Growth { deep: leaves(query, size)?, shallow: leaves(query, before)? };
    let by_formula = |size: Size| alpha_beta_leaves(size.branching, size.depth);
    let is_known = query.family == Family::Permutations;
    let published = is_known.then(|| Published {
        value: PublishedValue::Formula((by_formula(size) / by_formula(before)).sqrt()),
        source: "the formula for alpha-beta, attributed to Baudet (1978) and confirmed by enumeration",
    });
    let measure = "leaf evaluations per ply: sqrt(E(d) / E(d - 2))".to_owned();
    let mut measured = vec![Measured {
        size: Some(size),
        search: "alpha-beta-soft".to_owned(),
        measure: measure.clone(),
        label: "alpha-beta-soft".to_owned(),
        statistic,
        published,
        varied: None,
    }];
    if is_known {
        measured.push(Measured {
            size: Some(size),
            search: String::new(),
            measure,
            label: "(limit at great depth)".to_owned(),
            statistic: Statistic::Computed(branching_limit(branching)),
            published: published_limit(branching),
            varied: None,
        });
    }
    Ok(measured)
}
