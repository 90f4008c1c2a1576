//! What a new user sees first: one screen, lists of names, explanations of words, help.

use std::collections::BTreeSet;

use pvcheck::verdict::{Finding, NoAnswerKind, ScoreVerdict};
use pvcheck::verify::Label;
use std::sync::OnceLock;

use crate::command::{file, fresh, has_parts, json, refuses, result};
use pvcheck::algorithm::Algorithm;
use pvcheck_cli::report::{MARKS, words};
use serde_json::Value;

/// The screen of the main job, which three tests read.
fn main_job() -> &'static str {
    static SCREEN: OnceLock<String> = OnceLock::new();
    SCREEN.get_or_init(|| result(&["--games", "20000"]))
}

/// docs/start.md shows and checks the text.
#[test]
fn the_main_job_answers_on_one_screen() {
    let text = main_job();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() <= 36, "{} lines:\n{text}", lines.len());
    for line in &lines {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let case = lines.iter().find_map(|line| line.strip_prefix("pvcheck explain '")).expect("a replay line");
    result(&["check", "--case", case.trim_end_matches('\'')]);
}

/// A run shows an expected failure only if its own games show it.
#[test]
fn a_run_without_failures_shows_no_counterexample() {
    let text = result(&["exhaust", "--depth", "0", "--leaves", "values:2"]);
    assert!(!text.contains("fails, as expected"), "{text}");
    let text = result(&["exhaust", "--depth", "2"]);
    assert!(text.contains("fails, as expected:\npvcheck explain 'v1 "), "{text}");
}

#[test]
fn names_in_the_map_are_broken_at_hyphens_and_only_if_they_do_not_fit() {
    let text = result(&["exhaust", "--depth", "2"]);
    for algorithm in Algorithm::ALL.iter().filter(|&&one| one != Algorithm::Mtdf) {
        assert!(text.contains(algorithm.name()), "{algorithm:?} is missing in:\n{text}");
    }
    // In a narrow column they are broken at hyphens.
    let narrow = result(&["--games", "20", "--all"]);
    assert!(narrow.lines().any(|line| line.starts_with("pvs-soft-  ")), "{narrow}");
}

/// Returns the marks of the row with this label, of the rows of this algorithm.
fn marks(text: &str, algorithm: &str, label: &str) -> Vec<String> {
    let rows = text.lines().skip_while(|line| !line.starts_with(algorithm));
    let row = rows.into_iter().find(|line| line.trim_start().starts_with(label));
    let row = row.unwrap_or_else(|| panic!("{algorithm} {label}:\n{text}"));
    let is_mark = |word: &&str| MARKS.iter().any(|(mark, _)| mark == word);
    row.split_whitespace().filter(is_mark).map(str::to_owned).collect()
}

/// A tick means that the line is right. An expected failure has its own mark.
#[test]
fn the_map_shows_right_early_and_wrong_lines_by_different_marks() {
    let text = main_job();
    assert_eq!(marks(text, "alpha-beta-hard", "alpha-beta-hard"), ["✓", "!", "!", "~", "!", "!"]);
    // The claim of one array for PVS holds in the whole regime; a search that is interrupted breaks it.
    assert_eq!(marks(text, "pvs-soft", "no options"), ["✓", "✓", "!", "~", "!", "!"]);
    assert_eq!(marks(text, "pvs-soft", "stable"), ["✓", "✓", "!", "~", "!", "!"]);
    assert_eq!(marks(text, "pvs-soft", "aspiration"), ["✓", "✓", "!", "~", "!", "!"]);
    assert_eq!(marks(text, "pvs-soft", "interrupted"), ["✓", "!", "!", "~", "!", "!"]);
    assert_eq!(marks(text, "pvs-soft", "score-stable"), ["~", "~", "!", "~", "!", "!"]);
    // Narrowing to a bound loses the line in every store that keeps one; to one beyond it is score-stable.
    assert_eq!(marks(text, "pvs-soft", "narrow"), ["!"; 6]);
    assert_eq!(marks(text, "pvs-soft", "colliding"), ["!"; 6]);
}

/// A row of the map has many options.
#[test]
fn explain_shows_what_each_option_of_a_row_guarantees() {
    let parts = ["pvs-soft", "selective", "move-count(1)", "! single array (illegal)"];
    let words = result(&["explain", "pvs-soft selective"]);
    has_parts(&words, &[&parts[..], &["✓ triangular & co. (equivalent)"]].concat());
}

/// A few games, or chess positions, are no answer to a general question.
#[test]
fn a_small_run_gives_no_general_answers() {
    for args in [&["--games", "9999"][..], &["--game", "chess", "--depth", "1"]] {
        let text = result(args);
        assert!(text.contains("no options") && !text.contains("right in every game in"), "{text}");
    }
}

