//! Principal variation search, fail-soft, whose re-search begins at the null-window score, with the window `(score,
//! beta)`. The larger of both scores counts.
//!
//! *Source.* Fabien Letouzey's "semi-PV" and Guido Schimmels' "crippled PV" (CCC; quoted by
//! chessprogramming.org, *Principal Variation Search*).
//!
//! ```text
//! as pvs_soft, but
//!             if alpha < score < beta:
//!                 score = max(score, -pvs(p after m, -beta, -score, d - 1))
//! ```
//!
//! *Departures.* None.
//!
//! *Guarantee.* The score only (proven: `proof/Contract.v`). If the true value equals the null-window score, the
//! re-search fails low and records no line. The row then shows a truncated line, or an earlier raise of the
//! child, which is wrong.

use crate::algorithm::{LaterMoves, Profile, Unconfirmed};
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile = Profile {
    later_moves: LaterMoves::NullThenFromScore,
    unconfirmed: Unconfirmed::LargerScore,
    joins_bounds: true,
    ..Profile::PVS
};

/// PVS, fail-soft, re-search from the null-window score (Letouzey; Schimmels).
pub fn pvs_soft_from_score<P: Position, S: PvStore, O: Observer<P>>(
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
            score = -s.search(pvs_soft_from_score, node, child, -beta, -alpha);
        } else {
            score = -s.search(pvs_soft_from_score, node, child, -alpha - 1, -alpha);
            if alpha < score && score < beta {
                score = score.max(-s.search(pvs_soft_from_score, node, child, -beta, -score));
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
