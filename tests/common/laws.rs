//! The generated games for the tests of laws, and a check that each law is really exercised.

use std::cell::Cell;
use std::fmt;

use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, RngSeed, TestCaseResult, TestRunner};
use pvcheck::game::Graph;
use pvcheck::game::strategy::trees;

/// The number of games per law.
const CASES: u32 = 4_000;

/// A tree and the depth to which it is searched.
#[derive(Clone)]
pub struct Game {
    pub tree: Graph,
    pub depth: usize,
}

impl fmt::Debug for Game {
    /// Formats the game as in the text of a case, so that it can be replayed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "depth={} {}", self.depth, self.tree)
    }
}

/// Trees that are searched to their height, at times to a greater depth, or to a smaller one, which evaluates inner positions.
pub fn games() -> impl Strategy<Value = Game> {
    (trees(), 0usize..24).prop_map(|(tree, depth)| {
        let depth = if depth < 8 { depth } else { height(&tree, 0) };
        Game { tree, depth }
    })
}

fn height(tree: &Graph, node: usize) -> usize {
    tree.children(node).map(|child| 1 + height(tree, child)).max().unwrap_or(0)
}

/// A count of something that occurs; a shared reference can count.
#[derive(Default)]
pub struct Seen(Cell<u32>);

impl Seen {
    pub fn note(&self, seen: bool) {
        self.0.set(self.0.get() + u32::from(seen));
    }

    /// Asserts that the exception occurred in at least one of `one_in` cases, since an exception that never occurs is not needed.
    /// Does nothing if fewer cases than usual were run.
    pub fn at_least_one_in(&self, one_in: u32) {
        let (seen, cases) = (self.0.get(), config("").cases);
        let least = if cases < CASES { 0 } else { cases / one_in };
        assert!(seen >= least, "seen {seen} times, expected {least}");
    }
}

/// Runs `law` on the usual number of values of `strategy`. The law returns whether a case exercised the law. One case in `one_in`
/// must exercise the law, since an unused law checks nothing.
pub fn holds<S: Strategy>(
    regressions: &'static str,
    one_in: u32,
    strategy: &S,
    law: impl Fn(S::Value) -> Result<bool, TestCaseError>,
) {
    let exercised = Seen::default();
    let test = |value| -> TestCaseResult {
        exercised.note(law(value)?);
        Ok(())
    };
    if let Err(error) = TestRunner::new(config(regressions)).run(strategy, test) {
        panic!("{error}");
    }
    exercised.at_least_one_in(one_in);
}

/// Returns a configuration with the same 4,000 cases in every run, unless `PROPTEST_CASES` or `PROPTEST_RNG_SEED` request others.
pub fn config(regressions: &'static str) -> ProptestConfig {
    let mut config = ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(regressions))),
        ..ProptestConfig::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = CASES;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}
