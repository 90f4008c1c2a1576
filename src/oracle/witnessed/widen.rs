//! The rules, applied until nothing changes.

use super::{Rank, Witnessed};
use crate::position::Position;

/// The three of one position and depth, while they are worked out.
#[derive(Default)]
struct Found {
    exact: Vec<u64>,
    high: Rank,
    turned_low: Rank,
}

impl Found {
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
        let (mut found, mut deeper) = (Found::default(), Found::default());
        loop {
            let mut changed = false;
            for node in (0..self.positions.len()).rev() {
                deeper.clear(self.words);
                let depths = self.depths[node];
                for depth in (0..self.stride).rev().filter(|depth| depths >> depth & 1 > 0) {
                    self.negamax(node, depth, &mut found);
                    changed |= self.enter(node, depth, &found);
                    if self.may_be_shallower(depth + 1) && depths >> (depth + 1) & 1 > 0 {
                        changed |= self.enter(node, depth + 1, &found);
                    }
                    if self.probes(depth) {
                        changed |= self.enter(node, depth, &deeper);
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
    fn negamax(&self, node: usize, depth: usize, found: &mut Found) {
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
            for below in self.behind(node, edge, depth) {
                let borne = self.turned_low_rank(child(edge), below).map(|rank| self.handed_up(rank));
                found.high = found.high.max(borne);
            }
            let high = self.refuted_by(node, (edge - first) as usize, edge, depth);
            if high < least {
                (least, next, whose) = (high, least, edge);
            } else {
                next = next.min(high);
            }
        }
        found.turned_low = self.kept_to(node, depth, least).map(|rank| self.handed_up(rank));
        for edge in self.edges[node].clone() {
            let others = if edge == whose { next } else { least };
            for below in self.behind(node, edge, depth) {
                for rank in self.exact_ranks(child(edge), below) {
                    if Some(rank) <= others {
                        found.insert(self.handed_up(self.turned(rank)));
                    }
                }
            }
        }
        let (refuted, given_up) = self.cut_off(node, depth);
        found.high = found.high.max(refuted);
        found.turned_low = found.turned_low.max(given_up);
    }

    /// What quiescence gives: the noisy moves, and one more of fixed value, to stand pat.
    fn stand_pat(&self, node: usize, left: usize, found: &mut Found) {
        let stands = self.rank(self.positions[node].evaluate()).expect("a ground is one of the values");
        let noisy = || {
            let edges = self.edges[node].clone().filter(|&edge| !self.behind(node, edge, left).is_empty());
            edges.map(|edge| self.children[edge as usize] as usize)
        };
        (found.high, found.turned_low) = (Some(stands), Some(self.turned(stands)));
        for child in noisy() {
            let borne = self.turned_low_rank(child, left - 1).map(|rank| self.handed_up(rank));
            found.high = found.high.max(borne);
            let kept = self.high_rank(child, left - 1).map(|rank| self.handed_up(rank));
            found.turned_low = found.turned_low.min(kept);
        }
        let at_least = |rank: u32, but: Option<usize>| {
            noisy().filter(|&child| Some(child) != but).all(|child| {
                let kept = self.high_rank(child, left - 1).map(|high| self.handed_up(self.turned(high)));
                kept.is_some_and(|kept| kept <= rank)
            })
        };
        if at_least(stands, None) {
            found.insert(stands);
        }
        for child in noisy() {
            for rank in self.exact_ranks(child, left - 1).map(|rank| self.handed_up(self.turned(rank))) {
                if rank >= stands && at_least(rank, Some(child)) {
                    found.insert(rank);
                }
            }
        }
    }

    /// Widens what stands at a position and depth; whether that changed anything.
    fn enter(&mut self, node: usize, depth: usize, more: &Found) -> bool {
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
