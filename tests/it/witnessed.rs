//! Witnessed values: where a position has several valid values, by deeper drafts and by draws whose path the table does
//! not know. Correct searches are never reported, and wrong ones are.

use crate::common::prelude::*;
use crate::common::{COPYING, checked, options, play_some, row, run_pvs, worst_line};
use pvcheck::algorithm::alpha_beta_hard;
use pvcheck::campaign::Grown;
use pvcheck::check::{Game, PrecedingSearch};
use pvcheck::contract::rules;
use pvcheck::game::{Growth, Shape, Sharing, Values, examples::NARROWING};
use pvcheck::search::Order;
use pvcheck::table::{Draft, Narrow, PvCut, TableOptions};

/// The searches that must have a witnessed score and line.
const SOUND: [Algorithm; 8] = [
    Algorithm::AlphaBetaHard,
    Algorithm::AlphaBetaSoft,
    Algorithm::PvsHard,
    Algorithm::PvsHardUntilRaise,
    Algorithm::PvsZws,
    Algorithm::PvsHardNotLastTwo,
    Algorithm::PvsSoft,
    Algorithm::Calphabeta,
];

const DEEPER: TableOptions = TableOptions { draft: Draft::Deeper, ..TableOptions::DEFAULT };

#[test]
fn the_narrowing_game_has_the_value_1_and_the_published_fault_returns_2() {
    for algorithm in ["alpha-beta-hard", "alpha-beta-soft"] {
        let of = |table_options: &str| {
            let found =
                checked(&format!("v1 {algorithm}+triangular+tt({table_options}) depth=6 {NARROWING}"));
            (found.trial.score.get(), found.verdict.score, found.trial.fault.map(Fault::kind))
        };
        assert_eq!(of("draft=deeper"), (1, ScoreVerdict::Exact, None));
        let narrowing = (2, ScoreVerdict::Unwitnessed, Some(FaultKind::FalseClaim));
        assert_eq!(of("draft=deeper,narrow=yes"), narrowing, "{algorithm}");
        assert_eq!(of("draft=equal,narrow=yes"), (1, ScoreVerdict::Exact, None));
        assert_eq!(of("draft=equal"), (1, ScoreVerdict::Exact, None));
    }
}

/// Random search options, each set of them with a table.
fn swarm(count: u64) -> Vec<SearchOptions> {
    let random = |index| {
        let choices = &mut Seeded::new(7, index);
        let mut options = SearchOptions::random(choices);
        options.table.get_or_insert_with(|| TableOptions::random(choices));
        options
    };
    (0..count).map(random).collect()
}

/// Alpha-beta and PVS with any combination of options: no unwitnessed score, no false claim at any node, no unsound or
/// illegal line, and truncated lines only where entries end PV-nodes.
#[test]
fn correct_searches_are_never_reported() {
    let (mut several, mut short) = (0, 0);
    for (options, seed) in swarm(60).into_iter().zip(100..) {
        let finished = play_some(&Random { seed, games: 1_500 }, options, &SOUND, &COPYING);
        for Row { subject, tally, breaches, .. } in &finished.rows {
            assert!(breaches.is_empty() && tally.node_faults == 0, "{subject}: {breaches:?}");
            assert!(worst_line(tally) <= LineKind::NoneDue, "{subject}");
            let cuts = options.table.is_some_and(|table_options| table_options.pv_cut != PvCut::None);
            assert!(cuts || tally.line(LineKind::Truncated) == 0, "{subject}");
            several += tally.score(ScoreVerdict::Witnessed);
            short += tally.line(LineKind::Truncated);
        }
    }
    // So many values other than minimax, and truncated lines.
    assert!(several > 5_000 && short > 10_000, "{several}, {short}");
}

/// Algorithms that join bounds of different trees return scores between valid bounds, which are sometimes no valid
/// values. Algorithms that accept a null-window score against its re-search return other scores too.
#[test]
fn joined_scores_lie_between_valid_bounds_and_unconfirmed_scores_need_not() {
    let joining = [
        Algorithm::PvsSoftFromScore,
        Algorithm::PvsSoftFromBelow,
        Algorithm::NegascoutHard,
        Algorithm::NegascoutSoft,
        Algorithm::Mtdf,
    ];
    let unconfirmed = [Algorithm::Scout, Algorithm::PvsHardNoLastReSearch];
    let games = Random { seed: 3, games: 30_000 };
    let algorithms = [&joining[..], &unconfirmed].concat();
    let finished = play_some(&games, SearchOptions::table(DEEPER), &algorithms, &[Store::None]);
    for algorithm in joining {
        let tally = &row(&finished, algorithm, Store::None).tally;
        assert_eq!(tally.score(ScoreVerdict::Unwitnessed), 0, "{}", algorithm.name());
        assert!(algorithm == Algorithm::PvsSoftFromScore || tally.score(ScoreVerdict::Joined) > 0);
    }
    for algorithm in unconfirmed {
        let tally = &row(&finished, algorithm, Store::None).tally;
        assert!(tally.score(ScoreVerdict::Unwitnessed) > 0, "{}", algorithm.name());
    }
    // EVAL accepts the score of the re-search, although it is less than that of the first move.
    let scout = checked("v1 scout+none+tt(draft=deeper) depth=3 a:-2[1 a]");
    assert_eq!(scout.verdict.score, ScoreVerdict::Unwitnessed);
}

