//! What the tests of laws share: the games they are tried on, and how often a law must
//! really have been tried.

use std::cell::Cell;
use std::fmt;

use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, RngSeed, TestCaseResult, TestRunner};
use pvcheck::game::Graph;
use pvcheck::game::strategy::trees;

/// How often a law is tried.
const CASES: u32 = 4_000;

/// A tree and the depth to which it is searched.
#[derive(Clone)]
pub struct Game {
    pub tree: Graph,
    pub depth: usize,
}

impl fmt::Debug for Game {
    /// As in the text of a case, so that it can be run again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "depth={} {}", self.depth, self.tree)
    }
}

/// Trees searched to their height, and at times to another depth: to less, so that inner
/// positions are evaluated, or to more.
pub fn games() -> impl Strategy<Value = Game> {
    (trees(), 0usize..24).prop_map(|(tree, depth)| {
        let depth = if depth < 8 { depth } else { height(&tree, 0) };
        Game { tree, depth }
    })
}

fn height(tree: &Graph, node: usize) -> usize {
    tree.children(node).map(|child| 1 + height(tree, child)).max().unwrap_or(0)
}

/// How often something was seen, counted where only a shared reference is at hand.
#[derive(Default)]
pub struct Seen(Cell<u32>);

impl Seen {
    pub fn note(&self, seen: bool) {
        self.0.set(self.0.get() + u32::from(seen));
    }

    /// Asserts that it was seen in one of so many cases, or more often: an exception that
    /// never occurs is none. Of fewer cases than are usual nothing is expected.
    pub fn at_least_one_in(&self, one_in: u32) {
        let (seen, cases) = (self.0.get(), config("").cases);
        let least = if cases < CASES { 0 } else { cases / one_in };
        assert!(seen >= least, "seen {seen} times, expected {least}");
    }
}

/// Tries `law` on what `strategy` grows, as often as the other properties are tried. The
/// law says whether a case exercised it, and one case in `one_in` has to: a law
/// that is never exercised says nothing.
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

/// The same 4,000 cases in every run, unless `PROPTEST_CASES` or `PROPTEST_RNG_SEED`
/// ask for others.
fn config(regressions: &'static str) -> ProptestConfig {
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
