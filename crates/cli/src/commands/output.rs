//! The output of a command: a result in the requested format, or a failure.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use tempfile::NamedTempFile;

use super::args::{Format, OutputArgs};
use super::input::{folder, is_same_file, target};
use super::{FINDINGS, INTERNAL, TIMED_OUT, USAGE};
use crate::report::{CiReport, Document};
use pvcheck::experiment::journal::JournalError;
use pvcheck::syntax::{Excerpt, SyntaxError, SyntaxErrors};

/// The result of a command, which can be shown in every format.
pub(super) trait Render {
    /// Whether there are findings.
    fn has_findings(&self) -> bool {
        false
    }

    /// Whether a subject did not answer in time.
    fn timed_out(&self) -> bool {
        false
    }

    /// Returns the result as text, at most `width` columns wide where that is possible.
    fn text(&self, width: u16) -> String;

    fn json(&self) -> Document<impl Serialize>;

    /// Returns what a CI system shows.
    fn ci(&self) -> CiReport;
}

/// The whole result of a command; it is written at the end, all at once.
pub(super) struct Output {
    pub text: String,
    /// What is appended to the file of `--summary`.
    pub summary: Option<String>,
    pub has_findings: bool,
    pub timed_out: bool,
    /// The status, with a message for standard error, if a signal ended the command early, or a panic a part of it.
    pub interrupted: Option<(u8, String)>,
}

impl Output {
    pub fn of(result: &impl Render, show: &OutputArgs) -> Self {
        let text = match (show.json(), show.format()) {
            (Some(style), _) => result.json().text(style),
            (None, Format::Junit) => result.ci().junit(),
            (None, Format::Github) => result.ci().github(),
            (None, Format::Csv) => result.json().csv(),
            (None, _) => result.text(show.width()),
        };
        let summary = show.summary.as_ref().map(|_| result.ci().markdown());
        let (has_findings, timed_out) = (result.has_findings(), result.timed_out());
        Self { text, summary, has_findings, timed_out, interrupted: None }
    }

    /// A text that is the same in every format.
    pub fn plain(text: String) -> Self {
        Self { text, summary: None, has_findings: false, timed_out: false, interrupted: None }
    }
}

/// What is printed after a panic.
pub(super) const BUG: &str = "error: this is a bug in pvcheck; please report it with the lines above";

/// Why a command has no result.
#[derive(Debug)]
pub(super) enum Failure {
    /// The command line or an input is not valid.
    Usage(String),
    /// A text has syntax errors, which are rendered here.
    Syntax(String),
    /// A file could not be read or written.
    Io { path: PathBuf, doing: &'static str, error: io::Error },
    /// A program did not answer in time.
    TimedOut(String),
    /// A signal ended the command before there was a result.
    Interrupted { status: u8, text: String },
    /// A panic, whose message has been printed.
    Internal,
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Unusable(text) => Self::Usage(text),
            JournalError::Io { path, doing, error } => Self::Io { path, doing, error },
        }
    }
}

impl Failure {
    /// Returns the failure of doing this with a file, from its error.
    pub fn io(path: impl Into<PathBuf>, doing: &'static str) -> impl Fn(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Io { path: path.clone(), doing, error }
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
        Self::Syntax(rendered.join("\n"))
    }

    /// Prints the failure to standard error, and returns the exit status.
    pub fn report(&self, no_color: bool) -> ExitCode {
        let text = match self {
            Self::Usage(text) | Self::TimedOut(text) => format!("error: {text}"),
            Self::Syntax(text) => text.clone(),
            Self::Io { path, doing, error } => format!("error: cannot {doing} {}: {error}", path.display()),
            Self::Interrupted { text, .. } => text.clone(),
            Self::Internal => BUG.to_owned(),
        };
        eprint_styled(&text, no_color);
        ExitCode::from(match *self {
            Self::Internal => INTERNAL,
            Self::TimedOut(_) => TIMED_OUT,
            Self::Interrupted { status, .. } => status,
            _ => USAGE,
        })
    }
}

