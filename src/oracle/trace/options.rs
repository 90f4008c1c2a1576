//! Whether a search of this crate gave only reasons that its options permit.
//!
//! A reason that is told honestly makes a result valid. Whether the search may have it at all is a question of its options: how
//! late a move must be to be skipped, by which margin an evaluation may cut off, by how many plies a node may be reduced.

use super::windows::may_be_null;
use super::{Skipped, Trace, TraceVisit};
use crate::oracle::Rules;
use crate::position::{Move, Position};
use crate::score::{Score, Window};
use crate::told::{SkipReason, Why};

impl<P: Position> Trace<P> {
    /// Why the options of the search do not permit what a visit with this window told; `None` if they do.
    pub(super) fn not_permitted(
        &self,
        visit: &TraceVisit,
        window: Window,
        score: Score,
    ) -> Option<&'static str> {
        let depth = self.rules.horizon.depth(visit.searched);
        let permits_reason = match visit.why {
            Why::Static(value) => self.permits_static(depth, value, window, score),
            Why::Pass => self.permits_pass(visit, depth, window),
            _ => true,
        };
        if !permits_reason {
            Some("the cutoff is one that its options do not permit")
        } else if !self.permits_reduction(visit) {
            Some("the node is searched less deep than its options permit")
        } else if !self.permits_skips(visit, depth, window) {
            Some("a move is left out that its options do not leave out")
        } else if !self.permits_depths(visit, depth) {
            Some("a move is searched to a depth that its options do not permit")
        } else {
            None
        }
    }

    fn permits_static(&self, depth: usize, value: Score, window: Window, score: Score) -> bool {
        let Rules { static_null, razoring, .. } = self.rules;
        let margin = |of: Option<crate::oracle::Margin>| of.and_then(|margin| margin.margin_at(depth));
        let permits = if score >= window.beta {
            margin(static_null).is_some_and(|margin| value.with_margin(-margin) == Some(score))
        } else {
            let most = margin(razoring).and_then(|margin| value.with_margin(margin));
            most.is_some_and(|most| most <= window.alpha)
        };
        permits && !window.is_open()
    }

    fn permits_pass(&self, visit: &TraceVisit, depth: usize, window: Window) -> bool {
        self.last_pass(visit).zip(self.rules.null).is_some_and(|(claim, plies)| {
            let after = self.rules.horizon.depth(claim.remaining);
            !window.is_open() && depth >= 2 && plies.reduced(depth - 1).contains(&after)
        })
    }

    fn permits_reduction(&self, visit: &TraceVisit) -> bool {
        visit.searched == visit.remaining
            || self.rules.reduced_nodes(visit.remaining).contains(&visit.searched)
    }

    fn permits_skips(&self, visit: &TraceVisit, depth: usize, window: Window) -> bool {
        let Rules { futility, move_count, .. } = self.rules;
        let futility = || futility.and_then(|margin| margin.margin_at(depth));
        let value = || self.graph.position(visit.node).evaluate();
        let is_permitted = |skipped: &Skipped| {
            let is_noisy =
                self.graph.edges(visit.node).iter().any(|edge| edge.mv == skipped.mv && edge.noisy);
            let fits = match skipped.reason {
                SkipReason::Late => move_count.is_some_and(|count| skipped.index >= usize::from(count)),
                SkipReason::Futile => futility()
                    .and_then(|margin| value().with_margin(margin))
                    .is_some_and(|most| most <= window.alpha),
                SkipReason::Other => false,
            };
            fits && !is_noisy && skipped.index > 0 && !window.is_open()
        };
        self.skipped_of(visit).iter().all(is_permitted)
    }

    fn permits_depths(&self, visit: &TraceVisit, depth: usize) -> bool {
        let Rules { lmr, extends, horizon, .. } = self.rules;
        self.claims_of(visit).iter().filter(|claim| claim.mv != Some(Move::NULL)).all(|claim| {
            let is_forcing =
                || self.graph.edges(visit.node).iter().any(|edge| claim.is_about(*edge) && edge.forcing);
            let is_usual = claim.full.saturating_add(1) == visit.searched;
            let is_extended = || extends.is_some() && claim.full == visit.searched && is_forcing();
            let is_reduced = || {
                let after = horizon.depth(claim.remaining);
                let reduced =
                    lmr.is_some_and(|late| late.plies.reduced(horizon.depth(claim.full)).contains(&after));
                reduced && depth >= 2 && may_be_null(claim.window)
            };
            (is_usual || is_extended()) && (claim.remaining == claim.full || is_reduced())
        })
    }
}
