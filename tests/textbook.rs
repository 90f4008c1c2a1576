//! The rest of the textbook: every ordered tree of up to nine positions, the second
//! search that is left out, the line that a second search from the score loses.

mod common;

use common::{BOUND, COPYING, FROM_SCORE, OPEN, PVS, READING, play, row};
use pvcheck::algorithm::{Algorithm, Profile};
use pvcheck::campaign::{Campaign, Finished, Games, Grown, Row};
use pvcheck::case::Case;
use pvcheck::check::{Harness, judge_line};
use pvcheck::contract::counterexamples;
use pvcheck::enumerate::{Leaves, Scope};
use pvcheck::game::{Graph, Growth, Shape, Sharing, Values};
use pvcheck::position::Position;
use pvcheck::pv::{AllStores, PvStore, Store};
use pvcheck::score::Score;
use pvcheck::search::{Node, Observer, Search, SearchOptions};
use pvcheck::subject::{Regime, Subject};
use pvcheck::verdict::{LineKind, ScoreVerdict};

/// Whether score and leftmost line were right in every game, or no line was due was shown.
fn survives(row: &Row) -> bool {
    let Row { tally, .. } = row;
    let scores = tally.score(ScoreVerdict::Exact) + tally.score(ScoreVerdict::Bound);
    let lines = tally.line(LineKind::Same) + tally.line(LineKind::NoneDue);
    scores == tally.games && lines == tally.games && tally.node_faults == 0
}

/// Every ordered tree of up to 9 positions with all orderings of its leaves: guarantees
/// are kept, and the copying stores and the single array survive exactly these searches.
#[test]
fn every_ordered_tree_of_up_to_9_positions_keeps_the_guarantees() {
    let finished = play(&Scope::shapes(9).expect("a small scope"));
    // 3,092,380 of them have nine positions.
    assert_eq!(finished.games, 3_328_402);
    assert!(finished.rows.iter().all(Row::is_kept));
    let survivors = |store: Store| -> Vec<Algorithm> {
        let survives = |&algorithm: &Algorithm| survives(row(&finished, algorithm, store));
        Algorithm::ALL.iter().copied().filter(|one| !one.needs_table()).filter(survives).collect()
    };
    let listed = |groups: &[&[Algorithm]]| -> Vec<Algorithm> {
        let within = |algorithm: &Algorithm| groups.iter().any(|group| group.contains(algorithm));
        Algorithm::ALL.iter().copied().filter(within).collect()
    };
    // On a tree no position is met again: what is read from a table is as good as what is copied.
    for store in COPYING.into_iter().chain(READING).filter(|&store| store != Store::TableWalk) {
        assert_eq!(survivors(store), listed(&[&PVS, &OPEN, &BOUND]), "{}", store.name());
    }
    // The walk that takes any move is better still: what failed high stays in the table, where a
    // second search that begins at its score finds nothing to record.
    assert_eq!(survivors(Store::TableWalk), listed(&[&PVS, &OPEN, &BOUND, &FROM_SCORE]));
    assert_eq!(survivors(Store::SingleArray), listed(&[&PVS, &[Algorithm::BelleRoot]]));
    for store in [Store::SingleArrayBare, Store::SingleArrayRefuting] {
        assert_eq!(survivors(store), []);
    }
    assert_committed_counterexamples_are_the_smallest(&finished);
}

/// No game of the scope shows with fewer positions what a committed counterexample shows.
fn assert_committed_counterexamples_are_the_smallest(finished: &Finished) {
    let counterexamples = counterexamples();
    for Row { subject, guarantee, counterexamples: smallest, .. } in &finished.rows {
        let Some(must_show) = guarantee.must_show else { continue };
        let of_cell = |case: &&Case| {
            let Case { subject: own, .. } = case;
            (own.algorithm, own.store, own.regime()) == (subject.algorithm, subject.store, Regime::Stable)
        };
        let committed =
            counterexamples.iter().find(of_cell).expect("each cell that breaks has a counterexample");
        assert_eq!(committed.expect, Some(must_show));
        // Some stores break only where positions are met again, which is on no tree.
        let Some(smallest) = smallest.get(&must_show) else {
            assert!(READING.contains(&subject.store), "{subject} breaks on trees");
            continue;
        };
        // Smaller still is a game that is searched deeper than it goes on.
        assert!(committed.game.len() <= smallest.game.len(), "{committed}");
    }
}

/// Searches know that nothing lies between two neighbours, so distances count too. What
/// survives among neighbours survives when scores lie apart, and NegaScout as printed
/// joins it when they lie far apart: its second search begins at alpha + 1, and where nested
/// null windows cannot add up to a distance that is no value at all.
#[test]
fn what_survives_does_so_at_every_distance_of_scores() {
    let survivors = |gap| -> Vec<(Algorithm, Store)> {
        let finished = play(&Scope::shapes(8).expect("a small scope").with_gap(gap));
        assert!(finished.rows.iter().all(Row::is_kept));
        let rows = finished.rows.iter().filter(|row| survives(row));
        rows.map(|row| (row.subject.algorithm, row.subject.store)).collect()
    };
    let neighbours = survivors(1);
    assert_eq!(survivors(2), neighbours);
    let mut apart = survivors(1_000);
    let joined: Vec<Store> = COPYING.into_iter().chain([Store::SingleArray]).chain(READING).collect();
    let is_joined =
        |&(algorithm, store): &(_, _)| algorithm == Algorithm::NegascoutHard && store != Store::None;
    let (negascout, rest): (Vec<_>, Vec<_>) = apart.drain(..).partition(is_joined);
    assert_eq!(negascout.iter().map(|&(_, store)| store).collect::<Vec<_>>(), joined);
    // Of these the walk that takes any move is right among neighbours too.
    let (walk, others): (Vec<_>, Vec<_>) = neighbours.into_iter().partition(is_joined);
    assert_eq!(walk, [(Algorithm::NegascoutHard, Store::TableWalk)]);
    assert_eq!(rest, others);
}

