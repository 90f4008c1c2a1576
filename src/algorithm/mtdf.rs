//! MTD(f), which searches the root with null windows, each from the bound that the previous search returned, until both
//! bounds meet.
//!
//! *Source.* Plaat, Schaeffer, Pijls & de Bruin, *Best-first fixed-depth minimax algorithms*, 1996.
//!
//! ```text
//! mtdf(root, f, d):
//!     g = f, lower = -inf, upper = inf
//!     while lower < upper:
//!         beta = g + 1 if g = lower, else g
//!         g = alpha_beta_with_memory(root, beta - 1, beta, d)
//!         if g < beta: upper = g, else lower = g
//!     return g
//! ```
//!
//! *Departures.* 1. Each null-window search is fail-soft alpha-beta over the moves of the root. 2. f is the
//! score of the previous iteration, or the static evaluation of the root.
//!
//! *Guarantee.* The score, with a table of equal drafts of any size (checked exhaustively). With deeper
//! drafts, two bounds from different trees may meet in a score that is the value of neither tree. No window
//! is open, so the search never records a line in a store: the line must be read from the table.

use crate::algorithm::{LaterMoves, Profile, ReSearches, Unconfirmed, Windows, alpha_beta_soft};
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

pub const PROFILE: Profile = Profile {
    windows: Windows::BelowRoot,
    later_moves: LaterMoves::NeverOpen,
    re_searches: ReSearches::Root,
    unconfirmed: Unconfirmed::LargerScore,
    joins_bounds: true,
    is_within_alpha_beta: false,
    ..Profile::PVS
};

/// MTD(f) (Plaat, Schaeffer, Pijls & de Bruin 1996).
pub fn mtdf<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    _alpha: Score,
    _beta: Score,
) -> Score {
    let (mut lower, mut upper) = (-Score::INFINITY, Score::INFINITY);
    let mut guess = s.guess(node);
    while lower < upper {
        let beta = if guess == lower { guess + 1 } else { guess };
        guess = s.research_node(alpha_beta_soft, node, beta - 1, beta);
        if guess < beta {
            upper = guess;
        } else {
            lower = guess;
        }
    }
    guess
}
