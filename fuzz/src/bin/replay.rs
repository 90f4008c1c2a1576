//! Runs a target once on a file or a text. It prints the decoded input first, then the result.
//!
//! ```console
//! $ cargo run --manifest-path fuzz/Cargo.toml --bin replay -- sound fuzz/artifacts/sound/crash-...
//! $ cargo run --manifest-path fuzz/Cargo.toml --bin replay -- stores --text 'stores 1 o0[o1.^]'
//! ```

use std::process::ExitCode;

use pvcheck_fuzzing::{Memory, RunStatus};

const USAGE: &str = "usage: replay TARGET FILE, or replay TARGET --text TEXT";

fn main() -> ExitCode {
    match replayed() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn replayed() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (target, bytes) = match arguments[..] {
        [target, "--text", text] => (pvcheck_fuzz::target(target)?, text.as_bytes().to_vec()),
        [target, file] => (pvcheck_fuzz::target(target)?, pvcheck_fuzz::bytes(file)?),
        _ => return Err(USAGE.to_owned()),
    };
    // The input is printed before the run, which may never end.
    println!("input    {}", target.decoded(&bytes));
    pvcheck_fuzz::install_panic_hook();
    pvcheck_fuzz::remember(target, &bytes);
    match target.run(&bytes, &mut Memory::default()) {
        Ok(RunStatus::Completed) => println!("no finding"),
        Ok(RunStatus::Rejected) => {
            return Err(format!("these bytes are no valid input for `{}`", target.name()));
        }
        Err(fuzz_finding) => return Err(fuzz_finding.to_string()),
    }
    Ok(())
}
