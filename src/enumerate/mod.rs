//! Every small game: exhaustive scopes, each game of which has a number.
//!
//! A [`Scope`] is one uniform tree, or every ordered tree of up to so many positions,
//! and a way to fill the leaves. Inner positions are worth 0: no search reads them there.
//! [`Graphs`] are the games in which positions may be met again, searched to every depth,
//! so that inner positions are read too. Game `i` is computed from `i` alone: a scope
//! can be cut into pieces anywhere and the pieces add up.

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

/// Every game of a scope.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Its trees, by size.
    shapes: Vec<Shape>,
    /// The assignments of the leaves, by their number.
    assignments: Vec<Option<LeafAssignments>>,
    games: u64,
    /// How far apart the scores of neighbouring ranks are.
    gap: u32,
}

/// One tree of a scope, searched to its height.
#[derive(Clone, Debug)]
struct Shape {
    tree: Graph,
    height: usize,
    /// The leaves, and the side that their scores are seen from.
    leaves: Vec<(usize, Side)>,
    /// The number of its first game.
    first: u64,
}

/// From which side a score in a assignment is seen.
#[derive(Clone, Copy, Debug)]
enum Side {
    /// From that of the leaf itself.
    Own,
    /// From the other one, so that leaves at all plies compare as the root sees them.
    Other,
}

/// A scope has more games than anyone can play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScopeError {
    /// The tree alone is too large.
    #[error("a tree of branching {branching} and depth {depth} has more than {} leaves", Scope::MAX_LEAVES)]
    TooManyLeaves {
        /// Moves of every inner position.
        branching: u16,
        /// Height of the tree.
        depth: usize,
    },
    /// The tree is higher than any store is deep.
    #[error("a tree of depth {depth}; expected at most {CAPACITY} plies, the capacity of the stores")]
    TooDeep {
        /// Height of the tree.
        depth: usize,
    },
    /// The assignments of its leaves are too many.
    #[error("{leaves} of {count} leaves are more than {} games", Scope::MAX_GAMES)]
    TooManyGames {
        /// How the leaves were to be filled.
        leaves: Leaves,
        /// Their number.
        count: usize,
    },
    /// No trees at all, or too many.
    #[error("trees of up to {positions} positions; expected from 1 to {}", Scope::MAX_POSITIONS)]
    Positions {
        /// The most positions of a tree.
        positions: usize,
    },
    /// No graphs at all, or too many.
    #[error("graphs of up to {positions} positions {kind}; expected from 1 to {most}")]
    Graphs {
        /// The most positions of a graph.
        positions: usize,
        /// With cycles or without.
        kind: &'static str,
        /// The most that can be played.
        most: usize,
    },
    /// No scores at all, or too many.
    #[error("{scores} scores; expected from 1 to {}", Limits::MAX_SCORES)]
    Scores {
        /// How many.
        scores: u32,
    },
    /// No depth, or one that is too great.
    #[error("searches of up to depth {depth}; expected from 1 to {}", Limits::MAX_DEPTH)]
    Depth {
        /// The greatest depth.
        depth: usize,
    },
    /// No moves at all.
    #[error("branching 0 leaves no game to play; expected at least 1")]
    NoMoves,
}

impl Scope {
    /// More leaves than this have too many orders to be played.
    pub const MAX_LEAVES: usize = 64;
    /// About four months on one core.
    pub const MAX_GAMES: u64 = 1_000_000_000_000;
    /// More positions than this make too many trees.
    pub const MAX_POSITIONS: usize = 12;

