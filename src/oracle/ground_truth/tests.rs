//! Tests of the ground truth: changes of the rules, iterations, and nodes outside the fixed tree.

use super::*;
use crate::game::{Graph, Growth, Seeded};
use crate::oracle::Drafts;
use crate::score::Bound;

fn games() -> impl Iterator<Item = (Graph, usize)> {
    (0..300).map(|index| {
        let mut graph = Graph::leaf(Score::ZERO);
        let depth = Growth::random_game(&mut Seeded::new(6, index), &mut graph);
        (graph, depth)
    })
}

/// Neither the old rules nor their results may remain.
#[test]
fn a_change_of_the_preceding_searches_resets_the_rules() {
    let other = Rules::FIXED_TREE.table(Drafts::Deeper).drawing_repetitions().quiescing(2, false);
    for (graph, depth) in games() {
        let root = graph.root();
        let mut ground_truth = GroundTruth::new(&root, depth);
        ground_truth.judge_by(&other);
        ground_truth.allow_shallower();
        ground_truth.at(depth / 2).claim(RootMoveSet::ALL, Bound::Exact, Score::MAX);
        ground_truth.claim(RootMoveSet::ALL, Bound::Exact, Score::MAX);
        ground_truth.set_preceding(vec![(root, depth)]);
        assert_eq!((ground_truth.rules(), ground_truth.plies()), (&Rules::FIXED_TREE, depth), "{graph}");
        assert_eq!(ground_truth.at(depth / 2).rules(), &Rules::FIXED_TREE, "{graph}");
        assert_eq!(ground_truth.score(), ground_truth.oracle().score(), "{graph}");
        assert_eq!(ground_truth.line(), ground_truth.oracle().line(), "{graph}");
        assert!(!ground_truth.depends_on_path());
    }
}

#[test]
fn the_number_of_lines_is_the_number_of_searched_root_moves() {
    let game: Graph = "2[!3 4 !5]".parse().expect("a game");
    for (depth, plies, lines) in [(0, 0, 1), (0, 2, 1), (1, 0, 3), (1, 2, 3)] {
        let mut ground_truth = GroundTruth::new(&game.root(), depth);
        ground_truth.judge_by(&Rules::FIXED_TREE.quiescing(plies, false));
        assert_eq!(ground_truth.lines(), lines, "depth {depth}, {plies} plies of quiescence");
    }
}

/// With excluded moves, the value of the root is that of the best other move, in each iteration.
#[test]
fn an_iteration_with_excluded_moves_returns_the_value_of_the_best_other_move() {
    let mut checked = 0;
    for (graph, depth) in games() {
        let root = graph.root();
        let mut moves = Vec::new();
        root.moves(&mut moves);
        let Some((&excluded_moves, others)) = moves.split_first().filter(|(_, others)| !others.is_empty())
        else {
            continue;
        };
        for depth in (1..=depth).rev() {
            let mut ground_truth = GroundTruth::new(&root, depth.max(2));
            ground_truth.search_to(depth);
            let move_value = |&mv: &Move| Oracle::new(&root.play(mv), depth - 1).score().for_parent();
            let value = others.iter().map(move_value).max().expect("there is at least one other move");
            assert!(ground_truth.root_allows(&[excluded_moves], Window::FULL, value), "{depth} of {graph}");
            assert!(
                !ground_truth.root_allows(&[excluded_moves], Window::FULL, value + 1),
                "{depth} of {graph}"
            );
            checked += 1;
        }
    }
    assert!(checked > 300, "{checked}");
}

/// Each shape has its own tree, and the order in which the shapes are used has no effect.
#[test]
fn a_ground_truth_that_changes_its_rules_gives_the_same_results_as_a_new_one() {
    let shapes = [
        Rules::FIXED_TREE.quiescing(1, false),
        Rules::FIXED_TREE.quiescing(3, false),
        Rules::FIXED_TREE.drawing_repetitions(),
        Rules::FIXED_TREE.extending(64),
    ];
    let mut differ = 0;
    for (graph, depth) in games() {
        let root = graph.root();
        let mut ground_truth = GroundTruth::new(&root, depth);
        let mut scores = Vec::new();
        for rules in shapes.iter().chain(&shapes) {
            ground_truth.judge_by(rules);
            let mut alone = GroundTruth::new(&root, depth);
            alone.judge_by(rules);
            assert_eq!(
                (ground_truth.score(), ground_truth.line()),
                (alone.score(), alone.line()),
                "{rules:?} of {graph}"
            );
            scores.push(ground_truth.score());
        }
        differ += usize::from(scores.windows(2).any(|pair| pair[0] != pair[1]));
    }
    assert!(differ > 10, "{differ}");
}

/// In a selective search with path-dependent values, a node outside the fixed tree has the minimax value of
/// its depth, not the value of the root. If lines may be longer than the depth, its value depends on the
/// unknown path and is not known.
#[test]
fn outside_the_fixed_tree_a_node_has_the_minimax_value_of_its_depth_or_no_single_value() {
    // The value of the root is 7, through a position with the evaluation -3.
    let game: Graph = "[-3[9 !7]]".parse().expect("a game");
    let (root, score) = (game.root(), |value| Score::new(value).expect("in range"));
    let after_move = root.play(Move::new(0));
    let judged = |rules: Rules| {
        let mut ground_truth = GroundTruth::new(&root, 2);
        ground_truth.judge_by(&Rules { null: Some(2), ..rules });
        ground_truth
    };
    let draws = Rules::FIXED_TREE.drawing_repetitions();
    let mut ground_truth = judged(draws);
    assert_eq!(ground_truth.value_of_node(&after_move, 0, 0), score(-3), "not the value of the root");
    assert!(ground_truth.allows(&after_move, 0, 0, Window::FULL, score(-3)));
    assert!(
        !ground_truth.allows(&after_move, 0, 0, Window::FULL, ground_truth.score()),
        "{}",
        ground_truth.score()
    );
    for longer in [draws.quiescing(1, false), draws.extending(64), Rules::FIXED_TREE.extending(64)] {
        assert_eq!(
            judged(longer).value_of_node(&after_move, 0, 0),
            Score::ZERO,
            "{longer:?}: no single value"
        );
    }
}
