//! The options and functions that `matrix` and `exhaust` share to search many games.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use indicatif::{HumanDuration, HumanFloatCount, ProgressBar, ProgressState};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::args::{Format, all_parsed, file, named, number, seconds};
use super::input::name;
use super::result::RunResult;
use super::{CommandWords, Failure, Interrupt, OutputArgs, Result, progress_bar, refused};
use crate::report::table::distinct;
use crate::report::{ShardJson, counted};
use pvcheck::algorithm::Algorithm;
use pvcheck::campaign::{Campaign, CampaignPart, Games};
use pvcheck::experiment::journal::RunId;
use pvcheck::experiment::{self, Deadline, Experiment, MOST_THREADS, Recorded, Run, Shard, threads_or_cores};
use pvcheck::pv::Store;
use pvcheck::search::SearchOptions;
use pvcheck::subject::{Regime, Subject};
use pvcheck::syntax::cleaned;

/// Options of commands that search many games: the subjects, the number of threads, limits.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    /// Test this subject, ALGORITHM+STORE[+OPTION...]; repeatable
    #[arg(long, value_name = "SUBJECT", conflicts_with_all = ["algorithm", "store", "regime"])]
    pub subject: Vec<String>,
    /// Test only this algorithm; repeatable
    #[arg(long, value_name = "NAME", value_parser = named::<Algorithm>())]
    pub algorithm: Vec<Algorithm>,
    /// Test only this store; repeatable
    #[arg(long, value_name = "NAME", value_parser = named::<Store>())]
    store: Vec<Store>,
    /// Test only this regime; repeatable. The parallel regime is tested only on request: every search of it starts threads
    #[arg(long, value_name = "NAME", value_parser = named::<Regime>())]
    pub regime: Vec<Regime>,
    /// Stop after this time; the result is of the games played by then, 1e-6 to 1e9
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Stop after the round of games in which N guarantees were broken; each kind of finding counts once per
    /// subject, 1 to 1e9
    #[arg(long, value_name = "N", conflicts_with = "journal", value_parser = number::<usize>(1, 1_000_000_000))]
    pub max_findings: Option<usize>,
    /// Search only shard K of N of the run; the result is JSON for `pvcheck merge`
    #[arg(long, value_name = "K/N", conflicts_with_all = ["time", "max_findings"])]
    pub shard: Option<Shard>,
    /// Record progress in FILE; if FILE is a journal of the same run, continue from its end
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub journal: Option<PathBuf>,
    /// Number of threads, 1 to 256 [default: one per core]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1, MOST_THREADS))]
    pub threads: Option<usize>,
    /// Search each game by every schedule of its threads with at most so many switches.
    #[arg(skip)]
    switches: Option<u8>,
    /// The results of shards, to add up instead of playing.
    #[arg(skip)]
    parts: Vec<CampaignPart>,
    /// Show all tables and counterexamples instead of one screen
    #[arg(long)]
    pub full: bool,
}

impl RunArgs {
    /// Returns the subjects to test: the subjects of `--subject`, or else the subjects of `usual` with the given
    /// algorithms, stores and regimes. Fails if no subject is left.
    pub fn subjects(&self, usual: Vec<Subject>) -> Result<Vec<Subject>> {
        if !self.subject.is_empty() {
            return all_parsed("--subject", &self.subject).map(distinct);
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
            return refused(text);
        }
        Ok(subjects)
    }

    pub fn merges(&mut self, parts: Vec<CampaignPart>, full: bool) {
        (self.parts, self.full) = (parts, full);
    }

    /// Searches each game by every schedule with at most so many switches. Fails if the subjects have one thread each.
    pub fn switching(&self, switches: Option<u8>, subjects: &[Subject]) -> Result<Self> {
        if switches.is_some() && subjects.iter().all(|subject| subject.options.threads.is_none()) {
            return refused(
                "--switches needs a subject with several threads; expected --subject '...+threads(2)'",
            );
        }
        let has_schedule = |subject: &&Subject| subject.options != subject.options.by_usual_schedule();
        if let Some(subject) = subjects.iter().find(has_schedule).filter(|_| switches.is_some()) {
            return refused(format!("--switches tries every schedule; expected none in {subject}"));
        }
        if switches.is_some() && (self.shard.is_some() || self.journal.is_some()) {
            return refused("--switches is one run; expected neither --shard nor --journal");
        }
        Ok(Self { switches, ..self.clone() })
    }

    /// Whether results may come from files instead of from games.
    pub fn reads_results(&self) -> bool {
        self.journal.is_some() || !self.parts.is_empty()
    }

    pub fn add_to(&self, words: CommandWords) -> CommandWords {
        words
            .with("--subject", &self.subject)
            .with("--algorithm", self.algorithm.iter().map(|one| one.name()))
            .with("--store", self.store.iter().map(|one| one.name()))
            .with("--regime", self.regime.iter().map(|one| one.name()))
    }

