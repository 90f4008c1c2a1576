//! The options and functions that `matrix` and `exhaust` share: they search many games.

use std::collections::HashSet;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanDuration, HumanFloatCount, ProgressBar, ProgressState};

use super::Failure;
use super::args::{Format, OutputArgs, all_parsed, at_least_one, file, named, seconds};
use super::input::ensure_not_output;
use super::interrupt::Interrupt;
use super::output::Output;
use super::progress::progress_bar;
use super::result::RunResult;
use crate::report::{ShardJson, counted, thousands};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Campaign, Finished, Games, Part};
use pvcheck::experiment::journal::RunId;
use pvcheck::experiment::{self, Recorded, Shard, threads_or_cores};
use pvcheck::pv::Store;
use pvcheck::search::SearchOptions;
use pvcheck::subject::{Regime, Subject};

/// Options of commands that search many games: the subjects, the number of threads, limits.
#[derive(Args, Clone, Debug)]
pub(super) struct RunArgs {
    /// Test this subject, ALGORITHM+STORE[+OPTION...]; repeatable
    #[arg(long, value_name = "SUBJECT", conflicts_with_all = ["algorithm", "store", "regime"])]
    subject: Vec<String>,
    /// Test only this algorithm; repeatable
    #[arg(long, value_name = "NAME", value_parser = named::<Algorithm>())]
    algorithm: Vec<Algorithm>,
    /// Test only this store; repeatable
    #[arg(long, value_name = "NAME", value_parser = named::<Store>())]
    store: Vec<Store>,
    /// Test only this regime; repeatable
    #[arg(long, value_name = "NAME", value_parser = named::<Regime>())]
    regime: Vec<Regime>,
    /// Stop after this time; the result is of the games played by then
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Stop after the round of games in which N guarantees were broken; each kind of finding counts once per
    /// subject
    #[arg(long, value_name = "N", conflicts_with = "journal", value_parser = at_least_one)]
    max_findings: Option<NonZeroUsize>,
    /// Search only shard K of N of the run; the result is JSON for `pvcheck merge`
    #[arg(long, value_name = "K/N", conflicts_with_all = ["time", "max_findings"])]
    shard: Option<Shard>,
    /// Record progress in FILE; if FILE is a journal of the same run, continue from its end
    #[arg(long, value_name = "FILE", value_parser = file())]
    journal: Option<PathBuf>,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<NonZeroUsize>,
    /// The results of shards, to add up instead of playing.
    #[arg(skip)]
    parts: Vec<Part>,
    /// Show all tables and counterexamples instead of one screen
    #[arg(long)]
    pub full: bool,
}

/// The result of a run; for a shard also the data that `merge` needs.
pub(super) struct PlayedRun {
    pub finished: Finished,
    pub shard: Option<ShardJson>,
    /// The exit status for the signal that ended the run early.
    pub interrupted: Option<u8>,
}

impl PlayedRun {
    /// Returns the output for `result`, the result of this run out of `games` games. If a signal ended the run, it
    /// covers the games until then.
    pub fn output(result: &RunResult, interrupted: Option<u8>, games: u64, show: &OutputArgs) -> Output {
        let mut output = Output::of(result, &show.of_shard(result.shard.is_some()));
        output.interrupted = interrupted.map(|status| {
            let (done, all) = (thousands(result.finished.games), counted(games, "game"));
            (status, format!("interrupted: the result covers the first {done} of {all}"))
        });
        output
    }
}

impl RunArgs {
    /// Returns the subjects to test: those given by `--subject`, or else those of `usual` that have the
    /// given algorithms, stores and regimes.
    ///
    /// # Errors
    ///
    /// When a name is unknown or no subject is left.
    pub fn subjects(&self, usual: Vec<Subject>) -> Result<Vec<Subject>, Failure> {
        if !self.subject.is_empty() {
            let mut subjects: Vec<Subject> = all_parsed("--subject", &self.subject)?;
            let mut seen = HashSet::new();
            subjects.retain(|&subject| seen.insert(subject));
            return Ok(subjects);
        }
        let Self { algorithm: algorithms, store: stores, regime: regimes, .. } = self;
        let mut subjects = usual;
        subjects.retain(|subject| {
            (algorithms.is_empty() || algorithms.contains(&subject.algorithm))
                && (stores.is_empty() || stores.contains(&subject.store))
                && (regimes.is_empty() || regimes.contains(&subject.regime()))
        });
        if subjects.is_empty() {
            let mut text = "no combination of the given algorithms, stores and regimes is tested here; \
                            `--subject` takes every valid combination"
                .to_owned();
            for &algorithm in algorithms {
                let alone = Subject { algorithm, store: Store::Triangular, options: SearchOptions::NONE };
                if let Some(why) = alone.meaningless() {
                    text += &format!("\n  {}: {why}", algorithm.name());
                }
            }
            return Err(Failure::Usage(text));
        }
        Ok(subjects)
    }

    /// Whether algorithms were given.
    pub fn has_algorithms(&self) -> bool {
        !self.algorithm.is_empty()
    }

    /// Whether subjects were given by `--subject`; such a run is not judged by its feature coverage.
    pub fn has_subjects(&self) -> bool {
        !self.subject.is_empty()
    }

    /// Makes this run add up `parts` instead of playing.
    pub fn merges(&mut self, parts: Vec<Part>) {
        self.parts = parts;
    }

    /// Whether no option limits how long the run may take.
    pub fn has_no_limit(&self) -> bool {
        self.time.is_none() && self.shard.is_none() && self.journal.is_none() && self.parts.is_empty()
    }