/// The single array equals the triangular table while drafts are equal and no entry ends a PV-node. With deeper drafts
/// it is wrong, and so is the bare array.
#[test]
fn the_single_array_is_right_with_equal_drafts_and_fails_with_deeper_ones() {
    let games = Random { seed: 21, games: 30_000 };
    let stores = [Store::Triangular, Store::SingleArray, Store::SingleArrayBare];
    let lines = |table_options, kind| {
        let finished = play_some(&games, SearchOptions::table(table_options), &[Algorithm::PvsSoft], &stores);
        stores.map(|store| row(&finished, Algorithm::PvsSoft, store).tally.line(kind))
    };
    let whole = TableOptions { pv_cut: PvCut::None, ..TableOptions::DEFAULT };
    assert_eq!(lines(whole, LineKind::Same)[..2], [30_000; 2]);
    let [triangular, single, bare] = lines(DEEPER, LineKind::Unsound);
    assert!(triangular == 0 && single > 0 && bare > 0);
    let [triangular, single, bare] = lines(DEEPER, LineKind::Illegal);
    assert!(triangular == 0 && single > 0 && bare > 0);
}

/// The number of random games in which the verdict of a run on the score is not the one of a fixed tree.
fn unlike_minimax(
    count: u64,
    mut trial: impl FnMut(&mut Harness<Triangular>, &Graph, usize) -> ScoreVerdict,
) -> u64 {
    let games = Random { seed: 9, games: count };
    let (mut harness, mut graph) = (Harness::<Triangular>::default(), Graph::leaf(Score::ZERO));
    let play = |index| {
        let depth = games.game(index, &mut graph);
        trial(&mut harness, &graph, depth)
    };
    (0..count).map(play).filter(|&verdict| verdict != ScoreVerdict::Exact).count() as u64
}

/// The preceding searches are deeper, and from another root: what they leave in the table is valid, and no more
/// than that.
#[test]
fn a_search_after_others_on_one_table_has_a_witnessed_value() {
    let kept = SearchOptions::table(TableOptions { keep: true, leaves: true, ..DEEPER });
    let correct = rules(Profile::ALPHA_BETA, &kept);
    let run = |rules: Rules, count| {
        let mut reported = 0;
        let unlike = unlike_minimax(count, |harness, graph, depth| {
            let depth = depth.min(4);
            let mut game = harness.game(&graph.root(), depth).expect("within capacity");
            let root = graph.root();
            let other = if root.is_terminal() { root } else { root.play(Move::new(0)) };
            let whole = |root, depth: usize| PrecedingSearch { root, depth: depth.min(8), node_limit: None };
            game = game.after([whole(root, depth + 2), whole(other, depth)]).expect("within capacity");
            let (trial, line) = run_pvs(&mut game, &rules, Profile::ALPHA_BETA, &kept);
            let wrong = trial.verdict.is_fault() || trial.fault.is_some() || line > LineKind::NoneDue;
            reported += u64::from(wrong);
            game.finish();
            trial.verdict
        });
        (unlike, reported)
    };
    let (unlike, reported) = run(correct, 4_000);
    assert!(unlike > 100 && reported == 0, "{unlike} values are not minimax, {reported} are reported");
    // An oracle without the rule of the kept table reports the same searches.
    let (_, reported) = run(Rules { keeps: false, ..correct }, 4_000);
    assert!(reported > 100, "{reported}");
}

