//! Minimax in a tree where the value of a position depends on the path to the position. A repeated position is a draw,
//! or a position after many quiet moves; or forcing moves cost no depth while the path is short enough. The search still walks one fixed tree.
//!
//! ```text
//! value(path to p, d) = the value of a draw                  if the path makes p a draw
//!                     = evaluate(p)                          if d = 0 or p is terminal
//!                     = max over moves m of -value(path to p after m, plies remaining after m)
//! ```
//!
//! With quiescence of q plies, d includes these, and at d <= q the value is the maximum of `evaluate(p)`
//! and of the values of the noisy moves.
//!
//! A position is a draw if it occurred as often as [`Rules::repetition`](super::Rules::repetition) states, or after
//! [`Rules::quiet_plies`](super::Rules::quiet_plies) quiet moves in a row. The positions of the game before the root count for
//! both, the root itself is no draw.
//!
//! A small tree has one node per path. A large one shares nodes between paths: see [`shared`].

mod shared;
mod tree;

use std::ops::Range;

use crate::oracle::ReplayResult;
#[cfg(test)]
use crate::oracle::Rules;
use crate::oracle::horizon::TreeRules;
use crate::position::{Move, Position};
use crate::score::Score;

/// The tree of all paths from a root to the depth of a search. Paths after which nothing differs may share a node.
#[derive(Clone, Debug)]
pub struct History<P> {
    shape: TreeRules,
    depth: usize,
    /// The positions of the game before the root since the last noisy move, oldest first.
    before: Vec<P>,
    nodes: Vec<HistoryNode<P>>,
    moves: Vec<Move>,
    children: Vec<u32>,
    values: Vec<Score>,
    line: Vec<Move>,
}

#[derive(Clone, Debug)]
struct HistoryNode<P> {
    position: P,
    parent: u32,
    ply: u32,
    remaining: usize,
    /// The number of quiet moves in a row that lead to the position, at most as many as make a draw.
    quiet: u16,
    drawn: bool,
    first: u32,
    count: u32,
}

/// The error of a search that cannot be judged, because too many paths or positions decide its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TooManyPaths {
    /// The tree of all paths is too large.
    #[error(
        "repetition and extensions make the values of a search to depth {depth} depend on the path: there are {paths} \
         paths or more, and after they are shared still more than {most} nodes and moves; search less deep"
    )]
    Paths {
        /// The depth of the search, in plies.
        depth: usize,
        /// The number of paths, as far as paths were counted. Some paths end early by a draw.
        paths: u64,
        /// The maximum number of nodes and moves of a tree whose paths share nodes.
        most: usize,
    },
    /// The searches may reach too many positions. Each extended move costs no depth, and where the rules let a search
    /// extend any move, every position of the game may be reached.
    #[error(
        "with extensions, a search to depth {depth} may reach more than {most} positions and depths; search less deep, \
         or declare more narrowly which moves are extended"
    )]
    States {
        /// The depth of the search, in plies.
        depth: usize,
        /// The maximum number of pairs of a position and a depth.
        most: usize,
    },
}

impl<P: Position> History<P> {
    /// Returns the tree of `root`, after the positions `before` the root, searched to `depth` by all rules of this shape.
    ///
    /// # Errors
    ///
    /// If the tree has more than about `most` nodes and moves.
    pub(super) fn of_shape(
        shape: TreeRules,
        (before, root): (&[P], &P),
        depth: usize,
        most: usize,
    ) -> Result<Self, TooManyPaths> {
        let mut history = Self {
            shape,
            depth,
            before: before.to_vec(),
            nodes: Vec::with_capacity(32),
            moves: Vec::with_capacity(32),
            children: Vec::with_capacity(32),
            values: Vec::new(),
            line: Vec::new(),
        };
        if !history.grow_tree(root) {
            history.share(root, most)?;
        }
        history.solve();
        history.line = history.line_from(0);
        Ok(history)
    }

    fn solve(&mut self) {
        self.values.resize(self.nodes.len(), Score::ZERO);
        for at in (0..self.nodes.len()).rev() {
            let moves = self.children(at).iter().map(|&child| self.values[child as usize].for_parent()).max();
            let draw = self.draw(at).map(|(_, value)| value);
            let value = draw.or_else(|| self.stand_pat_score(at).max(moves));
            self.values[at] = value.expect("a position that is not terminal must have a legal move");
        }
    }

    /// Returns the kind of draw at a node, in words, and the value of the draw.
    pub(super) fn draw(&self, at: usize) -> Option<(&'static str, Score)> {
        let HistoryNode { ref position, ply, quiet, drawn, .. } = self.nodes[at];
        let is_quiet = self.shape.is_quiet_draw(position, quiet);
        let kind = if is_quiet { "draw by the number of quiet moves" } else { "draw by repetition" };
        drawn.then(|| (kind, self.shape.value_of_draw(ply as usize)))
    }

    fn stand_pat_score(&self, at: usize) -> Option<Score> {
        let HistoryNode { ref position, remaining, .. } = self.nodes[at];
        let ends = self.shape.horizon.is_past(remaining) || position.is_terminal();
        ends.then(|| position.evaluate())
    }

