//! Mean numbers of leaves: evaluations, distinct leaves, and the ratio to alpha-beta.

use super::games::{Played, Usual};
use super::published::{PVS_EFFORT, published};
use super::{
    Family, Measured, Measurements, Published, PublishedValue, Query, Reproduction, Size, Statistic, Sums,
    alpha_beta_leaves, minimal_leaves,
};
use pvcheck::algorithm::Algorithm;
use pvcheck::check::Harness;
use pvcheck::game::Graph;
use pvcheck::pv::{NoStore, Store};
use pvcheck::score::Score;
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck::table::TableOptions;

const USUAL: Usual = Usual { leaves: 2_000_000, games: (50, 40_000), mixed: 40_000 };

/// A table that loses no entry of a small tree, and contains its leaves.
const TABLE: TableOptions = TableOptions { entries: 1 << 16, leaves: true, ..TableOptions::DEFAULT };

/// The searches that are compared: every algorithm. MTD(f) begins with the true value and has a table.
fn searches(family: Family) -> Vec<(Algorithm, SearchOptions)> {
    let all = Algorithm::ALL.iter().map(|&algorithm| {
        let needs_table = algorithm.profile().needs_table();
        (algorithm, if needs_table { SearchOptions::table(TABLE) } else { SearchOptions::NONE })
    });
    all.filter(|(algorithm, _)| family != Family::Mixed || !algorithm.profile().needs_table()).collect()
}

/// Makes the minimax value of the root its static evaluation, with which MTD(f) begins. No other search evaluates the
/// root of a tree.
fn give_root_its_value(tree: &Graph) -> Graph {
    let mut values: Vec<Score> = (0..tree.len()).map(|node| tree.score(node)).collect();
    // Positions below a node come after it.
    for node in (0..tree.len()).rev() {
        if let Some(best) = tree.children(node).map(|child| -values[child]).max() {
            values[node] = best;
        }
    }
    let mut changed = tree.clone();
    changed.set_score(0, values[0]);
    changed
}

/// Plays one game: for each search the evaluations and the distinct leaves, beside the evaluations of
/// alpha-beta; at last the leaves of the minimal tree.
fn play(
    searches: &[(Algorithm, SearchOptions)],
    harness: &mut Harness<NoStore>,
    (tree, depth): (&Graph, usize),
    sums: &mut [Sums],
) {
    let mut game = harness.game(&tree.root(), depth).expect("sizes are within capacity");
    let trials: Vec<_> = searches
        .iter()
        .map(|(algorithm, options)| game.run_algorithm(*algorithm, options, &mut |_, _, _| ()))
        .collect();
    let alpha_beta = searches.iter().position(|&(algorithm, _)| algorithm == Algorithm::AlphaBetaHard);
    let base = alpha_beta.map_or(0, |at| trials[at].counts.leaf_evaluations);
    for (trial, pair) in trials.iter().zip(sums.chunks_mut(2)) {
        pair[0].count(base, trial.counts.leaf_evaluations);
        pair[1].count(base, trial.distinct_leaves);
    }
    if let Some(minimal) = sums.last_mut() {
        minimal.count(base, game.ground_truth().oracle().minimal_leaves());
    }
    game.finish();
}

fn by_formula(family: Family, size: Size) -> Option<Published> {
    (family == Family::Permutations).then(|| Published {
        value: PublishedValue::Formula(alpha_beta_leaves(size.branching, size.depth)),
        source: "the formula for alpha-beta, attributed to Baudet (1978) and confirmed by enumeration",
    })
}

pub(super) fn measure(query: &Query<'_>, size: Size) -> Measurements {
    let is_tree = query.family != Family::Mixed;
    let searches = searches(query.family);
    let sums =
        Played::new(query, size, USUAL)?.sums(2 * searches.len() + 1, &|harness, tree, depth, sums| {
            let changed = is_tree.then(|| give_root_its_value(tree));
            play(&searches, harness, (changed.as_ref().unwrap_or(tree), depth), sums);
        });
    let formula = by_formula(query.family, size);
    let mut measured = Vec::new();
    let mut add = |search: String, label: &str, measure: &str, statistic, formula: Option<Published>| {
        let figure = Measured::new(query.shown(size), search, label, measure, statistic);
        let listed = published(Reproduction::LeafCounts, query.family, &figure);
        measured.push(Measured { published: listed.or(formula), ..figure });
    };
    for (measure, of) in [("leaf evaluations", 0), ("distinct leaves", 1), (PVS_EFFORT, 2)] {
        for (&(algorithm, options), pair) in searches.iter().zip(sums.chunks(2)) {
            let statistic = if of == 2 { Statistic::Ratio(pair[0]) } else { Statistic::Mean(pair[of]) };
            let is_alpha_beta = matches!(algorithm, Algorithm::AlphaBetaHard | Algorithm::AlphaBetaSoft);
            let formula = formula.filter(|_| is_alpha_beta && of < 2);
            let subject = Subject { algorithm, store: Store::None, options };
            add(subject.to_string(), algorithm.name(), measure, statistic, formula);
        }
        if let (1, true, Some(&minimal)) = (of, is_tree, sums.last()) {
            let published = Published {
                value: PublishedValue::Fraction(minimal_leaves(size.branching, size.depth), 1),
                source: "the minimal tree, b^ceil(d/2) + b^floor(d/2) - 1 leaves (Knuth & Moore 1975)",
            };
            add(String::new(), "(minimal tree)", measure, Statistic::Mean(minimal), Some(published));
        }
    }
    Ok(measured)
}
