//! The JSON that programs read: its fields, its sums and the results of a case.

use crate::command::{file, fresh, has_parts, json, result};
use pvcheck::algorithm::Algorithm;
use pvcheck::pv::Store;
use serde_json::Value;
use std::collections::BTreeSet;

/// Fields that each row has.
const FIELDS: &str = "algorithm store options regime games leaf_evaluations distinct_leaves nodes re_searches unconfirmed \
    guaranteed_score guarantee truncated_only_by_cutoffs may_bound basis must_show kept counterexamples breaches \
    not_reproduced";

#[test]
fn json_rows_have_the_documented_fields_and_add_up() {
    let text = result(&["--all", "--games", "2000", "--format", "json"]);
    assert_eq!(text.lines().count(), 1);
    let document: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["schema"], 2);
    assert_eq!(document["command"], "matrix");
    assert_eq!(document["seed"], 1);
    assert_eq!(document["scope"]["games"], 2000);
    let rows = document["rows"].as_array().expect("rows");
    // Twenty-three columns per algorithm, fifteen of them without a table: MTD(f) has none of these, three more
    // no window for two of them, and minimax no null windows for six. Minimax has none for a table that
    // cuts off at null windows alone, and the raw walk none without a table.
    let (algorithms, stores) = (Algorithm::ALL.len(), Store::ALL.len());
    let without_table = 15 * (algorithms - 1) - 2 * 3 - 6;
    assert_eq!(rows.len(), (without_table + 8 * algorithms - 1) * stores - without_table);
    for row in rows {
        for counts in ["score", "line"] {
            let sum: u64 = row[counts].as_object().expect("counts").values().filter_map(Value::as_u64).sum();
            assert_eq!(sum, 2000, "{row}");
        }
        for field in FIELDS.split_whitespace() {
            assert!(row.get(field).is_some(), "{field} is missing in {row}");
        }
        assert_eq!(row["kept"], true, "{row}");
        let breaches = row["breaches"].as_object().expect("cases");
        assert!(breaches.is_empty() && row["not_reproduced"].is_null(), "{row}");
    }
}

/// Adds the names of all fields, but of those whose parts are described elsewhere.
fn fields(value: &Value, names: &mut BTreeSet<String>) {
    const OPAQUE: &[&str] = &[
        "score", "line", "trace", "truncation", "acts", "features", "counterexamples", "breaches",
        "findings", "generators", "left_out", "ends",
    ];
    for row in value.as_array().into_iter().flatten() {
        fields(row, names);
    }
    for (name, value) in value.as_object().into_iter().flatten() {
        names.insert(name.clone());
        if !OPAQUE.contains(&name.as_str()) {
            fields(value, names);
        }
    }
}

#[test]
fn every_field_is_documented() {
    let page = include_str!("../../docs/json.md");
    let program = format!("{} program alpha-beta-hard+single-array", crate::PVCHECK);
    let engine = format!("{} line-order", crate::DOUBLE);
    let saved = crate::report::saved("fields.json", &["--games", "30", "--format", "json"]);
    let case = "v1 alpha-beta-hard+single-array+multipv(2) depth=2 expect=unsound [[1 0] [1 0] [2 3]]";
    for args in [
        &["--games", "100"][..],
        &["exhaust", "--depth", "2"],
        &["exhaust", "--shapes", "3"],
        &["exhaust", "--graphs", "2"],
        &["check", "--case", case],
        &["shrink", "--case", case],
        &["--games", "100", "--shard", "1/2", "--threads", "1"],
        &["list", "stores"],
        &["subject", "--cmd", &program, "--games", "500"],
        &["subject", "--cmd", &program, "--conformance"],
        &["explain", "aspiration"],
        &["uci", "--engine", &engine, "--fen", "startpos", "--depth", "2", "--plan", "multipv"],
        &["report", &saved, "--into", &fresh("fields-report")],
    ] {
        let mut names = BTreeSet::new();
        let mut document = json(&[args, &["--format", "json"]].concat());
        // The format of a part depends on the version.
        document["part"] = Value::Null;
        fields(&document, &mut names);
        assert!(names.len() > 6, "{names:?}");
        let missing: Vec<_> = names.iter().filter(|name| !page.contains(&format!("`{name}`"))).collect();
        assert!(missing.is_empty(), "{args:?}: {missing:?}");
    }
}

