//! All observable results of a search, before and after a change of its game.

use crate::common::prelude::*;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::laws::{Game, games};

/// All observable results of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchRecord {
    pub algorithm: Algorithm,
    pub score: Score,
    pub bound: Bound,
    pub verdict: ScoreVerdict,
    pub best_move: Option<Move>,
    pub fault: Option<FaultKind>,
    pub counts: Counts,
    pub distinct_leaves: u64,
    /// The line that each store shows, in the order of the stores.
    pub lines: Vec<Option<Vec<Move>>>,
}

impl SearchRecord {
    /// Returns the record with the lines of `other` in the stores that check at every leaf whether the window is open,
    /// where these stores guarantee nothing.
    pub fn but_for_terminators(self, other: &Self) -> Self {
        let (algorithm, options) = (self.algorithm, SearchOptions::NONE);
        let asks = |store| matches!(store, Store::SingleArray | Store::SingleArrayRefuting);
        let may_differ =
            |store| asks(store) && guarantee(&Subject { algorithm, store, options }).line != LineKind::Same;
        let both = Store::ALL.iter().zip(self.lines.into_iter().zip(&other.lines));
        let lines =
            both.map(|(&store, (line, theirs))| if may_differ(store) { theirs.clone() } else { line });
        Self { lines: lines.collect(), ..self }
    }
}

/// The results of every algorithm, in the order of the algorithms.
pub fn play(Game { tree, depth }: &Game) -> Vec<SearchRecord> {
    let mut harness: Harness = Harness::default();
    let mut game = harness.game(&tree.root(), *depth).expect("generated games are within capacity");
    let play = |&algorithm: &Algorithm| {
        let mut lines = Vec::new();
        let trial = game.run_algorithm(algorithm, &SearchOptions::NONE, &mut |_, _, outcome| {
            lines.push(outcome.line.map(<[Move]>::to_vec));
        });
        let fault = trial.fault.map(Fault::kind);
        let (score, bound, verdict, best_move) = (trial.score, trial.bound, trial.verdict, trial.best_move);
        let (counts, distinct_leaves) = (trial.counts, trial.distinct_leaves);
        SearchRecord { algorithm, score, bound, verdict, best_move, fault, counts, distinct_leaves, lines }
    };
    Algorithm::ALL.iter().filter(|algorithm| !algorithm.profile().needs_table()).map(play).collect()
}

pub fn played(all: &[SearchRecord], algorithm: Algorithm) -> &SearchRecord {
    all.iter().find(|one| one.algorithm == algorithm).expect("every algorithm was played")
}

/// Asserts a law of every algorithm: the results after the change agree with those before it, by `keeps`.
pub fn obeys(
    before: &[SearchRecord],
    after: &[SearchRecord],
    keeps: impl Fn(&[SearchRecord], &SearchRecord) -> bool,
) -> Result<(), TestCaseError> {
    for after in after {
        prop_assert!(keeps(before, after), "{:#?}\nafter\n{:#?}", after, played(before, after.algorithm));
    }
    Ok(())
}

/// The algorithms for which a wrong change violates the law in none of 500 games, which are the same in every run.
pub fn survivors(
    change: impl Fn(&Game) -> Game,
    keeps: impl Fn(&[SearchRecord], &SearchRecord) -> bool,
) -> Vec<&'static str> {
    let mut survivors = Algorithm::ALL.to_vec();
    survivors.retain(|algorithm| !algorithm.profile().needs_table());
    let mut runner = TestRunner::deterministic();
    for _ in 0..500 {
        let game = games().new_tree(&mut runner).expect("a game").current();
        let (before, after) = (play(&game), play(&change(&game)));
        survivors.retain(|&algorithm| keeps(&before, played(&after, algorithm)));
    }
    survivors.into_iter().map(Algorithm::name).collect()
}
