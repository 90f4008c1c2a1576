//! Metamorphic tests: how the result of a search must change when its game is changed, for every algorithm and every
//! store. Each law has a counterpart: a change after which the law must fail.

use std::collections::BTreeMap;

use proptest::prelude::*;
use pvcheck::game::Link;
use pvcheck::oracle::Oracle;

use crate::common::laws::{Game, Seen, games, holds};
use crate::common::prelude::*;
use crate::common::search_record::{SearchRecord, obeys, play, played, survivors};

const REGRESSIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/regressions/metamorphic.txt");

/// The ply of every position.
fn plies(tree: &Graph) -> Vec<usize> {
    let mut plies = vec![0; tree.len()];
    for node in 0..tree.len() {
        for child in tree.children(node) {
            plies[child] = plies[node] + 1;
        }
    }
    plies
}

/// 1 where the root's side is to move, else -1.
fn side(ply: usize) -> i64 {
    if ply.is_multiple_of(2) { 1 } else { -1 }
}

/// The same game with other scores: `score` maps a score as the root sees it.
fn rescored(Game { tree, depth }: &Game, score: impl Fn(i64) -> i64) -> Game {
    let mut tree = tree.clone();
    for (node, ply) in plies(&tree).into_iter().enumerate() {
        let seen = side(ply) * i64::from(tree.score(node).get());
        tree.set_score(node, Score::saturating(side(ply) * score(seen)));
    }
    Game { tree, depth: *depth }
}

fn is_moved_by(constant: i32, before: &[SearchRecord], after: &SearchRecord) -> bool {
    let before = played(before, after.algorithm);
    *after == SearchRecord { score: before.score + constant, ..before.clone() }
}

#[test]
fn a_constant_added_to_all_scores_is_added_to_the_result_and_changes_nothing_else() {
    holds(REGRESSIONS, 4, &(games(), -1_000_000..=1_000_000i32), |(game, constant)| {
        let before = play(&game);
        let moved = play(&rescored(&game, |seen| seen + i64::from(constant)));
        obeys(&before, &moved, |before, after| is_moved_by(constant, before, after))?;
        Ok(constant != 0 && before[0].counts.leaf_evaluations > 2)
    });
}

#[test]
fn a_constant_added_from_each_sides_own_view_is_not_added_to_the_result() {
    let change = |Game { tree, depth }: &Game| {
        let links = |node: usize, out: &mut Vec<Link>| out.extend(tree.links(node));
        Game { tree: tree.rebuild(0, links, |node| tree.score(node) + 1), depth: *depth }
    };
    assert!(survivors(change, |before, after| is_moved_by(1, before, after)).is_empty());
}

/// The scores of a game as the root sees them, each with its image: in the same order,
/// with gaps from `least` to `least + spread` between neighbours.
fn increasing(Game { tree, .. }: &Game, seed: u64, least: i64, spread: u32) -> BTreeMap<i64, i64> {
    let nodes = plies(tree).into_iter().zip(0..);
    let scores = nodes.map(|(ply, node)| (side(ply) * i64::from(tree.score(node).get()), 0));
    let mut map: BTreeMap<i64, i64> = scores.collect();
    let mut choices = Seeded::new(seed, 0);
    let mut next = i64::from(choices.below(2_000)) - 1_000;
    for image in map.values_mut() {
        *image = next;
        next += least + i64::from(choices.below(spread + 1));
    }
    map
}

/// Whether the result is mapped and nothing else has changed, with exceptions for searches that depend on scores being
/// whole numbers:
///
/// 1. A null-window search that fails hard returns `alpha + 1`, and some searches use that as a score. It is the bound
///    of the last root move, unless that leads to a leaf. NegaScout as published searches again from there: counts and
///    lines depend on whether the value is greater. Fail-hard PVS without the last re-search uses it as the value.
/// 2. A window between two scores is null when they are neighbours, and open when the map puts numbers between them.
///    No score of the game is inside, but a leaf below an open window writes a terminator.
fn is_mapped(game: &Game, map: &BTreeMap<i64, i64>, before: &[SearchRecord], after: &SearchRecord) -> bool {
    let before = played(before, after.algorithm).clone().but_for_terminators(after);
    let image = |score: Score| map.get(&i64::from(score.get())).map(|&image| Score::saturating(image));
    let expected = match before.algorithm {
        Algorithm::PvsHardNoLastReSearch => return true,
        Algorithm::NegascoutHard => {
            let SearchRecord { counts, distinct_leaves, lines, .. } = after.clone();
            SearchRecord { score: before.score, counts, distinct_leaves, lines, ..before }
        }
        _ => before,
    };
    let last = expected.best_move.map(|mv| game.tree.root().play(mv));
    let inexact = expected.algorithm == Algorithm::LastMove && expected.bound == Bound::Lower;
    let score = match last {
        Some(last) if inexact && game.depth > 1 && !last.is_terminal() => {
            image(expected.score - 1).map(|best| best + 1)
        }
        _ => image(expected.score),
    };
    score.is_some_and(|score| *after == SearchRecord { score, ..expected })
}

