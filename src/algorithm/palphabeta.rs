//! Palphabeta, which searches the first variation without a window. Its siblings are searched by fail-soft alpha-beta
//! with a null window, and again by plain alpha-beta if they are better.
//!
//! *Source.* Finkel & Fishburn, *Parallel Alpha-Beta Search on Arachne*, 1980.
//!
//! ```text
//! palphabeta(p, d):
//!     if p is over or d = 0: return evaluate(p)
//!     best = -palphabeta(p after the first move, d - 1)
//!     for each later move m:
//!         score = -alpha_beta_soft(p after m, -best - 1, -best, d - 1)
//!         if score > best: best = -alpha_beta_hard(p after m, -inf, -best, d - 1)
//!     return best
//! ```
//!
//! *Departures.* 1. Every search is given a window; this one is given the full window. 2. The source was read
//! second-hand, in a text that does not state where the window of the second search begins. Here it begins at
//! best, so that the score is inside the window.
//!
//! *Guarantee.* Score and leftmost optimal line, in every store that copies lines (proven: `proof/Contract.v`). The
//! single array fails: the second search is plain alpha-beta, whose later moves have an open window.

use crate::algorithm::{LaterMoves, Profile, Unconfirmed, Windows, alpha_beta_hard, alpha_beta_soft};
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile = Profile {
    windows: Windows::BelowRoot,
    later_moves: LaterMoves::Open,
    unconfirmed: Unconfirmed::Accepted,
    ..Profile::PVS
};

/// Palphabeta (Finkel & Fishburn 1980).
pub fn palphabeta<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    _alpha: Score,
    _beta: Score,
) -> Score {
    let mut best = -Score::INFINITY;
    while let Some(child) = s.next(node) {
        if child.index == 0 {
            best = -s.search(palphabeta, node, child, -Score::INFINITY, Score::INFINITY);
        } else {
            let score = -s.search(alpha_beta_soft, node, child, -best - 1, -best);
            if score <= best {
                continue;
            }
            best = -s.search(alpha_beta_hard, node, child, -Score::INFINITY, -best);
        }
        s.raise(node, child);
    }
    best
}
