//! What a search ends with.

use crate::position::Move;
use crate::score::{Bound, Score, Window};
use crate::table::Table;

/// What a search ends with: a score, what the score says about the value, and a
/// line *or the statement that it has none*.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'l> {
    /// From the side to move at the root.
    pub score: Score,
    /// What the score says. [`Bound::Exact`] lies inside the root window; a bound
    /// lies outside, unless the algorithm knows its winner by a bound alone.
    pub bound: Bound,
    /// The root window of the search that this came from. A bound that lies inside
    /// says: the best move is known, and its value by that bound alone.
    pub window: Window,
    /// The move that is worth the score, or that proves the lower bound; `None` at
    /// a root without a search below, and after a fail-low.
    pub best_move: Option<Move>,
    /// The principal variation, first move first; `None` says "I have none".
    pub line: Option<&'l [Move]>,
    /// The depth of the iteration that this came from: less than was asked for when the search was
    /// stopped.
    pub depth: usize,
    /// Whether that iteration was stopped: the score is then a lower bound, and the line that of the
    /// best move so far.
    pub unfinished: bool,
    /// Which of several lines this is, from 0.
    pub rank: usize,
    /// The moves that the better lines begin with: the score is that of the root without them.
    pub excluded_moves: &'l [Move],
    /// What the search left behind, for whoever asks why the line is short.
    pub traces: Option<Traces<'l>>,
}

impl Outcome<'_> {
    /// Of a whole search to `depth` with the full window, the score and what it says, and nothing else: no
    /// best move and no line.
    pub const fn new(depth: usize, score: Score, bound: Bound) -> Self {
        Self {
            score,
            bound,
            window: Window::FULL,
            best_move: None,
            line: None,
            depth,
            unfinished: false,
            rank: 0,
            excluded_moves: &[],
            traces: None,
        }
    }
}

/// What a search leaves behind beside its line.
#[derive(Clone, Copy, Debug)]
pub struct Traces<'l> {
    /// Its table, or one that listened, where a store wants to read one.
    pub table: &'l Table,
    /// The nodes with an open window that a table entry ended: key and ply.
    pub cut: &'l [(u64, usize)],
}

/// A search was asked for that is deeper than its store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("depth {depth} is beyond the capacity of the store, {capacity} plies")]
pub struct TooDeep {
    /// The depth asked for, in plies.
    pub depth: usize,
    /// The deepest search that the store can follow.
    pub capacity: usize,
}
