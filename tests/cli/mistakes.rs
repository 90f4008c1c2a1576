//! The seeded mistakes of `proof/mistakes.txt`: `proof/check` finds each.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::book::{Page, ROOT};
use crate::tools::{COQ, FINDLIB, OCAML};

/// Runs `proof/check` on a copy of `proof/` with a mistake in `file`: of each pair of texts, one after another, the first
/// occurrence of the old one is replaced by the new one.
fn check_with(file: &str, texts: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let copied =
        Command::new("cp").arg("-R").arg(Path::new(ROOT).join("proof/.")).arg(folder.path()).status();
    assert!(copied.expect("`cp`").success());
    let path = folder.path().join(file);
    let mut text = fs::read_to_string(&path).expect("a file of proof/");
    for pair in texts.chunks(2) {
        assert!(text.contains(pair[0]), "{file}: `{}`", pair[0]);
        text = text.replacen(pair[0], pair[1], 1);
    }
    fs::write(&path, text).expect("a file");
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
        let (file, texts) = mistake.split_once('|').expect("a file");
        let output = check_with(file, &texts.split('|').collect::<Vec<_>>());
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{mistake}: {error}");
        assert!(!error.contains("NOTHING WAS CHECKED"), "{error}");
    }
    Some(mistakes.len())
}
