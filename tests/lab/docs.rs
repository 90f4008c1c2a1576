//! The commands of the book with `pvcheck-lab`, and what they print.

use std::path::Path;

use crate::book::run_commands;
use crate::command::{fresh, json};

#[test]
fn the_commands_print_what_the_pages_show() {
    let run = run_commands(false, Path::new(&fresh("pages")));
    assert!(run > 2, "{run} commands");
}

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn the_slow_commands_print_what_the_pages_show() {
    let run = run_commands(true, Path::new(&fresh("slow-pages")));
    assert!(run > 0, "{run} commands");
}

#[test]
fn every_field_is_documented() {
    let page = include_str!("../../docs/json.md");
    for args in [
        &["bugs", "--bug", "never-clears", "--seeds", "1", "--sample", "100"][..],
        &["claims", "triangular-index", "single-array-in-alpha-beta", "belle-saves", "--quick"],
        &["exhaust", "--depth", "2"],
        &["list", "claims"],
    ] {
        let document = json(&[args, &["--format", "json"]].concat());
        let row = document["rows"][0].as_object().expect("a row");
        assert!(row.len() > 3, "{row:?}");
        let missing: Vec<_> = row.keys().filter(|name| !page.contains(&format!("`{name}`"))).collect();
        assert!(missing.is_empty(), "{args:?}: {missing:?}");
    }
}