/// A preceding search that iterates has searched every smaller depth too.
#[test]
fn a_preceding_search_that_iterates_leaves_entries_of_all_its_depths() {
    let graph: Graph = "a:[2[2[2[a]]]]".parse().expect("a game");
    let (root, other) = (graph.root(), graph.root().play(Move::new(0)));
    let options = options("tt(draft=deeper,keep=yes,leaves=yes)+deepening");
    let mut harness = Harness::<Triangular>::default();
    for depth in 0..8 {
        let game = harness.game(&root, 2).expect("within capacity");
        let mut game =
            game.after([PrecedingSearch { root: other, depth, node_limit: None }]).expect("within capacity");
        let trial = game.run_search(pvs_soft, Profile::ALPHA_BETA, &options, |_, _, _| ());
        assert!(!trial.verdict.is_fault() && trial.fault.is_none(), "after depth {depth}: {trial:?}");
        game.finish();
    }
}

/// The oracle discards the values that it computed before the preceding searches were added.
#[test]
fn preceding_searches_may_be_added_after_a_run() {
    let kept = SearchOptions::table(TableOptions { keep: true, ..DEEPER });
    let unlike = unlike_minimax(2_000, |harness, graph, depth| {
        let mut game = harness.game(&graph.root(), depth).expect("within capacity");
        game.run_search(pvs_soft, Profile::ALPHA_BETA, &kept, |_, _, _| ());
        let preceding = PrecedingSearch { root: graph.root(), depth: depth + 1, node_limit: None };
        let mut game = game.after([preceding]).expect("within capacity");
        let trial = game.run_search(pvs_soft, Profile::ALPHA_BETA, &kept, |_, _, _| ());
        assert!(!trial.verdict.is_fault() && trial.fault.is_none(), "{graph}");
        game.finish();
        trial.verdict
    });
    assert!(unlike > 20, "{unlike}");
}

/// At every node limit of the preceding search: the result on the table that it leaves is valid. The table has no entry
/// of a node whose search did not finish.
#[test]
fn a_search_after_a_stopped_one_has_a_witnessed_value() {
    let games = Random { seed: 31, games: 600 };
    let usual = TableOptions { keep: true, leaves: true, ..TableOptions::DEFAULT };
    let (mut harness, mut graph) = (Harness::<Triangular>::default(), Graph::leaf(Score::ZERO));
    let (mut searches, mut changed) = (0, 0);
    for index in 0..games.count() {
        let depth = games.game(index, &mut graph).min(5);
        let root = graph.root();
        for table_options in [usual, TableOptions { draft: Draft::Deeper, ..usual }] {
            for deepening in [false, true] {
                let options = SearchOptions { deepening, ..SearchOptions::table(table_options) };
                let mut nodes_of = |node_limit: Option<u64>| {
                    let preceding = PrecedingSearch { root, depth: depth + 1, node_limit };
                    let game = harness.game(&root, depth).expect("within capacity");
                    let mut game = game.after([preceding]).expect("within capacity");
                    let profile = Algorithm::PvsSoft.profile();
                    let (trial, line) = run_pvs(&mut game, &rules(profile, &options), profile, &options);
                    game.finish();
                    let correct = !trial.verdict.is_fault() && trial.fault.is_none();
                    let at = || format!("pvs-soft{options} depth={depth} {graph} after {node_limit:?}");
                    assert!(correct && line <= LineKind::NoneDue, "{}: {trial:?} {line:?}", at());
                    trial.counts.nodes
                };
                let whole = nodes_of(None);
                for nodes in 0..60 {
                    searches += 1;
                    changed += u64::from(nodes_of(Some(nodes)) != whole);
                }
            }
        }
    }
    assert!(changed > searches / 10, "{changed} of {searches} searches find another table");
}

/// Every rule is needed: an oracle without it reports correct searches.
#[test]
fn an_oracle_without_the_rule_of_an_option_reports_correct_searches() {
    let all = SearchOptions {
        deepening: true,
        repetition: true,
        ..SearchOptions::table(TableOptions { leaves: true, entries: 4, ..DEEPER })
    };
    let told = rules(Profile::ALPHA_BETA, &all);
    let reported = |rules: Rules| {
        let mut reported = 0;
        unlike_minimax(8_000, |harness, graph, depth| {
            let mut game = harness.game(&graph.root(), depth).expect("within capacity");
            let trial =
                game.run_search_by(&rules, alpha_beta_hard, Profile::MINIMAX, &all, &mut |_, _, _| ());
            reported += u64::from(trial.verdict.is_fault() || trial.fault.is_some());
            game.finish();
            trial.verdict
        });
        reported
    };
    assert_eq!(reported(told), 0);
    let equal = Rules::FIXED_TREE.tt(pvcheck::oracle::Drafts::Equal);
    for (rule, without) in [
        ("deeper drafts", Rules { drafts: equal.drafts, ..told }),
        ("leaves that probe", Rules { leaves: false, ..told }),
        ("iterations", Rules { iterates: false, ..told }),
        ("repetition", Rules { repetition: None, ..told }),
    ] {
        assert!(reported(without) > 0, "{rule}");
    }
}

