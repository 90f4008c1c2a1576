//! Calphabeta, which is Palphabeta with a window and uses itself for the second search. Today this is called principal
//! variation search.
//!
//! *Source.* Fishburn, *Analysis of Speedup in Distributed Algorithms*, 1981, page 167.
//!
//! ```text
//! calphabeta(p, alpha, beta, d):
//!     if p is over or d = 0: return evaluate(p)
//!     best = -inf
//!     for each move m:
//!         if m is the first: score = -calphabeta(p after m, -beta, -alpha, d - 1)
//!         else:
//!             score = -alpha_beta_soft(p after m, -alpha - 1, -alpha, d - 1)
//!             if alpha < score < beta: score = -calphabeta(p after m, -beta, -alpha, d - 1)
//!         best = max(best, score)
//!         if score >= beta: return best
//!         if score > alpha: alpha = score, the line is m and the child's line
//!     return best
//! ```
//!
//! *Departures.* 1. The source was read second-hand; the guard before the re-search is that of `pvs-soft`.
//!
//! *Guarantee.* Score and leftmost optimal line, in every store that copies lines and in the single array
//! (proven: `proof/Contract.v`).

use crate::algorithm::{Profile, alpha_beta_soft};
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile = Profile::PVS;

/// Calphabeta (Fishburn 1981).
pub fn calphabeta<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut best = -Score::INFINITY;
    while let Some(child) = s.next(node) {
        let mut score;
        if child.index == 0 {
            score = -s.search(calphabeta, node, child, -beta, -alpha);
        } else {
            score = -s.search(alpha_beta_soft, node, child, -alpha - 1, -alpha);
            if alpha < score && score < beta {
                score = -s.search(calphabeta, node, child, -beta, -alpha);
            }
        }
        best = best.max(score);
        if score >= beta {
            s.refute(node, child);
            return best;
        }
        if score > alpha {
            alpha = score;
            s.raise(node, child);
        }
    }
    best
}
