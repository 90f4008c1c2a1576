//! What a command ends with: a text and an exit status, or a failure with a place.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use anstream::{AutoStream, ColorChoice};

use super::{FINDINGS, INTERNAL, OutputArgs, USAGE};
use crate::syntax::SyntaxError;

/// The whole result of a command; it is written at once, at the end.
pub(super) struct Output {
    pub text: String,
    /// Whether something is worse than guaranteed.
    pub findings: bool,
}

/// Why there is no result.
#[derive(Debug)]
pub(super) enum Failure {
    /// The command line asks for something that has no meaning.
    Usage(String),
    /// A text could not be read.
    Syntax { origin: String, text: String, error: Box<SyntaxError> },
    /// A file could not be read or written.
    Io { path: PathBuf, doing: &'static str, error: io::Error },
    /// A signal has ended the run, of which so many games are in this journal.
    Interrupted { status: u8, games: u64, journal: PathBuf },
    /// A panic, which has been printed.
    Internal,
}

impl Failure {
    /// A text from the command line that could not be read.
    pub fn argument(name: &str, text: &str, error: SyntaxError) -> Self {
        Self::Syntax {
            origin: format!("the argument of {name}"),
            text: text.to_owned(),
            error: Box::new(error),
        }
    }

    /// Says what went wrong on standard error.
    pub fn report(&self, no_color: bool) -> ExitCode {
        let mut stderr = AutoStream::new(io::stderr(), color(no_color, &io::stderr()));
        let text = match self {
            Self::Usage(text) => format!("error: {text}"),
            Self::Syntax { origin, text, error } => render_error(origin, text, error),
            Self::Io { path, doing, error } => format!("error: cannot {doing} {}: {error}", path.display()),
            Self::Interrupted { games, journal, .. } => {
                let found = format!("interrupted: {} holds {games} games", journal.display());
                format!("{found}; the same command goes on from there")
            }
            Self::Internal => "error: this is a fault of pvcheck; please report the lines above".to_owned(),
        };
        // Nobody is left to tell when standard error is gone.
        let _ = writeln!(stderr, "{text}");
        ExitCode::from(match *self {
            Self::Internal => INTERNAL,
            Self::Interrupted { status, .. } => status,
            _ => USAGE,
        })
    }
}

/// The error, drawn into the text at its place.
fn render_error(origin: &str, text: &str, error: &SyntaxError) -> String {
    let expected = format!("expected {}", error.expected);
    let place = AnnotationKind::Primary.span(error.span.clone()).label(expected);
    let snippet = Snippet::source(text).path(origin).annotation(place);
    let report = [Level::ERROR.primary_title(error.problem.as_str()).element(snippet)];
    Renderer::styled().render(&report)
}

/// Fails now, not after the work, when the result cannot be written where it was
/// asked for; what stands there stays until then, be it nothing.
pub(super) fn probe(show: &OutputArgs) -> Result<(), Failure> {
    let Some(path) = &show.out else { return Ok(()) };
    let is_new = !path.exists();
    let opened = OpenOptions::new().append(true).create(true).open(path).map(drop);
    // A link to nothing yet stays one.
    let remove = |()| fs::canonicalize(path).and_then(fs::remove_file);
    let left = if is_new { opened.and_then(remove) } else { opened };
    left.map_err(|error| Failure::Io { path: path.clone(), doing: "write", error })
}

/// Writes a file whole, or leaves what stands there: the text is written beside it and moved to its place.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A link stays one.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let older = fs::symlink_metadata(&path).ok();
    // Pipes and devices have no place to be moved to, nor has a link to nothing yet.
    if older.as_ref().is_some_and(|older| !older.is_file()) {
        return fs::write(&path, text);
    }
    let mut beside = path.clone().into_os_string();
    beside.push(".part");
    // Nor does every folder take files, and what stands in the way is not ours.
    let Ok(mut file) = OpenOptions::new().write(true).create_new(true).open(&beside) else {
        return fs::write(&path, text);
    };
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    let allowed =
        written.and_then(|()| older.map_or(Ok(()), |older| file.set_permissions(older.permissions())));
    let moved = allowed.and_then(|()| fs::rename(&beside, &path));
    moved.inspect_err(|_| drop(fs::remove_file(&beside)))
}

/// Fails when the result is to be written over this file, which is an input.
pub(super) fn ensure_not_output(input: &Path, name: &str, show: &OutputArgs) -> Result<(), Failure> {
    let place = |path: &Path| fs::canonicalize(path).ok();
    let is_over = show.out.as_deref().and_then(place).is_some_and(|out| place(input) == Some(out));
    if is_over {
        let text = format!("--out would overwrite {name} {}; expected another file", input.display());
        return Err(Failure::Usage(text));
    }
    Ok(())
}

/// Reads a file whole.
pub(super) fn read(path: &Path) -> Result<String, Failure> {
    let failed = |error| Failure::Io { path: path.to_owned(), doing: "read", error };
    let text = fs::read_to_string(path).map_err(failed)?;
    // Some editors begin a file with a byte-order mark, which nobody sees.
    Ok(match text.strip_prefix('\u{feff}') {
        Some(marked) => marked.to_owned(),
        None => text,
    })
}

fn color(no_color: bool, stream: &impl anstream::stream::RawStream) -> ColorChoice {
    if no_color { ColorChoice::Never } else { AutoStream::choice(stream) }
}

impl Output {
    /// Writes the result where it was asked for.
    pub fn write(&self, show: &OutputArgs) -> Result<ExitCode, Failure> {
        match &show.out {
            Some(path) => {
                let plain = anstream::adapter::strip_str(&self.text).to_string();
                if let Err(error) = replace(path, &plain) {
                    // What took long to find out is shown all the same.
                    let _ = io::stdout().write_all(plain.as_bytes());
                    return Err(Failure::Io { path: path.clone(), doing: "write", error });
                }
            }
            None => {
                let choice = color(show.no_color, &io::stdout());
                let mut stdout = AutoStream::new(io::stdout(), choice);
                let written = stdout.write_all(self.text.as_bytes()).and_then(|()| stdout.flush());
                if let Err(error) = written
                    && error.kind() != io::ErrorKind::BrokenPipe
                {
                    return Err(Failure::Io { path: "standard output".into(), doing: "write to", error });
                }
            }
        }
        Ok(if self.findings { ExitCode::from(FINDINGS) } else { ExitCode::SUCCESS })
    }
}
