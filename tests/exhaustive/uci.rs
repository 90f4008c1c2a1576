//! `pvcheck uci` on `pvcheck engine`: a hundred thousand searches of right subjects in all plans show no error, and only
//! those warnings that their guarantees allow.

use crate::common::prelude::*;
use std::process::Command;

use pvcheck_chess::uci::Plan;
use serde_json::Value;

/// Subjects of `pvcheck engine`. The first ones have the scores of minimax to the depth.
const MINIMAX: &[&str] = &[
    "minimax+triangular",
    "alpha-beta-hard+stack-list",
    "pvs-soft+triangular",
    "pvs-hard+pointer-array+deepening",
];
const OTHERS: &[&str] = &[
    "pvs-soft+triangular+tt(entries=4096,pv-cut=exact,keep=yes)",
    "mtdf+pv-table+tt(entries=4096,keep=yes)",
    "pvs-soft+triangular+quiescence+extension",
    "pvs-soft+triangular+null(2)+lmr(1)",
];

/// The searches of one subject in all plans, and the findings by class.
fn played(subject: &str) -> (u64, Vec<(String, String)>) {
    let pvcheck = env!("CARGO_BIN_EXE_pvcheck");
    let engine = format!("{pvcheck} engine '{subject}' --reproducible");
    let plans = Plan::ALL.iter().flat_map(|plan| ["--plan", plan.name()]);
    let mut command = Command::new(pvcheck);
    command.args([
        "uci", "--engine", &engine, "--depth", "3", "--random", "150", "--sweep", "20", "--plies", "9",
    ]);
    command.args(["--format", "json", "--quiet", "--mates", "2"]).args(plans);
    let output = command.output().expect("it runs");
    let result: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let rows = result["rows"].as_array().expect("rows").iter();
    let found = rows.map(|row| (text(&row["class"]), format!("{row:#}"))).collect();
    (result["scope"]["engines"][0]["searches"].as_u64().expect("a number"), found)
}

/// Whether the guarantee of a subject allows what a warning names.
fn allows(subject: &str, class: &str) -> bool {
    let guarantee = guarantee(&subject.parse().expect("a subject"));
    match class {
        "mate-line-incomplete" => guarantee.line >= LineKind::Truncated,
        "empty-line" => guarantee.may_bound,
        // A line that ends early has an end with depth to go; that of a whole line is searched one ply deeper.
        "end-value-differs" => true,
        // These searches know no repetition, and extensions and quiescence make lines long enough for one.
        "after-threefold" => !MINIMAX.contains(&subject),
        // Tables, windows and pruning are others there.
        "second-line-differs" => !MINIMAX.contains(&subject),
        _ => false,
    }
}

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn in_a_hundred_thousand_searches_of_our_engine_there_is_no_error() {
    let mut searches = 0;
    for subject in MINIMAX.iter().chain(OTHERS) {
        let (own, found) = played(subject);
        searches += own;
        for (class, row) in found {
            assert!(allows(subject, &class), "{subject}: {class}\n{row}");
        }
    }
    assert!(searches >= 100_000, "only {searches} searches");
}
