//! Stores that read lines from a table: what each one shows where positions are met again, which of them are never
//! wrong, and that none of them influences a search.

use crate::common::prelude::*;
use crate::common::{
    COPYING, OPEN, PVS, READING, Shared, assert_kept, play, play_with, row, sample, worst_line,
};
use pvcheck::pv::AllStores;
use pvcheck::search::Widen;
use pvcheck::table::{Draft, PvCut, Replace, TableOptions};

fn games() -> Random {
    Random { seed: 12, games: sample(10_000) }
}

/// Tables that lose entries in every way, or keep several of one position.
fn tables() -> Vec<TableOptions> {
    let usual = TableOptions::DEFAULT;
    let small = |&replace| TableOptions { entries: 2, replace, ..usual };
    let others = [
        usual,
        TableOptions { replace: Replace::Bucket, ..usual },
        TableOptions { pv_cut: PvCut::None, ..usual },
        TableOptions { pv_cut: PvCut::All, leaves: true, ..usual },
    ];
    Replace::ALL.iter().map(small).chain(others).collect()
}

/// The games with these options, run once for all tests.
fn searched(options: SearchOptions) -> &'static Finished {
    static RESULTS: Shared<SearchOptions> = Shared::new();
    RESULTS.get(options, || play_with(&games(), options))
}

fn line(finished: &Finished, algorithm: Algorithm, store: Store, kind: LineKind) -> u64 {
    row(finished, algorithm, store).tally.line(kind)
}

/// In the regime `stable`, where the search writes a shadow table and never probes it.
#[test]
fn a_transposition_corrupts_lines_that_are_stored_per_position_and_not_per_node() {
    let finished = play(&games());
    assert_kept(&finished.rows);
    for algorithm in PVS.into_iter().chain(OPEN) {
        for store in [Store::TableWalk, Store::TableWalkExact, Store::PvTable, Store::EdwardsTrees] {
            assert!(line(&finished, algorithm, store, LineKind::Unsound) > 0, "{}", store.name());
        }
        for store in [Store::PvHolder, Store::TailRecovery] {
            assert_eq!(line(&finished, algorithm, store, LineKind::Same), finished.games, "{}", store.name());
        }
        let checked = |kind| line(&finished, algorithm, Store::TableWalkChecked, kind);
        assert_eq!(checked(LineKind::Same) + checked(LineKind::Truncated), finished.games);
    }
    // A null-window search of a position on the line leaves a bound in the table, at which a walk for exact entries
    // ends. The PV table has entries of PV-nodes only.
    let pvs = |store, kind| line(&finished, Algorithm::PvsSoft, store, kind);
    assert!(pvs(Store::TableWalkExact, LineKind::Truncated) > finished.games / 50);
    assert_eq!(pvs(Store::PvTable, LineKind::Truncated), 0);
    // A walk that checks less is truncated less often and wrong more often.
    let [any, exact, checked] = [Store::TableWalk, Store::TableWalkExact, Store::TableWalkChecked]
        .map(|store| (pvs(store, LineKind::Truncated), pvs(store, LineKind::Unsound)));
    assert!(any.0 < exact.0 && exact.0 < checked.0, "{any:?} {exact:?} {checked:?}");
    assert!(any.1 > exact.1 && exact.1 > checked.1, "{any:?} {exact:?} {checked:?}");
}

/// With every table, and with every search whose scores are right, NegaScout too.
#[test]
fn a_checked_walk_is_never_wrong_where_scores_are_right() {
    let tables = tables().into_iter().map(SearchOptions::table);
    let others = [SearchOptions::NONE, SearchOptions::aspiration(2, Widen::Side)];
    for options in tables.chain(others) {
        let finished = searched(options);
        let right = |row: &&Row| row.subject.algorithm != Algorithm::PvsHardNoLastReSearch;
        for Row { subject, tally, .. } in finished.rows.iter().filter(right) {
            if subject.store == Store::TableWalkChecked {
                let wrong = tally.line(LineKind::Unsound) + tally.line(LineKind::Illegal);
                assert_eq!(wrong, 0, "{subject}");
                assert!(tally.line(LineKind::Same) > 0 && tally.line(LineKind::Truncated) > 0, "{subject}");
            }
        }
    }
}

/// With kept tables and deeper drafts too, where a preceding search of the root has left a deeper entry of it.
#[test]
fn a_checked_walk_does_not_begin_with_an_entry_of_a_preceding_search() {
    for &replace in Replace::ALL {
        let table_options =
            TableOptions { replace, draft: Draft::Deeper, keep: true, ..TableOptions::DEFAULT };
        let stores = [Store::TableWalkChecked, Store::TailRecovery];
        let options = SearchOptions::table(table_options);
        let subjects = stores.map(|store| Subject { algorithm: Algorithm::PvsSoft, store, options });
        let finished = Campaign::new(&games(), subjects.to_vec()).replaying(Vec::new()).run(|_| ());
        for row in finished.rows {
            assert!(worst_line(&row.tally) <= LineKind::Truncated, "{}", row.subject);
        }
    }
}

