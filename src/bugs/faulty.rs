//! A search with a seeded bug on any game, outside of a harness.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Bug, Change, Four, injected, switch};
use crate::algorithm::Algorithm;
use crate::game::AnyPosition;
use crate::pv::AnyStore;
use crate::search::{Counts, Observer, Outcome, Scratch, Search, Task};
use crate::subject::Subject;

impl Bug {
    /// Whether a search of `subject` can have the bug. A bug in a store needs the same store as its own subject, a bug
    /// in an algorithm or in the search the same algorithm. A bug in searches by one thread is in no search by several
    /// threads, and the reverse. The other search options may differ.
    pub fn fits(&self, subject: &Subject) -> bool {
        let own = self.subject();
        let is_found = match self.change {
            Change::Store(_) => own.store == subject.store,
            Change::Algorithm { .. } | Change::Search(_) => own.algorithm == subject.algorithm,
        };
        is_found && subject.options.threads.is_some() == own.options.threads.is_some()
    }

    /// Returns the store for a search of `subject`, which the bug [fits](Bug::fits). The store has the bug if the bug
    /// is in a store.
    pub fn store(&self, subject: &Subject) -> AnyStore<'static> {
        match self.change {
            Change::Store(name) => injected::altered(name).expect("the alteration of a record exists"),
            Change::Algorithm { .. } | Change::Search(_) => subject.store.any(),
        }
    }

    /// Returns the number of the bug among all bugs, from 1; the build script counts them in the same order.
    fn number(&self) -> usize {
        Self::ALL.iter().position(|bug| bug.name == self.name).map_or(0, |index| index + 1)
    }
}

/// A search with one seeded bug or without a bug, with its memory except its store, which [`Bug::store`] returns.
pub struct FaultySearch<'b> {
    bug: Option<&'b Bug>,
    algorithm: Algorithm,
    scratch: Scratch,
    seeded: SeededSearch<'b>,
}

impl<'b> FaultySearch<'b> {
    /// Returns a search with this bug. Unless the bug is in a store, `algorithm` must be the algorithm of its subject.
    pub fn new(bug: impl Into<Option<&'b Bug>>, algorithm: Algorithm) -> Self {
        let bug = bug.into();
        let seeded = SeededSearch { bug: bug.map_or(0, Bug::number), ..SeededSearch::default() };
        Self { bug, algorithm, scratch: Scratch::default(), seeded }
    }

    /// Sets the stores of the other threads, for a search by several threads.
    pub(super) fn set_other_stores(&mut self, stores: impl Iterator<Item = AnyStore<'b>>) {
        self.seeded.others =
            stores.map(|store| (store, injected::shared::search::Scratch::default())).collect();
    }

    pub fn interrupt_by(&mut self, flag: &Arc<AtomicBool>) {
        self.scratch.interrupt_by(Arc::clone(flag));
        self.seeded.scratch.interrupt_by(Arc::clone(flag));
    }

    pub fn new_game(&mut self) {
        self.scratch.new_game();
        self.seeded.scratch.new_game();
    }

    /// The turns of the threads of the last search, if several threads ran ([`Checked::turns`](crate::check::Checked::turns)).
    pub(super) fn turns(&self) -> Vec<(usize, u32)> {
        self.seeded.scratch.turn_log.turns.clone()
    }

    /// Runs one search, and calls `each` with the outcome of each store.
    pub fn search<'t>(
        &mut self,
        store: &mut AnyStore<'_>,
        mut observer: &mut dyn Observer<AnyPosition<'t>>,
        task: Task<'_, AnyPosition<'t>>,
        each: &mut dyn FnMut(&Outcome<'_>),
    ) -> Counts {
        match self.bug.map(|bug| (bug, bug.change)) {
            None | Some((_, Change::Store(_))) => {
                self.algorithm.search(store, observer, &mut self.scratch, task, each)
            }
            Some((bug, Change::Algorithm { .. })) => {
                let callee = injected::algorithm(bug.name).expect("the build script has generated it");
                let mut search = Search::new(store, &mut observer, &mut self.scratch);
                let counts = search.root(callee, &task, &mut |_, outcome| each(outcome));
                counts.expect("no task exceeds the capacity of its store")
            }
            Some((_, Change::Search(_))) => self.seeded.search(store, observer, &task, each),
        }
    }
}

/// The copy of the shared search, with one of its bugs active, or without an active bug.
#[derive(Default)]
pub(super) struct SeededSearch<'s> {
    bug: usize,
    scratch: injected::shared::search::Scratch,
    /// The memory of the other threads, for a search by several threads.
    others: Vec<(AnyStore<'s>, injected::shared::search::Scratch)>,
}

impl SeededSearch<'_> {
    pub fn search<'t>(
        &mut self,
        store: &mut AnyStore<'_>,
        mut observer: &mut dyn Observer<AnyPosition<'t>>,
        task: &Task<'_, AnyPosition<'t>>,
        each: &mut dyn FnMut(&Outcome<'_>),
    ) -> Counts {
        use injected::shared::{
            algorithm::pvs_soft::pvs_soft,
            search::{Scratch, Search},
        };
        let each: &mut dyn FnMut(&_, &Outcome<'_>) = &mut |_, outcome| each(outcome);
        let Some(threads) = task.options.threads else {
            let mut search = Search::new(store, &mut observer, &mut self.scratch);
            let counts = switch::with(self.bug, || search.root(pvs_soft, task, each));
            return counts.expect("no task exceeds the capacity of its store");
        };
        // The bugs of the shared search are run with four stores.
        let new = || (AnyStore::new(Four::default()), Scratch::default());
        let most = self.others.len().max(usize::from(threads.count) - 1);
        self.others.resize_with(most, new);
        switch::memory().clear();
        let mut search = Search::new(store, &mut observer, &mut self.scratch);
        switch::with(self.bug, || search.root_by_threads(pvs_soft, pvs_soft, &mut self.others, task, each))
    }
}
