//! `pvcheck engine`: the searches of pvcheck as a UCI chess engine.

mod limits;
mod misbehave;
mod options;
mod output;
mod position;
mod report;
mod search;
mod session;

use std::io;

use clap::Args;

use super::args::{named, number, on_one_thread, parsed};
use super::{Failure, INTERNAL, Output, Result, refused};
use misbehave::Misbehaviour;
use options::Settings;
use pvcheck::bugs::Bug;
use pvcheck::subject::Subject;
use search::Searcher;
use session::Session;

#[derive(Args, Clone, Debug)]
pub(super) struct Engine {
    /// The subject that searches, ALGORITHM+STORE[+OPTION...] [default: pvs-soft+triangular, or the subject of the
    /// bug]
    subject: Option<String>,
    /// Search with this seeded bug; the subject must have its algorithm, or its store if the bug is in a store
    #[arg(long, value_name = "NAME", value_parser = named::<&Bug>(), hide_possible_values = true)]
    bug: Option<&'static Bug>,
    /// Leave out time and speed, so that the same commands give the same output
    #[arg(long)]
    reproducible: bool,
    /// Misbehave in this way, for the test of a program that checks engines
    #[arg(long, value_name = "KIND", value_enum)]
    misbehave: Option<Misbehaviour>,
    /// Misbehave only after so many searches, 0 to 1e9
    #[arg(long, value_name = "N", default_value = "0", value_parser = number::<u64>(0, 1_000_000_000), requires = "misbehave")]
    after: u64,
}

/// The subject without a bug.
const SUBJECT: &str = "pvs-soft+triangular";

/// The bugs that no UCI engine for chess can show, with the reasons.
const NOT_IN_CHESS: [(&str, &str); 2] = [
    ("draw-at-even-plies-only", "no position recurs after an odd number of plies"),
    ("empty-line-not-shown", "in UCI an empty line is no line"),
];

impl Engine {
    pub fn run(&self) -> Result<Output> {
        let (name, subject, searcher) = self.searcher()?;
        let settings = Settings::new(subject, self.reproducible);
        let misbehaves = self.misbehave.map(|kind| (kind, self.after));
        let session = Session::new(name, settings, searcher, misbehaves, io::stdout());
        session.serve(io::stdin().lock()).map_err(Failure::io("standard input", "read"))?;
        Ok(Output::plain(String::new()))
    }

    fn subject(&self, default: &str) -> Result<Subject> {
        let subject = parsed("engine", self.subject.as_deref().unwrap_or(default))?;
        on_one_thread("engine", &subject)?;
        Ok(subject)
    }

    fn searcher(&self) -> Result<(String, Subject, Searcher)> {
        let version = env!("CARGO_PKG_VERSION");
        if let Some(bug) = self.bug {
            let subject = self.subject(bug.subject)?;
            if let Some((_, reason)) = NOT_IN_CHESS.iter().find(|(name, _)| *name == bug.name) {
                return refused(format!("the bug {} does not show in chess: {reason}", bug.name));
            }
            if !bug.fits(&subject) {
                let problem = format!("the bug {} cannot be injected into {subject}", bug.name);
                return refused(format!("{problem}; expected a subject like {}", bug.subject));
            }
            let name = format!("pvcheck {version} {subject} with the bug {}", bug.name);
            return Ok((name, subject, Searcher::new(&subject, Some(bug))));
        }
        let subject = self.subject(SUBJECT)?;
        Ok((format!("pvcheck {version} {subject}"), subject, Searcher::new(&subject, None)))
    }
}
