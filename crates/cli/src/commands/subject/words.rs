//! The arguments of `pvcheck subject`, from text and to text.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::Args;

use super::SubjectCommand;
use crate::commands::args::{MOST_GAMES, number};
use crate::commands::{CommandWords, Failure, Result};
use pvcheck::experiment::journal::checksum_of_files;
use pvcheck::game::Kinds;
use pvcheck::verify::{Program, RandomGames, Verification};

/// Parses a range with both ends, such as `-100..100`, or one number.
pub(super) fn range<N: std::str::FromStr + PartialOrd + Clone>(
    text: &str,
) -> Result<RangeInclusive<N>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let ends = least.parse::<N>().ok().zip(most.trim_start_matches('=').parse::<N>().ok());
    let range = ends.map(|(least, most)| least..=most).filter(|range| !range.is_empty());
    range.ok_or_else(|| "expected a range with both ends, for example 1..8".to_owned())
}

/// The random games.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Games")]
pub(super) struct GameArgs {
    /// Number of random games, 1 to 1e15
    #[arg(long, value_name = "N", default_value = "10000", value_parser = number::<u64>(1, MOST_GAMES))]
    pub games: u64,
    /// Seed of the random games
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::<u64>(0, u64::MAX))]
    pub seed: u64,
    /// Add games with cycles
    #[arg(long)]
    cycles: bool,
    /// Add games with mates
    #[arg(long)]
    mates: bool,
    /// Add games with noisy moves, forcing moves and null moves
    #[arg(long)]
    pub marks: bool,
    /// Use only scores in this range
    #[arg(long, value_name = "LEAST..MOST", value_parser = range::<i32>, allow_hyphen_values = true)]
    scores: Option<RangeInclusive<i32>>,
    /// Use only depths in this range
    #[arg(long, value_name = "LEAST..MOST", value_parser = range::<usize>)]
    depths: Option<RangeInclusive<usize>>,
}

impl GameArgs {
    pub fn games(&self) -> Result<RandomGames> {
        let Self { games, seed, cycles, mates, marks, .. } = *self;
        let mut games = RandomGames::seed(seed).count(games).of_kinds(Kinds { cycles, mates, marks });
        let invalid =
            |flag: &'static str| move |expected: String| Failure::usage(format!("{flag}: {expected}"));
        if let Some(range) = &self.scores {
            games = games.within_scores(range.clone()).map_err(invalid("--scores"))?;
        }
        if let Some(range) = &self.depths {
            games = games.within_depths(range.clone()).map_err(invalid("--depths"))?;
        }
        Ok(games)
    }
}

impl SubjectCommand {
    /// The arguments that describe the program.
    pub(super) fn program_words(&self) -> CommandWords {
        CommandWords::new("subject")
            .with("--cmd", [&self.cmd])
            .with("--option", &self.option)
            .with("--declare", (!self.declare.is_empty()).then_some(&self.declare))
            .with("--known", self.accepted.known.as_deref().map(Path::display))
            .with("--repeats", (self.repeats > 1).then_some(self.repeats))
    }

    /// The arguments that determine the result of the whole run.
    pub(super) fn run_words(&self) -> CommandWords {
        let GameArgs { games, seed, cycles, mates, marks, scores, depths } = &self.random;
        self.program_words()
            .flag("--cycles", *cycles)
            .flag("--mates", *mates)
            .flag("--marks", *marks)
            .with("--games", [games])
            .with("--seed", [seed])
            .with("--scores", scores.as_ref().map(written))
            .with("--depths", depths.as_ref().map(written))
            .with("--warm", [self.warm])
            .with("--stopped", self.stopped.as_ref().map(written))
            .with("--lines", [self.lines])
            .with("--entries", self.entries)
            .with("--timeout", [self.timeout.as_secs_f64()])
    }
}

/// Writes a range in the form that [`range`] reads.
fn written<N: fmt::Display>(range: &RangeInclusive<N>) -> String {
    format!("{}..{}", range.start(), range.end())
}

/// Reads an option of a program: its name and its value.
pub(in crate::commands) fn named_value(text: &str) -> Result<(String, String)> {
    let pair = text.split_once('=').filter(|(name, _)| !name.trim().is_empty());
    let pair = pair.filter(|_| !text.contains(char::is_control));
    let (name, value) =
        pair.ok_or_else(|| Failure::usage(format!("--option {text:?}: expected NAME=VALUE on one line")))?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Returns what decides the result of a program: its name, the checksum of its files (the command and all arguments
/// that are files), and the kinds of findings that are accepted in all games.
pub(super) fn identity(program: &Program, name: &str, verification: &Verification) -> Result<String> {
    let (command, arguments) = program.command.split_first().expect("a command has a name");
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut in_folders = std::env::split_paths(&folders).map(|folder| folder.join(command));
    let is_path = command.contains(std::path::MAIN_SEPARATOR);
    let command = if is_path { Some(PathBuf::from(command)) } else { in_folders.find(|path| path.is_file()) };
    let files = command.into_iter().chain(arguments.iter().map(PathBuf::from)).filter(|path| path.is_file());
    let kinds = verification.accepted_kinds().join(", ");
    let accepted = if kinds.is_empty() { kinds } else { format!(", accepting {kinds}") };
    Ok(format!("{name}, checksum {:08x}{accepted}", checksum_of_files(files)?))
}
