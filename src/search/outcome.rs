//! The result of a search.

use crate::position::Move;
use crate::score::{Bound, Score, Window};
use crate::table::Table;

/// The result of a search, with a score, its bound, and a line *or the statement that there is none*.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'l> {
    /// The score, from the side to move at the root.
    pub score: Score,
    /// Whether the score is exact or a bound of the value. An exact score is inside the root window. A bound is
    /// outside, unless the algorithm knows its best move by a bound only.
    pub bound: Bound,
    /// The root window of the search that returned the score.
    pub window: Window,
    /// The move that attains the score, or proves the lower bound; `None` if no move of the root was
    /// searched, and after a fail-low.
    pub best_move: Option<Move>,
    /// Whether the search reports best moves. If not, a missing best move is no fault.
    pub reports_best_move: bool,
    /// The principal variation, first move first; `None` without a line.
    pub line: Option<&'l [Move]>,
    /// The depth of the iteration that returned the score, less than requested if the search was stopped.
    pub depth: usize,
    /// Whether the iteration that returned the score was stopped. The score is then a lower bound, and the line that of
    /// the best move so far.
    pub unfinished: bool,
    /// The rank of the line among several, from 0.
    pub rank: usize,
    /// The first moves of the better lines, without which the root has the score.
    pub excluded_moves: &'l [Move],
    /// The data that explain why the line is truncated; `None` without such data.
    pub traces: Option<Traces<'l>>,
}

impl Outcome<'_> {
    /// The outcome of a completed search to `depth` with the full window, without best move and line.
    pub const fn new(depth: usize, score: Score, bound: Bound) -> Self {
        Self {
            score,
            bound,
            window: Window::FULL,
            best_move: None,
            reports_best_move: true,
            line: None,
            depth,
            unfinished: false,
            rank: 0,
            excluded_moves: &[],
            traces: None,
        }
    }
}

/// The data of a finished search, besides its line, that explain why a line is truncated.
#[derive(Clone, Copy, Debug)]
pub struct Traces<'l> {
    /// The table of the search, or its shadow table, if a store reads one.
    pub table: &'l Table,
    /// The nodes with an open window that a table entry cut off, each with its key and ply.
    pub cut: &'l [(u64, usize)],
}

/// The error of a search whose lines may get longer than its store can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("depth {depth} is beyond the capacity of the store, {capacity} plies")]
pub struct TooDeep {
    /// The maximum PV length of the search, in plies.
    pub depth: usize,
    /// The capacity of the store, in plies.
    pub capacity: usize,
}
