//! Reading files and standard input.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use serde_json::error::Category;

use super::Failure;
use super::args::OutputArgs;

/// The largest input in bytes: a file of cases, or the result of a shard. It is far more than any file that
/// makes sense, and less than what would exhaust the memory.
const LARGEST: u64 = 64 << 20;

/// Whether this path is `-`, standard input.
pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the name of an input in messages.
pub(super) fn name(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads a text file; `-` is standard input.
pub(super) fn read(path: &Path) -> Result<String, Failure> {
    let failed = |error| Failure::Io { path: name(path).into(), doing: "read", error };
    let mut bytes = Vec::new();
    if is_stdin(path) {
        io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)).map_err(failed)?;
    }
    if bytes.len() as u64 > LARGEST {
        let text = format!("{}: larger than {} MiB; expected a smaller file", name(path), LARGEST >> 20);
        return Err(Failure::Usage(text));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let problem = format!("byte {place} is not UTF-8 text");
        failed(io::Error::new(io::ErrorKind::InvalidData, problem))
    })?;
    // Some editors begin a file with a byte-order mark, which is invisible.
    Ok(match text.strip_prefix('\u{feff}') {
        Some(marked) => marked.to_owned(),
        None => text,
    })
}

/// Returns what is wrong with JSON that another run of pvcheck should have written.
pub(super) fn json_problem(error: &serde_json::Error) -> String {
    let place = format!("line {}, column {}", error.line(), error.column());
    match error.classify() {
        Category::Eof => "the text ends too early".to_owned(),
        Category::Syntax => format!("{place} is not JSON"),
        Category::Data => format!("{place} is JSON with other fields"),
        Category::Io => "the text cannot be read".to_owned(),
    }
}

/// Returns where a file is, even if it does not exist yet: the place of its folder, and its name.
fn place(path: &Path) -> Option<std::path::PathBuf> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    path.canonicalize().ok().or_else(|| Some(folder.canonicalize().ok()?.join(path.file_name()?)))
}

/// Fails if the result would be written to this file, which has another use.
pub(super) fn ensure_not_output(input: &Path, what: &str, show: &OutputArgs) -> Result<(), Failure> {
    for (flag, out) in [("--out", show.file()), ("--summary", show.summary.as_deref())] {
        if out.and_then(place).is_some_and(|out| place(input) == Some(out)) {
            let text = format!("{flag} would overwrite {what} {}; expected another file", input.display());
            return Err(Failure::Usage(text));
        }
    }
    Ok(())
}