#[test]
fn an_increasing_map_of_the_scores_maps_the_result_and_changes_nothing_else() {
    let exceptions: [Seen; 4] = Default::default();
    holds(REGRESSIONS, 4, &(games(), any::<u64>(), 0..10u32), |(game, seed, spread)| {
        let map = increasing(&game, seed, 1, spread);
        let (before, after) = (play(&game), play(&rescored(&game, |seen| map[&seen])));
        obeys(&before, &after, |before, after| is_mapped(&game, &map, before, after))?;
        // Each exception is needed: without it the law would not hold.
        let pairs = |algorithm| (played(&before, algorithm), played(&after, algorithm));
        let image = |score: Score| map.get(&i64::from(score.get())).map(|&image| Score::saturating(image));
        let (from, to) = pairs(Algorithm::PvsHardNoLastReSearch);
        exceptions[0].note(image(from.score) != Some(to.score));
        let (from, to) = pairs(Algorithm::NegascoutHard);
        exceptions[1].note(from.counts != to.counts && from.lines != to.lines);
        let (from, to) = pairs(Algorithm::LastMove);
        exceptions[2].note(image(from.score) != Some(to.score));
        let (from, to) = pairs(Algorithm::AlphaBetaSoft);
        exceptions[3].note(from.lines != to.lines);
        Ok(map.iter().any(|(seen, image)| seen != image) && before[0].counts.leaf_evaluations > 2)
    });
    for (seen, one_in) in exceptions.iter().zip([40, 40, 40, 400]) {
        seen.at_least_one_in(one_in);
    }
}

/// Between any two scores there is room for more steps of 1 than a search can take. Then it makes no difference that
/// scores are whole numbers, and there are no exceptions. A returned score that no position has keeps its distance to
/// the nearest one.
#[test]
fn an_increasing_map_of_distant_scores_has_no_exceptions() {
    const FAR: i64 = 1_000;
    let steps = Seen::default();
    holds(REGRESSIONS, 4, &(games(), any::<u64>(), 0..1_000u32), |(game, seed, spread)| {
        let map = increasing(&game, seed, FAR, 0);
        let game = rescored(&game, |seen| map[&seen]);
        let map = increasing(&game, !seed, FAR, spread);
        let (before, after) = (play(&game), play(&rescored(&game, |seen| map[&seen])));
        obeys(&before, &after, |before, after| {
            let before = played(before, after.algorithm);
            let score = i64::from(before.score.get());
            let (near, image) =
                map.range(score - FAR / 2..).next().expect("some score is near the returned one");
            steps.note(score != *near);
            *after == SearchRecord { score: Score::saturating(image + score - near), ..before.clone() }
        })?;
        Ok(spread > 0 && before[0].counts.leaf_evaluations > 2)
    });
    steps.at_least_one_in(20);
}

/// Where neighbouring scores become equal, the first of the moves that tie then may be another one than the best
/// move was.
#[test]
fn a_map_that_creates_ties_changes_best_moves() {
    let change = |game: &Game| rescored(game, |seen| seen.div_euclid(4));
    let keeps_move = |before: &[SearchRecord], after: &SearchRecord| {
        let before = played(before, after.algorithm);
        before.bound != after.bound || before.best_move == after.best_move
    };
    assert!(survivors(change, keeps_move).is_empty());
}

/// The same game with the moves of every position in another order.
fn permuted(Game { tree, depth }: &Game, seed: u64) -> Game {
    let mut choices = Seeded::new(seed, 0);
    let links = |node: usize, out: &mut Vec<Link>| {
        let first = out.len();
        out.extend(tree.links(node));
        for last in first..first + tree.children(node).len() {
            out.swap(last, last - choices.below((last - first) as u32 + 1) as usize);
        }
    };
    Game { tree: tree.rebuild(0, links, |node| tree.score(node)), depth: *depth }
}

/// An exact score is the same; a bound is still true.
fn has_the_same_value(before: &[SearchRecord], after: &SearchRecord) -> bool {
    let value = played(before, Algorithm::Minimax).score;
    match after.bound {
        Bound::Exact => after.score == value,
        Bound::Lower => after.score <= value && after.algorithm.profile().may_end_with_bound,
        Bound::Upper => false,
    }
}

