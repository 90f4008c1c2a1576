//! Alpha-beta, fail-hard: what it returns never leaves the window.
//!
//! *Source.* Knuth & Moore, *An Analysis of Alpha-Beta Pruning*, 1975 (their F2); with the line kept
//! as by Bruce Moreland, *Collecting the Principal Variation*, 2002.
//!
//! ```text
//! alpha_beta(p, alpha, beta, d):
//!     if p is over or d = 0: return evaluate(p)
//!     for each move m:
//!         score = -alpha_beta(p after m, -beta, -alpha, d - 1)
//!         if score >= beta: return beta
//!         if score > alpha: alpha = score, the line is m and the child's line
//!     return alpha
//! ```
//!
//! *Departures.* 1. Terminal positions and leaves are handled by [`Search::search`](crate::search::Search::search), and a leaf says its evaluation
//! even outside the window. 2. As Moreland has it, a cutoff returns beta; F2 raises its bound before
//! the test and returns what it has, which may be more.
//!
//! *Guarantee.* Score and leftmost optimal line, in every store that copies (the score by theorem, Knuth &
//! Moore 1975; the line exhaustively: a move that ties with the best so far does not raise alpha). The single array fails, as later moves are
//! searched with an open window.

use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

/// Alpha-beta, fail-hard (Knuth & Moore 1975, F2).
pub fn alpha_beta_hard<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    while let Some(child) = s.next(node) {
        let score = -s.search(alpha_beta_hard, node, child, -beta, -alpha);
        if score >= beta {
            s.refute(node, child);
            return beta;
        }
        if score > alpha {
            alpha = score;
            s.raise(node, child);
        }
    }
    alpha
}
