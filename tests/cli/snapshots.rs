//! The snapshots in `snapshots/`, which a person reviews (`cargo insta review`): the contract, the census, and a page on
//! each expected failure.

use crate::common::assert_snapshot;
use crate::review::{self, Contract};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Campaign, Grown, Random, Row};
use pvcheck::case::Case;
use pvcheck::check::{check, not_reproduced};
use pvcheck::contract::{counterexamples, guarantee};
use pvcheck::game::{Growth, Shape, Sharing, Values};
use pvcheck::pv::Store;
use pvcheck::shrink::shrink;
use pvcheck::subject::Subject;
use pvcheck::table::{Replace, TableOptions};
use pvcheck::verdict::LineKind;
use pvcheck_cli::report::page;

/// One subject per cell, where the cell has a meaning.
fn subjects() -> Vec<Subject> {
    let options =
        ["", "aspiration(2)", "tt", "repetition", "tt(draft=deeper)", "tt+repetition", "tt(key-bits=2)"];
    let mut subjects = Vec::new();
    for options in options.map(|text| text.parse().expect("options")) {
        for &algorithm in Algorithm::ALL {
            subjects.extend(Store::ALL.iter().map(|&store| Subject { algorithm, store, options }));
        }
    }
    subjects.retain(|subject| subject.meaningless().is_none());
    subjects
}

#[test]
fn contract() {
    let about = "What algorithms guarantee with stores in each regime: the worst score, allowed faults, the worst line. \
                 What is not there has no meaning.";
    let contract = Contract::new();
    let [regimes, _] = contract.blocks();
    assert_snapshot("contract", about, &format!("{}\n{regimes}", contract.legend()));
}

#[test]
fn contract_with_other_options() {
    let [_, others] = Contract::new().blocks();
    let about = "The guarantees with search options that `contract` has not, with its letters and marks.";
    assert_snapshot("contract_options", about, &others);
}

#[test]
fn census() {
    let games = Random { seed: 1, games: 20_000 };
    let finished = Campaign::new(&games, subjects()).threads(2).run(|_| ());
    let shares = finished.features.shares().map(|(name, count, _)| format!("{name} {count}"));
    let features: Vec<String> = shares.collect();
    let text = format!("{}\n{}", features.join(", "), review::census(&finished.rows));
    assert_snapshot("census", "The results in 20,000 random games from seed 1.", &text);
}

/// How often lines that are read from a table are truncated, and how often wrong, by size and replacement scheme. Both
/// numbers are needed, as a line without moves is never wrong.
#[test]
fn table_walks() {
    let games = Random { seed: 1, games: 4_000 };
    let walks = ["table-walk", "table-walk-exact", "table-walk-checked", "pv-holder", "tail-recovery"];
    let subjects: Vec<String> = walks.map(|store| format!("pvs-soft+{store}")).to_vec();
    let subjects = [subjects, vec!["mtdf+table-walk".to_owned(), "pvs-soft+triangular".to_owned()]].concat();
    let heads = subjects.iter().map(|name| name.trim_start_matches("pvs-soft+"));
    let heads: Vec<String> = heads.map(|name| format!("{name:>11}")).collect();
    let mut text = format!("{:<10} size {}\n", "replace", heads.join(" "));
    for replace in Replace::ALL {
        for entries in [1, 2, 4, 8, 16, 32, 64, 4096] {
            let table_options = TableOptions { entries, replace: *replace, ..TableOptions::DEFAULT };
            let subject = |name: &String| format!("{name}+{table_options}").parse().expect("a subject");
            let plan: Vec<Subject> = subjects.iter().map(subject).collect();
            let finished = Campaign::new(&games, plan).threads(2).run(|_| ());
            let cells = finished.rows.iter().zip(&heads).map(|(Row { tally, .. }, head)| {
                let share = |kind| 100.0 * tally.line(kind) as f64 / tally.games as f64;
                let (truncation, wrong) = (share(LineKind::Truncated), share(LineKind::Unsound));
                format!(" {:>width$}", format!("{truncation:.2} {wrong:5.2}"), width = head.len())
            });
            text.push_str(&format!("{:<10} {entries:>4}{}\n", replace.name(), cells.collect::<String>()));
        }
    }
    let about = "Lines read from tables: truncated, and wrong, in per cent of random games, by the number of entries; of \
                 pvs-soft where no algorithm is named.";
    assert_snapshot("table_walks", about, &text);
}

