//! Principal variation search, fail-hard, without null windows in the last two plies, where they gain little.
//!
//! *Source.* chessprogramming.org, *Principal Variation Search*: "since there is not much to be gained in the
//! last two plies of the normal search, one might disable PVS there".
//!
//! ```text
//! pvs(p, alpha, beta, d):
//!     if p is over or d = 0: return evaluate(p)
//!     search_pv = true
//!     for each move m:
//!         if search_pv or d <= 2: score = -pvs(p after m, -beta, -alpha, d - 1)
//!         else:
//!             score = -pvs(p after m, -alpha - 1, -alpha, d - 1)
//!             if score > alpha: score = -pvs(p after m, -beta, -alpha, d - 1)
//!         if score >= beta: return beta
//!         if score > alpha: alpha = score, the line is m and the child's line
//!         search_pv = false
//!     return alpha
//! ```
//!
//! *Departures.* None.
//!
//! *Guarantee.* Score and leftmost optimal line, in every store that copies lines (proven: `proof/Contract.v`). The
//! single array fails: the last two plies are plain alpha-beta, whose later moves are searched with an open
//! window, so a refuted line overwrites the tail of a good one.

use crate::algorithm::{LaterMoves, Profile, ReSearches};
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile = Profile {
    // In the last two plies of the line.
    later_moves: LaterMoves::Open,
    re_searches: ReSearches::AllWindows,
    ..Profile::PVS
};

/// PVS, fail-hard, no null windows in the last two plies.
pub fn pvs_hard_not_last_two<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut search_pv = true;
    while let Some(child) = s.next(node) {
        let mut score;
        if search_pv || node.depth() <= 2 {
            score = -s.search(pvs_hard_not_last_two, node, child, -beta, -alpha);
        } else {
            score = -s.search(pvs_hard_not_last_two, node, child, -alpha - 1, -alpha);
            if score > alpha {
                score = -s.search(pvs_hard_not_last_two, node, child, -beta, -alpha);
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
