//! Statements about two searches of the same game.

use std::ops::{AddAssign, ControlFlow, Range};

use super::{Conclusion, Difference, Effort, Set, SetJson, Tested};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::Games;
use pvcheck::case::{Case, Size};
use pvcheck::experiment::{Experiment, Run};
use pvcheck::game::{AnyPosition, Graph};
use pvcheck::position::Position as _;
use pvcheck::pv::Store;
use pvcheck::search::{Observer, Scratch, SearchOptions, Task};
use pvcheck::shrink::shrink_by;
use pvcheck::subject::Subject;

#[derive(Default)]
struct Visits {
    nodes: u64,
    leaves: Vec<usize>,
    unconfirmed: u64,
}

impl Observer<AnyPosition<'_>> for Visits {
    fn node_entered(&mut self, _: &AnyPosition<'_>, _: usize, _: usize) {
        self.nodes += 1;
    }

    fn leaf_evaluated(&mut self, position: &AnyPosition<'_>) {
        self.leaves.push(position.ordinal().expect("positions of a graph are numbered"));
    }
}

impl Visits {
    /// Searches a game to a depth, without options and without a store.
    fn run(&mut self, algorithm: Algorithm, (game, depth): (&Graph, usize), scratch: &mut Scratch) {
        (self.nodes, self.unconfirmed) = (0, 0);
        self.leaves.clear();
        let root = AnyPosition::Graph(game.root());
        let task = Task { root: &root, depth, options: &SearchOptions::NONE, node_limit: None };
        let counts = algorithm.search(&mut Store::None.any(), self, scratch, task, &mut |_| ());
        self.unconfirmed = counts.unconfirmed;
    }

    fn forget_order(&mut self) {
        self.leaves.sort_unstable();
        self.leaves.dedup();
    }
}

impl Difference {
    fn is_shown(self, left: &mut Visits, right: &mut Visits) -> bool {
        if matches!(self, Self::Leaves | Self::MoreLeaves) {
            left.forget_order();
            right.forget_order();
        }
        match self {
            Self::Tree => (left.nodes, &left.leaves) != (right.nodes, &right.leaves),
            Self::Leaves => left.leaves != right.leaves,
            Self::MoreLeaves => right.leaves.iter().any(|leaf| left.leaves.binary_search(leaf).is_err()),
            Self::Unconfirmed => left.unconfirmed + right.unconfirmed > 0,
        }
    }
}

/// The two searches that are compared.
type Pair = [Algorithm; 2];

#[derive(Default)]
struct Memory {
    scratch: Scratch,
    left: Visits,
    right: Visits,
    game: Graph,
}

fn differs(memory: &mut Memory, game: (&Graph, usize), [left, right]: Pair, difference: Difference) -> bool {
    memory.left.run(left, game, &mut memory.scratch);
    memory.right.run(right, game, &mut memory.scratch);
    difference.is_shown(&mut memory.left, &mut memory.right)
}

/// The games in which the searches differ.
#[derive(Default)]
struct Differing {
    games: u64,
    /// The size and the number of the first smallest game with a difference.
    smallest: Option<(Size, u64)>,
}

impl AddAssign for Differing {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.smallest = self.smallest.into_iter().chain(other.smallest).min();
    }
}

/// A comparison of two searches, game by game.
struct Comparison<'g> {
    games: &'g dyn Games,
    algorithms: Pair,
    difference: Difference,
}

impl Comparison<'_> {
    fn case(&self, depth: usize, game: Graph) -> Case {
        let [_, algorithm] = self.algorithms;
        let subject = Subject { algorithm, store: Store::None, options: SearchOptions::NONE };
        Case { subject, depth, expect: None, game }
    }
}

