//! What was played of a run, on disk as it goes: a run that was killed goes on from there.
//!
//! A line of JSON each: first which run it is, then its parts, one behind the other, each with the checksum of
//! all up to it. A line counts when it has an end; one that was cut off was never counted, and its games are
//! played again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::Failure;
use crate::campaign::Part;
use crate::report::{BUILD, SCHEMA, checksum};

/// Least time between two parts. Long runs write less often, and so do those of many rows, whose parts are long: a
/// journal grows slower than its run.
pub(super) const PAUSE: Duration = Duration::from_secs(1);
const SHARE_OF_RUN: u32 = 20;
const PAUSE_A_KILOBYTE: Duration = Duration::from_millis(30);

/// Which run a journal is of.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
struct Header {
    schema: u32,
    version: String,
    build: String,
    run: Vec<String>,
    shard: Option<String>,
}

/// A line behind the header.
#[derive(Serialize, Deserialize)]
struct JournalEntry {
    part: Part,
    /// The checksum of the header and of all parts up to this.
    sum: u32,
}

/// A journal that is written.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// The checksum of what is in it.
    sum: u32,
    /// What was played since something was written.
    pending: Option<Part>,
    begun: Instant,
    written: Instant,
    /// How long the part was that was written last, in kilobytes; none before the first of this run.
    kilobytes: u32,
}

impl Journal {
    /// Opens the journal of this run, and adds to `part` what is in it; begins one where there is none.
    /// The whole run has these games.
    pub fn open(
        path: &Path,
        run: &[String],
        shard: Option<String>,
        games: &Range<u64>,
        part: &mut Part,
    ) -> Result<Self, Failure> {
        let failed = |error| Failure::Io { path: path.to_owned(), doing: "keep a journal in", error };
        // Whatever else stands there may never end.
        if std::fs::metadata(path).is_ok_and(|data| !data.is_file()) {
            let text = format!("{}: it is no file; expected a journal, or nothing yet", path.display());
            return Err(Failure::Usage(text));
        }
        let mut options = OpenOptions::new();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        // Two runs that write here would each write over the other. Where nothing can be locked, nothing is.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            let text = format!("{}: another run is at work on this journal", path.display());
            return Err(Failure::Usage(text));
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let header = Header { schema: SCHEMA, version, build: BUILD.to_owned(), run: run.to_vec(), shard };
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        // The only line may have been cut off; what is none of ours is not to be lost.
        if whole == 0 && !line_of(&header).as_bytes().starts_with(&text) {
            return Err(broken(path, 1, "it is no journal of this run"));
        }
        let mut lines = text[..whole].split_inclusive(|&byte| byte == b'\n').zip(1..);
        if let Some((line, _)) = lines.next() {
            header.is_of(path, line)?;
        }
        let mut sum = checksum(0, &header);
        for (line, number) in lines {
            let next: JournalEntry =
                serde_json::from_slice(line).map_err(|error| broken(path, number, &error.to_string()))?;
            sum = checksum(sum, &next.part);
            if sum != next.sum {
                return Err(broken(path, number, "not what was written, by its checksum"));
            }
            part.append(&next.part).map_err(|error| broken(path, number, &error.to_string()))?;
            if part.games().end > games.end {
                let problem = format!("games up to {}, and the run has {}", part.games().end, games.end);
                return Err(broken(path, number, &problem));
            }
        }
        let now = Instant::now();
        let mut journal =
            Self { path: path.to_owned(), file, sum, pending: None, begun: now, written: now, kilobytes: 0 };
        journal
            .file
            .set_len(whole as u64)
            .and_then(|()| journal.file.seek(io::SeekFrom::End(0)))
            .map_err(failed)?;
        if whole == 0 {
            journal.write(&line_of(&header))?;
        }
        Ok(journal)
    }

    /// Takes note of what was played behind all before; writes it now or soon.
    pub fn note(&mut self, round: &Part) -> Result<(), Failure> {
        match &mut self.pending {
            Some(pending) => pending.append(round).expect("rounds follow each other"),
            pending => *pending = Some(round.clone()),
        }
        let pause = PAUSE.max(self.begun.elapsed() / SHARE_OF_RUN).max(PAUSE_A_KILOBYTE * self.kilobytes);
        if self.written.elapsed() >= pause { self.flush() } else { Ok(()) }
    }

    /// Writes what was noted last.
    pub fn flush(&mut self) -> Result<(), Failure> {
        if let Some(pending) = self.pending.take() {
            self.sum = checksum(self.sum, &pending);
            let line = line_of(&JournalEntry { part: pending, sum: self.sum });
            self.write(&line)?;
            self.kilobytes = (line.len() / 1000) as u32;
            self.written = Instant::now();
        }
        Ok(())
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| Failure::Io { path: self.path.clone(), doing: "write to the journal", error })
    }
}

impl Header {
    /// Whether a journal that begins with this line is of this run.
    fn is_of(&self, path: &Path, line: &[u8]) -> Result<(), Failure> {
        let found: Self =
            serde_json::from_slice(line).map_err(|error| broken(path, 1, &error.to_string()))?;
        if found == *self {
            return Ok(());
        }
        let name = |header: &Self| {
            let shard = header.shard.as_ref().map_or(String::new(), |shard| format!(" --shard {shard}"));
            format!("pvcheck {}{shard} ({}, build {})", header.run.join(" "), header.version, header.build)
        };
        let problem = format!("{} is the journal of another run", path.display());
        Err(Failure::Usage(format!("{problem}: {}; expected {}", name(&found), name(self))))
    }
}

fn line_of(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("every key is a string") + "\n"
}

fn broken(path: &Path, line: usize, problem: &str) -> Failure {
    let place = format!("{}, line {line}", path.display());
    Failure::Usage(format!("{place}: {problem}; expected a journal, whole but for its end"))
}