/// Every rule that is not needed hides faults: the interval does not show the narrowing fault.
#[test]
fn an_oracle_that_allows_joined_bounds_does_not_detect_the_narrowing_fault() {
    let game: Graph = NARROWING.parse().expect("a game");
    let narrowing = SearchOptions::table(TableOptions { narrow: Narrow::Yes, ..DEEPER });
    let correct = rules(Profile::ALPHA_BETA, &narrowing);
    let verdict = |rules: &Rules| {
        let mut harness = Harness::<Triangular>::default();
        let mut game: Game<'_, GraphPosition<'_>, _> =
            harness.game(&game.root(), 6).expect("within capacity");
        game.run_search_by(rules, alpha_beta_hard, Profile::ALPHA_BETA, &narrowing, &mut |_, _, _| ()).verdict
    };
    assert_eq!(verdict(&correct), ScoreVerdict::Unwitnessed);
    assert_eq!(verdict(&correct.joined_bounds()), ScoreVerdict::Joined);
}

/// Another move ordering changes the nodes and which of several best lines is shown, and nothing else.
#[test]
fn orderings_change_node_counts_and_never_a_verdict() {
    let games = Random { seed: 17, games: 5_000 };
    let table = Some(TableOptions::DEFAULT);
    let base = SearchOptions { table, deepening: true, ..SearchOptions::NONE };
    let stores = [Store::Triangular];
    let plain = play_some(&games, base, &SOUND, &stores);
    for &order in Order::ALL.iter().filter(|&&order| order != Order::None) {
        let ordered = play_some(&games, SearchOptions { order, ..base }, &SOUND, &stores);
        for algorithm in SOUND {
            let [before, after] =
                [&plain, &ordered].map(|finished| &row(finished, algorithm, Store::Triangular).tally);
            let subject = format!("{} by {}", algorithm.name(), order.name());
            for &verdict in ScoreVerdict::ALL {
                assert_eq!(before.score(verdict), after.score(verdict), "{subject}");
            }
            assert!(worst_line(after) <= LineKind::NoneDue && after.node_faults == 0, "{subject}");
            assert!(before.counts.nodes != after.counts.nodes && after.counts.reordered > 0, "{subject}");
        }
    }
}

/// In layered graphs a position has one remaining depth only, so that its entry is valid wherever it is met.
#[test]
fn the_walk_after_mtdf_is_whole_and_optimal_on_layered_graphs() {
    let (shape, sharing) = (Shape::Ragged, Sharing::Layers);
    for values in [Values::Below(2), Values::Below(10), Values::Permutation] {
        for (branching, height) in [(2, 4), (3, 4), (4, 3)] {
            let growth = Growth { shape, sharing, values, branching, height };
            let games = Grown { growth, seed: 5, games: 5_000 };
            let subjects = vec!["mtdf+table-walk+tt".parse().expect("a subject")];
            let finished = Campaign::new(&games, subjects).threads(2).run(|_| ());
            let tally = &finished.rows[0].tally;
            let whole = tally.line(LineKind::Same) + tally.line(LineKind::Equivalent);
            assert_eq!(whole, finished.games, "({branching}, {height})");
            assert!(finished.features.transposition > finished.games / 4);
        }
    }
}

/// The table keeps every entry here.
#[test]
fn the_walk_after_mtdf_is_whole_and_optimal_on_trees() {
    let scopes = [
        Scope::uniform(2, 3, Leaves::Permutations),
        Scope::uniform(2, 2, Leaves::Orderings),
        Scope::uniform(3, 2, Leaves::Values(2)),
        Scope::shapes(7),
    ];
    for scope in scopes {
        let scope = scope.expect("a small scope");
        let subject = |store: &str| format!("mtdf+{store}+tt").parse().expect("a subject");
        let subjects = ["table-walk", "table-walk-raw", "triangular"].map(subject).to_vec();
        let finished = Campaign::new(&scope, subjects).threads(2).run(|_| ());
        for row in &finished.rows[..2] {
            let whole = row.tally.line(LineKind::Same) + row.tally.line(LineKind::Equivalent);
            assert_eq!(whole, finished.games, "{}", row.subject);
        }
        // No window is open: a store that the search writes gets no moves.
        assert!(finished.rows[2].tally.line(LineKind::Truncated) > finished.games / 2);
    }
}