impl Experiment for Comparison<'_> {
    type Sums = Differing;
    type Worker = Memory;

    fn at_once(&self) -> u64 {
        1024
    }

    fn nothing(&self) -> Differing {
        Differing::default()
    }

    fn worker(&self) -> Memory {
        Memory::default()
    }

    fn run_items(&self, games: Range<u64>, memory: &mut Memory, sums: &mut Differing) -> ControlFlow<()> {
        for index in games {
            let mut game = std::mem::take(&mut memory.game);
            let depth = self.games.game(index, &mut game);
            if differs(memory, (&game, depth), self.algorithms, self.difference) {
                let size = self.case(depth, game.clone()).size();
                *sums += Differing { games: 1, smallest: Some((size, index)) };
            }
            memory.game = game;
        }
        ControlFlow::Continue(())
    }
}

/// Counts the games in which the searches differ. The result does not depend on the number of threads.
pub(super) fn test(algorithms: Pair, difference: Difference, sets: Vec<Set>, effort: &Effort<'_>) -> Tested {
    let (mut searches, mut smallest, mut scope) = (0, None, Vec::new());
    for (name, set) in sets {
        let compared = Comparison { games: &*set, algorithms, difference };
        let run = Run::new(0..set.count(), effort.threads).progress(effort.progress);
        let found = run.play(&compared).sums;
        searches += found.games;
        let found = found.smallest.map(|(_, index)| {
            let mut game = Graph::default();
            let depth = set.game(index, &mut game);
            compared.case(depth, game)
        });
        smallest = smallest.into_iter().chain(found).min_by_key(Case::size);
        scope.push(SetJson { name, games: set.count() });
    }
    let mut memory = Memory::default();
    let mut is_shown = |case: &Case| differs(&mut memory, (&case.game, case.depth), algorithms, difference);
    let smallest = smallest.map(|case| shrink_by(&case, &mut is_shown));
    let conclusion = Conclusion::from_searches(searches, smallest);
    let [left, right] = algorithms.map(Algorithm::name);
    let method = format!("{}: {left}, {right}", difference.name());
    Tested { conclusion, scope, every_score: None, subjects: 1, method }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::Kind;

    fn visits(nodes: u64, leaves: &[usize], unconfirmed: u64) -> Visits {
        Visits { nodes, leaves: leaves.to_vec(), unconfirmed }
    }

    #[test]
    fn each_difference_is_seen() {
        let plain = || visits(3, &[1, 2], 0);
        let all = [Difference::Tree, Difference::Leaves, Difference::MoreLeaves, Difference::Unconfirmed];
        for (mut other, shown) in [
            (plain(), &[][..]),
            (visits(4, &[1, 2], 0), &all[..1]),
            (visits(3, &[2, 1], 0), &all[..1]),
            // An evaluation twice is another tree, and the same set.
            (visits(3, &[1, 2, 1], 0), &all[..1]),
            // As many other leaves are other leaves, and more than those of the first search.
            (visits(3, &[1, 3], 0), &all[..3]),
            (visits(3, &[1], 0), &all[..2]),
            (visits(3, &[1, 2], 1), &all[3..]),
        ] {
            for difference in all {
                let is_shown = difference.is_shown(&mut plain(), &mut other);
                assert_eq!(is_shown, shown.contains(&difference), "{difference:?}, {:?}", other.leaves);
            }
        }
        assert!(Difference::Unconfirmed.is_shown(&mut visits(3, &[1, 2], 1), &mut plain()));
    }

    /// PVS searches other trees than alpha-beta.
    #[test]
    fn different_trees_are_refuted_by_a_game() {
        let effort = Effort { quick: true, seed: 1, threads: 1, progress: &|_| () };
        let pair = [Algorithm::AlphaBetaSoft, Algorithm::PvsSoft];
        let tested = test(pair, Difference::Tree, effort.sets(Kind::All), &effort);
        let Conclusion::Refuted { searches, smallest: Some(case) } = tested.conclusion else {
            panic!("{:?}", tested.conclusion)
        };
        assert!(searches > 0 && searches < tested.scope.iter().map(|set| set.games).sum());
        assert!(case.game.len() <= 7, "{case}");
    }
}
