//! The seeded bug that the environment variable `PVCHECK_BUG` selects at compile time.

use pvcheck::bugs::Bug;
use pvcheck_fuzzing::{FuzzFinding, Memory, RunStatus, Target};

/// The selected bug. The lookup runs at compile time, so an unknown name is a build error.
const BUG: Option<&Bug> = match option_env!("PVCHECK_BUG") {
    Some(name) if !name.is_empty() => Some(named(name.as_bytes())),
    _ => None,
};

const fn named(name: &[u8]) -> &'static Bug {
    let mut at = 0;
    while at < Bug::ALL.len() {
        if is_same(Bug::ALL[at].name.as_bytes(), name) {
            return &Bug::ALL[at];
        }
        at += 1;
    }
    panic!("`PVCHECK_BUG` is not the name of a bug in `pvcheck::bugs::Bug::ALL`")
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Runs `target` on these bytes, with the bug if one is selected.
pub(crate) fn run_on(target: Target, bytes: &[u8], memory: &mut Memory) -> Result<RunStatus, FuzzFinding> {
    match BUG {
        Some(bug) => target.run_bug(bug, bytes, memory),
        None => target.run(bytes, memory),
    }
}
