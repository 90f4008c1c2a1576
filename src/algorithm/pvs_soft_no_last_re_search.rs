//! Principal variation search, fail-soft, that accepts the null-window score in the last two plies. A child that fails
//! low there has evaluated all its leaves, and returns its value.
//!
//! *Source.* Reinefeld, *Spielbaum-Suchverfahren*, 1989; Guido Schimmels, CCC, June 1998
//! (chessprogramming.org, *Principal Variation Search*): "omit the re-search at the last two plies - but that
//! won't work in a real program because of search extensions".
//!
//! ```text
//! pvs(p, alpha, beta, d):
//!     if p is over or d = 0: return evaluate(p)
//!     best = -inf, search_pv = true
//!     for each move m:
//!         if search_pv: score = -pvs(p after m, -beta, -alpha, d - 1)
//!         else:
//!             score = -pvs(p after m, -alpha - 1, -alpha, d - 1)
//!             if alpha < score < beta and d > 2:
//!                 score = -pvs(p after m, -beta, -alpha, d - 1)
//!         best = max(best, score)
//!         if score >= beta: return best
//!         if score > alpha: alpha = score, the line is m and the child's line
//!         search_pv = false
//!     return best
//! ```
//!
//! *Departures.* None.
//!
//! *Guarantee.* The score (proven: `proof/Contract.v`). In every store that copies lines, the line stops one ply
//! early, because the child has raised nothing in its null window; the single array shows the tail of an
//! older line.

use crate::algorithm::{LaterMoves, Profile, Unconfirmed};
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile = Profile {
    later_moves: LaterMoves::NullOnly,
    omits_re_search_above_leaves: true,
    unconfirmed: Unconfirmed::Accepted,
    joins_bounds: true,
    ..Profile::PVS
};

/// PVS, fail-soft, no re-search in the last two plies.
pub fn pvs_soft_no_last_re_search<P: Position, S: PvStore, O: Observer<P>>(
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
            score = -s.search(pvs_soft_no_last_re_search, node, child, -beta, -alpha);
        } else {
            score = -s.search(pvs_soft_no_last_re_search, node, child, -alpha - 1, -alpha);
            if alpha < score && score < beta && node.depth() > 2 {
                score = -s.search(pvs_soft_no_last_re_search, node, child, -beta, -alpha);
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
