//! NegaScout as printed: one call for both windows, a re-search that begins at the score and is
//! omitted just above the leaves, and the larger score counts.
//!
//! *Source.* Reinefeld, *An Improvement to the Scout Graph-Search Algorithm*, ICCA Journal 6(4),
//! 1983; in the corrected form of 1989.
//!
//! ```text
//! negascout(p, alpha, beta, d):
//!     if p is over or d = 0: return evaluate(p)
//!     a = alpha, b = beta
//!     for each move m:
//!         t = -negascout(p after m, -b, -a, d - 1)
//!         if a < t < beta and m is not the first and d > 1:
//!             t = max(t, -negascout(p after m, -beta, -t, d - 1))
//!         if t > a: a = t, the line is m and the child's line
//!         if a >= beta: return a
//!         b = a + 1
//!     return a
//! ```
//!
//! *Departures.* 1. Terminal positions and leaves are handled by [`Search::search`](crate::search::Search::search). 2. The cutoff test stands
//! before the line is recorded.
//!
//! *Guarantee.* The score only (exhaustive). A re-search that begins at the true value fails low and
//! has no line; a row then shows an earlier raise of the child, in the stable case. The null window
//! says `alpha + 1` here: where scores lie further apart than nested null windows add up to, that is
//! no value, and the line is right.

use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

/// NegaScout as printed (Reinefeld 1983, 1989).
pub fn negascout_hard<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut null_beta = beta;
    while let Some(child) = s.next(node) {
        let mut score = -s.search(negascout_hard, node, child, -null_beta, -alpha);
        if alpha < score && score < beta && child.index > 0 && node.depth() > 1 {
            score = score.max(-s.search(negascout_hard, node, child, -beta, -score));
        }
        if score >= beta {
            s.refute(node, child);
            return score;
        }
        if score > alpha {
            alpha = score;
            s.raise(node, child);
        }
        null_beta = alpha + 1;
    }
    alpha
}
