//! Principal variation search, fail-hard, that accepts the null-window score in the last two plies, which is a known mistake.
//!
//! *Source.* Guido Schimmels, CCC, June 1998 (chessprogramming.org, *Principal Variation Search*), on a
//! refinement of Reinefeld's: "omit the re-search at the last two plies".
//!
//! ```text
//! pvs(p, alpha, beta, d):
//!     if p is over or d = 0: return evaluate(p)
//!     search_pv = true
//!     for each move m:
//!         if search_pv: score = -pvs(p after m, -beta, -alpha, d - 1)
//!         else:
//!             score = -pvs(p after m, -alpha - 1, -alpha, d - 1)
//!             if score > alpha and d > 2: score = -pvs(p after m, -beta, -alpha, d - 1)
//!         if score >= beta: return beta
//!         if score > alpha: alpha = score, the line is m and the child's line
//!         search_pv = false
//!     return alpha
//! ```
//!
//! *Departures.* 1. A leaf returns its evaluation even outside the window, so the re-search could be omitted
//! just above the leaves only (with the condition d > 1).
//!
//! *Guarantee.* None on the score: at depth 2 the child fails low and, fail-hard, returns the edge of its
//! null window instead of its value. The refinement needs a fail-soft search (checked exhaustively).

use crate::algorithm::{LaterMoves, Profile, ReSearches, Unconfirmed};
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile = Profile {
    later_moves: LaterMoves::NullOnly,
    re_searches: ReSearches::AllWindows,
    omits_re_search_above_leaves: true,
    unconfirmed: Unconfirmed::Accepted,
    joins_bounds: true,
    // Wrong scores make wrong windows.
    is_within_alpha_beta: false,
    returns_wrong_scores: true,
    ..Profile::PVS
};

/// PVS, fail-hard, no re-search in the last two plies.
pub fn pvs_hard_no_last_re_search<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut search_pv = true;
    while let Some(child) = s.next(node) {
        let mut score;
        if search_pv {
            score = -s.search(pvs_hard_no_last_re_search, node, child, -beta, -alpha);
        } else {
            score = -s.search(pvs_hard_no_last_re_search, node, child, -alpha - 1, -alpha);
            if score > alpha && node.depth() > 2 {
                score = -s.search(pvs_hard_no_last_re_search, node, child, -beta, -alpha);
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
