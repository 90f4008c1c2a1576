//! Searches of any game with any store, run on a synthetic game with an observer of that game.

use std::cell::RefCell;

use crate::game::{AnyPosition, GraphPosition};
use crate::pv::AnyStore;
use crate::search::{Counts, Observer, Outcome, Task, pass_on};

/// A search of any game with any store, which calls its last argument with the outcome of each store.
pub(crate) type AnySearch<'s> = dyn for<'t> FnMut(
        &mut AnyStore<'_>,
        &mut dyn Observer<AnyPosition<'t>>,
        Task<'_, AnyPosition<'t>>,
        &mut dyn FnMut(&Outcome<'_>),
    ) -> Counts
    + 's;

/// Runs a search of any game on a synthetic game.
pub(crate) fn search_graph<'t, O: Observer<GraphPosition<'t>>>(
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
