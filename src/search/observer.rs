//! Observers: they are notified of what a search does, and cannot change it.

use crate::position::Move;
use crate::score::{Score, Window};
use crate::table::{Entry, Table};

/// Is notified of every node, evaluation, raise and refutation of a search, and of the result of every
/// node. `()` ignores all of them and costs nothing: its calls compile to no code.
///
/// `remaining` is the number of plies to go, including those of quiescence. Quiescence begins where only
/// its own plies remain.
pub trait Observer<P> {
    /// A search of the root to `depth` begins, with this window and without `excluded_moves`, the first
    /// moves of better lines. Aspiration, iterative deepening and `MultiPV` cause several such searches.
    fn search_started(&mut self, _depth: usize, _window: Window, _excluded_moves: &[Move]) {}

    /// A search of `position`, `ply` plies from the root, begins, with `remaining` plies to go.
    fn node_entered(&mut self, _position: &P, _ply: usize, _remaining: usize) {}

    /// `position` was evaluated, because the depth ran out or the game is over.
    fn leaf_evaluated(&mut self, _position: &P) {}

    /// A search of `position` with `remaining` plies to go, called with `window`, returns `score`. Also
    /// called for leaves, after their evaluation.
    fn node_exited(&mut self, _position: &P, _remaining: usize, _window: Window, _score: Score) {}

    /// One of several searches of all moves of the node, with this window, ended with `score`: see
    /// [`Search::research_node`](crate::search::Search::research_node).
    fn node_researched(&mut self, _position: &P, _remaining: usize, _window: Window, _score: Score) {}

    /// The search of the move `mv` of the node at `ply` begins; [`Move::NULL`] is a pass. The move may be searched several
    /// times, or end without a node.
    fn move_begun(&mut self, _ply: usize, _mv: Move) {}

    /// The node at `ply` is a draw by repetition.
    fn draw_found(&mut self, _ply: usize) {}

    /// The node at `ply` is cut off by this entry of the table, whose score is that of the position.
    fn entry_found(&mut self, _ply: usize, _entry: &Entry) {}

    /// The result of a node was stored in this table, or discarded by its rule.
    fn entry_stored(&mut self, _table: &Table) {}

    /// `mv` raised alpha in the node at `ply`, and the line was recorded.
    fn alpha_raised(&mut self, _ply: usize, _mv: Move) {}

    /// `mv` refuted the node at `ply`.
    fn node_refuted(&mut self, _ply: usize, _mv: Move) {}
}

impl<P> Observer<P> for () {}

/// The calls of `Observer`, passed on.
macro_rules! pass_on {
    ($(fn $name:ident($($arg:ident: $type:ty),*);)*) => {
        impl<P> Observer<P> for &mut dyn Observer<P> {
            $(fn $name(&mut self, $($arg: $type),*) {
                (**self).$name($($arg),*);
            })*
        }
    };
}
pass_on! {
    fn search_started(depth: usize, window: Window, excluded_moves: &[Move]);
    fn node_entered(position: &P, ply: usize, remaining: usize);
    fn leaf_evaluated(position: &P);
    fn node_exited(position: &P, remaining: usize, window: Window, score: Score);
    fn node_researched(position: &P, remaining: usize, window: Window, score: Score);
    fn move_begun(ply: usize, mv: Move);
    fn draw_found(ply: usize);
    fn entry_found(ply: usize, entry: &Entry);
    fn entry_stored(table: &Table);
    fn alpha_raised(ply: usize, mv: Move);
    fn node_refuted(ply: usize, mv: Move);
}
