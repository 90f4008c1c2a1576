//! Small games whose honest values can be worked out by hand.

use super::*;
use crate::game::Graph;
use crate::game::examples::NARROWING;
use crate::oracle::{Oracle, Walk};

fn game(text: &str) -> Graph {
    text.parse().expect("a game")
}

fn score(value: i32) -> Score {
    Score::new(value).expect("in range")
}

fn line(numbers: &[u16]) -> Vec<Move> {
    numbers.iter().map(|&number| Move::new(number)).collect()
}

const DEEPER: Rules = Rules::FIXED_TREE.table(Drafts::Deeper);

fn exact(game: &Graph, rules: Rules, depth: usize) -> Vec<i32> {
    let sets = Witnessed::new(&rules, &[(game.root(), depth)]);
    sets.exact(&game.root(), depth).map(Score::get).collect()
}

#[test]
fn the_narrowing_game_has_two_values_and_what_lies_between_is_neither() {
    let game = game(NARROWING);
    let root = game.root();
    let sets = Witnessed::new(&DEEPER, &[(root, 6)]);
    assert_eq!(exact(&game, DEEPER, 6), [1, 4]);
    assert_eq!((sets.low(&root, 6), sets.high(&root, 6)), (Some(score(1)), Some(score(4))));
    assert_eq!(sets.claim(&root, 6, Bound::Exact, score(4)), Claim::Honest);
    assert_eq!(sets.claim(&root, 6, Bound::Exact, score(2)), Claim::Between, "the interval is blind to it");
    assert_eq!(sets.claim(&root, 6, Bound::Exact, score(5)), Claim::False);
    assert_eq!(sets.claim(&root, 6, Bound::Lower, score(4)), Claim::Honest);
    assert_eq!(sets.claim(&root, 6, Bound::Lower, score(5)), Claim::False);
    assert_eq!(exact(&game, Rules::FIXED_TREE.table(Drafts::Equal), 6), [1]);
}

/// Where each position is met at one depth, or no other draft counts, nothing but minimax
/// is honest, at any position.
#[test]
fn without_mixed_depths_the_only_honest_value_is_minimax() {
    for (text, rules) in [
        ("[[3 5] [2 9]]", DEEPER),
        ("[[a:[1 2] 3] [a [0 4]]]", DEEPER),
        (NARROWING, Rules::FIXED_TREE),
        (NARROWING, Rules::FIXED_TREE.drawing_repetitions()),
        ("a:[1 b:[a 2]]", Rules::FIXED_TREE.table(Drafts::Equal)),
    ] {
        let game = game(text);
        for depth in 0..7 {
            let minimax = Oracle::new(&game.root(), depth).score();
            let sets = Witnessed::new(&rules, &[(game.root(), depth)]);
            assert_eq!(sets.exact(&game.root(), depth).collect::<Vec<_>>(), [minimax], "{text} at {depth}");
            assert_eq!(sets.low(&game.root(), depth), Some(minimax));
            assert_eq!(sets.high(&game.root(), depth), Some(minimax));
        }
    }
}

#[test]
fn leaves_use_entries_only_where_they_probe() {
    // `a` is a leaf behind the chain, and searched a ply deep behind the first move.
    let game = game("[a:7[1] [a]]");
    assert_eq!(exact(&game, DEEPER, 2), [7], "the better of 1, by `a`, and 7, by the chain");
    assert_eq!(exact(&game, DEEPER.probing_leaves(), 2), [1, 7], "by the chain 7, or -1 by an entry");
}

/// An earlier search puts its drafts into the table, an iteration its smaller depths.
#[test]
fn what_was_searched_before_counts() {
    // One ply deep the root is worth 5, as the position evaluates; two plies deep 1.
    let game = game("[-5[1]]");
    let root = game.root();
    let after = |searched: &[(_, usize)]| -> Vec<i32> {
        let sets = Witnessed::new(&DEEPER.probing_leaves(), searched);
        sets.exact(&root, 1).map(Score::get).collect()
    };
    assert_eq!(after(&[(root, 1)]), [5]);
    assert_eq!(after(&[(root, 1), (root, 2)]), [1, 5]);
    // The root itself does not end by the entry of its deeper search.
    let sets = Witnessed::new(&DEEPER, &[(root, 1), (root, 2)]);
    assert_eq!(sets.exact(&root, 1).map(Score::get).collect::<Vec<_>>(), [1, 5]);
    assert_eq!(sets.root_claim(&root, 1, Bound::Exact, score(5)), Claim::Honest);
    assert_eq!(sets.root_claim(&root, 1, Bound::Exact, score(1)), Claim::Between);
    assert_eq!(sets.root_claim(&root, 1, Bound::Lower, score(1)), Claim::Honest);
    assert_eq!(sets.root_claim(&root, 1, Bound::Upper, score(1)), Claim::False);
}

#[test]
fn a_draw_by_repetition_is_honest_where_a_walk_comes_back() {
    // The root may end the game for -5 or give the move to a position that gives it back.
    let game = game("a:3[5 [a]]");
    let rules = Rules::FIXED_TREE.table(Drafts::Equal);
    assert_eq!(exact(&game, rules, 2), [3]);
    // Two plies deep the second visit of the root is at depth 0: by another path it would be 3.
    assert_eq!(exact(&game, rules.drawing_repetitions(), 2), [0, 3]);
    assert_eq!(exact(&game, rules.drawing_repetitions(), 1), [0], "nobody has come back yet");
}

#[test]
fn a_line_goes_on_as_a_deeper_entry_has_it() {
    let game = game(NARROWING);
    let root = game.root();
    let sets = Witnessed::new(&DEEPER, &[(root, 6)]);
    let walk = |value, numbers: &[u16]| sets.walk(&root, 6, score(value), &line(numbers));
    // Worth 1 by the first move, whole and in part.
    assert_eq!(walk(1, &[0, 2]), Walk::Whole { leftmost: false });
    assert_eq!(walk(1, &[0]), Walk::Short);
    // Worth 4 only by an entry of `a` with four plies to go, at the end of the chain, and its line.
    // It is longer than the depth of the search.
    assert_eq!(walk(4, &[1, 0, 0, 0]), Walk::Short);
    assert_eq!(walk(4, &[1, 0, 0, 0, 0, 0, 0]), Walk::Unsound { ply: 7 });
    assert_eq!(walk(4, &[1, 0, 0, 0, 0, 0, 1]), Walk::Whole { leftmost: false });
    assert_eq!(walk(4, &[1, 0, 0, 0, 1]), Walk::Unsound { ply: 5 }, "worth 1 at every depth");
    assert_eq!(walk(4, &[0, 2]), Walk::Unsound { ply: 1 });
    assert_eq!(walk(2, &[1, 0, 0, 0]), Walk::Unsound { ply: 0 });
}

#[test]
fn a_line_ends_with_a_draw() {
    let game = game("a:3[5 [a]]");
    let root = game.root();
    let rules = Rules::FIXED_TREE.table(Drafts::Equal).drawing_repetitions();
    let sets = Witnessed::new(&rules, &[(root, 4)]);
    let walk = |value, numbers: &[u16]| sets.walk(&root, 4, score(value), &line(numbers));
    assert_eq!(walk(0, &[1, 0]), Walk::Whole { leftmost: false });
    assert_eq!(walk(0, &[1, 0, 1]), Walk::PastDraw { ply: 2 });
    assert_eq!(walk(0, &[1]), Walk::Short);
    assert_eq!(walk(0, &[0]), Walk::Unsound { ply: 1 });
}
