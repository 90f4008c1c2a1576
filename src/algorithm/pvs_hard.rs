//! Principal variation search in one routine, fail-hard. The first move has the open window; later moves have a null
//! window, and are searched again with `(alpha, beta)` if they beat alpha.
//!
//! *Source.* Marsland & Campbell, *Parallel Search of Strongly Ordered Game Trees*, 1982; pseudo-code after
//! chessprogramming.org, *Principal Variation Search*, with the flag set outside the condition, as
//! recommended there.
//!
//! ```text
//! pvs(p, alpha, beta, d):
//!     if p is over or d = 0: return evaluate(p)
//!     search_pv = true
//!     for each move m:
//!         if search_pv: score = -pvs(p after m, -beta, -alpha, d - 1)
//!         else:
//!             score = -pvs(p after m, -alpha - 1, -alpha, d - 1)
//!             if score > alpha: score = -pvs(p after m, -beta, -alpha, d - 1)
//!         if score >= beta: return beta
//!         if score > alpha: alpha = score, the line is m and the child's line
//!         search_pv = false
//!     return alpha
//! ```
//!
//! *Departures.* None: the printed code has no guard `score < beta` either, so a null-window node searches a
//! refuting move twice with the same window.
//!
//! *Guarantee.* Score and leftmost optimal line, in every store that copies lines and in the single array
//! (proven: `proof/Contract.v`).

use crate::algorithm::{Profile, ReSearches};
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile = Profile { re_searches: ReSearches::AllWindows, ..Profile::PVS };

/// PVS in one routine, fail-hard (Marsland & Campbell 1982).
pub fn pvs_hard<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut search_pv = true;
    while let Some(child) = s.next(node) {
        let mut score;
        if search_pv {
            score = -s.search(pvs_hard, node, child, -beta, -alpha);
        } else {
            score = -s.search(pvs_hard, node, child, -alpha - 1, -alpha);
            if score > alpha {
                score = -s.search(pvs_hard, node, child, -beta, -alpha);
            }
        }
        if score >= beta {
            s.refute(node, child);
            return beta;
        }
        if score > alpha {
            alpha = score;
            s.raise(node, child);
        }
        search_pv = false;
    }
    alpha
}
