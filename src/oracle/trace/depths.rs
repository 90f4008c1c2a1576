//! The plies that may remain after a move: at its full depth, with an extension, and reduced.

use std::ops::RangeInclusive;

use super::{ChildClaim, Trace, TraceEdge, TraceVisit};
use crate::oracle::horizon::TreeRules;
use crate::oracle::{Extended, ExtraPlies, Reductions, Rules};
use crate::position::Position;

impl<P: Position> Trace<P> {
    /// The plies that may remain after a move that is searched to its full depth: more than one number if the move
    /// may be extended or not.
    pub(super) fn remaining_after(&self, visit: &TraceVisit, edge: TraceEdge) -> RangeInclusive<usize> {
        plies_after(&self.rules, (self.thread.depth, visit.ply), visit.searched, edge)
    }

    /// The depths that may remain after a move if it is reduced; `None` if it may not be reduced.
    fn reduced_after(
        &self,
        visit: &TraceVisit,
        edge: TraceEdge,
        full: &RangeInclusive<usize>,
    ) -> Option<RangeInclusive<usize>> {
        let (horizon, latest) = (self.rules.horizon, self.latest_index(visit, edge));
        let is_late =
            |late: &Reductions| horizon.depth(visit.searched) >= 2 && latest >= usize::from(late.after);
        let late = self.rules.lmr.filter(is_late)?;
        let [least, most] = [full.start(), full.end()].map(|&plies| late.plies.reduced(horizon.depth(plies)));
        Some(*least.start()..=*most.end())
    }

    /// The plies that may remain after a move: if it is searched to its full depth, and if it is
    /// reduced. A search that repeats a reduced one may have one ply less than the full depth. Where singular moves are
    /// declared, only a node that was searched within this visit has negative extensions.
    pub(super) fn depths_after(
        &self,
        visit: &TraceVisit,
        edge: TraceEdge,
    ) -> (RangeInclusive<usize>, Option<RangeInclusive<usize>>) {
        let (mut least, most) = self.remaining_after(visit, edge).into_inner();
        let is_tested = || self.thread.claims[visit.first as usize..].iter().any(|claim| claim.is_own);
        if self.rules.singular && !is_tested() {
            least = least.max(visit.searched - 1);
        }
        let reduced = self.reduced_after(visit, edge, &(least..=most));
        let is_about = |claim: &&ChildClaim| claim.is_about(edge);
        if self.rules.lmr_shallower
            && reduced.is_some()
            && self.claims_of(visit).iter().filter(is_about).nth(1).is_some()
        {
            least = least.saturating_sub(1).max(self.rules.horizon.plies);
        }
        (least..=most, reduced)
    }
}

/// The plies that may remain after `edge`, a move at `ply` of a search to `depth` with `remaining` plies to go.
pub(super) fn plies_after(
    rules: &Rules,
    (depth, ply): (usize, usize),
    remaining: usize,
    edge: TraceEdge,
) -> RangeInclusive<usize> {
    let Rules { extends, extension_plies: ExtraPlies { least, most }, horizon, .. } = *rules;
    let extended = rules.extended_moves();
    let may_extend = edge.forcing || extended == Extended::Any;
    if extends.is_none() || horizon.is_past(remaining) || !may_extend {
        return remaining - 1..=remaining - 1;
    }
    let spare = TreeRules::from_rules(rules).spare(depth, ply, remaining);
    let [least, most] = [least, most].map(isize::from);
    // A move is not extended, or by fewer plies, where the line would be too long.
    let may_omit = extended != Extended::Forcing || most > spare as isize;
    let least = if may_omit { least.min(0) } else { least };
    let most = if may_omit { most.min(spare as isize).max(0) } else { most };
    let after = |extra: isize| (remaining - 1).saturating_add_signed(extra).max(horizon.plies);
    after(least)..=after(most)
}
