//! Exhaustive enumeration of game graphs without scores.

use crate::game::Graph;
use crate::score::Score;

const BITS: u32 = 3;
const END_OF_MOVES: u64 = (1 << BITS) - 1;
const MAX_POSITIONS: usize = 6;

/// The moves of all positions of a graph, as targets in digits of [`BITS`] bits, the lowest digit first. The moves of
/// each position end with [`END_OF_MOVES`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Wiring(u64);

impl Wiring {
    pub fn build(self, positions: usize, graph: &mut Graph) {
        graph.reset(Score::ZERO);
        let mut rest = self.0;
        for node in 0..positions {
            while rest & END_OF_MOVES != END_OF_MOVES {
                let to = (rest & END_OF_MOVES) as usize;
                graph.add_move(node, Some(to).filter(|&to| to < graph.len()));
                rest >>= BITS;
            }
            rest >>= BITS;
        }
    }
}

/// Returns the wirings of `positions` positions, by their number of moves. Every position can be reached from the root,
/// and no two moves of a position have the same target. Numbering as in a [`Graph`] excludes isomorphic wirings.
pub(super) fn wirings(positions: usize, cycles: bool) -> Vec<Vec<Wiring>> {
    assert!((1..=MAX_POSITIONS).contains(&positions), "a wiring has room for the positions");
    let mut by_moves = Vec::new();
    let root = PartialWiring { code: 0, bits: 0, node: 0, found: 1, moves: 0, targets: [0; MAX_POSITIONS] };
    root.complete(positions, cycles, &mut by_moves);
    by_moves
}

#[derive(Clone, Copy)]
struct PartialWiring {
    code: u64,
    bits: u32,
    node: usize,
    found: usize,
    moves: usize,
    targets: [u8; MAX_POSITIONS],
}

impl PartialWiring {
    fn complete(self, positions: usize, cycles: bool, by_moves: &mut Vec<Vec<Wiring>>) {
        let next = Self { node: self.node + 1, ..self.followed_by(END_OF_MOVES) };
        if next.node < self.found {
            next.complete(positions, cycles, by_moves);
        } else if self.found == positions {
            if by_moves.len() <= self.moves {
                by_moves.resize(self.moves + 1, Vec::new());
            }
            by_moves[self.moves].push(Wiring(next.code));
        }
        // A move leads to a position that has a number, or to the next one.
        for to in 0..positions.min(self.found + 1) {
            let again = self.targets[self.node] >> to & 1 == 1;
            if !again && (cycles || !self.leads(to, self.node)) {
                let mut more = self.followed_by(to as u64);
                more.targets[self.node] |= 1 << to;
                more.found = self.found.max(to + 1);
                more.moves += 1;
                more.complete(positions, cycles, by_moves);
            }
        }
    }

    fn followed_by(self, digit: u64) -> Self {
        Self { code: self.code | digit << self.bits, bits: self.bits + BITS, ..self }
    }

