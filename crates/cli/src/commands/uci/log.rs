//! The log of `pvcheck uci`: all commands and all lines of the engines, in the order of the sessions.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::commands::input::ensure_not_output;
use crate::commands::{Failure, OutputArgs};
use pvcheck_chess::uci::{Go, Place, Printed, Session};

/// The searches of one engine, which end in any order.
#[derive(Default)]
pub(super) struct Searches(Mutex<BTreeMap<Place, String>>);

impl Searches {
    pub fn add(&self, place: Place, request: &Go, printed: &Printed) {
        let commands = request.commands().into_iter().map(|command| format!("> {command}\n"));
        let lines = printed.lines.iter().chain(&printed.late).map(|line| format!("{line}\n"));
        let failure = printed.failure.iter().map(|failure| format!("# {failure}\n"));
        let text: String = commands.chain(lines).chain(failure).collect();
        self.0.lock().expect("no thread panics while it adds").insert(place, text);
    }
}

pub(super) struct Log {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Log {
    pub fn create(path: &Path, show: &OutputArgs) -> Result<Self, Failure> {
        ensure_not_output(path, "the log", show)?;
        let file = File::create(path).map_err(Failure::io(path, "create"))?;
        Ok(Self { path: path.to_owned(), file: BufWriter::new(file) })
    }

    /// Writes the searches of one engine.
    pub fn write(&mut self, name: &str, sessions: &[Session], searches: Searches) -> Result<(), Failure> {
        let searches = searches.0.into_inner().expect("no thread panics while it adds");
        let mut last = None;
        let mut text = String::new();
        for ((session, _), search) in searches {
            if last.replace(session) != Some(session) {
                let Session { plan, settings, .. } = &sessions[session];
                text += &format!("\n# {name}, session {}: {plan}\n", session + 1);
                for (option, value) in settings {
                    text += &format!("> setoption name {option} value {value}\n");
                }
            }
            text += &search;
        }
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(Failure::io(&self.path, "write to"))
    }
}
