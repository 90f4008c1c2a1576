//! No heap allocation per game: all memory is reused once it is large enough.

use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Games, Random};
use pvcheck::check::{Harness, judge_line};
use pvcheck::enumerate::{Graphs, Leaves, Limits, Scope};
use pvcheck::game::{Graph, ImplicitGame};
use pvcheck::large::{LargeGames, check_large, guaranteed_subjects};
use pvcheck::pv::Store;
use pvcheck::score::Score;
use pvcheck::search::SearchOptions;
use pvcheck::table::TableOptions;
use pvcheck::verdict::LineKind;

/// Runs every algorithm on the first games of a set and judges every line; returns how many have a flaw.
fn play(games: &impl Games, count: u64, harness: &mut Harness, tree: &mut Graph) -> u64 {
    let mut flawed = 0;
    for index in 0..count {
        let depth = games.game(index, tree);
        let mut game = harness.game(&tree.root(), depth).expect("within capacity");
        for options in [SearchOptions::NONE, SearchOptions::table(TableOptions::DEFAULT)] {
            for &algorithm in Algorithm::ALL {
                game.run_algorithm(algorithm, &options, |oracle, store, outcome| {
                    let line = judge_line(oracle, outcome, Store::ALL[store].profile().keeps_lines());
                    flawed += u64::from(line.kind > LineKind::NoneDue);
                });
            }
        }
        game.finish();
    }
    flawed
}

fn allocations_when_played_again(games: &impl Games, count: u64) -> u64 {
    let (mut harness, mut tree) = (Harness::default(), Graph::leaf(Score::ZERO));
    let first = allocation_counter::measure(|| {
        play(games, count, &mut harness, &mut tree);
    });
    assert!(first.count_total > 0, "the counter works");
    let mut flawed = 0;
    let again = allocation_counter::measure(|| {
        flawed = play(games, count, &mut harness, &mut tree);
    });
    assert!(flawed > 0, "wrong lines were judged as well");
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

/// A game of 88,573 positions needs less than 1 % more memory than one of 1,093. Both are searched to the same depth, for
/// which the stores lay out their memory, and end above it.
#[test]
fn implicit_games_of_any_size_need_about_the_same_memory() {
    let subjects = guaranteed_subjects();
    let peak = |plies: u16| {
        let games =
            LargeGames::new(ImplicitGame { plies, ..ImplicitGame::tree(1, 3) }, 32, 1).expect("a game");
        let mut minimax_nodes = 0;
        let measured = allocation_counter::measure(|| {
            let rows = check_large(&games, &subjects, |_| ()).expect("all can be judged");
            assert!(rows.iter().all(|row| row.tally.games == 1 && row.tally.breaches.is_empty()));
            minimax_nodes = games.minimax_nodes();
        });
        (minimax_nodes, measured.bytes_max)
    };
    let ((small, least), (large, most)) = (peak(6), peak(10));
    assert_eq!((small, large), (1_093, 88_573));
    assert!(least > 0 && most < least + least / 100, "{least} bytes at most, then {most}");
}
