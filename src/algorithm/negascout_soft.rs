//! NegaScout as printed, but fail-soft, so that it returns the best score that it has found.
//!
//! *Source.* Reinefeld, *An Improvement to the Scout Graph-Search Algorithm*, ICCA Journal 6(4), 1983; with
//! Fishburn's fail-soft returns.
//!
//! ```text
//! as negascout_hard, but
//!     best = -inf, best = max(best, t) after each move, and best is returned
//! ```
//!
//! *Departures.* 1. The guard `alpha < t` prevents re-searches of moves that failed low, which fail-soft
//! scores would otherwise cause.
//!
//! *Guarantee.* The score only (proven: `proof/Contract.v`); the line breaks as in NegaScout as printed.

use crate::algorithm::{LaterMoves, Profile, Unconfirmed};
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile = Profile {
    later_moves: LaterMoves::NullThenFromScore,
    omits_re_search_above_leaves: true,
    unconfirmed: Unconfirmed::LargerScore,
    joins_bounds: true,
    ..Profile::PVS
};

/// NegaScout, fail-soft.
pub fn negascout_soft<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut best = -Score::INFINITY;
    let mut null_beta = beta;
    while let Some(child) = s.next(node) {
        let mut score = -s.search(negascout_soft, node, child, -null_beta, -alpha);
        if alpha < score && score < beta && child.index > 0 && node.depth() > 1 {
            score = score.max(-s.search(negascout_soft, node, child, -beta, -score));
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
        null_beta = alpha + 1;
    }
    best
}
