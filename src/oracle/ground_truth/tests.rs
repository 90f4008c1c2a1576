//! What is true of a game, when the rules change, or the search leaves the fixed tree.

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

/// Nothing may be left of the rules of another search, nor of what was found out by them.
#[test]
fn after_other_searches_the_rules_have_to_be_said_anew() {
    let other = Rules::FIXED_TREE.table(Drafts::Deeper).drawing_repetitions().quiescing(2, false);
    for (graph, depth) in games() {
        let root = graph.root();
        let mut ground_truth = GroundTruth::new(&root, depth);
        ground_truth.judge_by(&other);
        ground_truth.allow_shallower();
        ground_truth.at(depth / 2).claim(RootMoveSet::ALL, Bound::Exact, Score::MAX);
        ground_truth.claim(RootMoveSet::ALL, Bound::Exact, Score::MAX);
        let ground_truth = ground_truth.after(vec![(root, depth)]);
        assert_eq!((ground_truth.rules(), ground_truth.plies()), (&Rules::FIXED_TREE, depth), "{graph}");
        assert_eq!(ground_truth.at(depth / 2).rules(), &Rules::FIXED_TREE, "{graph}");
        assert_eq!(ground_truth.score(), ground_truth.oracle().score(), "{graph}");
        assert_eq!(ground_truth.line(), ground_truth.oracle().line(), "{graph}");
        assert!(!ground_truth.depends_on_path());
    }
}

#[test]
fn a_root_has_as_many_lines_as_moves_that_are_searched() {
    let game: Graph = "2[!3 4 !5]".parse().expect("a game");
    for (depth, plies, lines) in [(0, 0, 1), (0, 2, 1), (1, 0, 3), (1, 2, 3)] {
        let mut ground_truth = GroundTruth::new(&game.root(), depth);
        ground_truth.judge_by(&Rules::FIXED_TREE.quiescing(plies, false));
        assert_eq!(ground_truth.lines(), lines, "depth {depth}, {plies} plies of quiescence");
    }
}

/// Without its better moves a root is worth the best of the others, in each iteration.
#[test]
fn an_iteration_without_the_better_moves_returns_the_best_of_the_others() {
    let mut tried = 0;
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
            let worth = |&mv: &Move| Oracle::new(&root.play(mv), depth - 1).score().for_parent();
            let value = others.iter().map(worth).max().expect("one at least");
            assert!(ground_truth.root_allows(&[excluded_moves], Window::FULL, value), "{depth} of {graph}");
            assert!(
                !ground_truth.root_allows(&[excluded_moves], Window::FULL, value + 1),
                "{depth} of {graph}"
            );
            tried += 1;
        }
    }
    assert!(tried > 300, "{tried}");
}

/// Each shape has a tree of its own, whichever was asked for before.
#[test]
fn a_truth_that_has_judged_by_one_shape_judges_by_the_next_as_if_it_were_new() {
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

/// Where moves are guessed and paths count, a position that no path of the fixed tree leads to is worth what
/// minimax says of its depth, and not what the root is; where lines may be longer than the depth, nothing
/// that is known without a path.
#[test]
fn off_the_tree_of_paths_a_node_is_worth_what_its_depth_says_and_nothing_where_lines_are_longer() {
    // The root is worth 7 by a move to a position that evaluates to -3.
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
    assert_eq!(ground_truth.value_of_node(&after_move, 0, 0), score(-3), "not that of the root");
    assert!(ground_truth.allows(&after_move, 0, 0, Window::FULL, score(-3)));
    assert!(
        !ground_truth.allows(&after_move, 0, 0, Window::FULL, ground_truth.score()),
        "{}",
        ground_truth.score()
    );
    for longer in [draws.quiescing(1, false), draws.extending(64), Rules::FIXED_TREE.extending(64)] {
        assert_eq!(judged(longer).value_of_node(&after_move, 0, 0), Score::ZERO, "{longer:?}: no single one");
    }
}