#[test]
fn every_word_of_the_map_is_explained() {
    let text = result(&["--games", "1000"]);
    let rows = text.lines().skip_while(|line| !line.starts_with("pvs-soft"));
    let rows = rows.take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("  "));
    let label = |row: &'_ str| row.split(['✓', '~', '!']).next().map(|label| label.trim().to_owned());
    // A row of the names of options alone has no label.
    let labels: Vec<String> = rows.filter(|row| !row.starts_with(' ')).filter_map(label).collect();
    let regimes: Vec<&str> = labels.iter().map(String::as_str).collect();
    assert_eq!(regimes.len(), 10, "{text}");
    assert_eq!(regimes[..2], ["no options", "stable"]);
    let families =
        ["triangular & co.", "single array", "bare array", "checked walk", "PV table", "table walk"];
    let names = [
        "alpha-beta-hard",
        "pvs-soft",
        "subject",
        "regime",
        "store",
        "expected failure",
        "guarantee",
        "One array",
        "Triangular table",
        "Table entries",
        "tt(key-bits=2)",
        "deepening+stop-after(20,improved=yes)",
    ];
    let rows: Vec<String> = regimes.iter().map(|regime| format!("pvs-soft {regime}")).collect();
    let rows = rows.iter().map(String::as_str);
    for word in
        regimes.iter().copied().chain(families).chain(names).chain(MARKS.map(|(mark, _)| mark)).chain(rows)
    {
        let explained = result(&["explain", word]);
        assert!(explained.lines().count() >= 2, "{word}: {explained}");
    }
}

#[test]
fn maps_of_many_algorithms_and_of_one_subject_fit_too() {
    for args in [
        &["--games", "300", "--all"][..],
        &["exhaust", "--depth", "2"],
        &["--games", "300", "--subject", "mtdf+table-walk+tt"],
        &["--games", "300", "--store", "none"],
    ] {
        let text = result(args);
        let mut lines = text.lines().filter(|line| !line.starts_with("pvcheck "));
        assert!(lines.all(|line| line.chars().count() <= 80), "{text}");
        has_parts(&text, &["\n✓ Nothing unexpected"]);
    }
    let other = result(&["--games", "300", "--all", "--store", "single-array"]);
    has_parts(&other, &["Stores of the family `single array`:"]);
    assert!(!marks(&other, "minimax", "minimax").is_empty(), "a map without copying stores: {other}");
    let scope = result(&["exhaust", "--depth", "2"]);
    assert!(!scope.contains("Too short"), "a whole scope is not a sample: {scope}");
}

#[test]
fn list_shows_every_name_with_a_sentence() {
    let text = result(&["list", "--width", "1000"]);
    for group in words() {
        for word in &group.words {
            let shown = text.lines().any(|line| line.contains(&word.form) && line.contains(&word.summary));
            assert!(shown, "{word:?} is missing");
        }
    }
    let stores = result(&["list", "stores"]);
    assert!(stores.contains("triangular-offsets") && !stores.contains("pvs-soft"), "{stores}");
    refuses(&["list", "storse"], &["invalid value 'storse'", "'stores'"]);
}

#[test]
fn explain_shows_a_case_or_a_word_in_any_spelling() {
    for word in ["none_due", "none due", "None-Due"] {
        let parts = ["a verdict on a line", "No line is shown, and none is due."];
        has_parts(&result(&["explain", word]), &parts);
    }
    // A word with several meanings.
    for (value, field) in [("checked-late", "words="), ("killers", "order="), ("Deepest", "line=")] {
        has_parts(&result(&["explain", value]), &[field]);
    }
    has_parts(&result(&["explain", "aspiration"]), &["a search option", "a regime"]);
    assert_eq!(json(&["explain", "aspiration", "--format", "json"])["command"], "explain");
    let case = "v1 alpha-beta-hard+single-array depth=2 [0 [1 0]]";
    let page = result(&["explain", case]);
    has_parts(&page, &["stores", "└── move 1"]);
    let words: Vec<&str> = case.split(' ').collect();
    assert_eq!(result(&[&["explain"], &words[..]].concat()), page, "quotes may be omitted");
    // `explain` judges nothing.
    assert_eq!(result(&["explain", &case.replace("depth=2", "depth=2 expect=same")]), page);
    let subject = result(&["explain", "alpha-beta-hard+single-array+tt(entries=5)", "--width", "300"]);
    let parts = [
        "alpha-beta, fail-hard",
        "one array;",
        "tt(...)",
        "score-stable",
        "the exact score; the line may be illegal",
        // The cause.
        "Later moves are also searched with an open window",
    ];
    has_parts(&subject, &parts);
    let right = result(&["explain", "pvs-soft+triangular"]);
    assert!(
        right.contains("the exact score and the leftmost optimal line") && !right.contains("a search option"),
        "{right}"
    );
    refuses(&["explain", "pvs-soft+triangle"], &["unknown store", "`triangular`"]);
    // A rule of a trace, as a finding names it.
    for rule in ["store-bound", "trace/store-bound"] {
        assert!(result(&["explain", rule]).contains("The bound that is stored does not follow."), "{rule}");
    }
    refuses(&["explain", "trunkated"], &["unknown word", "`truncated`"]);
    refuses(&["explain", "v1 nonsense"], &["unknown algorithm"]);
    refuses(&["explain"], &["CASE|SUBJECT|WORD"]);
    refuses(&["explain", "zzz"], &["unknown word", "`pvcheck list`"]);
    assert_eq!(result(&["explain", "--case", case]), page, "a replay line with another command");
    refuses(&["explain", "truncated", "--case", case], &["cannot be used with"]);
    for command in ["check", "shrink"] {
        refuses(&[command], &["<FILE|--case <TEXT>|--fen <FEN>>"]);
    }
}

