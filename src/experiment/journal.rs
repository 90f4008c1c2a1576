//! The journal, a file with the progress of a run, from which a killed run continues.
//!
//! Each line is JSON. The first line identifies the run; each other line has a part of the result and the checksum of
//! everything up to it. The last line does not count if it has no newline; its games are played again.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::error::Category;

use super::files::lock_for_us;
use super::{Experiment, Part, Recorded, Run, Shard};

/// The build of this version, as a hash of the sources.
pub const BUILD: &str = env!("PVCHECK_BUILD");

/// The version of all JSON formats (`docs/json.md`), which changes when the meaning of a field changes.
pub const SCHEMA: u32 = 2;

/// The least time between two parts of a journal. Long runs and runs with long parts write less often, so that the
/// journal stays small.
const PAUSE: Duration = Duration::from_secs(1);
/// The pause between two parts is at least the time since the start, divided by this number.
const SHARE_OF_RUN: u32 = 20;
/// The pause between two parts is at least this time for each kilobyte of the last part.
const PAUSE_PER_KILOBYTE: Duration = Duration::from_millis(30);

/// A length in bytes that no line of a journal has. A larger file without ends of lines is not read into memory.
const LONGEST: u64 = 64 << 20;

/// The identity of the run of a journal, apart from the version and the build of pvcheck.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RunId {
    pub run: Vec<String>,
    pub shard: Option<Shard>,
    /// The program under test, with its checksum.
    pub program: Option<String>,
}

/// The reason why a journal cannot be used.
#[derive(thiserror::Error, Debug)]
pub enum JournalError {
    #[error("{0}")]
    Unusable(String),
    #[error("cannot {doing} {}: {error}", path.display())]
    Io { path: PathBuf, doing: &'static str, error: io::Error },
}

/// The result of an operation on a journal.
pub type Journaled<T> = Result<T, JournalError>;

impl JournalError {
    pub(crate) fn io(path: impl Into<PathBuf>, doing: &'static str) -> impl Fn(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Io { path: path.clone(), doing, error }
    }
}

/// Returns the checksum (CRC-32) of the JSON of `value`, appended to data with the checksum `before`.
///
/// # Panics
///
/// Never: every key is a string.
pub fn checksum(before: u32, value: &impl Serialize) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(before);
    hasher.update(serde_json::to_string(value).expect("every key is a string").as_bytes());
    hasher.finalize()
}

/// Returns the checksum of the contents of these files, one after the other.
///
/// # Errors
///
/// If a file cannot be read.
pub fn checksum_of_files(paths: impl IntoIterator<Item = PathBuf>) -> Result<u32, JournalError> {
    let mut sum = crc32fast::Hasher::new();
    for path in paths {
        let failed = JournalError::io(&path, "read");
        let mut file = BufReader::with_capacity(1 << 16, File::open(&path).map_err(&failed)?);
        loop {
            let bytes = file.fill_buf().map_err(&failed)?;
            if bytes.is_empty() {
                break;
            }
            sum.update(bytes);
            let read = bytes.len();
            file.consume(read);
        }
    }
    Ok(sum.finalize())
}

