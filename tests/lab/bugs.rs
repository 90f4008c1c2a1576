//! `pvcheck-lab bugs`: its output, its JSON and its exit status.

use crate::common::prelude::*;
use std::process::{Command, Stdio};

use crate::PVCHECK;
use crate::command::{fresh, interrupt, json, pvcheck, refuses, stderr, stdout};
use serde_json::Value;

const FEW: [&str; 7] = ["bugs", "--seeds", "3", "--games", "2000", "--sample", "300"];

#[test]
fn the_kill_matrix_shows_the_findings_of_a_bug_and_after_how_many_games() {
    let output = pvcheck(&[&FEW[..], &["--class", "E"]].concat());
    let text = stdout(&output);
    // Two of the five show in one of hundreds of games.
    for part in ["5 seeded bugs, seeds 1000 to 1002", "quiescence-keeps-row", "Hardest to find: "] {
        assert!(text.contains(part), "{part:?} is missing in:\n{text}");
    }
    let whole = pvcheck(&[&FEW[..], &["--class", "B"]].concat());
    assert_eq!(whole.status.code(), Some(0));
    assert!(stdout(&whole).contains("The bug is caught with each of 3 seeds in at most 2,000 games."));
}

#[test]
fn a_bug_that_is_missed_is_a_finding() {
    let few = ["--seeds", "1", "--games", "1", "--sample", "1"];
    let output = pvcheck(&[&["bugs", "--bug", "quiescence-draws-untested"], &few[..]].concat());
    assert_eq!(output.status.code(), Some(2));
    let (text, missed) = (stdout(&output), "MISSED with at least one seed in 1 game: 1 of 1 (quiescence");
    assert!(text.contains(missed), "{text}");
}

#[test]
fn the_same_seed_gives_the_same_rows_whatever_the_thread_count() {
    let run = |threads: &str| {
        stdout(&pvcheck(&[&FEW[..], &["--class", "O", "--threads", threads, "--format", "json"]].concat()))
    };
    assert_eq!(run("1"), run("2"));
}

#[test]
fn json_rows_have_the_documented_fields_and_the_smallest_game_replays() {
    let document = json(&[&FEW[..], &["--bug", "stopped-node-stored", "--format", "json"]].concat());
    assert_eq!((&document["command"], &document["seed"]), (&"bugs".into(), &1000.into()));
    assert_eq!(document["scope"]["seeds"], 3);
    let row = &document["rows"][0];
    assert_eq!((&row["caught"], &row["needs_two_searches"]), (&true.into(), &true.into()));
    assert_eq!(row["checks"].as_array().expect("checks").last(), Some(&Value::from("nodes")));
    let case = row["smallest"].as_str().expect("a case");
    let replay = pvcheck(&["bugs", "--bug", "stopped-node-stored", "--case", case]);
    assert_eq!(replay.status.code(), Some(2));
    let page = stdout(&replay);
    let code = ["original  if self.stopped {", "becomes   (nothing)"];
    for part in ["bug       stopped-node-stored, class K", code[0], code[1], "broken"] {
        assert!(page.contains(part), "{part:?} is missing in:\n{page}");
    }
    // The correct search passes it.
    let case: Case = case.parse().expect("a case");
    assert!(case.expect.is_some() && check(&case).is_ok_and(|checked| checked.is_kept()), "{case}");
}

fn never_clears<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["bugs", "--bug", "never-clears"], more].concat()
}

/// All bugs together take minutes.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_kill_matrix_with_the_bugs_done_so_far() {
    let words = ["bugs", "--threads", "1", "--seeds", "200", "--sample", "1"];
    let mut command = Command::new(PVCHECK);
    let run =
        command.args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("pvcheck runs");
    let output = interrupt(run, "TERM");
    assert_eq!(output.status.code(), Some(143), "{}", stderr(&output));
    assert!(stderr(&output).contains("interrupted: the result covers "), "{}", stderr(&output));
    assert!(stdout(&output).contains("caught with each of 200 seeds"), "{}", stdout(&output));
}

#[test]
fn a_quick_run_has_fewer_seeds_and_games() {
    let result = json(&["bugs", "--quick", "--class", "A", "--format", "json"]);
    let scope = ["seeds", "sample", "most_games"].map(|name| &result["scope"][name]);
    assert_eq!(scope, [3, 500, 10_000]);
    assert!(result["rows"].as_array().is_some_and(|rows| !rows.is_empty()), "{result}");
}

