//! The log of `pvcheck uci`: all commands and all lines of the engines.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::commands::input::name;
use crate::commands::{Failure, Result, refused};
use pvcheck::experiment::files::{lock_for_us, replace};
use pvcheck_chess::uci::{Go, Place, Plan, Printed, Session};

/// A log. Each search is written when it ends, so that a killed run loses no search; at the end all searches are sorted.
pub(super) struct Log {
    path: PathBuf,
    written: Mutex<LogFile>,
}

struct LogFile {
    file: File,
    result: io::Result<()>,
    /// The places of the searches in the file, by engine, session and number. The head of a session precedes its first search.
    parts: BTreeMap<(usize, usize, usize), Range<usize>>,
    /// The engine and the session of the last search.
    last: Option<(usize, usize)>,
    length: usize,
}

impl Log {
    pub fn create(path: &Path) -> Result<Self> {
        // What another run has written there is cut off only after that is known to have ended.
        let opened = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = opened.map_err(Failure::io(path, "create"))?;
        if !lock_for_us(&file) {
            return refused(format!("--log: another run writes {}; expected another file", name(path)));
        }
        // A pipe has no length.
        let _ = file.set_len(0);
        let written = LogFile { file, result: Ok(()), parts: BTreeMap::new(), last: None, length: 0 };
        Ok(Self { path: path.to_owned(), written: Mutex::new(written) })
    }

    /// Writes a search of the engine with this number and name.
    pub fn add(
        &self,
        (engine, name): (usize, &str),
        sessions: &[Session],
        (session, search): Place,
        (request, printed): (&Go, &Printed),
    ) {
        let process = (sessions[session].plan == Plan::TwoProcesses)
            .then(|| format!("# process {}\n", request.process + 1));
        let commands = request.commands().into_iter().map(|command| format!("> {command}\n"));
        let lines = printed.lines.iter().chain(&printed.late).map(|line| format!("{}\n", line.text));
        let failure = printed.failure.iter().map(|failure| format!("# {failure}\n"));
        let text: String = process.into_iter().chain(commands).chain(lines).chain(failure).collect();
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if written.last.replace((engine, session)) != Some((engine, session)) {
            let Session { plan, settings, .. } = &sessions[session];
            let head = format!("\n# {name}, session {}: {plan}\n", session + 1);
            let option = |(option, value)| format!("> setoption name {option} value {value}\n");
            let options = settings.iter().map(|(option, value)| (option, value)).map(option);
            written.add((engine, session, 0), &options.fold(head, |text, option| text + &option));
        }
        written.add((engine, session, search + 1), &text);
    }

    /// Sorts the searches, which end in any order, by their sessions. Returns the error of a log that is not complete or not sorted.
    pub fn finish(self) -> Result<()> {
        let LogFile { file: _lock, result, parts, .. } =
            self.written.into_inner().unwrap_or_else(PoisonError::into_inner);
        result.map_err(Failure::io(&self.path, "write to"))?;
        if parts.values().is_sorted_by_key(|part| part.start) || !self.path.is_file() {
            return Ok(());
        }
        let text = fs::read(&self.path).map_err(Failure::io(&self.path, "read"))?;
        let sorted: Vec<&[u8]> = parts.into_values().filter_map(|part| text.get(part)).collect();
        replace(&self.path, &sorted).map_err(Failure::io(&self.path, "write"))
    }
}

impl LogFile {
    fn add(&mut self, place: (usize, usize, usize), text: &str) {
        if self.result.is_ok() {
            self.result = self.file.write_all(text.as_bytes());
        }
        let end = self.length + text.len();
        self.parts.insert(place, self.length..end);
        self.length = end;
    }
}
