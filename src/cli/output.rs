//! The output of a command: a text and an exit status, or a failure.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use anstream::{AutoStream, ColorChoice};

use super::{FINDINGS, INTERNAL, OutputArgs, USAGE};
use crate::syntax::{Excerpt, SyntaxError, SyntaxErrors};

/// The whole result of a command; it is written at the end, all at once.
pub(super) struct Output {
    pub text: String,
    /// Whether there are findings.
    pub findings: bool,
}

/// Why a command has no result.
#[derive(Debug)]
pub(super) enum Failure {
    /// The command line or an input is not valid.
    Usage(String),
    /// A text has syntax errors, which are rendered here.
    Syntax(String),
    /// A file could not be read or written.
    Io { path: PathBuf, doing: &'static str, error: io::Error },
    /// A signal ended the run; the journal contains `games` games.
    Interrupted { status: u8, games: u64, journal: PathBuf },
    /// A panic, whose message has been printed.
    Internal,
}

impl Failure {
    /// A syntax error in an argument of the command line.
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
        let mut stderr = AutoStream::new(io::stderr(), color(no_color, &io::stderr()));
        let text = match self {
            Self::Usage(text) => format!("error: {text}"),
            Self::Syntax(text) => text.clone(),
            Self::Io { path, doing, error } => format!("error: cannot {doing} {}: {error}", path.display()),
            Self::Interrupted { games, journal, .. } => {
                let found = format!("interrupted: {} holds {games} games", journal.display());
                format!("{found}; run the same command again to continue")
            }
            Self::Internal => {
                "error: this is a bug in pvcheck; please report it with the lines above".to_owned()
            }
        };
        // If standard error is closed, the failure cannot be reported.
        let _ = writeln!(stderr, "{text}");
        ExitCode::from(match *self {
            Self::Internal => INTERNAL,
            Self::Interrupted { status, .. } => status,
            _ => USAGE,
        })
    }
}

/// Renders the error with the line of its place.
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

/// Fails before the work, not after it, if the file of `--out` cannot be written. An existing file is not
/// changed; a file that does not exist is not created.
pub(super) fn probe(show: &OutputArgs) -> Result<(), Failure> {
    let Some(path) = &show.out else { return Ok(()) };
    let is_new = !path.exists();
    let opened = OpenOptions::new().append(true).create(true).open(path).map(drop);
    // A link to a file that does not exist yet stays a link.
    let remove = |()| fs::canonicalize(path).and_then(fs::remove_file);
    let probed = if is_new { opened.and_then(remove) } else { opened };
    probed.map_err(|error| Failure::Io { path: path.clone(), doing: "write", error })
}

/// Replaces a file completely or not at all: the text is written to a new file beside it, which is then
/// renamed.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A link stays a link: its target is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let older = fs::symlink_metadata(&path).ok();
    // Pipes, devices and links without a target cannot be replaced by renaming.
    if older.as_ref().is_some_and(|older| !older.is_file()) {
        return fs::write(&path, text);
    }
    let mut beside = path.clone().into_os_string();
    beside.push(".part");
    // The folder may not be writable, or a file of another program may have this name.
    let Ok(mut file) = OpenOptions::new().write(true).create_new(true).open(&beside) else {
        return fs::write(&path, text);
    };
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    let allowed =
        written.and_then(|()| older.map_or(Ok(()), |older| file.set_permissions(older.permissions())));
    let moved = allowed.and_then(|()| fs::rename(&beside, &path));
    moved.inspect_err(|_| drop(fs::remove_file(&beside)))
}

/// Fails if `--out` is this file, which is an input.
pub(super) fn ensure_not_output(input: &Path, name: &str, show: &OutputArgs) -> Result<(), Failure> {
    let place = |path: &Path| fs::canonicalize(path).ok();
    let is_over = show.out.as_deref().and_then(place).is_some_and(|out| place(input) == Some(out));
    if is_over {
        let text = format!("--out would overwrite {name} {}; expected another file", input.display());
        return Err(Failure::Usage(text));
    }
    Ok(())
}

/// Reads a text file.
pub(super) fn read(path: &Path) -> Result<String, Failure> {
    let failed = |error| Failure::Io { path: path.to_owned(), doing: "read", error };
    let text = fs::read_to_string(path).map_err(failed)?;
    // Some editors begin a file with a byte-order mark, which is invisible.
    Ok(match text.strip_prefix('\u{feff}') {
        Some(marked) => marked.to_owned(),
        None => text,
    })
}

fn color(no_color: bool, stream: &impl anstream::stream::RawStream) -> ColorChoice {
    if no_color { ColorChoice::Never } else { AutoStream::choice(stream) }
}

impl Output {
    /// Writes the result to the file of `--out` or to standard output; returns the exit status.
    pub fn write(&self, show: &OutputArgs) -> Result<ExitCode, Failure> {
        match &show.out {
            Some(path) => {
                let plain = anstream::adapter::strip_str(&self.text).to_string();
                if let Err(error) = replace(path, &plain) {
                    // The result may have taken long, so print it instead of losing it.
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
