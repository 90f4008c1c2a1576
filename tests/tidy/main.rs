//! The rules about the source that a machine can keep and that Clippy does not know.
//!
//! Each rule is a function from text to a list of violations, `file:line: what`. One test asserts that
//! the list is empty for the whole project, another that the rule finds a violation where there is one.
//! The library is not linked, so that these tests are built in seconds.

mod budget;
mod docs;
mod foreign;
mod imports;
mod length;
mod snapshots;
mod source;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use source::Source;

/// The directories that contain Rust.
const EVERYWHERE: &[&str] = &["src", "crates", "tests", "benches", "examples", "fuzz"];

/// Files that are built or downloaded, or belong to Git.
const NOT_OURS: &[&str] = &["target", ".git", "corpus", "artifacts", "coverage", "mutants.out"];

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

/// Every Rust file, read once for all rules.
static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let mut all: Vec<String> = EVERYWHERE.iter().flat_map(|directory| files(directory)).collect();
    all.retain(|file| file.rsplit('.').next() == Some("rs"));
    all.iter().map(|file| Source::new(file, &read(file).expect("Rust is UTF-8"))).collect()
});

/// The Rust files of these directories.
fn sources<'d>(directories: &'d [&str]) -> impl Iterator<Item = &'static Source> + use<'d> {
    for directory in directories {
        let is_read = SOURCES.iter().any(|source| Path::new(&source.file).starts_with(directory));
        assert!(is_read, "no sources in {directory}: a rule that reads none of them checks nothing");
    }
    SOURCES.iter().filter(|source| directories.iter().any(|one| Path::new(&source.file).starts_with(one)))
}

/// Asserts that `rule` finds no violation in these directories.
fn holds(rule: fn(&Source) -> Vec<String>, directories: &[&str]) {
    none(&sources(directories).flat_map(rule).collect::<Vec<_>>());
}

fn none(violations: &[String]) {
    assert!(violations.is_empty(), "{} violations:\n{}", violations.len(), violations.join("\n"));
}
