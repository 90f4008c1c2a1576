//! The positions and depths that searches can reach, and the values that can occur there.

use std::ops::Range;

use super::mates::{LOST, mate_in_one};
use super::{Depths, Witnessed};
use crate::oracle::Extended;
use crate::position::{Move, Position};
use crate::score::Score;

impl<P: Position> Witnessed<P> {
    /// Finds all positions, their moves, and the depths at which they are searched. Returns `false` beyond `most` pairs
    /// of a position and a depth; some may then be missing.
    pub(super) fn discover(&mut self, searched: &[(P, usize)], most: usize) -> bool {
        let mut todo: Vec<(u32, usize)> = Vec::new();
        let mut count = 0;
        for (root, depth) in searched {
            let root = self.number(root);
            self.visit_state(root, depth + self.rules.horizon.plies, &mut todo);
        }
        while let Some((node, remaining)) = todo.pop() {
            // Each pair is here once. The positions after the moves of one are far fewer than all.
            count += 1;
            if count + todo.len() > most {
                return false;
            }
            if remaining == 0 || self.positions[node as usize].is_terminal() {
                continue;
            }
            if self.edges[node as usize].is_empty() {
                self.expand(node as usize);
            }
            for (index, edge) in self.edges[node as usize].clone().enumerate() {
                let child = self.children[edge as usize];
                for after_move in self.plies_after(node as usize, edge, remaining) {
                    self.visit_state(child, after_move, &mut todo);
                    for less in self.reduced(node as usize, index, remaining, after_move) {
                        self.visit_state(child, less, &mut todo);
                    }
                }
            }
            if let Some(pass) = self.passes[node as usize] {
                for less in self.plies_after_pass(remaining) {
                    self.visit_state(self.children[pass as usize], less, &mut todo);
                }
            }
            for less in self.rules.reduced_nodes(remaining) {
                self.visit_state(node, less, &mut todo);
            }
            if self.deepens_inside(remaining) {
                self.visit_state(node, remaining - 1, &mut todo);
            }
        }
        true
    }

    /// Whether a node may be searched to smaller depths in between, each derived from the next greater one.
    fn deepens_inside(&self, remaining: usize) -> bool {
        self.rules.searches_inside() && !self.rules.horizon.is_past(remaining)
    }

    /// Returns the numbers of plies that may remain after a move of `node`. There are none if the move is not searched,
    /// and several if it may be extended or if the search that repeats a reduced one may be less deep.
    pub(super) fn plies_after(&self, node: usize, edge: u32, remaining: usize) -> Range<usize> {
        let (position, mv) = (&self.positions[node], self.moves[edge as usize]);
        let horizon = self.rules.horizon;
        if !horizon.tries(position, remaining, mv) {
            return 0..0;
        }
        if horizon.is_past(remaining) {
            return remaining - 1..remaining;
        }
        let extended = self.may_extend(position, mv);
        let index = (edge - self.edges[node].start) as usize;
        let shallower = self.rules.lmr_shallower && self.late(node, index, remaining).is_some();
        let lost = if extended { self.rules.plies_lost() } else { 0 };
        let gained = if extended { 1 + self.rules.plies_gained() } else { 0 };
        let least = (remaining - 1).saturating_sub(lost + usize::from(shallower));
        least.max(horizon.plies)..(remaining + gained).min(self.stride)
    }

    pub(super) fn may_extend(&self, position: &P, mv: Move) -> bool {
        self.rules.extends.is_some()
            && (self.rules.extended_moves() == Extended::Any || position.is_forcing(mv))
    }

    fn visit_state(&mut self, node: u32, depth: usize, todo: &mut Vec<(u32, usize)>) {
        let bit = 1 << depth;
        if self.depths[node as usize] & bit == 0 {
            self.depths[node as usize] |= bit;
            todo.push((node, depth));
        }
    }

    fn expand(&mut self, node: usize) {
        let position = self.positions[node].clone();
        let first = self.moves.len();
        position.moves(&mut self.moves);
        for index in first..self.moves.len() {
            let child = self.number(&position.play(self.moves[index]));
            self.children.push(child);
        }
        let end = self.moves.len() as u32;
        self.edges[node] = first as u32..end;
        if let Some(passed) = self.rules.null.and_then(|_| position.pass()) {
            let child = self.number(&passed);
            self.children.push(child);
            self.moves.push(Move::NULL);
            self.passes[node] = Some(end);
        }
    }

    fn number(&mut self, position: &P) -> u32 {
        let known = self.numbers.get(position, 0);
        if known > 0 {
            return known - 1;
        }
        self.positions.push(position.clone());
        self.edges.push(0..0);
        self.passes.push(None);
        self.depths.push(0);
        let number = self.positions.len() as u32;
        self.numbers.put(position, 0, number);
        number - 1
    }

    pub(super) fn rank_values(&mut self) {
        let past: Depths = (2 << self.rules.horizon.plies) - 1;
        let nodes = self.positions.iter().zip(&self.depths);
        let grounds = nodes.filter(|(position, depths)| *depths & past > 0 || position.is_terminal());
        self.values = grounds.map(|(position, _)| position.evaluate()).collect();
        if self.rules.draws() {
            self.values.push(Score::ZERO);
        }
        let by_margins = self.values_by_margins();
        self.values.extend(by_margins);
        self.values.extend(self.rules.mate_distance.then(|| [LOST, mate_in_one()]).into_iter().flatten());
        self.add_longer_mates();
        let negated: Vec<Score> = self.values.iter().map(|&value| -value).collect();
        self.values.extend(negated);
        self.values.sort_unstable();
        self.values.dedup();
        self.zero = self.rank(Score::ZERO).unwrap_or(0);
        let further = |&value: &Score| self.rank(self.limit_mate(value.further(1)));
        self.further = self.values.iter().map(|value| further(value).expect("mates of any length")).collect();
        self.words = self.values.len().div_ceil(u64::BITS as usize);
        let mut states = 0;
        for depths in &self.depths {
            self.states.push(states);
            states += depths.count_ones() as usize;
        }
        self.exact = vec![0; states * self.words];
        self.high = vec![None; states];
        self.negated_low = vec![None; states];
    }

