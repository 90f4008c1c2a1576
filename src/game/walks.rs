//! Walks along the moves of a game, which find the reachable positions and count visits.

use crate::game::Graph;
use crate::ply_limits::PlyLimits;

/// A number of positions that no randomly generated game exceeds; walks of smaller games allocate no memory.
const SMALL: usize = 256;

/// The maximum number of visits of the position after a move by a search, which is one by default.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Visits {
    /// Whether all moves but the first are searched twice, even within a second search.
    pub twice: bool,
    /// The plies by which all but the first two moves are also searched reduced.
    pub reduced: Option<u8>,
    /// The plies by which the search after a pass is reduced more than after a move.
    pub passed: Option<u8>,
}

struct VisitCount {
    node: usize,
    remaining: usize,
    times: u64,
}

impl Graph {
    /// Whether moves lead from `start` to `end`; true if both are the same position.
    pub fn reaches(&self, start: usize, end: usize) -> bool {
        match self.len() {
            0..=SMALL => self.walk_to(end, start, &mut [false; SMALL], &mut [0; SMALL]),
            large => self.walk_to(end, start, &mut vec![false; large], &mut vec![0; large]),
        }
    }

    /// Whether noisy moves alone lead from some position back to the same position, so that unlimited quiescence does not end.
    pub(crate) fn has_noisy_cycle(&self) -> bool {
        let mut open = vec![true; self.len()];
        let goes_on = |open: &[bool], node: usize| {
            self.children(node).enumerate().any(|(index, child)| open[child] && self.is_noisy(node, index))
        };
        while let Some(end) = (0..self.len()).find(|&node| open[node] && !goes_on(&open, node)) {
            open[end] = false;
        }
        open.contains(&true)
    }

