//! The code that all fuzz targets share: the buffers kept between executions, and the panic hook that prints
//! a replay line.

use std::cell::RefCell;
use std::panic;

use libfuzzer_sys::Corpus;
use pvcheck::syntax::SyntaxError;
use pvcheck_fuzzing::{Memory, RunStatus, Target};

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
    /// The current input, for the panic hook. It is a copy, as it may outlive the execution.
    static RUNNING: RefCell<Option<(Target, Vec<u8>)>> = const { RefCell::new(None) };
}

/// Installs a panic hook that prints the replay line before the panic message.
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

/// Returns the target of this name.
///
/// # Errors
///
/// No target has this name.
pub fn target(name: &str) -> Result<Target, String> {
    name.parse().map_err(|SyntaxError { problem, expected, .. }| format!("{problem}; expected {expected}"))
}

/// Reads a file.
///
/// # Errors
///
/// The file cannot be read.
pub fn bytes(file: &str) -> Result<Vec<u8>, String> {
    std::fs::read(file).map_err(|error| format!("{file}: {error}"))
}

/// Records the input that runs next, for the panic hook.
pub fn remember(target: Target, bytes: &[u8]) {
    RUNNING.with_borrow_mut(|running| {
        let (current, copy) = running.get_or_insert((target, Vec::new()));
        *current = target;
        copy.clear();
        copy.extend_from_slice(bytes);
    });
}

/// Runs `target` on these bytes.
///
/// # Panics
///
/// The target finds something. It prints the finding, which begins with its replay line.
#[must_use]
pub fn run(target: Target, bytes: &[u8]) -> Corpus {
    remember(target, bytes);
    let ran = MEMORY.with_borrow_mut(|memory| run_on(target, bytes, memory));
    match ran {
        Ok(RunStatus::Completed) => Corpus::Keep,
        Ok(RunStatus::Rejected) => Corpus::Reject,
        Err(fuzz_finding) => {
            // The finding has its own replay line, which is more precise than the hook's.
            RUNNING.set(None);
            eprintln!("{fuzz_finding}");
            panic!("{target:?} has a finding");
        }
    }
}

#[cfg(feature = "bugs")]
use bug::run_on;
#[cfg(not(feature = "bugs"))]
fn run_on(
    target: Target,
    bytes: &[u8],
    memory: &mut Memory,
) -> Result<RunStatus, pvcheck_fuzzing::FuzzFinding> {
    target.run(bytes, memory)
}