/// How often a re-search that begins at the null-window score makes the line wrong (truncated, or not attaining the
/// score), on random uniform trees of distinct scores; and how often with the remedies.
#[test]
fn re_search_from_score() {
    let subjects = ["pvs-soft-from-score", "negascout-hard", "negascout-soft", "pvs-soft-from-below"];
    let subjects = subjects.map(|name| format!("{name}+triangular").parse::<Subject>().expect("a subject"));
    let heads = subjects.map(|subject| subject.algorithm.name());
    let mut text = format!("{:<8}{}\n", "(b, d)", heads.map(|name| format!("{name:>23}")).join(""));
    for (branching, height) in
        [(2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 2), (3, 3), (3, 4), (5, 2), (5, 3), (10, 2), (10, 3)]
    {
        let growth = Growth {
            shape: Shape::Uniform,
            sharing: Sharing::None,
            values: Values::Permutation,
            branching,
            height,
        };
        let games = Grown { growth, seed: 1, games: 10_000 };
        let finished = Campaign::new(&games, subjects.to_vec()).threads(2).run(|_| ());
        let cells = finished.rows.iter().map(|Row { tally, .. }| {
            let share = |kind| 100.0 * tally.line(kind) as f64 / tally.games as f64;
            format!("{:>13.2} %{:>6.2} %", share(LineKind::Truncated), share(LineKind::Unsound))
        });
        text.push_str(&format!("{:<8}{}\n", format!("({branching}, {height})"), cells.collect::<String>()));
    }
    let about = "Truncated lines, and lines that are legal but wrong, in 10,000 random permutations each.";
    assert_snapshot("re-search-from-score", about, &text);
}

macro_rules! pages {
    ($($test:ident $name:literal $case:literal $story:literal,)*) => {
        $(
            #[test]
            fn $test() {
                let case: Case = $case.parse().expect("a case");
                let checked = check(&case).expect("within capacity");
                assert_eq!(Some(checked.finding()), case.expect);
                assert!(checked.is_kept(), "a page shows an expected failure");
                let small = shrink(&case, checked.finding());
                assert_eq!(Case { expect: case.expect, ..small }, case, "a page shows the smallest game");
                assert_snapshot($name, $story, &page(&case, &checked, 100));
            }
        )*
    };
}

