//! The engine of the tests, which shares no code with the searches of the library: the harness never reports it.
//! `missed_bugs.rs` shows that the harness reports each of its seeded bugs.

use crate::common::engine::campaign;
use crate::common::engine::{
    Act, Engine, Feature, Features, Options, Replacement, TableOptions, judge, judge_by, prepare, random_game,
};
use crate::common::prelude::*;
use pvcheck::oracle::Drafts;

#[test]
fn the_engine_is_never_reported_and_all_its_options_act() {
    campaign::run(1, 20_000).assert_acts(250);
}

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn in_ten_million_searches_the_engine_is_never_reported() {
    assert_eq!(campaign::run(2, 2_500_000).assert_acts(250).searches, 10_000_000);
}

/// The nodes that are entered and not yet exited: for each its ply and the plies to go.
#[derive(Default)]
struct OpenNodes {
    open: Vec<(usize, usize)>,
    exits: u64,
    searches: u64,
}

impl<P> Observer<P> for OpenNodes {
    fn search_started(&mut self, _depth: usize, _window: Window, _excluded_moves: &[Move]) {
        assert!(self.open.is_empty(), "all nodes of the search before are exited");
        self.searches += 1;
    }

    fn node_entered(&mut self, _position: &P, ply: usize, remaining: usize) {
        let (last, to_go) = self.open.last().map_or((0, usize::MAX), |&(last, to_go)| (last + 1, to_go));
        // A search of the same position within a node is less deep.
        assert!(ply == last || ply + 1 == last && remaining < to_go);
        self.open.push((ply, remaining));
    }

    fn node_exited(&mut self, _position: &P, remaining: usize, window: Window, _score: Score) {
        let entered = self.open.pop().map(|(_, remaining)| remaining);
        assert_eq!(entered, Some(remaining), "entry and exit have the same plies to go");
        assert!(!window.is_empty());
        self.exits += 1;
    }
}

/// A reduced node, too, is entered and exited with the plies to go that its caller requested. A stopped search leaves nodes
/// without an exit.
#[test]
fn every_entered_node_is_exited_with_the_same_plies_unless_the_search_is_stopped() {
    let (mut engine, mut graph) = (Engine::new(None), Graph::leaf(Score::ZERO));
    let (mut reduced, mut stopped) = (0, 0);
    for index in 0..4_000 {
        let depth = random_game(5, index, &mut graph);
        engine.options = Options::random(&mut Seeded::new(6, index));
        let (mut observer, root) = (OpenNodes::default(), graph.root());
        let found = engine.search(&root, depth, None, &mut observer);
        let [was_stopped, was_reduced] = [Act::Stopped, Act::Iir].map(|act| engine.acts.count(act) > 0);
        let open = observer.open.len() as u64;
        assert_eq!(observer.exits + open, found.nodes);
        assert!(observer.searches > 0 && (was_stopped || open == 0));
        reduced += u32::from(was_reduced);
        stopped += u32::from(open > 0);
    }
    assert!(reduced > 100 && stopped > 100, "{reduced} reduced, {stopped} stopped");
}

/// The number of the first random game in which the engine is reported if it is judged by changed rules.
fn first_reported(change: impl Fn(Rules) -> Rules) -> Option<u64> {
    let (mut harness, mut engine) = (Harness::with_store(NoStore), Engine::new(None));
    let mut graph = Graph::leaf(Score::ZERO);
    (0..20_000).find(|&index| {
        // What is told needs no rule.
        let random = Options::random(&mut Seeded::new(4, index));
        let options = Options { features: random.features.declarable(), ..random };
        let rules = change(options.rules());
        if rules == options.rules() {
            return false;
        }
        let depth = random_game(3, index, &mut graph);
        let mut game = prepare(&mut harness, &graph, depth);
        let is_reported = options
            .recursions()
            .any(|options| !judge_by(&rules, &mut game, &mut engine, options).is_accepted(&options));
        game.finish();
        is_reported
    })
}

/// A change of the rules.
type Change = fn(Rules) -> Rules;

/// The engine declares no more than it does: if any of its rules is not declared, it is reported.
#[test]
fn every_rule_of_the_engine_is_needed() {
    let without: [(&str, Change); 15] = [
        ("greater drafts", |rules| match rules.drafts {
            Drafts::Deeper => rules.tt(Drafts::Equal),
            Drafts::NoTable | Drafts::Equal => rules,
        }),
        ("leaves", |rules| Rules { leaves: false, ..rules }),
        ("iterative deepening", |rules| Rules { iterates: false, ..rules }),
        ("kept entries", |rules| Rules { keeps: false, ..rules }),
        ("repetition", |rules| Rules { repetition: None, ..rules }),
        ("quiescence", |rules| rules.quiescence(0, true)),
        ("extension", |rules| Rules { extends: None, ..rules }),
        ("move ordering", |rules| Rules { reorders: 0, ..rules }),
        ("null move", |rules| Rules { null: None, ..rules }),
        ("late move reductions", |rules| Rules { lmr: None, ..rules }),
        ("futility", |rules| Rules { futility: None, ..rules }),
        ("static null move", |rules| Rules { static_null: None, ..rules }),
        ("razoring", |rules| Rules { razoring: None, ..rules }),
        ("move count", |rules| Rules { move_count: None, ..rules }),
        ("internal iterative reduction", |rules| Rules { iir: None, ..rules }),
    ];
    for (name, change) in without {
        let first = first_reported(change);
        assert!(first.is_some(), "without the rule {name} no search is reported");
    }
}

