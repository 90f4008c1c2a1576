//! What a correct search may claim.

use super::{Depths, Witnessed};
use crate::position::{Move, Position};
use crate::score::{Bound, Score};

/// What is to be said of a claim about a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Claim {
    /// A correct search may make it.
    Valid,
    /// No single correct search names this value, but it lies between valid bounds.
    Between,
    /// No correct search may make it.
    Invalid,
}

impl<P: Position> Witnessed<P> {
    /// What is to be said of `bound score` about `position` with `depth` plies to go,
    /// those of quiescence too.
    pub fn claim(&self, position: &P, depth: usize, bound: Bound, score: Score) -> Claim {
        let score = self.kept(score);
        let above = self.low(position, depth).is_some_and(|low| low <= score);
        let below = self.high(position, depth).is_some_and(|high| score <= high);
        match bound {
            Bound::Upper if above => Claim::Valid,
            Bound::Lower if below => Claim::Valid,
            Bound::Exact if self.exact(position, depth).any(|value| value == score) => Claim::Valid,
            Bound::Exact if above && below => Claim::Between,
            _ => Claim::Invalid,
        }
    }

    /// The same of what the search of a root says that is made without the moves that `better` lines begin
    /// with. It does not end by an entry of its own: only what some move of it bears.
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
        let kept = || self.nothing_beats(root, remaining, excluded_moves, Move::NULL, score);
        match bound {
            Bound::Upper if kept() => Claim::Valid,
            Bound::Exact | Bound::Lower if supported(bound) => Claim::Valid,
            Bound::Exact if supported(Bound::Lower) && kept() => Claim::Between,
            // What the root owes to an entry of its own lies between valid bounds.
            Bound::Exact if excluded_moves.is_empty() && claim != Claim::Invalid => Claim::Between,
            _ => Claim::Invalid,
        }
    }

    /// Whether `mv` bears `bound score` at `position`, with `left` plies to go and searched without the
    /// moves that `better` lines begin with: the claim is one that a valid expansion can make by
    /// this move.
    pub fn supports(
        &self,
        position: &P,
        remaining: usize,
        excluded_moves: &[Move],
        mv: Move,
        bound: Bound,
        score: Score,
    ) -> bool {
        let is_there =
            !excluded_moves.contains(&mv) && self.leads_to(position, remaining, mv, bound, score) != 0;
        is_there
            && (bound == Bound::Lower || self.nothing_beats(position, remaining, excluded_moves, mv, score))
    }

    /// The plies that may be left behind `mv` where what is there bears `bound score` at `position`, a bit
    /// each.
    pub(in crate::oracle) fn leads_to(
        &self,
        position: &P,
        remaining: usize,
        mv: Move,
        bound: Bound,
        score: Score,
    ) -> Depths {
        let turned = match bound {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        };
        let Some(node) = self.searched(position, remaining) else { return 0 };
        let Some(edge) = self.edges[node].clone().find(|&edge| self.moves[edge as usize] == mv) else {
            return 0;
        };
        let child = position.play(mv);
        let supports =
            |after_move: &usize| self.claim(&child, *after_move, turned, score.for_child()) == Claim::Valid;
        self.plies_after(node, edge, remaining)
            .filter(supports)
            .fold(0, |all, after_move| all | 1 << after_move)
    }

    /// Whether a correct search may find that no move of `position` beside `mv` and those that `better`
    /// lines begin with is worth more than `score`, nor standing pat, where that counts.
    pub fn nothing_beats(
        &self,
        position: &P,
        remaining: usize,
        excluded_moves: &[Move],
        mv: Move,
        score: Score,
    ) -> bool {
        let score = self.kept(score);
        let Some(node) = self.searched(position, remaining).filter(|_| remaining > 0) else { return false };
        if self.rules.horizon.is_past(remaining) && position.evaluate() > score {
            return false;
        }
        let others = self.edges[node].clone().enumerate().filter(|&(_, edge)| {
            let own = self.moves[edge as usize];
            own != mv && !excluded_moves.contains(&own) && !self.plies_after(node, edge, remaining).is_empty()
        });
        let mut kept = others.map(|(index, edge)| self.refuted_by(node, index, edge, remaining));
        kept.all(|high| high.is_some_and(|rank| self.value(self.rank_at_parent(self.turned(rank))) <= score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::oracle::{Drafts, Rules};

    /// Where nothing is searched below there are no other moves to be beaten by, and nothing to be said.
    #[test]
    fn nothing_is_proved_of_the_moves_of_a_leaf() {
        let game: Graph = "5[-9 -2]".parse().expect("a game");
        let sets =
            Witnessed::new(&Rules::FIXED_TREE.table(Drafts::Deeper), &[(game.root(), 0), (game.root(), 1)]);
        let beats = |remaining, score| {
            !sets.nothing_beats(&game.root(), remaining, &[], Move::NULL, Score::ZERO + score)
        };
        assert!(!beats(1, 9) && beats(1, 8), "a ply deep its best move is worth 9");
        assert!(beats(0, 9) && beats(0, 5), "a leaf has tried none");
    }
}