pages! {
    page_alpha_beta_single_array_unsound "alpha-beta-hard.single-array.unsound"
        "v1 alpha-beta-hard+single-array depth=2 expect=unsound [[1 0] [1 0]]"
        "The first root move raises alpha with the line 0 1. The second is searched with an open window: \
         its reply 0 raises alpha in the child and is written to the tail, before reply 1 refutes the move. \
         The score is right, every move is legal, and the line ends in a position worth 1 instead of 0.",
    page_alpha_beta_single_array_truncated "alpha-beta-hard.single-array.truncated"
        "v1 alpha-beta-hard+single-array depth=2 expect=truncated [[0] 0]"
        "The second root move ends the game and ties, so it does not raise alpha; but its terminator has \
         been written where the tail of the good line was.",
    page_alpha_beta_single_array_illegal "alpha-beta-hard.single-array.illegal"
        "v1 alpha-beta-hard+single-array depth=2 expect=illegal [0 [1 0]]"
        "The best line is the first move alone, which ends the game. The second move is refuted, but its reply was \
         written after the first move: a move after the end of the game.",
    page_minimax_single_array_illegal "minimax.single-array.illegal"
        "v1 minimax+single-array depth=2 expect=illegal [0 [0]]"
        "Without a window every move is searched in full and writes its line, here after a move that ends the \
         game.",
    page_pvs_bare_array_illegal "pvs-soft.single-array-bare.illegal"
        "v1 pvs-soft+single-array-bare depth=1 expect=illegal 0"
        "The game is over at the root, and nothing terminates the line: the old contents of the array are read as \
         a move.",
    page_from_score_triangular_unsound "pvs-soft-from-score.triangular.unsound"
        "v1 pvs-soft-from-score+triangular depth=2 expect=unsound [1 [1 0]]"
        "The null-window search of the second move fails high with 0, its true value. The re-search has the \
         window (0, inf): the child raises its alpha by reply 0, then fails high by reply 1, and its row \
         still shows reply 0. The parent keeps the score and copies the row.",
    page_negascout_triangular_unsound "negascout-hard.triangular.unsound"
        "v1 negascout-hard+triangular depth=2 expect=unsound [1 [1 0]]"
        "NegaScout's wrong line in the stable case, as a tree. The null-window search of the second move fails \
         high with 0, its true value. The re-search has the window (0, inf): the child raises its alpha by reply \
         0, then fails high by reply 1, and its row still shows reply 0. The parent keeps the score and copies the \
         row. Two remedies are to clear a row on a fail-high, and to begin the re-search one below the score.",
    page_from_score_triangular_truncated "pvs-soft-from-score.triangular.truncated"
        "v1 pvs-soft-from-score+triangular depth=2 expect=truncated [0 [1]]"
        "The re-search begins at the null-window score, which is the true value. The child fails high at once and \
         records no line.",
    page_from_score_single_array_illegal "pvs-soft-from-score.single-array.illegal"
        "v1 pvs-soft-from-score+single-array depth=2 expect=illegal [[0 -1] [0]]"
        "The re-search of the second move begins at the null-window score, fails low and writes no reply. So the \
         tail of the first move's line remains: a reply that the position does not have.",
    page_table_walk_unsound "pvs-soft.table-walk.unsound"
        "v1 pvs-soft+table-walk depth=2 expect=unsound a:1[a 0]"
        "The first root move leads to the root itself, with one ply to go, where the second move is best. When the \
         search exits the root, it overwrites that entry. The walk finds the root's own entry there and plays its \
         first move again.",
    page_raw_walk_illegal "pvs-soft.table-walk-raw.illegal"
        "v1 pvs-soft+table-walk-raw+tt(key-bits=2) depth=4 expect=illegal [[[0]]]"
        "Two positions have the same two bits of key, and in one of them the game is over. There the walk finds \
         the other position's move and does not check whether it is legal.",
    page_pv_holder_unsound "pvs-soft.pv-holder.unsound"
        "v1 pvs-soft+pv-holder+tt(leaves=yes) depth=2 expect=unsound a:1[a [a]]"
        "The last position of the line is a leaf, and the exact entry of a leaf visited before cuts it off. The \
         holder has a line for this position from a visit with plies to go, and appends it: the line has one move \
         more than the depth of the search.",
    page_deeper_single_array_illegal "pvs-soft.single-array.deeper.illegal"
        "v1 pvs-soft+single-array+tt(draft=deeper) depth=3 expect=illegal a:-1[1 a]"
        "Move 0 ends the game with score -1. Move 1 leads back to the position, with two plies to go, and its \
         null-window search fails high. In the second search an entry of the first one, with draft 2, is used \
         where one ply is left, and the move is not better. By then the second search has raised alpha at ply 1 by \
         move 0. It has written that move after move 0 of the root, where the game is over.",
    page_scout_unwitnessed "scout.triangular.deeper.unwitnessed"
        "v1 scout+triangular+tt(draft=deeper) depth=3 expect=unwitnessed a:-2[1 a]"
        "The second player's first reply is worth -1 to him. An entry of a greater draft makes TEST find that his \
         second reply is better. EVAL, which has no window, finds -2 and takes this score in place of the better \
         one of the first reply.",
    page_narrowing_unwitnessed "alpha-beta-hard.narrow.deeper.unwitnessed"
        "v1 alpha-beta-hard+triangular+tt(draft=deeper,narrow=yes) depth=3 expect=unwitnessed a:2[1 a [a]]"
        "After move 2 and its reply the position occurs again with one ply to go. Its score is 0 there, or 2 by \
         the entry of a deeper search. The table has a lower bound of that search, 1, which narrows the window. As \
         the search is fail-hard, it returns the edge of the window.",
    page_table_walk_past_draw "pvs-soft.table-walk.repetition.past-draw"
        "v1 pvs-soft+table-walk+tt+repetition depth=2 expect=past_draw a:[a]"
        "The only move leads back to the root, which is a draw. The walk finds the root's own entry after it and \
         plays its move again.",
    page_null_single_array_illegal "pvs-soft.single-array.null.illegal"
        "v1 pvs-soft+single-array+null(1) depth=5 expect=illegal a:1[1 a ~0]"
        "Move 0 ends the game, move 1 leads back to the position. The null-window search of move 1 fails high, as \
         a null move refuted a node below it. The second search does not confirm this. By then a reply is written \
         after move 0, where the game is over.",
    page_lmr_single_array_illegal "pvs-soft.single-array.lmr.illegal"
        "v1 pvs-soft+single-array+lmr(1) depth=4 expect=illegal a:1[1 [-1] a]"
        "Move 0 ends the game, move 2 leads back to the position. The null-window search of move 2 fails high, as \
         a search with reduced depth refuted a third move below it. The second search does not confirm this. By \
         then a reply is written after move 0, where the game is over.",
    page_futility_single_array_illegal "pvs-soft.single-array.futility.illegal"
        "v1 pvs-soft+single-array+futility(1) depth=2 expect=illegal a:-1[1 a]"
        "Both moves have score -1, and move 0 ends the game. The null-window search of move 1 prunes the reply \
         that refutes it as futile, so it fails high. The second search prunes nothing: reply 0 raises alpha at \
         ply 1 and is written after move 0, where the game is over. Then reply 1 refutes move 1.",
    page_static_null_single_array_illegal "pvs-soft.single-array.static-null.illegal"
        "v1 pvs-soft+single-array+static-null(1) depth=3 expect=illegal a:1[1 a]"
        "Both moves have score -1, and move 0 ends the game. After move 1 and reply 1 the evaluation, 1, minus the \
         margin of one ply reaches the beta of the null window, 0. So that reply is cut off with a score of at \
         most 0, and move 1 fails high. In the second search that beta is 1: reply 1 has score 1 and refutes move \
         1. But before, reply 0 raised alpha at ply 1 and was written after move 0, where the game is over.",
    page_razoring_single_array_illegal "pvs-soft.single-array.razoring.illegal"
        "v1 pvs-soft+single-array+razoring(1) depth=2 expect=illegal a:-1[1 a]"
        "Both moves have score -1, and move 0 ends the game. In the null window of move 1 the position after it is \
         razored: it returns its evaluation, -1, as this plus the margin does not exceed alpha. So move 1 fails \
         high. The second search razors nothing: reply 0 raises alpha at ply 1 and is written after move 0, where \
         the game is over. Then reply 1 refutes move 1.",
    page_move_count_single_array_illegal "pvs-soft.single-array.move-count.illegal"
        "v1 pvs-soft+single-array+move-count(1) depth=2 expect=illegal a:-1[1 a]"
        "Both moves have score -1, and move 0 ends the game. The null-window search of move 1 prunes the second \
         reply, so it fails high. The second search prunes nothing: reply 0 raises alpha at ply 1 and is written \
         after move 0, where the game is over. Then reply 1 refutes move 1.",
    page_iir_single_array_illegal "pvs-soft.single-array.iir.illegal"
        "v1 pvs-soft+single-array+tt+iir depth=4 expect=illegal a:-1[1 a]"
        "Move 0 ends the game, move 1 leads back to the position. The null-window search of move 1 searches \
         positions without a hash move one ply less deep, and fails high. The second search has hash moves from \
         the first one and does not confirm this. By then a reply is written after move 0, where the game is over.",
    page_iir_tail_recovery_unsound "pvs-soft.tail-recovery.iir.unsound"
        "v1 pvs-soft+tail-recovery+tt+iir depth=4 expect=unsound [a:[[0] [1]] [a]]"
        "The last node of the line was searched one ply less deep, as it had no hash move. The line goes on by an \
         entry of its full depth, which did not contribute to the score.",
    page_extension_negascout_unwitnessed "negascout-hard.triangular.extension.unwitnessed"
        "v1 negascout-hard+triangular+extension depth=1 expect=unwitnessed a:1[a +a]"
        "NegaScout omits the second search at depth 1, because a leaf's null-window score is its value. The second \
         move is forcing and costs no depth, so the node after it is the root position again. Its null-window \
         search returns 0, fail-hard, which is a lower bound; it is taken for the value, which is 1.",
    page_stopped_single_array_illegal "pvs-soft.single-array.stop-after.illegal"
        "v1 pvs-soft+single-array+deepening+stop-after(10,improved=yes) depth=2 expect=illegal a:1[1 a]"
        "The search is stopped below move 1. By then its open nodes have written a reply after the best move so \
         far, where the game is over. A separate row for the root, or the last completed iteration, gives a \
         correct line.",
}

