//! The validity of claims of a search: about a node, about the root, and about single moves.

use super::{Depths, Values, Witnessed};
use crate::position::{Move, Position};
use crate::score::{Bound, Score};

/// The validity of a claim about a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Claim {
    /// A correct search may make the claim.
    Valid,
    /// The claim is that the value is exact. No correct search of a node may make it, but it lies between two
    /// valid bounds: valid only for methods that may join bounds.
    Between,
    /// No correct search may make the claim.
    Invalid,
}

impl<P: Position> Witnessed<P> {
    /// The validity of the claim that the value of `position` has the relation `bound` to `score`, at
    /// `depth` remaining plies, including those of quiescence.
    pub fn claim(&self, position: &P, depth: usize, bound: Bound, score: Score) -> Claim {
        self.values_of(position, depth).map_or(Claim::Invalid, |values| self.claim_by(values, bound, score))
    }

    /// The validity of such a claim about a position that has these values.
    fn claim_by(&self, values: Values<'_>, bound: Bound, score: Score) -> Claim {
        let score = self.limit_mate(score);
        let above = values.negated_low.is_some_and(|rank| -self.value(rank) <= score);
        let below = values.high.is_some_and(|rank| score <= self.value(rank));
        match bound {
            Bound::Upper if above => Claim::Valid,
            Bound::Lower if below => Claim::Valid,
            Bound::Exact if values.exact().any(|rank| self.value(rank) == score) => Claim::Valid,
            Bound::Exact if above && below => Claim::Between,
            _ => Claim::Invalid,
        }
    }

    /// The validity of such a claim about a root that was searched without the excluded moves. A table
    /// entry never cuts off the root, so a move of the root must support the claim.
    pub fn root_claim(
        &self,
        root: &P,
        remaining: usize,
        excluded_moves: &[Move],
        bound: Bound,
        score: Score,
    ) -> Claim {
        let claim = self.claim(root, remaining, bound, score);
        let past = self.rules.horizon.is_past(remaining) || root.is_terminal();
        let Some(node) = self.searched(root, remaining).filter(|_| !past) else { return claim };
        let moves = || self.edges[node].clone().map(|edge| self.moves[edge as usize]);
        let supported =
            |bound| moves().any(|mv| self.supports(root, remaining, excluded_moves, mv, bound, score));
        let unbeaten = || self.nothing_beats(root, remaining, excluded_moves, Move::NULL, score);
        match bound {
            Bound::Upper if unbeaten() => Claim::Valid,
            Bound::Exact | Bound::Lower if supported(bound) => Claim::Valid,
            Bound::Exact if supported(Bound::Lower) && unbeaten() => Claim::Between,
            // A value that only an entry of the root itself supports lies between valid bounds.
            Bound::Exact if excluded_moves.is_empty() && claim != Claim::Invalid => Claim::Between,
            _ => Claim::Invalid,
        }
    }

    /// Whether the move `mv` supports the claim that the value of `position` has the relation `bound` to
    /// `score`, at `remaining` plies and without the excluded moves: a correct expansion of the node can
    /// make the claim with `mv` as its best move.
    pub fn supports(
        &self,
        position: &P,
        remaining: usize,
        excluded_moves: &[Move],
        mv: Move,
        bound: Bound,
        score: Score,
    ) -> bool {
        let attains_score = !excluded_moves.contains(&mv)
            && self.supporting_depths(position, remaining, mv, bound, score) != 0;
        attains_score
            && (bound == Bound::Lower || self.nothing_beats(position, remaining, excluded_moves, mv, score))
    }

    /// The depths that may remain after `mv` and at which the child supports the claim that the value of
    /// `position` has the relation `bound` to `score`.
    pub(in crate::oracle) fn supporting_depths(
        &self,
        position: &P,
        remaining: usize,
        mv: Move,
        bound: Bound,
        score: Score,
    ) -> Depths {
        let child_bound = match bound {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        };
        let Some(node) = self.searched(position, remaining) else { return 0 };
        let Some(edge) = self.edges[node].clone().find(|&edge| self.moves[edge as usize] == mv) else {
            return 0;
        };
        let supports = |after_move: &usize| {
            let values = self.values_after(edge, *after_move);
            self.claim_by(values, child_bound, score.for_child()) == Claim::Valid
        };
        self.plies_after(node, edge, remaining)
            .filter(supports)
            .fold(0, |all, after_move| all | 1 << after_move)
    }

    /// Whether a correct search can find that no move of `position`, except `mv` and the excluded moves,
    /// has a higher value than `score`, and that standing pat, where it is allowed, has none either.
    pub fn nothing_beats(
        &self,
        position: &P,
        remaining: usize,
        excluded_moves: &[Move],
        mv: Move,
        score: Score,
    ) -> bool {
        let score = self.limit_mate(score);
        let Some(node) = self.searched(position, remaining).filter(|_| remaining > 0) else { return false };
        if self.rules.horizon.is_past(remaining) && position.evaluate() > score {
            return false;
        }
        let others = self.edges[node].clone().enumerate().filter(|&(_, edge)| {
            let other = self.moves[edge as usize];
            other != mv
                && !excluded_moves.contains(&other)
                && !self.plies_after(node, edge, remaining).is_empty()
        });
        let mut highs = others.map(|(index, edge)| self.largest_child_high(node, index, edge, remaining));
        highs
            .all(|high| high.is_some_and(|rank| self.value(self.rank_at_parent(self.negated(rank))) <= score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::oracle::{Drafts, Rules};

    /// A leaf has searched no moves, so nothing is proved about them.
    #[test]
    fn nothing_is_proved_about_the_moves_of_a_leaf() {
        let game: Graph = "5[-9 -2]".parse().expect("a game");
        let sets =
            Witnessed::new(&Rules::FIXED_TREE.table(Drafts::Deeper), &[(game.root(), 0), (game.root(), 1)]);
        let beats = |remaining, score| {
            !sets.nothing_beats(&game.root(), remaining, &[], Move::NULL, Score::ZERO + score)
        };
        assert!(!beats(1, 9) && beats(1, 8), "at depth 1 the value of the best move is 9");
        assert!(beats(0, 9) && beats(0, 5), "a leaf has searched no move");
    }
}
