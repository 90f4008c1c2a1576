//! Re-searches in PVS: which of them can be skipped, and what is lost without them.

use crate::common::prelude::*;
use crate::common::{COPYING, exhaust, play, row};
use pvcheck::campaign::Grown;
use pvcheck::game::{Growth, Shape, Sharing, Values};
use pvcheck::pv::{AllStores, PvStore};
use pvcheck::search::{Node, Search};

/// On larger trees: no line of NegaScout as published is wrong or truncated when scores are a thousand apart.
/// When they are neighbours, one in eleven is.
#[test]
fn negascout_as_published_returns_correct_lines_if_scores_are_distant() {
    struct Scaled(Grown, i32);
    impl Games for Scaled {
        fn count(&self) -> u64 {
            self.0.count()
        }
        fn game(&self, index: u64, tree: &mut Graph) -> usize {
            let depth = self.0.game(index, tree);
            for node in 0..tree.len() {
                let score = i64::from(tree.score(node).get()) * i64::from(self.1);
                tree.set_score(node, Score::saturating(score));
            }
            depth
        }
    }
    let growth = Growth {
        shape: Shape::Uniform,
        sharing: Sharing::None,
        values: Values::Permutation,
        branching: 3,
        height: 4,
    };
    let subject: Subject = "negascout-hard+triangular".parse().expect("a subject");
    let wrong = |gap| {
        let games = Scaled(Grown { growth, seed: 1, games: 10_000 }, gap);
        Campaign::new(&games, vec![subject]).threads(2).run(|_| ()).rows[0].tally.wrong_lines()
    };
    assert_eq!((wrong(1), wrong(1_000)), (907, 0));
}

/// PVS, fail-hard, without some of its re-searches: at nodes with one ply to go, whose children are leaves
/// (`ABOVE_LEAVES`), or of children where the game is over, at any depth (`OVER`). If `CLAMPED`, a leaf
/// returns no more than its window, as a fail-hard quiescence search does.
fn pvs_skipping<const ABOVE_LEAVES: bool, const OVER: bool, const CLAMPED: bool, P, S, O>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    let callee = pvs_skipping::<ABOVE_LEAVES, OVER, CLAMPED, P, S, O>;
    while let Some(child) = s.next(node) {
        let mut score;
        if child.index == 0 {
            score = -s.search(callee, node, child, -beta, -alpha);
        } else {
            score = -s.search(callee, node, child, -alpha - 1, -alpha);
            let (last, over) = (node.depth() == 1, node.position().play(child.mv).is_terminal());
            if CLAMPED && (last || over) {
                score = score.clamp(alpha, alpha + 1);
            }
            let skipped = (ABOVE_LEAVES && last) || (OVER && over);
            if score > alpha && !skipped {
                score = -s.search(callee, node, child, -beta, -alpha);
            }
        }
        if score >= beta {
            s.refute(node, child);
            return beta;
        }
        if score > alpha {
            alpha = score;
            s.raise(node, child);
        }
    }
    alpha
}

/// Over all games of a scope: the number of wrong scores, and by store that of lines other than the leftmost one.
fn skipping<const ABOVE_LEAVES: bool, const OVER: bool, const CLAMPED: bool>(
    scope: &Scope,
) -> (u64, [u64; Store::ALL.len()]) {
    let (mut tree, mut harness) = (Graph::leaf(Score::ZERO), Harness::<AllStores>::default());
    let (mut wrong_scores, mut wrong_lines) = (0, [0; Store::ALL.len()]);
    for index in 0..scope.count() {
        let depth = scope.game(index, &mut tree);
        let mut game = harness.game(&tree.root(), depth).expect("within capacity");
        let trial = game.run_search(
            pvs_skipping::<ABOVE_LEAVES, OVER, CLAMPED, _, _, _>,
            Profile::MINIMAX,
            &SearchOptions::NONE,
            |oracle, store, outcome| {
                let line = judge_line(oracle, outcome, Store::ALL[store].profile().keeps_lines());
                wrong_lines[store] += u64::from(line.kind != LineKind::Same);
            },
        );
        game.finish();
        wrong_scores += u64::from(trial.verdict != ScoreVerdict::Exact);
    }
    (wrong_scores, wrong_lines)
}

