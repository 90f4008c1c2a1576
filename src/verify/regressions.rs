//! The file of a test with the cases in which it failed: the next run begins with them.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use super::prepared::test_name;
use super::report::Report;

/// What a new file begins with.
const HEADER: &str = "# Cases in which this test failed, which its next runs begin with. Commit this file; a case may be removed.\n";

/// The file of a test.
#[derive(Debug)]
pub(super) struct Regressions {
    /// `None` if there is none: it is turned off, or what runs is no test of Cargo.
    path: Option<PathBuf>,
}

impl Regressions {
    /// That of the test that runs, in the folder `PVCHECK_REGRESSIONS`, or in `pvcheck-regressions` beside `Cargo.toml`. The value
    /// `off` turns it off.
    pub fn of_test() -> Self {
        let folder = match std::env::var_os("PVCHECK_REGRESSIONS") {
            Some(off) if off == "off" => None,
            Some(folder) => Some(PathBuf::from(folder)),
            None => std::env::var_os("CARGO_MANIFEST_DIR")
                .map(|root| PathBuf::from(root).join("pvcheck-regressions")),
        };
        let name = test_name().map(|name| name.replace("::", ".") + ".case");
        Self { path: folder.zip(name).map(|(folder, name)| folder.join(name)) }
    }

    /// The cases, each with its place, for an error.
    ///
    /// # Panics
    ///
    /// When there is a file that cannot be read.
    pub fn cases(&self) -> Vec<(String, String)> {
        let Some(path) = self.path.as_ref().filter(|path| path.exists()) else { return Vec::new() };
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lines =
            text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
        lines.map(|(line, number)| (format!("{}:{number}", path.display()), line.to_owned())).collect()
    }

    /// Adds what a report found, and returns what became of it, in a sentence.
    pub fn add(&self, report: &Report) -> String {
        let Some(path) = &self.path else { return String::new() };
        let known: Vec<String> = self.cases().into_iter().map(|(_, case)| case).collect();
        let new = report.examples().iter().map(|example| &example.case).filter(|case| !known.contains(case));
        let mut text = if path.exists() { String::new() } else { HEADER.to_owned() };
        let new: Vec<&String> = new.collect();
        for case in &new {
            writeln!(text, "{case}").expect("writing to a string");
        }
        if new.is_empty() {
            return String::new();
        }
        let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| {
            let before = if path.exists() { fs::read_to_string(path)? } else { String::new() };
            fs::write(path, before + &text)
        });
        match written {
            Ok(()) => format!("\nThe next run begins with what is now in {}\n", path.display()),
            Err(error) => format!("\nwarning: {} cannot be written: {error}\n", path.display()),
        }
    }
}
