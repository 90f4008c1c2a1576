//! The rules for the values that are valid with pruning and reductions in selective search.
//!
//! ```text
//! lmr          a claim about the child at r plies less may refute a move after the first two; where that is
//!              declared, such a move is searched to its full depth or one ply less
//! futility     at d = 1 a quiet move after the first may count as evaluate(p) + margin
//! move count   a quiet move after the first n may be skipped: it counts as minus infinity
//! null move    high(p,d) is at least -low(p after a null move, d - 1 - r)
//! static null  high(p,d) is at least evaluate(p) - margin * d
//! razoring     low(p,d) is at most evaluate(p)
//! iir          what negamax gives at d - r also enters at d
//! ```
//!
//! The first three rules change the upper bound of a move that is not the best one: negamax then uses the
//! weakest claim that any of them allows, for `low` alone where moves are skipped.
//! Margins apply at the depths that they are declared for.
//!
//! *Proof* that a correct search gives no false positives: the following cases complete the induction in the
//! [parent module](super).
//!
//! - *The best move* was searched to its full depth, because a reduced search that fails high is
//!   repeated. So `exact` and `high` use the child at d - 1, as before. Where the repeated search may have one ply less,
//!   the child of a late move counts at both depths, in all three.
//! - *A refuted move* failed low in its last search, which was a reduced or a full one. Its
//!   child claimed *value >= v* at that depth, which is valid there. So the larger of the two `high` counts.
//! - *A skipped move* belongs to a node with a null window, whose result is always a bound. So skipping adds nothing
//!   to `exact`. If the node fails low, its result is at least what a futile move counts as, which is
//!   `evaluate(p) + margin`. Nothing is known about a skipped late move. But the first move is never
//!   skipped, so the result is at least the smallest upper bound that the search of a single move can give.
//! - *A null move* that fails high: the position after it claimed, for the other side, a value of at most the
//!   negated result of the node. `low` of that position allows exactly such claims.
//! - *A cutoff by the evaluation* returns exactly the number in the rule.
//! - *A node that is searched to smaller depths in between*, by internal deepening or by a test for singular
//!   extension, uses none of these results for its own. Their claims are valid at their own
//!   depths, where the table rule finds them. A test without one of the moves has a result that belongs to no position:
//!   it is stored nowhere.
//!   The nodes below it are nodes like any other.
//! - *A node reduced by r plies* returns a value that is valid at d - r, while its parent requested depth d. Stored with
//!   draft d, it may be used at the depths between. Roots are never reduced.
//!
//! The order of the moves decides which moves come first: if n moves may be searched before all others, the
//! move of index i is searched i-th to (i + n)-th.

use super::{Rank, Witnessed};
use crate::oracle::{Margin, Reductions};
use crate::position::{Move, Position};
use crate::score::Score;

/// The rank of a skipped move with the value minus infinity. Seen from the child, this rank is larger than every other rank.
const ABOVE_ALL_RANKS: Rank = Some(u32::MAX);

impl<P: Position> Witnessed<P> {
    /// Returns the plies that may remain after the move of this index if it is reduced, or none if it may not be
    /// reduced. Without a reduction, `after_move` plies remain.
    pub(super) fn reduced(
        &self,
        node: usize,
        index: usize,
        remaining: usize,
        after_move: usize,
    ) -> impl Iterator<Item = usize> + use<P> {
        let horizon = self.rules.horizon;
        let late = self.late(node, index, remaining).into_iter();
        late.flat_map(move |late| late.plies.reduced(horizon.depth(after_move)))
            .map(move |depth| depth + horizon.plies)
    }

    /// The late move reductions of the move at `index`; `None` if the move may not be reduced.
    pub(super) fn late(&self, node: usize, index: usize, remaining: usize) -> Option<Reductions> {
        let is_late = |late: &Reductions| self.latest_index(node, index) >= usize::from(late.after);
        self.rules.lmr.filter(is_late).filter(|_| self.rules.horizon.depth(remaining) >= 2)
    }

    /// Returns the plies that may remain after a null move. There are none without null moves, and below depth 2.
    pub(super) fn plies_after_pass(&self, remaining: usize) -> impl Iterator<Item = usize> + use<P> {
        let (horizon, depth) = (self.rules.horizon, self.rules.horizon.depth(remaining));
        let reduction = self.rules.null.filter(|_| depth >= 2).into_iter();
        reduction.flat_map(move |plies| plies.reduced(depth - 1)).map(move |depth| depth + horizon.plies)
    }

    /// Returns the last place in the order of moves at which the move at `index` may be searched.
    fn latest_index(&self, node: usize, index: usize) -> usize {
        (index + usize::from(self.rules.reorders)).min(self.edges[node].len() - 1)
    }

    /// The largest `high` of the child among the depths at which its search may refute the move `edge`,
    /// which has this index.
    pub(super) fn largest_child_high(&self, node: usize, index: usize, edge: u32, remaining: usize) -> Rank {
        let depths = self.plies_after(node, edge, remaining);
        let high = |after_move: usize| {
            let reduced = self.reduced(node, index, remaining, after_move);
            let reduced = reduced.map(|less| self.values_after(edge, less).high).max().flatten();
            self.values_after(edge, after_move).high.max(reduced)
        };
        depths.map(high).max().flatten()
    }