#[test]
fn the_order_of_moves_does_not_change_the_score() {
    let wrong = Seen::default();
    holds(REGRESSIONS, 4, &(games(), any::<u64>()), |(game, seed)| {
        let permuted = permuted(&game, seed);
        let (before, after) = (play(&game), play(&permuted));
        obeys(&before, &after, |before, after| {
            let same = has_the_same_value(before, after);
            // Its scores are wrong by design.
            let exempt = after.algorithm == Algorithm::PvsHardNoLastReSearch;
            wrong.note(exempt && !same);
            same || exempt
        })?;
        Ok(permuted.tree != game.tree)
    });
    wrong.at_least_one_in(40);
}

#[test]
fn scores_at_other_positions_change_the_result() {
    let change = |Game { tree, depth }: &Game| {
        let mut shuffled = tree.clone();
        for node in 0..tree.len() {
            shuffled.set_score(node, tree.score(tree.len() - 1 - node));
        }
        Game { tree: shuffled, depth: *depth }
    };
    assert!(survivors(change, has_the_same_value).is_empty());
}

/// `count` forced moves before the game, which is searched as deep as before or deeper.
fn wrapped(Game { tree, depth }: &Game, count: usize, deeper: usize) -> Game {
    let text = format!("{}{tree}{}", "[".repeat(count), "]".repeat(count));
    Game { tree: text.parse().expect("a tree in brackets is a tree"), depth: depth + deeper }
}

/// Whether the result is that of the game after the forced moves. An algorithm that applies to the root only is plain
/// alpha-beta or PVS below it.
fn is_after_forced_moves(count: usize, before: &[SearchRecord], after: &SearchRecord) -> bool {
    let mut expected = match after.algorithm {
        Algorithm::LastMove => played(before, Algorithm::AlphaBetaHard),
        Algorithm::BelleRoot => played(before, Algorithm::PvsSoft),
        algorithm => played(before, algorithm),
    }
    .clone();
    expected.algorithm = after.algorithm;
    expected.score = if count.is_multiple_of(2) { expected.score } else { -expected.score };
    expected.best_move = Some(Move::new(0));
    expected.counts.nodes += count as u64;
    for line in expected.lines.iter_mut().flatten() {
        line.splice(0..0, vec![Move::new(0); count]);
    }
    *after == expected
}

#[test]
fn forced_moves_before_the_game_are_prepended_to_its_line_and_change_nothing_else() {
    holds(REGRESSIONS, 4, &(games(), 1..=4usize), |(game, count)| {
        let (before, after) = (play(&game), play(&wrapped(&game, count, count)));
        obeys(&before, &after, |before, after| is_after_forced_moves(count, before, after))?;
        Ok(before[0].counts.leaf_evaluations > 2)
    });
}

#[test]
fn forced_moves_that_cost_depth_change_the_result() {
    let change = |game: &Game| wrapped(game, 2, 1);
    assert!(survivors(change, |before, after| is_after_forced_moves(2, before, after)).is_empty());
}

/// The number of the position that is added, which no tree has.
const ADDED: usize = usize::MAX;

/// The same game with one more move, the last one of the position `at`; it ends the game with `score` for the side to
/// move then.
fn with_last_move(Game { tree, depth }: &Game, at: usize, score: Score) -> Game {
    let links = |node: usize, out: &mut Vec<Link>| {
        let moves = tree.children(node).len();
        out.extend(tree.links(node));
        out.splice(moves..moves, (node == at).then_some(Link::plain(ADDED)));
    };
    let score = |node: usize| if node == ADDED { score } else { tree.score(node) };
    Game { tree: tree.rebuild(0, links, score), depth: *depth }
}

/// A random position whose moves a search tries, so that it would try an added one.
fn inner(Game { tree, depth }: &Game, seed: u64) -> Option<usize> {
    let inner = plies(tree).into_iter().enumerate();
    let inner = inner.filter(|&(node, ply)| ply < *depth && !tree.is_leaf(node));
    let inner: Vec<usize> = inner.map(|(node, _)| node).collect();
    let drawn = Seeded::new(seed, 0).below(inner.len() as u32) as usize;
    inner.get(drawn).copied()
}

