//! NegaScout as printed, where one call serves both kinds of window. The re-search begins at the score, is omitted just
//! above the leaves, and the larger score counts.
//!
//! *Source.* Reinefeld, *An Improvement to the Scout Graph-Search Algorithm*, ICCA Journal 6(4), 1983; in the
//! corrected form of 1989.
//!
//! ```text
//! negascout(p, alpha, beta, d):
//!     if p is over or d = 0: return evaluate(p)
//!     a = alpha, b = beta
//!     for each move m:
//!         t = -negascout(p after m, -b, -a, d - 1)
//!         if a < t < beta and m is not the first and d > 1:
//!             t = max(t, -negascout(p after m, -beta, -t, d - 1))
//!         if t > a: a = t, the line is m and the child's line
//!         if a >= beta: return a
//!         b = a + 1
//!     return a
//! ```
//!
//! *Departures.* 1. The cutoff test comes before the line is recorded.
//!
//! *Guarantee.* The score only (proven: `proof/Contract.v`). A re-search that begins at the true value fails low
//! and has no line; in the stable regime the row then shows an earlier raise of the child. Here a null-window
//! search returns `alpha + 1`. Where scores differ by more than nested null windows add up to, `alpha + 1` is
//! not the value of any position, and the line is right.

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

/// NegaScout as printed (Reinefeld 1983, 1989).
pub fn negascout_hard<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut null_beta = beta;
    while let Some(child) = s.next(node) {
        let mut score = -s.search(negascout_hard, node, child, -null_beta, -alpha);
        if alpha < score && score < beta && child.index > 0 && node.depth() > 1 {
            score = score.max(-s.search(negascout_hard, node, child, -beta, -score));
        }
        if score >= beta {
            s.refute(node, child);
            return score;
        }
        if score > alpha {
            alpha = score;
            s.raise(node, child);
        }
        null_beta = alpha + 1;
    }
    alpha
}
