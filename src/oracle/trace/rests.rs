//! What the scores of nodes rest on.

use super::derive::Derived;
use super::{Trace, TraceVisit};
use crate::position::{Move, Position};
use crate::told::Why;

named_enum! {
    /// What the score of a node rests on.
    Rest {
        /// All moves, searched to the full depth where they decide.
        Moves "moves",
        /// Moves of which some were searched less deep only.
        Reduced "reduced moves",
        /// Moves of which some were left out.
        LeftOut "moves left out",
        /// The end of the game, or of the depth.
        Leaf "leaves",
        /// An entry of the table.
        Table "table",
        /// The evaluation alone: static null move, razoring.
        Static "evaluation",
        /// A pass, tests, or a search of the same position.
        Cutoff "other cutoffs",
        /// A draw on the path.
        Draw "draws",
    }
}

/// The numbers of nodes by what their scores rest on, in the order of [`Rest::ALL`].
pub type Rests = [u64; Rest::ALL.len()];

impl<P: Position> Trace<P> {
    /// What the nodes so far rest on, if the rules declare that the search tells them.
    pub fn rests(&self) -> Rests {
        self.rests
    }

    pub(super) fn note_rest(&mut self, visit: &TraceVisit, derived: Derived) {
        let is_reduced = || {
            visit.searched < visit.remaining
                || self.claims_of(visit).iter().any(|claim| claim.mv != Some(Move::NULL) && !claim.is_full())
        };
        let rest = match visit.why {
            _ if derived.is_draw => Rest::Draw,
            _ if derived.is_ground => Rest::Leaf,
            Why::Table(_) => Rest::Table,
            Why::Static(_) => Rest::Static,
            Why::Pass | Why::Cut(_) | Why::SameNode | Why::ChildEntry(..) => Rest::Cutoff,
            _ if visit.without.is_some() || !self.skipped_of(visit).is_empty() => Rest::LeftOut,
            Why::Moves | Why::Draw if is_reduced() => Rest::Reduced,
            Why::Moves | Why::Draw => Rest::Moves,
        };
        self.rests[rest as usize] += 1;
    }
}
