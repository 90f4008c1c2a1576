//! `pvcheck engine`: the searches of pvcheck as a UCI chess engine.

mod limits;
mod options;
mod output;
mod position;
mod report;
mod search;
mod session;

use std::io;

use clap::Args;

use super::args::{on_one_thread, parsed};
use super::{Failure, INTERNAL, Output, Result};
use options::Settings;
use pvcheck::pv::AnyStore;
use pvcheck::search::Scratch;
use pvcheck::subject::Subject;
pub use search::EngineSearch;
use search::{Plain, Searcher};
use session::Session;

#[derive(Args, Clone, Debug)]
pub struct Engine {
    /// The subject that searches, ALGORITHM+STORE[+OPTION...]
    #[arg(default_value = "pvs-soft+triangular")]
    subject: String,
    /// Leave out time and speed, so that the same commands give the same output
    #[arg(long)]
    reproducible: bool,
}

impl Engine {
    pub fn run(&self) -> Result<Output> {
        let subject = subject(&self.subject)?;
        let search = Plain { algorithm: subject.algorithm, scratch: Scratch::default() };
        let version = env!("CARGO_PKG_VERSION");
        let name = format!("pvcheck {version} {subject}");
        serve(name, &subject, (Box::new(search), subject.store.any()), self.reproducible)
    }
}

/// Returns the subject that `text` describes, if an engine can search the subject.
pub fn subject(text: &str) -> Result<Subject> {
    let subject = parsed("engine", text)?;
    on_one_thread("engine", &subject)?;
    Ok(subject)
}

/// Answers the commands of standard input until `quit` with this search, which is one of `subject`.
pub fn serve(
    name: String,
    subject: &Subject,
    (search, store): (Box<dyn EngineSearch>, AnyStore<'static>),
    reproducible: bool,
) -> Result<Output> {
    let settings = Settings::new(*subject, reproducible);
    let session = Session::new(name, settings, Searcher { search, store }, io::stdout());
    session.serve(io::stdin().lock()).map_err(Failure::io("standard input", "read"))?;
    Ok(Output::plain(String::new()))
}
