//! The positions and depths that searches can reach, and the values that can occur there.

use std::ops::Range;

use super::{Depths, Witnessed, bits};
use crate::position::Position;
use crate::score::Score;

impl<P: Position> Witnessed<P> {
    /// Finds all positions, their moves, and the depths at which they are searched.
    pub(super) fn discover(&mut self, searched: &[(P, usize)]) {
        let mut todo: Vec<(u32, usize)> = Vec::new();
        for (root, depth) in searched {
            let root = self.number(root);
            self.visit_state(root, depth + self.rules.horizon.plies, &mut todo);
        }
        while let Some((node, remaining)) = todo.pop() {
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
                    if let Some(less) = self.reduced(index, remaining, after_move) {
                        self.visit_state(child, less, &mut todo);
                    }
                }
            }
            if let Some((less, passed)) = self.plies_after_pass(remaining).zip(self.passes[node as usize]) {
                self.visit_state(passed, less, &mut todo);
            }
            if self.may_reduce_node(remaining) {
                self.visit_state(node, remaining - 1, &mut todo);
            }
        }
    }

    /// The numbers of plies that may remain after a move of `node`: none if the move is not searched, two
    /// if it may be extended, because an extension depends on the length of the line.
    pub(super) fn plies_after(&self, node: usize, edge: u32, remaining: usize) -> Range<usize> {
        let (position, mv) = (&self.positions[node], self.moves[edge as usize]);
        let horizon = self.rules.horizon;
        if !horizon.tries(position, remaining, mv) {
            return 0..0;
        }
        let extended = self.rules.extends.is_some() && !horizon.is_past(remaining) && position.is_forcing(mv);
        remaining - 1..remaining + usize::from(extended)
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
        self.edges[node] = first as u32..self.moves.len() as u32;
        if self.rules.null.is_some() {
            self.passes[node] = position.pass().map(|passed| self.number(&passed));
        }
    }

    /// The number of a position, from 0. Assigns a new number to a new position.
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

    /// Finds, for each position, the depths that can remain at its second visit on a walk.
    ///
    /// Such a walk may visit other positions twice, which no search does. So the result may contain a few
    /// depths too many.
    pub(super) fn find_repetitions(&mut self) {
        self.repeated.clear();
        self.repeated.resize(self.positions.len(), 0);
        if !self.rules.repetition {
            return;
        }
        let mut costs = Vec::new();
        for node in 0..self.positions.len() {
            let cycles = self.cycle_lengths(node, &mut costs);
            for depth in bits(self.depths[node]) {
                // After a cycle of k plies depth - k plies remain, or fewer if some of the moves are reduced.
                let fitting = bits(cycles).take_while(|&length| length <= depth);
                let exactly = |length: u32| 1 << (depth - length);
                let at_most = |length: u32| (2 << (depth - length)) - 1;
                let reduces = self.rules.is_selective();
                let remaining = |length| if reduces { at_most(length) } else { exactly(length) };
                self.repeated[node] |= fitting.fold(0, |all, length| all | remaining(length));
            }
        }
    }

    /// The costs of the walks from `start` back to `start`, in plies, one bit each.
    fn cycle_lengths(&self, start: usize, costs: &mut Vec<Depths>) -> Depths {
        costs.clear();
        costs.resize(self.positions.len(), 0);
        let (mut back, mut todo) = (0, vec![(start as u32, 0)]);
        while let Some((node, cost)) = todo.pop() {
            let forcing = |edge: u32| self.positions[node as usize].is_forcing(self.moves[edge as usize]);
            let may_extend = |edge: u32| self.rules.extends.is_some() && forcing(edge);
            let edges = self.edges[node as usize].clone();
            let moves = edges.clone().map(|edge| (self.children[edge as usize], cost + 1));
            let extended = edges.filter(|&edge| may_extend(edge));
            let extended = extended.map(|edge| (self.children[edge as usize], cost));
            let passes = self.passes[node as usize].map(|passed| (passed, cost + 1));
            for (child, cost) in moves.chain(extended).chain(passes).filter(|&(_, cost)| cost < self.stride) {
                let bit = 1 << cost;
                if child as usize == start {
                    back |= bit;
                } else if costs[child as usize] & bit == 0 {
                    costs[child as usize] |= bit;
                    todo.push((child, cost));
                }
            }
        }
        back
    }

    /// Collects and ranks all values that can occur, and allocates the sets.
    pub(super) fn rank_values(&mut self) {
        let past: Depths = (2 << self.rules.horizon.plies) - 1;
        let nodes = self.positions.iter().zip(&self.depths);
        let grounds = nodes.filter(|(position, depths)| *depths & past > 0 || position.is_terminal());
        self.values = grounds.map(|(position, _)| position.evaluate()).collect();
        if self.rules.repetition {
            self.values.push(Score::ZERO);
        }
        let by_margins = self.values_by_margins();
        self.values.extend(by_margins);
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

    /// Adds the mate scores that the mates among the values become on their way up the tree. Their distance
    /// is limited: longer mates count as the longest one. A search exceeds the limit only if it follows a
    /// cycle of table entries. The limit can cause false negatives, but no false positives, because all
    /// rules preserve the order of values.
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
    use super::super::DEEPEST;
    use super::*;
    use crate::game::Graph;
    use crate::oracle::{Drafts, Rules};
    use crate::position::Move;

    /// The root is on cycles of two and of three plies. With reductions fewer plies may remain after each.
    #[test]
    fn each_cycle_length_gives_its_own_remaining_depths() {
        let game: Graph = "a:[[a] [[a 1] 2]]".parse().expect("a game");
        let draws = Rules::FIXED_TREE.drawing_repetitions();
        for rules in [draws, Rules { lmr: Some(1), ..draws }] {
            let sets = Witnessed::new(&rules, &[(game.root(), 5)]);
            let root = sets.searched(&game.root(), 5).expect("it was searched");
            assert_eq!(sets.cycle_lengths(root, &mut Vec::new()), 0b1100);
            assert_eq!(sets.depths[root], 0b10_1111);
            assert_eq!(sets.repeated[root], 0b1111, "{rules:?}");
        }
    }

    #[test]
    fn repetitions_are_found_at_the_maximum_depth() {
        let game: Graph = "[a:[a 1]]".parse().expect("a game");
        let sets = Witnessed::new(&Rules::FIXED_TREE.drawing_repetitions(), &[(game.root(), DEEPEST)]);
        let below = game.root().play(Move::new(0));
        let node = sets.searched(&below, DEEPEST - 1).expect("it was searched");
        assert_eq!(sets.repeated[node], Depths::MAX >> 2, "all but the depth of the first visit");
    }

    /// On its way to the root the distance of a mate grows by up to the length of a line, and by as much
    /// again through table entries.
    #[test]
    fn the_values_contain_every_mate_distance_that_can_occur() {
        let rules = Rules::FIXED_TREE.table(Drafts::Deeper);
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