    /// All assignments of one uniform tree, whose leaves compare from their own side.
    ///
    /// # Errors
    ///
    /// When it has more games than [`Scope::MAX_GAMES`], or none.
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
        Self::filled(vec![Graph::uniform(branching, depth as u8)], leaves, |_| Side::Own)
    }

    /// Every ordered tree of up to `positions` positions with all weak orderings of
    /// its leaves as the root sees them: up to the distances between scores, every game
    /// there is of that size. Each is searched
    /// to its height. The smallest come first.
    ///
    /// # Errors
    ///
    /// When there are more than [`Scope::MAX_POSITIONS`], or none.
    pub fn shapes(positions: usize) -> Result<Self, ScopeError> {
        if positions == 0 || positions > Self::MAX_POSITIONS {
            return Err(ScopeError::Positions { positions });
        }
        let trees = (1..=positions).flat_map(shapes::shapes).collect();
        let side = |ply: usize| if ply.is_multiple_of(2) { Side::Own } else { Side::Other };
        Self::filled(trees, Leaves::Orderings, side)
    }

    /// The same games with scores `gap` apart, at least 1. Between neighbours a window
    /// is null and has no room for a score; further apart it is open, which some
    /// searches and stores can tell.
    #[must_use]
    pub fn with_gap(mut self, gap: u32) -> Self {
        self.gap = gap.max(1);
        self
    }

    /// The highest score that a leaf is given.
    pub fn highest(&self) -> i64 {
        let ranks = self.assignments.iter().flatten().map(LeafAssignments::highest).max();
        ranks.unwrap_or(0) as i64 * i64::from(self.gap)
    }

    fn filled(trees: Vec<Graph>, leaves: Leaves, side: impl Fn(usize) -> Side) -> Result<Self, ScopeError> {
        let mut scope = Self { shapes: Vec::new(), assignments: Vec::new(), games: 0, gap: 1 };
        for tree in trees {
            let (first, plies) = (scope.games, plies(&tree));
            let is_leaf = |&node: &usize| tree.children(node).is_empty();
            let found = (0..tree.len()).filter(is_leaf).map(|node| (node, side(plies[node]))).collect();
            let shape = Shape { height: plies[tree.len() - 1], leaves: found, first, tree };
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

/// The ply of each position.
fn plies(tree: &Graph) -> Vec<usize> {
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
        tree.clone_from(&shape.tree);
        let assignments = self.assignments[shape.leaves.len()].as_ref();
        let assignments = assignments.expect("a shape is kept with the assignments of its leaves");
        assignments.fill(index - shape.first, |leaf, rank| {
            let (node, side) = shape.leaves[leaf];
            let score = Score::saturating(rank as i64 * i64::from(self.gap));
            tree.set_score(
                node,
                match side {
                    Side::Own => score,
                    Side::Other => -score,
                },
            );
        });
        shape.height
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn games(scope: &Scope) -> BTreeSet<Vec<i32>> {
        let mut tree = Graph::leaf(Score::ZERO);
        let first_leaf = scope.shapes[0].leaves[0].0;
        let leaves = |tree: &Graph| (first_leaf..tree.len()).map(|leaf| tree.score(leaf).get()).collect();
        (0..scope.count())
            .map(|index| {
                scope.game(index, &mut tree);
                leaves(&tree)
            })
            .collect()
    }

    /// Counts from the definitions; Fubini numbers are OEIS A000670.
    #[test]
    fn a_scope_names_every_game_once() {
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
    fn a_scope_that_nobody_can_play_is_refused() {
        assert!(matches!(Scope::uniform(2, 4, Leaves::Permutations), Err(ScopeError::TooManyGames { .. })));
        assert!(matches!(Scope::uniform(8, 2, Leaves::Orderings), Err(ScopeError::TooManyGames { .. })));
        assert!(matches!(Scope::uniform(2, 99, Leaves::Orderings), Err(ScopeError::TooDeep { depth: 99 })));
        assert!(matches!(Scope::uniform(1, 99, Leaves::Values(1)), Err(ScopeError::TooDeep { depth: 99 })));
        assert_eq!(Scope::uniform(0, 2, Leaves::Orderings).err(), Some(ScopeError::NoMoves));
    }

    /// The trees of up to 3 positions are one of 1, one of 2 and two of 3; only the
    /// fork has two leaves, and three weak orderings. Up to 9 positions there are 3.3
    /// million games: the sum of Narayana times Fubini numbers.
    #[test]
    fn shapes_are_every_game_of_their_size() {
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
        let mut tree = Graph::leaf(Score::ZERO);
        let games: BTreeSet<(String, usize)> = (0..scope.count())
            .map(|index| {
                let depth = scope.game(index, &mut tree);
                (tree.to_string(), depth)
            })
            .collect();
        assert_eq!(games.len() as u64, scope.count());
        // As the root sees them, the leaf of the long branch is the better one here.
        assert!(games.contains(&("[[1] 0]".to_owned(), 2)) && games.contains(&("[[0] -1]".to_owned(), 2)));
        assert!(Scope::shapes(0).is_err() && Scope::shapes(13).is_err());
    }
}
