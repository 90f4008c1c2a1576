//! The leaves that a search reads: the least number of them, their order, and which of them alpha-beta
//! reads too.

use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use pvcheck::algorithm::{alpha_beta_soft, belle_root, scout};
use pvcheck::game::{AnyPosition, Link};
use pvcheck::oracle::Oracle;
use pvcheck::search::{Callee, Scratch, Search, Task, Widen};

use crate::common::changed::{Change, Changed};
use crate::common::laws::{Game, Seen, games, holds};
use crate::common::prelude::*;

const REGRESSIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/regressions/leaf_laws.txt");

/// The evaluated positions: what a search reads, seen by the game and without the help of the search.
#[derive(Clone, Default)]
struct Reads(Arc<Mutex<Vec<usize>>>);

impl Reads {
    fn take(&self) -> Vec<usize> {
        std::mem::take(&mut self.0.lock().expect("no panic"))
    }
}

impl Change for Reads {
    fn evaluated(&self, position: &SharedPosition) {
        self.0.lock().expect("no panic").push(position.node());
    }
}

/// The leaves that each of `algorithms` reads, in order, revisits too.
fn reads<const N: usize>(
    Game { tree, depth }: &Game,
    options: SearchOptions,
    algorithms: [Algorithm; N],
) -> [Vec<usize>; N] {
    let reads = Reads::default();
    let root = AnyPosition::new(Changed { position: tree.clone().into(), change: reads.clone() });
    algorithms.map(|algorithm| {
        let task = Task { root: &root, depth: *depth, options: &options, node_limit: None };
        reads.take();
        let (mut store, mut scratch) = (Store::None.any(), Scratch::default());
        algorithm.search(&mut store, &mut (), &mut scratch, task, &mut |_| ());
        reads.take()
    })
}

/// An observer that records the leaves of a search in order.
struct Observed(Vec<usize>);

impl Observer<GraphPosition<'_>> for Observed {
    fn leaf_evaluated(&mut self, position: &GraphPosition<'_>) {
        self.0.push(position.node());
    }
}

/// The leaves that a search reads, as an observer is notified of them.
fn observed<'t>(
    tree: &'t Graph,
    depth: usize,
    scratch: &mut Scratch,
    algorithm: Callee<GraphPosition<'t>, NoStore, Observed>,
) -> Vec<usize> {
    let (mut store, mut observed) = (NoStore, Observed(Vec::new()));
    let mut search = Search::new(&mut store, &mut observed, scratch);
    let task = Task { root: &tree.root(), depth, options: &SearchOptions::NONE, node_limit: None };
    let searched = search.root(algorithm, &task, &mut |_, _| ());
    searched.expect("without a store no depth is too large");
    observed.0
}

/// The statement of a proof about a position, from the position's own side.
#[derive(Clone, Copy)]
enum Claim {
    Exactly(i64),
    AtLeast(i64),
    AtMost(i64),
}

impl Claim {
    /// The claim to prove of `child` when `chosen` is the move that the proof relies on.
    fn of_child(self, child: usize, chosen: usize) -> Option<Self> {
        match self {
            Self::Exactly(value) if child == chosen => Some(Self::Exactly(-value)),
            Self::Exactly(value) => Some(Self::AtLeast(-value)),
            Self::AtLeast(value) => (child == chosen).then_some(Self::AtMost(-value)),
            Self::AtMost(value) => Some(Self::AtLeast(-value)),
        }
    }
}

/// The least number of leaves that prove a claim, and the move that such a proof relies on; `None` when the claim is
/// false. No oracle is used.
fn cheapest(tree: &Graph, node: usize, depth: usize, claim: Claim) -> Option<(u64, usize)> {
    let children = tree.children(node);
    if depth == 0 || tree.is_leaf(node) {
        let value = i64::from(tree.score(node).get());
        let holds = match claim {
            Claim::Exactly(claimed_window) => value == claimed_window,
            Claim::AtLeast(claimed_window) => value >= claimed_window,
            Claim::AtMost(claimed_window) => value <= claimed_window,
        };
        return holds.then_some((1, node));
    }
    let relying_on = |chosen: usize| {
        let claims = tree.children(node).filter_map(|child| Some((child, claim.of_child(child, chosen)?)));
        let leaves = claims.map(|(child, claim)| Some(cheapest(tree, child, depth - 1, claim)?.0));
        Some((leaves.sum::<Option<u64>>()?, chosen))
    };
    children.filter_map(relying_on).min()
}

/// Puts the move that the cheapest proof of `claim` relies on first in `first`, at every
/// position that the proof comes to.
fn choose(tree: &Graph, node: usize, depth: usize, claim: Claim, first: &mut [Option<usize>]) {
    let (_, chosen) = cheapest(tree, node, depth, claim).expect("only true claims are proved");
    if depth == 0 || tree.is_leaf(node) {
        return;
    }
    first[node] = Some(chosen);
    for child in tree.children(node) {
        if let Some(claim) = claim.of_child(child, chosen) {
            choose(tree, child, depth - 1, claim, first);
        }
    }
}

/// The same game with perfect move ordering, and the number of leaves of its proof.
fn perfectly_ordered(Game { tree, depth }: &Game) -> (Game, u64) {
    let value = Oracle::new(&tree.root(), *depth).score();
    let claim = Claim::Exactly(i64::from(value.get()));
    let (leaves, _) = cheapest(tree, 0, *depth, claim).expect("the value is true");
    let mut first = vec![None; tree.len()];
    choose(tree, 0, *depth, claim, &mut first);
    let links = |node: usize, out: &mut Vec<Link>| {
        let (best, others): (Vec<_>, Vec<_>) =
            tree.links(node).partition(|link| Some(link.to) == first[node]);
        out.extend(best.into_iter().chain(others));
    };
    (Game { tree: tree.rebuild(0, links, |node| tree.score(node)), depth: *depth }, leaves)
}

