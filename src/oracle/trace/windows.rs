//! Where the windows of the children of a visit come from.
//!
//! A visit with the window (A, B) calls each child with (-B, -alpha), or with a null window whose beta is -alpha. Here alpha is
//! what the visit may have raised it to at that moment:
//!
//! - A, or B - 1 for the search after a pass, which only asks whether the score reaches beta;
//! - the exact value of a child that was searched before, or of standing pat;
//! - the alpha that the search told ([`Told::Alpha`](crate::told::Told::Alpha)), if that is guaranteed;
//! - where bounds are joined, any score of a child that was searched before, or one below it.
//!
//! Where the nearest mates bound the window, A, B or both may be these bounds.
//!
//! *Proof that a correct search passes.* By induction over the children in the order in which they end. Alpha begins as A, as
//! the stand-pat score, or as the told one. It is raised to the score r of a move only if alpha < r < B. The last search of
//! the move had the window (alpha, B), so that r was its required claim, or a null window that proves the value, where that is
//! declared ([`Rules::exact_outside`]): r is exact. A search that takes a bound for the value declares that it joins bounds. So
//! alpha is always in the list.
//!
//! Windows that come from elsewhere are free: those with an end at a mate now, which is where a search that counts mates from the
//! root meets the end of the scores, those of a test ([`Told::Probe`](crate::told::Told::Probe)), those of a node whose
//! window the table narrows ([`Rules::narrows`]), those of
//! quiescence whose evaluation the table corrects, and those of a search that declares it ([`Rules::any_windows`]). A search of
//! the position itself (internal deepening, the test of a singular move, razoring) chooses its own.

use super::{ChildClaim, Trace, TraceVisit};
use crate::oracle::Rules;
use crate::oracle::witnessed::mates::narrowed;
use crate::position::{Move, Position};
use crate::score::{Score, Window};

impl<P: Position> Trace<P> {
    /// The first child of a visit that was searched with a window which the visit cannot have had.
    pub(super) fn strange_child(&self, visit: &TraceVisit, window: Window) -> Option<ChildClaim> {
        let Rules { narrows, any_windows, corrects_evaluation, correction, .. } = self.rules;
        let in_quiescence = self.rules.horizon.is_past(visit.remaining);
        if any_windows || narrows || in_quiescence && (corrects_evaluation || correction > 0) {
            return None;
        }
        let stand_pat = in_quiescence.then(|| self.graph.position(visit.node).evaluate());
        let (alpha, claims) = (self.alpha(visit), self.claims_of(visit));
        let nears_mates = self.rules.mate_distance || alpha.is_some();
        let is_strange = |&(index, child): &(usize, &ChildClaim)| {
            let fits = |window: Window| {
                let may_be_alpha =
                    |alpha| alpha >= window.alpha && child.has_window(Window { alpha, ..window });
                may_be_alpha(window.alpha)
                    || child.tests_for_beta(window.beta)
                    || stand_pat.into_iter().chain(alpha).any(may_be_alpha)
                    || claims[..index].iter().rev().any(|earlier| self.raises(earlier, may_be_alpha))
            };
            let fits_between_mates = || nears_mates && between_mates(window).any(fits);
            !child.is_test && !child.window.is_beyond_mates() && !fits(window) && !fits_between_mates()
        };
        claims.iter().enumerate().find(is_strange).map(|(_, child)| *child)
    }

    /// Whether a child may have raised alpha to one of these scores.
    fn raises(&self, child: &ChildClaim, is_alpha: impl Fn(Score) -> bool) -> bool {
        let (value, joins) = (child.score.for_parent(), self.rules.joins);
        !child.is_test
            && ((child.derived.exactly || joins) && is_alpha(value) || joins && is_alpha(value - 1))
    }
}

impl ChildClaim {
    /// Whether it is the search after a pass, which only asks whether that reaches beta.
    fn tests_for_beta(&self, beta: Score) -> bool {
        self.mv == Some(Move::NULL) && self.window.alpha == beta.for_child() && may_be_null(self.window)
    }

    /// Whether it was searched with this window of its parent, or with a null window at its alpha.
    fn has_window(&self, window: Window) -> bool {
        let own = window.for_child();
        self.window == own || self.window.beta == own.beta && may_be_null(self.window)
    }
}

/// The windows that are left where the nearest mates bound one of the ends or both: being mated now, and mate in one or now.
fn between_mates(window: Window) -> impl Iterator<Item = Window> {
    let (near, now) = (narrowed(window), window.beta.min(Score::MAX));
    let alphas = [window.alpha, near.alpha].into_iter();
    alphas.flat_map(move |alpha| [window.beta, near.beta, now].map(|beta| Window { alpha, beta }))
}

/// Whether a window is null where its search begins. Next to the mates one of its ends may be counted from the node, and is
/// further away there.
pub(super) fn may_be_null(window: Window) -> bool {
    let Window { alpha, beta } = window;
    !window.is_open()
        || alpha == Score::LARGEST && beta.is_mate()
        || beta == -Score::LARGEST && alpha.is_mate()
}
