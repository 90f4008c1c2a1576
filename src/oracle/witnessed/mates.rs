//! Mate distance pruning, by which a position that is not terminal has no value above a mate in one ply, and no value
//! below that of the side that has lost.
//!
//! ```text
//! mate distance   low(p,d) is at most MAX - 1, if p is not terminal, and high(p,d) is at least -MAX
//!                 MAX - 1 enters exact(p,d) if high(p,d) reaches it, and -MAX if low(p,d) does
//! ```
//!
//! *Proof*, as a step of the induction in the [parent module](super). All scores are counted from the node. The node
//! narrows its window to -MAX and MAX - 1.
//!
//! - *An empty window*: alpha is at least MAX - 1, and the node returns a score from there to alpha: a claim
//!   *value <= r* with r >= MAX - 1. Or beta is at most -MAX, and it claims *value >= r* with r <= -MAX.
//! - *A window that is narrowed*: the node searches on, and its result is a valid claim for the narrower window. Inside
//!   of that this is the claim for the window of the caller too. The node may fail high against MAX - 1 although that is
//!   inside the window of the caller, who takes the result for exact. No result is larger, so it is MAX - 1, and
//!   `high` reaches it. The same is true for -MAX and `low`. The narrower window may be a null window, so the root is
//!   pruned as its narrowed window allows.
//!
//! A table entry of a greater draft that cuts off the narrowed window is among these results: then `high` reaches MAX - 1
//! at that draft, where it entered `exact` too.

use super::Witnessed;
use super::widen::DerivedValues;
use crate::position::Position;
use crate::score::{Bound, Score, Window};

pub(super) const LOST: Score = Score::MIN;

pub(super) fn mate_in_one() -> Score {
    Score::MAX.further(1)
}

/// Whether a claim about a position that is not terminal is valid because no mate is nearer. `is_lower` and `is_upper`
/// state whether the score is a valid bound without mate distance pruning.
pub(super) fn is_clamped(
    bound: Bound,
    score: Score,
    is_lower: impl Fn() -> bool,
    is_upper: impl Fn() -> bool,
) -> bool {
    match bound {
        Bound::Exact => score == mate_in_one() && is_lower() || score == LOST && is_upper(),
        Bound::Lower => score <= LOST,
        Bound::Upper => score >= mate_in_one(),
    }
}

pub(in crate::oracle) fn narrowed(window: Window) -> Window {
    Window::new(window.alpha.max(LOST), window.beta.min(mate_in_one()))
}

