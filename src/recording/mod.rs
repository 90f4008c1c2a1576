//! A recording of one search: every event, and what the store held after it.

pub mod explorer;
mod recorder;
mod story;

use std::cell::RefCell;

use recorder::{Log, Shared, end_with};
pub use recorder::{RecordedStore, Recorder};

pub use story::{Sentence, divergence, first_wrong, story};

use crate::case::Case;
use crate::check::PrecedingSearch;
use crate::game::GraphPosition;
use crate::position::{Move, Position};
use crate::pv::{AnyStore, CAPACITY, MemoryRow};
use crate::score::{Score, Window};
use crate::search::{AnySearch, Scratch, Task, search_graph};
use crate::table::Entry;

pub const MOST_STEPS: usize = 20_000;

/// What happened at one step of a search. Windows and scores are as the node sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    Started {
        depth: usize,
        window: Window,
        excluded_moves: Vec<Move>,
    },
    Entered {
        remaining: usize,
        window: Option<Window>,
    },
    Evaluated,
    Drawn,
    /// An entry of the table cut the node off.
    Cut {
        entry: Entry,
    },
    Raised {
        mv: Move,
    },
    Refuted {
        mv: Move,
    },
    Exited {
        window: Window,
        score: Score,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub event: Event,
    pub node: usize,
    /// How many changes of the memory there are up to this step.
    pub memory: usize,
    /// How many changes of the table there are up to this step.
    pub table: usize,
}

/// Items in the place of `removed` ones from the index `at` on. A whole memory per step would need gigabytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change<T> {
    pub at: usize,
    pub removed: usize,
    pub added: Vec<T>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedNode {
    pub parent: Option<usize>,
    pub mv: Move,
    pub name: String,
    pub ply: usize,
    pub visited: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    pub step: usize,
    pub node: usize,
    pub mv: Move,
}

#[derive(Clone, Default, Debug)]
pub struct Recording {
    pub nodes: Vec<RecordedNode>,
    pub steps: Vec<Step>,
    pub memories: Vec<Change<MemoryRow>>,
    pub tables: Vec<Change<Entry>>,
    pub writes: Vec<Write>,
    pub line: Option<Vec<Move>>,
    /// Whether the memory of the search is known: a store was recorded.
    pub has_memory: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotRecorded {
    #[error("the search has more than {steps} steps")]
    TooLong { steps: usize },
    #[error("the steps of several threads are not recorded")]
    SeveralThreads,
}

pub type Recorded<'t> = (Recording, Vec<GraphPosition<'t>>);

/// Runs the search of `case` and records it. Preceding searches are run and not recorded.
///
/// # Errors
///
/// If it has more than [`MOST_STEPS`] steps, or several threads.
pub fn record(case: &Case) -> Result<Recorded<'_>, NotRecorded> {
    let stores = (case.subject.store.any(), case.subject.store.any());
    let (algorithm, mut scratch) = (case.subject.algorithm, Scratch::default());
    record_search(case, stores, &mut |store, observer, task, each| {
        algorithm.search(store, observer, &mut scratch, task, each)
    })
}

/// As [`record`], with another search and its store, given twice.
///
/// # Errors
///
/// If it has more than [`MOST_STEPS`] steps.
pub(crate) fn record_search<'t>(
    case: &'t Case,
    stores: (AnyStore<'_>, AnyStore<'_>),
    search: &mut AnySearch<'_>,
) -> Result<Recorded<'t>, NotRecorded> {
    let root = case.game.root();
    let options = &case.subject.options;
    if options.threads.is_some() {
        return Err(NotRecorded::SeveralThreads);
    }
    let log = Shared::new(Log::new());
    let mut store = AnyStore::new(RecordedStore::new(stores, log.clone()));
    let mut recorder = Recorder(log.clone());
    let observer = RefCell::new(&mut recorder);
    log.lock().paused = true;
    for PrecedingSearch { root, depth, node_limit } in
        PrecedingSearch::of_case(&root, case.depth, options, CAPACITY)
    {
        let task = Task { root: &root, depth, options, node_limit };
        search_graph(search, &mut store, &observer, task, &mut |_| ());
    }
    log.lock().paused = false;
    let task = Task { root: &root, depth: case.depth, options, node_limit: None };
    let mut line = None;
    search_graph(search, &mut store, &observer, task, &mut |outcome| {
        line = outcome.line.map(<[Move]>::to_vec);
    });
    drop((store, recorder));
    log.finish(line)
}

/// Records a search without a store, which notifies its observer and returns its line. The recorder is paused
/// as long as the preceding searches run; see [`Recorder::pause`].
///
/// # Errors
///
/// If it has more than [`MOST_STEPS`] steps.
pub fn record_events<P: Position>(
    search: impl FnOnce(&mut Recorder<P>) -> Option<Vec<Move>>,
) -> Result<(Recording, Vec<P>), NotRecorded> {
    let log = Shared::new(Log::new());
    let line = search(&mut Recorder(log.clone()));
    log.finish(line)
}

impl Recording {
    /// What the store held after this step.
    pub fn memory(&self, step: &Step) -> Vec<MemoryRow> {
        let mut rows = Vec::new();
        for Change { at, removed, added } in &self.memories[..step.memory] {
            rows.splice(*at..at + removed, added.iter().cloned());
        }
        rows
    }

    pub fn place(&self, node: usize) -> String {
        let path = self.path(node).join(" ");
        if path.is_empty() { "the root".to_owned() } else { format!("the node after {path}") }
    }

    pub fn path(&self, node: usize) -> Vec<&str> {
        let mut names = Vec::new();
        let mut at = node;
        while let Some(parent) = self.nodes[at].parent {
            names.push(self.nodes[at].name.as_str());
            at = parent;
        }
        names.reverse();
        names
    }
}

pub fn node_after(recording: &Recording, moves: &[Move]) -> Option<usize> {
    let mut node = 0;
    for &mv in moves {
        let is_next = |one: &RecordedNode| one.parent == Some(node) && one.mv == mv;
        node = recording.nodes.iter().position(is_next)?;
    }
    Some(node)
}

#[cfg(test)]
mod tests;
