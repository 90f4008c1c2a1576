//! The computation of the fixpoint, which applies the rules until nothing changes.

use super::{DrawValues, Rank, Witnessed};
use crate::position::Position;

#[derive(Default)]
pub(super) struct DerivedValues {
    exact: Vec<u64>,
    pub(super) high: Rank,
    pub(super) negated_low: Rank,
}

impl DerivedValues {
    fn clear(&mut self, words: usize) {
        self.exact.clear();
        self.exact.resize(words, 0);
        (self.high, self.negated_low) = (None, None);
    }

    pub(super) fn insert(&mut self, rank: u32) {
        self.exact[(rank / u64::BITS) as usize] |= 1 << (rank % u64::BITS);
    }

    fn widen(&mut self, more: &Self) {
        self.high = self.high.max(more.high);
        self.negated_low = self.negated_low.max(more.negated_low);
        for (own, more) in self.exact.iter_mut().zip(&more.exact) {
            *own |= more;
        }
    }
}

impl<P: Position> Witnessed<P> {
    pub(super) fn widen(&mut self) {
        let (mut found, mut deeper) = (DerivedValues::default(), DerivedValues::default());
        loop {
            let mut changed = false;
            for node in (0..self.positions.len()).rev() {
                deeper.clear(self.words);
                let depths = self.depths[node];
                for depth in (0..self.stride).rev().filter(|depth| depths >> depth & 1 > 0) {
                    self.negamax(node, depth, &mut found);
                    if self.rules.mate_distance {
                        self.clamp_mates(node, &mut found);
                    }
                    changed |= self.widen_state(node, depth, &found);
                    // A node with the draft of the request may be used at a depth between the two.
                    for above in (depth + 1..self.stride).filter(|above| depths >> above & 1 > 0) {
                        let reduced = self.rules.reduced_nodes(above);
                        if !reduced.is_empty() && reduced.start <= depth {
                            changed |= self.widen_state(node, above, &found);
                        }
                    }
                    if self.probes(depth) {
                        changed |= self.widen_state(node, depth, &deeper);
                    }
                    deeper.widen(&found);
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn negamax(&self, node: usize, depth: usize, found: &mut DerivedValues) {
        found.clear(self.words);
        if depth == 0 || self.positions[node].is_terminal() {
            let rank = self.rank(self.positions[node].evaluate()).expect("every evaluation has a rank");
            (found.high, found.negated_low) = (Some(rank), Some(self.negated(rank)));
            found.insert(rank);
            return;
        }
        if self.rules.horizon.is_past(depth) {
            return self.stand_pat(node, depth, found);
        }
        let first = self.edges[node].start;
        // The smallest `high` of the children, its move, and the second smallest `high`: the upper bound of
        // all moves, and that of all moves but one. If no `high` is known for some child, there is no
        // upper bound.
        let (mut least, mut next, mut least_edge) = (Some(u32::MAX), Some(u32::MAX), 0);
        for edge in self.edges[node].clone() {
            for below in self.plies_after(node, edge, depth) {
                let supported = self.values_after(edge, below).negated_low;
                let supported = supported.map(|rank| self.rank_at_parent(rank));
                found.high = found.high.max(supported);
            }
            let high = self.largest_child_high(node, (edge - first) as usize, edge, depth);
            if high < least {
                (least, next, least_edge) = (high, least, edge);
            } else {
                next = next.min(high);
            }
        }
        found.negated_low =
            self.upper_rank_of_moves(node, depth, &[], least).map(|rank| self.rank_at_parent(rank));
        for edge in self.edges[node].clone() {
            let others = if edge == least_edge { next } else { least };
            for below in self.plies_after(node, edge, depth) {
                for rank in self.values_after(edge, below).exact() {
                    if Some(rank) <= others {
                        found.insert(self.rank_at_parent(self.negated(rank)));
                    }
                }
            }
        }
        let (refuted, razored) = self.cutoff_ranks(node, depth);
        found.high = found.high.max(refuted);
        found.negated_low = found.negated_low.max(razored);
    }

    /// Applies the rules of quiescence, where the moves are the noisy ones and standing pat, which has a fixed value.
    fn stand_pat(&self, node: usize, remaining: usize, found: &mut DerivedValues) {
        let stand_pat_rank = self.rank(self.positions[node].evaluate()).expect("every evaluation has a rank");
        let noisy = || {
            let edges = self.edges[node].clone();
            edges.filter(|&edge| !self.plies_after(node, edge, remaining).is_empty())
        };
        let values_after = |edge: u32| self.values_after(edge, remaining - 1);
        (found.high, found.negated_low) = (Some(stand_pat_rank), Some(self.negated(stand_pat_rank)));
        for edge in noisy() {
            let DrawValues { high, negated_low, .. } = values_after(edge);
            let [supported, upper] =
                [negated_low, high].map(|rank| rank.map(|rank| self.rank_at_parent(rank)));
            found.high = found.high.max(supported);
            found.negated_low = found.negated_low.min(upper);
        }
        let none_exceeds = |rank: u32, except: Option<u32>| {
            noisy().filter(|&edge| Some(edge) != except).all(|edge| {
                let upper = values_after(edge).high.map(|high| self.rank_at_parent(self.negated(high)));
                upper.is_some_and(|upper| upper <= rank)
            })
        };
        if none_exceeds(stand_pat_rank, None) {
            found.insert(stand_pat_rank);
        }
        for edge in noisy() {
            for rank in values_after(edge).exact().map(|rank| self.rank_at_parent(self.negated(rank))) {
                if rank >= stand_pat_rank && none_exceeds(rank, Some(edge)) {
                    found.insert(rank);
                }
            }
        }
    }

    fn widen_state(&mut self, node: usize, depth: usize, more: &DerivedValues) -> bool {
        let state = self.state(node, depth);
        let before = (self.high[state], self.negated_low[state]);
        self.high[state] = before.0.max(more.high);
        self.negated_low[state] = before.1.max(more.negated_low);
        let mut changed = before != (self.high[state], self.negated_low[state]);
        let own = &mut self.exact[state * self.words..(state + 1) * self.words];
        for (own, more) in own.iter_mut().zip(&more.exact) {
            changed |= more & !*own != 0;
            *own |= more;
        }
        changed
    }
}