/// Refuses a command line or an input.
pub(super) fn refused<T>(problem: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Usage(problem.into()))
}

/// Prints a line to standard error. If that is closed, no one can read the line.
fn eprint_styled(text: &str, no_color: bool) {
    let mut stderr = AutoStream::new(io::stderr(), color(no_color, &io::stderr()));
    let _ = writeln!(stderr, "{text}");
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

/// Fails before the work, not after it, if the files of `--out` and `--summary` cannot be written. No file is
/// changed, and none remains. A pipe is not opened: its reader would see the end of it.
pub(super) fn probe(show: &OutputArgs) -> Result<(), Failure> {
    if let (Some(out), Some(summary)) = (show.file(), &show.summary)
        && is_same_file(out, summary)
    {
        return refused(format!("--out and --summary are both {}; expected two files", out.display()));
    }
    for path in [show.file(), show.summary.as_deref()].into_iter().flatten() {
        let probed = match fs::metadata(path) {
            Ok(data) if data.is_file() => OpenOptions::new().append(true).open(path).map(drop),
            Ok(data) if data.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Ok(_) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => beside(&target(path)).map(drop),
            // For example a link that leads to itself.
            Err(error) => Err(error),
        };
        probed.map_err(Failure::io(path, "write"))?;
    }
    Ok(())
}

/// Creates a temporary file in the folder of `path`, with the permissions of any new file.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pvcheck-");
    builder.make_in(folder(path), |path| OpenOptions::new().write(true).create_new(true).open(path))
}

/// Replaces a file completely or not at all: the text is written to a new file in the same folder, which is
/// then renamed.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let older = fs::metadata(path).ok();
    // Pipes and devices cannot be replaced by renaming, and links to pipes lead to no name.
    if older.as_ref().is_some_and(|older| !older.is_file()) {
        return fs::write(path, text);
    }
    let path = target(path);
    let mut file = match beside(&path) {
        Ok(file) => file,
        // The folder is not writable, but the file may be.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && older.is_some() => {
            return fs::write(&path, text);
        }
        Err(error) => return Err(error),
    };
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    if let Some(older) = older {
        file.as_file().set_permissions(older.permissions())?;
    }
    file.persist(&path).map(drop).map_err(|failed| failed.error)
}

fn append(path: &Path, text: &str) -> io::Result<()> {
    OpenOptions::new().append(true).create(true).open(path)?.write_all(text.as_bytes())
}

fn color(no_color: bool, stream: &impl anstream::stream::RawStream) -> ColorChoice {
    if no_color { ColorChoice::Never } else { AutoStream::choice(stream) }
}

impl Output {
    /// Writes the result to the file of `--out` or to standard output; returns the exit status.
    pub fn write(&self, show: &OutputArgs) -> Result<ExitCode, Failure> {
        match show.file() {
            Some(path) => {
                let plain = anstream::adapter::strip_str(&self.text).to_string();
                if let Err(error) = replace(path, &plain) {
                    // The result may have taken long, so print it instead of losing it.
                    let _ = io::stdout().write_all(plain.as_bytes());
                    return Err(Failure::io(path, "write")(error));
                }
            }
            None => {
                let choice = color(show.no_color, &io::stdout());
                let mut stdout = AutoStream::new(io::stdout(), choice);
                let written = stdout.write_all(self.text.as_bytes()).and_then(|()| stdout.flush());
                if let Err(error) = written
                    && error.kind() != io::ErrorKind::BrokenPipe
                {
                    return Err(Failure::io("standard output", "write to")(error));
                }
            }
        }
        if let (Some(path), Some(text)) = (&show.summary, &self.summary) {
            append(path, text).map_err(Failure::io(path, "write"))?;
        }
        if let Some((status, message)) = &self.interrupted {
            eprint_styled(message, show.no_color);
            return Ok(ExitCode::from(*status));
        }
        Ok(match (self.timed_out, self.has_findings) {
            (true, _) => ExitCode::from(TIMED_OUT),
            (false, true) => ExitCode::from(FINDINGS),
            (false, false) => ExitCode::SUCCESS,
        })
    }
}