    /// Plays the games, or the part of the shard, until a limit is reached. `words` is the command line of the whole run.
    pub fn play(
        &self,
        games: &dyn Games,
        subjects: Vec<Subject>,
        words: Vec<String>,
        show: &OutputArgs,
    ) -> Result<RunResult> {
        refuse_formats_of_shards(self.shard, show)?;
        let deadline = Deadline::after(self.time);
        let max_findings = self.max_findings;
        let campaign = Campaign::new(games, subjects).until_findings(max_findings);
        let campaign = campaign.by_every_schedule(self.switches);
        let all = 0..games.count();
        let items = self.shard.map_or(all, |shard| shard.range(games.count()));
        let planned = items.end - items.start;
        let run = Run::new(items, threads_or_cores(self.threads)).until(&deadline);
        let id = RunId { run: words.clone(), shard: self.shard, program: None };
        let (part, interrupted) = if self.parts.is_empty() {
            let interrupt = Interrupt::registered(&deadline)?;
            let bar = run_bar(show, &deadline, planned, "games");
            let part = played(run, &campaign, (self.journal.as_deref(), &id), &bar, &interrupt)?;
            let interrupted = interrupt.status().filter(|_| part.count() < planned);
            (part, interrupted)
        } else {
            (sum(run.begin(&campaign), &self.parts, games.count())?, None)
        };
        Ok(RunResult {
            games: Some(games.count()),
            interrupted,
            shard: self.shard.map(|shard| ShardJson::new(shard, id, &part)),
            ..RunResult::new(words, campaign.finish(&part))
        })
    }
}

/// Plays a run, and records it in its journal, if any. Fails if an interrupted run has no result to show, because it
/// continues from a journal or is a shard.
pub fn played<E>(
    run: Run<'_>,
    experiment: &E,
    (journal, id): (Option<&Path>, &RunId),
    bar: &ProgressBar,
    interrupt: &Interrupt,
) -> Result<experiment::Part<E::Sums>>
where
    E: Experiment<Sums: Recorded + Serialize + DeserializeOwned>,
{
    let progress = |games| bar.inc(games);
    let run = run.progress(&progress);
    let part = match journal {
        Some(path) => run.play_with_journal(experiment, path, id.clone()),
        None => Ok(run.play(experiment)),
    };
    bar.finish_and_clear();
    let part = part?;
    let is_whole = part.items() == run.items() && !part.is_cut_short();
    let Some(status) = interrupt.status().filter(|_| !is_whole) else { return Ok(part) };
    let games = counted(part.count(), "game");
    let text = match (journal, id.shard) {
        (Some(journal), _) => {
            let found = format!("interrupted: {} holds {games}", name(journal));
            format!("{found}; run the same command again to continue")
        }
        (None, Some(_)) => {
            format!("interrupted after {games}: a part of a shard is not written; --journal FILE keeps it")
        }
        (None, None) => return Ok(part),
    };
    Err(Failure::new(cleaned(&text), status))
}

/// Returns all subjects with these search options, of the algorithms that `is_usual` accepts, if the subjects have a meaning.
pub fn subjects_with(
    options: SearchOptions,
    is_usual: impl Fn(Algorithm) -> bool,
) -> impl Iterator<Item = Subject> {
    let algorithms = Algorithm::ALL.iter().copied().filter(move |&algorithm| is_usual(algorithm));
    let subjects = algorithms.flat_map(move |algorithm| {
        Store::ALL.iter().map(move |&store| Subject { algorithm, store, options })
    });
    subjects.filter(|subject| subject.meaningless().is_none())
}

/// A shard is JSON for `merge`, and nothing else.
pub fn refuse_formats_of_shards(shard: Option<Shard>, show: &OutputArgs) -> Result<()> {
    match show.format {
        Some(format) if shard.is_some() && format != Format::Json => {
            refused("the result of a shard is JSON; expected `--format json` with --shard")
        }
        _ => Ok(()),
    }
}

/// Adds up the parts of all shards of a run of `games` games.
pub fn sum<S: Recorded>(
    mut whole: experiment::Part<S>,
    parts: &[experiment::Part<S>],
    games: u64,
) -> Result<experiment::Part<S>> {
    for part in parts {
        let appended = whole.append(part);
        appended.map_err(|error| Failure::usage(format!("the shards do not fit together: {error}")))?;
    }
    if whole.items() != (0..games) {
        return refused(format!("the shards have {} games in total; expected {games}", whole.items().end));
    }
    Ok(whole)
}

pub fn run_bar(show: &OutputArgs, deadline: &Deadline, items: u64, unit: &str) -> ProgressBar {
    let template = "{bar:30} {human_pos}/{human_len} UNIT  {speed} UNIT/s  {rest} left".replace("UNIT", unit);
    let bar = progress_bar(show, Some(items), &template);
    let speed = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{:.0}", HumanFloatCount(state.per_sec()));
    };
    // The run ends when its games or its time are over.
    let deadline = deadline.clone();
    let rest = move |state: &ProgressState, out: &mut dyn Write| {
        let rest = state.eta().min(deadline.left());
        let _ = write!(out, "{:#}", HumanDuration(Duration::from_secs(rest.as_secs())));
    };
    bar.set_style(bar.style().with_key("speed", speed).with_key("rest", rest));
    bar
}
