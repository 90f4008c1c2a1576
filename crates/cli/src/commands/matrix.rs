//! `pvcheck matrix`: searches random games, or chess positions, with every store in every regime.

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::args::{MOST_GAMES, first_given, number};
use super::chess::ChessArgs;
use super::result::RunResult;
use super::run::{RunArgs, subjects_with};
use super::{CommandWords, Output, OutputArgs, Result, refused};
use crate::report::{
    action_table, counted, features_json, guarantee_table, joined, percent, thousands, too_rare,
    truncation_table,
};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Finished, Games as _, Random, Row};
use pvcheck::contract::rules;
use pvcheck::feature::Preset;
use pvcheck::oracle::JudgedBy;
use pvcheck::search::SearchOptions;
use pvcheck::subject::{Regime, Subject};
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

/// The number of games of a run without `--games`: the same on every machine, for a first answer within 15 seconds.
const GAMES: u64 = 200_000;
/// The number of games below which a run is not judged by the features that the games of the run cover.
const JUDGED_GAMES: u64 = 10_000;

#[derive(Args, Clone, Debug)]
pub(super) struct Matrix {
    /// Test every algorithm, not only alpha-beta-hard and pvs-soft
    #[arg(long, conflicts_with = "subject")]
    all: bool,
    /// What to search
    #[arg(long, value_enum, value_name = "GAME", default_value = "random")]
    game: GameKind,
    /// Number of random games, 1 to 1e15 [default: 200000]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1, MOST_GAMES))]
    games: Option<u64>,
    /// Seed of the random games [default: 1]
    #[arg(long, value_name = "SEED", value_parser = number::<u64>(0, u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    chess: ChessArgs,
    #[command(flatten)]
    pub run: RunArgs,
}

impl Matrix {
    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        match self.game {
            GameKind::Random => self.random(show),
            GameKind::Chess => self.chess(show),
        }
    }

    fn random(&self, show: &OutputArgs) -> Result<Output> {
        if let Some(flag) = self.chess.flag() {
            return refused(format!("`{flag}` is for chess; expected `--game chess` with it"));
        }
        let subjects = self.run.subjects(self.usual(|preset| preset.random))?;
        let count = self.games.unwrap_or(GAMES);
        let games = Random { seed: self.seed(), games: count };
        let run = self.run.play(&games, subjects, self.arguments(), show)?;
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
            heading: self.heading(&run.finished, count),
            limits: limits(run.finished.games),
            insufficient_coverage,
            tables: self.run.full.then_some(tables),
            ..run
        };
        Ok(result.output(show))
    }

    fn chess(&self, show: &OutputArgs) -> Result<Output> {
        let random = [("--games", self.games.is_some()), ("--seed", self.seed.is_some())];
        if let Some(flag) = first_given(random) {
            return refused(format!(
                "`{flag}` is for random games; expected `--epd FILE` to choose chess positions"
            ));
        }
        let subjects = self.run.subjects(self.usual(|preset| preset.chess))?;
        let (games, depth) = (self.chess.read(&subjects)?, self.chess.depth());
        if self.run.reads_results() {
            games.survey();
        }
        let count = games.count();
        let run = self.run.play(&games, subjects, self.arguments(), show)?;
        let file = self.chess.file();
        let of_file = file.as_ref().map_or(String::new(), |file| format!(" of {file}"));
        let scope = json!({
            "game": "chess",
            "epd": file,
            "depth": depth,
            "shallower": shallower_json(&games.shallower()),
        });
        let played = match run.finished.games {
            all if all == count => counted(count, "chess position"),
            some => format!("the first {} of {}", thousands(some), counted(count, "chess position")),
        };
        let subjects = counted(run.finished.rows.len() as u64, "subject");
        let heading =
            format!("pvcheck {}: {played}{of_file} at depth {depth}, {subjects}", env!("CARGO_PKG_VERSION"));
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

    fn arguments(&self) -> Vec<String> {
        let words = CommandWords::new("matrix");
        let words = match self.game {
            GameKind::Random => {
                words.with("--games", [self.games.unwrap_or(GAMES)]).with("--seed", [self.seed()])
            }
            GameKind::Chess => self.chess.add_to(words),
        };
        self.run.add_to(words.flag("--all", self.all)).list()
    }

    /// Returns the subjects that are tested without `--subject`, with these search options of the presets.
    fn usual(&self, options: fn(&Preset) -> SearchOptions) -> Vec<Subject> {
        let all = self.all || !self.run.algorithm.is_empty();
        let column = |options: SearchOptions| {
            subjects_with(options, move |algorithm| {
                let stable = options == SearchOptions::NONE && algorithm == Algorithm::AlphaBetaHard;
                all || stable || algorithm == Algorithm::PvsSoft
            })
        };
        let parallel =
            if self.run.regime.contains(&Regime::Parallel) { Preset::parallel() } else { Vec::new() };
        Preset::all().iter().chain(&parallel).map(options).flat_map(column).collect()
    }

    fn heading(&self, finished: &Finished, count: u64) -> String {
        let (played, subjects) = (finished.games, counted(finished.rows.len() as u64, "subject"));
        let some =
            if played == count { String::new() } else { format!("the first {} of ", thousands(played)) };
        let games = format!("{some}{} random games", thousands(count));
        format!(
            "pvcheck {}: {games} from seed {}, {subjects} (a search, how it keeps its line, its options), each line judged by {}",
            env!("CARGO_PKG_VERSION"),
            self.seed(),
            judges(finished)
        )
    }
}

