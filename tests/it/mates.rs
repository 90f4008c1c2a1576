//! Mate scores, which count plies to the end of the game, with a table and without.

use crate::common::prelude::*;
use crate::common::{checked, options, play_some, play_with, sample, subjects};
use pvcheck::pv::AllStores;
use pvcheck::search::Order;
use pvcheck::table::{Draft, TableOptions};

/// The random games in which a leaf is a mate.
struct Mating(Random);

impl Games for Mating {
    fn count(&self) -> u64 {
        self.0.games
    }

    fn game(&self, index: u64, graph: &mut Graph) -> usize {
        // About one game in six has mates; a hundred and more in a row without is one in 10^8.
        for next in 1_000 * index.. {
            let depth = self.0.game(next, graph);
            if (0..graph.len()).any(|node| graph.score(node).is_mate()) {
                return depth;
            }
        }
        unreachable!("some game has mates")
    }
}

/// The score and the line of a search of `game` by `algorithm` with this table.
fn found(algorithm: Algorithm, table: &str, depth: usize, game: &str) -> (String, Vec<u16>) {
    let case = format!("v1 {}+triangular{table} depth={depth} {game}", algorithm.name());
    let checked = checked(&case);
    assert!(checked.is_kept(), "{case}: {}", checked.finding().name());
    let line = checked.line().unwrap_or_default();
    (checked.trial.score.to_string(), line.iter().map(|mv| mv.number()).collect())
}

#[test]
fn the_shorter_of_two_mates_is_better_and_the_longer_of_two_losses() {
    let usual = [Algorithm::Minimax, Algorithm::AlphaBetaHard, Algorithm::AlphaBetaSoft, Algorithm::PvsSoft];
    for algorithm in usual {
        for table in ["", "+tt", "+tt(leaves=yes)"] {
            let found = |depth, game| found(algorithm, table, depth, game);
            // The game itself gives the mates, at one ply.
            assert_eq!(found(1, "[-#2 -#0 9 -#1]"), ("#1".to_owned(), vec![1]));
            assert_eq!(found(1, "[#0 #2 #1]"), ("-#3".to_owned(), vec![1]));
            assert_eq!(found(1, "[#0 999998999]"), ("-999998999".to_owned(), vec![1]));
            // The distance to the end gives them: mate in 3 and in 1, lost in 2 and in 4.
            assert_eq!(found(3, "[[[-#0]] -#0]"), ("#1".to_owned(), vec![1]));
            assert_eq!(found(4, "[[-#0] [[[-#0]]]]"), ("-#4".to_owned(), vec![1, 0, 0, 0]));
            // Any other score is better than a loss and worse than a win.
            assert_eq!(found(2, "[[-#0] [-7]]"), ("-7".to_owned(), vec![1, 0]));
            assert_eq!(found(3, "[-7 [[-#0]]]"), ("#3".to_owned(), vec![1, 0, 0]));
        }
    }
}

/// A position has the same distance to its own end after one ply and after three. With equal drafts a search meets it
/// at one ply only; with deeper drafts and with iterations at several.
#[test]
fn the_mate_score_of_a_position_is_right_at_each_ply_where_it_occurs() {
    for table in ["", "+tt(draft=deeper)", "+tt(draft=deeper,leaves=yes)", "+deepening+tt"] {
        // `a` loses in 2: the root wins in 5 by the longer way to it, in 3 by the shorter one.
        let line = |game| {
            let (score, line) = found(Algorithm::PvsSoft, table, 5, game);
            assert_eq!(score, "#3", "{table}");
            line[0]
        };
        assert_eq!(line("[[[a:[[-#0]]]] 0 a]"), 2, "{table}");
        assert_eq!(line("[a:[[-#0]] 0 [[a]]]"), 0, "{table}");
    }
}

/// The smallest games that detect a table whose mates count from the root: an entry is used at another ply than the
/// one where it was stored.
#[test]
fn mate_scores_in_a_table_count_plies_from_the_position_of_the_entry() {
    for case in [
        "v1 pvs-soft+triangular+tt(draft=deeper) depth=4 a:1[b:[-#0 a 0] [b]]",
        "v1 pvs-soft+triangular+tt+deepening depth=3 a:[a -#0]",
    ] {
        let checked = checked(case);
        assert_eq!((checked.verdict.score, checked.trial.fault), (ScoreVerdict::Exact, None), "{case}");
        assert!(checked.trial.counts.table_cutoffs > 0, "{case}");
    }
}

