//! The ratios: what is divided by what.

use std::cell::RefCell;
use std::rc::Rc;

use minimax::{IterativeOptions, IterativeSearch, Negamax, Strategy};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Campaign, Games, Random};
use pvcheck::check::{Harness, judge_store};
use pvcheck::enumerate::{Leaves, Scope};
use pvcheck::game::{Choices, Graph, Seeded};
use pvcheck::position::Position;
use pvcheck::pv::{
    AllStores, EdwardsTrees, NoStore, PointerArray, PvHolder, PvStore, PvTable, Quadratic, SingleArray,
    StackList, Store, TableWalk, Triangular,
};
use pvcheck::score::Score;
use pvcheck::search::{Scratch, Search, SearchOptions, Task};
use pvcheck::subject::Subject;
use pvcheck::table::TableOptions;

use crate::by_hand;
use crate::hashed::{Hashed, Static, moves_played};
use crate::paired::{Goal, Ratio, Side};

/// A uniform tree with random leaves.
fn uniform(branching: u16, depth: u8) -> Rc<Graph> {
    let mut graph = Graph::uniform(branching, depth);
    let mut choices = Seeded::new(u64::from(branching), u64::from(depth));
    for node in 0..graph.len() {
        graph.set_score(node, Score::saturating(i64::from(choices.below(20_001)) - 10_000));
    }
    Rc::new(graph)
}

/// One search, which reuses `memory`. Returns its nodes.
fn search<P: Position, S: PvStore>(
    algorithm: Algorithm,
    (root, depth): (&P, usize),
    options: &SearchOptions,
    memory: &RefCell<(S, Scratch)>,
) -> u64 {
    let (store, scratch) = &mut *memory.borrow_mut();
    scratch.new_game();
    let task = Task { root, depth, options, node_limit: None };
    let counts = Search::new(store, &mut (), scratch).root(algorithm.callee(), &task, &mut |(), outcome| {
        std::hint::black_box(outcome.score);
    });
    counts.expect("within capacity").nodes
}

/// Alpha-beta with a store on a stored game.
fn alpha_beta<S: PvStore + Default + 'static>(graph: &Rc<Graph>, depth: usize) -> Side {
    let (graph, memory) = (Rc::clone(graph), RefCell::<(S, Scratch)>::default());
    Box::new(move || search(Algorithm::AlphaBetaSoft, (&graph.root(), depth), &SearchOptions::NONE, &memory))
}

/// (a) The search of the library beside one written out by hand.
fn against_hand(branching: u16, depth: u8, goal: f64) -> Ratio {
    let graph = uniform(branching, depth);
    let side = alpha_beta::<NoStore>(&graph, depth.into());
    let by_hand: Side = Box::new(move || std::hint::black_box(by_hand::on_graph(&graph, depth.into())).1);
    Ratio {
        name: format!("a-{branching}-{depth}"),
        title: format!(
            "alpha-beta without a store : written out by hand, tree of b = {branching}, d = {depth}"
        ),
        goal: Goal::AtMost(goal),
        of_times: true,
        per_unit: true,
        sides: [side, by_hand],
    }
}

/// (b) A store beside none.
fn against_none<S: PvStore + Default + 'static>(name: &str, goal: Goal) -> Ratio {
    let (branching, depth) = (8, 6);
    let graph = uniform(branching, depth);
    Ratio {
        name: format!("b-{name}"),
        title: format!("alpha-beta with {name} : without a store, tree of b = 8, d = 6"),
        goal,
        of_times: true,
        per_unit: true,
        sides: [alpha_beta::<S>(&graph, depth.into()), alpha_beta::<NoStore>(&graph, depth.into())],
    }
}

/// The algorithms that need no table.
fn plain() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.iter().copied().filter(|algorithm| !algorithm.profile().needs_table())
}

