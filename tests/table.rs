//! The transposition table with equal drafts: scores stay, lines get shorter and only
//! where an entry may end the search of a PV-node, and what breaks does so by name.

mod common;

use common::{COPYING, OPEN, PVS, play_with, row};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Finished, Random, Row};
use pvcheck::check::Harness;
use pvcheck::enumerate::{Leaves, Scope};
use pvcheck::game::{Graph, examples::NARROWING};
use pvcheck::pv::{NoStore, Store};
use pvcheck::score::Bound;
use pvcheck::search::{SearchOptions, Widen};
use pvcheck::table::{PvCut, Replace, TableOptions};
use pvcheck::verdict::{LineKind, ScoreVerdict};

const GAMES: Random = Random { seed: 11, games: 20_000 };

/// Two slots, so that most entries are overwritten, in every way.
fn tables(pv_cut: PvCut) -> Vec<TableOptions> {
    let usual = TableOptions { pv_cut, ..TableOptions::DEFAULT };
    let small = |&replace| TableOptions { entries: 2, replace, ..usual };
    let leaves = TableOptions { leaves: true, ..usual };
    Replace::ALL.iter().map(small).chain([usual, leaves]).collect()
}

fn searched(table_options: TableOptions) -> Finished {
    let finished = play_with(&GAMES, SearchOptions::table(table_options));
    assert_eq!(finished.features.insufficient_coverage(finished.games), Vec::<&str>::new());
    assert!(finished.rows.iter().all(Row::is_kept), "{table_options}");
    finished
}

/// The rows in which the stable regime guarantees the leftmost line.
fn right_without_a_table(finished: &Finished) -> impl Iterator<Item = &Row> {
    finished.rows.iter().filter(|row| {
        let (algorithm, store) = (row.subject.algorithm, row.subject.store);
        let copies = COPYING.contains(&store) && (PVS.contains(&algorithm) || OPEN.contains(&algorithm));
        copies || (store == Store::SingleArray && PVS.contains(&algorithm))
    })
}

/// "Ignore those matches": where no entry ends the search of a PV-node, every line is as
/// it is without a table, and the single array in PVS as good as the triangular one.
#[test]
fn without_cutoffs_at_pv_nodes_every_line_is_the_leftmost_one() {
    for table_options in tables(PvCut::None) {
        let finished = searched(table_options);
        for Row { subject, tally, .. } in right_without_a_table(&finished) {
            assert_eq!(tally.line(LineKind::Same), finished.games, "{subject}");
            assert_eq!(tally.score(ScoreVerdict::Exact), finished.games, "{subject}");
            assert!(tally.acted > 0, "{subject}");
        }
    }
}

/// Where an exact entry ends the search of a PV-node its line stops there; it stays right.
#[test]
fn cutoffs_at_pv_nodes_make_lines_shorter_and_nothing_else() {
    for pv_cut in [PvCut::Exact, PvCut::All] {
        for table_options in tables(pv_cut) {
            let finished = searched(table_options);
            for Row { subject, tally, .. } in right_without_a_table(&finished) {
                let short = tally.line(LineKind::Truncated);
                assert_eq!(tally.line(LineKind::Same) + short, finished.games, "{subject}");
                assert_eq!(tally.score(ScoreVerdict::Exact), finished.games, "{subject}");
                let usual = table_options.entries == TableOptions::DEFAULT.entries;
                assert!(short < finished.games / 50 && (short > 0 || !usual), "{subject}: {short}");
            }
        }
    }
}

/// The bare array is right on uniform games and no longer so when the table ends a PV-node.
#[test]
fn the_bare_array_breaks_as_soon_as_the_table_cuts_at_a_pv_node() {
    let unsound = |pv_cut| {
        let finished = searched(TableOptions { pv_cut, ..TableOptions::DEFAULT });
        row(&finished, Algorithm::PvsSoft, Store::SingleArrayBare).tally.line(LineKind::Unsound)
    };
    assert_eq!(unsound(PvCut::None), 0);
    assert!(unsound(PvCut::Exact) > 0);
}

/// Narrowing the window from the null-window entry makes a re-search begin at its score,
/// whatever window the algorithm asked for: PVS becomes NegaScout, and its line crippled.
#[test]
fn narrowing_from_the_table_cripples_the_line_of_every_pvs() {
    let narrow = TableOptions { pv_cut: PvCut::None, narrow: true, ..TableOptions::DEFAULT };
    let scope = Scope::uniform(2, 3, Leaves::Permutations).expect("a small scope");
    let finished = play_with(&scope, SearchOptions::table(narrow));
    assert!(finished.rows.iter().all(Row::is_kept));
    let line = |algorithm, kind| row(&finished, algorithm, Store::Triangular).tally.line(kind);
    // Fail-hard as often as NegaScout as printed, fail-soft more often than from the score.
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

/// Where positions share keys nothing is claimed but that moves are legal: stores that
/// copy only ever copy moves that were searched.
#[test]
fn shared_keys_spoil_scores_and_no_store_that_copies_shows_an_illegal_move() {
    for key_bits in [1, 2, 4] {
        let finished = searched(TableOptions { key_bits, ..TableOptions::DEFAULT });
        for Row { subject, tally, .. } in finished.rows.iter().filter(|row| row.subject.store.copies()) {
            assert_eq!(tally.line(LineKind::Illegal), 0, "{subject}");
        }
        let wrong = row(&finished, Algorithm::PvsSoft, Store::None).tally.score(ScoreVerdict::Unwitnessed);
        assert!(wrong > 0, "{key_bits} bits spoil scores");
    }
}

/// What a table is for: fewer evaluations where positions are met again.
#[test]
fn a_table_saves_evaluations() {
    let evaluations = |options| {
        let finished = play_with(&GAMES, options);
        row(&finished, Algorithm::PvsSoft, Store::None).tally.counts.leaf_evaluations
    };
    let tabled = evaluations(SearchOptions::table(TableOptions::DEFAULT));
    assert!(tabled * 10 < evaluations(SearchOptions::NONE) * 9, "a tenth at least");
}

/// A table and a root window together, and the game of the literature: an equal draft
/// returns its value, 1.
#[test]
fn equal_drafts_are_right_on_the_narrowing_game() {
    let game: Graph = NARROWING.parse().expect("a game");
    let mut harness = Harness::<NoStore>::default();
    let mut game = harness.game(&game.root(), 6).expect("shallow");
    for pv_cut in PvCut::ALL {
        let table =
            Some(TableOptions { pv_cut: *pv_cut, leaves: true, narrow: true, ..TableOptions::DEFAULT });
        for widen in Widen::ALL {
            let options = SearchOptions { table, ..SearchOptions::aspiration(5, *widen) };
            for &algorithm in Algorithm::ALL.iter().filter(|algorithm| algorithm.has_window()) {
                let trial = game.run_algorithm(algorithm, &options, |_, _, _| {});
                if trial.bound == Bound::Exact && algorithm != Algorithm::PvsHardNoLastReSearch {
                    assert_eq!(trial.score.get(), 1, "{}{options}", algorithm.name());
                }
            }
        }
    }
}
