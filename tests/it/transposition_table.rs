//! The transposition table with equal drafts: scores do not change, lines are truncated only where an entry may end the
//! search of a PV-node, and all that fails is an expected failure.

use crate::common::prelude::*;
use crate::common::{COPYING, OPEN, PVS, Shared, assert_kept, play_with, row, sample};
use pvcheck::game::examples::NARROWING;
use pvcheck::search::Widen;
use pvcheck::table::{Narrow, PvCut, Replace, TableOptions};

fn games() -> Random {
    Random { seed: 11, games: sample(20_000) }
}

/// Tables of two slots with every replacement scheme, so that most entries are overwritten, and two of usual size.
fn tables(pv_cut: PvCut) -> Vec<TableOptions> {
    let usual = TableOptions { pv_cut, ..TableOptions::DEFAULT };
    let small = |&replace| TableOptions { entries: 2, replace, ..usual };
    let leaves = TableOptions { leaves: true, ..usual };
    Replace::ALL.iter().map(small).chain([usual, leaves]).collect()
}

/// The games with this table, run once for all tests.
fn searched(table_options: TableOptions) -> &'static Finished {
    static RESULTS: Shared<TableOptions> = Shared::new();
    let finished = RESULTS.get(table_options, || play_with(&games(), SearchOptions::table(table_options)));
    assert_eq!(finished.features.insufficient_coverage(finished.games), Vec::<&str>::new());
    assert_kept(&finished.rows);
    finished
}

/// The rows whose cells guarantee the leftmost line in the regime `stable`.
fn right_without_a_table(finished: &Finished) -> impl Iterator<Item = &Row> {
    finished.rows.iter().filter(|row| {
        let (algorithm, store) = (row.subject.algorithm, row.subject.store);
        let copies = COPYING.contains(&store) && (PVS.contains(&algorithm) || OPEN.contains(&algorithm));
        copies || (store == Store::SingleArray && PVS.contains(&algorithm))
    })
}

/// "Ignore those matches": where no entry ends the search of a PV-node, every line is the one without a table, in the
/// single array of PVS too.
#[test]
fn without_cutoffs_at_pv_nodes_every_line_is_the_leftmost_one() {
    for table_options in tables(PvCut::None) {
        let finished = searched(table_options);
        for Row { subject, tally, .. } in right_without_a_table(finished) {
            assert_eq!(tally.line(LineKind::Same), finished.games, "{subject}");
            assert_eq!(tally.score(ScoreVerdict::Exact), finished.games, "{subject}");
            assert!(tally.acted > 0, "{subject}");
        }
    }
}

/// Where an exact entry ends the search of a PV-node, its line ends there and is still right.
#[test]
fn cutoffs_at_pv_nodes_make_lines_shorter_and_nothing_else() {
    for pv_cut in [PvCut::Exact, PvCut::All] {
        for table_options in tables(pv_cut) {
            let finished = searched(table_options);
            for Row { subject, tally, .. } in right_without_a_table(finished) {
                let short = tally.line(LineKind::Truncated);
                assert_eq!(tally.line(LineKind::Same) + short, finished.games, "{subject}");
                assert_eq!(tally.score(ScoreVerdict::Exact), finished.games, "{subject}");
                let usual = table_options.entries == TableOptions::DEFAULT.entries;
                assert!(short < finished.games / 50 && (short > 0 || !usual), "{subject}: {short}");
            }
        }
    }
}

/// The bare array is sound until an entry ends the search of a PV-node.
#[test]
fn the_bare_array_fails_as_soon_as_the_table_cuts_off_a_pv_node() {
    let unsound = |pv_cut| {
        let finished = searched(TableOptions { pv_cut, ..TableOptions::DEFAULT });
        row(finished, Algorithm::PvsSoft, Store::SingleArrayBare).tally.line(LineKind::Unsound)
    };
    assert_eq!(unsound(PvCut::None), 0);
    assert!(unsound(PvCut::Exact) > 0);
}

