//! Exhaustive enumeration of small games with shared positions.

use super::ScopeError;
use super::wirings::{Wiring, wirings};
use crate::campaign::Games;
use crate::game::Graph;
use crate::score::Score;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limits {
    pub positions: usize,
    /// The number of different scores, which are the scores nearest to zero: 0, 1, -1, 2 and so on.
    pub scores: u32,
    pub depth: usize,
    pub cycles: bool,
}

impl Limits {
    /// The maximum number of scores; more scores add nothing to games of this size.
    pub(crate) const MAX_SCORES: u32 = 7;
    /// The maximum depth; deeper searches take too long in graphs with moves between all positions.
    pub(crate) const MAX_DEPTH: usize = 8;

    /// Returns the maximum number of positions; more positions make too many graphs.
    pub(crate) const fn max_positions(cycles: bool) -> usize {
        if cycles { 4 } else { 6 }
    }
}

/// Every game up to a number of positions, with or without cycles. A game is a graph whose positions can all be reached
/// from the root, with an assignment of the scores, searched to a depth from 1 on. Isomorphic games occur once.
///
/// No two moves of one position lead to the same position: the number of such moves would be unlimited.
///
/// Inner positions have scores too: they are evaluated where the depth runs out, and at the root for an
/// aspiration window. The scores are on both sides of zero: a position reached at even and odd plies should
/// be able to favour either side, and a draw by repetition, which is 0, should have better and worse
/// alternatives.
///
/// Games come in the order of their [size](crate::case::Case::size): the first with a finding is a smallest
/// one.
#[derive(Clone, Debug)]
pub struct Graphs {
    limits: Limits,
    blocks: Vec<Block>,
    /// All assignments of scores for each number of positions, beginning with scores near zero. A number to the base of
    /// `scores` has the ranks as its digits.
    assignments: Vec<Vec<u32>>,
    games: u64,
    gap: u32,
}

#[derive(Clone, Debug)]
struct Block {
    positions: usize,
    wirings: Vec<Wiring>,
    first: u64,
}

impl Graphs {
    /// Returns the games within these limits.
    ///
    /// # Errors
    ///
    /// If one of the limits is 0 or too large.
    pub fn new(limits: Limits) -> Result<Self, ScopeError> {
        let Limits { positions, scores, depth, cycles } = limits;
        let most = Limits::max_positions(cycles);
        if !(1..=most).contains(&positions) {
            let kind = if cycles { "with cycles" } else { "without cycles" };
            return Err(ScopeError::Graphs { positions, kind, most });
        }
        if !(1..=Limits::MAX_SCORES).contains(&scores) {
            return Err(ScopeError::Scores { scores });
        }
        if !(1..=Limits::MAX_DEPTH).contains(&depth) {
            return Err(ScopeError::Depth { depth });
        }
        let assignments: Vec<_> = (0..=positions).map(|positions| assignments(positions, scores)).collect();
        let (mut blocks, mut games) = (Vec::new(), 0);
        for (positions, assignments) in assignments.iter().enumerate().skip(1) {
            for wirings in wirings(positions, cycles).into_iter().filter(|wirings| !wirings.is_empty()) {
                let first = games;
                games += (wirings.len() * assignments.len() * depth) as u64;
                blocks.push(Block { positions, wirings, first });
            }
        }
        Ok(Self { limits, blocks, assignments, games, gap: 1 })
    }

    /// Returns these games with a distance of `gap`, at least 1, between neighbouring scores.
    #[must_use]
    pub fn with_gap(mut self, gap: u32) -> Self {
        self.gap = gap.max(1);
        self
    }
}

fn score(rank: u32) -> i64 {
    let distance = i64::from(rank.div_ceil(2));
    if rank.is_multiple_of(2) { -distance } else { distance }
}

fn assignments(positions: usize, scores: u32) -> Vec<u32> {
    let distance =
        |&assignment: &u32| ranks(assignment, scores).take(positions).map(|rank| score(rank).abs()).sum();
    let mut assignments: Vec<u32> = (0..scores.pow(positions as u32)).collect();
    assignments.sort_by_key(|assignment| -> i64 { distance(assignment) });
    assignments
}

fn ranks(assignment: u32, scores: u32) -> impl Iterator<Item = u32> {
    let mut rest = assignment;
    std::iter::repeat_with(move || {
        let rank = rest % scores;
        rest /= scores;
        rank
    })
}

impl Games for Graphs {
    fn count(&self) -> u64 {
        self.games
    }

