//! The rules for the values that are valid with pruning and reductions in selective search.
//!
//! ```text
//! lmr          a claim about the child at r plies less may refute a move after the first two; where that is
//!              declared, such a move is searched to its full depth or one ply less
//! futility     at d = 1 a quiet move after the first may count as evaluate(p) + margin, or as minus infinity
//!              where it need not enter that
//! move count   a quiet move after the first n may be skipped, or any move: it counts as minus infinity
//! null move    high(p,d) is at least -low(p after a null move, d - 1 - r)
//! own          high(p,d) is at least high(p,d') for every d' < d at which p is searched, where that is declared
//! static null  high(p,d) is at least evaluate(p) - margin * d, or evaluate(p) where that may be returned
//! razoring     low(p,d) is at most evaluate(p), or low(p,0) where the value of quiescence is returned
//! ProbCut      high(p,d) is at least -low(p after m, d - 1 - r) for every move m
//! iir          what negamax gives at d - r also enters at d
//! ```
//!
//! The first three rules change the upper bound of a move that is not the best one: negamax then uses the
//! weakest claim that any of them allows. It does so for `low`, and with pruning in open windows for `exact` too.
//! Margins apply at the depths that they are declared for. For delta pruning see
//! [`horizon`](crate::oracle::horizon).
//!
//! *Proof* that a correct search gives no false positives: the following cases complete the induction in the
//! [parent module](super).
//!
//! - *The best move* was searched to its full depth, because a reduced search that fails high is
//!   repeated. So `exact` and `high` use the child at d - 1, as before. Where the repeated search may have one ply less,
//!   the child of a late move counts at both depths, in all three.
//! - *A refuted move* failed low in its last search, which was a reduced or a full one. Its
//!   child claimed *value >= v* at that depth, which is valid there. So the larger of the two `high` counts.
//! - *A skipped move* belongs to a node with a null window, whose result is always a bound, unless open windows
//!   are pruned too. So skipping adds nothing to `exact`. If the node fails low, its result is at least its alpha,
//!   and a futile move was skipped because `evaluate(p) + margin` did not exceed alpha. If that value does not enter, the
//!   result may be less, and as little is known about the move as about a skipped late move. But the first move is never
//!   skipped, so the result is at least the smallest upper bound that the search of a single move can give.
//! - *A skipped move of a node with an open window*, where these are pruned: let v be the result of the node, inside
//!   its window. The best move was searched and has v in `exact`. A futile move was skipped because
//!   `evaluate(p) + margin` did not exceed alpha, which never exceeds v. A late move was skipped whatever its value.
//!   So v is at least what every other move counts as, and the rule for `exact` holds with that. Results outside
//!   the window are bounds as before, also those of the cutoffs below. So is a root that is searched with an open
//!   window.
//! - *A null move* that fails high: the position after it claimed, for the other side, a value of at most the
//!   negated result of the node. `low` of that position allows exactly such claims.
//! - *A cutoff by a search of the position itself*: its visit claimed *value >= r* at a smaller depth, at the same ply,
//!   where `high` allows it. A test without one move claims this by one of the other moves, as `high` does.
//! - *A cutoff by the evaluation* returns exactly the number in the rule.
//! - *A cutoff by quiescence* returns the result of a search of p itself to depth 0 that failed low. So it is a valid
//!   claim *value <= r* there. Such a search happens at the same ply, so p is no repetition in it.
//! - *A cutoff by the search of a move at a reduced depth* returns at most what that proved: the position after the move
//!   claimed, for the other side, a value of at most the negated result. Margins only make cutoffs rarer.
//! - *A node that is searched to smaller depths in between*, by internal deepening or by a test for singular
//!   extension, uses none of these results for its own, or is cut off as above. Their claims are valid at their own
//!   depths, where the table rule finds them. A test without one of the moves has a result that belongs to no position:
//!   it is stored nowhere.
//!   The nodes below it are nodes like any other.
//! - *A node reduced by r plies* returns a value that is valid at d - r, while its parent requested depth d. Stored with
//!   draft d, it may be used at the depths between. Roots are never reduced.
//!
//! The order of the moves decides which moves come first: if n moves may be searched before all others, the
//! move of index i is searched i-th to (i + n)-th.

use super::{Rank, Witnessed};
use crate::oracle::{Margin, Plies, Reductions};
use crate::position::{Move, Position};
use crate::score::Score;

