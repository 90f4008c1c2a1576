//! `pvcheck-lab claims`: the statements of the literature, tested.

use std::process::{Command, Stdio};

use crate::PVCHECK;
use crate::book::assert_is_in_proof;
use crate::command::{interrupt, json, pvcheck, refuses, stderr, stdout};
use crate::common::prelude::*;
use crate::common::{assert_snapshot, share};
use pvcheck::verdict::Finding;
use pvcheck_lab::claims::Claim;
use serde_json::Value;

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
        let replay =
            row["replay"].as_str().expect("a command").strip_prefix("pvcheck-lab ").expect("a command");
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
            json(&["claims", "pv-in-pvs", "pvs-saves", "--quick", "--seed", seed, "--format", "json"]);
        document["rows"].clone()
    };
    let (one, two) = (rows("1"), rows("2"));
    assert_ne!(one[1]["measured"], two[1]["measured"]);
    assert_eq!(one[1]["outcome"], two[1]["outcome"]);
}

#[test]
fn an_unknown_name_and_another_format_beside_markdown_are_errors() {
    refuses(&["claims", "--markdown", "--format", "json"], &["`--markdown` is a form of text output"]);
    refuses(&["claims", "pv-in-pv"], &["invalid value 'pv-in-pv'", "pv-in-pvs"]);
}

#[test]
fn the_theorems_of_each_claim_are_in_proof() {
    let all: Vec<_> = Claim::all().flat_map(Claim::theorems).collect();
    assert!(all.len() > 10, "{all:?}");
    all.iter().for_each(assert_is_in_proof);
}

/// Each line of the table of claims is that of a run on the whole sets of games. A share of the run tests as many of the lines.
#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn the_page_of_claims_has_the_results_of_the_whole_run() {
    let page = include_str!("../../docs/claims.md");
    let is_claim = |line: &&str| {
        ["| proven ", "| confirmed ", "| refuted ", "| measured "].iter().any(|begin| line.starts_with(begin))
    };
    let lines: Vec<&str> = page.lines().filter(is_claim).collect();
    let names: Vec<&str> = lines.iter().filter_map(|line| line.split('`').nth(1)).collect();
    let all: Vec<&str> = Claim::all().map(|claim| claim.id).collect();
    assert_eq!(names, all, "update the page by `pvcheck-lab claims --markdown`");
    let tested = share(names.len() as u64) as usize;
    let names: Vec<&str> = names.iter().copied().step_by(names.len().div_ceil(tested)).collect();
    let output = pvcheck(&[&["claims", "--markdown", "--quiet"], &names[..]].concat());
    let table = stdout(&output);
    let found: Vec<&str> = table.lines().skip(2).collect();
    assert_eq!(found.len(), names.len(), "{}", stderr(&output));
    for line in found {
        assert!(lines.contains(&line), "the page has another line than this:\n{line}");
    }
}

/// All claims take minutes.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_claims_with_those_that_were_tested() {
    let mut command = Command::new(PVCHECK);
    command.args(["claims", "--format", "json"]);
    let run = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("pvcheck runs");
    let output = interrupt(run, "TERM");
    assert_eq!(output.status.code(), Some(143), "{}", stderr(&output));
    assert!(stderr(&output).contains("interrupted: the result covers "), "{}", stderr(&output));
    let result: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert!(result["rows"].as_array().is_some_and(|rows| rows.len() < Claim::all().count()), "{result}");
}
