//! The limit on the length of a file. Clippy keeps that of functions (`too-many-lines-threshold` in `clippy.toml`).

use std::collections::BTreeSet;

use proc_macro2::TokenTree;

use super::rust::{each_token, lines, test_lines, tokens};
use super::{EVERYWHERE, holds, sources};

/// The most lines of code of a file; its comments and tests are not counted.
const MOST: usize = 400;

/// The lines that have code and are no part of a test.
fn code_lines(file: &str, text: &str) -> BTreeSet<usize> {
    let mut code = BTreeSet::new();
    each_token(tokens(file, text), &mut |token| match token {
        TokenTree::Group(group) => {
            code.insert(group.span_open().start().line);
            code.insert(group.span_close().start().line);
        }
        other => code.extend(lines(other.span())),
    });
    for tests in test_lines(file, text) {
        code.retain(|line| !tests.contains(line));
    }
    code
}

fn long_files(file: &str, text: &str) -> Vec<String> {
    let lines = code_lines(file, text).len();
    let long = format!("{file}:1: {lines} lines of code without tests, more than {MOST}");
    (lines > MOST).then_some(long).into_iter().collect()
}

#[test]
fn no_file_has_more_than_400_lines_of_code() {
    holds(long_files, &sources(EVERYWHERE));
}

#[test]
fn comments_blank_lines_and_tests_do_not_count() {
    let text = "//! Docs.\n\n// A comment.\nfn f() {\n    g(\"a\n        b\");\n    /* x */\n}\n\
        #[cfg(test)]\nmod tests {\n    fn f() {}\n}\n#[test]\nfn t() {\n}\n/// Docs.\nfn h() {}\n";
    assert_eq!(code_lines("a.rs", text).into_iter().collect::<Vec<_>>(), [4, 5, 6, 8, 17]);
    assert!(code_lines("src/oracle/tests.rs", text).is_empty());
}

#[test]
fn a_long_file_is_found() {
    assert!(long_files("a.rs", &"fn f() {}\n".repeat(400)).is_empty());
    let found = long_files("a.rs", &"fn f() {}\n".repeat(401));
    assert_eq!(found, ["a.rs:1: 401 lines of code without tests, more than 400"]);
}