#[test]
fn bad_input_is_refused() {
    refuses(
        &["bugs", "--bug", "never-clear"],
        &["invalid value 'never-clear'", "a similar value exists: 'never-clears'"],
    );
    refuses(&["bugs", "--class", "Z"], &["unknown class `Z`", "one of -, A"]);
    refuses(&["bugs", "--seeds", "0"], &["0"]);
    refuses(&["bugs", "--quick", "--games", "3"], &["--quick", "cannot be used with"]);
    refuses(
        &["bugs", "--seed", "18446744073709551615"],
        &["--seed 18446744073709551615", "with this number of seeds"],
    );
    refuses(&never_clears(&["--case", "v1 nonsense"]), &["--case", "unknown"]);
    refuses(
        &never_clears(&["--case", "v1 pvs-soft+stack-list depth=1 0"]),
        &["never-clears does not show with the store stack-list; expected triangular"],
    );
    let case = "v1 alpha-beta-hard+triangular depth=1 0";
    refuses(&never_clears(&["--case", case, "--format", "json"]), &["prints text only"]);
    refuses(&["bugs", "--case", case], &["--bug"]);
    let deep = |bug, case| refuses(&["bugs", "--bug", bug, "--case", case], &["--case", "depth="]);
    deep("quiescence-keeps-row", "v1 pvs-soft+triangular+quiescence(plies=2) depth=64 1");
}

#[test]
fn a_case_with_another_subject_than_the_bug_is_refused() {
    let other = ["bugs", "--bug", "quiescence-keeps-row", "--case", "v1 minimax+triangular depth=1 0"];
    refuses(&other, &["quiescence-keeps-row is in pvs-soft+triangular", "that algorithm or store"]);
    let threads = "v1 pvs-soft+triangular+tt+deepening+threads(2) depth=1 0";
    refuses(&never_clears(&["--case", threads]), &["is in searches by one thread"]);
    let one = ["bugs", "--bug", "score-of-another-thread", "--case", "v1 pvs-soft+triangular+tt depth=1 0"];
    refuses(&one, &["is in searches by several threads"]);
    let fine = "v1 alpha-beta-hard+triangular depth=1 0";
    assert_eq!(pvcheck(&never_clears(&["--case", fine])).status.code(), Some(2));
    // Each bug must have the subject of the case.
    let two = ["bugs", "--bug", "never-clears", "--bug", "quiescence-keeps-row", "--case", fine];
    refuses(&two, &["quiescence-keeps-row is in pvs-soft+triangular+quiescence(plies=2)"]);
}

/// Bugs of a store, of an algorithm, and of the shared search, which shows in several stores.
#[test]
fn the_smallest_game_of_a_bug_replays_with_the_subject_that_it_gives() {
    for bug in ["never-clears", "stopped-node-stored", "extension-beyond-the-limit", "window-not-swapped"] {
        let document = json(&["bugs", "--bug", bug, "--seeds", "1", "--sample", "300", "--format", "json"]);
        let case = document["rows"][0]["smallest"].as_str().expect("a case");
        let replay = pvcheck(&["bugs", "--bug", bug, "--case", case]);
        assert_eq!(replay.status.code(), Some(2), "{bug}: {}", stderr(&replay));
    }
}

#[test]
fn the_page_of_a_seeded_bug_of_several_threads_replays_with_its_schedule() {
    let bug = ["bugs", "--bug", "row-shared-by-threads"];
    let page = stdout(&pvcheck(&[&bug[..], &["--quick"]].concat()));
    let replay = page.lines().find(|line| line.starts_with("replay ")).expect("a replay");
    let case = replay.split('\'').nth(1).expect("a case");
    assert!(case.contains("first="), "{case}");
    let again = pvcheck(&[&bug[..], &["--case", case]].concat());
    assert_eq!(again.status.code(), Some(2), "{}", stdout(&again));
}

/// The seeded bug is in the page, the story and the line that replays it.
#[test]
fn a_case_is_searched_with_a_seeded_bug() {
    let case = "v1 alpha-beta-hard+triangular+tt depth=3 [[a:[3 1] [3 2]] [[0 2] a]]";
    let path = fresh("bug.html");
    let bug = ["bugs", "--bug", "not-cleared-on-exact-hit", "--case", case, "--html", &path];
    let output = pvcheck(&bug);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let replay = "pvcheck-lab bugs --bug not-cleared-on-exact-hit --case 'v1 ";
    for part in ["shown     1 1 0\n", "an entry\n  of the table cut it off", replay] {
        assert!(text.contains(part), "{text}");
    }
    let page = std::fs::read_to_string(&path).expect("the page");
    assert!(page.contains("--bug not-cleared-on-exact-hit --case"), "the page has the line that replays it");
    let wrong = "v1 minimax+triangular depth=1 [1 2]";
    let wrong_score = pvcheck(&["bugs", "--bug", "minimax-starts-at-zero", "--case", wrong]);
    assert!(stdout(&wrong_score).contains("The score is wrong: 0."), "{}", stdout(&wrong_score));
    let two =
        ["bugs", "--bug", "never-clears", "--bug", "copies-one-short", "--case", wrong, "--html", &path];
    refuses(&two, &["`--html` is a page on one bug"]);
}
