//! `pvcheck large`: implicit games, judged in constant memory.

use crate::command::{json, pvcheck, refuses, result, stdout};
use crate::common::assert_snapshot;

const SMALL: [&str; 5] = ["large", "--branching", "4", "--depth", "5"];

#[test]
fn the_page_is_as_reviewed() {
    let small = |more: &[&str]| stdout(&pvcheck(&[&SMALL[..], more, &["--width", "100"]].concat()));
    let usual = small(&["--transpose", "--games", "2"]);
    assert_snapshot("large", "implicit games that transpose, with the usual subjects", &usual);
    let bug = small(&["alpha-beta-hard+triangular", "--bug", "copies-one-short", "--games", "2"]);
    assert_snapshot("large_bug", "implicit games, searched with a seeded bug", &bug);
}

/// The replay line of a finding searches one game and shows the same finding; the exit status is 2 for both.
#[test]
fn a_broken_guarantee_has_exit_status_2_and_a_line_that_replays_it() {
    let subject = "pvs-soft+triangular+tt(entries=4)";
    let words = [subject, "--bug", "key-not-compared", "--games", "40", "--scores", "21", "--transpose"];
    let words = [&SMALL[..], &words].concat();
    assert_eq!(pvcheck(&words).status.code(), Some(2));
    let row = json(&[&words[..], &["--format", "json"]].concat())["rows"][0].clone();
    assert_eq!((&row["kept"], row["games"].as_u64()), (&false.into(), Some(40)));
    let breaches = row["breaches"].as_object().expect("findings");
    assert!(breaches.contains_key("unwitnessed"), "{row}");
    let mut replayed = 0;
    for (finding, replay) in breaches {
        let replay = replay.as_str().expect("a command");
        let words: Vec<String> = replay
            .strip_prefix("pvcheck ")
            .expect("a command")
            .split(' ')
            .map(|word| word.replace('\'', ""))
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).chain(["--format", "json"]).collect();
        let output = pvcheck(&words);
        assert_eq!(output.status.code(), Some(2), "{replay}");
        let row = json(&words)["rows"][0].clone();
        assert_eq!((row["games"].as_u64(), row["breaches"][finding].as_str()), (Some(1), Some(replay)));
        replayed += 1;
    }
    assert_eq!(replayed, breaches.len());
    let correct = json(&[&words[..1], &words[1..6], &words[8..], &["--format", "json"]].concat());
    assert_eq!(correct["rows"][0]["kept"], true, "{correct}");
}

#[test]
fn json_has_a_row_for_each_subject_and_the_same_bytes_each_time() {
    let words = [
        "pvs-soft+triangular",
        "pvs-soft+none",
        "mtdf+single-array+tt",
        "--plies",
        "4",
        "--seed",
        "1e3",
        "--format",
        "json",
    ];
    let words = [&SMALL[..], &words].concat();
    let text = result(&words);
    assert_eq!(text, result(&words));
    let document = json(&words);
    let scope = &document["scope"];
    // The game is over after 4 plies, above the depth: 1 + 4 + 16 + 64 + 256 positions.
    assert_eq!((scope["minimax_nodes"].as_u64(), scope["plies"].as_u64()), (Some(341), Some(4)));
    assert_eq!(document["seed"], 1000);
    let rows = document["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 3);
    for row in rows {
        assert_eq!(
            (row["score"]["exact"].as_u64(), row["minimax_nodes"].as_u64()),
            (Some(3), Some(3 * 341)),
            "{row}"
        );
    }
    assert_eq!(rows[0]["nodes"], rows[1]["nodes"], "one search for both stores");
    assert_eq!((&rows[0]["line"]["same"], &rows[1]["line"]["none_due"]), (&3.into(), &3.into()));
}

#[test]
fn wrong_input_is_an_error() {
    refuses(&["large", "--branching", "0"], &["--branching", "from 1 to 255"]);
    refuses(&["large", "--branching", "256"], &["--branching", "from 1 to 255"]);
    refuses(&["large", "--scores", "0"], &["--scores"]);
    refuses(&["large", "--plies", "0"], &["--plies"]);
    refuses(&["large", "--games", "0"], &["from 1 to 1e15"]);
    refuses(&["large", "--depth", "0"], &["depth 0; expected 1 to 64"]);
    refuses(&["large", "--branching", "1", "--depth", "65"], &["depth 65; expected 1 to 64"]);
    refuses(
        &["large", "--branching", "8", "--depth", "11"],
        &["9817068105 positions; expected at most 4000000000"],
    );
    refuses(&["large", "--branching", "40", "--depth", "64"], &["2^64 positions or more"]);
    refuses(&["large", "pvs-soft+triangula"], &["unknown store", "triangular"]);
    refuses(
        &["large", "pvs-soft+triangular", "pvs-soft+triangular+aspiration(2)"],
        &["pvs-soft+triangular+aspiration(2) cannot be judged", "its window may exclude the value"],
    );
    refuses(&["large", "pvs-soft+none", "pvs-soft+none"], &["pvs-soft+none is given twice"]);
    refuses(
        &["large", "--bug", "never-clears"],
        &["expected one subject, such as alpha-beta-hard+triangular"],
    );
    refuses(&["large", "pvs-soft+none", "--bug", "never-clears"], &["is for alpha-beta-hard+triangular"]);
}
