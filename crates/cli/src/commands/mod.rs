//! The commands, one file each.

pub mod args;
mod check;
mod chess;
mod complete;
mod conformance;
pub mod engine;
pub mod exhaust;
pub mod explain;
pub mod files;
mod input;
pub mod interrupt;
mod known;
pub mod list;
mod matrix;
mod merge;
mod next;
pub mod output;
mod program;
pub mod progress;
mod report;
pub mod result;
pub mod run;
mod shrink;
mod subject;
mod trace;
mod uci;
pub mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args as _, ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use args::OutputArgs;
pub use interrupt::Interrupt;
pub use next::Next;
pub use output::{Failure, Output, Render, Result, refused};
pub use progress::progress_bar;
pub use words::CommandWords;

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

/// Checks the principal variation (PV) that a game-tree search reports
#[derive(Parser, Debug)]
#[command(
    name = "pvcheck",
    version,
    after_help = "A subject is what is tested: a search algorithm, a store that keeps its PV, and search options, written \
                  ALGORITHM+STORE[+OPTION...], for example pvs-soft+triangular+tt.\n\
                  Exit status: 0 no findings, 1 wrong usage or input, 2 findings, 3 no answer in time, 70 internal error."
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
    /// Random games with every store in every regime; the default
    Matrix(matrix::Matrix),
    /// Every small game of a kind
    ///
    /// All leaf scores of one uniform tree, all small ordered trees, or all small graphs.
    Exhaust(exhaust::Exhaust),
    /// Judge cases: a game, a depth and a subject each
    Check(check::Check),
    /// Find the smallest case with the same finding
    Shrink(shrink::Shrink),
    /// Draw a case and what happened in it, or explain a word
    Explain(explain::Explain),
    /// List all names, each with a sentence
    List(list::List),
    /// Verify the search of a program, in any language, on our games
    Subject(subject::SubjectCommand),
    /// Check every line that UCI chess engines print
    ///
    /// On chosen positions, under the conditions in which lines break.
    Uci(Box<uci::UciCommand>),
    /// Judge what an engine tells of its nodes
    ///
    /// The engine includes the header `pvcheck.h`, and writes what its search does, and why, to a file.
    Trace(trace::Trace),
    /// Be a program for `subject`, with a search of pvcheck
    ///
    /// Answers the line protocol of `pvcheck subject`, as a reference for programs.
    Program(program::ProgramCommand),
    /// Be a UCI chess engine, with a search of pvcheck
    Engine(engine::Engine),
    /// Add up the results of all shards of a run
    Merge(merge::Merge),
    /// Write a page from saved results
    ///
    /// Each counterexample can be stepped through on it.
    Report(report::Report),
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
            Self::Trace(trace) => trace.run(show),
            Self::Program(program) => program.run(),
            Self::Engine(engine) => engine.run(),
            Self::Merge(merge) => merge.run(show),
            Self::Report(report) => report.run(show),
            Self::Completions(completions) => Ok(completions.run()),
            Self::Man(man) => man.run(),
        }
    }
}

/// The groups of commands in `--help`, by the users for whom the commands are.
const GROUPS: [(&str, &[&str]); 4] = [
    ("My engine", &["uci", "trace"]),
    ("My search", &["subject"]),
    ("Methods", &["matrix", "exhaust", "check", "shrink", "explain", "list"]),
    ("Results, and examples", &["report", "merge", "engine", "program", "completions", "man"]),
];

/// The help of the whole program, on one screen.
fn grouped(command: &clap::Command) -> StyledStr {
    let styles = command.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let about = command.get_about().expect("a sentence");
    let mut text =
        format!("{about}.\n{header}Usage:{header:#} {literal}pvcheck{literal:#} [COMMAND] [OPTIONS]\n");
    for (group, names) in GROUPS {
        text += &format!("{header}{group}{header:#}\n");
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about).expect("a sentence");
            text += &format!("  {literal}{name:<11}{literal:#}  {about}\n");
        }
    }
    text += "Options: `pvcheck COMMAND --help`. A subject is ALGORITHM+STORE[+OPTION...].\n\
        Exit status: 0 clean, 1 usage or input, 2 findings, 3 no answer in time, 70 bug.\n";
    StyledStr::from(text)
}

/// Parses a command line. Options of `matrix` may replace the command, but may not come before a command.
fn parse(words: &[OsString]) -> Result<Cli, clap::Error> {
    // An error in the command line is printed before its options are known.
    let options = words.iter().take_while(|&word| word != "--");
    let plain = options.into_iter().any(|word| word == "--no-color");
    let mut command = Cli::command().color(if plain { ColorChoice::Never } else { ColorChoice::Auto });
    let help = grouped(&command);
    command = command.override_help(help);
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
    run(parse, |cli| (cli.show, cli.command.unwrap_or(Command::Matrix(cli.matrix))), Command::run)
}

/// Runs a program: parses the command line, checks the files of the command line, runs the command and writes the output.
pub fn run<P, C>(
    parse: impl FnOnce(&[OsString]) -> Result<P, clap::Error>,
    split: impl FnOnce(P) -> (OutputArgs, C),
    command: impl FnOnce(&C, &OutputArgs) -> Result<Output>,
) -> ExitCode {
    #[cfg(unix)]
    interrupt::refuse_too_large_files();
    let (show, chosen) = match parse(&std::env::args_os().collect::<Vec<_>>()) {
        Ok(parsed) => split(parsed),
        Err(error) => return output::print_refusal(&error),
    };
    let run = || {
        files::check(&show.files)?;
        command(&chosen, &show)
    };
    let result = match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
        Ok(result) => result,
        Err(panic) => Err(Failure::of_panic(&*panic)),
    };
    result.map_or_else(|failure| failure.report(show.no_color), |output| output.write(&show))
}
