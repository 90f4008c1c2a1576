//! The commands of README.md and of the book that need more than a few seconds.

use std::path::Path;

use crate::book::run_commands;

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn the_slow_commands_print_what_the_pages_show() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("slow-pages");
    let run = run_commands(true, &folder);
    assert!(run > 3, "{run} commands");
}
