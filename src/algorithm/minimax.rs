//! Negamax, which computes the value of every position without a window.
//!
//! *Source.* von Neumann, 1928 (minimax); in the one-sided form of Knuth & Moore, *An Analysis of Alpha-Beta
//! Pruning*, 1975 (their F).
//!
//! ```text
//! minimax(p, d):
//!     if p is over or d = 0: return evaluate(p)
//!     best = -inf
//!     for each move m: best = max(best, -minimax(p after m, d - 1))
//!     return best
//! ```
//!
//! *Departures.* 1. Every search is given a window; this one ignores it.
//!
//! *Guarantee.* Score and leftmost optimal line, in every store that copies lines (proven: `proof/Contract.v`). The
//! single array fails: every move is searched with an open window, so a refuted line overwrites a good one.

use crate::algorithm::{LaterMoves, Profile, ReSearches, Unconfirmed, Windows};
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile = Profile {
    windows: Windows::None,
    later_moves: LaterMoves::Open,
    re_searches: ReSearches::Nowhere,
    omits_re_search_above_leaves: false,
    unconfirmed: Unconfirmed::Rejected,
    joins_bounds: false,
    is_within_alpha_beta: false,
    may_end_with_bound: false,
    returns_wrong_scores: false,
};

/// Negamax without a window (Knuth & Moore 1975, F).
pub fn minimax<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    _alpha: Score,
    _beta: Score,
) -> Score {
    let mut best = -Score::INFINITY;
    while let Some(child) = s.next(node) {
        let score = -s.search(minimax, node, child, -Score::INFINITY, Score::INFINITY);
        if score > best {
            best = score;
            s.raise(node, child);
        }
    }
    best
}
