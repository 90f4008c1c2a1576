//! A tree by the moves of its root: what `exhaust --by-move` rests on.

use crate::common::prelude::*;
use std::collections::BTreeSet;

use pvcheck::check::judge_store;
use pvcheck::oracle::GroundTruth;
use pvcheck_lab::all_scores::is_settled_by_move;

/// The first move and the kind of the line of each store.
fn lines(
    harness: &mut Harness,
    algorithm: Algorithm,
    game: &Graph,
    depth: usize,
) -> Vec<(Option<usize>, LineKind)> {
    let root = game.root();
    let mut game = harness.game(&root, depth).expect("shallow");
    let mut lines = Vec::new();
    game.run_algorithm(algorithm, &SearchOptions::NONE, &mut |ground_truth, store, outcome| {
        let first = outcome.line.and_then(|line| line.first()).map(|mv| usize::from(mv.number()));
        lines.push((first, judge_store(ground_truth, Store::ALL[store], outcome).kind));
    });
    game.finish();
    lines
}

fn random_tree(branching: usize, depth: usize, choices: &mut Seeded) -> String {
    if depth == 0 {
        return choices.below(12).to_string();
    }
    let moves: Vec<_> = (0..branching).map(|_| random_tree(branching, depth - 1, choices)).collect();
    format!("[{}]", moves.join(" "))
}

/// A single line as long as this tree, with its value.
fn line(tree: &str, depth: usize) -> String {
    let graph: Graph = tree.parse().expect("a tree");
    let value = GroundTruth::new(&graph.root(), depth).score();
    let leaf = if depth.is_multiple_of(2) { value } else { -value };
    format!("{}{leaf}{}", "[".repeat(depth), "]".repeat(depth))
}

/// The line of a tree is that of the game in which its first move has its whole tree, and each other one a single line with its
/// value, where nothing but alpha passes from one move of the root to the next. A single array also passes on what it holds, and a
/// wrong score a wrong alpha.
#[test]
fn what_is_settled_by_move_depends_on_the_values_of_other_moves_only() {
    let (mut harness, mut choices) = (Harness::default(), Seeded::new(43, 1));
    let mut found = BTreeSet::new();
    let algorithms = || Algorithm::ALL.iter().copied().filter(|algorithm| !algorithm.profile().needs_table());
    for round in 0..4_000 {
        let (branching, depth) = [(2, 3), (3, 2), (3, 3), (2, 4)][round % 4];
        let trees: Vec<_> = (0..branching).map(|_| random_tree(branching, depth - 1, &mut choices)).collect();
        let lines_of: Vec<_> = trees.iter().map(|tree| line(tree, depth - 1)).collect();
        let game = |is_whole: &dyn Fn(usize) -> bool| {
            let moves = (0..branching).map(|mv| if is_whole(mv) { &trees[mv][..] } else { &lines_of[mv] });
            format!("[{}]", moves.collect::<Vec<_>>().join(" ")).parse::<Graph>().expect("a tree")
        };
        for algorithm in algorithms() {
            let by_move: Vec<_> = (0..branching)
                .map(|own| lines(&mut harness, algorithm, &game(&|mv| mv == own), depth))
                .collect();
            let whole = lines(&mut harness, algorithm, &game(&|_| true), depth);
            for (store, (first, kind)) in whole.into_iter().enumerate() {
                let subject = Subject { algorithm, store: Store::ALL[store], options: SearchOptions::NONE };
                let is_same =
                    first.is_none_or(|first| by_move.get(first).is_some_and(|lines| lines[store].1 == kind));
                assert!(
                    is_same || !is_settled_by_move(&subject),
                    "{subject}: {} and {by_move:?}",
                    game(&|_| true)
                );
                found.extend((!is_same).then(|| subject.to_string()));
            }
        }
    }
    assert!(found.len() > 50 && found.contains("alpha-beta-hard+single-array"), "{found:?}");
}
