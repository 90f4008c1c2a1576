//! `pvcheck-lab engine`: plays as a UCI chess engine, on request with a seeded bug.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use pvcheck::bugs::{Bug, FaultySearch};
use pvcheck::game::AnyPosition;
use pvcheck::pv::AnyStore;
use pvcheck::search::{Observer, Outcome, Task};
use pvcheck_cli::commands::args::named;
use pvcheck_cli::commands::engine::{EngineSearch, serve, subject};
use pvcheck_cli::commands::{Output, Result, refused};

#[derive(Args, Clone, Debug)]
pub(super) struct Engine {
    /// The subject that searches, ALGORITHM+STORE[+OPTION...]: it has the algorithm of the bug, or its store if the bug is in a
    /// store [default: the subject of the bug, or pvs-soft+triangular]
    subject: Option<String>,
    /// The seeded bug (`pvcheck-lab list bugs`)
    #[arg(long, value_name = "NAME", value_parser = named::<&Bug>(), hide_possible_values = true)]
    bug: Option<&'static Bug>,
    /// Leave out time and speed, so that the same commands give the same output
    #[arg(long)]
    reproducible: bool,
}

/// The bugs that no UCI engine for chess can show, with the reasons.
const NOT_IN_CHESS: [(&str, &str); 2] = [
    ("draw-at-even-plies-only", "no position recurs after an odd number of plies"),
    ("empty-line-not-shown", "in UCI an empty line is no line"),
];

impl Engine {
    pub fn run(&self) -> Result<Output> {
        let text = self.subject.as_deref().or(self.bug.map(|bug| bug.subject));
        let subject = subject(text.unwrap_or("pvs-soft+triangular"))?;
        let name = format!("pvcheck {} {subject}", env!("CARGO_PKG_VERSION"));
        let search = Faulty(FaultySearch::new(self.bug, subject.algorithm));
        let Some(bug) = self.bug else {
            return serve(name, &subject, (Box::new(search), subject.store.any()), self.reproducible);
        };
        if let Some((_, reason)) = NOT_IN_CHESS.iter().find(|(name, _)| *name == bug.name) {
            return refused(format!("the bug {} does not show in chess: {reason}", bug.name));
        }
        if !bug.fits(&subject) {
            let problem = format!("the bug {} cannot be injected into {subject}", bug.name);
            return refused(format!("{problem}; expected a subject like {}", bug.subject));
        }
        let name = format!("{name} with the bug {}", bug.name);
        serve(name, &subject, (Box::new(search), bug.store(&subject)), self.reproducible)
    }
}

struct Faulty(FaultySearch<'static>);

impl EngineSearch for Faulty {
    fn new_game(&mut self) {
        self.0.new_game();
    }

    fn interrupt_by(&mut self, flag: &Arc<AtomicBool>) {
        self.0.interrupt_by(flag);
    }

    fn search<'t>(
        &mut self,
        store: &mut AnyStore<'_>,
        observer: &mut dyn Observer<AnyPosition<'t>>,
        task: Task<'_, AnyPosition<'t>>,
        each: &mut dyn FnMut(&Outcome<'_>),
    ) {
        self.0.search(store, observer, task, each);
    }
}