/// Returns in words what is wrong with a text that was read as JSON.
pub fn json_problem(error: &serde_json::Error) -> String {
    let place = format!("line {}, column {}", error.line(), error.column());
    match error.classify() {
        Category::Eof => "the text ends too early".to_owned(),
        Category::Syntax => format!("{place} is not JSON"),
        Category::Data => format!("{place} is JSON with other fields"),
        Category::Io => "the text cannot be read".to_owned(),
    }
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
struct Header {
    schema: u32,
    version: String,
    build: String,
    run: Vec<String>,
    shard: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    program: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct JournalEntry<S> {
    part: Part<S>,
    /// The checksum of the header and of all parts up to this one.
    sum: u32,
}

#[derive(Debug)]
pub struct Journal<S> {
    path: PathBuf,
    file: File,
    sum: u32,
    /// The games played since the last write.
    pending: Option<Part<S>>,
    begun: Instant,
    written: Instant,
    /// The size of the last part that was written, in kilobytes; 0 before the first.
    kilobytes: u32,
}

impl<S: Recorded + Serialize + DeserializeOwned> Journal<S> {
    /// Opens the journal of this run over the items `games`, and adds its contents to `part`. Creates the file if needed.
    ///
    /// # Errors
    ///
    /// If the file is not a valid journal of this run, is in use, or cannot be read or written.
    pub fn open(path: &Path, id: RunId, games: &Range<u64>, part: &mut Part<S>) -> Journaled<Self> {
        let failed = JournalError::io(path, "open the journal");
        // A pipe or device may never end.
        if std::fs::metadata(path).is_ok_and(|data| !data.is_file()) {
            let text = format!("{}: not a regular file; expected a journal or a new file", path.display());
            return Err(JournalError::Unusable(text));
        }
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(&failed)?;
        if !lock_for_us(&file) {
            let text = format!("{}: another run is writing to this journal", path.display());
            return Err(JournalError::Unusable(text));
        }
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let RunId { run, shard, program } = id;
        let shard = shard.map(String::from);
        let header = Header { schema: SCHEMA, version, build: BUILD.to_owned(), run, shard, program };
        let (mut sum, mut whole) = (checksum(0, &header), 0);
        let mut lines = BufReader::new(&file);
        for number in 1.. {
            let mut line = Vec::new();
            let length = (&mut lines).take(LONGEST).read_until(b'\n', &mut line).map_err(&failed)? as u64;
            if length == LONGEST {
                return Err(invalid(path, number, "a longer line than a run writes"));
            }
            if !line.ends_with(b"\n") {
                // An incomplete first line may be a header that was cut off; any other file must not be overwritten.
                if number == 1 && !line_of(&header).as_bytes().starts_with(&line) {
                    return Err(invalid(path, 1, "not a journal of this run"));
                }
                break;
            }
            whole += length;
            if number == 1 {
                header.check(path, &line)?;
                continue;
            }
            let next: JournalEntry<S> = serde_json::from_slice(&line)
                .map_err(|error| invalid(path, number, &json_problem(&error)))?;
            sum = checksum(sum, &next.part);
            if sum != next.sum {
                return Err(invalid(path, number, "wrong checksum, the file was changed"));
            }
            part.append(&next.part).map_err(|error| invalid(path, number, &error.to_string()))?;
            if part.items().end > games.end {
                let problem =
                    format!("it has games up to {}, but the run has only {}", part.items().end, games.end);
                return Err(invalid(path, number, &problem));
            }
        }
        let now = Instant::now();
        let mut journal =
            Self { path: path.to_owned(), file, sum, pending: None, begun: now, written: now, kilobytes: 0 };
        journal
            .file
            .set_len(whole)
            .and_then(|()| journal.file.seek(io::SeekFrom::End(0)))
            .map_err(&failed)?;
        if whole == 0 {
            journal.write(&line_of(&header))?;
        }
        Ok(journal)
    }

    /// Records `round`, the games after all recorded ones, and writes it to the file now or later.
    pub fn record(&mut self, round: &Part<S>) -> Journaled<()> {
        match &mut self.pending {
            Some(pending) => pending.append(round).expect("rounds follow each other"),
            pending => *pending = Some(round.clone()),
        }
        let pause = PAUSE.max(self.begun.elapsed() / SHARE_OF_RUN).max(PAUSE_PER_KILOBYTE * self.kilobytes);
        if self.written.elapsed() >= pause { self.flush() } else { Ok(()) }
    }

    pub fn flush(&mut self) -> Journaled<()> {
        if let Some(pending) = self.pending.take() {
            self.sum = checksum(self.sum, &pending);
            let line = line_of(&JournalEntry { part: pending, sum: self.sum });
            self.write(&line)?;
            self.kilobytes = (line.len() / 1000) as u32;
            self.written = Instant::now();
        }
        Ok(())
    }

    fn write(&mut self, line: &str) -> Journaled<()> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(JournalError::io(&self.path, "write to the journal"))
    }
}

impl Header {
    /// Fails if a journal that begins with this line belongs to another run.
    fn check(&self, path: &Path, line: &[u8]) -> Journaled<()> {
        let found: Self =
            serde_json::from_slice(line).map_err(|error| invalid(path, 1, &json_problem(&error)))?;
        if found == *self {
            return Ok(());
        }
        let name = |header: &Self| {
            let shard = header.shard.as_ref().map_or(String::new(), |shard| format!(" --shard {shard}"));
            let program = header.program.as_ref().map_or(String::new(), |program| format!(", {program}"));
            let Self { run, version, build, .. } = header;
            format!("pvcheck {}{shard} ({version}, build {build}{program})", shell_words::join(run))
        };
        let problem = format!("{} is the journal of another run", path.display());
        Err(JournalError::Unusable(format!("{problem}: {}; expected {}", name(&found), name(self))))
    }
}

fn line_of(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("every key is a string") + "\n"
}

fn invalid(path: &Path, line: usize, problem: &str) -> JournalError {
    let place = format!("{}, line {line}", path.display());
    JournalError::Unusable(format!(
        "{place}: {problem}; expected a journal, of which only the last line may be incomplete"
    ))
}

impl Run<'_> {
    /// Continues the run with the identity `id` from the end of its journal, and records progress there.
    ///
    /// # Errors
    ///
    /// If the file is not a valid journal of this run, is in use, or cannot be read or written.
    pub fn play_with_journal<E>(&self, experiment: &E, path: &Path, id: RunId) -> Journaled<Part<E::Sums>>
    where
        E: Experiment<Sums: Recorded + Serialize + DeserializeOwned>,
    {
        // Short rounds: a run that is killed then loses little.
        let (run, mut part) = (self.clone().pausing(PAUSE), self.begin(experiment));
        let mut journal = Journal::open(path, id, &run.items, &mut part)?;
        (run.progress)(part.count());
        while let Some(round) = run.play_round(experiment, &part) {
            // Items that were not run are run again.
            if !round.is_cut_short() {
                journal.record(&round)?;
            }
            part.add(round);
        }
        journal.flush()?;
        Ok(part)
    }
}
