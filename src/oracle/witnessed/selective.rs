//! What a search that leaves moves out, reduces them or cuts nodes off by a guess may validly say.
//!
//! ```text
//! lmr          a move after the first two may be refuted by what its child says r plies less deep
//! futility     at d = 1 a quiet move after the first may count as evaluate(p) + margin
//! move count   a quiet move after the first n may count for nothing
//! null move    high(p,d) reaches -low(p after passing, d - 1 - r)
//! static null  high(p,d) reaches evaluate(p) - margin * d
//! razoring     low(p,1) reaches evaluate(p)
//! iir          what negamax gives at d - 1 also enters at d
//! ```
//!
//! The first three change what a move can be kept to when it is not the one that bears the value:
//! negamax asks for the weakest claim that any of them allows.
//!
//! Why a correct search is still never accused: the induction of the [parent module](super) goes on.
//!
//! - *A move that bears the value* was searched to its full depth, as a reduced search that says
//!   "better" is repeated. So `exact` and `high` ask for the child at d - 1, as ever.
//! - *A move that was refuted* failed low in the last search of it, the reduced one or the full one. Its
//!   child said "at least" at that depth, which is valid there: of the two `high` the larger counts.
//! - *A move that was skipped* belongs to a node with a null window, which names no value but a bound: so
//!   skipping enters no `exact`. What such a node returns when it fails low is no less than its alpha,
//!   and a futile move was skipped as `evaluate(p) + margin` did not exceed that. Of a late move nothing
//!   is known; but the first move is never skipped, so the maximum is at least that of the move which is
//!   weakest by a search.
//! - *A pass* that reached beta: the position behind it was said to be worth at most what the node
//!   returns, from the other side, and that is what `low` of it allows.
//! - *A cutoff by evaluation* returns the very number that the rule names.
//! - *A node that was searched a ply less deep* returns what is valid at d - 1 to a parent that has
//!   asked for d. Roots are never searched less deep.
//!
//! Which moves come first is a matter of order: where n moves may be tried before all others, the one of
//! index i comes i-th to (i + n)-th.

use super::{Rank, Witnessed};
use crate::position::Position;
use crate::score::Score;

/// What a move that is left out counts as, in the eyes of its child: above every rank.
const NOTHING: Rank = Some(u32::MAX);

impl<P: Position> Witnessed<P> {
    /// The plies that are left behind the move of this index when it is reduced: `behind` of them would
    /// be, at a node that has `left`.
    pub(super) fn reduced(&self, index: usize, remaining: usize, after_move: usize) -> Option<usize> {
        let horizon = self.rules.horizon;
        let late = horizon.depth(remaining) >= 2 && self.latest(index) >= 2;
        let reduction = self.rules.lmr.filter(|_| late)?;
        Some(horizon.depth(after_move).saturating_sub(usize::from(reduction)) + horizon.plies)
    }

    /// The plies that are left behind a pass.
    pub(super) fn plies_after_pass(&self, remaining: usize) -> Option<usize> {
        let (horizon, depth) = (self.rules.horizon, self.rules.horizon.depth(remaining));
        let reduction = self.rules.null.filter(|_| depth >= 2)?;
        Some((depth - 1).saturating_sub(usize::from(reduction)) + horizon.plies)
    }

    /// Whether a node may be searched a ply less deep.
    pub(super) fn may_reduce_node(&self, remaining: usize) -> bool {
        self.rules.iir && self.rules.horizon.depth(remaining) >= 2
    }

    /// How many moves may be tried before the one of this index.
    fn latest(&self, index: usize) -> usize {
        index + usize::from(self.rules.reorders)
    }

    /// The largest `high` of a child that this move may be refuted by, the one of this index.
    pub(super) fn refuted_by(&self, node: usize, index: usize, edge: u32, remaining: usize) -> Rank {
        let child = self.children[edge as usize] as usize;
        let depths = self.plies_after(node, edge, remaining);
        let high = |after_move: usize| {
            let reduced =
                self.reduced(index, remaining, after_move).and_then(|less| self.high_rank(child, less));
            self.high_rank(child, after_move).max(reduced)
        };
        depths.map(high).max().flatten()
    }