    /// Whether a line may end at this node, which is a draw, the end of the game, or a place where the depth has run
    /// out and the side to move stands pat.
    fn may_end(&self, at: usize) -> bool {
        let HistoryNode { ref position, remaining, drawn, .. } = self.nodes[at];
        let stands_pat = self.stand_pat_score(at) == Some(self.values[at]);
        drawn || position.is_terminal() || self.shape.horizon.ends_lines(remaining) || stands_pat
    }

    fn line_from(&self, mut at: usize) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some(index) = self.first_optimal(at) {
            line.push(self.moves_of(at)[index]);
            at = self.children(at)[index] as usize;
        }
        line
    }

    fn edges(&self, at: usize) -> Range<usize> {
        let HistoryNode { first, count, .. } = self.nodes[at];
        first as usize..(first + count) as usize
    }

    fn moves_of(&self, at: usize) -> &[Move] {
        &self.moves[self.edges(at)]
    }

    fn children(&self, at: usize) -> &[u32] {
        &self.children[self.edges(at)]
    }

    /// The moves of a node, each with the plies that remain after it and the node there.
    pub(super) fn moves_with_nodes(&self, at: usize) -> impl Iterator<Item = (Move, usize, usize)> {
        let children = self.children(at).iter().map(|&child| child as usize);
        self.moves_of(at).iter().zip(children).map(|(&mv, child)| (mv, self.nodes[child].remaining, child))
    }

    fn first_optimal(&self, at: usize) -> Option<usize> {
        let is_best = |&child: &u32| self.values[child as usize].for_parent() == self.values[at];
        if self.may_end(at) { None } else { self.children(at).iter().position(is_best) }
    }

    /// The child node of `parent` with this position and this number of remaining plies.
    ///
    /// If several moves lead to the position, their nodes have the same value; returns the first one.
    pub fn child(&self, parent: usize, position: &P, remaining: usize) -> Option<usize> {
        let is_wanted = |child: &usize| {
            self.nodes[*child].remaining == remaining && self.nodes[*child].position == *position
        };
        self.children(parent).iter().map(|&child| child as usize).find(is_wanted)
    }

    /// The value of a node; the root is node 0.
    #[inline]
    pub fn value(&self, node: usize) -> Score {
        self.values[node]
    }

    pub(super) fn root_moves(&self) -> impl Iterator<Item = (Move, usize)> {
        let children = self.children(0).iter().map(|&child| child as usize);
        self.moves_of(0).iter().copied().zip(children)
    }

    /// The leftmost optimal line.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// The leftmost optimal line that begins with `mv`, a move of the root.
    pub(super) fn line_after(&self, mv: Move) -> Vec<Move> {
        let after = self.root_moves().find(|&(own, _)| own == mv);
        std::iter::once(mv).chain(after.into_iter().flat_map(|(_, at)| self.line_from(at))).collect()
    }

    /// Replays `line`, a line of legal moves that a search returned with `score`.
    pub fn walk(&self, score: Score, line: &[Move]) -> ReplayResult {
        if score != self.values[0] {
            return ReplayResult::Unsound { ply: 0 };
        }
        self.walk_from_root_move(score, line)
    }

    /// Replays a line like [`History::walk`], but compares `score` with the value of the first move instead of the root.
    pub(super) fn walk_from_root_move(&self, score: Score, line: &[Move]) -> ReplayResult {
        let (mut at, mut expected) = (0, score);
        for (ply, mv) in line.iter().enumerate() {
            if self.nodes[at].drawn {
                return ReplayResult::PastDraw { ply };
            }
            // Below the horizon the tree contains only noisy moves.
            let index = self.moves_of(at).iter().position(|child| child == mv);
            let index = index.filter(|_| !self.shape.horizon.ends_lines(self.nodes[at].remaining));
            let Some(index) = index else { return ReplayResult::Unsound { ply: ply + 1 } };
            (at, expected) = (self.children(at)[index] as usize, expected.for_child());
            if expected != self.values[at] {
                return ReplayResult::Unsound { ply: ply + 1 };
            }
        }
        if self.may_end(at) {
            ReplayResult::Whole { leftmost: line == self.line }
        } else {
            ReplayResult::Truncated
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;

    fn tree_by<'g>(rules: &Rules, game: &'g Graph, depth: usize) -> History<crate::game::GraphPosition<'g>> {
        History::of_shape(TreeRules::from_rules(rules), (&[], &game.root()), depth, usize::MAX)
            .expect("few paths")
    }

    fn history(game: &Graph, depth: usize) -> History<crate::game::GraphPosition<'_>> {
        tree_by(&Rules::FIXED_TREE.repetition(), game, depth)
    }

    fn moves(numbers: &[u16]) -> Vec<Move> {
        numbers.iter().map(|&number| Move::new(number)).collect()
    }

    #[test]
    fn a_repetition_is_a_draw_that_a_side_may_prefer() {
        // One root move ends the game with -5, the other leads to a position whose only move leads back.
        let game: Graph = "x:[5 7[x]]".parse().expect("a game");
        let tree = history(&game, 4);
        assert_eq!((tree.value(0), tree.line()), (Score::ZERO, &moves(&[1, 0])[..]));
        // At depth 1 no position is repeated yet: the value of the other move is its evaluation.
        let tree = history(&game, 1);
        assert_eq!([0, 1, 2].map(|node| tree.value(node).get()), [-5, 5, 7]);
    }

    /// Move 0 is forcing, and an extension changes its value.
    #[test]
    fn forcing_moves_are_extended_until_lines_are_twice_as_long_as_the_depth() {
        let game: Graph = "a:[+b:1[+2[+a] 3] 4]".parse().expect("a game");
        let tree = |most| tree_by(&Rules::FIXED_TREE.extension(most), &game, 2);
        // Two of the four plies are extended. A third extension would make the line too long.
        let line = |most: usize| tree(most).line().iter().map(|mv| mv.number()).collect::<Vec<_>>();
        assert_eq!((tree(64).value(0).get(), line(64)), (1, vec![0, 0, 0, 0]));
        assert_eq!((tree(2).value(0).get(), line(2)), (2, vec![0, 0]));
    }

    /// Below the horizon each side may play a noisy move or stand pat.
    #[test]
    fn quiescence_ends_where_a_side_stands_pat() {
        let shown = |game: &str, plies, hides: bool| {
            let game: Graph = game.parse().expect("a game");
            let tree = tree_by(&Rules::FIXED_TREE.quiescence(plies, !hides), &game, 1);
            (tree.value(0).get(), tree.line().iter().map(|mv| mv.number()).collect::<Vec<_>>())
        };
        // After move 0 the noisy reply changes its value from 5 to -1. Move 1 has no noisy reply.
        let takes = "[-5[!-1 9] -2[3]]";
        assert_eq!(shown(takes, 0, false), (5, vec![0]));
        assert_eq!(shown(takes, 1, false), (2, vec![1]));
        assert_eq!(shown("[-5[!-1 9]]", 1, false), (-1, vec![0, 0]));
        assert_eq!(shown("[-5[!-1 9]]", 1, true), (-1, vec![0]));
        // The noisy move is worse than standing pat.
        assert_eq!(shown("[-5[!6 9]]", 1, false), (5, vec![0]));
        // A cycle of noisy moves ends when no plies remain: one side then stands pat, for -1 or for 0.
        let cycle = "a:[!b:-1[!a]]";
        assert_eq!([1, 2, 3].map(|plies| shown(cycle, plies, false).0), [0, 1, 0]);
    }

    #[test]
    fn a_line_may_end_where_a_side_stands_pat_and_not_before() {
        let game: Graph = "[-5[!-1[!7] 9]]".parse().expect("a game");
        let tree = |hides: bool| tree_by(&Rules::FIXED_TREE.quiescence(2, !hides), &game, 1);
        let walked = |hides, line: &[u16]| tree(hides).walk(tree(hides).value(0), &moves(line));
        assert_eq!(tree(false).value(0).get(), -1);
        assert_eq!(walked(false, &[0, 0]), ReplayResult::Whole { leftmost: true });
        assert_eq!(walked(false, &[0]), ReplayResult::Truncated);
        assert_eq!(walked(false, &[0, 0, 0]), ReplayResult::Unsound { ply: 3 });
        assert_eq!(
            walked(false, &[0, 1]),
            ReplayResult::Unsound { ply: 2 },
            "a quiet move below the horizon"
        );
        assert_eq!(walked(true, &[0]), ReplayResult::Whole { leftmost: true });
        assert_eq!(
            walked(true, &[0, 0]),
            ReplayResult::Unsound { ply: 2 },
            "a move of quiescence, which is hidden"
        );
    }

    #[test]
    fn a_line_ends_at_a_draw_by_repetition() {
        let game: Graph = "x:[5 [x]]".parse().expect("a game");
        let tree = history(&game, 4);
        let zero = Score::ZERO;
        assert_eq!(tree.walk(zero, &moves(&[1, 0])), ReplayResult::Whole { leftmost: true });
        assert_eq!(tree.walk(zero, &moves(&[1])), ReplayResult::Truncated);
        assert_eq!(tree.walk(zero, &moves(&[1, 0, 1])), ReplayResult::PastDraw { ply: 2 });
        assert_eq!(tree.walk(zero, &moves(&[0])), ReplayResult::Unsound { ply: 1 });
        assert_eq!(tree.walk(zero + 1, &moves(&[])), ReplayResult::Unsound { ply: 0 });
    }

    #[test]
    fn without_cycles_the_value_is_that_of_plain_minimax() {
        for text in ["[[3 5] [2 9]]", "[a:[1 2] [a 0]]", "7"] {
            let game: Graph = text.parse().expect("a game");
            for depth in 0..4 {
                let (tree, oracle) = (history(&game, depth), crate::oracle::Oracle::new(&game.root(), depth));
                assert_eq!(
                    (tree.value(0), tree.line()),
                    (oracle.score(), oracle.line()),
                    "{text} at {depth}"
                );
            }
        }
    }
}
