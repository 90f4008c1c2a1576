//! The rules, applied until nothing changes.

use super::{Rank, Witnessed};
use crate::position::Position;

/// The three of one position and depth, while they are worked out.
#[derive(Default)]
struct DerivedValues {
    exact: Vec<u64>,
    high: Rank,
    turned_low: Rank,
}

impl DerivedValues {
    fn clear(&mut self, words: usize) {
        self.exact.clear();
        self.exact.resize(words, 0);
        (self.high, self.turned_low) = (None, None);
    }

    fn insert(&mut self, rank: u32) {
        self.exact[(rank / u64::BITS) as usize] |= 1 << (rank % u64::BITS);
    }

    fn widen(&mut self, more: &Self) {
        self.high = self.high.max(more.high);
        self.turned_low = self.turned_low.max(more.turned_low);
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
                    changed |= self.widen_state(node, depth, &found);
                    if self.may_reduce_node(depth + 1) && depths >> (depth + 1) & 1 > 0 {
                        changed |= self.widen_state(node, depth + 1, &found);
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

    /// What ground and negamax give at a position and depth.
    fn negamax(&self, node: usize, depth: usize, found: &mut DerivedValues) {
        found.clear(self.words);
        if depth == 0 || self.positions[node].is_terminal() {
            let rank = self.rank(self.positions[node].evaluate()).expect("a ground is one of the values");
            (found.high, found.turned_low) = (Some(rank), Some(self.turned(rank)));
            found.insert(rank);
            return;
        }
        if self.rules.horizon.is_past(depth) {
            return self.stand_pat(node, depth, found);
        }
        let first = self.edges[node].start;
        let child = |edge: u32| self.children[edge as usize] as usize;
        // What the moves can be kept to: the least `high` of the children, the next one, and
        // whose the least is. A child of which nothing is known leaves no maximum.
        let (mut least, mut next, mut whose) = (Some(u32::MAX), Some(u32::MAX), 0);
        for edge in self.edges[node].clone() {
            for below in self.plies_after(node, edge, depth) {
                let supported =
                    self.turned_low_rank(child(edge), below).map(|rank| self.rank_at_parent(rank));
                found.high = found.high.max(supported);
            }
            let high = self.refuted_by(node, (edge - first) as usize, edge, depth);
            if high < least {
                (least, next, whose) = (high, least, edge);
            } else {
                next = next.min(high);
            }
        }
        found.turned_low = self.upper_rank_of_moves(node, depth, least).map(|rank| self.rank_at_parent(rank));
        for edge in self.edges[node].clone() {
            let others = if edge == whose { next } else { least };
            for below in self.plies_after(node, edge, depth) {
                for rank in self.exact_ranks(child(edge), below) {
                    if Some(rank) <= others {
                        found.insert(self.rank_at_parent(self.turned(rank)));
                    }
                }
            }
        }
        let (refuted, given_up) = self.cut_off(node, depth);
        found.high = found.high.max(refuted);
        found.turned_low = found.turned_low.max(given_up);
    }

    /// What quiescence gives: the noisy moves, and one more of fixed value, to stand pat.
    fn stand_pat(&self, node: usize, remaining: usize, found: &mut DerivedValues) {
        let stand_pat_rank =
            self.rank(self.positions[node].evaluate()).expect("a ground is one of the values");
        let noisy = || {
            let edges =
                self.edges[node].clone().filter(|&edge| !self.plies_after(node, edge, remaining).is_empty());
            edges.map(|edge| self.children[edge as usize] as usize)
        };
        (found.high, found.turned_low) = (Some(stand_pat_rank), Some(self.turned(stand_pat_rank)));
        for child in noisy() {
            let supported = self.turned_low_rank(child, remaining - 1).map(|rank| self.rank_at_parent(rank));
            found.high = found.high.max(supported);
            let kept = self.high_rank(child, remaining - 1).map(|rank| self.rank_at_parent(rank));
            found.turned_low = found.turned_low.min(kept);
        }
        let at_least = |rank: u32, but: Option<usize>| {
            noisy().filter(|&child| Some(child) != but).all(|child| {
                let kept =
                    self.high_rank(child, remaining - 1).map(|high| self.rank_at_parent(self.turned(high)));
                kept.is_some_and(|kept| kept <= rank)
            })
        };
        if at_least(stand_pat_rank, None) {
            found.insert(stand_pat_rank);
        }
        for child in noisy() {
            for rank in
                self.exact_ranks(child, remaining - 1).map(|rank| self.rank_at_parent(self.turned(rank)))
            {
                if rank >= stand_pat_rank && at_least(rank, Some(child)) {
                    found.insert(rank);
                }
            }
        }
    }

    /// Widens what stands at a position and depth; whether that changed anything.
    fn widen_state(&mut self, node: usize, depth: usize, more: &DerivedValues) -> bool {
        let state = self.state(node, depth);
        let before = (self.high[state], self.turned_low[state]);
        self.high[state] = before.0.max(more.high);
        self.turned_low[state] = before.1.max(more.turned_low);
        let mut changed = before != (self.high[state], self.turned_low[state]);
        let own = &mut self.exact[state * self.words..(state + 1) * self.words];
        for (own, more) in own.iter_mut().zip(&more.exact) {
            changed |= more & !*own != 0;
            *own |= more;
        }
        changed
    }
}
