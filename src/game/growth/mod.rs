//! The generator of random games.
//!
//! A recipe ([`Growth`]) has a shape, a way to assign scores and a way to share positions, which vary
//! independently. The generator must produce the features that break searches: leaves at every ply, ties,
//! positions with a single move, a game that is over at the root, inner positions whose static evaluation
//! differs from their value, transpositions at the same remaining depth and at different ones, and cycles.

mod marks;

use arbitrary::{Arbitrary, Unstructured};

use crate::game::{Choices, Graph};
use crate::score::Score;

/// The plies at which the leaves are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Every position above the full height has all moves.
    Uniform,
    /// Every position above the full height has 0 to `branching` moves, at random.
    Ragged,
}

/// The way in which scores are assigned to the positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// A random number from `0..K` for every position. The smaller K is, the more ties there are.
    Below(u32),
    /// A different score for every position, from the numbers `0..positions` in random order.
    Permutation,
    /// The negated score of the parent, less a random step from `-K..=K`. Static evaluations then predict the scores below them.
    EdgeSums(u32),
    /// Scores of a strongly ordered tree, where the best move is mostly among the first ones.
    ///
    /// The root has the score 0. At a position with the score v, the best child is the first one with this probability
    /// in percent. Otherwise it is another one of the first quarter in two of three positions, and any other one in the
    /// third. Its score is -v; each other child has -v + 1 + a number below a million.
    Ordered(u32),
}

/// The existing positions to which a new move may lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// A new move leads to no existing position, so that the game is a tree.
    None,
    /// A new move may lead to positions of the next level, so that every position is reached at one remaining depth only.
    Layers,
    /// Any position that does not lead back, so that a position may be reached at different remaining depths. Some
    /// leaves get a single move to such a position, and chains of single moves then lead to shared positions.
    Depths,
    /// A new move may lead to any position, including its own position and the positions on the path from the root.
    Cycles,
}

/// The features that random games may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds {
    /// Cycles, which are lines that return to a position.
    pub cycles: bool,
    /// Whether leaves may be mates.
    pub mates: bool,
    /// Noisy and forcing moves, and null moves.
    pub marks: bool,
}

impl Kinds {
    /// All features.
    pub const ALL: Self = Self { cycles: true, mates: true, marks: true };
}

/// A recipe for random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    /// The plies at which the leaves are.
    pub shape: Shape,
    /// The existing positions to which moves may lead.
    pub sharing: Sharing,
    /// The way in which scores are assigned.
    pub values: Values,
    /// The maximum number of moves of a position.
    pub branching: u16,
    /// The ply of the deepest leaves.
    pub height: u8,
}

impl Growth {
    /// The maximum number of positions of a ragged game; a uniform game is never cut.
    pub const BUDGET: usize = 96;

    /// The maximum number of visits of positions in the search of a game with shared positions, which limits the depth.
    pub const MAX_VISITED: u64 = 200;

    /// Replaces `graph` by a game of a random recipe, and returns the depth of its search. The depth is mostly the
    /// height of the game, sometimes more, and sometimes less, so that inner positions are evaluated. One game in three
    /// has marks and passes, whose leaves do not count towards the budget; half of these games are searched less deep.
    pub fn random_game(choices: &mut impl Choices, graph: &mut Graph) -> usize {
        Self::random_game_of(Kinds::ALL, choices, graph)
    }

    /// Generates a game like [`Growth::random_game`], of these kinds only. Without cycles, other positions are shared instead.
    pub(crate) fn random_game_of(kinds: Kinds, choices: &mut impl Choices, graph: &mut Graph) -> usize {
        let (mut growth, depth) = Self::random(choices);
        growth.sharing = match choices.below(8) {
            0..=3 => Sharing::None,
            4 => Sharing::Layers,
            7 if kinds.cycles => Sharing::Cycles,
            _ => Sharing::Depths,
        };
        growth.grow(choices, graph);
        let more = if growth.sharing == Sharing::None { 0 } else { choices.below(3) as usize };
        let wanted = usize::from(depth) + more;
        // Drawn after everything else, so that this choice does not change games without mates.
        if choices.one_in(6) && kinds.mates {
            give_mates(choices, graph);
        }
        let depth = if graph.is_tree() { wanted } else { graph.max_depth_within(Self::MAX_VISITED, wanted) };
        // Drawn last of all: only selective searches, quiescence and extensions use marks and passes.
        // Quiescence and extensions search beyond the depth, so there must be positions below it.
        let is_marked = choices.one_in(3) && kinds.marks;
        if is_marked {
            marks::give_marks(choices, graph);
        }
        if is_marked && depth > 1 && choices.one_in(2) {
            1 + choices.below(depth as u32 - 1) as usize
        } else {
            depth
        }
    }

