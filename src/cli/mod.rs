//! The command line, one file a subcommand. Nothing here that a library user would miss.

mod bugs;
mod check;
mod exhaust;
mod interrupt;
mod journal;
mod kill;
mod matrix;
mod merge;
mod output;
mod run;
mod shrink;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

use output::{Failure, Output};

/// Everything is as guaranteed.
const CLEAN: u8 = 0;
/// Usage, or input that cannot be read.
const USAGE: u8 = 1;
/// Something is worse than guaranteed.
const FINDINGS: u8 = 2;
/// The fault is ours.
const INTERNAL: u8 = 70;

/// Verifies principal variations: does a search report the right line, and if
/// not, from which move on is it wrong?
#[derive(Parser, Debug)]
#[command(
    name = "pvcheck",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Without a command: matrix, the main job.\n\
                  Exit status: 0 clean, 1 usage or bad input, 2 findings, 70 internal error."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    matrix: matrix::Matrix,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Every store against every regime over random games: guarantee beside what happened
    Matrix(matrix::Matrix),
    /// Every game of a scope: one uniform tree, every small ordered tree, or every small graph, with all scores
    Exhaust(exhaust::Exhaust),
    /// Judge cases, from files or from the command line
    Check(check::Check),
    /// The smallest case with the same finding
    Shrink(shrink::Shrink),
    /// The results of all shards of a run as the result of the whole
    Merge(merge::Merge),
    /// The kill matrix: which checks and games see each seeded bug, and how soon
    Bugs(bugs::Bugs),
}

/// How the result is shown.
#[derive(Args, Clone, Debug)]
struct OutputArgs {
    /// Text for people or JSON for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write the result here instead of to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// No progress bar
    #[arg(long)]
    quiet: bool,
    /// No colours
    #[arg(long)]
    no_color: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Text,
    Json,
}

/// What options say of threads and findings.
fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number from 1 on".to_owned())
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // A reader that closed the pipe has seen enough.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE } else { CLEAN });
        }
    };
    let command = cli.command.unwrap_or(Command::Matrix(cli.matrix));
    let run = || {
        output::probe(command.show())?;
        match &command {
            Command::Matrix(matrix) => matrix.run(),
            Command::Exhaust(exhaust) => exhaust.run(),
            Command::Check(check) => check.run(),
            Command::Shrink(shrink) => shrink.run(),
            Command::Merge(merge) => merge.run(),
            Command::Bugs(bugs) => bugs.run(),
        }
    };
    let show = command.show();
    let result = match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
        Ok(result) => result.and_then(|output| output.write(show)),
        Err(_) => Err(Failure::Internal),
    };
    result.unwrap_or_else(|failure| failure.report(show.no_color))
}

impl Command {
    fn show(&self) -> &OutputArgs {
        match self {
            Self::Matrix(matrix) => matrix.show(),
            Self::Exhaust(exhaust) => exhaust.show(),
            Self::Check(check) => &check.show,
            Self::Shrink(shrink) => &shrink.show,
            Self::Merge(merge) => &merge.show,
            Self::Bugs(bugs) => &bugs.show,
        }
    }
}
