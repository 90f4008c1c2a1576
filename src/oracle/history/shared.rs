//! The tree in which paths share nodes.
//!
//! The value of a node depends on its position, its ply, its remaining plies, the quiet moves in a row that lead to
//! it, and on those positions of its path that can be reached again below the node: only they can become draws there. Two
//! paths that agree in all of these have the same subtree, so one node is enough for both.
//!
//! The first step finds all *states*: position, ply, remaining plies and quiet moves, without regard to draws. Where these do
//! not count, there are at most as many as plain minimax has. For each state it finds the positions below that a path to the state can
//! contain:
//!
//! ```text
//! again(s) = all x with x = c or x in again(s after m), for a move m of s that leads to position c,
//!            if there is a walk from x to s, and a root reaches x in fewer plies than s has
//! ```
//!
//! A position of the path meets both conditions. The first one means that `x` and the position of `s` are in the
//! same strongly connected component; so in a game without cycles nothing is found, and each state is one
//! node. The second step builds the nodes: a state, with the positions of the path that are in `again(s)`, each as often as
//! the path contains it. A position after a move is a draw by repetition if and only if it occurs often enough among these, the
//! position of the node, and the positions before the root.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use super::{History, HistoryNode, TooManyPaths};
use crate::oracle::Memo;
use crate::oracle::graph::Digraph;
use crate::position::{Move, Position};

/// The numbers of positions in ascending order. A number is repeated where a path contains the position more than once.
type PositionSet = Box<[u32]>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct PathState {
    position: u32,
    ply: u32,
    remaining: u32,
    quiet: u16,
}

/// All states of a search, and the moves between them. Every state comes after its parents.
#[derive(Debug)]
struct States<P> {
    numbers: Memo<P, u32>,
    positions: Vec<P>,
    plies: Vec<u32>,
    indices: HashMap<PathState, u32>,
    list: Vec<PathState>,
    ends: Vec<u32>,
    moves: Vec<Move>,
    children: Vec<u32>,
}

impl<P: Position> States<P> {
    /// Finds the states of a search, up to `most` states and moves. Returns whether all were found.
    fn find(&mut self, history: &History<P>, root: &P, most: usize) -> bool {
        let History { shape, depth, .. } = *history;
        self.number(root, 0, (shape.plies(depth), shape.quiet_at_root(history.before.len())));
        let mut at = 0;
        while at < self.list.len() {
            if self.list.len() + self.moves.len() > most {
                return false;
            }
            let PathState { position, ply, remaining, quiet } = self.list[at];
            let (position, ply, remaining) =
                (self.positions[position as usize].clone(), ply as usize, remaining as usize);
            let first = self.moves.len();
            shape.horizon.moves(&position, remaining, &mut self.moves);
            for index in first..self.moves.len() {
                let mv = self.moves[index];
                let after_move = shape.plies_after(depth, ply, remaining, position.is_forcing(mv));
                let quiet = shape.quiet_after(quiet, &position, mv);
                let child = self.number(&position.play(mv), ply + 1, (after_move, quiet));
                self.children.push(child);
            }
            self.ends.push(self.moves.len() as u32);
            at += 1;
        }
        true
    }

    fn number(&mut self, position: &P, ply: usize, (remaining, quiet): (usize, u16)) -> u32 {
        let known = self.numbers.get(position, 0);
        let number = known.checked_sub(1).unwrap_or_else(|| {
            self.positions.push(position.clone());
            self.plies.push(ply as u32);
            let number = self.positions.len() as u32;
            self.numbers.put(position, 0, number);
            number - 1
        });
        let state = PathState { position: number, ply: ply as u32, remaining: remaining as u32, quiet };
        *self.indices.entry(state).or_insert_with(|| {
            self.list.push(state);
            self.list.len() as u32 - 1
        })
    }

    fn edges(&self, state: usize) -> Range<usize> {
        let first = state.checked_sub(1).map_or(0, |before| self.ends[before]);
        first as usize..self.ends[state] as usize
    }

    fn children(&self, state: usize) -> impl Iterator<Item = usize> {
        self.children[self.edges(state)].iter().map(|&child| child as usize)
    }

    fn components(&self) -> Vec<u32> {
        // With more remaining plies a search tries no fewer moves.
        let mut widest = vec![0; self.positions.len()];
        for (index, state) in self.list.iter().enumerate() {
            let widest: &mut usize = &mut widest[state.position as usize];
            if self.list[*widest].position != state.position
                || self.edges(index).len() > self.edges(*widest).len()
            {
                *widest = index;
            }
        }
        let mut graph = Digraph::default();
        for state in widest {
            graph.push(self.children(state).map(|child| self.list[child].position));
        }
        graph.components()
    }

