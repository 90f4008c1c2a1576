//! Belle's root search, where a move that fails high becomes the best so far, whatever its value. The move is searched
//! again only when a second move fails high.
//!
//! *Source.* John Philip Fishburn, note of September 2010 on Ken Thompson's Belle (chessprogramming.org,
//! *Principal Variation Search*): "PVS in Belle did not do a second search at the root until a second fail
//! high occurred".
//!
//! ```text
//! belle_root(p, alpha, beta, d):               the root
//!     if p is over or d = 0: return evaluate(p)
//!     pending = none, best = -inf
//!     for each move m:
//!         if m is the first: score = -pvs(p after m, -beta, -alpha, d - 1)
//!         else:              score = -pvs(p after m, -alpha - 1, -alpha, d - 1)
//!         if alpha < score < beta and a move is pending:
//!             best = alpha = -pvs(p after pending, -beta, -alpha when it failed high, d - 1)
//!             if alpha >= beta: return best
//!             the line is pending and its child's line, pending = none
//!             if score <= alpha: score = -pvs(p after m, -alpha - 1, -alpha, d - 1)
//!         best = max(best, score)
//!         if score >= beta: return best
//!         if score > alpha:
//!             if m is the first: alpha = score, the line is m and the child's line
//!             else: pending = m, which failed high over alpha; alpha = score
//!     return best, a lower bound while a move is pending
//! ```
//!
//! *Departures.* 1. The source does not describe what Belle did at the second fail-high. Here the first of
//! the two moves is searched again with the window in which it failed high. The second move is then tested
//! against that value, unless its score already exceeds it.
//!
//! *Guarantee.* The best move. Score and leftmost optimal line, in every store that copies lines and in the
//! single array, unless a move is still pending at the end: then a lower bound and no line (checked
//! exhaustively). Later moves are tested against the pending bound, which may be lower than the bound that
//! alpha-beta would have by then, so leaves may be evaluated that alpha-beta prunes.

use crate::algorithm::{Profile, pvs_soft};
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Child, Node, Observer, Search};

pub const PROFILE: Profile = Profile {
    // Later moves are tested against a bound that a full search would have raised.
    is_within_alpha_beta: false,
    may_end_with_bound: true,
    ..Profile::PVS
};

/// Belle's root (Thompson, as described by Fishburn 2010), over fail-soft PVS.
pub fn belle_root<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut pending: Option<(Child, Score)> = None;
    let mut best = -Score::INFINITY;
    while let Some(child) = s.next(node) {
        let mut score;
        if child.index == 0 {
            score = -s.search(pvs_soft, node, child, -beta, -alpha);
        } else {
            score = -s.search(pvs_soft, node, child, -alpha - 1, -alpha);
        }
        if let Some((first, below)) = pending.filter(|_| alpha < score && score < beta) {
            alpha = -s.search(pvs_soft, node, first, -beta, -below);
            best = alpha;
            if alpha >= beta {
                s.refute(node, first);
                return best;
            }
            s.raise(node, first);
            pending = None;
            if score <= alpha {
                score = -s.search(pvs_soft, node, child, -alpha - 1, -alpha);
            }
        }
        best = best.max(score);
        if score >= beta {
            s.refute(node, child);
            return best;
        }
        if score > alpha {
            if child.index == 0 {
                s.raise(node, child);
            } else {
                pending = Some((child, alpha));
                s.best_by_bound(node, child);
            }
            alpha = score;
        }
    }
    best
}
