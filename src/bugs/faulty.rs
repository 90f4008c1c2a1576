//! A search with a seeded bug on any game, outside of a harness.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::stores::AlteredStore;
use super::{Bug, Change, SeededSearch, injected};
use crate::position::Position;
use crate::pv::AnyStore;
use crate::search::{AlgorithmAdapter, Counts, ExternalSearch as _, Observer, Outcome, Scratch, Task};
use crate::subject::Subject;

impl Bug {
    /// Whether the bug can be injected into `subject`: it has the store of the bug's subject if the bug is in a
    /// store, or else its algorithm. The search options may differ.
    pub fn fits(&self, subject: &Subject) -> bool {
        let own = self.subject();
        match self.change {
            Change::Store(_) => own.store == subject.store,
            Change::Algorithm(_) | Change::Search(_) => own.algorithm == subject.algorithm,
        }
    }
}

/// A search with a seeded bug, and all that it remembers.
pub struct FaultySearch {
    bug: &'static Bug,
    subject: Subject,
    /// The store, if it has no bug.
    store: AnyStore,
    /// The store with the bug.
    altered: Option<AlteredStore>,
    scratch: Scratch,
    seeded: SeededSearch,
}

impl FaultySearch {
    /// Returns the search of `subject`, which the bug [fits](Bug::fits), with the bug.
    pub fn new(bug: &'static Bug, subject: &Subject) -> Self {
        let altered = match bug.change {
            Change::Store(alteration) => AlteredStore::named(alteration),
            Change::Algorithm(_) | Change::Search(_) => None,
        };
        let (store, subject) = (subject.store.any(), *subject);
        let seeded = SeededSearch { bug: bug.number(), ..SeededSearch::default() };
        Self { bug, subject, store, altered, scratch: Scratch::default(), seeded }
    }

    /// The next search is of another game.
    pub fn new_game(&mut self) {
        self.scratch.new_game();
        self.seeded.scratch.new_game();
    }

    /// See [`Scratch::interrupt_by`].
    pub fn interrupt_by(&mut self, flag: &Arc<AtomicBool>) {
        self.scratch.interrupt_by(Arc::clone(flag));
        self.seeded.scratch.interrupt_by(Arc::clone(flag));
    }

    /// Runs one search; calls `each` as [`ExternalSearch`](crate::search::ExternalSearch) describes.
    pub fn search<P: Position, O: Observer<P>>(
        &mut self,
        observer: &mut O,
        task: Task<'_, P>,
        each: &mut dyn FnMut(&O, &Outcome<'_>),
    ) -> Counts {
        let Self { store, scratch, seeded, .. } = self;
        match (&mut self.altered, injected::algorithm(self.bug.name)) {
            (Some(altered), _) => {
                let callee = self.subject.algorithm.callee();
                AlgorithmAdapter(callee).search(altered, observer, scratch, task, each)
            }
            (None, Some(callee)) => AlgorithmAdapter(callee).search(store, observer, scratch, task, each),
            (None, None) => seeded.search(store, observer, scratch, task, each),
        }
    }
}
