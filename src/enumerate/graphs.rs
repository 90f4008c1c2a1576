//! Every small game in which positions may be met again.

use super::ScopeError;
use super::wirings::{Wiring, wirings};
use crate::campaign::Games;
use crate::game::Graph;
use crate::score::Score;

/// How far a scope of [`Graphs`] goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limits {
    /// The most positions of a game.
    pub positions: usize,
    /// How many scores a position may have: the nearest to zero, 0, 1, -1, 2 and so on.
    pub scores: u32,
    /// The greatest depth that a game is searched to.
    pub depth: usize,
    /// Whether a position may be met again below itself.
    pub cycles: bool,
}

impl Limits {
    /// More scores than this add nothing to games of this size.
    pub const MAX_SCORES: u32 = 7;
    /// Where positions have moves to all others, deeper searches do not end.
    pub const MAX_DEPTH: usize = 8;

    /// More positions than this make too many graphs.
    pub const fn max_positions(cycles: bool) -> usize {
        if cycles { 4 } else { 6 }
    }
}

/// Every game of up to so many positions, with or without cycles: every graph in which the
/// moves lead from the root to all positions, every assignment of the scores, every
/// depth from 1 on. Games that look the same come up once.
///
/// No two moves of one position lead to the same position: repeated, they would have no end.
///
/// Every position is given a score, as a position that has moves is evaluated where
/// the depth runs out, or at the root for its window. The scores lie about zero: what is
/// good for one side at a position that is met at even and odd plies is bad for
/// the other, and a draw by repetition, which is 0, lies between better and worse.
///
/// Games come in the order of their [size](crate::case::Case::size), so that the first one that
/// shows something is a smallest one.
#[derive(Clone, Debug)]
pub struct Graphs {
    limits: Limits,
    blocks: Vec<Block>,
    /// By their number of positions, all assignments of scores, those nearest to zero first;
    /// of each a number whose digits, to the base of `scores`, are ranks.
    assignments: Vec<Vec<u32>>,
    games: u64,
    gap: u32,
}

/// The graphs of one number of positions and moves.
#[derive(Clone, Debug)]
struct Block {
    positions: usize,
    wirings: Vec<Wiring>,
    /// The number of the first game.
    first: u64,
}

impl Graphs {
    /// Every game within these limits.
    ///
    /// # Errors
    ///
    /// When one of them is 0, or more than anyone can play.
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

    /// The same games with scores `gap` apart, at least 1.
    #[must_use]
    pub fn with_gap(mut self, gap: u32) -> Self {
        self.gap = gap.max(1);
        self
    }

    /// The lowest and the highest score that a position is given.
    pub fn scores(&self) -> (i64, i64) {
        let scores = || (0..self.limits.scores).map(score);
        let of = |score: Option<i64>| score.unwrap_or(0) * i64::from(self.gap);
        (of(scores().min()), of(scores().max()))
    }
}

/// The score of this rank: 0, 1, -1, 2 and so on.
fn score(rank: u32) -> i64 {
    let distance = i64::from(rank.div_ceil(2));
    if rank.is_multiple_of(2) { -distance } else { distance }
}

/// Every assignment of `scores` scores to so many positions, those nearest to zero first.
fn assignments(positions: usize, scores: u32) -> Vec<u32> {
    let distance =
        |&assignment: &u32| ranks(assignment, scores).take(positions).map(|rank| score(rank).abs()).sum();
    let mut assignments: Vec<u32> = (0..scores.pow(positions as u32)).collect();
    assignments.sort_by_key(|assignment| -> i64 { distance(assignment) });
    assignments
}

/// The ranks of the positions' scores, without end.
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
        // A search of one depth, then the scores, then the graph, so that sizes ascend.
        let (of_wirings, of_fillings) = (wirings.len() as u64, assignments.len() as u64);
        let rest = index - first;
        let (wiring, rest) = (rest % of_wirings, rest / of_wirings);
        let (assignment, depth) = (rest % of_fillings, rest / of_fillings + 1);
        wirings[wiring as usize].draw(positions, graph);
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
    use std::collections::HashSet;

    use super::*;
    use crate::case::Case;
    use crate::enumerate::Scope;

    fn graphs(positions: usize, scores: u32, depth: usize, cycles: bool) -> Graphs {
        Graphs::new(Limits { positions, scores, depth, cycles }).expect("a small scope")
    }

    /// Every game as a case, in order.
    fn cases(graphs: &Graphs) -> impl Iterator<Item = Case> {
        let mut case: Case = "v1 pvs-soft+none depth=0 0".parse().expect("a case");
        (0..graphs.count()).map(move |index| {
            case.depth = graphs.game(index, &mut case.game);
            case.clone()
        })
    }

    /// 1, 1, 4, 57 and 3,399 graphs without cycles, 2, 15 and 1,552 with: each as often as there
    /// are scores of its positions, and depths.
    #[test]
    fn a_scope_of_graphs_names_every_game_once() {
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
    fn games_without_cycles_are_those_with_whose_moves_never_lead_back() {
        let is_acyclic = |case: &Case| {
            let back = |node: usize| case.game.children(node).any(|child| case.game.reaches(child, node));
            !(0..case.game.len()).any(back)
        };
        let without: HashSet<String> = cases(&graphs(3, 2, 2, false)).map(|case| case.to_string()).collect();
        let with = graphs(3, 2, 2, true);
        let left: HashSet<String> = cases(&with).filter(is_acyclic).map(|case| case.to_string()).collect();
        assert_eq!(without, left);
    }

    #[test]
    fn scores_lie_about_zero() {
        let scores = |count, gap| graphs(1, count, 1, false).with_gap(gap).scores();
        assert_eq!([1, 2, 3, 4].map(|count| scores(count, 1)), [(0, 0), (0, 1), (-1, 1), (-1, 2)]);
        assert_eq!(scores(7, 10), (-30, 30));
    }

    #[test]
    fn graphs_that_nobody_can_play_are_refused() {
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