#[test]
fn help_lists_the_possible_names() {
    let help = result(&["matrix", "--help"]);
    let names = ["pvs-soft-from-below", "table-walk-checked", "path-dependent", "--full", "--journal"];
    has_parts(&help, &[&names[..], &["junit"]].concat());
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = result(&["completions", shell]);
        assert!(text.contains("exhaust") && text.contains("max-findings"), "{shell}: {text}");
        let has_values = ["bash", "zsh", "fish"].contains(&shell);
        assert!(!has_values || text.contains("triangular-offsets"), "{shell}: {text}");
    }
    let folder = fresh("man");
    std::fs::create_dir_all(&folder).expect("a folder");
    let older = file("older.1", b"older");
    std::fs::hard_link(&older, format!("{folder}/pvcheck.1")).expect("a link");
    assert_eq!(result(&["man", &folder]), "");
    assert_eq!(std::fs::read(&older).expect("a file"), b"older", "a page is replaced as a whole");
    let page = |name: &str| std::fs::read_to_string(format!("{folder}/{name}.1")).expect("a page");
    assert!(page("pvcheck").contains("pvcheck\\-exhaust(1)") && page("pvcheck-matrix").contains("journal"));
    refuses(&["completions", "tcsh"], &["tcsh", "bash"]);
}

/// Each hint is a subject that is accepted.
#[test]
fn an_invalid_combination_gives_a_valid_one() {
    let hint = "expected for example `mtdf+triangular+tt`";
    refuses(&["--games", "10", "--subject", "mtdf+triangular"], &[hint]);
    let document = json(&["--games", "10", "--subject", "mtdf+triangular+tt", "--format", "json"]);
    assert_ne!(document["rows"], Value::Null);
}

/// The words are those of the data and those of pages that are printed.
#[test]
fn every_label_and_title_of_a_report_is_explained() {
    let is_wrong = |finding: &Finding| match *finding {
        Finding::Score(verdict) => verdict.is_fault() || verdict == ScoreVerdict::Bound,
        _ => true,
    };
    let findings = Finding::all().filter(is_wrong);
    let findings = findings.chain(NoAnswerKind::ALL.iter().copied().map(Finding::NoAnswer));
    let mut words: BTreeSet<String> = findings.map(Finding::title).collect();
    words.extend(Label::NAMES.iter().chain(&["wrong", "minimax value"]).map(|&name| name.to_owned()));
    // A label ends before column 9; a number may follow it.
    let label = |line: &str| {
        let label = line.get(..9).filter(|_| line.get(9..10) == Some(" "))?;
        let is_label = label.starts_with(|first: char| first.is_ascii_lowercase());
        is_label.then(|| label.trim_end_matches(|end: char| end == ' ' || end.is_ascii_digit()).to_owned())
    };
    let printed: BTreeSet<String> = [
        "v1 alpha-beta-hard+single-array+multipv(2) depth=2 [[1 0] [1 0]]",
        "v1 alpha-beta-hard+triangular+tt(draft=deeper,narrow=yes) depth=6 [[2 a:[[[-3 -4]] [2 1]] 1] [[[a]]]]",
    ]
    .iter()
    .flat_map(|case| result(&["explain", case]).lines().filter_map(label).collect::<Vec<_>>())
    .collect();
    let some = ["subject", "line", "guarantee", "trace", "cause"];
    assert!(some.iter().all(|&label| printed.contains(label)), "{printed:?}");
    for word in words.union(&printed) {
        assert!(result(&["explain", word]).len() > word.len(), "{word}");
    }
}
