//! Principal variation search, fail-soft, whose re-search begins one below the null-window score, with the window
//! `(score - 1, beta)`. The larger of both scores counts.
//!
//! *Source.* The repair of Fabien Letouzey's "semi-PV" (CCC; chessprogramming.org, *Principal Variation
//! Search*).
//!
//! ```text
//! as pvs_soft_from_score, but
//!             if alpha < score < beta:
//!                 score = max(score, -pvs(p after m, -beta, -(score - 1), d - 1))
//! ```
//!
//! *Departures.* None.
//!
//! *Guarantee.* Score and leftmost optimal line, in every store that copies lines and in the single array
//! (proven: `proof/Contract.v`): a true value that equals the null-window score is inside the window of the
//! re-search.

use crate::algorithm::{Profile, Unconfirmed};
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile =
    Profile { unconfirmed: Unconfirmed::LargerScore, joins_bounds: true, ..Profile::PVS };

/// PVS, fail-soft, re-search from one below the null-window score.
pub fn pvs_soft_from_below<P: Position, S: PvStore, O: Observer<P>>(
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
            score = -s.search(pvs_soft_from_below, node, child, -beta, -alpha);
        } else {
            score = -s.search(pvs_soft_from_below, node, child, -alpha - 1, -alpha);
            if alpha < score && score < beta {
                score = score.max(-s.search(pvs_soft_from_below, node, child, -beta, -(score - 1)));
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