/// What is searched inside the search of the root has all moves or lacks those of the better lines.
#[test]
fn internal_deepening_may_be_told_at_a_root_of_several_lines() {
    // With one slot the root has no move of the table when it is searched for the second line.
    let random = TableOptions::random(&mut Seeded::new(1, 1));
    let table = TableOptions { slots: 1, replacement: Replacement::Always, deeper_drafts: false, ..random };
    let features = Features { inner_deepening: true, ..Features::NONE };
    let options = Options { table: Some(table), hash_move: true, lines: 3, features, ..Options::NONE };
    let graph: Graph = "[0 [[0] [0]] [-#0]]".parse().expect("a game");
    let (mut harness, mut engine) = (Harness::with_store(NoStore), Engine::new(None));
    let mut game = prepare(&mut harness, &graph, 3);
    let judged = judge(&mut game, &mut engine, options);
    assert!(judged.is_accepted(&options), "{} {:?}", judged.finding(), judged.lines);
    assert_eq!(judged.lines.len(), 3);
    assert!(engine.acts.count(Act::InnerDeepening) > 0);
}

/// A child that the engine tells of, with children of which it tells nothing, may be exact where its window asks only for a bound: where its entry
/// cuts off its parent, and where scores outside the window are exact.
#[test]
fn nodes_may_be_told_down_to_a_depth_where_their_parents_use_that_they_are_exact() {
    let (mut harness, mut graph) = (Harness::with_store(NoStore), Graph::leaf(Score::ZERO));
    let mut engine = Engine::new(None);
    for index in 0..4_000 {
        let depth = random_game(3, index, &mut graph);
        let mut game = prepare(&mut harness, &graph, depth);
        let mut choices = Seeded::new(4, index);
        let random = Options { lines: 1, limit: None, ..Options::random(&mut choices) };
        let exact_outside = index % 2 == 0;
        let features = if exact_outside {
            random.features
        } else {
            random.features.with(Feature::ChildEntries, &mut choices)
        };
        let options = features.enabled(Options { exact_outside, ..random }, &mut choices);
        engine.told_from = Some(1 + index as usize % 3);
        for options in options.recursions() {
            judge(&mut game, &mut engine, options).assert_accepted(&options, &graph, depth);
        }
        game.finish();
    }
}

/// Valid searches that a check of declared habits once accused: a game, its depth, the features of the engine, whether entries
/// must have an equal draft, and the least depth that is told.
const ONCE_ACCUSED: [(&str, usize, &[Feature], bool, usize); 5] = [
    ("[1 0]", 2, &[], false, 1),
    ("[a:0 +a]", 3, &[Feature::ExtraPlies, Feature::InnerDeepening], false, 2),
    ("[[[![+[+[-1 0]]]]]]", 5, &[Feature::QuietPlies], false, 3),
    ("a:[[a]]", 4, &[Feature::DeepIir, Feature::KeptDraft], false, 1),
    ("a:-1[b:[a] c:-1[b c]]", 6, &[Feature::Narrow, Feature::DeepIir], true, 1),
];

#[test]
fn searches_that_were_once_accused_are_accepted() {
    let (mut harness, mut engine) = (Harness::with_store(NoStore), Engine::new(None));
    for (text, depth, wanted, is_equal, least) in ONCE_ACCUSED {
        let graph: Graph = text.parse().expect("a game");
        for index in 0..200 {
            let mut choices = Seeded::new(17, index);
            let features =
                wanted.iter().fold(Features::NONE, |all, &feature| all.with(feature, &mut choices));
            let mut options =
                features.enabled(Options { deepening: index % 2 == 0, ..Options::NONE }, &mut choices);
            let table = options.table.unwrap_or_else(|| TableOptions::random(&mut choices));
            options.table = Some(TableOptions { deeper_drafts: !is_equal, ..table });
            for told_from in [None, Some(0), Some(least)] {
                engine.told_from = told_from;
                for options in options.recursions() {
                    let mut game = prepare(&mut harness, &graph, depth);
                    let judged = judge(&mut game, &mut engine, options);
                    let at = || format!("{text} {told_from:?} {options:?} {:?}", game.underived());
                    assert!(judged.is_accepted(&options), "{}: {}", judged.finding(), at());
                    game.finish();
                }
            }
        }
    }
}