    /// Returns the value, seen from the child, as which the skipped move `edge` counts; `None` if the move may not be skipped.
    fn skipped_rank(&self, node: usize, index: usize, edge: u32, remaining: usize) -> Rank {
        if self.positions[node].is_noisy(self.moves[edge as usize]) {
            return None;
        }
        let latest_index = self.latest_index(node, index);
        let late = self.rules.move_count.filter(|&count| latest_index >= usize::from(count));
        let depth = self.rules.horizon.depth(remaining);
        let futility = self.rules.futility.filter(|_| latest_index >= 1);
        let futile = futility.and_then(|margin| margin.margin_at(depth));
        match (late, futile) {
            (Some(_), _) => ABOVE_ALL_RANKS,
            (None, Some(margin)) => self.evaluation_rank(node, margin).map(|rank| self.negated(rank)),
            (None, None) => None,
        }
    }

    /// Returns the upper bound of the moves of `node` that are not excluded, seen from the children, if some moves may
    /// be skipped. `searched` is their upper bound if none is skipped.
    pub(super) fn upper_rank_of_moves(
        &self,
        node: usize,
        remaining: usize,
        excluded: &[Move],
        searched: Rank,
    ) -> Rank {
        if self.rules.futility.is_none() && self.rules.move_count.is_none() {
            return searched;
        }
        let (mut least, mut weakest) = (ABOVE_ALL_RANKS, None);
        let edges = self.edges[node].clone().enumerate();
        for (index, edge) in edges.filter(|&(_, edge)| !excluded.contains(&self.moves[edge as usize])) {
            let by_search = self.largest_child_high(node, index, edge, remaining);
            let skipped = self.skipped_rank(node, index, edge, remaining);
            least = least.min(by_search.max(skipped));
            weakest = weakest.max(by_search);
        }
        // At least one move was searched.
        if least == ABOVE_ALL_RANKS { weakest } else { least }
    }

    /// Returns the bounds that a node may return before it searches its moves to the full depth. The first rank is for
    /// `high` (null move, static null move), the second for `-low` (razoring).
    pub(super) fn cutoff_ranks(&self, node: usize, remaining: usize) -> (Rank, Rank) {
        let depth = self.rules.horizon.depth(remaining);
        let low_after_pass = self.passes[node].and_then(|pass| {
            self.plies_after_pass(remaining)
                .map(|less| self.values_after(pass, less).negated_low)
                .max()
                .flatten()
        });
        let passed = low_after_pass.map(|rank| self.rank_at_parent(rank));
        let static_null = self.rules.static_null.and_then(|margin| margin.margin_at(depth));
        let refuted = static_null.and_then(|margin| self.evaluation_rank(node, -margin));
        let razoring = self.rules.razoring.and_then(|margin| margin.margin_at(depth));
        let razored = razoring.and_then(|_| self.evaluation_rank(node, 0));
        (passed.max(refuted), razored.map(|rank| self.negated(rank)))
    }

    /// Returns the ranks for `high` and `-low` that skipped moves and cutoffs allow at a root with a null window.
    pub(super) fn pruned_ranks(&self, node: usize, remaining: usize, excluded: &[Move]) -> (Rank, Rank) {
        let (refuted, razored) = self.cutoff_ranks(node, remaining);
        let skipped = self.upper_rank_of_moves(node, remaining, excluded, None);
        (refuted, razored.max(skipped.map(|rank| self.rank_at_parent(rank))))
    }

    fn evaluation_rank(&self, node: usize, more: i64) -> Rank {
        self.positions[node].evaluate().with_margin(more).and_then(|sum| self.rank(sum))
    }

    pub(super) fn values_by_margins(&self) -> Vec<Score> {
        let (mut values, plies) = (Vec::new(), self.rules.horizon.plies);
        for (position, &depths) in self.positions.iter().zip(&self.depths) {
            // Margins count depth without quiescence.
            let depths = depths >> plies;
            let score = position.evaluate();
            let margins = |margin: Option<Margin>| {
                super::bits(depths).filter_map(move |depth| margin?.margin_at(depth as usize))
            };
            values.extend(margins(self.rules.futility).filter_map(|margin| score.with_margin(margin)));
            values.extend(self.rules.razoring.and_then(|_| score.with_margin(0)));
            values.extend(margins(self.rules.static_null).filter_map(|margin| score.with_margin(-margin)));
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::oracle::Rules;

    /// Margins do not count the plies of quiescence, which are remaining plies but no depth.
    #[test]
    fn margins_do_not_count_the_plies_of_quiescence() {
        let game: Graph = "10[[!1 2] 3]".parse().expect("a game");
        for plies in 0..4 {
            let rules =
                Rules { static_null: Some(Margin::at_all(100)), ..Rules::FIXED_TREE.quiescence(plies, true) };
            let sets = Witnessed::new(&rules, &[(game.root(), 2)]);
            let values = [-190, -100].map(|value| Score::ZERO + value);
            let found = sets.values_by_margins();
            assert!(values.iter().all(|value| found.contains(value)), "{found:?} with {plies} plies");
            let high = sets.high(&game.root(), 2 + plies).expect("a bound");
            assert!(high >= values[0], "the static null move cuts off the root");
            let futility = Rules { static_null: None, futility: Some(Margin::at_one(7)), ..rules };
            let found = Witnessed::new(&futility, &[(game.root(), 2)]).values_by_margins();
            assert_eq!(
                found,
                [7, 10].map(|value| Score::ZERO + value),
                "after the root moves, {plies} plies"
            );
        }
    }
}