/// (c) The analysis of a game, one search by each algorithm with all stores, and every verdict, beside the searches alone.
fn check_against_searches(branching: u16, depth: u8, goal: f64) -> Ratio {
    // Small games are many, so that a run takes milliseconds.
    let games: Vec<Rc<Graph>> = if depth <= 3 {
        let scope = Scope::uniform(branching, depth.into(), Leaves::Orderings).expect("a small scope");
        let game = |index: u64| {
            let mut graph = Graph::leaf(Score::ZERO);
            scope.game(index * 97 % scope.count(), &mut graph);
            Rc::new(graph)
        };
        (0..2000).map(game).collect()
    } else {
        vec![uniform(branching, depth)]
    };
    let depth = usize::from(depth);
    let (harness, checked) = (RefCell::new(Harness::<AllStores>::default()), games.clone());
    let check: Side = Box::new(move || {
        let mut nodes = 0;
        for graph in &checked {
            let harness = &mut *harness.borrow_mut();
            let mut game = harness.game(&graph.root(), depth).expect("within capacity");
            for algorithm in plain() {
                let trial = game.run_algorithm(
                    algorithm,
                    &SearchOptions::NONE,
                    &mut |ground_truth, store, outcome| {
                        std::hint::black_box(judge_store(ground_truth, Store::ALL[store], outcome));
                    },
                );
                nodes += trial.counts.nodes;
            }
            game.finish();
        }
        nodes
    });
    let memory = RefCell::<(NoStore, Scratch)>::default();
    let searches: Side = Box::new(move || {
        let of = |graph: &Rc<Graph>| -> u64 {
            let run = |algorithm| search(algorithm, (&graph.root(), depth), &SearchOptions::NONE, &memory);
            plain().map(run).sum()
        };
        games.iter().map(of).sum()
    });
    Ratio {
        name: format!("c-{branching}-{depth}"),
        title: format!(
            "check (oracle, all algorithms with all stores, verdicts) : the searches alone, b = {branching}, d = {depth}"
        ),
        goal: Goal::AtMost(goal),
        of_times: true,
        per_unit: true,
        sides: [check, searches],
    }
}

/// The number of games that are searched by both sides of a ratio with the crate `minimax`.
const GAMES: u64 = 8;

/// (d) Alpha-beta beside `Negamax` of the crate `minimax` 0.6, on the same games.
fn against_negamax(depth: u8, games: u64) -> Ratio {
    fn other<const COUNTS: bool>(depth: u8, games: u64) {
        for root in Hashed::roots(games) {
            std::hint::black_box(Negamax::new(Static::<COUNTS>, depth).choose_move(&root));
        }
    }
    let memory = RefCell::<(NoStore, Scratch)>::default();
    let ours: Side = Box::new(move || {
        let of =
            |root| search(Algorithm::AlphaBetaSoft, (&root, depth.into()), &SearchOptions::NONE, &memory);
        Hashed::roots(games).map(of).sum()
    });
    let nodes = moves_played(|| other::<true>(depth, games));
    Ratio {
        name: "d-negamax".to_owned(),
        title: format!("nodes per second: alpha-beta : Negamax of minimax 0.6, b = 8, d = {depth}"),
        goal: Goal::AtLeast(1.15),
        of_times: false,
        per_unit: true,
        sides: [
            ours,
            Box::new(move || {
                other::<false>(depth, games);
                nodes
            }),
        ],
    }
}

/// (d) Alpha-beta written out by hand beside `Negamax`: how much of the ratio is due to the harness.
fn hand_against_negamax(depth: u8, games: u64) -> Ratio {
    let Ratio { sides: [_, negamax], .. } = against_negamax(depth, games);
    Ratio {
        name: "d-by-hand".to_owned(),
        title: format!("nodes per second: written out by hand : Negamax of minimax 0.6, b = 8, d = {depth}"),
        goal: Goal::None,
        of_times: false,
        per_unit: true,
        sides: [
            Box::new(move || {
                let of = |root| std::hint::black_box(by_hand::on_positions(&root, depth.into())).1;
                Hashed::roots(games).map(of).sum()
            }),
            negamax,
        ],
    }
}