/// The same on larger trees: no line of NegaScout as printed is crippled when scores lie
/// a thousand apart, where neighbours cripple one in eleven.
#[test]
fn negascout_as_printed_keeps_the_line_where_scores_lie_apart() {
    struct PartMismatch(Grown, i32);
    impl Games for PartMismatch {
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
    let flawed = |gap| {
        let games = PartMismatch(Grown { growth, seed: 1, games: 10_000 }, gap);
        Campaign::new(&games, vec![subject]).threads(2).run(|_| ()).rows[0].tally.flawed_lines()
    };
    assert_eq!((flawed(1), flawed(1_000)), (907, 0));
}

/// PVS, fail-hard, without some of its second searches: at nodes with one ply to go, whose children are
/// leaves (`ABOVE_LEAVES`), or of children where the game is over, at any depth (`OVER`). If `CLAMPED`, a
/// leaf returns no more than its window, as a fail-hard quiescence search does.
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

/// Wrong scores, and by store the lines other than the leftmost, over all games of a scope.
fn skipping<const ABOVE_LEAVES: bool, const OVER: bool, const CLAMPED: bool>(
    scope: &Scope,
) -> (u64, [u64; Store::ALL.len()]) {
    let (mut tree, mut harness) = (Graph::leaf(Score::ZERO), Harness::<AllStores>::default());
    let (mut wrong_scores, mut wrong_lines) = (0, [0; Store::ALL.len()]);
    for index in 0..scope.count() {
        let depth = scope.game(index, &mut tree);
        let mut game = harness.game(&tree.root(), depth).expect("shallow");
        let trial = game.run_search(
            pvs_skipping::<ABOVE_LEAVES, OVER, CLAMPED, _, _, _>,
            Profile::MINIMAX,
            &SearchOptions::NONE,
            |oracle, store, outcome| {
                let line = judge_line(oracle, outcome, Store::ALL[store].keeps_lines());
                wrong_lines[store] += u64::from(line.kind != LineKind::Same);
            },
        );
        game.finish();
        wrong_scores += u64::from(trial.verdict != ScoreVerdict::Exact);
    }
    (wrong_scores, wrong_lines)
}

/// Where a leaf says its evaluation even outside the window, nothing is lost by leaving
/// out the second search just above leaves: score and line stay right, ragged or uniform.
#[test]
fn the_second_search_can_be_spared_just_above_leaves_that_say_their_evaluation() {
    for scope in [Scope::shapes(7), Scope::uniform(2, 3, Leaves::Permutations)] {
        let (scores, lines) = skipping::<true, false, false>(&scope.expect("a small scope"));
        assert_eq!(scores, 0);
        for store in COPYING.into_iter().chain([Store::SingleArray]) {
            assert_eq!(lines[store as usize], 0, "{}", store.name());
        }
    }
}

/// A leaf that stays inside its window loses the score there: fail-hard needs the search.
#[test]
fn a_leaf_that_stays_inside_its_window_needs_the_second_search() {
    let scope = Scope::shapes(5).expect("a small scope");
    assert!(skipping::<true, false, true>(&scope).0 > 0);
    assert_eq!(skipping::<false, false, true>(&scope).0, 0, "with the second search above leaves");
}

/// Left out wherever the child is over, the single array misses the terminator that an
/// open window would have written: right on uniform trees, wrong on ragged ones. The
/// stores that copy have emptied the child's line on entry.
#[test]
fn skipping_children_that_are_over_breaks_the_single_array_on_ragged_trees_only() {
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

/// In the last two plies the child fails low and returns the edge of its null window,
/// fail-hard: the score is lost. Fail-soft it is the value, and only the line is short.
#[test]
fn skipping_in_the_last_two_plies_loses_the_score_fail_hard_and_the_line_fail_soft() {
    let uniform = play(&Scope::uniform(2, 3, Leaves::Permutations).expect("a small scope"));
    let ragged = play(&Scope::shapes(7).expect("a small scope"));
    for (finished, scores) in [(&uniform, 12_000), (&ragged, 283)] {
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
    // The single array shows the tail of an older line instead: on uniform trees a wrong
    // reply, on ragged ones also one that does not exist.
    let single =
        |finished, kind| row(finished, Algorithm::PvsSoftNoLastReSearch, Store::SingleArray).tally.line(kind);
    assert!(single(&uniform, LineKind::Unsound) > 0 && single(&uniform, LineKind::Illegal) == 0);
    assert!(single(&ragged, LineKind::Unsound) > 0 && single(&ragged, LineKind::Illegal) > 0);
}
