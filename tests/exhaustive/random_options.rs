//! The searches of the library on very many random games, with random combinations of all search options.

use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Campaign, Random};
use pvcheck::game::Seeded;
use pvcheck::pv::Store;
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck::table::Narrow;

use crate::common::share;

/// The sets of options, and the games of each.
const SETS: u64 = 400;
const GAMES: u64 = 1_500;

/// Every algorithm with every store that has a meaning with these options.
fn subjects(options: SearchOptions) -> Vec<Subject> {
    let all =
        Algorithm::ALL.iter().flat_map(|&algorithm| Store::ALL.iter().map(move |&store| (algorithm, store)));
    let subjects = all.map(|(algorithm, store)| Subject { algorithm, store, options });
    subjects.filter(|subject| subject.meaningless().is_none()).collect()
}

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
        let finished = Campaign::new(&games, subjects(options)).threads(2).run(|_| ());
        for row in &finished.rows {
            let breaches = &row.breaches;
            assert!(breaches.is_empty(), "{}: {breaches:?}", row.subject);
        }
        let mut algorithms: Vec<&str> =
            finished.rows.iter().map(|row| row.subject.algorithm.name()).collect();
        algorithms.dedup();
        searches += algorithms.len() as u64 * GAMES;
    }
    // Ten million of all sets.
    assert!(searches >= share(SETS) * 25_000, "{searches} searches");
}
