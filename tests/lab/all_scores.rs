//! Classes of games with the same decisions: every game is in one of them, and all its games have its verdicts.

use std::collections::HashMap;

use crate::common::prelude::*;
use crate::common::{sample, subjects};
use pvcheck::campaign::Orders;
use pvcheck::enumerate::{Graphs, Limits};
use pvcheck::experiment::Run as Play;
use pvcheck_all_scores::all_scores::{
    Classes, Fact, Octagon, Part, Run, Unscored, run_game, solve, with_known,
};
use pvcheck_all_scores::check::Harness as DecidingHarness;
use pvcheck_lab::all_scores::AllScores;

/// The same function of both builds: what a search and its judges find, without scores.
macro_rules! found_by {
    ($name:ident, $build:ident) => {
        pub mod $name {
            use $build::check::{Harness, judge_store};
            use $build::game::Graph;
            use $build::pv::Store;
            use $build::subject::Subject;

            pub fn found(harness: &mut Harness, subject: &str, game: &Graph, depth: usize) -> String {
                let Subject { algorithm, options, .. } = subject.parse().expect("a subject");
                let root = game.root();
                let mut game = harness.game(&root, depth).expect("shallow");
                game.prepare_for(&options).expect("shallow");
                let mut lines = String::new();
                let trial = game.run_algorithm(algorithm, &options, &mut |ground_truth, store, outcome| {
                    if Store::ALL[store] != Store::TableWalkRaw || options.table.is_some() {
                        let verdict = judge_store(ground_truth, Store::ALL[store], outcome);
                        lines += &format!("{:?} {verdict:?}\n", outcome.line);
                    }
                });
                game.finish();
                let fault = trial.fault.map(|fault| fault.kind());
                let search = (trial.bound, trial.verdict, trial.trace, trial.end, trial.best_move);
                format!("{search:?} {fault:?} {:?} {}\n{lines}", trial.counts, trial.distinct_leaves)
            }
        }
    };
}
found_by!(over_numbers, pvcheck);
found_by!(over_decisions, pvcheck_all_scores);

/// What is known of the class at hand.
pub fn known() -> Vec<Option<i16>> {
    with_known(|octagon| {
        let nodes = 0..octagon.nodes();
        nodes
            .clone()
            .flat_map(|x| nodes.clone().map(move |y| (x, y)))
            .map(|(x, y)| octagon.known(x, y))
            .collect()
    })
}

/// Calls `each` in every class, with a game of it and what was found.
fn each_class(subject: &str, (game, depth): (&str, usize), mut each: impl FnMut(String)) {
    let mut unscored = Unscored::new(game, depth, subject.matches('+').count() > 1).expect("small");
    let (mut harness, mut classes) =
        (DecidingHarness::default(), Classes::new(unscored.variables(), Part::default()));
    while let Some(run) = classes.run(|| {
        let (graph, depth) = unscored.filled();
        over_decisions::found(&mut harness, subject, graph, depth)
    }) {
        let Run::Class(found) = run else { panic!("the whole has all classes, and margins are small") };
        each(found);
    }
}

#[test]
#[should_panic(expected = "other classes are alive on this thread")]
fn classes_are_refused_while_others_are_alive() {
    let part = Part::default();
    drop(Classes::new(1, part));
    let _alive = Classes::new(1, part);
    run_game(&[0], || ());
}

fn subject(algorithm: Algorithm) -> String {
    format!("{}+none", algorithm.name())
}

fn algorithms() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.iter().copied().filter(|algorithm| !algorithm.profile().needs_table())
}

/// All octagons of up to five bounds from -2 to 2 of three variables, against all numbers from -9 to 9.
#[test]
fn an_octagon_knows_what_follows_and_nothing_else() {
    let all: Vec<[i32; 3]> = (0..19 * 19 * 19).map(|i| [i % 19 - 9, i / 19 % 19 - 9, i / 361 - 9]).collect();
    let value = |numbers: &[i32; 3], node: usize| {
        if node.is_multiple_of(2) { numbers[node / 2] } else { -numbers[node / 2] }
    };
    let holds = |numbers: &[i32; 3], Fact { x, y, bound }: Fact| {
        value(numbers, x) - value(numbers, y) <= i32::from(bound)
    };
    let (mut undecided, mut decided) = (0, 0);
    for seed in 0..400 {
        let mut choices = Seeded::new(43, seed);
        let (mut octagon, mut rest, mut values) = (Octagon::default(), all.clone(), Vec::new());
        octagon.reset(3);
        for _ in 0..5 {
            let x = choices.below(6) as usize;
            let y = (x + 1 + choices.below(5) as usize) % 6;
            let bound = choices.below(5) as i16 - 2;
            let fact = Fact { x, y, bound: if x == y ^ 1 { 2 * bound } else { bound } };
            let are = rest.iter().filter(|numbers| holds(numbers, fact)).count();
            match octagon.decides(fact) {
                Some(known) => {
                    decided += 1;
                    assert_eq!(are, if known { rest.len() } else { 0 }, "{fact:?}");
                }
                None => {
                    undecided += 1;
                    assert!(are > 0 && are < rest.len(), "{fact:?}");
                    let fact = if choices.below(2) == 0 { fact } else { fact.negation() };
                    octagon.assume(fact);
                    rest.retain(|numbers| holds(numbers, fact));
                }
            }
            octagon.solve(&mut values, |low, high| 0.clamp(low, high));
            assert!(rest.contains(&[values[0], values[2], values[4]]), "a solution: {values:?}");
        }
    }
    assert!(undecided > 1_000 && decided > 300, "{undecided} {decided}");
}

