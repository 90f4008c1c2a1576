//! Alpha-beta, fail-hard, which never returns a score outside the window.
//!
//! *Source.* Knuth & Moore, *An Analysis of Alpha-Beta Pruning*, 1975 (their F2). The line is kept as in
//! Bruce Moreland, *Collecting the Principal Variation*, 2002.
//!
//! ```text
//! alpha_beta(p, alpha, beta, d):
//!     if p is over or d = 0: return evaluate(p)
//!     for each move m:
//!         score = -alpha_beta(p after m, -beta, -alpha, d - 1)
//!         if score >= beta: return beta
//!         if score > alpha: alpha = score, the line is m and the child's line
//!     return alpha
//! ```
//!
//! *Departures.* 1. A leaf returns its evaluation even outside the window. 2. A cutoff returns beta, as in
//! Moreland. F2 raises its bound before the test and returns that bound, which may be larger.
//!
//! *Guarantee.* Score and leftmost optimal line, in every store that copies lines. The score is a theorem
//! (Knuth & Moore 1975); the line is proven in `proof/Contract.v`. A move that ties with the best so far does not
//! raise alpha. The single array fails: later moves are searched with an open window, so a refuted line
//! overwrites a good one.

use crate::algorithm::{Profile, Windows};
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile =
    Profile { windows: Windows::Everywhere, is_within_alpha_beta: true, ..Profile::MINIMAX };

/// Alpha-beta, fail-hard (Knuth & Moore 1975, F2).
pub fn alpha_beta_hard<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    while let Some(child) = s.next(node) {
        let score = -s.search(alpha_beta_hard, node, child, -beta, -alpha);
        if score >= beta {
            s.refute(node, child);
            return beta;
        }
        if score > alpha {
            alpha = score;
            s.raise(node, child);
        }
    }
    alpha
}
