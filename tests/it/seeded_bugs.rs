//! Seeded bugs: each one is detected, with its findings and no others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::prelude::*;
use crate::common::sample;
use pvcheck::bugs::kill::{Check, Generator, Hunt, matrix};
use pvcheck::bugs::{Bug, Change};
use pvcheck::experiment::{Deadline, Run};
use pvcheck::verdict::Finding;

/// The games that each bug is run on: a sample, or more until it has all its findings. They are of all shapes, as uniform games
/// never show the bugs that need an early end of the game.
const GAMES: Random = Random { seed: 1, games: 5_000 };

/// The findings of `bug` with their counts; the correct code passes the same games.
fn caught_as(bug: &Bug) -> BTreeMap<Finding, u64> {
    let mut tree = Graph::leaf(Score::ZERO);
    let (mut seen_as, expected) = (BTreeMap::new(), bug.findings().collect::<BTreeSet<_>>().len());
    for index in 0..GAMES.count() {
        if index >= sample(GAMES.count()) && seen_as.len() >= expected {
            break;
        }
        let depth = GAMES.game(index, &mut tree);
        let subject = bug.subject_in_game(index);
        let Some(found) = bug.run_on(&subject, &tree, depth).expect("within capacity") else { continue };
        *seen_as.entry(found.finding).or_default() += 1;
        let subject = Subject { store: found.store, ..subject };
        let case = Case { subject, depth, expect: None, game: tree.clone() };
        assert!(check(&case).expect("within capacity").is_kept(), "the correct code passes {case}");
    }
    seen_as
}

#[test]
fn every_seeded_bug_is_detected_with_exactly_its_findings() {
    let mut otherwise = Vec::new();
    for bug in Bug::ALL {
        let seen = caught_as(bug);
        let expected: BTreeSet<Finding> = bug.findings().collect();
        if seen.is_empty() || !seen.keys().copied().eq(expected) {
            otherwise.push(format!("{} {seen:?}", bug.name));
        }
    }
    assert!(otherwise.is_empty(), "of {} games:\n{}", GAMES.count(), otherwise.join("\n"));
}

#[test]
fn every_part_of_the_shared_search_has_its_own_seeded_bugs() {
    let hunks = Bug::ALL.iter().flat_map(|bug| match bug.change {
        Change::Search(hunks) => hunks,
        Change::Store(_) | Change::Algorithm { .. } => &[],
    });
    let files: BTreeSet<&str> = hunks.map(|hunk| hunk.file).collect();
    let parts = [
        "search/calls",
        "search/iteration",
        "search/multipv",
        "search/ordering",
        "search/parallel",
        "search/pruning",
        "search/quiescence",
        "search/results",
        "search/steps",
        "search/stopping",
        "search/transposition",
        "table/slots",
    ];
    assert!(files.iter().copied().eq(parts), "{files:?}");
}

/// Exempt are the two stores that are published mistakes themselves, and the one that stores nothing.
#[test]
fn every_algorithm_and_every_store_has_two_seeded_bugs() {
    let of = |is: &dyn Fn(&Bug) -> bool| Bug::ALL.iter().filter(|bug| is(bug)).count();
    for &algorithm in Algorithm::ALL {
        let own =
            of(&|bug| matches!(bug.change, Change::Algorithm { .. }) && bug.subject().algorithm == algorithm);
        assert!(own >= 2, "{} has {own}", algorithm.name());
    }
    let exempt = [Store::SingleArrayBare, Store::SingleArrayRefuting, Store::None];
    for &store in Store::ALL.iter().filter(|store| !exempt.contains(store)) {
        let own = of(&|bug| matches!(bug.change, Change::Store(_)) && bug.subject().store == store);
        assert!(own >= 2, "{} has {own}", store.name());
    }
    let names: BTreeSet<&str> = Bug::ALL.iter().map(|bug| bug.name).collect();
    assert_eq!(names.len(), Bug::ALL.len());
}