/// A position has several valid values here, or is met again after other searches.
#[test]
fn guarantees_hold_where_mates_are_witnessed_values() {
    let deeper = TableOptions { draft: Draft::Deeper, leaves: true, ..TableOptions::DEFAULT };
    let several = [
        SearchOptions::table(deeper),
        SearchOptions { deepening: true, order: Order::Table, ..SearchOptions::table(deeper) },
        SearchOptions { repetition: true, ..SearchOptions::NONE },
        SearchOptions { repetition: true, deepening: true, ..SearchOptions::table(deeper) },
        SearchOptions::table(TableOptions { keep: true, ..deeper }),
    ];
    for (options, seed) in several.into_iter().zip(70..) {
        let finished = play_with(&Mating(Random { seed, games: sample(1_500) }), options);
        for Row { subject, breaches, .. } in &finished.rows {
            assert!(breaches.is_empty(), "{subject}: {breaches:?}");
        }
    }
}

/// The tree with plain numbers for mates, which count the plies from the root.
fn without_mates(tree: &Graph) -> Graph {
    let mut plain = tree.clone();
    let mut at_ply = vec![(0, 0)];
    while let Some((node, ply)) = at_ply.pop() {
        plain.set_score(node, as_plain(tree.score(node).further(ply)));
        at_ply.extend(tree.links(node).map(|link| (link.to, ply + 1)));
    }
    plain
}

fn as_plain(score: Score) -> Score {
    let nearness = 500_000_000 + score.get().abs() - Score::MAX.get();
    if score.is_mate() { Score::saturating(i64::from(score.get().signum() * nearness)) } else { score }
}

#[test]
fn a_tree_with_mates_is_searched_as_one_with_numbers_that_count_plies_from_the_root() {
    let games = Mating(Random { seed: 8, games: 2_000 });
    let mut tree = Graph::leaf(Score::ZERO);
    let options = ["", "tt", "tt(leaves=yes,narrow=yes)+order=table", "aspiration(2,widen=side)+deepening"]
        .map(options);
    let (mut compared, mut harness) = (0, Harness::<AllStores>::default());
    for index in 0..games.count() {
        let depth = games.game(index, &mut tree);
        if !tree.is_tree() {
            continue;
        }
        let plain = without_mates(&tree);
        assert!((0..plain.len()).all(|node| !plain.score(node).is_mate()));
        let mut searched = |tree: &Graph, algorithm, options: &SearchOptions| {
            let mut lines = Vec::new();
            let root = tree.root();
            let mut game = harness.game(&root, depth).expect("within capacity");
            let trial = game.run_algorithm(algorithm, options, &mut |_, _, outcome| {
                lines.push(outcome.line.map(<[Move]>::to_vec));
            });
            game.finish();
            (as_plain(trial.score), trial.best_move, trial.counts, lines)
        };
        for subject in options.iter().flat_map(|&all| subjects(Algorithm::ALL, &[Store::Triangular], all)) {
            let Subject { algorithm, options, .. } = &subject;
            let [found, of_plain] = [&tree, &plain].map(|tree| searched(tree, *algorithm, options));
            assert_eq!(found, of_plain, "{subject} {tree}");
            compared += 1;
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn the_longest_mate_is_counted_to_the_deepest_root() {
    let chain = format!("{}#{}{}", "[".repeat(60), Score::LONGEST_MATE, "]".repeat(60));
    for algorithm in [Algorithm::Minimax, Algorithm::PvsSoft] {
        for table in ["", "+tt", "+tt+deepening+repetition"] {
            assert_eq!(found(algorithm, table, 60, &chain), ("#560".to_owned(), vec![0; 60]));
        }
    }
}

#[test]
fn the_single_array_is_right_in_stable_pvs_with_mates() {
    let games = Mating(Random { seed: 6, games: 5_000 });
    let finished = play_some(&games, SearchOptions::NONE, &[Algorithm::PvsSoft], &[Store::SingleArray]);
    let [row] = &finished.rows[..] else { panic!("one search in one store") };
    assert_eq!(row.tally.line(LineKind::Same), 5_000);
}
