//! Reading files and standard input.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Failure, Result, refused};
use pvcheck::syntax::{SyntaxErrors, cleaned};

/// The most bytes of all inputs of a command together. A report of that size takes less than 1 GB of memory.
pub(super) const LARGEST: u64 = 32 << 20;

/// The bytes of all inputs that were read.
static READ: AtomicU64 = AtomicU64::new(0);

pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of a file, as messages show the name.
pub(super) fn name(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { cleaned(&path.to_string_lossy()) }
}

/// Reads a text file; `-` is standard input.
pub(super) fn read(path: &Path) -> Result<String> {
    let failed = Failure::io(name(path), "read");
    let mut bytes = Vec::new();
    let left = LARGEST.saturating_sub(READ.load(Ordering::Relaxed)) + 1;
    if is_stdin(path) {
        io::stdin().lock().take(left).read_to_end(&mut bytes).map_err(&failed)?;
    } else {
        File::open(path).and_then(|file| file.take(left).read_to_end(&mut bytes)).map_err(&failed)?;
    }
    if READ.fetch_add(bytes.len() as u64, Ordering::Relaxed) + bytes.len() as u64 > LARGEST {
        let (name, most) = (name(path), LARGEST >> 20);
        let problem = format!("{name}: larger than {most} MiB, together with the inputs before");
        return refused(format!("{problem}; expected at most that in total"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let problem = format!("byte {place} is not UTF-8 text");
        failed(io::Error::new(io::ErrorKind::InvalidData, problem))
    })?;
    // Some editors begin a file with a byte-order mark, which is invisible.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Reads an input by `parse`.
pub(super) fn read_as<T>(path: &Path, parse: impl FnOnce(&str) -> Result<T, SyntaxErrors>) -> Result<T> {
    let text = read(path)?;
    parse(&text).map_err(|errors| Failure::syntax(&name(path), &text, &errors))
}

/// The files with results in a folder, in the order of their names.
pub(super) fn results_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let is_result = |file: &PathBuf| file.extension().is_some_and(|end| end == "json") && file.is_file();
    let files = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files: Vec<PathBuf> = files.collect::<io::Result<_>>()?;
    files.retain(is_result);
    files.sort();
    Ok(files)
}