/// Leaves return their evaluation even outside the window here. Score and line stay right, on ragged and on
/// uniform trees.
#[test]
fn the_re_search_can_be_skipped_just_above_leaves_that_return_their_evaluation() {
    for scope in [Scope::shapes(7), Scope::uniform(2, 3, Leaves::Permutations)] {
        let (scores, lines) = skipping::<true, false, false>(&scope.expect("a small scope"));
        assert_eq!(scores, 0);
        for store in COPYING.into_iter().chain([Store::SingleArray]) {
            assert_eq!(lines[store as usize], 0, "{}", store.name());
        }
    }
}

/// A leaf that clamps its score returns a bound: fail-hard search needs the re-search.
#[test]
fn a_leaf_that_clamps_its_score_to_the_window_needs_the_re_search() {
    let scope = Scope::shapes(5).expect("a small scope");
    assert!(skipping::<true, false, true>(&scope).0 > 0);
    assert_eq!(skipping::<false, false, true>(&scope).0, 0, "with the re-search above leaves");
}

/// Without the re-search of a child where the game is over, the single array lacks the terminator that an open window
/// would have written: it is right on uniform trees and wrong on ragged ones. The stores that copy have cleared the
/// line of the child on entry.
#[test]
fn skipping_the_re_search_of_terminal_children_breaks_the_single_array_only_on_ragged_trees() {
    let uniform = Scope::uniform(2, 3, Leaves::Permutations).expect("a small scope");
    let uniform = skipping::<true, true, false>(&uniform);
    let ragged = skipping::<true, true, false>(&Scope::shapes(7).expect("a small scope"));
    assert_eq!((uniform.0, ragged.0), (0, 0));
    for store in COPYING {
        assert_eq!((uniform.1[store as usize], ragged.1[store as usize]), (0, 0), "{}", store.name());
    }
    assert_eq!(uniform.1[Store::SingleArray as usize], 0);
    assert!(ragged.1[Store::SingleArray as usize] > 0);
}

/// In the last two plies the child fails low. Fail-hard, it returns the bound of its null window: the score is lost.
/// Fail-soft, it returns the value, and only the line is truncated.
#[test]
fn skipping_re_searches_in_the_last_two_plies_loses_the_score_if_fail_hard_and_the_line_if_fail_soft() {
    let uniform = exhaust(2, 3, Leaves::Permutations);
    let ragged = play(&Scope::shapes(7).expect("a small scope"));
    for (finished, scores) in [(uniform, 12_000), (&ragged, 283)] {
        let hard = &row(finished, Algorithm::PvsHardNoLastReSearch, Store::Triangular).tally;
        assert_eq!(hard.score(ScoreVerdict::Unwitnessed), scores);
        // The raw walk has no meaning without a table.
        for store in Store::ALL.iter().filter(|&&store| store != Store::TableWalkRaw) {
            let soft = &row(finished, Algorithm::PvsSoftNoLastReSearch, *store).tally;
            assert_eq!(soft.score(ScoreVerdict::Exact), finished.games, "{}", store.name());
        }
        for store in COPYING {
            let soft = &row(finished, Algorithm::PvsSoftNoLastReSearch, store).tally;
            let short = soft.line(LineKind::Truncated);
            assert!(short > 0, "{}", store.name());
            assert_eq!(soft.line(LineKind::Same) + short, finished.games, "{}", store.name());
        }
    }
    // The single array shows the tail of a previous line instead: on uniform trees a wrong reply, on ragged ones also
    // one that does not exist.
    let single = |finished: &Finished, kind| {
        row(finished, Algorithm::PvsSoftNoLastReSearch, Store::SingleArray).tally.line(kind)
    };
    assert!(single(uniform, LineKind::Unsound) > 0 && single(uniform, LineKind::Illegal) == 0);
    assert!(single(&ragged, LineKind::Unsound) > 0 && single(&ragged, LineKind::Illegal) > 0);
}
