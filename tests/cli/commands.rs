//! The command line: output, errors, exit status.

use std::fs;

use crate::command::{file, has_parts, json, pvcheck, refuses, result, stderr, stdout, with_status};
use pvcheck::algorithm::Algorithm;
use serde_json::Value;

#[test]
fn unknown_names_suggest_the_nearest() {
    refuses(&["--store", "trangular"], &["invalid value 'trangular'", "similar value", "'triangular'"]);
    refuses(&["--algorithm", "pvs-sotf"], &["invalid value 'pvs-sotf'", "similar value", "'pvs-soft'"]);
    refuses(&["--regime", "stabel"], &["invalid value 'stabel'", "similar value", "'stable'"]);
    refuses(
        &["--subject", "pvs-soft+triangular+aspiratoin(1)"],
        &["unknown search option", "expected `aspiration`"],
    );
    refuses(&["exhaust", "--leaves", "permutation"], &["unknown leaves", "expected `permutations`"]);
    refuses(&["matirx"], &["matrix"]);
    refuses(&["--gmaes", "5"], &["--games"]);
}

/// With entries of equal drafts a position has one value; with entries of greater drafts it may have several.
#[test]
fn the_heading_names_who_judges() {
    let [equal, deeper] = ["pvs-soft+triangular+tt", "pvs-soft+triangular+tt(draft=deeper)"];
    for (subjects, judges) in [
        (&["--subject", equal][..], "judged by minimax"),
        (&["--subject", deeper], "judged by the trace"),
        (&["--subject", equal, "--subject", deeper], "judged by minimax or by the trace"),
    ] {
        let text = stdout(&pvcheck(&[&["--games", "20", "--quiet", "--width", "200"], subjects].concat()));
        assert!(text.lines().next().is_some_and(|heading| heading.ends_with(judges)), "{text}");
    }
}

#[test]
fn all_errors_of_a_file_are_printed() {
    let path =
        file("many-errors.case", format!("{}v1 pvs-soft+none depth=1 5\n", "v2\n\n".repeat(25)).as_bytes());
    refuses(&["check", &path], &["many-errors.case:1:1", "many-errors.case:39:1", "5 more errors"]);
    assert!(!stderr(&pvcheck(&["check", &path])).contains("many-errors.case:41:1"));
}

#[test]
fn the_excerpt_of_a_long_line_has_the_line_and_column_of_the_whole_text() {
    let long = format!("# why\nv1 pvs-soft+none depth=1 [{}? {}]\n", "1 ".repeat(5_000), "1 ".repeat(5_000));
    let output = pvcheck(&["check", &file("long.case", long.as_bytes())]);
    let error = stderr(&output);
    assert!(error.contains("long.case:2:10027") && error.contains("found '?'"), "{error}");
    assert!(error.len() < 1_000, "{} bytes", error.len());
    let lines: Vec<&str> = error.lines().collect();
    let source = lines.iter().position(|line| line.contains("1 ? 1")).expect("the place is shown");
    let column = |line: &str, wanted| line.chars().position(|c| c == wanted);
    assert_eq!(column(lines[source], '?'), column(lines[source + 1], '^'), "{error}");
    assert!(lines[source].starts_with("2 |"), "{error}");
}

#[test]
fn bad_cases_are_refused() {
    let check = |case: &str, parts: &[&str]| refuses(&["check", "--case", case], parts);
    check(
        "v1 pvs-soft+none depth=1 1000000001",
        &["a score out of range", "-999998999 to 999998999, or a mate from #0 to #500"],
    );
    refuses(&["check", &file("empty.case", b"")], &["no case in this file"]);
    refuses(&["check", &file("binary.case", b"\xff\xfe\x00")], &["cannot read", "binary.case"]);
    refuses(&["check", "no-such-file.case"], &["cannot read no-such-file.case"]);
    refuses(&["check"], &["FILE"]);
}

/// They are searched where a schedule can be kept: in `check`, `shrink` and campaigns.
#[test]
fn what_searches_on_one_thread_refuses_several() {
    let subject = "pvs-soft+triangular+tt+deepening+threads(2)";
    let case = format!("v1 {subject} depth=2 [[3 5] [2 9]]");
    let one = "searches on one thread; expected a subject without `threads`";
    for args in [&["program", subject][..], &["engine", subject]] {
        refuses(args, &[one]);
    }
    has_parts(&result(&["explain", &case]), &["What happened\n"]);
    let free = case.replace("threads(2", "threads(2,schedule=0");
    let reason = "What happened is not shown: with `schedule=0` no run on several threads";
    has_parts(&result(&["explain", &free]), &[reason]);
}