    /// Returns, for each state, the positions below the state that a path to it can contain. `None` if there are more
    /// than `most` altogether.
    fn found_again(&self, most: usize) -> Option<Vec<PositionSet>> {
        let (components, mut size) = (self.components(), 0);
        let mut again: Vec<PositionSet> = vec![PositionSet::default(); self.list.len()];
        let mut found = Vec::new();
        for index in (0..self.list.len()).rev() {
            let PathState { position, ply, .. } = self.list[index];
            let component = components[position as usize];
            let below = self.children(index).map(|child| (self.list[child].position, &again[child]));
            for (child, again) in below.filter(|&(child, _)| components[child as usize] == component) {
                let all = again.iter().copied().chain([child]);
                found.extend(all.filter(|&found| self.plies[found as usize] < ply));
            }
            found.sort_unstable();
            found.dedup();
            size += found.len();
            if size > most {
                return None;
            }
            again[index] = found.as_slice().into();
            found.clear();
        }
        Some(again)
    }

    fn count_paths(&self) -> u64 {
        let mut below = vec![0u64; self.list.len()];
        for index in (0..self.list.len()).rev() {
            below[index] = self.children(index).fold(1, |sum, child| sum.saturating_add(below[child]));
        }
        below[0]
    }
}

impl<P: Position> History<P> {
    /// Builds the tree with shared nodes, of at most about `most` nodes and moves.
    pub(super) fn share(&mut self, root: &P, most: usize) -> Result<(), TooManyPaths> {
        let mut states = States {
            numbers: Memo::cleared(Vec::new(), 1, 0),
            positions: Vec::new(),
            plies: Vec::new(),
            indices: HashMap::new(),
            list: Vec::new(),
            ends: Vec::new(),
            moves: Vec::new(),
            children: Vec::new(),
        };
        let depth = self.depth;
        let too_many = |paths| TooManyPaths::Paths { depth, paths, most };
        if !states.find(self, root, most) {
            return Err(too_many((states.list.len() + states.moves.len()) as u64));
        }
        let again = if self.shape.repetition.is_some() {
            states.found_again(most).ok_or_else(|| too_many(states.count_paths()))?
        } else {
            vec![PositionSet::default(); states.list.len()]
        };
        if self.build(&states, &again, most) { Ok(()) } else { Err(too_many(states.count_paths())) }
    }

    fn build(&mut self, states: &States<P>, again: &[PositionSet], most: usize) -> bool {
        let root_counts = self.shape.repetition.is_some_and(|rule| rule.root_counts);
        let before = self.occurrences_before(states, root_counts);
        let mut nodes = Nodes::default();
        nodes.number(0, Some(PositionSet::default()));
        let mut at = 0;
        while at < nodes.states.len() {
            if self.nodes.len() + self.moves.len() > most {
                return false;
            }
            let (index, path) = (nodes.states[at] as usize, nodes.paths[at].take());
            let PathState { position: own, ply, remaining, quiet } = states.list[index];
            let first = self.moves.len();
            let drawn = path.is_none();
            if let Some(path) = path {
                self.moves.extend_from_slice(&states.moves[states.edges(index)]);
                let own_counts = ply > 0 || root_counts;
                let occurrences = |other: u32| {
                    let after = path.partition_point(|&position| position <= other);
                    let equal = path[..after].iter().rev().take_while(|&&position| position == other).count();
                    equal + usize::from(own_counts && other == own)
                };
                for child in states.children(index) {
                    let PathState { position, quiet, .. } = states.list[child];
                    let drawn = self.shape.is_quiet_draw(&states.positions[position as usize], quiet)
                        || self.shape.is_repetition(1 + occurrences(position), before[position as usize]);
                    let relevant = || {
                        let all = again[child].iter();
                        all.flat_map(|&other| std::iter::repeat_n(other, occurrences(other))).collect()
                    };
                    self.children.push(nodes.number(child as u32, (!drawn).then(relevant)));
                }
            }
            let position = states.positions[own as usize].clone();
            let (remaining, count) = (remaining as usize, (self.moves.len() - first) as u32);
            let first = first as u32;
            self.nodes.push(HistoryNode { position, parent: 0, ply, remaining, quiet, drawn, first, count });
            at += 1;
        }
        true
    }

    /// Counts how often each position occurs in the game before the path. The root is counted too, unless `root_counts` is set.
    fn occurrences_before(&self, states: &States<P>, root_counts: bool) -> Vec<usize> {
        let mut before = vec![0; states.positions.len()];
        for position in &self.before {
            if let Some(number) = states.numbers.get(position, 0).checked_sub(1) {
                before[number as usize] += 1;
            }
        }
        before[0] += usize::from(!root_counts);
        before
    }
}

#[derive(Default, Debug)]
struct Nodes {
    numbers: HashMap<(u32, Option<PositionSet>), u32>,
    states: Vec<u32>,
    /// The relevant positions of the path to each node whose moves are not added yet; `None` for a draw.
    paths: Vec<Option<PositionSet>>,
}

