//! Each snapshot belongs to a test, and can be read: no name is built at run time, so that orphans are found, and no line is wide.

use super::source::Source;
use super::{files, none, read, sources};

/// Snapshots whose name is in no string literal, and those that wait for a review.
fn orphans(snapshots: &[impl AsRef<str>], literals: &[String]) -> Vec<String> {
    let what = |file: &str| match file.rsplit('/').next()?.split_once(".snap")? {
        (name, "") if literals.iter().any(|literal| literal == name) => None,
        (_, "") => Some(format!("{file}:1: no test has the name of this snapshot")),
        _ => Some(format!("{file}:1: this snapshot waits for a review")),
    };
    snapshots.iter().filter_map(|file| what(file.as_ref())).collect()
}

#[test]
fn no_snapshot_is_an_orphan() {
    // These tests have names of snapshots and take none.
    let sources =
        sources(&["src", "crates", "tests"]).filter(|source| !source.file.starts_with("tests/tidy/"));
    let literals: Vec<String> = sources.flat_map(|source| source.strings.clone()).collect();
    none(&orphans(&files("snapshots"), &literals));
}

/// The most columns of a line.
const WIDEST: usize = 120;

fn wide_lines(file: &str, text: &str) -> Vec<String> {
    let is_wide = |(_, line): &(usize, &str)| line.chars().count() > WIDEST;
    let all = (1..).zip(text.lines()).filter(is_wide);
    all.map(|(number, _)| format!("{file}:{number}: more than {WIDEST} columns")).collect()
}

#[test]
fn no_line_of_a_snapshot_has_more_than_120_columns() {
    let wide = |file: &String| wide_lines(file, &read(file).expect("snapshots are text"));
    none(&files("snapshots").iter().flat_map(wide).collect::<Vec<_>>());
}

#[test]
fn a_wide_line_is_found() {
    let text = format!("{}\n{}\n", "ö".repeat(120), "x".repeat(121));
    assert_eq!(wide_lines("a.snap", &text), ["a.snap:2: more than 120 columns"]);
}

#[test]
fn an_orphan_is_found() {
    let text = "// \"gone\"\nfn f() { f(\"census\", r#\"contract\"#); }";
    let literals = Source::new("a.rs", text).strings;
    assert_eq!(literals, ["census", "contract"]);
    assert!(orphans(&["snapshots/census.snap", "snapshots/contract.snap"], &literals).is_empty());
    assert_eq!(orphans(&["snapshots/gone.snap"], &literals).len(), 1);
    assert_eq!(orphans(&["snapshots/census.snap.new"], &literals).len(), 1);
}
