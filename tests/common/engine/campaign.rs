//! Many searches of the correct engine, none of which the harness may report.

use crate::common::prelude::*;
use std::ops::Range;

use super::{Act, Engine, Judged, Options, judge, prepare, random_game};

/// The numbers of searches, and of searches in which something occurred.
#[derive(Clone, Debug)]
pub struct Tally {
    pub searches: u64,
    /// A value other than minimax was returned.
    pub other_values: u64,
    with_act: [u64; Act::ALL.len()],
}

impl Tally {
    const EMPTY: Self = Self { searches: 0, other_values: 0, with_act: [0; _] };

    /// Asserts that each act occurred in one of `one_in` searches at least, a rare act in a twentieth of this share,
    /// and a value other than minimax in one of a hundred. Options without effect would not be tested.
    pub fn assert_acts(&self, one_in: u64) -> &Self {
        let Self { searches, other_values, .. } = *self;
        assert!(other_values * 100 >= searches, "{other_values} other values in {searches} searches");
        for (act, &count) in Act::ALL.iter().zip(&self.with_act) {
            let one_in = if act.is_rare() { 20 * one_in } else { one_in };
            assert!(count * one_in >= searches, "{}: in {count} of {searches} searches", act.name());
        }
        self
    }

    fn add(mut self, other: &Self) -> Self {
        self.searches += other.searches;
        self.other_values += other.other_values;
        self.with_act.iter_mut().zip(&other.with_act).for_each(|(count, more)| *count += more);
        self
    }
}

/// Searches each of `games` random games with random options by each of the four recursions, on two threads. In every
/// second game each search is repeated with an observer that is notified of none of the nodes with less depth to go than 1,
/// 2 or 3, or of no nodes; then without the features that must be told.
///
/// # Panics
///
/// If the harness reports a search.
pub fn run(seed: u64, games: u64) -> Tally {
    let halves = [0..games / 2, games / 2..games];
    std::thread::scope(|scope| {
        let threads = halves.map(|indices| scope.spawn(move || run_games(seed, indices)));
        threads.into_iter().fold(Tally::EMPTY, |all, thread| match thread.join() {
            Ok(tally) => all.add(&tally),
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })
}

fn run_games(seed: u64, indices: Range<u64>) -> Tally {
    let mut harness = Harness::with_store(NoStore);
    let (mut engine, mut graph) = (Engine::new(None), Graph::leaf(Score::ZERO));
    let mut quieter = Engine::new(None);
    let mut tally = Tally::EMPTY;
    for index in indices {
        let depth = random_game(seed, index, &mut graph);
        let mut game = prepare(&mut harness, &graph, depth);
        for options in Options::random(&mut Seeded::new(seed + 1, index)).recursions() {
            let judged = judge(&mut game, &mut engine, options);
            let step = game.underived().map_or_else(String::new, ToString::to_string);
            let assert_accepted = |judged: &Judged| {
                let case = format!("game {index}: {graph}\ndepth {depth}\n{options:?}\n{judged:?}\n{step}");
                assert!(judged.is_accepted(&options), "{}: {case}", judged.finding());
            };
            assert_accepted(&judged);
            if index % 2 == 0 {
                quieter.told_from = [None, Some(1), Some(2), Some(3)][(index / 2 % 4) as usize];
                let features = match quieter.told_from {
                    None => options.features.declarable(),
                    Some(_) => options.features,
                };
                let judged_quieter = judge(&mut game, &mut quieter, Options { features, ..options });
                assert_accepted(&judged_quieter);
                if features == options.features {
                    assert_eq!(judged_quieter.lines, judged.lines, "an observer does not change a search");
                }
            }
            tally.searches += 1;
            tally.other_values += u64::from(judged.is_other_value());
            for (count, &act) in tally.with_act.iter_mut().zip(Act::ALL) {
                *count += u64::from(engine.acts.count(act) > 0);
            }
        }
        game.finish();
    }
    tally
}