    fn game(&self, index: u64, graph: &mut Graph) -> usize {
        let next = self.blocks.partition_point(|block| block.first <= index);
        let Block { positions, ref wirings, first } = self.blocks[next - 1];
        let assignments = &self.assignments[positions];
        // The depth changes slowest, then the scores, then the graph, so that sizes ascend.
        let (wiring_count, assignment_count) = (wirings.len() as u64, assignments.len() as u64);
        let rest = index - first;
        let (wiring, rest) = (rest % wiring_count, rest / wiring_count);
        let (assignment, depth) = (rest % assignment_count, rest / assignment_count + 1);
        wirings[wiring as usize].build(positions, graph);
        for (node, rank) in
            ranks(assignments[assignment as usize], self.limits.scores).take(positions).enumerate()
        {
            graph.set_score(node, Score::saturating(score(rank) * i64::from(self.gap)));
        }
        depth as usize
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use super::*;
    use crate::case::Case;
    use crate::enumerate::Scope;

    fn graphs(positions: usize, scores: u32, depth: usize, cycles: bool) -> Graphs {
        Graphs::new(Limits { positions, scores, depth, cycles }).expect("a small scope")
    }

    /// Returns every game as a case, in order.
    fn cases(graphs: &Graphs) -> impl Iterator<Item = Case> {
        let mut case: Case = "v1 pvs-soft+none depth=0 0".parse().expect("a case");
        (0..graphs.count()).map(move |index| {
            case.depth = graphs.game(index, &mut case.game);
            case.clone()
        })
    }

    /// Counts 1, 1, 4, 57 and 3,399 graphs without cycles, and 2, 15 and 1,552 with cycles, each once for each
    /// assignment of scores and each depth.
    #[test]
    fn an_enumeration_of_graphs_contains_every_game_once() {
        for (scope, count) in [
            (graphs(1, 1, 1, false), 1),
            (graphs(3, 3, 3, false), 3 * (3 + 9 + 4 * 27)),
            (graphs(4, 2, 4, false), 4 * (2 + 4 + 4 * 8 + 57 * 16)),
            (graphs(3, 3, 2, true), 2 * (2 * 3 + 15 * 9 + 1_552 * 27)),
        ] {
            assert_eq!(scope.count(), count);
            let games: HashSet<String> = cases(&scope).map(|case| case.to_string()).collect();
            assert_eq!(games.len() as u64, count, "all differ");
        }
        assert_eq!(graphs(5, 3, 5, false).count(), 4_153_470);
        assert_eq!(graphs(4, 3, 4, true).count(), 891_490_560);
    }

    #[test]
    fn smaller_games_come_first() {
        for scope in [graphs(4, 3, 2, false), graphs(3, 5, 3, true).with_gap(7)] {
            let sizes: Vec<_> = cases(&scope).map(|case| case.size()).collect();
            assert!(sizes.is_sorted());
        }
    }

    #[test]
    fn games_without_cycles_are_the_acyclic_ones_of_those_with_cycles() {
        let is_acyclic = |case: &Case| {
            let back = |node: usize| case.game.children(node).any(|child| case.game.reaches(child, node));
            !(0..case.game.len()).any(back)
        };
        let without: HashSet<String> = cases(&graphs(3, 2, 2, false)).map(|case| case.to_string()).collect();
        let with = graphs(3, 2, 2, true);
        let acyclic: HashSet<String> = cases(&with).filter(is_acyclic).map(|case| case.to_string()).collect();
        assert_eq!(without, acyclic);
    }

    #[test]
    fn scores_are_on_both_sides_of_zero() {
        let scores = |count| -> BTreeSet<i32> {
            cases(&graphs(1, count, 1, false)).map(|case| case.game.score(0).get()).collect()
        };
        for (count, range) in [(1, 0..=0), (2, 0..=1), (3, -1..=1), (4, -1..=2), (7, -3..=3)] {
            assert!(scores(count).into_iter().eq(range), "{count} scores");
        }
    }

    #[test]
    fn the_gap_multiplies_every_score_of_a_graph() {
        let near = graphs(3, 3, 2, false);
        let far = near.clone().with_gap(7);
        for (one, other) in cases(&near).zip(cases(&far)) {
            let scores = |case: &Case| (0..case.game.len()).map(|node| case.game.score(node).get()).collect();
            let (one, other): (Vec<i32>, Vec<i32>) = (scores(&one), scores(&other));
            assert_eq!(other, one.iter().map(|score| 7 * score).collect::<Vec<_>>());
        }
    }

    #[test]
    fn empty_and_too_large_enumerations_are_refused() {
        let fine = Limits { positions: 2, scores: 2, depth: 2, cycles: false };
        let refused = |limits| Graphs::new(limits).err().map(|error| error.to_string());
        assert_eq!(refused(fine), None);
        for (limits, part) in [
            (Limits { positions: 0, ..fine }, "without cycles; expected from 1 to 6"),
            (Limits { positions: 7, ..fine }, "without cycles; expected from 1 to 6"),
            (Limits { positions: 5, cycles: true, ..fine }, "with cycles; expected from 1 to 4"),
            (Limits { scores: 0, ..fine }, "0 scores; expected from 1 to 7"),
            (Limits { scores: 8, ..fine }, "8 scores; expected from 1 to 7"),
            (Limits { depth: 0, ..fine }, "depth 0; expected from 1 to 8"),
            (Limits { depth: 9, ..fine }, "depth 9; expected from 1 to 8"),
        ] {
            let error = refused(limits).expect("too much");
            assert!(error.contains(part), "{error}");
        }
        for cycles in [false, true] {
            let scores = Limits::MAX_SCORES;
            let all = graphs(Limits::max_positions(cycles), scores, Limits::MAX_DEPTH, cycles);
            assert!(all.count() <= Scope::MAX_GAMES);
        }
    }
}