/// The moves of the cheapest proof come first. Then every pruning search reads exactly the leaves of that proof, each
/// once and without a re-search. Minimax alone reads all leaves.
#[test]
fn with_perfect_move_ordering_every_pruning_search_reads_the_minimal_tree_once() {
    let prunes =
        |&&algorithm: &&Algorithm| algorithm != Algorithm::Minimax && !algorithm.profile().needs_table();
    let (worse, everything) = (Seen::default(), Seen::default());
    holds(REGRESSIONS, 4, &games(), |game| {
        let (ordered, leaves) = perfectly_ordered(&game);
        let mut harness = Harness::with_store(NoStore);
        let mut trials =
            harness.game(&ordered.tree.root(), ordered.depth).expect("grown games are within capacity");
        for &algorithm in Algorithm::ALL.iter().filter(prunes) {
            let trial = trials.run_algorithm(algorithm, &SearchOptions::NONE, &mut |_, _, _| ());
            let read = (trial.distinct_leaves, trial.counts.leaf_evaluations, trial.counts.re_searches);
            prop_assert_eq!(read, (leaves, leaves, 0), "{} in {:?}", algorithm.name(), ordered);
            prop_assert_eq!(trial.verdict, ScoreVerdict::Exact, "{} in {:?}", algorithm.name(), ordered);
        }
        let all = trials.run_algorithm(Algorithm::Minimax, &SearchOptions::NONE, &mut |_, _, _| ());
        everything.note(all.distinct_leaves > leaves);
        let [unordered] = reads(&game, SearchOptions::NONE, [Algorithm::AlphaBetaSoft]);
        worse.note(unordered.len() as u64 > leaves);
        Ok(leaves > 2 && ordered.tree != game.tree)
    });
    // Many trees cost more in the order in which they were generated, so the order matters.
    worse.at_least_one_in(10);
    everything.at_least_one_in(10);
}

#[test]
fn fail_soft_and_fail_hard_alpha_beta_read_the_same_leaves_in_the_same_order() {
    let pvs_differs = Seen::default();
    let windows = (0u32..6, 0..Widen::ALL.len());
    holds(REGRESSIONS, 4, &(games(), windows), |(game, (width, widen))| {
        let options = match width {
            0 => SearchOptions::NONE,
            _ => SearchOptions::aspiration(width, Widen::ALL[widen]),
        };
        let [soft, hard] = reads(&game, options, [Algorithm::AlphaBetaSoft, Algorithm::AlphaBetaHard]);
        prop_assert_eq!(&soft, &hard);
        // The position records the same reads of which an observer is notified.
        prop_assert!(
            width > 0 || soft == observed(&game.tree, game.depth, &mut Scratch::default(), alpha_beta_soft)
        );
        let [soft_pvs, hard_pvs] = reads(&game, options, [Algorithm::PvsSoft, Algorithm::PvsHard]);
        pvs_differs.note(soft_pvs != hard_pvs);
        Ok(soft.len() > 2)
    });
    // PVS differs: the guard of the fail-soft form saves re-searches.
    pvs_differs.at_least_one_in(20);
}

/// Compared with the leaves that alpha-beta reads, not with the marks of the oracle.
#[test]
fn the_algorithms_within_alpha_beta_read_no_leaf_that_it_does_not_read() {
    let outside = Seen::default();
    holds(REGRESSIONS, 4, &games(), |game| {
        let alpha_beta = observed(&game.tree, game.depth, &mut Scratch::default(), alpha_beta_soft);
        let mut pruned = false;
        for &algorithm in Algorithm::ALL {
            let [read] = reads(&game, SearchOptions::NONE, [algorithm]);
            let within = read.iter().all(|leaf| alpha_beta.contains(leaf));
            prop_assert!(within || !algorithm.profile().is_within_alpha_beta, "{}", algorithm.name());
            match algorithm {
                Algorithm::Minimax => pruned = !within,
                Algorithm::Scout => {
                    prop_assert!(within || game.depth >= 4, "Scout, at depth {}", game.depth);
                    outside.note(!within);
                }
                _ => {}
            }
        }
        Ok(pruned)
    });
    outside.at_least_one_in(1_000);
}

/// Checks all games of up to 9 positions for the smallest in which the two searches read a leaf that alpha-beta
/// prunes, and counts these games. EVAL does not use the bound by which TEST succeeded; Belle tests a later move
/// against the bound of a pending one.
#[test]
fn scout_from_depth_4_and_belles_root_from_depth_3_read_leaves_that_alpha_beta_prunes() {
    let scope = Scope::shapes(9).expect("a small scope");
    let (mut tree, mut scratch) = (Graph::leaf(Score::ZERO), Scratch::default());
    let (mut scouts, mut belles) = (Vec::new(), Vec::new());
    for index in 0..scope.count() {
        let depth = scope.game(index, &mut tree);
        let mut observed = |algorithm| observed(&tree, depth, &mut scratch, algorithm);
        let alpha_beta = observed(alpha_beta_soft);
        let pruned = |leaf: &usize| !alpha_beta.contains(leaf);
        if observed(scout).iter().any(pruned) {
            scouts.push((depth, tree.to_string()));
        }
        if observed(belle_root).iter().any(pruned) {
            belles.push((depth, tree.to_string()));
        }
    }
    assert_eq!(scouts[0], (4, "[0 [[[0 0] -1]]]".to_owned()));
    assert_eq!(belles[0], (3, "[0 [[-1 -2]] [2 0]]".to_owned()));
    assert_eq!((scouts.len(), belles.len()), (576, 16));
    assert!(scouts.iter().all(|&(depth, _)| depth >= 4));
}
