//! How often the harness misses a seeded bug that made a result wrong: `snapshots/missed_bugs.snap`. `docs/missed-bugs.md`
//! describes how to read it.

use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::assert_snapshot;
use crate::common::engine::bug::Bug;
use crate::common::engine::missed::{Missed, count};
use crate::common::engine::regimes::Regime;

/// The number of wrong results per cell, and the most games that are played for them.
const MOST: (u64, u64) = (300, 400_000);

/// The cells of all bugs and regimes.
fn cells() -> Vec<(Bug, Regime)> {
    Bug::ALL.iter().flat_map(|&bug| Regime::ALL.map(|regime| (bug, regime))).collect()
}

/// The counts of all cells, on two threads; `None` where the bug cannot act.
fn counts() -> Vec<Option<Missed>> {
    let (cells, next) = (cells(), AtomicUsize::new(0));
    let counts = Mutex::new(vec![None; cells.len()]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(&cell) = cells.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let index = cells.iter().position(|&other| other == cell).expect("one of them");
                    let missed = count(cell, MOST, |_| ());
                    counts.lock().expect("no test panics while it holds the counts")[index] = missed;
                }
            });
        }
    });
    counts.into_inner().expect("no test panics while it holds the counts")
}

fn percent(part: u64, of: u64) -> f64 {
    100.0 * part as f64 / of.max(1) as f64
}

fn cell(missed: Option<Missed>) -> String {
    match missed {
        None => "-".to_owned(),
        Some(Missed { wrong: 0, .. }) => "0".to_owned(),
        Some(Missed { wrong, by_results, by_nodes, .. }) => {
            format!("{:5.1} {:5.1} {wrong:5}", percent(by_results, wrong), percent(by_nodes, wrong))
        }
    }
}

fn table(counts: &[Option<Missed>]) -> String {
    let mut text = format!("{:<34}", "");
    Regime::ALL.iter().for_each(|regime| write!(text, "{:>20}", regime.name()).expect("a string"));
    for (&bug, row) in Bug::ALL.iter().zip(counts.chunks(Regime::ALL.len())) {
        write!(text, "\n{:<34}", bug.name()).expect("a string");
        row.iter().for_each(|&missed| write!(text, "{:>20}", cell(missed)).expect("a string"));
    }
    text
}

#[test]
fn wrong_results_are_rarely_missed() {
    let counts = counts();
    let description = "Wrong results that a seeded bug caused and that are accepted, in per cent: from scores and \
                       lines only, and from all nodes; and the number of wrong results.";
    assert_snapshot("missed_bugs", description, &table(&counts));
}
