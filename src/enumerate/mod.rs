//! Exhaustive enumeration of small games, with a number for each game.
//!
//! A [`Scope`] contains the games on one uniform tree, or on every ordered tree up to a number of positions,
//! with every assignment of scores to the leaves. Inner positions have the score 0, which no search reads, as
//! every tree is searched to its height. [`Graphs`] contains the games in which positions may be shared,
//! searched to every depth. Game `i` is computed from `i` alone, so that results of pieces of a scope add up.

mod graphs;
mod leaves;
mod shapes;
mod wirings;

use crate::campaign::Games;
use crate::game::Graph;
use crate::pv::CAPACITY;
use crate::score::Score;

pub use graphs::{Graphs, Limits};
use leaves::LeafAssignments;
pub use leaves::Leaves;

#[derive(Clone, Debug)]
pub struct Scope {
    shapes: Vec<TreeShape>,
    assignments: Vec<Option<LeafAssignments>>,
    games: u64,
    gap: u32,
}

#[derive(Clone, Debug)]
struct TreeShape {
    tree: Graph,
    height: usize,
    leaves: Vec<(usize, i64)>,
    first: u64,
}

/// The reason why a scope is refused, which would be empty or too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScopeError {
    #[error("a tree of branching {branching} and depth {depth} has more than {} leaves", Scope::MAX_LEAVES)]
    TooManyLeaves { branching: u16, depth: usize },
    #[error("a tree of depth {depth}; expected at most {CAPACITY} plies, the capacity of the stores")]
    TooDeep { depth: usize },
    #[error("{leaves} of {count} leaves are more than {} games", Scope::MAX_GAMES)]
    TooManyGames { leaves: Leaves, count: usize },
    #[error("trees of up to {positions} positions; expected from 1 to {}", Scope::MAX_POSITIONS)]
    Positions { positions: usize },
    #[error("graphs of up to {positions} positions {kind}; expected from 1 to {most}")]
    Graphs { positions: usize, kind: &'static str, most: usize },
    #[error("{scores} scores; expected from 1 to {}", Limits::MAX_SCORES)]
    Scores { scores: u32 },
    #[error("searches of up to depth {depth}; expected from 1 to {}", Limits::MAX_DEPTH)]
    Depth { depth: usize },
    #[error("branching 0 leaves no game to play, and depth 0 no move; expected at least 1")]
    NoMoves,
}

impl Scope {
    pub(crate) const MAX_LEAVES: usize = 64;
    /// The maximum number of games, which take about four months on one core.
    pub const MAX_GAMES: u64 = 1_000_000_000_000;
    /// The maximum number of positions; more positions make too many trees.
    pub const MAX_POSITIONS: usize = 12;

    /// Returns all assignments of scores to the leaves of one uniform tree.
    ///
    /// # Errors
    ///
    /// If the scope has more games than [`Scope::MAX_GAMES`], too large a tree, or no game.
    pub fn uniform(branching: u16, depth: usize, leaves: Leaves) -> Result<Self, ScopeError> {
        if branching == 0 && depth > 0 {
            return Err(ScopeError::NoMoves);
        }
        if depth > CAPACITY {
            return Err(ScopeError::TooDeep { depth });
        }
        let count = u32::try_from(depth).ok().and_then(|depth| usize::from(branching).checked_pow(depth));
        count
            .filter(|&count| count <= Self::MAX_LEAVES)
            .ok_or(ScopeError::TooManyLeaves { branching, depth })?;
        Self::filled(vec![Graph::uniform(branching, depth as u8)], leaves, |_| 1)
    }

    /// Returns a game for each move of the root of one uniform tree. In it, the move has its whole tree, and each other
    /// move a single line as long.
    ///
    /// # Errors
    ///
    /// If [`Scope::uniform`] fails for the trees of the moves, or the depth is 0.
    pub fn by_move(branching: u16, depth: usize, leaves: Leaves) -> Result<Self, ScopeError> {
        let below = depth.checked_sub(1).filter(|_| branching > 0).ok_or(ScopeError::NoMoves)?;
        Self::uniform(branching, below, Leaves::Values(1))?;
        let [whole, line] =
            [branching, 1].map(|branching| Graph::uniform(branching, below as u8).to_string());
        let game = |own| {
            let moves = (0..branching).map(|mv| if mv == own { &whole[..] } else { &line });
            let text = format!("[{}]", moves.collect::<Vec<_>>().join(" "));
            text.parse().expect("a tree in notation")
        };
        Self::filled((0..branching).map(game).collect(), leaves, |_| 1)
    }