    /// Whether results may come from files instead of from games.
    pub fn reads_results(&self) -> bool {
        self.journal.is_some() || !self.parts.is_empty()
    }

    /// Returns the arguments that determine the result, without those of the command itself.
    pub fn arguments(&self) -> Vec<String> {
        let subjects = self.subject.iter().map(|text| ["--subject", text]);
        let algorithms = self.algorithm.iter().map(|one| ["--algorithm", one.name()]);
        let stores = self.store.iter().map(|one| ["--store", one.name()]);
        let regimes = self.regime.iter().map(|one| ["--regime", one.name()]);
        let words = subjects.chain(algorithms).chain(stores).chain(regimes);
        words.flatten().map(str::to_owned).collect()
    }

    /// Plays the games, or the shard's part of them, until a limit is reached: that of `--time`, or `time`.
    /// `words` is the command line of the whole run.
    pub fn play(
        &self,
        games: &dyn Games,
        subjects: Vec<Subject>,
        words: Vec<String>,
        time: Option<Duration>,
        show: &OutputArgs,
    ) -> Result<PlayedRun, Failure> {
        refuse_formats_of_shards(self.shard, show)?;
        let deadline = self.time.or(time).and_then(|time| Instant::now().checked_add(time));
        let bar = run_bar(show, deadline);
        let interrupt = Interrupt::registered()?;
        let max_findings = self.max_findings.map(NonZeroUsize::get);
        let campaign = Campaign::new(games, subjects).until_findings(max_findings);
        let all = 0..games.count();
        let items = self.shard.map_or(all, |shard| shard.range(games.count()));
        let progress = |games| bar.inc(games);
        let run = experiment::Run::new(items, threads_or_cores(self.threads));
        let run = run.until(deadline).until_set(&interrupt.received).progress(&progress);
        bar.set_length(run.items().end - run.items().start);
        if let Some(path) = &self.journal {
            ensure_not_output(path, "the journal", show)?;
        }
        let played = match &self.journal {
            _ if !self.parts.is_empty() => sum(run.begin(&campaign), &self.parts, games.count()),
            Some(path) => {
                let id = RunId { run: words.clone(), shard: self.shard, program: None };
                run.play_with_journal(&campaign, path, id).map_err(Failure::from)
            }
            None => Ok(run.play(&campaign)),
        };
        bar.finish_and_clear();
        let part = played?;
        let interrupted = interrupt.status().filter(|_| part.items() != run.items());
        if let Some(status) = interrupted {
            refuse_unfinished(status, self.journal.as_deref(), self.shard, part.count())?;
        }
        let finished = campaign.finish(&part);
        let shard = self.shard.map(|shard| ShardJson::new(shard, words, None, &part));
        Ok(PlayedRun { finished, shard, interrupted })
    }
}

/// A shard is JSON for `merge`, and nothing else.
pub(super) fn refuse_formats_of_shards(shard: Option<Shard>, show: &OutputArgs) -> Result<(), Failure> {
    match show.format {
        Some(format) if shard.is_some() && format != Format::Json => Err(Failure::Usage(
            "the result of a shard is JSON; expected `--format json` with --shard".to_owned(),
        )),
        _ => Ok(()),
    }
}

/// Fails if a run that a signal ended after `games` games has no result to show: it continues from its journal, or it
/// is a shard, of which a part is worth nothing.
pub(super) fn refuse_unfinished(
    status: u8,
    journal: Option<&Path>,
    shard: Option<Shard>,
    games: u64,
) -> Result<(), Failure> {
    let games = counted(games, "game");
    let text = match (journal, shard) {
        (Some(journal), _) => {
            let found = format!("interrupted: {} holds {games}", journal.display());
            format!("{found}; run the same command again to continue")
        }
        (None, Some(_)) => {
            format!("interrupted after {games}: a part of a shard is not written; --journal FILE keeps it")
        }
        (None, None) => return Ok(()),
    };
    Err(Failure::Interrupted { status, text })
}

/// Adds up the parts of all shards of a run of `games` games.
pub(super) fn sum<S: Recorded>(
    mut whole: experiment::Part<S>,
    parts: &[experiment::Part<S>],
    games: u64,
) -> Result<experiment::Part<S>, Failure> {
    for part in parts {
        let appended = whole.append(part);
        appended.map_err(|error| Failure::Usage(format!("the shards do not fit together: {error}")))?;
    }
    if whole.items() != (0..games) {
        let text = format!("the shards have {} games in total; expected {games}", whole.items().end);
        return Err(Failure::Usage(text));
    }
    Ok(whole)
}

/// Returns the progress bar of a run that ends at `deadline`. It is drawn on standard error, and only on a terminal.
fn run_bar(show: &OutputArgs, deadline: Option<Instant>) -> ProgressBar {
    let template = "{bar:30} {human_pos}/{human_len} games  {speed} games/s  {rest} left";
    let bar = progress_bar(show, Some(0), template);
    let speed = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{:.0}", HumanFloatCount(state.per_sec()));
    };
    // The run ends when its games or its time are over.
    let rest = move |state: &ProgressState, out: &mut dyn Write| {
        let time = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let rest = time.map_or(state.eta(), |time| state.eta().min(time));
        let _ = write!(out, "{:#}", HumanDuration(Duration::from_secs(rest.as_secs())));
    };
    bar.set_style(bar.style().with_key("speed", speed).with_key("rest", rest));
    bar
}
