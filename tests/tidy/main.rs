//! The rules about the source that a machine can keep and that Clippy does not know.
//!
//! Each rule is a function from text to a list of violations, `file:line: what`. One test asserts that
//! the list is empty for the whole project, another that the rule finds a violation where there is one.
//! The library is not linked, so that these tests are built in seconds.

mod docs;
mod imports;
mod length;
mod rust;
mod snapshots;
mod table;
mod text;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

/// The directories that contain Rust.
const EVERYWHERE: &[&str] = &["src", "crates", "tests", "benches", "examples", "fuzz"];

/// Files that are built or downloaded, or belong to Git.
const NOT_OURS: &[&str] = &["target", ".git", "corpus", "artifacts", "coverage", "mutants.out", "Cargo.lock"];

/// The root of the project: this package is in its folder `tests`.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files below `directory`, sorted, by their paths from the project's root; the root itself is `""`.
fn files(directory: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(root().join(directory)) else { return Vec::new() };
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry.expect("an entry that can be read");
        let name = entry.file_name().to_string_lossy().into_owned();
        if NOT_OURS.contains(&name.as_str()) {
            continue;
        }
        let path = if directory.is_empty() { name } else { format!("{directory}/{name}") };
        if entry.file_type().expect("the type of an entry").is_dir() {
            paths.extend(files(&path));
        } else {
            paths.push(path);
        }
    }
    paths.sort_unstable();
    paths
}

/// The text of a file; `None` when it is not UTF-8.
fn read(file: &str) -> Option<String> {
    fs::read_to_string(root().join(file)).ok()
}

/// The Rust files of these directories with their text.
fn sources(directories: &[&str]) -> Vec<(String, String)> {
    let mut all: Vec<String> = directories.iter().flat_map(|directory| files(directory)).collect();
    all.retain(|file| file.rsplit('.').next() == Some("rs"));
    assert!(!all.is_empty(), "no sources in {directories:?}: a rule that reads none of them checks nothing");
    let with_text = |file: String| {
        let text = read(&file).expect("Rust is UTF-8");
        (file, text)
    };
    all.into_iter().map(with_text).collect()
}

/// Asserts that `rule` finds no violation in `sources`.
fn holds(rule: fn(&str, &str) -> Vec<String>, sources: &[(String, String)]) {
    none(&sources.iter().flat_map(|(file, text)| rule(file, text)).collect::<Vec<_>>());
}

fn none(violations: &[String]) {
    assert!(violations.is_empty(), "{} violations:\n{}", violations.len(), violations.join("\n"));
}