#[test]
fn every_schedule_is_searched_of_several_threads_and_counted() {
    let subject = "pvs-soft+triangular+tt(entries=1)+deepening+threads(2,words=key-first)";
    let exhaust = ["exhaust", "--shapes", "3", "--switches", "2", "--subject", subject];
    // The case that is shown has the schedule that shows it.
    let json = json(&[&exhaust[..], &["--format", "json"]].concat());
    let row = &json["rows"][0];
    assert_eq!((&json["scope"]["switches"], &row["games"]), (&2.into(), &780.into()));
    let case = row["counterexamples"]["truncated"].as_str().expect("a counterexample");
    assert!(case.contains("first=4,second=10"), "{case}");
    assert!(
        result(&["check", "--case", case])
            .contains("threads   thread 1 makes 3 accesses; thread 2 makes 5 accesses; ")
    );
    let turns = &self::json(&["check", "--format", "json", "--case", case])["rows"][0]["case"]["turns"];
    assert_eq!((&turns[0], &turns[1]), (&serde_json::json!([0, 3]), &serde_json::json!([1, 5])));
    let many = "expected neither --shard nor --journal";
    refuses(
        &["exhaust", "--switches", "1", "--shapes", "3", "--subject", subject, "--shard", "1/2"],
        &[many],
    );
    refuses(&["exhaust", "--switches", "1"], &["--switches needs a subject with several threads"]);
    refuses(&["exhaust", "--switches", "3"], &["3"]);
    let scheduled = "pvs-soft+triangular+tt+threads(2,schedule=7)";
    refuses(
        &["exhaust", "--switches", "1", "--subject", scheduled],
        &["tries every schedule; expected none in"],
    );
}

