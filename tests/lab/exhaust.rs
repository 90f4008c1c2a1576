//! `pvcheck-lab exhaust`: every assignment of scores.

use crate::common::prelude::*;
use serde_json::Value;

use crate::command::{json, pvcheck, refuses, stdout};
use crate::common::checked;

#[test]
fn every_score_is_searched_by_classes() {
    let every = ["exhaust", "--algorithm", "alpha-beta-hard", "--algorithm", "pvs-soft"];
    let with = |more: &[&'static str]| [&every[..], more].concat();
    let output = pvcheck(&with(&["--full", "--width", "140"]));
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0));
    for part in [
        "Branching 2, depth 3, every score: all ",
        "! unsound 7,136 = 223/1260",
        "719/105 leaves",
        "all 40,320",
    ] {
        assert!(text.contains(part), "{part:?} is missing in:\n{text}");
    }
    let document = json(&with(&["--depth", "2", "--store", "single-array", "--format", "json"]));
    let row = &document["rows"][0];
    assert_eq!((&row["orders"]["unsound"], &row["orders"]["same"]), (&2.into(), &22.into()));
    assert_eq!(row["leaves_of_orders"], "11/3");
    assert_eq!(document["scope"]["scores"], "all");
    let replay = row["counterexamples"]["unsound"].as_str().expect("a case");
    let expected = replay.parse::<Case>().expect("a case").expect.expect("a finding");
    assert!(checked(replay).shows(expected), "{replay}");
    // Neither the number of threads nor that of parts changes a byte.
    let by_threads = |threads| stdout(&pvcheck(&with(&["--shapes", "7", "--threads", threads])));
    assert_eq!(by_threads("1"), by_threads("2"));
    // The judge of a selective search compares what the search tells, and nothing but scores: its classes have orders, too.
    let options = ["exhaust", "--depth", "2", "--subject", "pvs-soft+triangular+null(1)"];
    let document = json(&[&options[..], &["--format", "json"]].concat());
    assert_eq!(document["rows"][0]["orders"]["same"], 5040, "the orders of seven positions");
    // A run that is too long ends by its time, with something of each search, and counts no orders.
    let cut = ["exhaust", "--depth", "5", "--time", "0.5"];
    let document = json(&[&cut[..], &["--format", "json"]].concat());
    assert_eq!((&document["scope"]["games"], document["rows"][0].get("orders")), (&Value::Null, None));
    let rows = document["rows"].as_array().expect("rows");
    assert!(!rows.is_empty() && rows.iter().all(|row| row["games"] != 0), "{document}");
    let text = stdout(&pvcheck(&cut));
    assert!(text.contains("not all, as the run ended early: "), "{text}");
    refuses(&with(&["--shard", "1/2"]), &["one run; expected no --shard"]);
    refuses(&["exhaust", "--branching", "200", "--depth", "1"], &["more than 64 leaves"]);
    let margin = ["exhaust", "--depth", "2", "--subject", "pvs-soft+triangular+futility(10000)"];
    refuses(&margin, &["a margin is too large"]);
}

#[test]
fn the_orders_of_scores_are_counted() {
    // Wrong lines of NegaScout need scores that are near each other: how many there are depends on the distance.
    let negascout = ["exhaust", "--subject", "negascout-hard+triangular", "--gap"];
    let by_gap = |gap: &'static str| stdout(&pvcheck(&[&negascout[..], &[gap]].concat()));
    let (near, far) = (by_gap("1"), by_gap("9"));
    assert!(near.contains("scores, 1 apart") && near.contains("! unsound 6,240 = 13/84"), "{near}");
    assert!(far.contains("✓ same all 40,320"), "{far}");
    let selective = ["exhaust", "--subject", "pvs-soft+triangular+null(1)", "--shapes", "3", "--gap", "2"];
    let large = stdout(&pvcheck(&selective));
    assert!(large.contains("scores, 2 apart") && large.contains("✓ same all 15"), "{large}");
    let none = |more: &[&'static str], why: &str| {
        let text = stdout(&pvcheck(&[&["exhaust", "--gap", "1"], more].concat()));
        assert!(text.contains(&format!("No orders were counted: {why}.")), "{text}");
    };
    let many = ["--branching", "19", "--depth", "1", "--subject", "minimax+none"];
    none(&many, "a game has 19 scores, more than 18");
    none(&["--depth", "5", "--time", "0.1"], "the run ended early");
    // Options of one subject change nothing of another one, which has orders of its own.
    let beside = ["exhaust", "--depth", "2", "--gap", "1", "--format", "json", "--subject"];
    let beside = json(
        &[&beside[..], &["negascout-hard+triangular", "--subject", "pvs-soft+triangular+static-null(1)"]]
            .concat(),
    );
    assert_eq!(beside["rows"][0]["orders"]["unsound"], 4, "{beside}");
    assert_eq!(beside["rows"][1]["orders"]["equivalent"], 504, "{beside}");
}

#[test]
fn one_move_of_the_root_is_searched_at_a_time() {
    let by_move = |more: &[&'static str]| [&["exhaust", "--by-move", "--depth", "2"], more].concat();
    let document = json(&by_move(&["--format", "json"]));
    let rows = document["rows"].as_array().expect("rows");
    assert_eq!((rows.len(), &document["scope"]["left_out"]), (296, &65.into()));
    assert!(rows.iter().all(|row| row["kept"] == true && row.get("orders").is_none()), "{document}");
    assert!(stdout(&pvcheck(&by_move(&[]))).contains("65 of 361 subjects were left out: "));
    let tests = stdout(&pvcheck(&by_move(&["--format", "junit"])));
    assert!(tests.contains(r#"tests="361" skipped="65" errors="0" failures="0""#), "{tests}");
    let skipped = r#"<skipped message="with search options, wrong scores, or an array in which other moves leave theirs, "#;
    assert_eq!(tests.matches(skipped).count(), 65, "{tests}");
    refuses(
        &by_move(&["--subject", "pvs-soft+single-array-bare"]),
        &["none of the subjects is searched by moves"],
    );
    refuses(&by_move(&["--gap", "1"]), &["cannot be used with"]);
    refuses(&by_move(&["--graphs", "2"]), &["cannot be used with"]);
    refuses(&["exhaust", "--by-move", "--depth", "0"], &["depth 0 no move; expected at least 1"]);
}

#[test]
fn every_score_is_searched_on_one_thread() {
    let subject = "pvs-soft+triangular+tt+deepening+threads(2)";
    refuses(&["exhaust", "--subject", subject], &["every score is searched on one thread"]);
}
