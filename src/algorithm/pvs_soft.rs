//! Principal variation search, fail-soft, with the guard `alpha < score < beta` before the re-search
//! `(alpha, beta)`.
//!
//! *Source.* Marsland & Campbell, *Parallel Search of Strongly Ordered Game Trees*, 1982; fail-soft as posted
//! by Vincent Diepeveen (chessprogramming.org, *Principal Variation Search*).
//!
//! ```text
//! pvs(p, alpha, beta, d):
//!     if p is over or d = 0: return evaluate(p)
//!     best = -inf, search_pv = true
//!     for each move m:
//!         if search_pv: score = -pvs(p after m, -beta, -alpha, d - 1)
//!         else:
//!             score = -pvs(p after m, -alpha - 1, -alpha, d - 1)
//!             if alpha < score < beta: score = -pvs(p after m, -beta, -alpha, d - 1)
//!         best = max(best, score)
//!         if score >= beta: return best
//!         if score > alpha: alpha = score, the line is m and the child's line
//!         search_pv = false
//!     return best
//! ```
//!
//! *Departures.* None.
//!
//! *Guarantee.* Score and leftmost optimal line, in every store that copies lines and in the single array
//! (proven: `proof/Contract.v`).

use crate::algorithm::Profile;
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile = Profile::PVS;

/// PVS, fail-soft, re-search `(alpha, beta)` (Marsland & Campbell 1982).
pub fn pvs_soft<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut best = -Score::INFINITY;
    let mut search_pv = true;
    while let Some(child) = s.next(node) {
        let mut score;
        if search_pv {
            score = -s.search(pvs_soft, node, child, -beta, -alpha);
        } else {
            score = -s.search(pvs_soft, node, child, -alpha - 1, -alpha);
            if alpha < score && score < beta {
                score = -s.search(pvs_soft, node, child, -beta, -alpha);
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
        search_pv = false;
    }
    best
}
