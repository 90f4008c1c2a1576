//! Command-line options that all commands share, and the parsers of their values.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::Failure;
use super::files::NamedFile;
use crate::report::JsonStyle;
use pvcheck::syntax::{Named, SyntaxError};

/// Options for the output; they may come before or after the command.
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// Output format [default: text; json with --shard]
    #[arg(long, value_enum, global = true)]
    pub format: Option<Format>,
    /// Indent JSON, for people
    #[arg(long, global = true)]
    pub pretty: bool,
    /// Write the result to FILE instead of standard output; `-` is standard output
    #[arg(long, value_name = "FILE", global = true)]
    pub out: Option<PathBuf>,
    /// Append a summary in Markdown to FILE, for example to the job summary of a CI system
    #[arg(long, value_name = "FILE", global = true, value_parser = file())]
    pub summary: Option<PathBuf>,
    /// Do not show progress
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Do not use colours; the environment variable `NO_COLOR` does the same
    #[arg(long, global = true)]
    pub no_color: bool,
    /// Width of text output in columns [default: the terminal's width, or 80]
    #[arg(long, value_name = "COLUMNS", global = true, value_parser = clap::value_parser!(u16).range(40..=1000))]
    pub width: Option<u16>,
    /// All files of the command line.
    #[arg(skip)]
    pub files: Vec<NamedFile>,
}

/// The formats of a result.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// Text for people
    Text,
    /// One JSON object
    Json,
    /// JSON lines: the object without its rows, then each row on a line
    Jsonl,
    /// JUnit XML, for the test reports of CI systems
    Junit,
    /// Text with workflow commands that annotate files on GitHub
    Github,
    /// Comma-separated values, only of `reproduce`
    Csv,
}

impl OutputArgs {
    pub fn format(&self) -> Format {
        self.format.unwrap_or(Format::Text)
    }

    pub fn json(&self) -> Option<JsonStyle> {
        match self.format() {
            Format::Json if self.pretty => Some(JsonStyle::Pretty),
            Format::Json => Some(JsonStyle::Compact),
            Format::Jsonl => Some(JsonStyle::Lines),
            Format::Text | Format::Junit | Format::Github | Format::Csv => None,
        }
    }

    /// Returns these options for the result of a shard, if it is one: it is JSON.
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

/// Parses a whole number, which may have underscores between its digits or an exponent: `1_000`, `2e6`.
pub(super) fn whole(text: &str) -> Result<u64, String> {
    let expected = "expected a whole number, for example 1000, 1_000 or 1e3".to_owned();
    let plain = text.replace('_', "");
    let (digits, zeros) = match plain.split_once(['e', 'E']) {
        Some((digits, zeros)) => (digits.to_owned(), zeros.parse::<u32>().map_err(|_| expected.clone())?),
        None => (plain, 0),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || text.starts_with('_') || text.ends_with('_') {
        return Err(expected);
    }
    let number = digits.parse::<u64>().ok().zip(10u64.checked_pow(zeros));
    number
        .and_then(|(number, factor)| number.checked_mul(factor))
        .ok_or("too large; expected less than 2^64".to_owned())
}

pub(super) fn positive(text: &str) -> Result<u64, String> {
    whole(text).and_then(|number| if number > 0 { Ok(number) } else { Err("expected at least 1".to_owned()) })
}

pub(super) fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    let number = whole(text)?;
    usize::try_from(number).ok().and_then(NonZeroUsize::new).ok_or("expected at least 1".to_owned())
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "expected a number of seconds, above 0 and below 2^64".to_owned())
}

/// Returns a parser of the name of a file that is written to in parts, so `-` cannot stand for standard output.
pub(super) fn file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path.as_os_str() == "-" { Err("`-` is not a file; expected the name of one") } else { Ok(path) }
    })
}

/// Returns a parser of the names of a kind. Help and shell completions list them, each with its description.
pub(super) fn named<T: Named>() -> impl TypedValueParser<Value = T> {
    let names = T::all().map(|one| PossibleValue::new(one.name()).help(one.summary()));
    let find = |name: String| T::named(&name).expect("one of the possible values");
    PossibleValuesParser::new(names.collect::<Vec<_>>()).map(find)
}

pub(super) fn parsed<T: FromStr<Err = SyntaxError>>(name: &str, text: &str) -> Result<T, Failure> {
    text.parse().map_err(|error| Failure::argument(name, text, error))
}

pub(super) fn all_parsed<T: FromStr<Err = SyntaxError>>(
    name: &str,
    texts: &[String],
) -> Result<Vec<T>, Failure> {
    texts.iter().map(|text| parsed(name, text)).collect()
}

pub(super) fn command_line(flag: &str, text: &str) -> Result<Vec<String>, Failure> {
    let words = shell_words::split(text).ok().filter(|words| !words.is_empty());
    let expected = "expected a program and its arguments, with quotes as in a shell";
    words.ok_or_else(|| Failure::Usage(format!("{flag} {text:?}: {expected}")))
}

pub(super) fn first_given<const N: usize>(options: [(&'static str, bool); N]) -> Option<&'static str> {
    options.into_iter().find_map(|(flag, is_given)| is_given.then_some(flag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_may_have_underscores_and_an_exponent() {
        for (text, number) in
            [("0", 0), ("1_000", 1_000), ("1e6", 1_000_000), ("25E2", 2_500), ("1_0e1", 100)]
        {
            assert_eq!(whole(text), Ok(number), "{text}");
        }
        assert_eq!(whole("18446744073709551615"), Ok(u64::MAX));
        for text in ["", "e6", "1e", "1e-3", "1.5", "+1", "-1", "_1", "1_", "1e6e1", "x"] {
            assert!(whole(text).is_err_and(|error| error.contains("1_000")), "{text}");
        }
        for text in ["18446744073709551616", "1e20", "2e19", "1e4294967296"] {
            assert!(whole(text).is_err(), "{text}");
        }
        assert!(positive("0").is_err() && at_least_one("0").is_err() && positive("1e0") == Ok(1));
    }
}
