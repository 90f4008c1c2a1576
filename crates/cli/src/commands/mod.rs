//! The commands, one file each.

mod args;
mod bugs;
mod check;
mod chess;
mod claims;
mod complete;
mod conformance;
mod engine;
mod exhaust;
mod explain;
mod files;
mod input;
mod interrupt;
mod kill;
mod list;
mod matrix;
mod merge;
mod output;
mod program;
mod progress;
mod report;
mod reproduce;
mod result;
mod run;
mod shrink;
mod subject;
mod uci;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args as _, ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use args::OutputArgs;
use interrupt::Interrupt;
use output::{Failure, Output, Render, Result, refused};
use progress::progress_bar;
use words::Words;

/// Exit status: all guarantees were kept.
const CLEAN: u8 = 0;
/// Exit status: wrong usage, input that cannot be read, or output that cannot be written.
const USAGE: u8 = 1;
/// Exit status: a guarantee was broken, or another finding.
const FINDINGS: u8 = 2;
/// Exit status: a subject did not answer in time.
const TIMED_OUT: u8 = 3;
/// Exit status: a bug in pvcheck itself.
const INTERNAL: u8 = 70;

/// Checks the principal variation (PV) that a game-tree search reports: is the line right, and if
/// not, from which move on is it wrong?
#[derive(Parser, Debug)]
#[command(
    name = "pvcheck",
    version,
    after_help = "Without a command, pvcheck runs `matrix`. Chess engine: `pvcheck uci --engine ./my-engine` checks every line it prints.\n\n\
                  A subject is what is tested: a search algorithm, a store that keeps its PV, and search options,\n\
                  written ALGORITHM+STORE[+OPTION...], for example pvs-soft+triangular+tt.\n\
                  A regime is a class of search options; it determines what a search can guarantee.\n\
                  `pvcheck list` lists all names, `pvcheck explain WORD` explains one.\n\n\
                  Exit status: 0 no findings, 1 wrong usage, invalid input or output that cannot be written, 2 findings,\n\
                  3 no answer in time, 70 internal error."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    matrix: matrix::Matrix,
    #[command(flatten)]
    show: OutputArgs,
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
    /// Draw a case and show what each store did, or explain a subject or a word of pvcheck
    Explain(explain::Explain),
    /// List the names of algorithms, stores, search options, regimes, claims and seeded bugs, each with a sentence
    List(list::List),
    /// Verify the search of another program on random games, by a line protocol
    Subject(subject::SubjectCommand),
    /// Check every line that chess engines print (UCI), on chosen positions, under the conditions in which lines break
    Uci(Box<uci::UciCommand>),
    /// Answer the line protocol of `pvcheck subject` with a search of pvcheck, as a reference for programs
    Program(program::ProgramCommand),
    /// Play as a UCI chess engine with a search of pvcheck, on request with a seeded bug
    Engine(engine::Engine),
    /// Add up the results of all shards of a run, and show the result of the whole run
    Merge(merge::Merge),
    /// Compute the tables of the literature on game-tree search, with confidence intervals, and compare them
    Reproduce(reproduce::Reproduce),
    /// Test what the literature states about principal variations: proven, confirmed, refuted or measured
    Claims(claims::Claims),
    /// Write a page with charts from saved results, on which each counterexample can be stepped through
    Report(report::Report),
    /// Show the kill matrix: which checks find each seeded bug, in which games, and after how many games
    Bugs(bugs::Bugs),
    /// Print completions for a shell
    Completions(complete::Completions),
    /// Write manual pages to a folder
    Man(complete::Man),
}

impl Command {
    fn run(&self, show: &OutputArgs) -> Result<Output> {
        match self {
            Self::Matrix(matrix) => matrix.run(show),
            Self::Exhaust(exhaust) => exhaust.run(show),
            Self::Check(check) => check.run(show),
            Self::Shrink(shrink) => shrink.run(show),
            Self::Explain(explain) => explain.run(show),
            Self::List(list) => Ok(list.run(show)),
            Self::Subject(subject) => subject.run(show),
            Self::Uci(uci) => uci.run(show),
            Self::Program(program) => program.run(),
            Self::Engine(engine) => engine.run(),
            Self::Merge(merge) => merge.run(show),
            Self::Reproduce(reproduce) => reproduce.run(show),
            Self::Claims(claims) => claims.run(show),
            Self::Report(report) => report.run(show),
            Self::Bugs(bugs) => bugs.run(show),
            Self::Completions(completions) => Ok(completions.run()),
            Self::Man(man) => man.run(),
        }
    }
}

/// Parses a command line. The options of `matrix` are accepted without a command, but not before one.
fn parse(words: &[OsString]) -> Result<Cli, clap::Error> {
    // An error in the command line is printed before its options are known.
    let options = words.iter().take_while(|&word| word != "--");
    let plain = options.into_iter().any(|word| word == "--no-color");
    let mut command = Cli::command().color(if plain { ColorChoice::Never } else { ColorChoice::Auto });
    let matches = command.try_get_matches_from_mut(words)?;
    if let Some(name) = matches.subcommand_name() {
        let of_matrix = matrix::Matrix::augment_args(clap::Command::new("matrix"));
        let is_given =
            |arg: &&clap::Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
        if let Some(flag) = of_matrix.get_arguments().find(is_given).and_then(clap::Arg::get_long) {
            let of_command = command.find_subcommand(name).into_iter().flat_map(clap::Command::get_arguments);
            let text = if of_command.into_iter().any(|arg| arg.get_long() == Some(flag)) {
                format!("`--{flag}` comes before the command `{name}`; expected it after the command")
            } else {
                format!("`{name}` has no option `--{flag}`; expected it after `matrix`, or without a command")
            };
            return Err(command.error(ErrorKind::ArgumentConflict, text));
        }
    }
    let mut cli = Cli::from_arg_matches(&matches)?;
    cli.show.files = files::named(&command, &matches);
    Ok(cli)
}

pub fn main() -> ExitCode {
    #[cfg(unix)]
    interrupt::refuse_too_large_files();
    let cli = match parse(&std::env::args_os().collect::<Vec<_>>()) {
        Ok(cli) => cli,
        Err(error) => return output::print_refusal(&error),
    };
    let show = cli.show;
    let command = cli.command.unwrap_or(Command::Matrix(cli.matrix));
    let run = || {
        files::check(&show.files)?;
        command.run(&show)
    };
    let result = match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
        Ok(result) => result,
        Err(panic) => Err(Failure::of_panic(&*panic)),
    };
    result.map_or_else(|failure| failure.report(show.no_color), |output| output.write(&show))
}