/// Tail recovery extends the line of the triangular table by right moves.
#[test]
fn tail_recovery_makes_lines_longer_and_nothing_worse() {
    let mut recovered = 0;
    for table_options in tables() {
        let finished = searched(SearchOptions::table(table_options));
        for Row { subject, tally, .. } in
            finished.rows.iter().filter(|row| row.subject.store == Store::TailRecovery)
        {
            let bare = &row(finished, subject.algorithm, Store::Triangular).tally;
            for kind in [LineKind::Unsound, LineKind::Illegal] {
                let worse = tally.line(kind) > bare.line(kind);
                assert!(!worse || subject.algorithm == Algorithm::PvsHardNoLastReSearch, "{subject}: {kind}");
            }
            assert!(tally.line(LineKind::Same) >= bare.line(LineKind::Same), "{subject}");
            recovered += tally.line(LineKind::Same) - bare.line(LineKind::Same);
        }
    }
    assert!(recovered > games().games / 20, "{recovered}");
}

/// While each exact result replaces the previous one in both tables, entry and line are of one visit. A bucket keeps
/// entries of several drafts, and stored leaves have their own exact entries: then the holder appends the tail of
/// another draft.
#[test]
fn the_pv_holder_is_right_while_its_lines_and_the_table_entries_are_of_the_same_visits() {
    let usual = TableOptions::DEFAULT;
    for table_options in [
        usual,
        TableOptions { entries: 2, ..usual },
        TableOptions { replace: Replace::ProtectPv, ..usual },
        TableOptions { pv_cut: PvCut::All, ..usual },
    ] {
        let finished = searched(SearchOptions::table(table_options));
        assert_kept(&finished.rows);
        for algorithm in PVS.into_iter().chain(OPEN) {
            assert_eq!(line(finished, algorithm, Store::PvHolder, LineKind::Same), finished.games);
        }
        let truncation = line(finished, Algorithm::PvsSoft, Store::Triangular, LineKind::Truncated);
        assert!(truncation > 0 || table_options.entries == 2, "{table_options}: some lines are truncated");
    }
    for table_options in
        [TableOptions { replace: Replace::Bucket, ..usual }, TableOptions { leaves: true, ..usual }]
    {
        let finished = searched(SearchOptions::table(table_options));
        let unsound = |store| line(finished, Algorithm::PvsSoft, store, LineKind::Unsound);
        assert!(unsound(Store::PvHolder) > 0, "{table_options}");
        assert_eq!(unsound(Store::TailRecovery), 0, "{table_options}");
    }
}

/// The only store that shows moves of other positions is the one that checks nothing.
#[test]
fn only_the_raw_walk_shows_a_move_of_another_position() {
    let colliding = searched(SearchOptions::table(TableOptions { key_bits: 2, ..TableOptions::DEFAULT }));
    for &algorithm in Algorithm::ALL {
        let illegal = |store| line(colliding, algorithm, store, LineKind::Illegal);
        assert!(illegal(Store::TableWalkRaw) > colliding.games / 10, "{}", algorithm.name());
        for store in READING.into_iter().chain(COPYING) {
            assert_eq!(illegal(store), 0, "{}+{}", algorithm.name(), store.name());
        }
    }
    let whole = searched(SearchOptions::table(TableOptions::DEFAULT));
    for &algorithm in Algorithm::ALL {
        let shown = |store| LineKind::ALL.iter().map(move |&kind| (store, kind));
        for ((raw, kind), (legal, _)) in shown(Store::TableWalkRaw).zip(shown(Store::TableWalk)) {
            assert_eq!(line(whole, algorithm, raw, kind), line(whole, algorithm, legal, kind), "{kind}");
        }
    }
}

/// The shadow table is never probed: score, node count and all else are those of a search without a store.
#[test]
fn the_shadow_table_changes_no_search() {
    let (mut fed, mut bare) = (Harness::<AllStores>::default(), Harness::<NoStore>::default());
    let mut tree = Graph::leaf(Score::ZERO);
    let table = SearchOptions::table(TableOptions { entries: 4, ..TableOptions::DEFAULT });
    for index in 0..2_000 {
        let depth = games().game(index, &mut tree);
        let mut with = fed.game(&tree.root(), depth).expect("within capacity");
        let mut without = bare.game(&tree.root(), depth).expect("within capacity");
        for options in [SearchOptions::NONE, table, SearchOptions::aspiration(2, Widen::Both)] {
            for &algorithm in Algorithm::ALL {
                let one = with.run_algorithm(algorithm, &options, &mut |_, _, _| {});
                let other = without.run_algorithm(algorithm, &options, &mut |_, _, _| {});
                assert_eq!(one, other, "{}{options} depth={depth} {tree}", algorithm.name());
            }
        }
        with.finish();
        without.finish();
    }
}
