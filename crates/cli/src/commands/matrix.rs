//! `pvcheck matrix`: searches random games, or chess positions, with every store in every regime.

use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::args::{first_given, positive, whole};
use super::chess::{ChessArgs, ChessRun};
use super::result::RunResult;
use super::run::{RunArgs, subjects_with};
use super::{Failure, Output, OutputArgs, Words, refused};
use crate::report::{
    action_table, counted, features_json, guarantee_table, percent, thousands, too_rare, truncation_table,
};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Finished, Games as _, Random};
use pvcheck::feature::Preset;
use pvcheck::search::SearchOptions;
use pvcheck::subject::Subject;
use pvcheck_chess::{ChessGames, Shallower};

/// What is searched.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum GameKind {
    /// Small random games that cover all features of games
    #[default]
    Random,
    /// Chess positions, those of pvcheck or of an EPD file
    Chess,
}

/// The number of games of a run without `--games`.
const GAMES: u64 = 200_000;
/// The time of a run without a limit of any kind: a first answer within 20 seconds.
const TIME: Duration = Duration::from_secs(18);
/// Runs of fewer games are not judged by what their games cover.
const JUDGED_GAMES: u64 = 10_000;

#[derive(Args, Clone, Debug)]
pub(super) struct Matrix {
    /// Test every algorithm, not only alpha-beta-hard and pvs-soft
    #[arg(long, conflicts_with = "subject")]
    all: bool,
    /// What to search
    #[arg(long, value_enum, value_name = "GAME", default_value = "random")]
    game: GameKind,
    /// Number of random games [default: 200000, or fewer if 18 seconds are over]
    #[arg(long, value_name = "N", value_parser = positive)]
    games: Option<u64>,
    /// Seed of the random games [default: 1]
    #[arg(long, value_name = "SEED", value_parser = whole)]
    seed: Option<u64>,
    #[command(flatten)]
    chess: ChessArgs,
    #[command(flatten)]
    pub run: RunArgs,
}

impl Matrix {
    pub fn run(&self, show: &OutputArgs) -> Result<Output, Failure> {
        match self.game {
            GameKind::Random => self.random(show),
            GameKind::Chess => self.chess(show),
        }
    }

    fn random(&self, show: &OutputArgs) -> Result<Output, Failure> {
        if let Some(flag) = self.chess.flag() {
            return refused(format!("`{flag}` is for chess; expected `--game chess` with it"));
        }
        let subjects = self.run.subjects(self.usual(Preset::all().iter().map(|preset| preset.random)))?;
        let count = self.games.unwrap_or(GAMES);
        let games = Random { seed: self.seed(), games: count };
        let time = self.default_time();
        let run = self.run.play(&games, subjects, self.arguments(), time, show)?;
        // The coverage of a shard is not that of the whole run, and given subjects do not need any.
        let judged = self.run.subject.is_empty() && run.shard.is_none();
        let insufficient_coverage = if judged { run.finished.insufficient_coverage() } else { Vec::new() };
        let scope = json!({
            "game": "random",
            "features": features_json(&run.finished.features),
            "insufficient_coverage": insufficient_coverage,
        });
        let result = RunResult {
            seed: Some(self.seed()),
            scope,
            heading: self.heading(&run.finished, count, time.is_some()),
            limits: limits(run.finished.games),
            insufficient_coverage,
            tables: self.run.full.then_some(tables),
            ..run
        };
        Ok(result.output(show))
    }

