//! The file with the cases in which a test failed, with which the next run begins.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::environment::{folder, variable};
use super::prepared::test_name;
use super::report::Report;
use crate::experiment::files::replace;

/// The text at the beginning of a new file.
const HEADER: &str = "# Cases in which this test failed, which its next runs begin with. Commit this file; a case may be removed.\n";

/// The file with the cases of a test.
#[derive(Debug)]
pub(super) struct Regressions {
    /// The path of the file; `None` if the file is turned off, or if the verification does not run in a test of Cargo.
    path: Option<PathBuf>,
}

impl Regressions {
    /// Returns the file of the running test, in the folder `PVCHECK_REGRESSIONS`, or in `pvcheck-regressions` beside
    /// `Cargo.toml`. The value `off` turns the file off.
    pub fn of_test() -> Self {
        let folder = match variable("PVCHECK_REGRESSIONS", folder) {
            Some(off) if off.as_os_str() == "off" => None,
            Some(folder) => Some(folder),
            None => std::env::var_os("CARGO_MANIFEST_DIR")
                .map(|root| PathBuf::from(root).join("pvcheck-regressions")),
        };
        let name = test_name().zip(binary()).map(|(test, binary)| file_name(&format!("{binary}.{test}")));
        Self { path: folder.zip(name).map(|(folder, name)| folder.join(name)) }
    }

    /// Returns a file that is turned off, so that nothing is read or written.
    pub fn off() -> Self {
        Self { path: None }
    }

    /// Returns the cases, each with its place.
    ///
    /// # Panics
    ///
    /// If the file exists but cannot be read.
    pub fn cases(&self) -> Vec<(String, String)> {
        let Some(path) = self.path.as_ref().filter(|path| path.exists()) else { return Vec::new() };
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lines =
            text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
        lines.map(|(line, number)| (format!("{}:{number}", path.display()), line.to_owned())).collect()
    }

    /// Adds the cases of a report to the file, and returns a sentence on the added cases; `None` without a file.
    pub fn add(&self, report: &Report) -> Option<String> {
        let path = self.path.as_ref()?;
        let cases = report.examples().iter().map(|example| example.case.as_str());
        let cases: Vec<&str> = cases.filter(|&case| is_whole(case)).collect();
        let written = if cases.is_empty() { Ok(()) } else { written(path, &cases) };
        Some(match written {
            Ok(()) => format!("the next run begins with this case, from {}", path.display()),
            Err(error) => format!("warning: {} cannot be written: {error}", path.display()),
        })
    }
}

/// Whether a case contains its game. A case that refers to a given position is not kept, because it changes with the positions.
pub(super) fn is_whole(case: &str) -> bool {
    !case.starts_with("position=")
}

/// Appends the cases that the file does not yet have, so that the file is complete at any time.
fn written(path: &Path, cases: &[&str]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)?;
    // Another run of the test may be between reading and writing. Where folders have no locks, its cases may be lost.
    let lock = File::open(folder);
    let _ = lock.as_ref().map(File::lock);
    let before = if path.exists() { fs::read_to_string(path)? } else { HEADER.to_owned() };
    let mut text = before.clone();
    for case in cases {
        // Two findings may have the same case.
        if text.lines().any(|known| known == *case) {
            continue;
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text += &format!("{case}\n");
    }
    if text == before { Ok(()) } else { replace(path, &[text.as_bytes()]) }
}

/// Returns the name of the program of the test, without the hash that Cargo appends.
fn binary() -> Option<String> {
    let program = std::env::current_exe().ok()?;
    let name = program.file_stem()?.to_string_lossy();
    Some(name.rsplit_once('-').map_or(&*name, |(name, _)| name).to_owned())
}

/// Returns a file name that every file system accepts.
fn file_name(name: &str) -> String {
    let name = name.replace("::", ".");
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect::<String>() + ".case"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_at_once_lose_no_case_of_each_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new").join("test.case");
        let cases: Vec<String> = (0..8).map(|number| format!("v1 depth=1 {number}")).collect();
        std::thread::scope(|scope| {
            for case in &cases {
                scope.spawn(|| written(&path, &[case, &cases[0]]).expect("a file"));
            }
        });
        let text = fs::read_to_string(path).expect("the file");
        assert!(text.starts_with(HEADER) && text.lines().count() == 9, "{text}");
        assert!(cases.iter().all(|case| text.lines().any(|line| line == case)), "{text}");
    }
}
