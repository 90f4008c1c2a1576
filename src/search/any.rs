//! Searches of any game with any store, run on a synthetic game with an observer of that game.

use std::cell::RefCell;

use crate::game::{AnyPosition, GraphPosition};
use crate::pv::{AnyStore, NoStore};
use crate::score::Window;
use crate::search::{Counts, ExternalSearch, Observer, Outcome, Scratch, Task, pass_on};

/// A search of any game with any store, which calls its last argument with the outcome of each store.
pub type AnySearch<'s> = dyn for<'t> FnMut(
        &mut AnyStore<'_>,
        &mut dyn Observer<AnyPosition<'t>>,
        Task<'_, AnyPosition<'t>>,
        &mut dyn FnMut(&Outcome<'_>),
    ) -> Counts
    + 's;

named_enum! {
    /// What the judges see of a search.
    Visible {
        /// Its scores and lines alone.
        Results "results",
        /// The nodes too, with the reason of each result.
        Nodes "nodes",
        /// The search options too, which must permit each reason.
        Options "options",
    }
}

/// A search of any game with its store, adapted to search one synthetic game.
pub struct WithStore<'s> {
    /// The store.
    pub store: AnyStore<'static>,
    /// The search, which has not searched another game.
    pub search: &'s mut AnySearch<'s>,
    /// What the judges see of the search.
    pub visible: Visible,
}

impl<'t, O: Observer<GraphPosition<'t>>> ExternalSearch<GraphPosition<'t>, NoStore, O> for WithStore<'_> {
    fn keeps_to_options(&self) -> bool {
        self.visible == Visible::Options
    }

    fn new_game(&mut self, _: &mut Scratch) {}

    fn search(
        &mut self,
        _: &mut NoStore,
        observer: &mut O,
        _: &mut Scratch,
        task: Task<'_, GraphPosition<'t>>,
        each: &mut dyn FnMut(&O, &Outcome<'_>),
    ) -> Counts {
        if self.visible == Visible::Results {
            observer.search_started(task.depth, Window::FULL, &[]);
            let root = AnyPosition::Graph(*task.root);
            let task = task.with_root(&root);
            return (self.search)(&mut self.store, &mut (), task, &mut |outcome| each(observer, outcome));
        }
        let observer = RefCell::new(observer);
        search_graph(self.search, &mut self.store, &observer, task, &mut |outcome| {
            each(&observer.borrow(), outcome);
        })
    }
}

/// Runs a search of any game on a synthetic game.
pub fn search_graph<'t, O: Observer<GraphPosition<'t>>>(
    search: &mut AnySearch<'_>,
    store: &mut AnyStore<'_>,
    observer: &RefCell<&mut O>,
    task: Task<'_, GraphPosition<'t>>,
    each: &mut dyn FnMut(&Outcome<'_>),
) -> Counts {
    let root = AnyPosition::Graph(*task.root);
    search(store, &mut OfGraphs(observer), task.with_root(&root), each)
}

/// An adapter that passes the events of a search of any game to an observer of synthetic games.
struct OfGraphs<O>(O);

pass_on!(
    [impl<'t, O: Observer<GraphPosition<'t>>> Observer<AnyPosition<'t>> for OfGraphs<O>],
    AnyPosition<'t>,
    |this| this.0,
    |position| {
        let AnyPosition::Graph(position) = position else { unreachable!("the root is of a synthetic game") };
        position
    },
    |other| Box::new(OfGraphs(other))
);

pass_on!(
    [impl<P, O: Observer<P>> Observer<P> for &RefCell<O>],
    P,
    |this| this.borrow_mut(),
    |position| position,
    |other| other
);