    fn chess(&self, show: &OutputArgs) -> Result<Output, Failure> {
        let random = [("--games", self.games.is_some()), ("--seed", self.seed.is_some())];
        if let Some(flag) = first_given(random) {
            return refused(format!(
                "`{flag}` is for random games; expected `--epd FILE` to choose chess positions"
            ));
        }
        let subjects = self.run.subjects(self.usual(Preset::all().iter().map(|preset| preset.chess)))?;
        let ChessRun { games, name, depth } = self.chess.read(&subjects, show)?;
        if self.run.reads_results() {
            games.survey();
        }
        let count = games.count();
        let run = self.run.play(&games, subjects, self.arguments(), None, show)?;
        let scope = json!({
            "game": "chess",
            "epd": self.chess.file(),
            "depth": depth,
            "shallower": shallower_json(&games.shallower()),
        });
        let played = match run.finished.games {
            all if all == count => counted(count, "chess position"),
            some => format!("the first {} of {}", thousands(some), counted(count, "chess position")),
        };
        let subjects = counted(run.finished.rows.len() as u64, "subject");
        let heading =
            format!("pvcheck {}: {played}{name} at depth {depth}, {subjects}", env!("CARGO_PKG_VERSION"));
        let result = RunResult {
            scope,
            heading,
            limits: games.shallower().iter().map(too_large).collect(),
            tables: self.run.full.then_some(chess_tables),
            ..run
        };
        Ok(result.output(show))
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    fn default_time(&self) -> Option<Duration> {
        (self.games.is_none() && self.run.has_no_limit()).then_some(TIME)
    }

    fn arguments(&self) -> Vec<String> {
        let words = Words::new("matrix");
        let words = match self.game {
            GameKind::Random => {
                words.with("--games", [self.games.unwrap_or(GAMES)]).with("--seed", [self.seed()])
            }
            GameKind::Chess => self.chess.add_to(words),
        };
        self.run.add_to(words.flag("--all", self.all)).list()
    }

    /// Returns the subjects that are tested without `--subject`, with these search options.
    fn usual(&self, presets: impl Iterator<Item = SearchOptions>) -> Vec<Subject> {
        let all = self.all || !self.run.algorithm.is_empty();
        let column = |options: SearchOptions| {
            subjects_with(options, move |algorithm| {
                let stable = options == SearchOptions::NONE && algorithm == Algorithm::AlphaBetaHard;
                all || stable || algorithm == Algorithm::PvsSoft
            })
        };
        presets.flat_map(column).collect()
    }

    fn heading(&self, finished: &Finished, count: u64, has_default_time: bool) -> String {
        let (played, subjects) = (finished.games, counted(finished.rows.len() as u64, "subject"));
        let games = match () {
            () if played == count => format!("{} random games", thousands(played)),
            () if has_default_time => {
                let all = format!("`--games {count}` searches all");
                format!(
                    "the first {} of {} random games in {} s ({all})",
                    thousands(played),
                    thousands(count),
                    TIME.as_secs()
                )
            }
            () => format!("the first {} of {} random games", thousands(played), thousands(count)),
        };
        format!("pvcheck {}: {games} from seed {}, {subjects}", env!("CARGO_PKG_VERSION"), self.seed())
    }
}

fn too_large(Shallower { record, depth }: &Shallower) -> String {
    let most = thousands(ChessGames::MOST_POSITIONS as u64);
    format!("The tree of {record} has more than {most} positions; it was searched to depth {depth} instead.")
}

fn shallower_json(records: &[Shallower]) -> Value {
    let fields = |Shallower { record, depth }: &Shallower| json!({ "record": record, "depth": depth });
    records.iter().map(fields).collect()
}

/// Returns what a run of this many games is too short to judge.
fn limits(games: u64) -> Vec<String> {
    let coverage = format!(
        "Too short to judge the effect of each search option: {} games are needed.",
        thousands(JUDGED_GAMES)
    );
    let coverage = (games < JUDGED_GAMES).then_some(coverage);
    std::iter::once(too_rare(games)).chain(coverage).collect()
}

fn tables(finished: &Finished, width: u16) -> String {
    let shares = finished.features.shares();
    let shares: Vec<String> =
        shares.map(|(name, count, _)| format!("{name} {}", percent(count, finished.games))).collect();
    let features = format!("Games with each feature: {}.", shares.join(", "));
    format!("{}\n\n{}", textwrap::fill(&features, usize::from(width)), chess_tables(finished, width))
}

fn chess_tables(finished: &Finished, width: u16) -> String {
    format!(
        "{}\n{}\n{}",
        guarantee_table(&finished.rows, width),
        action_table(&finished.rows, width),
        truncation_table(&finished.rows, width)
    )
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches as _;

    use super::*;

    fn matrix(words: &[&str]) -> Matrix {
        let command = Matrix::augment_args(clap::Command::new("matrix"));
        let words = std::iter::once(&"matrix").chain(words);
        let matches = command.try_get_matches_from(words).expect("valid options");
        Matrix::from_arg_matches(&matches).expect("valid options")
    }

    #[test]
    fn only_a_run_without_a_limit_has_the_default_one() {
        for words in [&[][..], &["--seed", "5"], &["--all"], &["--store", "triangular", "--full"]] {
            let time = matrix(words).default_time().expect("a limit");
            assert!(time < Duration::from_secs(20), "{words:?}");
        }
        for words in [["--games", "1e6"], ["--time", "60"], ["--shard", "1/2"], ["--journal", "x"]] {
            assert_eq!(matrix(&words).default_time(), None, "{words:?}");
        }
        assert_eq!(matrix(&[]).arguments(), ["matrix", "--games", "200000", "--seed", "1"]);
    }

    #[test]
    fn the_heading_shows_that_the_default_time_was_over() {
        let games = Random { seed: 1, games: 30 };
        let finished =
            pvcheck::campaign::Campaign::new(&games, vec!["pvs-soft+none".parse().expect("a subject")]);
        let finished = finished.run(|_| ());
        let heading = |count, default| matrix(&[]).heading(&finished, count, default);
        assert!(
            heading(30, true).contains(": 30 random games from seed 1, 1 subject"),
            "{}",
            heading(30, true)
        );
        let cut = heading(200_000, true);
        assert!(
            cut.contains("the first 30 of 200,000 random games in 18 s (`--games 200000` searches all)"),
            "{cut}"
        );
        assert!(heading(40, false).contains("the first 30 of 40 random games from seed 1"));
    }
}