/// Each game is a run of its own decisions, so it belongs to exactly one class: here to one of those that were enumerated, with
/// what was found there, and what the build over numbers finds in it.
fn are_partitioned(games: &dyn Games, subjects: &[String]) -> u64 {
    let (mut graph, mut of_shape, mut checked) = (Graph::default(), HashMap::new(), 0);
    let (mut numbers, mut decisions) = (Harness::default(), DecidingHarness::default());
    for index in 0..games.count() {
        let depth = games.game(index, &mut graph);
        let leaves: Vec<usize> = (0..graph.len()).filter(|&node| graph.is_leaf(node)).collect();
        let plies = pvcheck::enumerate::plies(&graph);
        let seen_by_root = |&leaf: &usize| {
            let score = graph.score(leaf).get();
            if plies[leaf].is_multiple_of(2) { score } else { -score }
        };
        let scores: Vec<i32> = leaves.iter().map(seen_by_root).collect();
        let mut shape = graph.clone();
        for &leaf in &leaves {
            shape.set_score(leaf, Score::ZERO);
        }
        let shape = shape.to_string();
        for subject in subjects {
            let (classes, unscored) = of_shape.entry((shape.clone(), subject)).or_insert_with(|| {
                let mut classes = HashMap::new();
                each_class(subject, (&shape, depth), |found| {
                    assert_eq!(classes.insert(known(), found), None, "classes differ");
                });
                (classes, Unscored::new(&shape, depth, false).expect("small"))
            });
            let found = run_game(&scores, || {
                let (graph, depth) = unscored.filled();
                over_decisions::found(&mut decisions, subject, graph, depth)
            });
            assert_eq!(classes.get(&known()), Some(&found), "{subject} {graph}");
            assert_eq!(over_numbers::found(&mut numbers, subject, &graph, depth), found, "{subject} {graph}");
            checked += 1;
        }
    }
    checked
}

#[test]
fn every_game_is_of_one_class_which_has_its_verdicts() {
    let subjects: Vec<String> = algorithms().map(subject).collect();
    let uniform = |b, d, leaves| Scope::uniform(b, d, leaves).expect("a small scope");
    let mut checked = 0;
    for gap in [1, 2, 9] {
        checked += are_partitioned(&uniform(2, 2, Leaves::Orderings).with_gap(gap), &subjects);
        checked += are_partitioned(&Scope::shapes(6).expect("a small scope").with_gap(gap), &subjects);
    }
    checked += are_partitioned(&uniform(2, 3, Leaves::Values(2)), &subjects);
    checked += are_partitioned(&uniform(2, 2, Leaves::Values(5)), &subjects);
    assert!(checked > 50_000, "{checked}");
}

/// Games of a class that are far from the one which was run.
fn members_agree(subject: &str, games: &dyn Games, choices: &mut Seeded) -> u64 {
    let (mut graph, mut checked, mut numbers) = (Graph::default(), 0, Harness::default());
    for index in 0..games.count() {
        let depth = games.game(index, &mut graph);
        let shape = graph.to_string();
        let unscored = Unscored::new(&shape, depth, subject.matches('+').count() > 1).expect("small");
        each_class(subject, (&shape, depth), |found| {
            let mut scores = Vec::new();
            solve(&mut scores, |low, high| {
                let (near, spread) = (0.clamp(low, high), [0, 1, 3, 40][choices.below(4) as usize]);
                let (low, high) = (low.max(near - spread), high.min(near + spread));
                low + choices.below((high - low + 1).cast_unsigned()) as i32
            });
            for variable in 0..unscored.variables() {
                let (node, is_negated) = unscored.position(variable);
                let score = scores[2 * variable + usize::from(is_negated)];
                graph.set_score(node, Score::saturating(score.into()));
            }
            let of_numbers = over_numbers::found(&mut numbers, subject, &graph, depth);
            assert_eq!(of_numbers, found, "{subject} {depth} {graph}");
            checked += 1;
        });
    }
    checked
}

/// Every kind of search option; the judges are those of the regime, with their sets and traces.
const OPTIONS: &[&str] = &[
    "", "+tt", "+tt(draft=deeper)", "+tt(pv-cut=none)", "+aspiration(1)", "+deepening", "+extension",
    "+quiescence", "+multipv(2)", "+repetition", "+null(1)", "+lmr(1)", "+futility(1)", "+static-null(1)",
    "+razoring(1)", "+move-count(1)", "+tt+iir", "+stop-after(6)", "+order=killers",
];

