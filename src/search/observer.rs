//! Someone who watches a search without touching it.

use crate::score::{Score, Window};

/// Hears of every evaluation and of every node's result. `()` hears nothing and
/// costs nothing: both calls compile to no code.
pub trait Observer<P> {
    /// `position` was evaluated, as the depth ran out or the game was over.
    fn evaluated(&mut self, _position: &P) {}

    /// A search of `position` with `depth` remaining, called with `window`,
    /// returns `score`. Leaves are heard of too, after their evaluation.
    fn left(&mut self, _position: &P, _depth: usize, _window: Window, _score: Score) {}
}

impl<P> Observer<P> for () {}
