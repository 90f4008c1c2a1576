//! Searches of any game with any store, run on a synthetic game under the eyes of an observer of that game.

use std::cell::RefCell;

use crate::game::{AnyPosition, GraphPosition};
use crate::position::Move;
use crate::pv::{AnyStore, NoStore};
use crate::score::{Score, Window};
use crate::search::{Counts, ExternalSearch, Observer, Outcome, Scratch, Task};
use crate::table::{Entry, Table};

/// A search that is compiled once for all games, stores and observers, such as
/// [`Algorithm::search`](crate::algorithm::Algorithm::search).
pub trait AnySearch {
    /// The next search is of another game.
    fn new_game(&mut self);

    /// Runs one search, and calls `each` with the outcome of each store.
    fn search<'t>(
        &mut self,
        store: &mut AnyStore<'_>,
        observer: &mut dyn Observer<AnyPosition<'t>>,
        task: Task<'_, AnyPosition<'t>>,
        each: &mut dyn FnMut(&Outcome<'_>),
    ) -> Counts;
}

/// A search of any game with its store, as one of synthetic games.
pub struct WithStore<'s, A> {
    /// The store.
    pub store: AnyStore<'s>,
    /// The search.
    pub search: &'s mut A,
}

impl<'t, A: AnySearch, O: Observer<GraphPosition<'t>>> ExternalSearch<GraphPosition<'t>, NoStore, O>
    for WithStore<'_, A>
{
    fn new_game(&mut self, _: &mut Scratch) {
        self.search.new_game();
    }

    fn search(
        &mut self,
        _: &mut NoStore,
        observer: &mut O,
        _: &mut Scratch,
        task: Task<'_, GraphPosition<'t>>,
        each: &mut dyn FnMut(&O, &Outcome<'_>),
    ) -> Counts {
        let observer = RefCell::new(observer);
        search_graph(self.search, &mut self.store, &observer, task, &mut |outcome| {
            each(&observer.borrow(), outcome);
        })
    }
}

/// Runs a search of any game on a synthetic one.
pub fn search_graph<'t, O: Observer<GraphPosition<'t>>>(
    search: &mut impl AnySearch,
    store: &mut AnyStore<'_>,
    observer: &RefCell<&mut O>,
    task: Task<'_, GraphPosition<'t>>,
    each: &mut dyn FnMut(&Outcome<'_>),
) -> Counts {
    let root = AnyPosition::Graph(*task.root);
    search.search(store, &mut OfGraphs(observer), task.with_root(&root), each)
}

/// Passes on the events of a search of any game to an observer of synthetic games.
struct OfGraphs<'c, 'o, O>(&'c RefCell<&'o mut O>);

/// The calls of `Observer`, passed on; those with a position first.
macro_rules! pass_on {
    (
        $(fn $of_position:ident(position $(, $arg:ident: $type:ty)*);)*
        ---
        $(fn $name:ident($($other:ident: $other_type:ty),*);)*
    ) => {
        impl<'t, O: Observer<GraphPosition<'t>>> Observer<AnyPosition<'t>> for OfGraphs<'_, '_, O> {
            $(fn $of_position(&mut self, position: &AnyPosition<'t>, $($arg: $type),*) {
                let AnyPosition::Graph(position) = position else { unreachable!("the root is of a graph") };
                self.0.borrow_mut().$of_position(position, $($arg),*);
            })*
            $(fn $name(&mut self, $($other: $other_type),*) {
                self.0.borrow_mut().$name($($other),*);
            })*
        }
    };
}
pass_on! {
    fn node_entered(position, ply: usize, remaining: usize);
    fn leaf_evaluated(position);
    fn node_exited(position, remaining: usize, window: Window, score: Score);
    fn node_researched(position, remaining: usize, window: Window, score: Score);
    ---
    fn search_started(depth: usize, window: Window, excluded_moves: &[Move]);
    fn move_begun(ply: usize, mv: Move);
    fn draw_found(ply: usize);
    fn entry_found(ply: usize, entry: &Entry);
    fn entry_stored(table: &Table);
    fn alpha_raised(ply: usize, mv: Move);
    fn node_refuted(ply: usize, mv: Move);
}
