//! A recording of one search, with every event and the memory of the store after it.

pub mod explorer;
mod recorder;
mod story;
mod visits;

use std::cell::RefCell;

pub use recorder::Recorder;
pub(crate) use recorder::SharedLog;
use recorder::Stores;
use recorder::end_with;

pub use story::{Sentence, first_wrong, story};

use crate::case::Case;
use crate::check::PrecedingSearch;
use crate::game::GraphPosition;
use crate::position::{Move, Position};
use crate::pv::{AllStores, AnyStore, CAPACITY, MemoryRow, Store};
use crate::score::{Score, Window};
use crate::search::{AnySearch, Scratch, Search, Task, search_graph};
use crate::subject::Subject;
use crate::table::Entry;

pub const MOST_STEPS: usize = 20_000;

/// An event of one step of a search, with windows and scores as the node sees them.
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
    /// An entry of the table narrowed the window of the node to this one.
    Narrowed {
        entry: Entry,
        window: Window,
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
    /// The result of the node is stored in the table, after other threads ran since the return of the node.
    Stored,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub event: Event,
    /// The thread that made the step, counted from 0.
    pub thread: usize,
    pub node: usize,
    /// The number of changes of the memory up to this step.
    pub memory: usize,
    /// The number of changes of the table up to this step.
    pub table: usize,
}

/// A change that replaces `removed` items from the index `at` on. A whole memory per step would need gigabytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Splice<T> {
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
    pub memories: Vec<Splice<MemoryRow>>,
    pub tables: Vec<Splice<Entry>>,
    pub writes: Vec<Write>,
    pub line: Option<Vec<Move>>,
    /// The thread whose line is shown.
    pub shown_thread: usize,
    /// Whether the memory of the search is known, because a store was recorded.
    pub has_memory: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotRecorded {
    #[error("the search has more than {steps} steps")]
    TooLong { steps: usize },
    #[error("with `schedule=0` no run on several threads is like another; expected the number of a schedule")]
    NotRepeatable,
}

pub type RecordedGame<'t> = (Recording, Vec<GraphPosition<'t>>);

/// Runs the search of `case` and records it. Preceding searches are run and not recorded.
///
/// # Errors
///
/// If the search has more than [`MOST_STEPS`] steps, or threads that run whenever they can.
pub fn record(case: &Case) -> Result<RecordedGame<'_>, NotRecorded> {
    let Subject { algorithm, store, .. } = case.subject;
    let (log, mut scratch) = (SharedLog::default(), Scratch::default());
    let new_stores = || (AnyStore::new(AllStores::default()), store.any());
    let mut others: Vec<_> =
        log.other_stores(case, new_stores).map(|store| (store, Scratch::default())).collect();
    record_search(case, &log, (Store::ALL, new_stores), &mut |store, mut observer, task, each| {
        if task.options.threads.is_none() {
            return algorithm.search(store, observer, &mut scratch, task, each);
        }
        let (first, other) = (algorithm.callee(), algorithm.callee());
        let mut search = Search::new(store, &mut observer, &mut scratch);
        search.root_by_threads(first, other, &mut others, &task, &mut |_, outcome| each(outcome))
    })
}

/// Records like [`record`], with another search and its stores, which are given by their names and a function that
/// returns all of them and the recorded one.
///
/// # Errors
///
/// If the search has more than [`MOST_STEPS`] steps, or threads that run whenever they can.
pub(crate) fn record_search<'t>(
    case: &'t Case,
    log: &SharedLog<GraphPosition<'t>>,
    (names, new_stores): (&[Store], impl Fn() -> Stores),
    search: &mut AnySearch<'_>,
) -> Result<RecordedGame<'t>, NotRecorded> {
    let root = case.game.root();
    let options = &case.subject.options;
    if options.threads.is_some_and(|threads| threads.schedule.is_free()) {
        return Err(NotRecorded::NotRepeatable);
    }
    let mut store = log.store(0, new_stores);
    let mut recorder = Recorder { log: log.clone(), thread: 0 };
    let observer = RefCell::new(&mut recorder);
    log.lock(0).paused = true;
    for PrecedingSearch { root, depth, node_limit } in
        PrecedingSearch::of_case(&root, case.depth, options, CAPACITY)
    {
        let task = Task { root: &root, depth, options, node_limit };
        search_graph(search, &mut store, &observer, task, &mut |_| ());
    }
    log.lock(0).paused = false;
    let task = Task { root: &root, depth: case.depth, options, node_limit: None };
    let (mut line, mut names) = (None, names.iter().cycle());
    search_graph(search, &mut store, &observer, task, &mut |outcome| {
        if names.next() == Some(&case.subject.store) {
            line = outcome.line.map(<[Move]>::to_vec);
        }
    });
    log.finish(line)
}

/// Records a search without a store, which notifies its observer and returns its line. [`Recorder::pause`] omits the
/// preceding searches.
///
/// # Errors
///
/// If the search has more than [`MOST_STEPS`] steps.
pub(crate) fn record_events<P: Position>(
    search: impl FnOnce(&mut Recorder<P>) -> Option<Vec<Move>>,
) -> Result<(Recording, Vec<P>), NotRecorded> {
    let log = SharedLog::default();
    let line = search(&mut Recorder { log: log.clone(), thread: 0 });
    log.finish(line)
}

impl Recording {
    /// Returns the memory of the store of the thread of a step after this step.
    pub fn memory(&self, step: &Step) -> Vec<MemoryRow> {
        let mut rows = Vec::new();
        for Splice { at, removed, added } in &self.memories[..step.memory] {
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

pub(crate) fn node_after(recording: &Recording, moves: &[Move]) -> Option<usize> {
    let mut node = 0;
    for &mv in moves {
        let is_next = |one: &RecordedNode| one.parent == Some(node) && one.mv == mv;
        node = recording.nodes.iter().position(is_next)?;
    }
    Some(node)
}

#[cfg(test)]
mod tests;