#[test]
fn the_parallel_regime_is_tested_on_request() {
    let run = |args: &[&str]| stdout(&pvcheck(&[&["--games", "300", "--format", "json"], args].concat()));
    assert!(!run(&[]).contains("threads("));
    let parallel = run(&["--regime", "parallel"]);
    assert!(parallel.contains("threads(2,line=vote)") && parallel.contains(r#""regime":"parallel""#));
    assert_eq!(run(&["--regime", "parallel", "--threads", "1"]), parallel);
}

#[test]
fn bad_scopes_and_counts_are_refused() {
    refuses(&["exhaust", "--depth", "9"], &["more than 64 leaves"]);
    refuses(&["exhaust", "--depth", "65", "--branching", "1"], &["depth 65", "at most 64 plies"]);
    let without_table = ["mtdf: ", "without a table", "--subject"];
    refuses(&["exhaust", "--graphs", "3", "--algorithm", "mtdf"], &without_table);
    refuses(&["--all", "--subject", "pvs-soft+none"], &["cannot be used with"]);
    refuses(&["exhaust", "--depth", "4"], &["permutations of 16 leaves are more than"]);
    refuses(&["exhaust", "--branching", "0"], &["branching 0"]);
    refuses(&["exhaust", "--leaves", "values:0"], &["invalid number of values"]);
    refuses(&["--games", "0"], &["--games"]);
    refuses(&["--threads", "0"], &["--threads"]);
    refuses(&["--time", "0"], &["from 1e-6 to 1e9"]);
    refuses(&["--algorithm", "minimax", "--regime", "aspiration"], &["no combination"]);
    refuses(&["--subject", "pvs-soft+none", "--store", "none"], &["cannot be used with"]);
}

#[test]
fn the_matrix_shows_guarantees_results_and_drawn_counterexamples() {
    let output = pvcheck(&["--games", "3000", "--full"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let parts = [
        "3,000 random games from seed 1",
        "single-array-bare",
        "expected failure",
        "✓ same 100 %",
        "Nothing unexpected: each `!` is a known failure of its method (464 subjects).",
        "Smallest counterexample: unsound",
        "Smallest counterexample: illegal",
        "replay    pvcheck check --case 'v1 alpha-beta-hard+",
        "└── move 1: value",
        "<- shown",
    ];
    has_parts(&text, &parts);
    assert!(!text.contains('\u{1b}'), "no colours when they are turned off");
    assert_eq!(stderr(&output), "", "no progress bar without a terminal");
}

#[test]
fn matrix_is_the_default_command() {
    assert_eq!(pvcheck(&["--games", "500"]).stdout, pvcheck(&["matrix", "--games", "500"]).stdout);
}

#[test]
fn the_same_seed_gives_the_same_bytes_whatever_the_thread_count() {
    let run = |threads, seed| {
        pvcheck(&["--games", "240", "--all", "--format", "json", "--threads", threads, "--seed", seed]).stdout
    };
    let one = run("1", "7");
    assert_eq!(one, run("2", "7"));
    assert_eq!(one, run("5", "7"));
    assert_ne!(one, run("1", "8"));
}

/// The page on methods shows and checks the text on the figures of the literature.
#[test]
fn exhaust_plays_every_uniform_tree_by_every_algorithm_without_a_table() {
    let document = json(&[
        "exhaust", "--depth", "2", "--leaves", "values:2", "--store", "single-array", "--format", "json",
    ]);
    assert_eq!(document["scope"]["games"], 16);
    assert_eq!(document["scope"]["leaves"], "values:2");
    let stable = Algorithm::ALL.iter().filter(|algorithm| !algorithm.profile().needs_table());
    assert_eq!(document["rows"].as_array().map(Vec::len), Some(stable.count()));
}

#[test]
fn exhaust_plays_every_small_tree() {
    let document = json(&["exhaust", "--shapes", "4", "--algorithm", "minimax", "--format", "json"]);
    assert_eq!(
        document["scope"],
        serde_json::json!({ "shapes": 4, "leaves": "orderings", "gap": 1, "games": 29, "played": 29 })
    );
    let far_scores = result(&["exhaust", "--depth", "2", "--gap", "5", "--algorithm", "minimax"]);
    has_parts(&far_scores, &["Branching 2, depth 2, permutations, scores 5 apart: all 24 games"]);
    refuses(&["exhaust", "--shapes", "13"], &["expected from 1 to 12"]);
    let far = ["exhaust", "--depth", "1", "--leaves", "values:1100", "--gap", "1000000"];
    refuses(&far, &["the highest score would be 1099000000"]);
    refuses(&["exhaust", "--shapes", "5", "--depth", "2"], &["cannot be used with"]);
}

#[test]
fn exhaust_plays_every_small_graph_to_every_depth() {
    let subject = "pvs-soft+table-walk+tt";
    let cycles = ["exhaust", "--graphs", "2", "--cycles", "--scores", "2", "--depth", "4", "--gap", "3"];
    let document = json(&[&cycles[..], &["--subject", subject, "--format", "json"]].concat());
    assert_eq!(
        document["scope"],
        serde_json::json!({
            "graphs": 2, "scores": 2, "depth": 4, "cycles": true, "gap": 3, "games": 256, "played": 256
        })
    );
    // Scores are 0 and 3, and the smallest comes first.
    assert_eq!(
        document["rows"][0]["counterexamples"]["unsound"],
        format!("v1 {subject} depth=2 expect=unsound a:3[a 0]")
    );
    // The unit tests of the enumeration have all of its limits.
    refuses(&["exhaust", "--graphs", "3", "--depth", "9"], &["up to depth 9; expected from 1 to 8"]);
    refuses(&["exhaust", "--graphs", "3", "--shapes", "3"], &["cannot be used with"]);
    refuses(&["exhaust", "--cycles"], &["--graphs"]);
    refuses(&["exhaust", "--scores", "3"], &["--graphs"]);
}

#[test]
fn a_run_that_reaches_its_time_limit_ends_normally() {
    // The coverage of features is not checked for a given subject, so that the exit status does not depend on the number
    // of games.
    let subject = "pvs-soft+triangular";
    let args = ["--games", "1000000000", "--time", "0.2", "--subject", subject, "--format", "json"];
    let document: Value = serde_json::from_str(&result(&args)).expect("JSON");
    let games = document["scope"]["played"].as_u64().expect("a count");
    assert!(games < 1_000_000_000);
}

#[test]
fn the_exit_status_of_check_depends_on_the_guarantee_and_on_the_expectation() {
    let game = "[[1 0] [1 0]]";
    for (algorithm, expect, expected) in [
        ("pvs-soft", "", 0),
        // An expected failure.
        ("alpha-beta-hard", "", 0),
        ("alpha-beta-hard", "expect=unsound ", 0),
        ("alpha-beta-hard", "expect=illegal ", 2),
        ("pvs-soft", "expect=unsound ", 2),
    ] {
        let case = format!("v1 {algorithm}+single-array depth=2 {expect}{game}");
        with_status(expected, &["check", "--case", &case]);
    }
}

#[test]
fn check_reads_files_and_prints_the_place_of_each_case() {
    let path = file(
        "two.case",
        b"v1 pvs-soft+none depth=1 5\n# why\nv1 pvs-soft+triangular depth=1 expect=same [5 3]\n",
    );
    let text = result(&["check", &path, "-v"]);
    has_parts(&text, &["✓ ", "two.case:1: none_due", "two.case:3: same, expected same"]);
    assert!(text.ends_with("✓ 2 of 2 cases as expected\n"));
    assert_eq!(result(&["check", &path]), "✓ 2 of 2 cases as expected\n", "cases that pass are not shown");
    let marks = file(
        "marks.case",
        b"v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]\nv1 alpha-beta-hard+single-array depth=2 [[1 0] [1 0]]\n\
          v1 alpha-beta-hard+table-walk-checked depth=2 a:[a]\n",
    );
    let text = result(&["check", &marks, "--verbose"]);
    let titles: Vec<&str> = text.lines().filter(|line| line.contains("marks.case:")).collect();
    for (title, mark) in titles.iter().zip(["✓", "!", "~"]) {
        assert!(title.starts_with(mark), "an expected failure has its own mark: {title}");
    }
    assert_eq!(titles.len(), 3);
}

#[test]
fn shrink_prints_a_smaller_case_with_the_same_finding() {
    let case = "v1 alpha-beta-hard+single-array depth=3 [[[5 6] [9 1]] [[7 7] [3 2]] 9]";
    let document = json(&["shrink", "--case", case, "--format", "json"]);
    let shrunk = &document["rows"][0]["case"];
    assert_eq!(shrunk["from"], case);
    let text = shrunk["text"].as_str().expect("text");
    assert!(
        text.len() < case.len()
            && text.contains(&format!("expect={}", shrunk["found"].as_str().expect("a name")))
    );
    result(&["check", "--case", text]);
    let shown = result(&["shrink", "--case", case]);
    assert_eq!(shown.lines().next(), Some(text), "the first line contains only the case");
    refuses(&["shrink", "--case", "v1 pvs-soft+triangular depth=2 [[1 0] 5]"], &["nothing to shrink"]);
}

#[test]
fn the_file_that_shrink_writes_can_be_checked() {
    let cases = format!(
        "{}\n{}\n{}\n",
        "v1 alpha-beta-hard+single-array depth=3 [[[5 6] [9 1]] [[7 7] [3 2]] 9]",
        "v1 pvs-soft+triangular depth=2 [[1 0] 5]",
        "v1 pvs-soft+single-array-bare depth=3 [[1 0] 5]"
    );
    let (from, to) = (file("large.case", cases.as_bytes()), file("small.case", b""));
    assert_eq!(result(&["shrink", &from, "--out", &to]), "");
    let written = fs::read_to_string(&to).expect("it was written");
    assert!(written.starts_with("v1 alpha-beta-hard+single-array depth=2 expect="), "{written}");
    has_parts(&written, &["\n# subject ", "nothing to shrink"]);
    has_parts(&result(&["check", &to]), &["2 of 2 cases as expected\n"]);
}

#[test]
fn shrink_skips_cases_without_a_finding_and_accepts_equivalent_lines() {
    let equivalent =
        "v1 alpha-beta-hard+single-array depth=3 expect=equivalent [[1[1 1] [0 1]] 1[[2 0] [2 1]]]";
    let fine = "v1 pvs-soft+triangular depth=2 [[1 0] 5]";
    let text = result(&["shrink", "--case", fine, "--case", equivalent]);
    assert!(text.starts_with("v1 alpha-beta-hard+single-array"), "{text}");
    let fine = "nothing to shrink, as this case shows no finding (found: same)";
    has_parts(&text, &["expect=equivalent", fine]);
}

#[test]
fn a_subject_given_twice_is_run_once() {
    let subject = "pvs-soft+triangular";
    let document = json(&["--subject", subject, "--subject", subject, "--games", "100", "--format", "json"]);
    let rows = document["rows"].as_array().expect("rows");
    assert_eq!((rows.len(), rows[0]["games"].as_u64()), (1, Some(100)));
}

#[test]
fn extreme_times_and_thread_counts_do_not_panic() {
    for args in [["--time", "1e-6"], ["--time", "1e9"], ["--threads", "256"]] {
        let text = result(&["--games", "3000", "--format", "json", args[0], args[1]]);
        let document: Value = serde_json::from_str(&text).expect("JSON");
        assert!(document["scope"]["played"].as_u64() >= Some(1), "{args:?}");
    }
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let path = file("marked.case", b"\xef\xbb\xbfv1 pvs-soft+none depth=1 5\r\n");
    result(&["check", &path]);
}

#[test]
fn help_and_version_exit_without_an_error() {
    for flag in ["--help", "--version", "-h"] {
        has_parts(&result(&[flag]), &["pvcheck"]);
    }
}
