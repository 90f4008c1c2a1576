//! The command line, with one file per subcommand. Library users do not need this module.

#[cfg(feature = "bugs")]
mod bugs;
mod check;
mod exhaust;
mod interrupt;
mod journal;
#[cfg(feature = "bugs")]
mod kill;
mod matrix;
mod merge;
mod output;
mod reproduce;
mod run;
mod shrink;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

use output::{Failure, Output};

/// Exit status: all guarantees were kept.
const CLEAN: u8 = 0;
/// Exit status: wrong usage, or input that cannot be read.
const USAGE: u8 = 1;
/// Exit status: a guarantee was broken, or another finding.
const FINDINGS: u8 = 2;
/// Exit status: a bug in pvcheck itself.
const INTERNAL: u8 = 70;

/// Checks the principal variation (PV) that a game-tree search reports: is the line right, and if
/// not, from which move on is it wrong?
#[derive(Parser, Debug)]
#[command(
    name = "pvcheck",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Without a command, pvcheck runs `matrix`.\n\n\
                  A subject is what is tested: a search algorithm, a store that keeps its PV, and search options,\n\
                  written ALGORITHM+STORE[+OPTION...], for example pvs-soft+triangular+tt.\n\
                  A regime is a class of search options; it determines what a search can guarantee.\n\n\
                  Exit status: 0 no findings, 1 wrong usage or invalid input, 2 findings, 70 internal error."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    matrix: matrix::Matrix,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Search random games with every store in every regime, and compare the results with the guarantees
    Matrix(matrix::Matrix),
    /// Search every small game of a kind: all leaf scores of one uniform tree, all small ordered trees, or all small graphs
    Exhaust(exhaust::Exhaust),
    /// Judge single cases (a game, a depth and a subject) from files or from the command line
    Check(check::Check),
    /// Shrink cases to the smallest cases with the same finding
    Shrink(shrink::Shrink),
    /// Add up the results of all shards of a run, and show the result of the whole run
    Merge(merge::Merge),
    /// Compute the tables of the literature on game-tree search, with confidence intervals, and compare them
    Reproduce(reproduce::Reproduce),
    /// Show the kill matrix: which checks find each seeded bug, in which games, and after how many games
    #[cfg(feature = "bugs")]
    Bugs(bugs::Bugs),
}

/// Options for the output.
#[derive(Args, Clone, Debug)]
struct OutputArgs {
    /// Output format: text for people or JSON for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write the result to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Do not show a progress bar
    #[arg(long)]
    quiet: bool,
    /// Do not use colours
    #[arg(long)]
    no_color: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Text,
    Json,
}

/// Parses a number of threads or findings.
fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number, at least 1".to_owned())
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // If even this message cannot be printed, the reader closed the pipe, and no one can read more.
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
            Command::Reproduce(reproduce) => reproduce.run(),
            #[cfg(feature = "bugs")]
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
            Self::Reproduce(reproduce) => reproduce.show(),
            #[cfg(feature = "bugs")]
            Self::Bugs(bugs) => &bugs.show,
        }
    }
}
