//! Laws on the leaves that a search reads: how few there can be, in which order they
//! come, and which of them alpha-beta would have read.

mod support;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use proptest::prelude::*;
use pvcheck::algorithm::{Algorithm, alpha_beta_soft, belle_root, scout};
use pvcheck::campaign::Games;
use pvcheck::check::Harness;
use pvcheck::enumerate::Scope;
use pvcheck::game::{Graph, GraphPosition, Link};
use pvcheck::oracle::Oracle;
use pvcheck::position::{Move, Position};
use pvcheck::pv::NoStore;
use pvcheck::score::{Bound, Score};
use pvcheck::search::{Callee, Observer, Scratch, Search, SearchOptions, Task, Widen};
use pvcheck::verdict::ScoreVerdict;

use support::{Game, Seen, games, holds};

const REGRESSIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/regressions/leaf_laws.txt");

/// A position that writes down when it is evaluated: what a search reads, seen from the
/// game's side and without the search's help.
#[derive(Clone)]
struct Recorded<'t> {
    position: GraphPosition<'t>,
    reads: &'t RefCell<Vec<usize>>,
}

impl PartialEq for Recorded<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl Eq for Recorded<'_> {}

impl Hash for Recorded<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

impl Position for Recorded<'_> {
    fn moves(&self, moves: &mut Vec<Move>) {
        self.position.moves(moves);
    }

    fn play(&self, mv: Move) -> Self {
        Self { position: self.position.play(mv), reads: self.reads }
    }

    fn evaluate(&self) -> Score {
        self.reads.borrow_mut().push(self.position.node());
        self.position.evaluate()
    }

    fn is_terminal(&self) -> bool {
        self.position.is_terminal()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn ordinal(&self) -> Option<usize> {
        self.position.ordinal()
    }
}

/// The leaves that each of `algorithms` reads, in order, revisits too.
fn reads<const N: usize>(
    Game { tree, depth }: &Game,
    options: SearchOptions,
    algorithms: [Algorithm; N],
) -> [Vec<usize>; N] {
    let reads = RefCell::default();
    let mut harness = Harness::with_store(NoStore);
    let root = Recorded { position: tree.root(), reads: &reads };
    let mut game = harness.game(&root, *depth).expect("grown games are shallow");
    algorithms.map(|algorithm| {
        reads.borrow_mut().clear();
        game.run_algorithm(algorithm, &options, |_, _, _| ());
        reads.take()
    })
}

/// The leaves of a search in order, heard of while it runs.
struct Heard(Vec<usize>);

impl Observer<GraphPosition<'_>> for Heard {
    fn leaf_evaluated(&mut self, position: &GraphPosition<'_>) {
        self.0.push(position.node());
    }
}

/// The leaves that a search reads, as an observer hears of them.
fn heard<'t>(
    tree: &'t Graph,
    depth: usize,
    algorithm: Callee<GraphPosition<'t>, NoStore, Heard>,
) -> Vec<usize> {
    let (mut store, mut heard, mut scratch) = (NoStore, Heard(Vec::new()), Scratch::default());
    let mut search = Search::new(&mut store, &mut heard, &mut scratch);
    let task = Task { root: &tree.root(), depth, options: &SearchOptions::NONE, node_limit: None };
    let searched = search.root(algorithm, &task, |_, _| ());
    searched.expect("where nothing is kept no depth is too deep");
    heard.0
}

fn minimal_leaves(Game { tree, depth }: &Game) -> u64 {
    Oracle::new(&tree.root(), *depth).minimal_leaves()
}

/// What is known of the value at `node`, from its own side, when only the leaves in
/// `known` are: it lies between the two.
fn range(tree: &Graph, node: usize, known: &BTreeSet<usize>) -> (i64, i64) {
    let children = tree.children(node);
    if children.is_empty() {
        let value = i64::from(tree.score(node).get());
        return if known.contains(&node) { (value, value) } else { (i64::MIN + 1, i64::MAX) };
    }
    let ranges = children.map(|child| range(tree, child, known));
    let best = ranges.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1))).expect("some move");
    (-best.1, -best.0)
}

