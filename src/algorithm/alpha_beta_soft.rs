//! Alpha-beta, fail-soft, which returns the best bound that it has found if the value is outside the window.
//!
//! *Source.* Fishburn, *Analysis of Speedup in Distributed Algorithms*, 1981 (fail-soft alpha-beta).
//!
//! ```text
//! alpha_beta(p, alpha, beta, d):
//!     if p is over or d = 0: return evaluate(p)
//!     best = -inf
//!     for each move m:
//!         score = -alpha_beta(p after m, -beta, -alpha, d - 1)
//!         best = max(best, score)
//!         if score >= beta: return best
//!         if score > alpha: alpha = score, the line is m and the child's line
//!     return best
//! ```
//!
//! *Departures.* None.
//!
//! *Guarantee.* The same as fail-hard alpha-beta; both evaluate exactly the same leaves. The score is a
//! theorem (Nipkow, `Alpha_Beta_Pruning`, Archive of Formal Proofs, 2024); the line is proven in `proof/Contract.v`.

use crate::algorithm::Profile;
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile = Profile::ALPHA_BETA;

/// Alpha-beta, fail-soft (Fishburn 1981).
pub fn alpha_beta_soft<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut best = -Score::INFINITY;
    while let Some(child) = s.next(node) {
        let score = -s.search(alpha_beta_soft, node, child, -beta, -alpha);
        best = best.max(score);
        if score >= beta {
            s.refute(node, child);
            return best;
        }
        if score > alpha {
            alpha = score;
            s.raise(node, child);
        }
    }
    best
}
