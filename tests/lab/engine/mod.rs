//! `pvcheck-lab engine`: a UCI chess engine with seeded bugs.

#[allow(dead_code)]
#[path = "../../cli/engine/driver.rs"]
mod driver;
mod reproductions;
mod seeded;

use crate::command::refuses;

#[test]
fn a_bug_that_the_engine_cannot_have_is_refused() {
    refuses(&["engine", "--bug", "never-clear"], &["never-clears"]);
    refuses(&["engine", "--bug", "empty-line-not-shown"], &["does not show in chess"]);
    refuses(
        &["engine", "pvs-soft+quadratic", "--bug", "never-clears"],
        &["cannot be injected", "expected a subject like"],
    );
}
