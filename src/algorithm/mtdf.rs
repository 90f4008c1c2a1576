//! MTD(f): null windows at the root and nowhere anything else, each from the bound that the last one
//! returned, until the bounds meet.
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
//! *Departures.* 1. Terminal positions, leaves and the table are handled by [`Search::search`](crate::search::Search::search).
//! 2. Each pass is fail-soft alpha-beta over the moves of the root. 3. f is what the iteration
//! before has found, or the root's static evaluation.
//!
//! *Guarantee.* The score (exhaustive), where a table of equal drafts is large enough or not; with
//! deeper drafts two bounds of different trees may meet in a value that neither has. No window is
//! open, so no store that the search feeds ever hears of a line: it must be read from the table.

use crate::algorithm::alpha_beta_soft;
use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

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