    /// Returns a random recipe for trees, and the depth to which the trees are searched.
    pub fn random(choices: &mut impl Choices) -> (Self, u8) {
        let values = match choices.below(8) {
            0..=2 => Values::Below(2),
            3 => Values::Below(3),
            4 => Values::Below(10),
            5 => Values::Permutation,
            6 => Values::EdgeSums(1 + choices.below(4)),
            _ => Values::Ordered(STRONGLY),
        };
        let growth = if choices.one_in(4) {
            const SMALL: [(u16, u8); 9] =
                [(1, 1), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2), (1, 4), (5, 2)];
            let (branching, height) = SMALL[choices.below(SMALL.len() as u32) as usize];
            Self { shape: Shape::Uniform, sharing: Sharing::None, values, branching, height }
        } else {
            let branching = if choices.one_in(8) { 1 } else { 2 + choices.below(3) as u16 };
            let height = 1 + choices.below(6) as u8;
            Self { shape: Shape::Ragged, sharing: Sharing::None, values, branching, height }
        };
        let depth = match choices.below(8) {
            0..=5 => growth.height,
            6 => choices.below(u32::from(growth.height) + 1) as u8,
            _ => growth.height + 1,
        };
        (growth, depth)
    }

    /// Replaces `graph` by a random game of this recipe, and reuses the memory of `graph`.
    pub fn grow(&self, choices: &mut impl Choices, graph: &mut Graph) {
        graph.reset(Score::ZERO);
        let mut level = 0..1;
        for _ in 0..self.height {
            let next = level.end;
            for node in level {
                let moves = self.moves(choices, node == 0, graph.len());
                for _ in 0..moves {
                    let shared = self.shared(choices, graph, node, next);
                    graph.add_move(node, shared);
                }
                if moves == 0 {
                    self.chain(choices, graph, node);
                }
            }
            level = next..graph.len();
        }
        for node in level {
            self.chain(choices, graph, node);
        }
        self.give_values(choices, graph);
    }

    fn chain(&self, choices: &mut impl Choices, graph: &mut Graph, node: usize) {
        if self.sharing == Sharing::Depths
            && let Some(shared) = self.shared(choices, graph, node, graph.len())
        {
            graph.add_move(node, Some(shared));
        }
    }

    fn shared(&self, choices: &mut impl Choices, graph: &Graph, node: usize, next: usize) -> Option<usize> {
        let from = match self.sharing {
            Sharing::None => return None,
            Sharing::Layers => next,
            Sharing::Depths | Sharing::Cycles => 0,
        };
        let candidates = graph.len() - from;
        if candidates == 0 || !choices.one_in(4) {
            return None;
        }
        let to = from + choices.below(candidates as u32) as usize;
        let allowed = self.sharing != Sharing::Depths || !graph.reaches(to, node);
        allowed.then_some(to)
    }

    fn moves(&self, choices: &mut impl Choices, root: bool, positions: usize) -> u16 {
        match self.shape {
            Shape::Uniform => self.branching,
            Shape::Ragged if positions + usize::from(self.branching) > Self::BUDGET => 0,
            // A game that is over at the root is generated too, but rarely; and for the choice 0,
            // as zero means less.
            Shape::Ragged if root && choices.below(16) > 0 => {
                1 + choices.below(u32::from(self.branching)) as u16
            }
            Shape::Ragged => choices.below(u32::from(self.branching) + 1) as u16,
        }
    }

    fn give_values(&self, choices: &mut impl Choices, graph: &mut Graph) {
        match self.values {
            Values::Below(k) => {
                for node in 0..graph.len() {
                    graph.set_score(node, Score::saturating(i64::from(choices.below(k))));
                }
            }
            Values::Permutation => shuffle(choices, graph),
            Values::EdgeSums(k) => {
                for node in 0..graph.len() {
                    let moves = graph.children(node).len();
                    for index in 0..moves {
                        let step = zigzag(choices.below(2 * k + 1));
                        let score = Score::saturating(-i64::from(graph.score(node).get()) - step);
                        graph.set_score(graph.child(node, index), score);
                    }
                }
            }
            Values::Ordered(first) => {
                for node in 0..graph.len() {
                    order_children(first, choices, graph, node);
                }
            }
        }
    }
}

/// Turns some leaves into mates. In most of them the side to move has lost; in some it loses or wins in a few plies, as
/// if an endgame table knew the result.
fn give_mates(choices: &mut impl Choices, graph: &mut Graph) {
    for leaf in 0..graph.len() {
        if !graph.is_leaf(leaf) || !choices.one_in(2) {
            continue;
        }
        let plies = choices.below(8).saturating_sub(4) as usize;
        let end = if choices.one_in(4) { Score::MAX } else { Score::MIN };
        graph.set_score(leaf, end.further(plies));
    }
}