#[test]
fn every_expected_failure_has_a_committed_counterexample_that_is_minimal() {
    let cell = |subject: &Subject| (subject.algorithm, subject.store, subject.regime());
    let counterexamples = counterexamples();
    let interrupted = "deepening+stop-after(9,improved=yes)".parse().expect("options");
    let of_store =
        |algorithm| Store::ALL.iter().map(move |&store| Subject { algorithm, store, options: interrupted });
    let interrupted = Algorithm::ALL.iter().flat_map(|&algorithm| of_store(algorithm));
    for subject in subjects().into_iter().chain(interrupted.filter(|subject| subject.meaningless().is_none()))
    {
        let committed: Vec<&Case> =
            counterexamples.iter().filter(|case| cell(&case.subject) == cell(&subject)).collect();
        let expected = guarantee(&subject).must_show;
        let expects: Vec<_> = committed.iter().filter_map(|case| case.expect).collect();
        assert_eq!(expects, expected.into_iter().collect::<Vec<_>>(), "{subject}");
        for case in committed {
            let small = shrink(case, case.expect.expect("checked above"));
            assert_eq!(small.game, case.game, "{case} is 1-minimal");
        }
    }
}

#[test]
fn every_committed_counterexample_still_shows_its_finding() {
    assert_eq!(not_reproduced(counterexamples()), []);
}

/// The cases that the fuzzer found are in a file without expectations: there each subject must keep its guarantee.
#[test]
fn committed_cases_still_show_what_they_expect() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases");
    let mut replayed = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is committed") {
        let path = entry.expect("readable").path();
        if path.extension().is_none_or(|extension| extension != "case") {
            continue;
        }
        let was_fuzzed = path.ends_with("found_by_fuzzing.case");
        let text = std::fs::read_to_string(&path).expect("text");
        for (line, case) in Case::read_all(&text).expect("cases") {
            let checked = check(&case).expect("within capacity");
            let shows = case.expect.map_or(was_fuzzed, |expect| checked.shows(expect));
            assert!(shows, "{}:{line}", path.display());
            assert!(checked.is_kept(), "{}:{line}", path.display());
            replayed += 1;
        }
    }
    assert!(replayed >= 5, "the folder holds cases");
}