/// The rank of a skipped move with the value minus infinity. Seen from the child, this rank is larger than every other rank.
pub(super) const ABOVE_ALL_RANKS: Rank = Some(u32::MAX);

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

    pub(super) fn plies_after_pass(&self, remaining: usize) -> impl Iterator<Item = usize> + use<P> {
        self.plies_after_reduced(self.rules.null, self.rules.null_from, remaining)
    }

    /// The plies that may remain after a move whose search may cut off the node at a reduced depth.
    pub(super) fn plies_of_cutoffs(&self, remaining: usize) -> impl Iterator<Item = usize> + use<P> {
        self.plies_after_reduced(self.rules.prob_cut.map(|cutoff| cutoff.plies), 2, remaining)
    }

    /// Returns the plies that may remain after a move or null move with this reduction, in addition to its own ply.
    /// There are none without a reduction, or if the depth of the node is less than `from`.
    fn plies_after_reduced(
        &self,
        reduction: Option<Plies>,
        from: u8,
        remaining: usize,
    ) -> impl Iterator<Item = usize> + use<P> {
        let (horizon, depth) = (self.rules.horizon, self.rules.horizon.depth(remaining));
        let reduction = reduction.filter(|_| depth >= usize::from(from.max(1))).into_iter();
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

    /// Returns the largest value, seen from the child, by which a node with an exact score may refute the move `edge`.
    /// The move is searched, or skipped where the node skips moves.
    pub(super) fn refuting_rank(&self, node: usize, index: usize, edge: u32, remaining: usize) -> Rank {
        let by_search = self.largest_child_high(node, index, edge, remaining);
        if self.rules.horizon.is_past(remaining) {
            by_search.max(self.delta_rank(node).map(|rank| self.negated(rank)))
        } else if self.rules.prunes_open {
            by_search.max(self.skipped_rank(node, index, edge, remaining))
        } else {
            by_search
        }
    }

    /// Returns the value as which a skipped move of quiescence counts; `None` if no move may be skipped.
    pub(super) fn delta_rank(&self, node: usize) -> Rank {
        self.rules.delta.and_then(|margin| self.evaluation_rank(node, i64::from(margin)))
    }

    /// Returns the value, seen from the child, as which the skipped move `edge` counts; `None` if the move may not be skipped.
    fn skipped_rank(&self, node: usize, index: usize, edge: u32, remaining: usize) -> Rank {
        let is_noisy = self.positions[node].is_noisy(self.moves[edge as usize]);
        let latest_index = self.latest_index(node, index);
        let late = self.rules.move_count.filter(|&count| latest_index >= usize::from(count));
        let late = late.filter(|_| !is_noisy || self.rules.move_count_any);
        let depth = self.rules.horizon.depth(remaining);
        let futility = self.rules.futility.filter(|_| latest_index >= 1 && !is_noisy);
        let futile = futility.and_then(|margin| margin.margin_at(depth));
        match (late, futile) {
            (Some(_), _) => ABOVE_ALL_RANKS,
            (_, Some(_)) if self.rules.futility_best => ABOVE_ALL_RANKS,
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
    /// `high` (null move, static null move, `ProbCut`), the second for `-low` (razoring).
    pub(super) fn cutoff_ranks(&self, node: usize, remaining: usize, excluded: &[Move]) -> (Rank, Rank) {
        let horizon = self.rules.horizon;
        let depth = horizon.depth(remaining);
        let passed =
            self.passes[node].and_then(|pass| self.reduced_rank(self.plies_after_pass(remaining), pass));
        let own = self.rules.own_cutoffs.then(|| self.largest_own_high(node, remaining)).flatten();
        let static_null = self.rules.static_null.and_then(|margin| margin.margin_at(depth));
        let subtracted = |margin: i64| if self.rules.returns_evaluation { 0 } else { margin };
        let refuted = static_null.and_then(|margin| self.evaluation_rank(node, -subtracted(margin)));
        let reduced = self.reduced_cutoff_rank(node, remaining, excluded);
        let razoring = self.rules.razoring.and_then(|margin| margin.margin_at(depth));
        let razored = razoring.and_then(|_| self.evaluation_rank(node, 0));
        let razored = razored.map(|rank| self.negated(rank));
        let by_quiescence = self.rules.razors_by_quiescence.then(|| self.state(node, horizon.plies));
        let by_quiescence = by_quiescence.and_then(|state| self.negated_low[state]);
        (passed.max(refuted).max(own).max(reduced), razored.max(by_quiescence))
    }

    /// Returns the largest lower bound that the search of a move at a reduced depth can prove.
    fn reduced_cutoff_rank(&self, node: usize, remaining: usize, excluded: &[Move]) -> Rank {
        let edges = self.edges[node].clone();
        let edges = edges.filter(|&edge| !excluded.contains(&self.moves[edge as usize]));
        edges.filter_map(|edge| self.reduced_rank(self.plies_of_cutoffs(remaining), edge)).max()
    }

    /// The largest `high` of the node itself at the smaller depths at which the node is searched.
    fn largest_own_high(&self, node: usize, remaining: usize) -> Rank {
        let depths = (self.rules.horizon.plies..remaining).filter(|&less| self.depths[node] >> less & 1 > 0);
        depths.map(|less| self.high[self.state(node, less)]).max().flatten()
    }

    /// The largest lower bound that a search of the move or null move `edge` at one of these depths can prove.
    fn reduced_rank(&self, depths: impl Iterator<Item = usize>, edge: u32) -> Rank {
        let negated_low = depths.map(|less| self.values_after(edge, less).negated_low).max().flatten();
        negated_low.map(|rank| self.rank_at_parent(rank))
    }

    /// Whether a search of the move `edge` at a reduced depth may prove that the node has at least this value, so
    /// that the move cuts off the node.
    pub(super) fn is_cut_off_by(&self, edge: u32, remaining: usize, score: Score) -> bool {
        let proved = self.reduced_rank(self.plies_of_cutoffs(remaining), edge);
        proved.is_some_and(|rank| self.limit_mate(score) <= self.value(rank))
    }

    /// Returns the ranks for `high` and `-low` that skipped moves and cutoffs allow at a pruned root. A root is pruned
    /// in a null window, and in an open window only if open windows are pruned too.
    pub(super) fn pruned_ranks(&self, node: usize, remaining: usize, excluded: &[Move]) -> (Rank, Rank) {
        let (refuted, razored) = self.cutoff_ranks(node, remaining, excluded);
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
            if self.rules.returns_evaluation {
                values.extend(margins(self.rules.static_null).filter_map(|_| score.with_margin(0)));
            }
            values.extend(self.rules.delta.and_then(|margin| score.with_margin(i64::from(margin))));
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
