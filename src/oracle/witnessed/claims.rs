//! What an honest search may claim.

use super::{Depths, Witnessed};
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
    /// What is to be said of `bound score` about `position` with `depth` plies to go,
    /// those of quiescence too.
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

    /// The same of what the search of a root says that is made without the moves that `better` lines begin
    /// with. It does not end by an entry of its own: only what some move of it bears.
    pub fn root_claim(&self, root: &P, left: usize, better: &[Move], bound: Bound, score: Score) -> Claim {
        let claim = self.claim(root, left, bound, score);
        let past = self.rules.horizon.is_past(left) || root.is_terminal();
        let Some(node) = self.searched(root, left).filter(|_| !past) else { return claim };
        let moves = || self.edges[node].clone().map(|edge| self.moves[edge as usize]);
        let borne = |bound| moves().any(|mv| self.bears(root, left, better, mv, bound, score));
        let kept = || self.nothing_beats(root, left, better, Move::NULL, score);
        match bound {
            Bound::Upper if kept() => Claim::Honest,
            Bound::Exact | Bound::Lower if borne(bound) => Claim::Honest,
            Bound::Exact if borne(Bound::Lower) && kept() => Claim::Between,
            // What the root owes to an entry of its own lies between honest bounds.
            Bound::Exact if better.is_empty() && claim != Claim::False => Claim::Between,
            _ => Claim::False,
        }
    }

    /// Whether `mv` bears `bound score` at `position`, with `left` plies to go and searched without the
    /// moves that `better` lines begin with: the claim is one that an honest expansion can make by
    /// this move.
    pub fn bears(
        &self,
        position: &P,
        left: usize,
        better: &[Move],
        mv: Move,
        bound: Bound,
        score: Score,
    ) -> bool {
        let is_there = !better.contains(&mv) && self.leads_to(position, left, mv, bound, score) != 0;
        is_there && (bound == Bound::Lower || self.nothing_beats(position, left, better, mv, score))
    }

    /// The plies that may be left behind `mv` where what is there bears `bound score` at `position`, a bit
    /// each.
    pub(in crate::oracle) fn leads_to(
        &self,
        position: &P,
        left: usize,
        mv: Move,
        bound: Bound,
        score: Score,
    ) -> Depths {
        let turned = match bound {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        };
        let Some(node) = self.searched(position, left) else { return 0 };
        let Some(edge) = self.edges[node].clone().find(|&edge| self.moves[edge as usize] == mv) else {
            return 0;
        };
        let child = position.play(mv);
        let bears = |behind: &usize| self.claim(&child, *behind, turned, score.for_child()) == Claim::Honest;
        self.behind(node, edge, left).filter(bears).fold(0, |all, behind| all | 1 << behind)
    }

    /// Whether an honest search may find that no move of `position` beside `mv` and those that `better`
    /// lines begin with is worth more than `score`, nor standing pat, where that counts.
    pub fn nothing_beats(&self, position: &P, left: usize, better: &[Move], mv: Move, score: Score) -> bool {
        let score = self.kept(score);
        let Some(node) = self.searched(position, left).filter(|_| left > 0) else { return false };
        if self.rules.horizon.is_past(left) && position.evaluate() > score {
            return false;
        }
        let others = self.edges[node].clone().enumerate().filter(|&(_, edge)| {
            let own = self.moves[edge as usize];
            own != mv && !better.contains(&own) && !self.behind(node, edge, left).is_empty()
        });
        let mut kept = others.map(|(index, edge)| self.refuted_by(node, index, edge, left));
        kept.all(|high| high.is_some_and(|rank| self.value(self.handed_up(self.turned(rank))) <= score))
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
        let beats =
            |left, score| !sets.nothing_beats(&game.root(), left, &[], Move::NULL, Score::ZERO + score);
        assert!(!beats(1, 9) && beats(1, 8), "a ply deep its best move is worth 9");
        assert!(beats(0, 9) && beats(0, 5), "a leaf has tried none");
    }
}
