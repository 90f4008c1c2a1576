//! The output of a command: a result in the requested format, or a failure.

use std::any::Any;
use std::fs::OpenOptions;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;

use super::args::{Format, OutputArgs};
use super::files::STDOUT;
use super::input::name;
use super::{CLEAN, FINDINGS, INTERNAL, Next, TIMED_OUT, USAGE};
use crate::report::{CiReport, Document};
use pvcheck::experiment::files::replace;
use pvcheck::experiment::journal::JournalError;
use pvcheck::process::{NO_THREAD, lack};
use pvcheck::syntax::{Excerpt, SyntaxError, SyntaxErrors, cleaned, is_printable};

/// The result of a command, which can be shown in every format.
pub trait Render {
    /// Whether there are findings.
    fn has_findings(&self) -> bool {
        false
    }

    /// Whether a subject did not answer in time, and nothing else was found.
    fn timed_out(&self) -> bool {
        false
    }

    /// Returns the result as text, at most `width` columns wide where that is possible.
    fn text(&self, width: u16) -> String;

    fn json(&self) -> Document<impl Serialize>;

    /// Returns the report for a CI system.
    fn ci(&self) -> CiReport;

    /// Returns what the next step depends on; `None` if there is no next step.
    fn next(&self) -> Option<Next> {
        None
    }
}

/// The whole result of a command, which is written at once at the end.
#[derive(Default)]
pub struct Output {
    pub text: String,
    /// The text that is appended to the file of `--summary`.
    pub summary: Option<String>,
    pub has_findings: bool,
    pub timed_out: bool,
    /// The failure if a signal ended the command early, or a panic ended a part.
    pub interrupted: Option<Failure>,
    /// The failures to write other files.
    pub failed: Vec<Failure>,
    /// What the next step depends on, if the output is a text for people.
    pub next: Option<Next>,
}

impl Output {
    pub fn rendered(result: &impl Render, show: &OutputArgs) -> Self {
        let text = match show.format() {
            Format::Text => result.text(show.width()),
            Format::Json => result.json().text(),
            Format::Junit => result.ci().junit(),
            Format::Github => result.ci().github(),
        };
        let summary = show.summary.as_ref().map(|_| result.ci().markdown());
        let (has_findings, timed_out) = (result.has_findings(), result.timed_out());
        let next = result.next().filter(|_| show.format() == Format::Text);
        Self { summary, has_findings, timed_out, next, ..Self::plain(text) }
    }

    /// A text that is the same in every format.
    pub fn plain(text: String) -> Self {
        Self { text, ..Self::default() }
    }

    /// Writes the result to the file of `--out` or to standard output; returns the exit status. Whatever cannot be written, the
    /// result is not lost: it may have taken long.
    pub fn write(self, show: &OutputArgs) -> ExitCode {
        let Self { mut text, summary, has_findings, timed_out, interrupted, mut failed, next } = self;
        let is_shown = !show.quiet && show.file().is_none() && io::stdout().is_terminal();
        if let Some(next) = next.filter(|_| is_shown && interrupted.is_none()) {
            text += &format!("\nNext: {}\n", next.name());
        }
        let text = if show.is_json() { text } else { visible(&text) };
        if let (Some(path), Some(summary)) = (&show.summary, summary) {
            failed.extend(append(path, &summary).err().map(Failure::io(path, "write")));
        }
        let to_stdout = || {
            print(&text, show).err().map(|error| match error.kind() {
                io::ErrorKind::BrokenPipe => Failure::new("", USAGE),
                _ => Failure::io(STDOUT, "write to")(error),
            })
        };
        match show.file().map(|path| (path, replace(path, &[strip_str(&text).to_string().as_bytes()]))) {
            Some((_, Ok(()))) => {}
            Some((path, Err(error))) => {
                failed.push(Failure::io(path, "write")(error));
                failed.extend(to_stdout());
            }
            None => failed.extend(to_stdout()),
        }
        // All are printed; the status is that of the last one.
        let failed = failed.into_iter().chain(interrupted);
        let failed = failed.fold(None, |_, failure| Some(failure.report(show.no_color)));
        failed.unwrap_or_else(|| match (timed_out, has_findings) {
            (true, _) => ExitCode::from(TIMED_OUT),
            (false, true) => ExitCode::from(FINDINGS),
            (false, false) => ExitCode::SUCCESS,
        })
    }
}

/// The message after a panic.
pub const BUG: &str = "error: this is a bug in pvcheck; please report it with the lines above";

/// The reason for a missing or partial result of a command: the message and the exit status.
#[derive(Debug)]
pub struct Failure {
    /// The message of the failure; empty if standard output has no reader any more.
    pub text: String,
    pub status: u8,
}

/// The result of a command.
pub type Result<T, E = Failure> = std::result::Result<T, E>;

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Unusable(text) => Self::usage(text),
            JournalError::Io { path, doing, error } => Self::io(path, doing)(error),
        }
    }
}

