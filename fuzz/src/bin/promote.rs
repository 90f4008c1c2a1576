//! Turns an artefact of the fuzzer into a small case or text that `cargo test` replays.
//!
//! ```console
//! $ cargo run --manifest-path fuzz/Cargo.toml --bin promote -- sound fuzz/artifacts/sound/crash-... \
//!     --cause "The row of a leaf was not cleared, as ..."
//! ```

use std::process::ExitCode;

use pvcheck_fuzzing::promote;

const USAGE: &str = "usage: promote TARGET ARTEFACT --cause \"A PARAGRAPH\" [--into FOLDER]";

/// The folder of the cases that the tests replay.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases");

fn main() -> ExitCode {
    match promoted() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn promoted() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (target, artefact, cause, folder) = match arguments[..] {
        [target, artefact, "--cause", cause] => (target, artefact, cause, FOLDER),
        [target, artefact, "--cause", cause, "--into", folder] => (target, artefact, cause, folder),
        _ => return Err(USAGE.to_owned()),
    };
    if cause.trim().is_empty() {
        return Err("--cause is empty: every case needs a paragraph on its cause".to_owned());
    }
    let (target, bytes) = (pvcheck_fuzz::target(target)?, pvcheck_fuzz::bytes(artefact)?);
    // A panic here is the finding itself, so its message is suppressed.
    std::panic::set_hook(Box::new(|_| {}));
    let found = promote(target, &bytes);
    drop(std::panic::take_hook());
    let found = found.map_err(|why| format!("{artefact}: {why}"))?;
    println!("{found}");
    let path = format!("{folder}/{}", found.reproducer.file());
    append(&path, &found.reproducer.entry(cause)).map_err(|error| format!("{path}: {error}"))?;
    println!("kept     {path}");
    Ok(())
}

/// Appends an entry to a file, after a blank line.
fn append(path: &str, entry: &str) -> std::io::Result<()> {
    let before = match std::fs::read_to_string(path) {
        Ok(text) if text.contains(entry.lines().last().unwrap_or_default()) => {
            return Err(std::io::Error::other("the file has this entry already"));
        }
        Ok(text) => text + "\n",
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    std::fs::write(path, before + entry)
}
