//! Principal variation search that keeps the open window until a move has raised alpha.
//!
//! *Source.* Bruce Moreland's PVS (*Programming Topics*, 2002), as described by chessprogramming.org,
//! *Principal Variation Search*: the flag is set inside the condition.
//!
//! ```text
//! as pvs_hard, but
//!         if score > alpha: alpha = score, search_pv = false, the line is m and the child's line
//! ```
//!
//! *Departures.* None: the pseudo-code of that page has no guard `score < beta` before the re-search either.
//!
//! *Guarantee.* Score and leftmost optimal line, in every store that copies lines and in the single array
//! (proven: `proof/Contract.v`). Moves before the first raise are searched with the open window and may write the
//! array, but the move that raises alpha overwrites it, and a node whose value is inside its window has such
//! a move.

use crate::algorithm::Profile;
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile = Profile::PVS;

/// PVS whose flag is set inside the condition (Moreland).
pub fn pvs_hard_until_raise<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut search_pv = true;
    while let Some(child) = s.next(node) {
        let mut score;
        if search_pv {
            score = -s.search(pvs_hard_until_raise, node, child, -beta, -alpha);
        } else {
            score = -s.search(pvs_hard_until_raise, node, child, -alpha - 1, -alpha);
            if score > alpha {
                score = -s.search(pvs_hard_until_raise, node, child, -beta, -alpha);
            }
        }
        if score >= beta {
            s.refute(node, child);
            return beta;
        }
        if score > alpha {
            alpha = score;
            search_pv = false;
            s.raise(node, child);
        }
    }
    alpha
}