/// When the window is narrowed by the entry of the null-window search, a re-search begins at that score, whatever window
/// the algorithm passes: PVS behaves as NegaScout, and its line is wrong.
#[test]
fn narrowing_the_window_by_table_bounds_makes_lines_of_every_pvs_wrong() {
    let narrow = TableOptions { pv_cut: PvCut::None, narrow: Narrow::Yes, ..TableOptions::DEFAULT };
    let scope = Scope::uniform(2, 3, Leaves::Permutations).expect("a small scope");
    let finished = play_with(&scope, SearchOptions::table(narrow));
    assert_kept(&finished.rows);
    let line = |algorithm, kind| row(&finished, algorithm, Store::Triangular).tally.line(kind);
    // Fail-hard as often as NegaScout as published, fail-soft more often than a re-search from the score.
    assert_eq!(line(Algorithm::PvsZws, LineKind::Truncated), 9_312);
    assert_eq!(line(Algorithm::PvsZws, LineKind::Unsound), 6_240);
    for algorithm in [Algorithm::PvsSoft, Algorithm::PvsSoftFromScore] {
        assert_eq!(line(algorithm, LineKind::Truncated), 16_024, "{}", algorithm.name());
        assert_eq!(line(algorithm, LineKind::Unsound), 12_312, "{}", algorithm.name());
    }
    assert_eq!(line(Algorithm::AlphaBetaSoft, LineKind::Same), finished.games);
    for row in finished.rows.iter().filter(|row| row.subject.algorithm != Algorithm::PvsHardNoLastReSearch) {
        assert_eq!(row.tally.score(ScoreVerdict::Unwitnessed), 0, "{}", row.subject);
    }
}

/// One beyond the bound, the second search begins below the null-window score: the line is that without a table.
#[test]
fn narrowing_the_window_to_one_beyond_table_bounds_changes_no_line() {
    let narrow = TableOptions { pv_cut: PvCut::None, narrow: Narrow::Beyond, ..TableOptions::DEFAULT };
    let scope = Scope::uniform(2, 3, Leaves::Permutations).expect("a small scope");
    let finished = play_with(&scope, SearchOptions::table(narrow));
    assert_kept(&finished.rows);
    for Row { subject, tally, .. } in right_without_a_table(&finished) {
        assert_eq!(tally.line(LineKind::Same), finished.games, "{subject}");
        assert_eq!(tally.score(ScoreVerdict::Exact), finished.games, "{subject}");
    }
}

/// With key collisions only the legality of moves is guaranteed: stores that copy have only moves that were searched.
#[test]
fn key_collisions_corrupt_scores_but_no_copied_line_is_illegal() {
    for key_bits in [1, 2, 4] {
        let finished = searched(TableOptions { key_bits, ..TableOptions::DEFAULT });
        for Row { subject, tally, .. } in
            finished.rows.iter().filter(|row| row.subject.store.profile().copies())
        {
            assert_eq!(tally.line(LineKind::Illegal), 0, "{subject}");
        }
        let wrong = row(finished, Algorithm::PvsSoft, Store::None).tally.score(ScoreVerdict::Unwitnessed);
        assert!(wrong > 0, "keys of {key_bits} bits corrupt scores");
    }
}

#[test]
fn a_table_saves_evaluations() {
    let evaluations =
        |finished: &Finished| row(finished, Algorithm::PvsSoft, Store::None).tally.counts.leaf_evaluations;
    let with_table = evaluations(searched(TableOptions::DEFAULT));
    let without = evaluations(&play_with(&games(), SearchOptions::NONE));
    assert!(with_table * 10 < without * 9, "a tenth at least");
}

/// A table and an aspiration window together, in the published game: with equal drafts every search returns its
/// value, 1.
#[test]
fn equal_drafts_are_right_on_the_narrowing_game() {
    let game: Graph = NARROWING.parse().expect("a game");
    let mut harness = Harness::<NoStore>::default();
    let mut game = harness.game(&game.root(), 6).expect("within capacity");
    for pv_cut in PvCut::ALL {
        let table = Some(TableOptions {
            pv_cut: *pv_cut,
            leaves: true,
            narrow: Narrow::Yes,
            ..TableOptions::DEFAULT
        });
        for widen in Widen::ALL {
            let options = SearchOptions { table, ..SearchOptions::aspiration(5, *widen) };
            for &algorithm in Algorithm::ALL.iter().filter(|algorithm| algorithm.profile().has_root_window())
            {
                let trial = game.run_algorithm(algorithm, &options, &mut |_, _, _| {});
                if trial.bound == Bound::Exact && algorithm != Algorithm::PvsHardNoLastReSearch {
                    assert_eq!(trial.score.get(), 1, "{}{options}", algorithm.name());
                }
            }
        }
    }
}
