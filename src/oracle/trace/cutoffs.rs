//! The steps that need no search of all moves: null moves, evaluations, and searches at a reduced depth.

use super::derive::Derived;
use super::{ChildClaim, Pass, Trace, TraceVisit};
use crate::oracle::{ReducedCutoff, Rules};
use crate::position::Position;
use crate::score::{Score, Window};

impl<P: Position> Trace<P> {
    /// The claims that follow at a visit without a search of the moves to their full depth.
    pub(super) fn cutoffs(&self, visit: &TraceVisit, window: Window, score: Score) -> Derived {
        let depth = self.rules.horizon.depth(visit.searched);
        if depth == 0 {
            return Derived::default();
        }
        let at_least = self.is_refuted_statically(visit, depth, window, score)
            || depth >= usize::from(self.rules.null_from) && self.passed_at_least(visit, depth, score)
            || self.own_at_least(visit, score)
            || depth >= 2 && self.reduced_at_least(visit, depth, window, score);
        let at_most = self.is_razored(visit, depth, window, score);
        Derived { at_least, at_most, ..Derived::default() }
    }

    /// Whether a static null move returns `score`.
    fn is_refuted_statically(&self, visit: &TraceVisit, depth: usize, window: Window, score: Score) -> bool {
        let Rules { static_null, returns_evaluation, .. } = self.rules;
        let Some(margin) = static_null.and_then(|margin| margin.margin_at(depth)) else { return false };
        let evaluation = self.evaluations(visit).most;
        let least = evaluation.with_margin(-margin);
        least.is_some_and(|least| {
            let returned = if returns_evaluation { evaluation } else { least };
            least >= window.beta && returned >= score
        })
    }

    /// Whether razoring returns `score`: by the evaluation, or by a search of the same position with the plies of
    /// quiescence only.
    fn is_razored(&self, visit: &TraceVisit, depth: usize, window: Window, score: Score) -> bool {
        let Rules { razoring, razors_by_quiescence, horizon, .. } = self.rules;
        let by_evaluation = razoring.and_then(|margin| margin.margin_at(depth)).is_some_and(|margin| {
            let evaluation = self.evaluations(visit).least;
            let most = evaluation.with_margin(margin);
            evaluation <= score && most.is_some_and(|most| most <= window.alpha)
        });
        let is_most = |claim: &ChildClaim| {
            claim.is_own && horizon.is_past(claim.remaining) && claim.derived.at_most && claim.score <= score
        };
        by_evaluation
            || razors_by_quiescence && score <= window.alpha && self.claims_of(visit).iter().any(is_most)
    }

    /// Whether the position after a null move claimed that this one is worth at least `score`.
    fn passed_at_least(&self, visit: &TraceVisit, depth: usize, score: Score) -> bool {
        let passed = self.graph.node(visit.node).passed;
        let (Pass::To(passed), Some(plies)) = (passed, self.rules.null) else { return false };
        let depths = plies.reduced(depth - 1);
        self.claims_of(visit).iter().any(|claim| {
            claim.node == passed
                && !claim.is_own
                && self.is_among(&depths, claim.remaining)
                && claim.derived.at_most
                && claim.score.for_parent() >= score
        })
    }

    /// Whether a search of the position itself to a smaller depth claimed that it is worth at least `score`.
    fn own_at_least(&self, visit: &TraceVisit, score: Score) -> bool {
        let is_least = |claim: &ChildClaim| {
            claim.is_own && claim.remaining < visit.searched && claim.derived.at_least && claim.score >= score
        };
        self.rules.own_cutoffs && self.claims_of(visit).iter().any(is_least)
    }

    /// Whether `ProbCut` or multi-cut returns `score`.
    fn reduced_at_least(&self, visit: &TraceVisit, depth: usize, window: Window, score: Score) -> bool {
        let cuts = [self.rules.prob_cut, self.rules.multi_cut];
        cuts.into_iter().flatten().any(|ReducedCutoff { plies, moves, margin }| {
            let depths = plies.reduced(depth - 1);
            // A margin has no meaning where it leads to a mate.
            let least = window.beta.with_margin(margin.into()).unwrap_or(window.beta);
            let fails_high = |claim: &ChildClaim| {
                let value = claim.score.for_parent();
                claim.derived.at_most
                    && self.is_among(&depths, claim.remaining)
                    && value >= least
                    && value >= score
            };
            let found = self.searched_edges(visit).filter(|edge| {
                self.claims_of(visit).iter().any(|claim| claim.is_about(*edge) && fails_high(claim))
            });
            found.take(moves.into()).count() == usize::from(moves)
        })
    }
}
