//! Command-line options that all commands share, and the parsers of their values.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::files::NamedFile;
use super::output::refused;
use super::{Failure, Result};
pub use pvcheck::number::{MOST_GAMES, number};
use pvcheck::subject::Subject;
use pvcheck::syntax::{Named, SyntaxError};

/// Options for the output; they may come before or after the command.
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Output format [default: text; json with --shard]
    #[arg(long, value_enum, global = true)]
    pub format: Option<Format>,
    /// Write the result to FILE instead of standard output; `-` is standard output
    #[arg(long, value_name = "FILE", global = true)]
    pub out: Option<PathBuf>,
    /// Append a summary in Markdown to FILE, for example to the job summary of a CI system
    #[arg(long, value_name = "FILE", global = true, value_parser = file())]
    pub summary: Option<PathBuf>,
    /// Show neither progress nor the next step
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Do not use colours; the environment variable `NO_COLOR` does the same
    #[arg(long, global = true)]
    pub no_color: bool,
    /// Width of text output in columns, 40 to 1,000 [default: the terminal's width, or 80]
    #[arg(long, value_name = "COLUMNS", global = true, value_parser = number::<u16>(40, 1_000))]
    pub width: Option<u16>,
    /// All files of the command line.
    #[arg(skip)]
    pub files: Vec<NamedFile>,
}

/// The formats of a result.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Text for people
    Text,
    /// One JSON object
    Json,
    /// JUnit XML, for the test reports of CI systems
    Junit,
    /// Text with workflow commands that annotate files on GitHub
    Github,
}

impl OutputArgs {
    pub fn format(&self) -> Format {
        self.format.unwrap_or(Format::Text)
    }

    pub fn is_json(&self) -> bool {
        self.format() == Format::Json
    }

    /// Returns these options, with the format JSON for the result of a shard.
    pub fn of_shard(&self, is_shard: bool) -> Self {
        let format = if is_shard { Some(Format::Json) } else { self.format };
        Self { format, ..self.clone() }
    }

    pub fn file(&self) -> Option<&Path> {
        self.out.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// The terminal's width counts only for text that is shown there: files are the same wherever they are
    /// written.
    pub fn width(&self) -> u16 {
        let of_terminal = || {
            terminal_size::terminal_size_of(std::io::stdout()).map(|(terminal_size::Width(width), _)| width)
        };
        let shown = if self.file().is_none() { of_terminal() } else { None };
        self.width.or(shown).unwrap_or(DEFAULT_WIDTH).max(40)
    }
}

/// The width of text that is not shown on a terminal.
const DEFAULT_WIDTH: u16 = 80;

pub fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|number| (1e-6..=1e9).contains(number));
    number.map(Duration::from_secs_f64).ok_or_else(|| "expected a number from 1e-6 to 1e9".to_owned())
}

/// Returns a parser of the name of a file that is written in parts, so that `-` cannot stand for standard output.
pub fn file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path.as_os_str() == "-" { Err("`-` is not a file; expected the name of one") } else { Ok(path) }
    })
}

/// Returns a parser of the names of a kind. Help and shell completions list the names, each with its description.
pub fn named<T: Named>() -> impl TypedValueParser<Value = T> {
    let names = T::all().map(|one| PossibleValue::new(one.name()).help(one.summary()));
    let find = |name: String| T::named(&name).expect("one of the possible values");
    PossibleValuesParser::new(names.collect::<Vec<_>>()).map(find)
}

pub fn parsed<T: FromStr<Err = SyntaxError>>(name: &str, text: &str) -> Result<T> {
    text.parse().map_err(|error| Failure::argument(name, text, error))
}

/// Fails if the subject has several threads.
pub fn on_one_thread(what: &str, subject: &Subject) -> Result<()> {
    if subject.options.threads.is_none() {
        return Ok(());
    }
    refused(format!(
        "`{what}` searches on one thread; expected a subject without `threads`, or `pvcheck check` for {subject}"
    ))
}

pub fn all_parsed<T: FromStr<Err = SyntaxError>>(name: &str, texts: &[String]) -> Result<Vec<T>> {
    texts.iter().map(|text| parsed(name, text)).collect()
}

pub fn command_line(flag: &str, text: &str) -> Result<Vec<String>> {
    let words = shell_words::split(text).ok().filter(|words| !words.is_empty());
    let expected = "expected a program and its arguments, with quotes as in a shell";
    words.ok_or_else(|| Failure::usage(format!("{flag} {text:?}: {expected}")))
}

pub fn first_given<const N: usize>(options: [(&'static str, bool); N]) -> Option<&'static str> {
    options.into_iter().find_map(|(flag, is_given)| is_given.then_some(flag))
}

#[cfg(test)]
mod tests {
    use clap::error::ErrorKind;
    use clap::{CommandFactory, Parser};

    use crate::commands::Cli;

    /// Each option that takes a number has a range, which its help gives.
    #[test]
    fn each_number_has_a_range() {
        let whole = Cli::command();
        let commands: Vec<_> = std::iter::once(&whole).chain(whole.get_subcommands()).collect();
        let (mut ranges, mut seeds) = (0, 0);
        for command in commands {
            let name = [command.get_name()].into_iter().filter(|&name| name != whole.get_name());
            for option in command.get_opts() {
                let flag = format!("--{}", option.get_long().expect("a long name"));
                let problem = |value: &str| {
                    let given = ["pvcheck"].into_iter().chain(name.clone()).map(str::to_owned);
                    let error = Cli::try_parse_from(given.chain([format!("{flag}={value}")])).err();
                    error
                        .filter(|error| error.kind() == ErrorKind::ValueValidation)
                        .map(|error| error.to_string())
                };
                let values =
                    ["-1", "0", "2147483648", "4294967296", "1e18", "NaN", "1e400", "99999999999999999999"];
                let problems = values.map(problem);
                if problem("x").is_none_or(|problem| !problem.contains("number")) {
                    continue;
                }
                let place = format!("{} {flag}", command.get_name());
                if flag == "--seed" {
                    seeds += 1;
                    continue;
                }
                ranges += 1;
                let largest = problems[4].as_ref().unwrap_or_else(|| panic!("{place} takes 1e18"));
                let range = largest.split_once("from ").unwrap_or_else(|| panic!("{place}: {largest}")).1;
                let range = range.lines().next().expect("a line");
                let help = option.get_help().expect("help").to_string();
                assert!(help.contains(range), "{place}: the help has no {range:?}: {help}");
                for index in [0, 5, 6, 7] {
                    assert!(problems[index].is_some(), "{place} takes {}", values[index]);
                }
            }
        }
        assert!(ranges > 40 && seeds > 3, "{ranges} ranges, {seeds} seeds");
    }
}
