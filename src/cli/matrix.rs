//! `pvcheck matrix`: searches random games with every store in every regime.

use clap::Args;
use serde_json::json;

use super::run::{PlayedRun, Run, counterexample_pages, summary};
use super::{Failure, Format, Output, OutputArgs};
use crate::algorithm::Algorithm;
use crate::campaign::{Finished, Random};
use crate::pv::Store;
use crate::report::{
    Document, RowJson, ShardJson, action_table, features_json, guarantee_table, percent, thousands,
    truncation_table,
};
use crate::search::{NodeLimit, Quiescence, SearchOptions, Selectivity, Widen};
use crate::subject::Subject;
use crate::table::{Draft, PvCut, TableOptions};

/// The search options with which each regime is tested. The aspiration windows have the half-width 2: the
/// value is often inside if the scores of the game are only 0 and 1, and mostly outside if they are widely
/// spread. If only two bits of the key are compared, positions collide in most games.
const PRESETS: [SearchOptions; 21] = [
    SearchOptions::NONE,
    SearchOptions::aspiration(2, Widen::No),
    SearchOptions::aspiration(2, Widen::Side),
    SearchOptions { repetition: true, ..SearchOptions::NONE },
    SearchOptions { quiescence: Some(Quiescence::DEFAULT), ..SearchOptions::NONE },
    SearchOptions { extension: true, ..SearchOptions::NONE },
    SearchOptions { lines: 2, ..SearchOptions::NONE },
    stopped(false),
    stopped(true),
    SearchOptions::table(TableOptions { pv_cut: PvCut::None, ..TableOptions::DEFAULT }),
    SearchOptions::table(TableOptions::DEFAULT),
    SearchOptions::table(TableOptions { draft: Draft::Deeper, ..TableOptions::DEFAULT }),
    SearchOptions { repetition: true, ..SearchOptions::table(TableOptions::DEFAULT) },
    SearchOptions::table(TableOptions { key_bits: 2, ..TableOptions::DEFAULT }),
    selective(Selectivity { null: Some(1), ..Selectivity::NONE }),
    selective(Selectivity { lmr: Some(1), ..Selectivity::NONE }),
    selective(Selectivity { futility: Some(1), ..Selectivity::NONE }),
    selective(Selectivity { static_null: Some(1), ..Selectivity::NONE }),
    selective(Selectivity { razoring: Some(1), ..Selectivity::NONE }),
    selective(Selectivity { move_count: Some(1), ..Selectivity::NONE }),
    SearchOptions {
        selectivity: Selectivity { iir: true, ..Selectivity::NONE },
        ..SearchOptions::table(TableOptions::DEFAULT)
    },
];

/// Iterative deepening with a node limit, which often ends the last iteration between two moves.
const fn stopped(improved: bool) -> SearchOptions {
    let node_limit = Some(NodeLimit { nodes: 20, improved });
    SearchOptions { deepening: true, node_limit, ..SearchOptions::NONE }
}

const fn selective(selectivity: Selectivity) -> SearchOptions {
    SearchOptions { selectivity, ..SearchOptions::NONE }
}

#[derive(Args, Clone, Debug)]
pub(super) struct Matrix {
    /// Test every algorithm, not only alpha-beta-hard and pvs-soft
    #[arg(long, conflicts_with = "subject")]
    all: bool,
    /// Number of random games
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Seed of the random games
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    pub run: Run,
}

impl Matrix {
    pub fn show(&self) -> &OutputArgs {
        &self.run.show
    }

    pub fn run(&self) -> Result<Output, Failure> {
        let subjects = self.run.subjects(self.usual())?;
        let games = Random { seed: self.seed, games: self.games };
        let PlayedRun { finished, shard } = self.run.play(&games, subjects, self.arguments())?;
        // The coverage of a shard is not that of the whole run.
        let judged = !self.run.has_subjects() && shard.is_none();
        let insufficient_coverage = if judged { finished.insufficient_coverage() } else { Vec::new() };
        let (summary, findings) = summary(&finished.rows, &insufficient_coverage);
        let text = match self.show().format {
            Format::Text if shard.is_none() => {
                format!("{}{}{summary}", self.heading(&finished), guarantee_table(&finished.rows))
                    + LEGEND
                    + &action_and_truncation_tables(&finished)
                    + &counterexample_pages(&finished.rows)
            }
            Format::Text | Format::Json => self.json(&finished, &insufficient_coverage, shard),
        };
        Ok(Output { text, findings })
    }

    /// Returns the arguments that give the same result.
    fn arguments(&self) -> Vec<String> {
        let (games, seed) = (self.games.to_string(), self.seed.to_string());
        let own = ["matrix", "--games", &games, "--seed", &seed].map(str::to_owned);
        let all = self.all.then(|| "--all".to_owned());
        own.into_iter().chain(all).chain(self.run.arguments()).collect()
    }

    /// Returns the subjects that are tested without `--subject`.
    fn usual(&self) -> Vec<Subject> {
        let all = self.all || self.run.has_algorithms();
        let column = |options: SearchOptions| {
            let usual = move |&algorithm: &Algorithm| {
                let stable = options == SearchOptions::NONE && algorithm == Algorithm::AlphaBetaHard;
                all || stable || algorithm == Algorithm::PvsSoft
            };
            let algorithms = Algorithm::ALL.iter().copied().filter(move |algorithm| usual(algorithm));
            algorithms.flat_map(move |algorithm| {
                Store::ALL.iter().map(move |&store| Subject { algorithm, store, options })
            })
        };
        let subjects = PRESETS.into_iter().flat_map(column);
        subjects.filter(|subject| subject.meaningless().is_none()).collect()
    }

    fn heading(&self, finished: &Finished) -> String {
        let games = finished.games;
        let shares = finished.features.shares();
        let shares: Vec<String> =
            shares.map(|(name, count, _)| format!("{name} {}", percent(count, games))).collect();
        format!(
            "{} random games from seed {}\ngames with each feature: {}\n\n",
            thousands(games),
            self.seed,
            shares.join(", ")
        )
    }

    fn json(
        &self,
        finished: &Finished,
        insufficient_coverage: &[String],
        shard: Option<ShardJson>,
    ) -> String {
        let features = features_json(&finished.features);
        let scope = json!({
            "games": self.games,
            "played": finished.games,
            "features": features,
            "insufficient_coverage": insufficient_coverage,
        });
        let rows = finished.rows.iter().map(|row| RowJson::of_run(row, shard.is_some()));
        Document::new("matrix", Some(self.seed), scope, rows.collect()).of_shard(shard).text()
    }
}

/// Returns the tables on how often options acted and why lines were truncated.
fn action_and_truncation_tables(finished: &Finished) -> String {
    format!("\n{}{}", action_table(&finished.rows), truncation_table(&finished.rows))
}

/// The legend below the tables of results.
pub(super) const LEGEND: &str = "\
✓ correct   ! not correct, but within the guarantee   ✗ worse than guaranteed
expected failure: this store is known to fail here, and a committed counterexample must still show it
same: the leftmost optimal line   equivalent: another optimal line   truncated: correct, but it ends early
unsound: legal, but it does not attain the score   illegal: a move that does not exist   none due: no line is due
past draw: it continues after a draw by repetition   unwitnessed: a score that no correct search returns
node faults: games in which a node returned a value or bound that is not valid in its window
";
