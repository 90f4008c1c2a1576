//! What is true of a game, when the rules change, or the search leaves the fixed tree.

use super::*;
use crate::game::{Graph, Growth, Seeded};
use crate::oracle::Drafts;
use crate::score::Bound;

fn games() -> impl Iterator<Item = (Graph, usize)> {
    (0..300).map(|index| {
        let mut graph = Graph::leaf(Score::ZERO);
        let depth = Growth::wild_game(&mut Seeded::new(6, index), &mut graph);
        (graph, depth)
    })
}

/// Nothing may be left of the rules of another search, nor of what was found out by them.
#[test]
fn after_other_searches_the_rules_have_to_be_said_anew() {
    let other = Rules::FIXED_TREE.table(Drafts::Deeper).drawing_repetitions().quiescing(2, false);
    for (graph, depth) in games() {
        let root = graph.root();
        let mut truth = Truth::new(&root, depth);
        truth.judge_by(&other);
        truth.expect_stops();
        truth.at(depth / 2).claim(Among::ALL, Bound::Exact, Score::MAX);
        truth.claim(Among::ALL, Bound::Exact, Score::MAX);
        let truth = truth.after(vec![(root, depth)]);
        assert_eq!((truth.rules(), truth.plies()), (&Rules::FIXED_TREE, depth), "{graph}");
        assert_eq!(truth.at(depth / 2).rules(), &Rules::FIXED_TREE, "{graph}");
        assert_eq!(truth.score(), truth.oracle().score(), "{graph}");
        assert_eq!(truth.line(), truth.oracle().line(), "{graph}");
        assert!(!truth.follows_paths());
    }
}

#[test]
fn a_root_has_as_many_lines_as_moves_that_are_searched() {
    let game: Graph = "2[!3 4 !5]".parse().expect("a game");
    for (depth, plies, lines) in [(0, 0, 1), (0, 2, 1), (1, 0, 3), (1, 2, 3)] {
        let mut truth = Truth::new(&game.root(), depth);
        truth.judge_by(&Rules::FIXED_TREE.quiescing(plies, false));
        assert_eq!(truth.lines(), lines, "depth {depth}, {plies} plies of quiescence");
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
        let Some((&better, others)) = moves.split_first().filter(|(_, others)| !others.is_empty()) else {
            continue;
        };
        for depth in (1..=depth).rev() {
            let mut truth = Truth::new(&root, depth.max(2));
            truth.search_to(depth);
            let worth = |&mv: &Move| Oracle::new(&root.play(mv), depth - 1).score().for_parent();
            let value = others.iter().map(worth).max().expect("one at least");
            assert!(truth.root_allows(&[better], Window::FULL, value), "{depth} of {graph}");
            assert!(!truth.root_allows(&[better], Window::FULL, value + 1), "{depth} of {graph}");
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
        let mut truth = Truth::new(&root, depth);
        let mut scores = Vec::new();
        for rules in shapes.iter().chain(&shapes) {
            truth.judge_by(rules);
            let mut alone = Truth::new(&root, depth);
            alone.judge_by(rules);
            assert_eq!((truth.score(), truth.line()), (alone.score(), alone.line()), "{rules:?} of {graph}");
            scores.push(truth.score());
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
    let behind = root.play(Move::new(0));
    let judged = |rules: Rules| {
        let mut truth = Truth::new(&root, 2);
        truth.judge_by(&Rules { null: Some(2), ..rules });
        truth
    };
    let draws = Rules::FIXED_TREE.drawing_repetitions();
    let mut truth = judged(draws);
    assert_eq!(truth.value_of_node(&behind, 0, 0), score(-3), "not that of the root");
    assert!(truth.allows(&behind, 0, 0, Window::FULL, score(-3)));
    assert!(!truth.allows(&behind, 0, 0, Window::FULL, truth.score()), "{}", truth.score());
    for longer in [draws.quiescing(1, false), draws.extending(64), Rules::FIXED_TREE.extending(64)] {
        assert_eq!(judged(longer).value_of_node(&behind, 0, 0), Score::ZERO, "{longer:?}: no single one");
    }
}
