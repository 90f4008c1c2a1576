//! The guarantees for every assignment of scores.

use crate::common::assert_kept;
use crate::ordered_trees::assert_the_listed_survive;
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Finished, Games};
use pvcheck::enumerate::{Graphs, Leaves, Limits, Scope};
use pvcheck::experiment::{Run, threads_or_cores};
use pvcheck::feature::Preset;
use pvcheck::pv::Store;
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck_lab::all_scores::AllScores;

fn play(games: &dyn Games, options: SearchOptions) -> Finished {
    let stores =
        |&algorithm: &Algorithm| Store::ALL.iter().map(move |&store| Subject { algorithm, store, options });
    let subjects = Algorithm::ALL.iter().flat_map(stores).filter(|subject| subject.meaningless().is_none());
    let searches = AllScores::new(games, subjects.collect()).expect("a small scope");
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
fn the_guarantees_hold_on_every_ordered_tree_for_every_score() {
    let finished = play(&shapes(9), SearchOptions::NONE);
    assert_the_listed_survive(&finished);
}

#[test]
fn the_guarantees_hold_on_small_graphs_for_every_score() {
    let without = play(&graphs(4, false), SearchOptions::NONE);
    let with = play(&graphs(2, true), SearchOptions::NONE);
    assert!(without.games > 10_000 && with.games > 1_000, "{} {}", without.games, with.games);
}

/// Every search option with which a regime is tested, one after the other.
#[test]
fn the_guarantees_hold_with_every_option_for_every_score() {
    for preset in Preset::all() {
        let games: [&dyn Games; 3] = [&shapes(4), &graphs(3, false), &graphs(2, true)];
        for games in games {
            assert!(play(games, preset.random).games > 250, "{}", preset.random);
        }
    }
}

/// Some 5 x 10^15 orderings of its leaves, and every distance between their scores: a few minutes.
#[test]
fn the_guarantees_hold_for_every_score_of_2_4() {
    let uniform = Scope::uniform(2, 4, Leaves::Values(1)).expect("a scope");
    let finished = play(&uniform, SearchOptions::NONE);
    assert!(finished.games > 10_000_000, "{}", finished.games);
}