    /// Adds the mate scores that mates among the values become on their way up the tree. Mates beyond a limit, which a
    /// search exceeds only on a cycle of table entries, count as the longest mate. The limit can cause false negatives,
    /// but no false positives, because all rules preserve the order of values.
    fn add_longer_mates(&mut self) {
        let plies = |mate: &Score| Score::MAX.get() - mate.get().abs();
        let mates = || self.values.iter().filter(|value| value.is_mate()).map(plies);
        let (Some(least), Some(most)) = (mates().min(), mates().max()) else { return };
        self.longest_mate = (most + 2 * self.stride as i32).min(Score::MATE_RANGE);
        self.values.extend((least..=self.longest_mate).map(|plies| Score::MAX - plies));
    }

    /// The rank of a value; `None` if the value cannot occur.
    pub(super) fn rank(&self, value: Score) -> Option<u32> {
        self.values.binary_search(&value).ok().map(|rank| rank as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::game::examples::game;
    use crate::oracle::{Drafts, ExtraPlies, Rules};

    fn exact(sets: &Witnessed<crate::game::GraphPosition<'_>>, line: &[u16], depth: usize) -> Vec<i32> {
        let root = sets.positions[0];
        let position = line.iter().fold(root, |position, &mv| position.play(Move::new(mv)));
        sets.exact(&position, depth).map(Score::get).collect()
    }

    /// The position `a` remains with depth 3 after the first move, and with depth 1 after the second. Its values are
    /// -8, 7 and -6 at the depths 3 to 1.
    #[test]
    fn a_search_to_a_smaller_depth_in_between_leaves_entries_of_that_depth() {
        let game = game("[a:5[6[7[8]]] [[a]]]");
        let rules = Rules::FIXED_TREE.tt(Drafts::Deeper);
        let nested = rules.iid();
        let singular = Rules { singular: true, ..rules };
        for (rules, twice, once) in [
            (rules, &[][..], &[-8, -6][..]),
            (nested, &[-8, 7], &[-8, -6, 7]),
            (singular, &[-8, 7], &[-8, -6, 7]),
        ] {
            let sets = Witnessed::new(&rules, &[(game.root(), 4)]);
            assert_eq!(exact(&sets, &[0], 3), [-8]);
            assert_eq!(exact(&sets, &[0], 2), twice, "{rules:?}");
            assert_eq!(exact(&sets, &[0], 1), once, "{rules:?}");
        }
        let sets = Witnessed::new(&nested.tt(Drafts::Equal), &[(game.root(), 4)]);
        assert_eq!([1, 2, 3].map(|depth| exact(&sets, &[0], depth)), [[-6], [7], [-8]]);
        // Quiescence is not searched to smaller depths.
        let sets = Witnessed::new(&nested.quiescence(2, true), &[(game.root(), 1)]);
        assert_eq!(sets.depths[0], 0b1100);
    }

    /// The search after the first move is as deep as the root was, or a ply less deep.
    #[test]
    fn the_moves_that_may_be_extended_are_those_that_the_rules_name() {
        let rules = Rules::FIXED_TREE;
        let [forcing, some, any] = [Extended::Forcing, Extended::SomeForcing, Extended::Any]
            .map(|extended| rules.extension_moves(extended).extension(64));
        for (rules, text, values) in [
            (forcing, "1[+-2[3]]", &[2, 3][..]),
            (some, "1[+-2[3]]", &[2, 3]),
            (any, "1[+-2[3]]", &[2, 3]),
            (forcing, "1[-2[3]]", &[2]),
            (some, "1[-2[3]]", &[2]),
            (any, "1[-2[3]]", &[2, 3]),
            (Rules { extends: None, ..any }, "1[-2[3]]", &[2]),
            (forcing, "1[+-2[3[4]]]", &[2, 3]),
            (forcing.extension_plies(ExtraPlies::between(2, 2)), "1[+-2[3[4]]]", &[-4, 2, 3]),
        ] {
            let game = game(text);
            let sets = Witnessed::new(&rules, &[(game.root(), 1)]);
            assert_eq!(exact(&sets, &[], 1), values, "{text}: {rules:?}");
        }
        let game = game("1[!-2[!3]]");
        let sets = Witnessed::new(&any.quiescence(1, true), &[(game.root(), 0)]);
        assert_eq!(exact(&sets, &[], 1), [2], "no move of quiescence is extended");
    }

    /// The distance of a mate grows on the way to the root by up to the length of a line, and by as much again through
    /// table entries.
    #[test]
    fn the_values_contain_every_mate_distance_that_can_occur() {
        let rules = Rules::FIXED_TREE.tt(Drafts::Deeper);
        for plies in [1, 40] {
            let game: Graph = format!("[[#{plies} 0] 3]").parse().expect("a game");
            let sets = Witnessed::new(&rules, &[(game.root(), 2)]);
            let known = |plies| sets.rank(Score::MAX - plies).is_some();
            assert_eq!(sets.longest_mate, plies + 2 * 3);
            assert!(
                !known(plies - 1) && (plies..=plies + 6).all(known) && !known(plies + 7),
                "{plies} plies"
            );
        }
    }
}