impl Nodes {
    fn number(&mut self, state: u32, path: Option<PositionSet>) -> u32 {
        let next = self.states.len() as u32;
        match self.numbers.entry((state, path)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                self.paths.push(place.key().1.clone());
                self.states.push(state);
                *place.insert(next)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Graph, Growth, Seeded};
    use crate::oracle::horizon::TreeRules;
    use crate::oracle::{Horizon, Repetition, Rules};
    use crate::score::Score;

    fn empty<P>(rules: &Rules, depth: usize) -> History<P> {
        let (moves, children, line) = (Vec::new(), Vec::new(), Vec::new());
        History {
            shape: TreeRules::from_rules(rules),
            depth,
            before: Vec::new(),
            nodes: Vec::new(),
            moves,
            children,
            values: Vec::new(),
            line,
        }
    }

    fn shapes() -> impl Iterator<Item = Rules> {
        let draws = Rules::FIXED_TREE.repetition();
        let in_game = Repetition { on_path: 0, in_game: 2, root_counts: false };
        let all = [
            draws,
            draws.extension(64),
            Rules::FIXED_TREE.extension(64),
            draws.extension(5),
            Rules::FIXED_TREE.repetition_when(Repetition::THIRD).contempt(Score::MAX),
            Rules::FIXED_TREE.repetition_when(in_game),
            Rules::FIXED_TREE.fifty_move(2),
            draws.fifty_move(3),
        ];
        all.into_iter()
            .flat_map(|rules| [0, 2].map(|plies| Rules { horizon: Horizon { plies, hides: false }, ..rules }))
    }

    /// Compares the draws, remaining plies, moves and values of the subtrees of two nodes.
    fn assert_same<P: Position>(tree: &History<P>, shared: &History<P>, text: &str) {
        let mut todo = vec![(0, 0)];
        while let Some((one, other)) = todo.pop() {
            let (left, right) = (&tree.nodes[one], &shared.nodes[other]);
            assert!(left.position == right.position, "{text}");
            assert_eq!((left.drawn, left.remaining), (right.drawn, right.remaining), "{text}");
            assert_eq!(tree.value(one), shared.value(other), "{text}");
            assert_eq!(tree.moves_of(one), shared.moves_of(other), "{text}");
            let both = tree.children(one).iter().zip(shared.children(other));
            todo.extend(both.map(|(&one, &other)| (one as usize, other as usize)));
        }
    }

    #[test]
    fn paths_that_share_nodes_have_the_draws_values_and_lines_of_the_whole_tree() {
        let (mut fewer, mut drawn) = (0, 0);
        for index in 0..1_500 {
            let mut graph = Graph::leaf(Score::ZERO);
            let depth = Growth::random_game(&mut Seeded::new(12, index), &mut graph);
            for rules in shapes() {
                let text = format!("depth {depth} of {graph}: {rules:?}");
                let mut tree = empty(&rules, depth);
                if !tree.grow_tree(&graph.root()) {
                    continue;
                }
                let mut shared = empty(&rules, depth);
                shared.share(&graph.root(), usize::MAX).expect("no limit");
                for history in [&mut tree, &mut shared] {
                    history.solve();
                    history.line = history.line_from(0);
                }
                assert_same(&tree, &shared, &text);
                assert_eq!(tree.line(), shared.line(), "{text}");
                fewer += u32::from(shared.nodes.len() < tree.nodes.len());
                drawn += u32::from(shared.nodes.iter().any(|node| node.drawn));
            }
        }
        assert!(fewer > 1_000 && drawn > 500, "{fewer}, {drawn}");
    }

    /// Without cycles a state is one node; the number of paths is exponential in the depth.
    #[test]
    fn a_game_without_cycles_has_as_many_nodes_as_states() {
        let depth = 30;
        let game = (0..depth).fold("1".to_owned(), |game, ply| match ply {
            0 => "a0:[1 2]".to_owned(),
            _ => format!("a{ply}:[{game} a{}]", ply - 1),
        });
        let graph: Graph = game.parse().expect("a game");
        let shape = TreeRules::from_rules(&Rules::FIXED_TREE.repetition());
        let history = History::of_shape(shape, (&[], &graph.root()), depth, usize::MAX).expect("few nodes");
        assert_eq!(history.nodes.len(), depth + 2);
        assert_eq!(history.line().len(), depth);
    }

    /// All positions lead to each other, so that each set of positions on the path is another node.
    #[test]
    fn a_tree_that_is_too_large_is_refused_with_its_size() {
        let all = (1..12).map(|index| format!("n{index}")).collect::<Vec<_>>().join(" ");
        let nested = (1..12).rev().fold(String::new(), |inner, index| {
            let others = (1..12).filter(|&other| other != index + 1).map(|other| format!("n{other}"));
            format!("n{index}:[n0 {inner} {}]", others.collect::<Vec<_>>().join(" "))
        });
        let graph: Graph = format!("n0:[{nested} {all}]").parse().expect("a game");
        let rules = Rules::FIXED_TREE.repetition();
        for most in [100, 1_000, 10_000] {
            let refused = empty(&rules, 8).share(&graph.root(), most).expect_err("too large");
            let least = if most == 10_000 { 100_000_000 } else { most as u64 };
            let is_right = |error: &TooManyPaths| match *error {
                TooManyPaths::Paths { depth, paths, most: found } => {
                    (depth, found) == (8, most) && paths > least
                }
                TooManyPaths::States { .. } => false,
            };
            assert!(is_right(&refused), "{refused}");
        }
        assert!(empty(&rules, 8).share(&graph.root(), usize::MAX).is_ok());
    }
}
