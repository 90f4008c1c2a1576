//! The guarantees for every assignment of scores.

use std::collections::HashSet;

use crate::common::prelude::*;
use crate::common::stable::assert_the_listed_survive;
use crate::common::{assert_kept, subjects};
use pvcheck::enumerate::{Graphs, Limits};
use pvcheck::experiment::{Run, threads_or_cores};
use pvcheck::feature::{Preset, Widen};
use pvcheck_all_scores::all_scores::{Classes, Part, Unscored, run_game};
use pvcheck_all_scores::check::Harness;
use pvcheck_lab::all_scores::{AllScores, is_settled_by_move};

use super::all_scores::{known, over_decisions};

fn play(games: &dyn Games, options: SearchOptions) -> Finished {
    play_those(games, options, |_| true)
}

fn play_those(games: &dyn Games, options: SearchOptions, are_tested: impl Fn(&Subject) -> bool) -> Finished {
    let mut subjects = subjects(Algorithm::ALL, Store::ALL, options);
    subjects.retain(are_tested);
    let searches = AllScores::new(games, subjects).expect("a small scope");
    let part = Run::new(0..searches.items(), threads_or_cores(None)).play(&searches);
    let finished = searches.finish(&part).expect("the margins of all presets are small");
    assert_kept(&finished.rows);
    finished
}

fn shapes(positions: usize) -> Scope {
    Scope::shapes_with(positions, Leaves::Values(1)).expect("a small scope")
}

fn graphs(positions: usize, cycles: bool) -> Graphs {
    Graphs::new(Limits { positions, scores: 1, depth: positions, cycles }).expect("a small scope")
}

/// 3,328,402 games of up to nine positions are all orderings of scores; these are all scores.
#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn the_guarantees_hold_on_every_ordered_tree_for_every_score() {
    let finished = play(&shapes(9), SearchOptions::NONE);
    assert_the_listed_survive(&finished);
}

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn the_guarantees_hold_on_small_graphs_for_every_score() {
    let without = play(&graphs(4, false), SearchOptions::NONE);
    let with = play(&graphs(2, true), SearchOptions::NONE);
    assert!(without.games > 10_000 && with.games > 1_000, "{} {}", without.games, with.games);
}

/// Every search option with which a regime is tested, one after the other.
#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn the_guarantees_hold_with_every_option_for_every_score() {
    for preset in Preset::all() {
        let games: [&dyn Games; 3] = [&shapes(4), &graphs(3, false), &graphs(2, true)];
        for games in games {
            assert!(play(games, preset.random).games > 250, "{}", preset.random);
        }
    }
}

/// A window of any half-width around any score: from 4 on, the half-width adds no class to so few leaves.
#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn the_guarantees_hold_in_every_root_window_for_every_score() {
    let classes = |width, widen| play(&shapes(5), SearchOptions::aspiration(width, widen)).games;
    for &widen in Widen::ALL {
        let of_width: Vec<_> = (1..=5).map(|width| classes(width, widen)).collect();
        assert!(of_width[0] < of_width[1] && of_width[3] == of_width[4], "{of_width:?}");
    }
}

/// Branching 3 and depth 3, with 27 leaves: a game for each move of the root, where this settles the whole tree. With all
/// algorithms it is 659,438 classes.
#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn the_guarantees_hold_for_every_score_of_3_3_by_move() {
    let by_move = Scope::by_move(3, 3, Leaves::Values(1)).expect("a scope");
    let tested = [Algorithm::AlphaBetaSoft, Algorithm::PvsSoft, Algorithm::NegascoutSoft];
    let is_tested = |subject: &Subject| tested.contains(&subject.algorithm) && is_settled_by_move(subject);
    let finished = play_those(&by_move, SearchOptions::NONE, is_tested);
    assert!(finished.games > 100_000, "{}", finished.games);
    assert_eq!(finished.rows.len(), 49);
}

/// Some 5 x 10^15 orderings of its leaves, and every distance between their scores: a few minutes.
#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn the_guarantees_hold_for_every_score_of_2_4() {
    let uniform = Scope::uniform(2, 4, Leaves::Values(1)).expect("a scope");
    let finished = play(&uniform, SearchOptions::NONE);
    assert!(finished.games > 10_000_000, "{}", finished.games);
}

/// `--leaves orderings` tries consecutive scores only. NegaScout adds up distances, and some of its classes have no such game.
#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn some_classes_of_negascout_have_no_game_with_consecutive_scores() {
    let orderings = Scope::uniform(2, 3, Leaves::Orderings).expect("a small scope");
    let mut unscored = Unscored::new("[[[0 0] [0 0]] [[0 0] [0 0]]]", 3, false).expect("a small game");
    let mut harness = Harness::default();
    let mut search = || {
        let (graph, depth) = unscored.filled();
        over_decisions::found(&mut harness, "negascout-hard+none", graph, depth);
    };
    let (mut classes, mut all) = (Classes::new(8, Part::default()), HashSet::new());
    while classes.run(&mut search).is_some() {
        all.insert(known());
    }
    drop(classes);
    let (mut game, mut seen) = (Graph::default(), HashSet::new());
    for index in 0..orderings.count() {
        orderings.game(index, &mut game);
        // In leaves at ply 3, the side moves that does not move at the root.
        let scores: Vec<i32> = (7..15).map(|leaf| -game.score(leaf).get()).collect();
        run_game(&scores, &mut search);
        seen.insert(known());
    }
    assert!(seen.is_subset(&all));
    let without = all.len() - seen.len();
    assert!(all.len() > 1_000 && without > 10, "{without} of {}", all.len());
}