impl Failure {
    pub fn new(text: impl Into<String>, status: u8) -> Self {
        Self { text: text.into(), status }
    }

    /// Returns a function that makes the failure to do something with a file from an error.
    pub fn io(path: impl Into<PathBuf>, doing: &'static str) -> impl Fn(io::Error) -> Self {
        let path = path.into();
        move |error| Self::new(format!("error: cannot {doing} {}: {error}", name(&path)), USAGE)
    }

    /// A command line or an input is not valid, for this reason.
    pub fn usage(problem: impl Into<Box<dyn std::error::Error>>) -> Self {
        Self::new(format!("error: {}", cleaned(&problem.into().to_string())), USAGE)
    }

    /// Returns the failure of a panic, which is a bug unless the system did not start a thread.
    pub fn of_panic(panic: &(dyn Any + Send)) -> Self {
        let is_of_thread = |text: &String| text.starts_with(NO_THREAD);
        let is_lack = panic.downcast_ref::<String>().is_some_and(is_of_thread);
        let why = lack(&io::ErrorKind::WouldBlock.into()).filter(|_| is_lack);
        why.map_or_else(|| Self::new(BUG, INTERNAL), Self::usage)
    }

    /// A program did not answer in time.
    pub fn timed_out(problem: &str) -> Self {
        Self::new(format!("error: {}", cleaned(problem)), TIMED_OUT)
    }

    pub fn argument(name: &str, text: &str, error: SyntaxError) -> Self {
        Self::syntax(&format!("the argument of {name}"), text, &error.into())
    }

    /// Syntax errors in `text`, which is from `origin`.
    pub fn syntax(origin: &str, text: &str, errors: &SyntaxErrors) -> Self {
        let mut rendered: Vec<String> =
            errors.first.iter().map(|error| render_error(origin, text, error)).collect();
        if errors.more > 0 {
            rendered.push(format!("error: {} more errors in {origin}", errors.more));
        }
        Self::new(rendered.join("\n"), USAGE)
    }

    /// Prints the failure to standard error, and returns the exit status.
    pub fn report(&self, no_color: bool) -> ExitCode {
        if !self.text.is_empty() {
            eprint_styled(&self.text, no_color);
        }
        ExitCode::from(self.status)
    }
}

/// Refuses a command line or an input.
pub fn refused<T>(problem: impl Into<String>) -> Result<T> {
    Err(Failure::usage(problem.into()))
}

/// Prints a line to standard error. If standard error is closed, the line is lost.
fn eprint_styled(text: &str, no_color: bool) {
    let mut stderr = AutoStream::new(io::stderr(), color(no_color, &io::stderr()));
    let _ = writeln!(stderr, "{}", visible(text));
}

/// Returns a text with its styles, where each character that is not plain is replaced.
fn visible(text: &str) -> String {
    let is_visible = |letter| is_printable(letter) || matches!(letter, '\n' | '\t' | '\u{1b}');
    text.chars().map(|letter| if is_visible(letter) { letter } else { char::REPLACEMENT_CHARACTER }).collect()
}

/// Prints the reason why a command line is refused, or the help that the command line requests.
pub fn print_refusal(error: &clap::Error) -> ExitCode {
    let is_clean = std::env::args_os().all(|word| word.to_str().is_some_and(|word| cleaned(word) == word));
    let printed = match (is_clean, error.use_stderr()) {
        (true, _) | (_, false) => error.print(),
        (false, true) => io::stderr().write_all(cleaned(&error.render().to_string()).as_bytes()),
    };
    // If even this message cannot be printed, the reader closed the pipe, and no one can read more.
    ExitCode::from(if error.use_stderr() || printed.is_err() { USAGE } else { CLEAN })
}

fn render_error(origin: &str, text: &str, error: &SyntaxError) -> String {
    let expected = format!("expected {}", error.expected);
    let Excerpt { text, span } = error.excerpt(text);
    let is_cut_before = text[..span.start].chars().count() + 1 != error.column;
    let place = AnnotationKind::Primary.span(span).label(expected);
    let snippet = Snippet::source(text).line_start(error.line).annotation(place);
    let title = Level::ERROR.primary_title(error.problem.as_str());
    // The column in the excerpt is that in the text, unless the line was cut before the place.
    let report = [if is_cut_before {
        title.element(Origin::path(origin).line(error.line).char_column(error.column)).element(snippet)
    } else {
        title.element(snippet.path(origin))
    }];
    Renderer::styled().render(&report)
}

fn append(path: &Path, text: &str) -> io::Result<()> {
    OpenOptions::new().append(true).create(true).open(path)?.write_all(text.as_bytes())
}

fn color(no_color: bool, stream: &impl anstream::stream::RawStream) -> ColorChoice {
    if no_color { ColorChoice::Never } else { AutoStream::choice(stream) }
}

fn print(text: &str, show: &OutputArgs) -> io::Result<()> {
    let mut stdout = AutoStream::new(io::stdout(), color(show.no_color, &io::stdout()));
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())
}