    fn leads(&self, start: usize, end: usize) -> bool {
        let mut met = 1u8 << start;
        loop {
            let next = (0..MAX_POSITIONS).filter(|node| met >> node & 1 == 1);
            let next = next.fold(met, |met, node| met | self.targets[node]);
            if next == met {
                return met >> end & 1 == 1;
            }
            met = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn count(positions: usize, cycles: bool) -> u64 {
        wirings(positions, cycles).iter().map(|wirings| wirings.len() as u64).sum()
    }

    /// Returns every sequence of distinct numbers below `most`.
    fn sequences(most: usize) -> Vec<Vec<usize>> {
        let mut sequences = vec![Vec::new()];
        let mut next = 0;
        while next < sequences.len() {
            for to in (0..most).filter(|to| !sequences[next].contains(to)).collect::<Vec<_>>() {
                sequences.push([sequences[next].as_slice(), &[to]].concat());
            }
            next += 1;
        }
        sequences
    }

    /// Returns the non-isomorphic graphs of `positions` positions by brute force, from all moves at all positions in
    /// every numbering. A graph counts if the root reaches all positions.
    fn by_force(positions: usize, cycles: bool) -> BTreeSet<String> {
        let sequences = sequences(positions);
        let mut found = BTreeSet::new();
        for number in 0..sequences.len().pow(positions as u32) {
            let moves: Vec<&[usize]> = (0..positions as u32)
                .map(|node| sequences[number / sequences.len().pow(node) % sequences.len()].as_slice())
                .collect();
            if cycles || is_acyclic(&moves) {
                // A graph that is built from the root on has only the positions that the root reaches.
                let mut labelled = Graph::default();
                let mut numbers = vec![0];
                let mut node = 0;
                while node < numbers.len() {
                    for &to in moves[numbers[node]] {
                        let known = numbers.iter().position(|&one| one == to);
                        labelled.add_move(node, known);
                        if known.is_none() {
                            numbers.push(to);
                        }
                    }
                    node += 1;
                }
                if labelled.len() == positions {
                    found.insert(labelled.to_string());
                }
            }
        }
        found
    }

    /// Whether no position is left when positions without moves are removed again and again.
    fn is_acyclic(moves: &[&[usize]]) -> bool {
        let mut left: BTreeSet<usize> = (0..moves.len()).collect();
        while let Some(&over) = left.iter().find(|&&node| moves[node].iter().all(|to| !left.contains(to))) {
            left.remove(&over);
        }
        left.is_empty()
    }

    #[test]
    fn every_wiring_is_returned_once() {
        for (positions, cycles) in [(1, false), (2, false), (3, false), (1, true), (2, true), (3, true)] {
            let mut graph = Graph::default();
            let mut built = BTreeSet::new();
            for (moves, wirings) in wirings(positions, cycles).iter().enumerate() {
                for wiring in wirings {
                    wiring.build(positions, &mut graph);
                    assert_eq!((0..positions).map(|node| graph.children(node).len()).sum::<usize>(), moves);
                    assert!(built.insert(graph.to_string()), "{graph} is returned once");
                }
            }
            assert_eq!(built, by_force(positions, cycles), "{positions} positions");
        }
    }

    /// Counts wirings by recurrences, without building graphs. A position with `m` possible targets has `sequences(m)`
    /// sequences of moves. A graph whose positions are all reached from the root has no symmetry, so the labelled
    /// graphs are counted and divided by the number of labellings.
    ///
    /// Acyclic graphs (after Robinson 1973): the root reaches every position if no other position is without an
    /// incoming move. With cycles: all graphs, less those in which the root reaches only a part.
    #[test]
    fn the_number_of_wirings_agrees_with_recurrences() {
        let ways = |m: usize| (0..=m).map(|k| (m - k + 1..=m).product::<usize>()).sum::<usize>() as i128;
        let choose = |n: usize, k: usize| (0..k).fold(1, |product, i| product * (n - i) / (i + 1)) as i128;
        let factorial = |n: usize| (1..=n).product::<usize>() as i128;
        let sign = |k: usize| if k.is_multiple_of(2) { -1 } else { 1 };
        let (mut acyclic, mut rooted, mut reached) = (vec![1], vec![0], vec![0]);
        for n in 1..=6 {
            let without_way_in =
                |k: usize| sign(k) * choose(n, k) * ways(n - k).pow(k as u32) * acyclic[n - k];
            let (all, one) = (
                (1..=n).map(without_way_in).sum::<i128>(),
                (1..=n).map(|k| k as i128 * without_way_in(k)).sum::<i128>(),
            );
            acyclic.push(all);
            rooted.push(one / factorial(n));
            let part = |k: usize| choose(n - 1, k - 1) * reached[k] * ways(n).pow((n - k) as u32);
            reached.push(ways(n).pow(n as u32) - (1..n).map(part).sum::<i128>());
        }
        assert_eq!(rooted[1..], [1, 1, 4, 57, 3_399, 1_026_944]);
        let cyclic: Vec<i128> = (1..=4).map(|n| reached[n] / factorial(n - 1)).collect();
        assert_eq!(cyclic, [2, 15, 1_552, 2_750_995]);
        let counts = |most: usize, cycles| -> Vec<i128> {
            (1..=most).map(|positions| i128::from(count(positions, cycles))).collect()
        };
        assert_eq!(counts(6, false), rooted[1..]);
        assert_eq!(counts(4, true), cyclic);
    }
}