    /// Returns every ordered tree of up to `positions` positions with all weak orderings of its leaves, from the view
    /// of the root, searched to its height. These are all games on such trees, up to the distances between scores.
    ///
    /// # Errors
    ///
    /// If `positions` is 0 or more than [`Scope::MAX_POSITIONS`].
    pub fn shapes(positions: usize) -> Result<Self, ScopeError> {
        Self::shapes_with(positions, Leaves::Orderings)
    }

    /// Returns the trees of [`Scope::shapes`] with other scores of their leaves.
    ///
    /// # Errors
    ///
    /// If [`Scope::shapes`] fails.
    pub fn shapes_with(positions: usize, leaves: Leaves) -> Result<Self, ScopeError> {
        if positions == 0 || positions > Self::MAX_POSITIONS {
            return Err(ScopeError::Positions { positions });
        }
        let trees = (1..=positions).flat_map(shapes::shapes).collect();
        Self::filled(trees, leaves, |ply| if ply.is_multiple_of(2) { 1 } else { -1 })
    }

    /// Returns these games with a distance of `gap`, at least 1, between neighbouring scores. The window between two
    /// such scores is null for the distance 1 and open for larger ones, which matters to some searches and stores.
    #[must_use]
    pub fn with_gap(mut self, gap: u32) -> Self {
        self.gap = gap.max(1);
        self
    }

    pub fn highest(&self) -> i64 {
        let ranks = self.assignments.iter().flatten().map(LeafAssignments::highest).max();
        ranks.unwrap_or(0) as i64 * i64::from(self.gap)
    }

    fn filled(trees: Vec<Graph>, leaves: Leaves, sign: impl Fn(usize) -> i64) -> Result<Self, ScopeError> {
        let mut scope = Self { shapes: Vec::new(), assignments: Vec::new(), games: 0, gap: 1 };
        for tree in trees {
            let (first, plies) = (scope.games, plies(&tree));
            let is_leaf = |&node: &usize| tree.is_leaf(node);
            let found = (0..tree.len()).filter(is_leaf).map(|node| (node, sign(plies[node]))).collect();
            let shape = TreeShape { height: plies[tree.len() - 1], leaves: found, first, tree };
            let count = shape.leaves.len();
            let too_many = ScopeError::TooManyGames { leaves, count };
            if scope.assignments.len() <= count {
                scope.assignments.resize(count + 1, None);
            }
            let assignments = scope.assignments[count].take().or_else(|| LeafAssignments::new(leaves, count));
            let assignments = assignments.ok_or(too_many)?;
            scope.games = scope.games.saturating_add(assignments.games);
            if scope.games > Self::MAX_GAMES {
                return Err(too_many);
            }
            scope.assignments[count] = Some(assignments);
            scope.shapes.push(shape);
        }
        Ok(scope)
    }
}

pub fn plies(tree: &Graph) -> Vec<usize> {
    let mut plies = vec![0; tree.len()];
    for node in 0..tree.len() {
        for child in tree.children(node) {
            plies[child] = plies[node] + 1;
        }
    }
    plies
}

impl Games for Scope {
    fn count(&self) -> u64 {
        self.games
    }

