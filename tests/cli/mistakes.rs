//! The seeded mistakes of `proof/mistakes.txt`: `proof/check` finds each.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::book::{Page, ROOT};
use crate::tools::{COQ, FINDLIB, OCAML};

/// Runs `proof/check` on a copy of `proof/` in which the first `old` of `file` is replaced by `new`.
fn check_with(file: &str, old: &str, new: &str) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let copied =
        Command::new("cp").arg("-R").arg(Path::new(ROOT).join("proof/.")).arg(folder.path()).status();
    assert!(copied.expect("`cp`").success());
    let path = folder.path().join(file);
    let text = fs::read_to_string(&path).expect("a file of proof/");
    assert!(text.contains(old), "{file}: `{old}`");
    fs::write(&path, text.replacen(old, new, 1)).expect("a file");
    let program = env!("CARGO_BIN_EXE_pvcheck");
    Command::new("bash").arg(folder.path().join("check")).env("PVCHECK", program).output().expect("bash")
}

/// Asserts that the mistakes which are found early, or those that are found last, are found. Returns their number; `None`
/// if Coq is missing, so that none was tried.
///
/// # Panics
///
/// If one is not found.
pub fn find(is_found_last: bool) -> Option<usize> {
    if [COQ, OCAML, FINDLIB].map(|tool| tool.find()).contains(&None) {
        return None;
    }
    let text = Page::read("proof/mistakes.txt").text;
    let (early, last) = text.split_once("\n## ").expect("two parts");
    let part = if is_found_last { last } else { early };
    let mistakes: Vec<&str> =
        part.lines().filter(|line| line.contains('|') && !line.starts_with('#')).collect();
    for mistake in &mistakes {
        let [file, old, new] = mistake.split('|').collect::<Vec<_>>()[..] else { panic!("{mistake}") };
        let output = check_with(file, old, new);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{mistake}: {error}");
        assert!(!error.contains("NOTHING WAS CHECKED"), "{error}");
    }
    Some(mistakes.len())
}
