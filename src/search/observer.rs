//! Observes a search without changing it.

use crate::position::Move;
use crate::score::{Score, Window};

/// Hears of every evaluation, raise and refutation and of every node's result. `()` hears nothing and
/// costs nothing: its calls compile to no code.
///
/// Plies to go count those of quiescence, which begins where no others are left.
pub trait Observer<P> {
    /// A search of the root to `depth` begins, with this window and without the moves that begin
    /// `better` lines; aspiration, iterative deepening and several lines begin several.
    fn search_started(&mut self, _depth: usize, _window: Window, _better: &[Move]) {}

    /// A search of `position`, `ply` plies from the root, begins, with `left` plies to go.
    fn node_entered(&mut self, _position: &P, _ply: usize, _left: usize) {}

    /// `position` was evaluated, as the depth ran out or the game was over.
    fn leaf_evaluated(&mut self, _position: &P) {}

    /// A search of `position` with `left` plies to go, called with `window`,
    /// returns `score`. Leaves are heard of too, after their evaluation.
    fn node_exited(&mut self, _position: &P, _left: usize, _window: Window, _score: Score) {}

    /// One of several passes over the moves of `position`, with this window, ends with `score`.
    fn node_researched(&mut self, _position: &P, _left: usize, _window: Window, _score: Score) {}

    /// `mv` raised alpha in the node at `ply`, and the line was recorded.
    fn alpha_raised(&mut self, _ply: usize, _mv: Move) {}

    /// `mv` refuted the node at `ply`.
    fn node_refuted(&mut self, _ply: usize, _mv: Move) {}
}

impl<P> Observer<P> for () {}