/// Four bugs: one that the first game shows, one that only the check of legality detects, one that needs a pair of
/// searches, and one that uniform trees never show.
#[test]
fn the_kill_matrix_lists_which_checks_detect_a_bug_and_after_how_many_games() {
    let bug = |name| *Bug::ALL.iter().find(|bug| bug.name == name).expect("a bug");
    let names = ["shows-no-line", "never-clears", "stopped-node-stored", "not-cleared-on-repetition"];
    let hunt = Hunt { seeds: 5..8, max_games: 3_000, sample: 2_000 };
    let done = AtomicU64::new(0);
    let progress = |bugs| {
        done.fetch_add(bugs, Ordering::Relaxed);
    };
    let killed = matrix(&names.map(bug), &hunt, &Run::new(0..4, 2).progress(&progress));
    assert_eq!(done.into_inner(), 4);
    assert_eq!(killed, matrix(&names.map(bug), &hunt, &Run::new(0..4, 1)), "whatever the thread count");
    let deadline = Deadline::default();
    let stops = |_| deadline.stop().store(true, Ordering::Relaxed);
    let first = matrix(&names.map(bug), &hunt, &Run::new(0..4, 1).until(&deadline).progress(&stops));
    assert_eq!(first, killed[..1], "once it is stopped, no more bugs are hunted");
    let [none, never, stopped, repetition] = killed.as_slice() else { panic!("four bugs") };
    let hunts = none.hunts_by(Generator::Mixed);
    assert_eq!((hunts.median(), hunts.worst()), (Some(1), Some(1)));
    assert_eq!(none.checks().into_iter().collect::<Vec<_>>(), [Check::Completeness]);
    assert!(never.is_seen_by_legality() && !never.is_seen_by_optimality() && !never.needs_two_searches);
    assert!(stopped.needs_two_searches && stopped.is_seen_by_optimality());
    assert_eq!(repetition.hunts_by(Generator::Uniform).median(), None);
    assert!(repetition.is_caught() && repetition.needs.contains(&"cycle"), "{:?}", repetition.needs);
    for one in &killed {
        let case = one.smallest.as_ref().expect("a game");
        assert!(case.game.len() <= 8, "{case}");
        let checked = one.bug.check(case).expect("within capacity");
        let finding = case.expect.expect("a case expects the finding that it shows");
        assert!(checked.shows(finding) && !checked.is_kept(), "{case}");
    }
}

#[test]
fn the_kill_matrix_counts_games_up_to_the_first_that_only_the_bug_fails() {
    let bug = Bug::ALL.iter().find(|bug| bug.name == "not-cleared-on-repetition").expect("a bug");
    let hunt = Hunt { seeds: 9..10, max_games: 1_000, sample: 1 };
    let games = matrix(&[*bug], &hunt, &Run::new(0..1, 1))[0]
        .hunts_by(Generator::Mixed)
        .worst()
        .expect("the fault is caught");
    let mut graph = Graph::leaf(Score::ZERO);
    let shows = |index, graph: &mut Graph| {
        let depth = Random { seed: 9, games: 1_000 }.game(index, graph);
        bug.run_on(&bug.subject(), graph, depth).expect("within capacity").is_some()
    };
    let first = (0..1_000).find(|&index| shows(index, &mut graph));
    assert_eq!(first, Some(games - 1));
}

#[test]
fn only_the_first_move_of_the_line_shows_a_line_found_by_its_score() {
    let bug = Bug::named("line-found-by-its-score").expect("a bug");
    let case: Case = format!("v1 {} depth=1 [0 0]", bug.subject()).parse().expect("a case");
    let checked = bug.check(&case).expect("within capacity");
    assert_eq!(checked.finding(), Finding::Fault(FaultKind::OtherMove));
    assert!(!checked.is_kept() && !checked.verdict.score.is_fault());
    assert!(checked.lines.iter().all(|shown| shown.verdict.kind <= LineKind::Equivalent));
    let fault = checked.trial.fault.expect("a fault").to_string();
    assert_eq!(fault, "the best move is 0, but the line begins with 1");
}
