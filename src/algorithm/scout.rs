//! Scout, where EVAL finds the value of the first move, and evaluates a later move only if TEST finds that it is better.
//!
//! *Source.* Pearl, *Scout: A Simple Game-Searching Algorithm with Proven Optimal Properties*, 1980.
//!
//! ```text
//! eval(p, d):
//!     if p is over or d = 0: return evaluate(p)
//!     best = -eval(p after the first move, d - 1)
//!     for each later move m:
//!         if test(p after m, better than best): best = -eval(p after m, d - 1)
//!     return best
//!
//! test(p, v, d): is the value of p at least v?
//!     if p is over or d = 0: return evaluate(p) >= v
//!     for each move m: if the value of p after m is at most -v, by test: return true
//!     return false
//! ```
//!
//! *Departures.* 1. TEST is a search with the null window `(v - 1, v)`: it returns v for yes and v - 1 for
//! no. 2. EVAL has no window: it is given the full one.
//!
//! *Guarantee.* Score and leftmost optimal line, in every store that copies lines and in the single array
//! (proven: `proof/Contract.v`): EVAL searches only those later moves with an open window that TEST has found to be
//! better.

use crate::algorithm::{Profile, Unconfirmed, Windows};
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile = Profile {
    windows: Windows::Tests,
    unconfirmed: Unconfirmed::Accepted,
    joins_bounds: true,
    // From depth 4 on it evaluates more leaves: EVAL forgets the bounds that a second evaluation could use.
    is_within_alpha_beta: false,
    ..Profile::PVS
};

/// Scout's EVAL (Pearl 1980).
pub fn scout<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    _alpha: Score,
    _beta: Score,
) -> Score {
    let mut best = -Score::INFINITY;
    while let Some(child) = s.next(node) {
        if child.index > 0 && -s.search(test, node, child, -best - 1, -best) <= best {
            continue;
        }
        best = -s.search(scout, node, child, -Score::INFINITY, Score::INFINITY);
        s.raise(node, child);
    }
    best
}

/// Runs Scout's TEST, which returns `beta` if the value is at least `beta`, else `beta - 1`.
pub(super) fn test<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    _alpha: Score,
    beta: Score,
) -> Score {
    while let Some(child) = s.next(node) {
        if -s.search(test, node, child, -beta, -beta + 1) >= beta {
            s.refute(node, child);
            return beta;
        }
    }
    beta - 1
}