#[test]
fn all_games_of_a_class_give_the_same_calls_lines_and_verdicts() {
    let shapes = Scope::shapes_with(5, Leaves::Values(1)).expect("a small scope");
    let graphs = |cycles, positions| {
        Graphs::new(Limits { positions, scores: 1, depth: 3, cycles }).expect("a small scope")
    };
    let mut choices = Seeded::new(43, 0);
    for (number, options) in OPTIONS.iter().enumerate() {
        let mut checked = 0;
        // One of them with each option, in turn, and once a week all.
        let algorithms = ["pvs-soft", "negascout-hard", "alpha-beta-soft"];
        for algorithm in algorithms.into_iter().cycle().skip(number % 3).take(sample(3) as usize) {
            let subject = format!("{algorithm}+none{options}");
            checked += members_agree(&subject, &shapes, &mut choices);
            checked += members_agree(&subject, &graphs(false, 3), &mut choices);
            checked += members_agree(&subject, &graphs(true, 2), &mut choices);
        }
        assert!(checked > 100, "{options}: {checked}");
    }
}

/// The numbers of orders are those of the searches of all orders.
#[test]
fn the_orders_of_all_classes_are_all_permutations() {
    let all = |leaves| Scope::uniform(2, 3, leaves).expect("a small scope");
    let subjects = || subjects(&algorithms().collect::<Vec<_>>(), Store::ALL, SearchOptions::NONE);
    let shape = all(Leaves::Values(1));
    for (gap, counted) in [(1, 1), (3, 3), (100, Orders::FAR_APART)] {
        let concrete = all(Leaves::Permutations).with_gap(gap);
        let concrete = Campaign::new(&concrete, subjects()).replaying(Vec::new()).threads(2).run(|_| ());
        let searches = AllScores::new(&shape, subjects()).expect("small").counting_orders(counted);
        let classes =
            searches.finish(&Play::new(0..searches.items(), 2).play(&searches)).expect("no margins");
        assert!(classes.rows.len() == 361 && classes.games > 5_000, "{}", classes.games);
        for (row, one) in classes.rows.iter().zip(&concrete.rows) {
            let orders = row.orders.expect("counted");
            let (subject, tally) = (row.subject, &one.tally);
            assert_eq!(
                (orders.lines, orders.leaves),
                (tally.line, tally.distinct_leaves.into()),
                "{subject}"
            );
            assert!(row.is_kept(), "{subject}");
            // What an order shows, a class shows; and a counterexample of a class is a game that shows it.
            let is_shown = |finding| row.counterexamples.contains_key(finding);
            assert!(one.counterexamples.keys().all(is_shown), "{subject}");
            for (&finding, case) in &row.counterexamples {
                assert!(check(case).expect("shallow").shows(finding), "{case}");
            }
        }
    }
}

/// Games with scores, the same ones without, and whether inner positions have scores.
type Scopes = (Box<dyn Games>, Box<dyn Games>, bool);

/// What the games of a scope show of a seeded bug, the classes of its trees show.
#[test]
fn every_bug_that_all_games_of_a_scope_show_is_shown_by_its_classes() {
    let graphs = |scores| {
        Graphs::new(Limits { positions: 3, scores, depth: 3, cycles: false }).expect("a small scope")
    };
    let scopes: [Scopes; 2] = [
        (
            Box::new(Scope::shapes(6).expect("a small scope")),
            Box::new(Scope::shapes_with(6, Leaves::Values(1)).expect("a small scope")),
            false,
        ),
        (Box::new(graphs(3)), Box::new(graphs(1)), true),
    ];
    let (mut shown, mut only_by_classes) = (0, 0);
    // The decisions of a class are those of one thread.
    let on_one_thread = |bug: &&pvcheck::bugs::Bug| bug.subject().options.threads.is_none();
    for bug in pvcheck::bugs::Bug::ALL.iter().filter(on_one_thread) {
        for (games, shapes, of_all) in &scopes {
            let mut graph = Graph::default();
            let by_games = (0..games.count()).any(|index| {
                let depth = games.game(index, &mut graph);
                bug.run_on(&bug.subject(), &graph, depth).expect("shallow").is_some()
            });
            let symbolic = pvcheck_all_scores::bugs::Bug::named(bug.name).expect("both builds have all bugs");
            let by_classes = (0..shapes.count()).any(|index| {
                let depth = shapes.game(index, &mut graph);
                let mut unscored = Unscored::new(&graph.to_string(), depth, *of_all).expect("small");
                let mut classes = Classes::new(unscored.variables(), Part::default());
                while let Some(run) = classes.run(|| {
                    let (graph, depth) = unscored.filled();
                    symbolic.run_on(&symbolic.subject(), graph, depth).expect("shallow").is_some()
                }) {
                    if matches!(run, Run::Class(true)) {
                        return true;
                    }
                }
                false
            });
            assert!(by_classes || !by_games, "{}", bug.name);
            shown += u64::from(by_games);
            only_by_classes += u64::from(by_classes && !by_games);
        }
    }
    assert!(shown > 60, "{shown}, and {only_by_classes} by classes alone");
}
