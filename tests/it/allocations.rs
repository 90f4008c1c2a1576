//! No heap allocation per game: all memory is reused once it is large enough.

use crate::common::prelude::*;
use crate::common::{sample, subjects};
use pvcheck::enumerate::{Graphs, Limits};
use pvcheck::experiment::Run;
use pvcheck::table::TableOptions;

/// Runs every algorithm on a sample of these games, which is spread over the set, and judges every line; returns how many are not the
/// correct one.
fn play(games: &impl Games, count: u64, harness: &mut Harness, tree: &mut Graph) -> u64 {
    let mut wrong = 0;
    let played = sample(count);
    for index in (0..played).map(|index| index * count / played) {
        let depth = games.game(index, tree);
        let mut game = harness.game(&tree.root(), depth).expect("within capacity");
        for options in [SearchOptions::NONE, SearchOptions::table(TableOptions::DEFAULT)] {
            for &algorithm in Algorithm::ALL {
                game.run_algorithm(algorithm, &options, &mut |oracle, store, outcome| {
                    let line = judge_line(oracle, outcome, Store::ALL[store].profile().keeps_lines());
                    wrong += u64::from(line.kind > LineKind::NoneDue);
                });
            }
        }
        game.finish();
    }
    wrong
}

fn allocations_when_played_again(games: &impl Games, count: u64) -> u64 {
    let (mut harness, mut tree) = (Harness::default(), Graph::leaf(Score::ZERO));
    let first = allocation_counter::measure(|| {
        play(games, count, &mut harness, &mut tree);
    });
    assert!(first.count_total > 0, "the counter works");
    let mut wrong = 0;
    let again = allocation_counter::measure(|| {
        wrong = play(games, count, &mut harness, &mut tree);
    });
    assert!(wrong > 0, "wrong lines were judged as well");
    again.count_total
}

#[test]
fn games_of_an_exhaustive_scope_allocate_nothing_in_steady_state() {
    let scope = Scope::uniform(2, 3, Leaves::Orderings).expect("a small scope");
    assert_eq!(allocations_when_played_again(&scope, 20_000), 0);
}

#[test]
fn small_graphs_allocate_nothing_in_steady_state() {
    let graphs = Limits { positions: 4, scores: 3, depth: 4, cycles: false };
    assert_eq!(allocations_when_played_again(&Graphs::new(graphs).expect("a small scope"), 18_948), 0);
}

#[test]
fn random_games_allocate_nothing_in_steady_state() {
    let games = Random { seed: 1, games: 20_000 };
    assert_eq!(allocations_when_played_again(&games, 20_000), 0);
}

/// The second half of a campaign allocates almost nothing, only when a subject shows a new kind of finding. One allocation per
/// game would be 8,000, one per search 152,000.
#[test]
fn a_campaign_allocates_nothing_per_game() {
    let games = Random { seed: 1, games: 16_000 };
    let subjects = subjects(Algorithm::ALL, Store::ALL, SearchOptions::NONE);
    // All games are of the first round.
    let run = |count| {
        let campaign = Campaign::new(&games, subjects.clone());
        allocation_counter::measure(|| {
            assert_eq!(Run::new(0..count, 1).play(&campaign).items(), 0..count);
        })
    };
    let (half, whole) = (run(8_000), run(16_000));
    let more = whole.count_total - half.count_total;
    assert!(half.count_total > 100 && more < 80, "{} allocations, then {more} more", half.count_total);
    let most = [half, whole].map(|allocated| allocated.bytes_max);
    assert!(most[1] < most[0] + most[0] / 100, "{} bytes at most, then {}", most[0], most[1]);
}