/// Maps a choice to a step, 0, 1, 2, 3, 4, ... to 0, -1, 1, -2, 2, ..., so that the choice 0 is the step 0.
fn zigzag(choice: u32) -> i64 {
    let half = i64::from(choice.div_ceil(2));
    if choice % 2 == 1 { -half } else { half }
}

fn shuffle(choices: &mut impl Choices, tree: &mut Graph) {
    for node in 0..tree.len() {
        let other = node - choices.below(node as u32 + 1) as usize;
        tree.set_score(node, tree.score(other));
        tree.set_score(other, Score::saturating(node as i64));
    }
}

/// The share of nodes, in percent, whose first move is the best one in strongly ordered trees (Marsland & Campbell 1982).
pub const STRONGLY: u32 = 70;

fn order_children(first: u32, choices: &mut impl Choices, graph: &mut Graph, node: usize) {
    let count = graph.children(node).len() as u32;
    if count == 0 {
        return;
    }
    let quarter = count.div_ceil(4);
    let (drawn, near) = (choices.below(100), first + (100 - first) * 2 / 3);
    let best = match drawn {
        _ if drawn < first => 0,
        _ if drawn < near && quarter > 1 => 1 + choices.below(quarter - 1),
        _ if drawn < near => 0,
        _ if count > quarter => quarter + choices.below(count - quarter),
        _ => count - 1,
    };
    let value = -i64::from(graph.score(node).get());
    for index in 0..count {
        let worse = if index == best { 0 } else { 1 + i64::from(choices.below(1_000_000)) };
        graph.set_score(graph.child(node, index as usize), Score::saturating(value + worse));
    }
}

impl<'a> Arbitrary<'a> for Graph {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let mut graph = Self::leaf(Score::ZERO);
        Growth::random_game(bytes, &mut graph);
        Ok(graph)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seeded;

    fn grown(values: Values, seed: u64) -> Graph {
        let growth =
            Growth { shape: Shape::Uniform, sharing: Sharing::None, values, branching: 4, height: 3 };
        let mut tree = Graph::default();
        growth.grow(&mut Seeded::new(seed, 0), &mut tree);
        tree
    }

    #[test]
    fn a_permutation_contains_every_number_once() {
        let tree = grown(Values::Permutation, 7);
        let mut scores: Vec<i32> = (0..tree.len()).map(|node| tree.score(node).get()).collect();
        assert_ne!(scores, (0..85).collect::<Vec<_>>());
        scores.sort_unstable();
        assert_eq!(scores, (0..85).collect::<Vec<_>>());
    }

    #[test]
    fn in_an_ordered_tree_the_best_child_has_the_negated_score_of_its_parent() {
        for seed in 0..50 {
            let tree = grown(Values::Ordered(STRONGLY), seed);
            for node in (0..tree.len()).filter(|&node| !tree.is_leaf(node)) {
                let best = tree.children(node).map(|child| -tree.score(child)).max();
                assert_eq!(best, Some(tree.score(node)));
            }
        }
    }

    #[test]
    fn exhausted_choices_generate_the_smallest_game() {
        let tree = Graph::arbitrary(&mut Unstructured::new(&[])).expect("any bytes generate a game");
        assert_eq!(tree.to_string(), "0");
    }

    #[test]
    fn each_kind_of_sharing_generates_what_its_documentation_states() {
        let mut graph = Graph::default();
        let (mut shared, mut depths, mut cycles) = (0, 0, 0);
        for sharing in [Sharing::None, Sharing::Layers, Sharing::Depths, Sharing::Cycles] {
            for seed in 0..300 {
                let (shape, values) = (Shape::Ragged, Values::Below(3));
                let growth = Growth { shape, sharing, values, branching: 3, height: 4 };
                growth.grow(&mut Seeded::new(seed, 0), &mut graph);
                let has_cycle =
                    (0..graph.len()).any(|node| graph.children(node).any(|child| graph.reaches(child, node)));
                let mut plies: Vec<Option<usize>> = vec![None; graph.len()];
                plies[0] = Some(0);
                let mut at_two_plies = false;
                for node in 0..graph.len() {
                    let below = plies[node].map(|ply| ply + 1);
                    for child in graph.children(node) {
                        at_two_plies |= plies[child].is_some() && plies[child] != below;
                        plies[child] = plies[child].or(below);
                    }
                }
                assert!(sharing != Sharing::None || graph.is_tree());
                assert!(sharing != Sharing::Layers || !at_two_plies);
                assert!(sharing == Sharing::Cycles || !has_cycle);
                shared += u32::from(sharing == Sharing::Layers && !graph.is_tree());
                depths += u32::from(sharing == Sharing::Depths && at_two_plies);
                cycles += u32::from(sharing == Sharing::Cycles && has_cycle);
            }
        }
        assert!(shared > 100 && depths > 100 && cycles > 100, "{shared} {depths} {cycles}");
    }
}
