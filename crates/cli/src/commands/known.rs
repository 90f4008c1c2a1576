//! The options of accepted findings, which `uci` and `subject` share.

use std::path::PathBuf;

use clap::Args;

use super::args::file;
use super::input::{name, read_as};
use super::{Failure, Result, refused};
use pvcheck::experiment::files::replace;
use pvcheck::syntax::SyntaxError;

/// Which findings are accepted.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Accepted findings")]
pub(super) struct KnownArgs {
    /// File of accepted findings (docs/findings.md), one per line; the comment before one is its reason. One in a single place
    /// that is not found there any more is stale: exit status 2
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Write FILE for --known, if all searches were run: what it has that is not stale, and the findings of this run
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub write_known: Option<PathBuf>,
}

impl KnownArgs {
    /// Reads the file of accepted findings. Without a file, `parse` reads an empty text.
    pub fn read<T>(&self, parse: impl FnOnce(&str) -> Result<T, SyntaxError>) -> Result<T> {
        let parse = |text: &str| parse(text).map_err(Into::into);
        match &self.known {
            Some(path) => read_as(path, parse),
            None => Ok(parse("").expect("an empty text has no errors")),
        }
    }

    /// Writes `text` to the new file, if one was requested. The findings of a part of a run do not replace a file.
    pub fn write(&self, is_complete: bool, text: &str) -> Result<()> {
        let Some(path) = &self.write_known else { return Ok(()) };
        if !is_complete {
            let problem = "not written, since not all searches were run";
            return refused(format!("--write-known {}: {problem}", name(path)));
        }
        replace(path, &[text.as_bytes()]).map_err(Failure::io(path, "write"))
    }
}