/// Returns the judges of the lines of a run, in words.
fn judges(finished: &Finished) -> &'static str {
    let is_minimax = |Row { subject: Subject { algorithm, options, .. }, .. }: &Row| {
        rules(algorithm.profile(), options).judged_by(true) == JudgedBy::Minimax
    };
    let by_minimax = finished.rows.iter().filter(|row| is_minimax(row)).count();
    match finished.rows.len() - by_minimax {
        0 => "minimax",
        _ if by_minimax == 0 => "the trace",
        _ => "minimax or by the trace",
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

/// Returns the judgments for which a run of this many games is too short.
fn limits(games: u64) -> Vec<String> {
    let needed = thousands(JUDGED_GAMES);
    let coverage = format!("Too short to judge the effect of each search option: {needed} games are needed.");
    let coverage = (games < JUDGED_GAMES).then_some(coverage);
    std::iter::once(too_rare(games)).chain(coverage).collect()
}

fn tables(finished: &Finished, width: u16) -> String {
    let share = |(name, count, _)| format!("{name} {}", percent(count, finished.games));
    let shares = joined(finished.features.shares().map(share), ", ");
    let features = format!("Games with each feature: {shares}.");
    format!("{}\n\n{}", textwrap::fill(&features, usize::from(width)), all_tables(finished, width, true))
}

fn chess_tables(finished: &Finished, width: u16) -> String {
    all_tables(finished, width, false)
}

fn all_tables(finished: &Finished, width: u16, sample: bool) -> String {
    format!(
        "{}\n{}\n{}",
        guarantee_table(&finished.rows, width, sample),
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
    fn the_heading_shows_that_the_run_ended_early() {
        let games = Random { seed: 1, games: 30 };
        let finished =
            pvcheck::campaign::Campaign::new(&games, vec!["pvs-soft+none".parse().expect("a subject")]);
        let finished = finished.run(|_| ());
        let heading = |count| matrix(&[]).heading(&finished, count);
        assert!(heading(30).contains(": 30 random games from seed 1, 1 subject"), "{}", heading(30));
        assert!(heading(40).contains("the first 30 of 40 random games from seed 1"), "{}", heading(40));
        assert_eq!(matrix(&[]).arguments(), ["matrix", "--games", "200000", "--seed", "1"]);
    }
}
