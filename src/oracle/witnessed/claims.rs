//! What an honest search may claim.

use super::Witnessed;
use crate::position::{Move, Position};
use crate::score::{Bound, Score};

/// What is to be said of a claim about a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Claim {
    /// An honest search may make it.
    Honest,
    /// No single honest search names this value, but it lies between honest bounds.
    Between,
    /// No honest search may make it.
    False,
}

impl<P: Position> Witnessed<P> {
    /// What is to be said of `bound score` about `position` with `depth` plies to go.
    pub fn claim(&self, position: &P, depth: usize, bound: Bound, score: Score) -> Claim {
        let score = self.kept(score);
        let above = self.low(position, depth).is_some_and(|low| low <= score);
        let below = self.high(position, depth).is_some_and(|high| score <= high);
        match bound {
            Bound::Upper if above => Claim::Honest,
            Bound::Lower if below => Claim::Honest,
            Bound::Exact if self.exact(position, depth).any(|value| value == score) => Claim::Honest,
            Bound::Exact if above && below => Claim::Between,
            _ => Claim::False,
        }
    }

    /// The same of what the search of a root says, which does not end by an entry of its own:
    /// only what some move of it bears.
    pub fn root_claim(&self, root: &P, depth: usize, bound: Bound, score: Score) -> Claim {
        let claim = self.claim(root, depth, bound, score);
        let Some(node) = self.searched(root, depth).filter(|_| depth > 0 && !root.is_terminal()) else {
            return claim;
        };
        let mut moves = self.edges[node].clone().map(|edge| self.moves[edge as usize]);
        let borne = match bound {
            Bound::Upper => self.nothing_beats(root, depth, Move::NULL, score),
            Bound::Exact | Bound::Lower => moves.any(|mv| self.bears(root, depth, mv, bound, score)),
        };
        match (claim, bound) {
            (Claim::Honest, Bound::Exact) if !borne => Claim::Between,
            (Claim::Honest, _) if !borne => Claim::False,
            (claim, _) => claim,
        }
    }

    /// Whether `mv` bears `bound score` at `position`, searched to `depth`: the claim is one
    /// that an honest expansion can make by this move.
    pub fn bears(&self, position: &P, depth: usize, mv: Move, bound: Bound, score: Score) -> bool {
        let Some(below) = depth.checked_sub(1) else { return false };
        let turned = match bound {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        };
        let borne = self.claim(&position.play(mv), below, turned, score.for_child()) == Claim::Honest;
        borne && (bound == Bound::Lower || self.nothing_beats(position, depth, mv, score))
    }

    /// Whether an honest search may find that no move of `position` beside `mv` is worth more
    /// than `score`.
    pub fn nothing_beats(&self, position: &P, depth: usize, mv: Move, score: Score) -> bool {
        let score = self.kept(score);
        let Some(node) = self.searched(position, depth).filter(|_| depth > 0) else { return false };
        let others = self.edges[node].clone().enumerate();
        others.filter(|&(_, edge)| self.moves[edge as usize] != mv).all(|(index, edge)| {
            let high = self.refuted_by(index, self.children[edge as usize] as usize, depth);
            high.is_some_and(|rank| self.value(self.handed_up(self.turned(rank))) <= score)
        })
    }
}