    fn game(&self, index: u64, tree: &mut Graph) -> usize {
        let next = self.shapes.partition_point(|shape| shape.first <= index);
        let shape = &self.shapes[next - 1];
        tree.copy_from(&shape.tree);
        let assignments = self.assignments[shape.leaves.len()].as_ref();
        let assignments = assignments.expect("each tree has assignments for its number of leaves");
        assignments.fill(index - shape.first, |leaf, rank| {
            let (node, sign) = shape.leaves[leaf];
            tree.set_score(node, Score::saturating(sign * rank as i64 * i64::from(self.gap)));
        });
        shape.height
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn games(scope: &Scope) -> BTreeSet<Vec<i32>> {
        let mut tree = Graph::default();
        let first_leaf = scope.shapes[0].leaves[0].0;
        let leaves = |tree: &Graph| (first_leaf..tree.len()).map(|leaf| tree.score(leaf).get()).collect();
        (0..scope.count())
            .map(|index| {
                scope.game(index, &mut tree);
                leaves(&tree)
            })
            .collect()
    }

    /// Checks the counts by their definitions; Fubini numbers are OEIS A000670.
    #[test]
    fn a_scope_contains_every_game_once() {
        for (branching, depth, leaves, count) in [
            (2, 2, Leaves::Permutations, 24),
            (2, 3, Leaves::Permutations, 40_320),
            (2, 2, Leaves::Orderings, 75),
            (5, 1, Leaves::Orderings, 541),
            (6, 1, Leaves::Orderings, 4_683),
            (2, 3, Leaves::Orderings, 545_835),
            (2, 2, Leaves::Values(3), 81),
            (3, 0, Leaves::Values(4), 4),
        ] {
            let scope = Scope::uniform(branching, depth, leaves).expect("a small scope");
            assert_eq!(scope.count(), count, "({branching}, {depth}) {leaves}");
            let games = games(&scope);
            assert_eq!(games.len() as u64, count, "({branching}, {depth}) {leaves}: all differ");
            if leaves == Leaves::Orderings {
                assert!(games.iter().all(|ranks| {
                    let used: BTreeSet<i32> = ranks.iter().copied().collect();
                    used.iter().copied().eq(0..used.len() as i32)
                }));
            }
        }
        assert_eq!(Scope::uniform(3, 2, Leaves::Orderings).expect("a scope").count(), 7_087_261);
    }

    #[test]
    fn the_gap_multiplies_every_score() {
        let (mut tree, mut far_tree) = (Graph::default(), Graph::default());
        for scope in [
            Scope::uniform(2, 2, Leaves::Permutations).expect("a small scope"),
            Scope::uniform(2, 1, Leaves::Values(3)).expect("a small scope"),
            Scope::shapes(4).expect("a small scope"),
        ] {
            for (gap, factor) in [(0, 1), (1, 1), (2, 2), (7, 7)] {
                let far = scope.clone().with_gap(gap);
                assert_eq!((far.count(), far.highest()), (scope.count(), factor * scope.highest()));
                let mut highest = 0;
                for index in 0..scope.count() {
                    assert_eq!(scope.game(index, &mut tree), far.game(index, &mut far_tree));
                    for node in 0..tree.len() {
                        let score = i64::from(far_tree.score(node).get());
                        assert_eq!(score, factor * i64::from(tree.score(node).get()), "{tree}");
                        highest = highest.max(score.abs());
                    }
                }
                assert_eq!(highest, far.highest());
            }
        }
    }

    #[test]
    fn an_empty_or_too_large_scope_is_refused() {
        assert!(matches!(Scope::uniform(2, 4, Leaves::Permutations), Err(ScopeError::TooManyGames { .. })));
        assert!(matches!(Scope::uniform(8, 2, Leaves::Orderings), Err(ScopeError::TooManyGames { .. })));
        assert!(matches!(Scope::uniform(2, 99, Leaves::Orderings), Err(ScopeError::TooDeep { depth: 99 })));
        assert!(matches!(Scope::uniform(1, 99, Leaves::Values(1)), Err(ScopeError::TooDeep { depth: 99 })));
        assert_eq!(Scope::uniform(0, 2, Leaves::Orderings).err(), Some(ScopeError::NoMoves));
    }

    /// Counts one tree with 1 position, one with 2, and two with 3. Only the fork has two leaves, and three weak
    /// orderings. Up to 9 positions there are 3.3 million games, the sum of Narayana numbers times Fubini numbers.
    #[test]
    fn shapes_contain_every_game_of_their_size() {
        let count = |positions| Scope::shapes(positions).expect("a small scope").count();
        assert_eq!([count(1), count(2), count(3)], [1, 2, 2 + 1 + 3]);
        let narayana = |n: u64, k: u64| {
            let choose = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
            choose(n, k) * choose(n, k - 1) / n
        };
        let fubini = [1, 1, 3, 13, 75, 541, 4_683, 47_293, 545_835];
        // A tree of `e` edges with `k` leaves.
        let edges = |e: u64| (1..=e).map(|k| narayana(e, k) * fubini[k as usize]).sum::<u64>();
        assert_eq!(count(9), 1 + (1..=8).map(edges).sum::<u64>());
        let scope = Scope::shapes(4).expect("a small scope");
        let mut tree = Graph::default();
        let games: BTreeSet<(String, usize)> = (0..scope.count())
            .map(|index| {
                let depth = scope.game(index, &mut tree);
                (tree.to_string(), depth)
            })
            .collect();
        assert_eq!(games.len() as u64, scope.count());
        // From the view of the root, the deeper leaf is better in the first game, the other one in the second.
        assert!(games.contains(&("[[1] 0]".to_owned(), 2)) && games.contains(&("[[0] -1]".to_owned(), 2)));
        assert!(Scope::shapes(0).is_err() && Scope::shapes(13).is_err());
    }
}