/// By the definition of a proof: some leaves, and whatever the others are worth, the value
/// at the root is the same.
#[test]
fn no_set_of_leaves_smaller_than_minimal_leaves_proves_the_value() {
    let scope = Scope::shapes(7).expect("a small scope");
    let mut tree = Graph::leaf(Score::ZERO);
    for index in 0..scope.count() {
        let depth = scope.game(index, &mut tree);
        let leaves: Vec<usize> = (0..tree.len()).filter(|&node| tree.children(node).is_empty()).collect();
        let sets = 0..1u32 << leaves.len();
        let proves = |&set: &u32| {
            let known = leaves.iter().enumerate().filter(|&(at, _)| set >> at & 1 == 1);
            let (low, high) = range(&tree, 0, &known.map(|(_, &leaf)| leaf).collect());
            low == high
        };
        let fewest = sets.filter(proves).map(u32::count_ones).min().map(u64::from);
        let minimal = Oracle::new(&tree.root(), depth).minimal_leaves();
        assert_eq!(fewest, Some(minimal), "{tree}");
    }
}

#[test]
fn no_algorithm_proves_the_value_with_fewer_leaves_than_the_minimal_tree_has() {
    let (reached, undercut) = (Seen::default(), Seen::default());
    holds(REGRESSIONS, 4, &games(), |Game { tree, depth }| {
        let mut harness = Harness::with_store(NoStore);
        let mut game = harness.game(&tree.root(), depth).expect("grown games are shallow");
        let minimal = game.ground_truth().oracle().minimal_leaves();
        for &algorithm in Algorithm::ALL {
            let trial = game.run_algorithm(algorithm, &SearchOptions::NONE, |_, _, _| ());
            if trial.verdict == ScoreVerdict::Exact && algorithm != Algorithm::PvsHardNoLastReSearch {
                prop_assert!(trial.distinct_leaves >= minimal, "{} {:?}", algorithm.name(), trial);
                reached.note(algorithm == Algorithm::PvsSoft && trial.distinct_leaves == minimal);
            }
            // A bound alone takes less, which shows that the law asks for something.
            undercut.note(trial.bound == Bound::Lower && trial.distinct_leaves < minimal);
        }
        Ok(minimal > 2)
    });
    reached.at_least_one_in(4);
    undercut.at_least_one_in(400);
}

/// What a proof shows of a position, from its own side.
#[derive(Clone, Copy)]
enum Claim {
    Exactly(i64),
    AtLeast(i64),
    AtMost(i64),
}

impl Claim {
    /// What is to be shown of `child` when `chosen` is the move that the proof relies on.
    fn of_child(self, child: usize, chosen: usize) -> Option<Self> {
        match self {
            Self::Exactly(value) if child == chosen => Some(Self::Exactly(-value)),
            Self::Exactly(value) => Some(Self::AtLeast(-value)),
            Self::AtLeast(value) => (child == chosen).then_some(Self::AtMost(-value)),
            Self::AtMost(value) => Some(Self::AtLeast(-value)),
        }
    }
}