/// (d) PVS with a table and iterative deepening beside `IterativeSearch` of the crate `minimax` 0.6, with as many entries.
fn against_iterative(depth: u8) -> Ratio {
    const ENTRIES: u32 = 1 << 16;
    fn other<const COUNTS: bool>(depth: u8) {
        let options = IterativeOptions::new().with_table_byte_size(16 * ENTRIES as usize);
        for root in Hashed::roots(GAMES) {
            let mut search = IterativeSearch::new(Static::<COUNTS>, options);
            search.set_max_depth(depth);
            std::hint::black_box(search.choose_move(&root));
        }
    }
    let table = TableOptions { entries: ENTRIES, ..TableOptions::DEFAULT };
    let options = SearchOptions { deepening: true, ..SearchOptions::table(table) };
    let memory = RefCell::<(NoStore, Scratch)>::default();
    let nodes = moves_played(|| other::<true>(depth));
    Ratio {
        name: "d-iterative".to_owned(),
        title: format!(
            "nodes per second: PVS with a table : IterativeSearch of minimax 0.6, b = 8, d = {depth}"
        ),
        goal: Goal::AtLeast(1.1),
        of_times: false,
        per_unit: true,
        sides: [
            Box::new(move || {
                let of = |root| search(Algorithm::PvsSoft, (&root, depth.into()), &options, &memory);
                Hashed::roots(GAMES).map(of).sum()
            }),
            Box::new(move || {
                other::<false>(depth);
                nodes
            }),
        ],
    }
}

/// Every algorithm with every store, without search options.
pub fn every_pair() -> Vec<Subject> {
    let pairs = Algorithm::ALL.iter().flat_map(|&algorithm| {
        Store::ALL.iter().map(move |&store| Subject { algorithm, store, options: SearchOptions::NONE })
    });
    pairs.filter(|subject: &Subject| subject.meaningless().is_none()).collect()
}

/// (h) A campaign on one thread beside the same on two.
fn threads() -> Ratio {
    let run = |threads: usize| -> Side {
        Box::new(move || {
            let games = Random { seed: 1, games: 30_000 };
            Campaign::new(&games, every_pair()).threads(threads).run(|_| ()).games
        })
    };
    Ratio {
        name: "h-threads".to_owned(),
        title: "a campaign on one thread : on two".to_owned(),
        goal: Goal::AtLeast(1.9),
        of_times: true,
        per_unit: true,
        sides: [run(1), run(2)],
    }
}

/// All ratios, in the order of the table.
pub fn all() -> Vec<fn() -> Ratio> {
    vec![
        || against_hand(2, 14, 2.0),
        || against_hand(4, 8, 1.7),
        || against_hand(8, 6, 1.4),
        || against_hand(32, 4, 1.15),
        || Ratio {
            name: "a-all-stores".to_owned(),
            ..against_none::<AllStores>("all stores", Goal::AtMost(2.0))
        },
        || against_none::<Triangular>("triangular", Goal::AtMost(1.05)),
        || against_none::<Quadratic>("quadratic", Goal::AtMost(1.05)),
        || against_none::<PointerArray>("pointer-array", Goal::AtMost(1.05)),
        || against_none::<SingleArray>("single-array", Goal::AtMost(1.05)),
        || against_none::<StackList>("stack-list", Goal::None),
        || against_none::<TableWalk>("table-walk", Goal::None),
        || against_none::<PvTable>("pv-table", Goal::None),
        || against_none::<PvHolder>("pv-holder", Goal::None),
        || against_none::<EdwardsTrees>("edwards-trees", Goal::None),
        || check_against_searches(4, 6, 2.8),
        || check_against_searches(2, 3, 5.0),
        || against_negamax(7, GAMES),
        || hand_against_negamax(7, GAMES),
        || against_iterative(7),
        threads,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two sides of a ratio do the same work: alpha-beta visits the same nodes, by hand and in the library.
    #[test]
    fn both_sides_visit_the_same_nodes() {
        for ratio in
            [against_hand(2, 6, 2.0), against_hand(8, 3, 2.0), against_none::<AllStores>("all", Goal::None)]
        {
            let [first, second] = ratio.sides.map(|side| side());
            assert!(first > 50 && first == second, "{}: {first} and {second}", ratio.name);
        }
        for depth in [1, 3, 5] {
            let [ours, by_hand] = [against_negamax(depth, 1), hand_against_negamax(depth, 1)];
            assert_eq!(ours.sides[0](), by_hand.sides[0](), "depth {depth}");
        }
        let [check, searches] = check_against_searches(2, 3, 5.0).sides.map(|side| side());
        assert_eq!(check, searches);
    }

    /// Over many games `Negamax` visits as many nodes as alpha-beta, but the roots: it is the same search. On 200 games the
    /// difference is about 1 %, as it shuffles the moves of the root.
    #[test]
    fn negamax_of_the_other_crate_is_the_same_search() {
        let [ours, other] = against_negamax(4, 200).sides.map(|side| side());
        assert!(other.abs_diff(ours) * 20 < ours, "{ours} and {other}");
    }
}
