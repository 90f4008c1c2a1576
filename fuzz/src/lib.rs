//! What all fuzz targets share: the memory between executions, and the replay line that stands before
//! every panic.

use std::cell::RefCell;
use std::panic;

use libfuzzer_sys::Corpus;
use pvcheck::fuzzing::{Memory, RunStatus, Target};
use pvcheck::syntax::SyntaxError;

#[cfg(feature = "bugs")]
mod bug;
#[cfg(not(feature = "bugs"))]
const _: () = {
    let none = match option_env!("PVCHECK_BUG") {
        Some(name) => name.is_empty(),
        None => true,
    };
    assert!(none, "`PVCHECK_BUG` needs the feature `bugs`");
};

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
    /// What runs, for the hook. Copied, as it may outlive the execution.
    static RUNNING: RefCell<Option<(Target, Vec<u8>)>> = const { RefCell::new(None) };
}

/// From now on a panic prints its replay line first, whatever else it prints.
pub fn install_panic_hook() {
    let next = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        RUNNING.with(|running| {
            if let Ok(Some((target, bytes))) = running.try_borrow().as_deref() {
                eprintln!("replay   {}", target.reproducer(bytes));
            }
        });
        next(info);
    }));
}

/// The target of this name, as a user has typed it.
///
/// # Errors
///
/// When there is none.
pub fn target(name: &str) -> Result<Target, String> {
    name.parse().map_err(|SyntaxError { problem, expected, .. }| format!("{problem}; expected {expected}"))
}

/// The bytes of a file.
///
/// # Errors
///
/// When it cannot be read.
pub fn bytes(file: &str) -> Result<Vec<u8>, String> {
    std::fs::read(file).map_err(|error| format!("{file}: {error}"))
}

/// Remembers what is about to run, for a panic to print.
pub fn remember(target: Target, bytes: &[u8]) {
    RUNNING.with_borrow_mut(|running| {
        let (known, copy) = running.get_or_insert((target, Vec::new()));
        *known = target;
        copy.clear();
        copy.extend_from_slice(bytes);
    });
}

/// Runs `target` on these bytes.
///
/// # Panics
///
/// When something is found: the message begins with its replay line.
#[must_use]
pub fn run(target: Target, bytes: &[u8]) -> Corpus {
    remember(target, bytes);
    let ran = MEMORY.with_borrow_mut(|memory| run_on(target, bytes, memory));
    match ran {
        Ok(RunStatus::Completed) => Corpus::Keep,
        Ok(RunStatus::Rejected) => Corpus::Reject,
        Err(fuzz_finding) => {
            // It has a replay line of its own, which is more exact than the hook's.
            RUNNING.set(None);
            eprintln!("{fuzz_finding}");
            panic!("{target:?} has found something");
        }
    }
}

#[cfg(feature = "bugs")]
use bug::run_on;
#[cfg(not(feature = "bugs"))]
fn run_on(target: Target, bytes: &[u8], memory: &mut Memory) -> Result<RunStatus, pvcheck::fuzzing::FuzzFinding> {
    target.run(bytes, memory)
}
