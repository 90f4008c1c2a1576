//! The mean number of leaves that a search reads, compared with the known formulas.

use pvcheck::algorithm::{Algorithm, Profile, alpha_beta_hard};
use pvcheck::campaign::Games;
use pvcheck::check::Harness;
use pvcheck::enumerate::{Leaves, Scope};
use pvcheck::game::{Graph, Growth, Seeded, Shape, Sharing, Values};
use pvcheck::pv::NoStore;
use pvcheck::score::Score;
use pvcheck::search::SearchOptions;
use pvcheck_lab::reproduce::{alpha_beta_leaves, null_window_leaves, null_window_root};

#[test]
fn the_formula_gives_the_known_numbers_of_leaves() {
    let table: [(u16, &[f64]); 4] = [
        (2, &[2.0, 3.6667, 6.8476, 12.0440, 21.6499, 37.1596, 65.1214, 109.9992]),
        (3, &[3.0, 7.4429, 19.4581, 45.2025, 110.4866]),
        (5, &[5.0, 17.6713, 69.8637, 227.3531]),
        (10, &[10.0, 55.9596, 384.2504, 1983.2947]),
    ];
    for (branching, row) in table {
        for (depth, &known) in (1..).zip(row) {
            let expected = alpha_beta_leaves(branching, depth);
            assert!((expected - known).abs() <= 0.000_05, "({branching}, {depth}): {expected}, not {known}");
        }
    }
    // Exactly, from all permutations.
    assert!((alpha_beta_leaves(2, 2) - 11.0 / 3.0).abs() < 1e-9);
    assert!((alpha_beta_leaves(2, 3) - 719.0 / 105.0).abs() < 1e-9);
}

/// The mean number of leaves over random uniform trees, and its standard error.
fn mean_leaves(algorithm: Algorithm, branching: u16, depth: u8) -> (f64, f64) {
    const TREES: u32 = 10_000;
    let growth = Growth {
        shape: Shape::Uniform,
        sharing: Sharing::None,
        values: Values::Permutation,
        branching,
        height: depth,
    };
    let mut harness = Harness::with_store(NoStore);
    let mut tree = Graph::leaf(Score::ZERO);
    let (mut sum, mut squares) = (0.0, 0.0);
    for index in 0..TREES {
        growth.grow(&mut Seeded::new(1, u64::from(index)), &mut tree);
        let mut game = harness.game(&tree.root(), usize::from(depth)).expect("within capacity");
        let trial = game.run_algorithm(algorithm, &SearchOptions::NONE, &mut |_, _, _| ());
        game.finish();
        let leaves = trial.counts.leaf_evaluations as f64;
        sum += leaves;
        squares += leaves * leaves;
    }
    let trees = f64::from(TREES);
    let mean = sum / trees;
    let variance = (squares / trees - mean * mean) * trees / (trees - 1.0);
    (mean, (variance / trees).sqrt())
}

/// The distance between the mean and the value of the formula, in standard errors.
fn deviation(algorithm: Algorithm, branching: u16, depth: u8) -> f64 {
    let (mean, error) = mean_leaves(algorithm, branching, depth);
    (mean - alpha_beta_leaves(branching, depth)).abs() / error
}

#[test]
fn alpha_beta_reads_as_many_leaves_of_random_trees_as_the_formula_expects() {
    for (branching, depths) in [(2, 2..=8), (3, 2..=5), (5, 2..=4), (10, 2..=3)] {
        for depth in depths {
            let deviation = deviation(Algorithm::AlphaBetaHard, branching, depth);
            assert!(deviation < 4.0, "({branching}, {depth}): {deviation} standard errors");
        }
    }
}

#[test]
fn principal_variation_search_does_not_read_as_many_leaves_as_alpha_beta() {
    for (branching, depth) in [(2, 3), (2, 6), (5, 3)] {
        assert!(deviation(Algorithm::PvsSoft, branching, depth) > 4.0, "({branching}, {depth})");
    }
}

/// The number of leaves read by null-window searches of all trees whose leaves are won or lost for the side to move
/// there, by the number of won leaves.
///
/// The search tests whether the root is won. After an odd number of plies the leaves are seen from the other side, for
/// which the score of a lost leaf is 0 and that of a won leaf -1.
fn leaves_by_wins(branching: u16, depth: usize, open: bool) -> Vec<u64> {
    let scope = Scope::uniform(branching, depth, Leaves::Values(2)).expect("a small scope");
    let mut harness = Harness::with_store(NoStore);
    let mut tree = Graph::leaf(Score::ZERO);
    let mut totals = vec![0; usize::from(branching).pow(depth as u32) + 1];
    for index in 0..scope.count() {
        scope.game(index, &mut tree);
        let is_won = |&node: &usize| tree.is_leaf(node) && tree.score(node) > Score::ZERO;
        let wins = (0..tree.len()).filter(is_won).count();
        let mut game = harness.game(&tree.root(), depth).expect("within capacity");
        let callee = match (open, depth.is_multiple_of(2)) {
            (true, _) => alpha_beta_hard,
            (false, true) => null_window_root::<0, _, _, _>,
            (false, false) => null_window_root::<-1, _, _, _>,
        };
        let trial = game.run_search(callee, Profile::MINIMAX, &SearchOptions::NONE, |_, _, _| ());
        assert_eq!(
            trial.score,
            game.ground_truth().oracle().score(),
            "win and loss are the edges of the window"
        );
        game.finish();
        totals[wins] += trial.counts.leaf_evaluations;
    }
    totals
}

/// The mean when each leaf is won with `probability`.
fn weighted(totals: &[u64], probability: f64) -> f64 {
    let leaves = totals.len() as i32 - 1;
    let weight = |wins: i32| probability.powi(wins) * (1.0 - probability).powi(leaves - wins);
    (0..).zip(totals).map(|(wins, &total)| weight(wins) * total as f64).sum()
}

#[test]
fn a_null_window_reads_as_many_leaves_as_the_closed_form_gives() {
    // 0.618 reproduces itself in trees of branching 2, and 0.382 is its complement.
    let probabilities = [0.2, 0.381_966_011_250_105, 0.5, 0.618_033_988_749_895, 0.7];
    for (branching, depth) in [(2, 3), (3, 2), (2, 4)] {
        let null = leaves_by_wins(branching, depth, false);
        let open = leaves_by_wins(branching, depth, true);
        for probability in probabilities {
            let expected = null_window_leaves(branching, depth as u8, probability);
            let mean = weighted(&null, probability);
            assert!((mean - expected).abs() < 1e-9, "({branching}, {depth}), {probability}: {mean}");
            // An open window reads more, so the mean can tell the two apart.
            assert!(weighted(&open, probability) > expected + 0.1, "({branching}, {depth}), {probability}");
        }
    }
}

#[test]
fn all_65536_trees_of_wins_and_losses_have_exactly_the_mean_of_the_closed_form() {
    let totals = leaves_by_wins(2, 4, false);
    let total: u64 = totals.iter().sum();
    // 6.824615478515625
    assert_eq!(total, 447_258);
    assert_eq!((total as f64 / 65_536.0).to_string(), "6.824615478515625");
}
