//! The options that are measured, and the rates of wrong results.

use minimax::{IterativeOptions, Replacement};
use pvcheck::prelude::*;
use pvcheck::verdict::{LineKind, ScoreVerdict};
use pvcheck::verify::{Before, GameSource, Problem, Report};

/// The scores of all games: `minimax` takes larger ones for wins and losses.
pub const SCORES: std::ops::RangeInclusive<i32> = -30_000..=30_000;

/// Options of `IterativeSearch`.
pub struct Setting {
    pub name: &'static str,
    pub options: fn() -> IterativeOptions,
    /// The searches that the same object has done before.
    pub after: &'static [Before],
}

const fn new(name: &'static str, options: fn() -> IterativeOptions) -> Setting {
    Setting { name, options, after: &[] }
}

/// All that are measured. The default is a table of 1 MiB of two tiers, and null windows.
pub const SETTINGS: &[Setting] = &[
    new("default", IterativeOptions::new),
    new("table of 64 entries", || IterativeOptions::new().with_table_byte_size(1024)),
    new("table of 8 entries", || IterativeOptions::new().with_table_byte_size(128)),
    new("table of 2 entries", || IterativeOptions::new().with_table_byte_size(32)),
    new("64 entries, always replaced", || {
        IterativeOptions::new().with_table_byte_size(1024).with_replacement_strategy(Replacement::Always)
    }),
    new("64 entries, the deepest kept", || {
        IterativeOptions::new()
            .with_table_byte_size(1024)
            .with_replacement_strategy(Replacement::DepthPreferred)
    }),
    new("no null windows", || IterativeOptions::new().with_null_window_search(false)),
    new("64 entries, MTD(f)", || IterativeOptions::new().with_table_byte_size(1024).with_mtdf()),
    new("aspiration window of 10", || IterativeOptions::new().with_aspiration_window(10)),
    new("MTD(f)", || IterativeOptions::new().with_mtdf()),
    Setting {
        after: &[Before::Deeper, Before::OtherRoot],
        ..new("after two other searches", IterativeOptions::new)
    },
];

/// Random games: only those that are trees, or only those in which several lines lead to one position.
pub struct SomeGames {
    games: RandomGames,
    numbers: Vec<u64>,
}

impl SomeGames {
    pub fn new(trees: bool, count: u64) -> Self {
        let games = RandomGames::seed(1).scores(SCORES);
        let numbers = (0..)
            .filter(|&number| games.item(number).game().is_tree() == trees)
            .take(count as usize)
            .collect();
        Self { games, numbers }
    }
}

impl GameSource for SomeGames {
    fn count(&self) -> u64 {
        self.numbers.len() as u64
    }

    fn item(&self, index: u64) -> Problem {
        self.games.item(self.numbers[index as usize])
    }

    fn describe(&self) -> String {
        "random games".to_owned()
    }
}

/// Returns a row of the table. `cut` is the report of the same searches, with each line cut to the depth.
pub fn row(name: &str, trees: bool, whole: &Report, cut: &Report) -> String {
    let games = if trees { "trees" } else { "shared" };
    let percent = |count: u64, of: u64| format!("{:.2}", 100.0 * count as f64 / of as f64);
    let line = |report: &Report, kind| percent(report.lines(kind), report.searches());
    let score = percent(whole.scores(ScoreVerdict::Unwitnessed), whole.searches());
    let columns = [
        score,
        line(whole, LineKind::Truncated),
        line(whole, LineKind::Overlong),
        line(whole, LineKind::Unsound),
        line(cut, LineKind::Unsound),
    ];
    format!("| {name} | {games} | {} |", columns.join(" | "))
}
