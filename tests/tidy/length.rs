//! The limit on the length of a file. Clippy keeps that of functions (`too-many-lines-threshold` in `clippy.toml`).

use super::source::Source;
use super::{EVERYWHERE, holds};

/// The most lines of code of a file; its comments and tests are not counted.
const MOST: usize = 400;

fn long_files(source: &Source) -> Vec<String> {
    let lines = source.code.len();
    let long = format!("{}:1: {lines} lines of code without tests, more than {MOST}", source.file);
    (lines > MOST).then_some(long).into_iter().collect()
}

#[test]
fn no_file_has_more_than_400_lines_of_code() {
    holds(long_files, EVERYWHERE);
}

#[test]
fn comments_blank_lines_and_tests_do_not_count() {
    let text = "//! Docs.\n\n// A comment.\nfn f() {\n    g(\"a\n        b\");\n    /* x */\n}\n\
        #[cfg(test)]\nmod tests {\n    fn f() {}\n}\n#[test]\nfn t() {\n}\n/// Docs.\nfn h() {}\n";
    assert_eq!(Source::new("a.rs", text).code.into_iter().collect::<Vec<_>>(), [4, 5, 6, 8, 17]);
    assert!(Source::new("src/oracle/tests.rs", text).code.is_empty());
}

#[test]
fn a_long_file_is_found() {
    let found = |lines: usize| long_files(&Source::new("a.rs", &"fn f() {}\n".repeat(lines)));
    assert!(found(400).is_empty());
    assert_eq!(found(401), ["a.rs:1: 401 lines of code without tests, more than 400"]);
}