#[test]
fn every_counterexample_in_json_replays_with_its_finding() {
    let document = json(&["--all", "--games", "1000", "--format", "json"]);
    let rows = document["rows"].as_array().expect("rows").iter();
    let filed: Vec<(&String, &str)> = rows
        .flat_map(|row| row["counterexamples"].as_object().expect("counterexamples"))
        .map(|(finding, case)| (finding, case.as_str().expect("text")))
        .collect();
    assert!(filed.len() > 300, "{}", filed.len());
    let text: Vec<&str> = filed.iter().map(|&(_, case)| case).collect();
    let checked =
        json(&["check", &file("counterexamples.case", text.join("\n").as_bytes()), "--format", "json"]);
    for ((finding, case), row) in filed.into_iter().zip(checked["rows"].as_array().expect("rows")) {
        assert_eq!(row["case"]["text"], case);
        assert_eq!(row["case"]["expect"], finding.as_str());
        assert_eq!(row["kept"], true, "{case} shows what it expects");
    }
}

/// Text and JSON show that the best move is known by a bound alone.
#[test]
fn a_bound_inside_the_window_comes_with_its_best_move() {
    let case = "v1 last-move+triangular depth=1 [0 -3]";
    let parts = ["score     3 or more; minimax value 3: bound", "best move 1", "shown     no line"];
    has_parts(&result(&["check", "--case", case]), &parts);
    let row = json(&["check", "--case", case, "--format", "json"])["rows"][0].clone();
    assert_eq!((&row["case"]["bound"], &row["case"]["best_move"]), (&"lower".into(), &1.into()));
    assert_eq!((&row["line"]["none_due"], &row["may_bound"]), (&1.into(), &true.into()));
}

#[test]
fn a_slot_that_was_never_written_is_null_in_json() {
    let document = json(&["check", "--case", "v1 pvs-soft+single-array-bare depth=1 0", "--format", "json"]);
    assert_eq!(document["rows"][0]["case"]["line"], Value::Array(vec![Value::Null]));
    assert_eq!(document["rows"][0]["case"]["bound"], "exact");
}

#[test]
fn each_search_is_compared_with_the_plain_search_even_if_only_one_subject_is_given() {
    let document =
        json(&["--subject", "pvs-soft+triangular+aspiration(2)", "--games", "1000", "--format", "json"]);
    assert_eq!(document["rows"][0]["compared"], 1000);
    assert!(document["rows"][0]["mattered"].as_u64() > Some(100));
}

/// The worst line is the second one: its score, its line and what would be right are shown, without the first move
/// of the better line.
#[test]
fn json_describes_the_worst_of_several_lines() {
    let case = "v1 alpha-beta-hard+single-array+multipv(2) depth=2 [[1 0] [1 0] [2 3]]";
    let row = json(&["check", "--case", case, "--format", "json"])["rows"][0].clone();
    let shown = &row["case"];
    assert_eq!((&shown["found"], &shown["ply"]), (&"unsound".into(), &2.into()));
    assert_eq!((&shown["score"], &shown["right_score"]), (&0.into(), &0.into()));
    assert_eq!((&shown["line"], &shown["right_line"]), (&vec![0, 0].into(), &vec![0, 1].into()));
    let lines = shown["lines"].as_array().expect("lines").iter();
    let lines: Vec<_> = lines.map(|line| (line["score"].as_i64(), line["found"].as_str())).collect();
    assert_eq!(lines, [(Some(2), Some("same")), (Some(0), Some("unsound"))]);
}

#[test]
fn json_tells_which_searches_may_end_with_a_bound() {
    for (subject, may_bound) in [
        ("pvs-soft+triangular", false),
        ("pvs-soft+triangular+aspiration(1,widen=both)", false),
        ("pvs-soft+triangular+aspiration(1,widen=side)", false),
        ("pvs-soft+triangular+aspiration(1)", true),
        ("pvs-soft+triangular+stop-after(99)", true),
        ("last-move+triangular", true),
        ("belle-root+triangular", true),
        ("last-move+none+aspiration(2)", true),
    ] {
        let case = format!("v1 {subject} depth=1 [0 1]");
        let row = json(&["check", "--case", &case, "--format", "json"])["rows"][0].clone();
        assert_eq!(row["may_bound"], may_bound, "{subject}");
        // All lines are listed if a search may show several, or one of another depth.
        assert_eq!(row["case"].get("lines").is_some(), subject.contains("stop-after"), "{subject}");
    }
}

/// The report of a test has the same fields as `pvcheck subject`.
#[test]
fn the_report_of_a_test_has_the_fields_of_the_page_on_json() {
    use pvcheck::prelude::{Answer, RandomGames, Request, Score, verify};
    let report =
        verify(|_: &Request<'_>| Answer::score(Score::ZERO)).games(RandomGames::seed(1).count(50)).report();
    let value: Value = serde_json::from_str(&report.json()).expect("JSON");
    assert_eq!(
        (value["searches"].as_u64(), value["examples"][0]["finding"].as_str()),
        (Some(50), Some("unwitnessed"))
    );
    let (case, page) =
        (value["examples"][0]["case"].as_str().expect("a case"), include_str!("../../docs/json.md"));
    assert!(report.to_string().contains(case), "{report}");
    for name in value["examples"][0].as_object().expect("an object").keys() {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
}
