//! The searches of the library on very many random games, with random combinations of all search options.

use pvcheck::table::Narrow;

use crate::common::prelude::*;
use crate::common::{assert_kept, play_with, share};

/// The sets of options, and the games of each.
const SETS: u64 = 400;
const GAMES: u64 = 1_500;

/// A search feeds all stores, so that the number of searches is that of the algorithms, times the games.
#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn in_ten_million_searches_no_guarantee_is_broken() {
    let mut searches = 0;
    for set in 0..share(SETS) {
        let mut choices = Seeded::new(23, set);
        let mut options = SearchOptions::random(&mut choices);
        if let Some(table) = &mut options.table {
            table.narrow = Narrow::random(&mut choices, 4);
        }
        let games = Random { seed: 1_000 + set, games: GAMES };
        let finished = play_with(&games, options);
        assert_kept(&finished.rows);
        let mut algorithms: Vec<&str> =
            finished.rows.iter().map(|row| row.subject.algorithm.name()).collect();
        algorithms.dedup();
        searches += algorithms.len() as u64 * GAMES;
    }
    // Ten million of all sets.
    assert!(searches >= share(SETS) * 25_000, "{searches} searches");
}
