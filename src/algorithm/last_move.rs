//! Alpha-beta with a null window for the last move of the root, which shows whether that move is the best.
//!
//! *Source.* Fishburn, *An Optimization of Alpha-Beta Search*, SIGART Bulletin 72, 1980: "when you're on the
//! last child of the root, go all the way by bringing beta down to alpha+1".
//!
//! ```text
//! last_move(p, alpha, beta, d):                the root
//!     if p is over or d = 0: return evaluate(p)
//!     for each move m:
//!         if m is the last of several:
//!             score = -alpha_beta(p after m, -alpha - 1, -alpha, d - 1)
//!             if alpha < score < beta: return score, the best move is m, its value at least that
//!         else: score = -alpha_beta(p after m, -beta, -alpha, d - 1)
//!         if score >= beta: return beta
//!         if score > alpha: alpha = score, the line is m and the child's line
//!     return alpha
//! ```
//!
//! *Departures.* 1. An only move is searched as the first move and not as the last: its null window would
//! begin at minus infinity and give no information.
//!
//! *Guarantee.* The best move. Score and leftmost optimal line, in every store that copies lines, unless the
//! last move is the best: then a lower bound and no line (proven: `proof/Contract.v`). The single array fails as in
//! alpha-beta.

use crate::algorithm::{LaterMoves, Profile, alpha_beta_hard};
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile =
    Profile { later_moves: LaterMoves::Open, may_end_with_bound: true, ..Profile::PVS };

/// Fishburn's null window on the last root move (1980), over fail-hard alpha-beta.
pub fn last_move<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    while let Some(child) = s.next(node) {
        let score;
        if child.index > 0 && node.is_last(child) {
            score = -s.search(alpha_beta_hard, node, child, -alpha - 1, -alpha);
            if alpha < score && score < beta {
                s.best_by_bound(node, child);
                return score;
            }
        } else {
            score = -s.search(alpha_beta_hard, node, child, -beta, -alpha);
        }
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
