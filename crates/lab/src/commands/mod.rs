//! The commands of `pvcheck-lab`, one file each.

mod bugs;
mod claims;
mod engine;
mod exhaust;
mod kill;
mod killed;
mod list;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use pvcheck_cli::commands::args::OutputArgs;
use pvcheck_cli::commands::{Output, Result, files, run};

/// The studies in the book of pvcheck, which `pvcheck` itself does without.
#[derive(Parser, Debug)]
#[command(name = "pvcheck-lab", version)]
struct Lab {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    show: OutputArgs,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Test what the literature states about principal variations: proven, confirmed, refuted or measured
    Claims(claims::Claims),
    /// Show the kill matrix: which checks find each seeded bug, in which games, and after how many games
    Bugs(bugs::Bugs),
    /// Search every assignment of scores to all games of a kind, by classes
    Exhaust(exhaust::Exhaust),
    /// Play as a UCI chess engine, on request with a seeded bug
    Engine(engine::Engine),
    /// List the claims and the seeded bugs, each with a sentence
    List(list::List),
}

impl Command {
    fn run(&self, show: &OutputArgs) -> Result<Output> {
        match self {
            Self::Claims(claims) => claims.run(show),
            Self::Bugs(bugs) => bugs.run(show),
            Self::Exhaust(exhaust) => exhaust.run(show),
            Self::Engine(engine) => engine.run(),
            Self::List(list) => Ok(list.run(show)),
        }
    }
}

pub fn main() -> ExitCode {
    let parse = |words: &[_]| {
        let mut command = Lab::command();
        let matches = command.try_get_matches_from_mut(words)?;
        let mut lab = Lab::from_arg_matches(&matches)?;
        lab.show.files = files::named(&command, &matches);
        Ok(lab)
    };
    run(parse, |lab| (lab.show, lab.command), Command::run)
}
