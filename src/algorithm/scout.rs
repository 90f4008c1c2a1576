//! Scout: EVAL finds the value of the first move, and each later move is evaluated only if TEST
//! says that it is better.
//!
//! *Source.* Pearl, *Scout: A Simple Game-Searching Algorithm with Proven Optimal Properties*,
//! 1980.
//!
//! ```text
//! eval(p, d):
//!     if p is over or d = 0: return evaluate(p)
//!     best = -eval(p after the first move, d - 1)
//!     for each later move m:
//!         if test(p after m, better than best): best = -eval(p after m, d - 1)
//!     return best
//!
//! test(p, v, d): is the value of p at least v?
//!     if p is over or d = 0: return evaluate(p) >= v
//!     for each move m: if the value of p after m is at most -v, by test: return true
//!     return false
//! ```
//!
//! *Departures.* 1. Terminal positions and leaves are handled by [`Search::search`](crate::search::Search::search). 2. TEST is a search of the
//! null window `(v - 1, v)` that says yes by v and no by v - 1. 3. EVAL has no window: it is handed
//! the full one.
//!
//! *Guarantee.* Score and leftmost optimal line, in every store that copies and in the single array
//! (exhaustive): only a move that TEST has found to be better is ever evaluated with an open
//! window.

use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

/// Scout's EVAL (Pearl 1980).
pub fn scout<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    _alpha: Score,
    _beta: Score,
) -> Score {
    let mut best = -Score::INFINITY;
    while let Some(child) = s.next(node) {
        if child.index > 0 && -s.search(test, node, child, -best - 1, -best) <= best {
            continue;
        }
        best = -s.search(scout, node, child, -Score::INFINITY, Score::INFINITY);
        s.raise(node, child);
    }
    best
}

/// Scout's TEST: `beta` when the value is at least that, else `beta - 1`.
pub(super) fn test<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    _alpha: Score,
    beta: Score,
) -> Score {
    while let Some(child) = s.next(node) {
        if -s.search(test, node, child, -beta, -beta + 1) >= beta {
            s.refute(node, child);
            return beta;
        }
    }
    beta - 1
}