/// Whether a move that was added at `at` changes the number of evaluations and nothing else. At the root it becomes the
/// last move, and `last-move` searches all others as alpha-beta does.
fn is_like_before(at: usize, before: &[SearchRecord], after: &SearchRecord) -> bool {
    let before = match after.algorithm {
        Algorithm::LastMove if at == 0 => played(before, Algorithm::AlphaBetaHard),
        algorithm => played(before, algorithm),
    };
    let SearchRecord { algorithm, counts, distinct_leaves, .. } = *after;
    // A leaf with an open window writes a terminator, however bad its score is.
    let before =
        SearchRecord { algorithm, counts, distinct_leaves, ..before.clone() }.but_for_terminators(after);
    *after == before
}

#[test]
fn a_last_move_that_is_worse_than_all_others_changes_neither_score_nor_line() {
    let terminated = Seen::default();
    holds(REGRESSIONS, 3, &(games(), any::<u64>()), |(game, seed)| {
        let Some(at) = inner(&game, seed) else { return Ok(false) };
        let (before, after) = (play(&game), play(&with_last_move(&game, at, Score::MAX)));
        obeys(&before, &after, |before, after| is_like_before(at, before, after))?;
        let [from, to] = [&before, &after].map(|all| played(all, Algorithm::AlphaBetaSoft));
        terminated.note(from.lines != to.lines);
        let [from, to] = [&before, &after].map(|all| played(all, Algorithm::PvsSoft));
        Ok(from.counts.leaf_evaluations < to.counts.leaf_evaluations)
    });
    terminated.at_least_one_in(20);
}

#[test]
fn a_last_move_that_is_better_than_all_others_changes_the_result() {
    let change = |game: &Game| with_last_move(game, 0, Score::MIN);
    assert!(survivors(change, |before, after| is_like_before(0, before, after)).is_empty());
}

/// Marks in `read` the positions at or below which alpha-beta reads a leaf.
fn note_read(
    oracle: &Oracle<GraphPosition<'_>>,
    position: GraphPosition<'_>,
    depth: usize,
    read: &mut [bool],
) -> bool {
    let moves = if depth > 0 { legal_moves(&position) } else { Vec::new() };
    let mut any = moves.is_empty() && oracle.is_examined(&position);
    for mv in moves {
        any |= note_read(oracle, position.play(mv), depth - 1, read);
    }
    read[position.node()] = any;
    any
}

/// The same game without the moves after which no pruning search may read a leaf.
fn pruned(Game { tree, depth }: &Game) -> Game {
    let mut oracle = Oracle::new(&tree.root(), *depth);
    oracle.mark_examined(Window::FULL);
    let mut read = vec![false; tree.len()];
    note_read(&oracle, tree.root(), *depth, &mut read);
    let plies = plies(tree);
    let stays = |link: &Link| read[link.to] || plies[link.to] > *depth;
    let links = |node: usize, out: &mut Vec<Link>| out.extend(tree.links(node).filter(stays));
    Game { tree: tree.rebuild(0, links, |node| tree.score(node)), depth: *depth }
}

fn is_the_same(before: &[SearchRecord], after: &SearchRecord) -> bool {
    *after == *played(before, after.algorithm)
}

#[test]
fn removing_subtrees_that_alpha_beta_does_not_read_changes_nothing() {
    let others = Seen::default();
    holds(REGRESSIONS, 4, &games(), |game| {
        let pruned = pruned(&game);
        // No root move is removed, so the last one is still the last.
        prop_assert!(game.tree.children(0).eq(pruned.tree.children(0)));
        let (before, after) = (play(&game), play(&pruned));
        obeys(&before, &after, |before, after| {
            let same = is_the_same(before, after);
            others.note(!same && after.algorithm != Algorithm::Minimax);
            same || !after.algorithm.profile().is_within_alpha_beta
        })?;
        let minimax = [&before, &after].map(|all| played(all, Algorithm::Minimax).distinct_leaves);
        prop_assert_eq!(pruned.tree != game.tree, minimax[0] > minimax[1]);
        Ok(pruned.tree != game.tree)
    });
    others.at_least_one_in(200);
}

#[test]
fn removing_a_subtree_that_alpha_beta_reads_changes_the_score() {
    let change = |game: &Game| {
        let (root, Game { tree, depth }) = (game.tree.children(0), pruned(game));
        let several = root.len() > 1;
        let stays = |link: &Link| !(several && Some(link.to) == root.clone().next_back());
        let links = |node: usize, out: &mut Vec<Link>| out.extend(tree.links(node).filter(stays));
        Game { tree: tree.rebuild(0, links, |node| tree.score(node)), depth }
    };
    assert!(
        survivors(change, |before, after| played(before, after.algorithm).score == after.score).is_empty()
    );
}