impl<P: Position> Witnessed<P> {
    pub(super) fn clamp_mates(&self, node: usize, found: &mut DerivedValues) {
        if self.positions[node].is_terminal() {
            return;
        }
        let [lost, nearest] =
            [LOST, mate_in_one()].map(|mate| self.rank(mate).expect("these mates are values"));
        found.high = found.high.max(Some(lost));
        found.negated_low = found.negated_low.max(Some(self.negated(nearest)));
        if found.high >= Some(nearest) {
            found.insert(nearest);
        }
        if found.negated_low >= Some(self.negated(lost)) {
            found.insert(lost);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::oracle::witnessed::ClaimPlace;
    use crate::oracle::{ClaimValidity, Drafts, Plies, Rules};
    use crate::position::Move;

    const PLAIN: Rules = Rules::FIXED_TREE.tt(Drafts::Deeper);

    fn claims(text: &str, rules: Rules, depth: usize) -> [ClaimValidity; 6] {
        let game: Graph = text.parse().expect("a game");
        let root = game.root();
        let sets = Witnessed::new(&rules, &[(root, depth)]);
        let bounds = [(Bound::Upper, 1), (Bound::Upper, 2), (Bound::Exact, 1), (Bound::Exact, 0)];
        let [above, below, exact, other] =
            bounds.map(|(bound, plies)| sets.claim(&root, depth, bound, Score::MAX - plies));
        let lost = |bound| sets.claim(&root, depth, bound, -Score::MAX);
        [above, below, exact, other, lost(Bound::Lower), lost(Bound::Exact)]
    }

    /// The evaluation is larger than the value of any position that is not terminal.
    #[test]
    fn a_position_that_is_not_terminal_has_no_value_above_a_mate_in_one() {
        use ClaimValidity::{Invalid, Valid};
        let rules = PLAIN.mate_distance();
        assert_eq!(claims("#0[3]", PLAIN, 0), [Invalid, Invalid, Invalid, Valid, Valid, Invalid]);
        assert_eq!(claims("#0[3]", rules, 0), [Valid, Invalid, Valid, Valid, Valid, Invalid]);
        assert_eq!(claims("#0", rules, 0), [Invalid, Invalid, Invalid, Valid, Valid, Invalid], "terminal");
        assert_eq!(claims("-#0[3]", rules, 0), [Valid, Valid, Invalid, Invalid, Valid, Valid]);
    }

    /// The values of other positions are within the narrowed windows already.
    #[test]
    fn other_values_stay_as_they_are() {
        for text in ["[-#0 3]", "[#2 [[-#0]]]", "a:2[[#1 a] [[3] -#1[-#0]]]", "1[5]"] {
            let game: Graph = text.parse().expect("a game");
            for depth in 0..5 {
                let of = |rules| {
                    let sets = Witnessed::new(&rules, &[(game.root(), depth)]);
                    let exact: Vec<_> = sets.exact(&game.root(), depth).collect();
                    (exact, sets.low(&game.root(), depth), sets.high(&game.root(), depth))
                };
                assert_eq!(of(PLAIN), of(PLAIN.mate_distance()), "{text} at {depth}");
            }
        }
    }

    /// The claims of an empty window at the root need no move.
    #[test]
    fn a_root_may_return_a_bound_because_no_mate_is_nearer() {
        let game: Graph = "[3 -2]".parse().expect("a game");
        let root = game.root();
        let claim = |rules, excluded: &[Move], bound, score| {
            let sets = Witnessed::new(&rules, &[(root, 1)]);
            sets.root_claim(&ClaimPlace { position: &root, remaining: 1, excluded }, false, bound, score)
        };
        let all = [Move::new(0), Move::new(1)];
        for (bound, score) in [(Bound::Lower, -Score::MAX), (Bound::Lower, -Score::MAX - 7)] {
            assert_eq!(claim(PLAIN, &all, bound, score), ClaimValidity::Invalid, "no move is left");
            assert_eq!(claim(PLAIN.mate_distance(), &all, bound, score), ClaimValidity::Valid);
        }
        assert_eq!(claim(PLAIN.mate_distance(), &all, Bound::Lower, -Score::MAX + 1), ClaimValidity::Invalid);
        assert_eq!(claim(PLAIN.mate_distance(), &[], Bound::Upper, Score::MAX), ClaimValidity::Valid);
    }

    /// After the null move the other side has lost. This is a mate in one ply, where the window ends.
    #[test]
    fn a_root_that_a_null_move_cuts_off_at_the_nearest_mate_has_that_value() {
        let game: Graph = "[[[1]] ~-#0]".parse().expect("a game");
        let rules = PLAIN.null(Plies::exactly(0));
        let exact = |rules, is_pruned| {
            let sets = Witnessed::new(&rules, &[(game.root(), 2)]);
            sets.root_claim(&ClaimPlace::whole(&game.root(), 2), is_pruned, Bound::Exact, Score::MAX - 1)
        };
        assert_eq!([exact(rules, true), exact(rules.mate_distance(), false)], [ClaimValidity::Between; 2]);
        assert_eq!(exact(rules.mate_distance(), true), ClaimValidity::Valid);
    }

    #[test]
    fn a_window_is_narrowed_to_the_values_that_are_possible() {
        assert_eq!(narrowed(Window::FULL), Window::new(-Score::MAX, Score::MAX - 1));
        let inside = Window::new(Score::MIN + 1, Score::MAX - 2);
        assert_eq!(narrowed(inside), inside);
        assert!(!narrowed(Window::new(Score::MAX - 2, Score::INFINITY)).is_open());
    }
}
