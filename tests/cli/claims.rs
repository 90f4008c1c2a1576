//! `pvcheck claims`: the statements of the literature, tested.

use crate::command::{json, pvcheck, refuses, stdout};
use crate::common::assert_snapshot;
use pvcheck::case::Case;
use pvcheck::check::check;
use pvcheck::verdict::Finding;

/// An outcome that changes changes this page.
#[test]
fn the_outcomes_are_those_of_the_reviewed_page() {
    let text = stdout(&pvcheck(&["claims", "--quick", "--markdown"]));
    assert_snapshot("claims", "the statements of the literature, tested on small sets of games", &text);
}

#[test]
fn the_smallest_game_shows_that_the_statement_is_false() {
    // In the order of the list; one that is given twice is tested once.
    let names = ["single-array-in-alpha-beta", "re-search-from-score-line", "last-root-move-exact"];
    let document = json(&[&["claims", "--quick", "--format", "json"], &names[..], &names[..1]].concat());
    let rows = document["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), names.len());
    for row in rows {
        assert_eq!(row["outcome"], "refuted", "{row}");
        assert!(row["false_in"].as_u64() > Some(0) && row["false_in"].as_u64() < row["searches"].as_u64());
        let case: Case = row["counterexample"].as_str().expect("a case").parse().expect("a case");
        let expected: Finding = case.expect.expect("a finding");
        assert!(check(&case).expect("a small case").shows(expected), "{row}");
        // The line that tests it again has the same result.
        let replay = row["replay"].as_str().expect("a command").strip_prefix("pvcheck ").expect("a command");
        let words: Vec<&str> = replay.split(' ').chain(["--format", "json"]).collect();
        assert_eq!(&json(&words)["rows"][0], row);
    }
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let run = |threads| {
        let names = ["claims", "--quick", "pv-in-pvs", "single-array-with-reductions", "pvs-saves"];
        stdout(&pvcheck(&[&names[..], &["--threads", threads]].concat()))
    };
    assert_eq!(run("1"), run("2"));
}

#[test]
fn the_seed_changes_the_random_games_and_no_outcome() {
    let rows = |seed| {
        let document =
            json(&["claims", "pv-table", "pvs-saves", "--quick", "--seed", seed, "--format", "json"]);
        document["rows"].clone()
    };
    let (one, two) = (rows("1"), rows("2"));
    assert_ne!(one[1]["figures"], two[1]["figures"]);
    assert_eq!(one[1]["outcome"], two[1]["outcome"]);
}

#[test]
fn an_unknown_name_and_another_format_beside_markdown_are_errors() {
    refuses(&["claims", "--markdown", "--format", "json"], &["`--markdown` is a form of text output"]);
    refuses(&["claims", "pv-in-pv"], &["invalid value 'pv-in-pv'", "pv-in-pvs"]);
}
