//! Reading files and standard input.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::{Failure, OutputArgs, refused};
use pvcheck::syntax::SyntaxErrors;

/// The largest input in bytes: a file of cases, or the result of a shard. It is far more than any file that
/// makes sense, and less than what would exhaust the memory.
const LARGEST: u64 = 64 << 20;

pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

pub(super) fn name(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads a text file; `-` is standard input.
pub(super) fn read(path: &Path) -> Result<String, Failure> {
    let failed = Failure::io(name(path), "read");
    let mut bytes = Vec::new();
    if is_stdin(path) {
        io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes).map_err(&failed)?;
    } else {
        File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)).map_err(&failed)?;
    }
    if bytes.len() as u64 > LARGEST {
        return refused(format!(
            "{}: larger than {} MiB; expected a smaller file",
            name(path),
            LARGEST >> 20
        ));
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

/// Reads an input by `parse`. It must not be where the result is written to; `what` says in words what it is.
pub(super) fn read_as<T>(
    path: &Path,
    what: &str,
    show: &OutputArgs,
    parse: impl FnOnce(&str) -> Result<T, SyntaxErrors>,
) -> Result<T, Failure> {
    if !is_stdin(path) {
        ensure_not_output(path, what, show)?;
    }
    let text = read(path)?;
    parse(&text).map_err(|errors| Failure::syntax(&name(path), &text, &errors))
}

pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the file that a path leads to, even if it does not exist yet: links are followed.
pub(super) fn target(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // No system follows more links than these.
    for _ in 0..40 {
        let Ok(link) = fs::read_link(&path) else { break };
        path = folder(&path).join(link);
    }
    let place = folder(&path).canonicalize().ok().zip(path.file_name());
    place.map_or_else(|| path.clone(), |(folder, name)| folder.join(name))
}

/// Whether two paths lead to the same file. A pipe or a device is no file: it may be read and written.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    target(one) == target(other) && fs::metadata(one).map_or(true, |data| data.is_file())
}

/// Fails if the result would be written to this file, which has another use.
pub(super) fn ensure_not_output(input: &Path, what: &str, show: &OutputArgs) -> Result<(), Failure> {
    for (flag, out) in [("--out", show.file()), ("--summary", show.summary.as_deref())] {
        if out.is_some_and(|out| is_same_file(input, out)) {
            return refused(format!(
                "{flag} would overwrite {what} {}; expected another file",
                input.display()
            ));
        }
    }
    Ok(())
}
