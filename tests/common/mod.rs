//! What several test files share: the groups of searches and stores, how to play, and where snapshots are.

// Each test file is a crate of its own and uses a part of this.
#![allow(dead_code)]

use anstream::adapter::strip_str;
use pvcheck::algorithm::{Algorithm, Profile, pvs_soft};
use pvcheck::campaign::{Campaign, Finished, Games, Random, Row};
use pvcheck::check::{Harness, judge_line};
use pvcheck::enumerate::{Leaves, Scope};
use pvcheck::game::{Graph, Growth, Seeded};
use pvcheck::oracle::Rules;
use pvcheck::pv::{Store, Triangular};
use pvcheck::score::Score;
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck::verdict::LineKind;

/// Compares `text` with `snapshots/NAME.snap`.
pub fn assert_snapshot(name: &str, description: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(description);
    settings.bind(|| insta::assert_snapshot!(name, strip_str(text).to_string()));
}

/// The stores that copy a line when alpha is raised, and the one that swaps.
pub const COPYING: [Store; 8] = [
    Store::Triangular,
    Store::TriangularOffsets,
    Store::TriangularLookup,
    Store::TriangularTerminated,
    Store::Quadratic,
    Store::StackList,
    Store::StackListHalf,
    Store::PointerArray,
];

/// The stores read from tables that listen where the search has none.
pub const READING: [Store; 7] = [
    Store::TableWalk,
    Store::TableWalkExact,
    Store::TableWalkChecked,
    Store::PvTable,
    Store::PvHolder,
    Store::EdwardsTrees,
    Store::TailRecovery,
];

/// PVS with a re-search that contains the null-window score, and Scout.
pub const PVS: [Algorithm; 7] = [
    Algorithm::PvsHard,
    Algorithm::PvsHardUntilRaise,
    Algorithm::PvsZws,
    Algorithm::PvsSoft,
    Algorithm::PvsSoftFromBelow,
    Algorithm::Scout,
    Algorithm::Calphabeta,
];

/// Re-search from the score itself: right scores, crippled lines.
pub const FROM_SCORE: [Algorithm; 3] =
    [Algorithm::PvsSoftFromScore, Algorithm::NegascoutHard, Algorithm::NegascoutSoft];

pub const ALPHA_BETA: [Algorithm; 2] = [Algorithm::AlphaBetaHard, Algorithm::AlphaBetaSoft];

/// Later moves, or their second search, with an open window: lines that copy are right,
/// the single array is not.
pub const OPEN: [Algorithm; 5] = [
    Algorithm::Minimax,
    Algorithm::AlphaBetaHard,
    Algorithm::AlphaBetaSoft,
    Algorithm::PvsHardNotLastTwo,
    Algorithm::Palphabeta,
];

/// The winner may have only a bound.
pub const BOUND: [Algorithm; 2] = [Algorithm::LastMove, Algorithm::BelleRoot];

/// Every algorithm with every store, stable.
pub fn play(games: &impl Games) -> Finished {
    play_with(games, SearchOptions::NONE)
}

/// Every algorithm with every store and these search options, where they have a meaning.
pub fn play_with(games: &impl Games, options: SearchOptions) -> Finished {
    let pairs = Algorithm::ALL
        .iter()
        .flat_map(|&algorithm| Store::ALL.iter().map(move |&store| Subject { algorithm, store, options }));
    let pairs = pairs.filter(|subject| subject.meaningless().is_none());
    let finished = Campaign::new(games, pairs.collect()).threads(2).run(|_| ());
    assert_eq!(finished.games, games.count());
    finished
}

pub fn exhaust(branching: u16, depth: usize, leaves: Leaves) -> Finished {
    play(&Scope::uniform(branching, depth, leaves).expect("a small scope"))
}

pub fn row(finished: &Finished, algorithm: Algorithm, store: Store) -> &Row {
    let is = |row: &&Row| row.subject.algorithm == algorithm && row.subject.store == store;
    finished.rows.iter().find(is).expect("every pair was played")
}

/// Random trees of every shape and value: wild games in which no position is met again.
pub struct Trees {
    pub seed: u64,
    pub games: u64,
}

impl Games for Trees {
    fn count(&self) -> u64 {
        self.games
    }

    fn game(&self, index: u64, tree: &mut Graph) -> usize {
        let mut choices = Seeded::new(self.seed, index);
        let (growth, depth) = Growth::random(&mut choices);
        growth.grow(&mut choices, tree);
        usize::from(depth)
    }
}

/// In how many games a correct search of `pvs-soft` with these search options is accused by these rules, or
/// shows a line that is worse than `worst` by them.
pub fn false_positives(games: &Random, options: &SearchOptions, rules: &Rules, worst: LineKind) -> u64 {
    let (mut harness, mut graph) = (Harness::<Triangular>::default(), Graph::leaf(Score::ZERO));
    let mut false_positives = 0;
    for index in 0..games.count() {
        let depth = games.game(index, &mut graph);
        let mut game = harness.game(&graph.root(), depth).expect("shallow");
        let mut line = LineKind::Same;
        let trial =
            game.run_with_rules(pvs_soft, rules, Profile::MINIMAX, options, |ground_truth, _, outcome| {
                line = judge_line(ground_truth, outcome, true).kind;
            });
        game.finish();
        false_positives += u64::from(trial.verdict.is_fault() || trial.fault.is_some() || line > worst);
    }
    false_positives
}