    fn walk_to(&self, end: usize, start: usize, reached: &mut [bool], todo: &mut [u32]) -> bool {
        reached[start] = true;
        todo[0] = start as u32;
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let node = todo[waiting] as usize;
            if node == end {
                return true;
            }
            for child in self.children(node) {
                if !std::mem::replace(&mut reached[child], true) {
                    todo[waiting] = child as u32;
                    waiting += 1;
                }
            }
        }
        false
    }

    /// Returns the largest depth up to `wanted` at which minimax makes at most `most` visits of positions.
    pub(crate) fn max_depth_within(&self, most: u64, wanted: usize) -> usize {
        match self.len() {
            0..=SMALL => self.deepen(most, wanted, &mut [0; SMALL], &mut [0; SMALL]),
            large => self.deepen(most, wanted, &mut vec![0; large], &mut vec![0; large]),
        }
    }

    /// Whether minimax makes at most `most` visits of positions within these ply limits, with these repeated searches.
    ///
    /// The positions below a position depend on its remaining plies and its ply. So visits with the same number of
    /// remaining plies are counted together at each ply.
    pub fn visits_within(&self, most: u64, ply_limits: PlyLimits, visits: Visits) -> bool {
        let (mut here, mut visited) =
            (vec![VisitCount { node: 0, remaining: ply_limits.plies, times: 1 }], 1u64);
        for ply in 0..ply_limits.max_pv_length {
            let mut below = Vec::new();
            for from in here.iter().filter(|from| from.remaining > 0) {
                self.visits_below(from, ply, ply_limits, visits, |child| {
                    visited = visited.saturating_add(child.times);
                    below.push(child);
                });
                if visited > most {
                    return false;
                }
            }
            below.sort_unstable_by_key(|visit| (visit.node, visit.remaining));
            below.dedup_by(|next, first| {
                let same = (next.node, next.remaining) == (first.node, first.remaining);
                first.times = first.times.saturating_add(if same { next.times } else { 0 });
                same
            });
            here = below;
        }
        visited <= most
    }

    fn visits_below(
        &self,
        from: &VisitCount,
        ply: usize,
        ply_limits: PlyLimits,
        visits: Visits,
        mut each: impl FnMut(VisitCount),
    ) {
        let &VisitCount { node, remaining, times } = from;
        let is_deep = remaining > ply_limits.quiescence;
        let mut visit = |node, remaining, often: u64| {
            each(VisitCount { node, remaining, times: times.saturating_mul(often) });
        };
        for (index, child) in self.children(node).enumerate() {
            if is_deep || self.is_noisy(node, index) {
                let after_move = ply_limits.plies_after(ply, remaining, self.is_forcing(node, index));
                visit(child, after_move, if visits.twice && index > 0 { 2 } else { 1 });
                if let Some(reduction) = visits.reduced.filter(|_| index > 1 && is_deep) {
                    visit(child, ply_limits.reduced(after_move, reduction), 1);
                }
            }
        }
        if let Some((reduction, child)) = visits.passed.zip(self.pass(node)).filter(|_| is_deep) {
            visit(child, ply_limits.reduced(remaining - 1, reduction), 1);
        }
    }

    /// Returns the largest depth within `most` visits. `here` and `below` are memory for the visits of each position at
    /// one ply and the next.
    fn deepen<'s>(
        &self,
        most: u64,
        wanted: usize,
        mut here: &'s mut [u64],
        mut below: &'s mut [u64],
    ) -> usize {
        let mut visited = 1;
        here[0] = 1;
        for depth in 0..wanted {
            below.fill(0);
            for (node, &times) in here.iter().enumerate().take(self.len()) {
                self.children(node).for_each(|child| below[child] += times);
            }
            visited += below.iter().sum::<u64>();
            if visited > most {
                return depth;
            }
            std::mem::swap(&mut here, &mut below);
        }
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::examples::game;

    #[test]
    fn a_walk_follows_moves_forward_only() {
        let graph = game("[a:[1 b:[a]] [b]]");
        let shared = graph.child(0, 0);
        assert!(graph.reaches(shared, shared) && graph.reaches(0, shared));
        assert!(!graph.reaches(shared, 0));
        // A game of more than `SMALL` positions.
        let chain = game(&format!("{}1{}", "[".repeat(300), "]".repeat(300)));
        assert!(chain.reaches(0, 300) && !chain.reaches(300, 0));
    }

    #[test]
    fn only_noisy_moves_make_a_noisy_cycle() {
        for (text, expected) in
            [("a:[!a]", true), ("[1 a:[!b:[2 !a]]]", true), ("a:[!b:[2 a]]", false), ("[!a:[!1] !a]", false)]
        {
            assert_eq!(game(text).has_noisy_cycle(), expected, "{text}");
        }
    }

    #[test]
    fn a_search_visits_a_position_once_for_each_path_to_it() {
        // Two moves to one position at each ply: 1 + 2 + 4 + 8.
        let graph = game("[a:[b:[c:1 c] b] a]");
        assert_eq!(graph.max_depth_within(15, 9), 3 + 6);
        assert_eq!(graph.max_depth_within(14, 9), 2);
        assert_eq!(graph.max_depth_within(1, 9), 0);
        assert_eq!(game("a:[a]").max_depth_within(10, 50), 9);
    }

    #[test]
    fn forcing_and_noisy_moves_are_searched_beyond_the_depth() {
        let visits_of = |text: &str, ply_limits: PlyLimits| {
            (0..100).find(|&most| game(text).visits_within(most, ply_limits, Visits::default()))
        };
        let plain = PlyLimits::for_depth(2);
        assert_eq!(visits_of("[a:[b:[c:1 c] b] a]", plain), Some(1 + 2 + 4));
        let extended = PlyLimits { max_pv_length: 4, extends: true, ..plain };
        assert_eq!(visits_of("a:[+a]", plain), Some(3));
        assert_eq!(visits_of("a:[+a]", extended), Some(5));
        let quiescing = PlyLimits { plies: 5, quiescence: 3, max_pv_length: 5, extends: false };
        assert_eq!(visits_of("a:[a !1]", quiescing), Some(1 + 2 + 2 + 1));
    }

    #[test]
    fn repeated_searches_count_as_repeated_visits() {
        let visits_of = |text: &str, depth: usize, visits: Visits| {
            (0..1000).find(|&most| game(text).visits_within(most, PlyLimits::for_depth(depth), visits))
        };
        let once = Visits::default();
        assert_eq!(visits_of("a:[1 a]", 3, once), Some(1 + 2 + 2 + 2));
        assert_eq!(visits_of("a:[1 a]", 3, Visits { twice: true, ..once }), Some(1 + 3 + 6 + 12));
        // After the third move two plies are left, and one in the reduced search: a leaf, and then a node.
        let reduced = Visits { reduced: Some(1), ..once };
        assert_eq!(visits_of("a:[1 1 a]", 3, reduced), Some(1 + 4 + (4 + 4) + 4));
        let passed = Visits { passed: Some(0), ..once };
        assert_eq!(visits_of("a:[1 a ~a]", 2, passed), Some(1 + 3 + 6));
        assert_eq!(visits_of("a:[1 a ~a]", 2, once), Some(1 + 2 + 2));
    }
}