    /// What the quiet move of this index may count as without a search, in the eyes of its child.
    fn skipped(&self, node: usize, index: usize, remaining: usize) -> Rank {
        let late = self.rules.move_count.filter(|&count| self.latest(index) >= usize::from(count));
        let futile = self
            .rules
            .futility
            .filter(|_| self.rules.horizon.depth(remaining) == 1 && self.latest(index) >= 1);
        match (late, futile) {
            (Some(_), _) => NOTHING,
            (None, Some(margin)) => self.evaluated(node, i64::from(margin)).map(|rank| self.turned(rank)),
            (None, None) => None,
        }
    }

    /// What the moves of `node` can be kept to together, in the eyes of the children, where some may
    /// be skipped; `searched` is what they can be kept to by a search.
    pub(super) fn upper_rank_of_moves(&self, node: usize, remaining: usize, searched: Rank) -> Rank {
        if self.rules.futility.is_none() && self.rules.move_count.is_none() {
            return searched;
        }
        let (mut least, mut weakest) = (NOTHING, None);
        for (index, edge) in self.edges[node].clone().enumerate() {
            let by_search = self.refuted_by(node, index, edge, remaining);
            let is_noisy = self.positions[node].is_noisy(self.moves[edge as usize]);
            let skipped = if is_noisy { None } else { self.skipped(node, index, remaining) };
            least = least.min(by_search.max(skipped));
            weakest = weakest.max(by_search);
        }
        // One move at least was searched.
        if least == NOTHING { weakest } else { least }
    }

    /// What a node with a null window may say before it tries a move: the ranks that `high` and the
    /// turned `low` reach.
    pub(super) fn cut_off(&self, node: usize, remaining: usize) -> (Rank, Rank) {
        let depth = self.rules.horizon.depth(remaining);
        let passed = self.plies_after_pass(remaining).zip(self.passes[node]).and_then(|(less, passed)| {
            self.turned_low_rank(passed as usize, less).map(|rank| self.rank_at_parent(rank))
        });
        let margin = |margin: u32| i64::from(margin) * depth as i64;
        let refuted = self.rules.static_null.and_then(|each| self.evaluated(node, -margin(each)));
        let given_up = self.rules.razoring.filter(|_| depth == 1).and_then(|_| self.evaluated(node, 0));
        (passed.max(refuted), given_up.map(|rank| self.turned(rank)))
    }

    /// The rank of the evaluation of a node and this much more.
    fn evaluated(&self, node: usize, more: i64) -> Rank {
        self.positions[node].evaluate().with_margin(more).and_then(|sum| self.rank(sum))
    }

    /// The values by evaluation and margin that can come up.
    pub(super) fn values_by_margins(&self) -> Vec<Score> {
        let (mut values, plies) = (Vec::new(), self.rules.horizon.plies);
        for (position, &depths) in self.positions.iter().zip(&self.depths) {
            // Those of the depth alone.
            let depths = depths >> plies;
            let score = position.evaluate();
            let at_one = if depths >> 1 & 1 > 0 { self.rules.futility } else { None };
            values.extend(at_one.and_then(|margin| score.with_margin(i64::from(margin))));
            values.extend(self.rules.razoring.and_then(|_| score.with_margin(0)));
            if let Some(margin) = self.rules.static_null {
                let depths = super::bits(depths).map(i64::from);
                values.extend(depths.filter_map(|depth| score.with_margin(-i64::from(margin) * depth)));
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::oracle::Rules;

    /// Margins count by the depth alone, and quiescence adds plies to what is left, not to that.
    #[test]
    fn margins_are_those_of_the_depth_without_the_plies_behind_it() {
        let game: Graph = "10[[!1 2] 3]".parse().expect("a game");
        for plies in 0..4 {
            let rules = Rules { static_null: Some(100), ..Rules::FIXED_TREE.quiescing(plies, false) };
            let sets = Witnessed::new(&rules, &[(game.root(), 2)]);
            let values = [-190, -100].map(|value| Score::ZERO + value);
            let named = sets.values_by_margins();
            assert!(values.iter().all(|value| named.contains(value)), "{named:?} with {plies} plies");
            let low = sets.high(&game.root(), 2 + plies).expect("a bound");
            assert!(low >= values[0], "what the root may be refuted by");
            let futile = Rules { static_null: None, futility: Some(7), ..rules };
            let named = Witnessed::new(&futile, &[(game.root(), 2)]).values_by_margins();
            assert_eq!(named, [7, 10].map(|value| Score::ZERO + value), "behind the root, {plies} plies");
        }
    }
}