/// The fewest leaves that prove a claim, and the move that such a proof relies on; `None`
/// when it is false. The values are found out on the way, by no oracle.
fn cheapest(tree: &Graph, node: usize, depth: usize, claim: Claim) -> Option<(u64, usize)> {
    let children = tree.children(node);
    if depth == 0 || children.is_empty() {
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
    let (_, chosen) = cheapest(tree, node, depth, claim).expect("only what is true is proved");
    if depth == 0 || tree.children(node).is_empty() {
        return;
    }
    first[node] = Some(chosen);
    for child in tree.children(node) {
        if let Some(claim) = claim.of_child(child, chosen) {
            choose(tree, child, depth - 1, claim, first);
        }
    }
}

/// The same game with the moves in perfect order, and what its proof costs.
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

/// What the cheapest proof relies on comes first, and nothing else is read: by all that
/// prune, each leaf once and without a second search. Minimax alone reads everything.
#[test]
fn in_perfect_order_every_pruning_search_reads_the_minimal_tree_once() {
    let prunes = |&&algorithm: &&Algorithm| algorithm != Algorithm::Minimax && !algorithm.needs_table();
    let (worse, everything) = (Seen::default(), Seen::default());
    holds(REGRESSIONS, 4, &games(), |game| {
        let (ordered, leaves) = perfectly_ordered(&game);
        prop_assert_eq!(leaves, minimal_leaves(&game));
        prop_assert_eq!(leaves, minimal_leaves(&ordered));
        let mut harness = Harness::with_store(NoStore);
        let mut trials = harness.game(&ordered.tree.root(), ordered.depth).expect("grown games are shallow");
        for &algorithm in Algorithm::ALL.iter().filter(prunes) {
            let trial = trials.run_algorithm(algorithm, &SearchOptions::NONE, |_, _, _| ());
            let read = (trial.distinct_leaves, trial.counts.leaf_evaluations, trial.counts.re_searches);
            prop_assert_eq!(read, (leaves, leaves, 0), "{} in {:?}", algorithm.name(), ordered);
            prop_assert_eq!(trial.verdict, ScoreVerdict::Exact, "{} in {:?}", algorithm.name(), ordered);
        }
        let all = trials.run_algorithm(Algorithm::Minimax, &SearchOptions::NONE, |_, _, _| ());
        everything.note(all.distinct_leaves > leaves);
        let [unordered] = reads(&game, SearchOptions::NONE, [Algorithm::AlphaBetaSoft]);
        worse.note(unordered.len() as u64 > leaves);
        Ok(leaves > 2 && ordered.tree != game.tree)
    });
    // In the order in which they have grown many trees cost more, so the order matters.
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
        // What is written down here is what an observer hears of.
        prop_assert!(width > 0 || soft == heard(&game.tree, game.depth, alpha_beta_soft));
        let [soft_pvs, hard_pvs] = reads(&game, options, [Algorithm::PvsSoft, Algorithm::PvsHard]);
        pvs_differs.note(soft_pvs != hard_pvs);
        Ok(soft.len() > 2)
    });
    // Not so in PVS: the guard of the fail-soft form spares it second searches.
    pvs_differs.at_least_one_in(20);
}

/// Against what alpha-beta was heard to read, not against the oracle's marks.
#[test]
fn the_algorithms_within_alpha_beta_read_no_leaf_that_it_does_not_read() {
    let outside = Seen::default();
    holds(REGRESSIONS, 4, &games(), |game| {
        let alpha_beta = heard(&game.tree, game.depth, alpha_beta_soft);
        let mut pruned = false;
        for &algorithm in Algorithm::ALL {
            let [read] = reads(&game, SearchOptions::NONE, [algorithm]);
            let within = read.iter().all(|leaf| alpha_beta.contains(leaf));
            prop_assert!(within || !algorithm.is_within_alpha_beta(), "{}", algorithm.name());
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

/// Of all games of up to 9 positions: the smallest in which the two read a leaf that
/// alpha-beta prunes, and how many there are. EVAL forgets the bound that made TEST say
/// yes; Belle tests a later move against the bound of a pending one.
#[test]
fn scout_from_depth_4_on_and_belles_root_from_depth_3_on_read_what_alpha_beta_prunes() {
    let scope = Scope::shapes(9).expect("a small scope");
    let mut tree = Graph::leaf(Score::ZERO);
    let (mut scouts, mut belles) = (Vec::new(), Vec::new());
    for index in 0..scope.count() {
        let depth = scope.game(index, &mut tree);
        let alpha_beta = heard(&tree, depth, alpha_beta_soft);
        let pruned = |leaf: &usize| !alpha_beta.contains(leaf);
        if heard(&tree, depth, scout).iter().any(pruned) {
            scouts.push((depth, tree.to_string()));
        }
        if heard(&tree, depth, belle_root).iter().any(pruned) {
            belles.push((depth, tree.to_string()));
        }
    }
    assert_eq!(scouts[0], (4, "[0 [[[0 0] -1]]]".to_owned()));
    assert_eq!(belles[0], (3, "[0 [[-1 -2]] [2 0]]".to_owned()));
    assert_eq!((scouts.len(), belles.len()), (576, 16));
    assert!(scouts.iter().all(|&(depth, _)| depth >= 4));
}
