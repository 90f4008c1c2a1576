//! Principal variation search in two functions, for open windows and for zero windows, which have one bound only.
//!
//! *Source.* chessprogramming.org, *Principal Variation Search*, section PVS + ZWS.
//!
//! ```text
//! pv_search(p, alpha, beta, d): as pvs_hard, but null windows go to
//!     score = -zw_search(p after m, -alpha, d - 1)
//!
//! zw_search(p, beta, d):                      the window is (beta - 1, beta)
//!     if p is over or d = 0: return evaluate(p)
//!     for each move m:
//!         score = -zw_search(p after m, 1 - beta, d - 1)
//!         if score >= beta: return beta
//!     return beta - 1
//! ```
//!
//! *Departures.* 1. `zws` is given alpha too, which is always `beta - 1`.
//!
//! *Guarantee.* Score and leftmost optimal line, in every store that copies lines and in the single array
//! (proven: `proof/Contract.v`).

use crate::algorithm::Profile;
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile = Profile::PVS;

/// PVS in two functions, a PV search and a zero-window search.
pub fn pvs_zws<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut search_pv = true;
    while let Some(child) = s.next(node) {
        let mut score;
        if search_pv {
            score = -s.search(pvs_zws, node, child, -beta, -alpha);
        } else {
            score = -s.search(zws, node, child, -alpha - 1, -alpha);
            if score > alpha {
                score = -s.search(pvs_zws, node, child, -beta, -alpha);
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

/// Searches with a zero window, and returns `beta - 1` or `beta`.
pub(super) fn zws<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    _alpha: Score,
    beta: Score,
) -> Score {
    while let Some(child) = s.next(node) {
        let score = -s.search(zws, node, child, -beta, -beta + 1);
        if score >= beta {
            s.refute(node, child);
            return beta;
        }
    }
    beta - 1
}
