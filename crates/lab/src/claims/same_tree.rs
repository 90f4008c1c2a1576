//! Statements about two searches of the same game.

use std::ops::AddAssign;

use super::{Conclusion, Difference, Effort, Set, Tested};
use crate::each_game::{EachGame, search};
use pvcheck::algorithm::Algorithm;
use pvcheck::case::{Case, Size};
use pvcheck::experiment::Run;
use pvcheck::game::{AnyPosition, Graph};
use pvcheck::position::Position as _;
use pvcheck::pv::Store;
use pvcheck::search::{Observer, Scratch, SearchOptions};
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
    fn run(&mut self, algorithm: Algorithm, game: (&Graph, usize), scratch: &mut Scratch) {
        (self.nodes, self.unconfirmed) = (0, 0);
        self.leaves.clear();
        let counts = search(game, scratch, algorithm, self);
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
}

fn differs(memory: &mut Memory, game: (&Graph, usize), [left, right]: Pair, difference: Difference) -> bool {
    memory.left.run(left, game, &mut memory.scratch);
    memory.right.run(right, game, &mut memory.scratch);
    difference.is_shown(&mut memory.left, &mut memory.right)
}

fn shrunk(case: &Case, algorithms: Pair, difference: Difference) -> Case {
    let mut memory = Memory::default();
    shrink_by(case, |case| differs(&mut memory, (&case.game, case.depth), algorithms, difference))
}

/// The games in which the searches differ.
#[derive(Default)]
struct Differing {
    games: u64,
    /// The size and the number of the smallest one; the first of those.
    smallest: Option<(Size, u64)>,
}

impl AddAssign for Differing {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.smallest = self.smallest.into_iter().chain(other.smallest).min();
    }
}

/// Counts the games in which the searches differ. The result does not depend on the number of threads.
pub(super) fn test(algorithms: Pair, difference: Difference, sets: Vec<Set>, effort: &Effort<'_>) -> Tested {
    let subject = Subject { algorithm: algorithms[1], store: Store::None, options: SearchOptions::NONE };
    let case = |depth, game| Case { subject, depth, expect: None, game };
    let (mut searches, mut smallest, mut scope) = (0, None, Vec::new());
    for (name, set) in sets {
        let compared = EachGame {
            games: &*set,
            at_once: 1024,
            worker: Memory::default,
            nothing: &Differing::default,
            play: &|memory, (game, depth), index, differing: &mut Differing| {
                if differs(memory, (game, depth), algorithms, difference) {
                    let size = case(depth, game.clone()).size();
                    *differing += Differing { games: 1, smallest: Some((size, index)) };
                }
            },
        };
        let run = Run::new(0..set.count(), effort.threads).progress(effort.progress);
        let found = run.play(&compared).sums;
        searches += found.games;
        let found = found.smallest.map(|(_, index)| {
            let mut game = Graph::default();
            let depth = set.game(index, &mut game);
            case(depth, game)
        });
        smallest = smallest.into_iter().chain(found).min_by_key(Case::size);
        scope.push((name, set.count()));
    }
    let smallest = smallest.map(|case| shrunk(&case, algorithms, difference));
    let conclusion = Conclusion::of(searches, smallest);
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
        let shown = |difference: Difference, left: (u64, &[usize], u64), right: (u64, &[usize], u64)| {
            difference.is_shown(&mut visits(left.0, left.1, left.2), &mut visits(right.0, right.1, right.2))
        };
        let plain = (3, &[1, 2][..], 0);
        for difference in
            [Difference::Tree, Difference::Leaves, Difference::MoreLeaves, Difference::Unconfirmed]
        {
            assert!(!shown(difference, plain, plain), "{difference:?}");
        }
        assert!(shown(Difference::Tree, plain, (4, &[1, 2], 0)));
        assert!(
            shown(Difference::Tree, plain, (3, &[2, 1], 0))
                && !shown(Difference::Leaves, plain, (3, &[2, 1], 0))
        );
        // An evaluation twice is another tree, and the same set.
        assert!(
            shown(Difference::Tree, plain, (3, &[1, 2, 1], 0))
                && !shown(Difference::Leaves, plain, (3, &[1, 2, 1], 0))
        );
        // As many other leaves are other leaves, and more than those of the first search.
        assert!(
            shown(Difference::Leaves, plain, (3, &[1, 3], 0))
                && shown(Difference::MoreLeaves, plain, (3, &[1, 3], 0))
        );
        assert!(
            shown(Difference::Leaves, plain, (3, &[1], 0))
                && !shown(Difference::MoreLeaves, plain, (3, &[1], 0))
        );
        assert!(
            shown(Difference::Unconfirmed, plain, (3, &[1, 2], 1))
                && shown(Difference::Unconfirmed, (3, &[1, 2], 1), plain)
        );
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
        assert!(searches > 0 && searches < tested.scope.iter().map(|(_, games)| games).sum());
        assert!(case.game.len() <= 7, "{case}");
    }
}
