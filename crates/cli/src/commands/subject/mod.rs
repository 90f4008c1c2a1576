//! `pvcheck subject`: verifies the search of another program, by a line protocol.

mod result;
mod words;

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use self::result::Verified;
pub(super) use self::words::named_value;
use self::words::{GameArgs, identity, range};
use super::args::{command_line, file, number, parsed, seconds};
use super::conformance::conformance;
use super::known::KnownArgs;
use super::run::{played, refuse_formats_of_shards, sum};
use super::{Failure, Interrupt, Output, OutputArgs, Result, progress_bar, refused};
use crate::report::{ShardJson, joined};
use pvcheck::experiment::journal::RunId;
use pvcheck::experiment::{Deadline, MOST_THREADS, Part, Shard, threads_or_cores};
use pvcheck::feature::{Feature, FeaturePlace};
use pvcheck::verify::{NoAnswer, Program, Report, RunningProgram, SearchTally, Verification};

#[derive(Args, Clone, Debug)]
#[command(after_help = after_help())]
pub(super) struct SubjectCommand {
    /// The program and its arguments, separated as in a shell; no shell runs it
    #[arg(long, value_name = "COMMAND")]
    pub cmd: String,
    /// Check that the program keeps the protocol, on a few games, and nothing else
    #[arg(long, conflicts_with_all = ["time", "write_known"])]
    conformance: bool,
    /// Set an option of the program; repeatable
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// What the search does beyond minimax of a fixed tree: words with `+` between them (below)
    #[arg(long, value_name = "WORDS", default_value = "")]
    declare: String,
    #[command(flatten)]
    random: GameArgs,
    /// Before each search, the same process runs this many others, 0 to 4
    #[arg(long, value_name = "N", default_value = "0", value_parser = number::<u8>(0, 4))]
    warm: u8,
    /// Give each search a node limit of this range
    #[arg(long, value_name = "LEAST..MOST", value_parser = range::<u64>)]
    stopped: Option<RangeInclusive<u64>>,
    /// Number of lines that each search must return, 1 to 255
    #[arg(long, value_name = "K", default_value = "1", value_parser = number::<u8>(1, 255))]
    lines: u8,
    /// Number of entries that the table of the program may have, 1 to 1e12
    #[arg(long, value_name = "N", value_parser = number::<u64>(1, 1_000_000_000_000))]
    entries: Option<u64>,
    /// Search each game this many times, for a program that does not always answer the same, 1 to 1e6
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<u32>(1, 1_000_000))]
    repeats: u32,
    /// A case to verify instead of random games, as a page prints it; repeatable
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["shard", "time", "games", "journal"])]
    case: Vec<String>,
    /// Most seconds for one answer, 1e-6 to 1e9
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// Most seconds for the whole run, a quarter of them for making findings smaller; running out of time is a normal end, 1e-6
    /// to 1e9
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "shard")]
    time: Option<Duration>,
    /// Number of processes at the same time, 1 to 256 [default: one per core]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1, MOST_THREADS))]
    threads: Option<usize>,
    /// Search only shard K of N of the games; the result is JSON for `pvcheck merge`
    #[arg(long, value_name = "K/N", conflicts_with = "write_known")]
    shard: Option<Shard>,
    /// Record progress in FILE; if FILE is a journal of the same run, continue from its end
    #[arg(long, value_name = "FILE", value_parser = file())]
    journal: Option<PathBuf>,
    #[command(flatten)]
    accepted: KnownArgs,
}

/// The words of `--declare`, for the help.
fn after_help() -> String {
    let words = joined(Feature::declarations().map(|feature| feature.form(FeaturePlace::Declarations)), ", ");
    format!(
        "Words of --declare (docs/declarations.md):\n{}\n\nThe protocol: docs/programs.md",
        textwrap::indent(&textwrap::fill(&words, 90), "  ")
    )
}

impl SubjectCommand {
    /// The declared word that changes nothing in games without marked moves.
    fn needs_marks(&self) -> Option<&str> {
        let words = self.declare.split('+').map(|word| word.split('(').next().unwrap_or(word));
        let has_none = self.case.is_empty() && !self.random.marks;
        words.filter(|_| has_none).find(|word| matches!(*word, "quiescence" | "null" | "extension"))
    }

    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        refuse_formats_of_shards(self.shard, show)?;
        let deadline = Deadline::after(self.time);
        let searching = deadline.of_searches();
        let (program, name) = self.started(&deadline)?;
        if self.conformance {
            return Ok(Output::rendered(&conformance(&program, name), show));
        }
        let template = "{bar:30} {human_pos} of {human_len} games  {elapsed}";
        let bar = progress_bar(show, Some(self.random.games), template);
        let verification = self.verification(program.clone(), deadline.clone())?;
        let id = RunId {
            run: self.run_words().list(),
            shard: self.shard,
            program: Some(identity(&program, &name, &verification)?),
        };
        let verification = verification.ready(self.accepted.write_known.is_some());
        let run = verification.run().until(&searching);
        let items = run.items();
        let interrupt = Interrupt::registered(&deadline)?;
        let part = played(run, &verification, (self.journal.as_deref(), &id), &bar, &interrupt)?;
        // A part without the games whose searches did not end in time would not add up.
        let shard = self.shard.filter(|_| part.items() == items && !part.is_cut_short());
        let shard = shard.map(|shard| ShardJson::new(shard, id, &part));
        let output = self.output(verification.report(&part), name, shard, show);
        Ok(Output { interrupted: interrupt.so_far(), ..output })
    }

    /// Adds up the parts of all shards. The program is needed for shrinking.
    pub fn merge(
        &self,
        played: Option<&str>,
        parts: &[Part<SearchTally>],
        show: &OutputArgs,
    ) -> Result<Output> {
        let deadline = Deadline::default();
        let (program, name) = self.started(&deadline)?;
        let verification = self.verification(program.clone(), deadline.clone())?;
        let found = identity(&program, &name, &verification)?;
        if played != Some(&found) {
            let played = played.unwrap_or("another program");
            let problem = format!("the shards are of {played}, but this is {found}");
            return refused(format!("--cmd {}: {problem}", self.cmd));
        }
        let verification = verification.ready(false);
        let part = sum(verification.run().begin(&verification), parts, self.random.games)?;
        let interrupt = Interrupt::registered(&deadline)?;
        let output = self.output(verification.report(&part), name, None, show);
        Ok(Output { interrupted: interrupt.so_far(), ..output })
    }

    /// Returns the program, after a test that the program can be run, and the name of the program.
    fn started(&self, deadline: &Deadline) -> Result<(Program, String)> {
        let program = self.program()?;
        let started = RunningProgram::start(&program, deadline).map(|running| running.name.clone());
        let name = started.map_err(|error| match error {
            _ if let Some(why) = deadline.failure() => Failure::usage(why.to_owned()),
            NoAnswer::TimedOut(_) if deadline.is_over() => {
                Failure::timed_out(&format!("--cmd {}: no first line in the time of the run", self.cmd))
            }
            NoAnswer::TimedOut(limit) => {
                let seconds = limit.as_secs_f64();
                Failure::timed_out(&format!("--cmd {}: no first line within {seconds} s", self.cmd))
            }
            _ => Failure::usage(format!("--cmd {}: {error}", self.cmd)),
        })?;
        Ok((program, name))
    }

    fn output(
        &self,
        mut report: Report,
        name: String,
        shard: Option<ShardJson>,
        show: &OutputArgs,
    ) -> Output {
        (report.command, report.program) = (Some(self.program_words().command_line()), Some(name.clone()));
        let show = show.of_shard(self.shard.is_some());
        let written = self.accepted.write(report.not_searched() == 0, &report.accepted());
        let output = Output::rendered(&Verified { command: self, name, report, shard }, &show);
        Output { failed: Vec::from_iter(written.err()), ..output }
    }

    fn program(&self) -> Result<Program> {
        let command = command_line("--cmd", &self.cmd)?;
        let options = self.option.iter().map(|text| named_value(text));
        Ok(Program { command, options: options.collect::<Result<_>>()?, time_limit: self.timeout })
    }

    fn verification(&self, program: Program, deadline: Deadline) -> Result<Verification> {
        let mut verification = Verification::of_program_until(program, deadline)
            .declares(parsed("--declare", &self.declare)?)
            .warm(usize::from(self.warm))
            .lines(self.lines)
            .repeats(self.repeats)
            .threads(threads_or_cores(self.threads));
        if let Some(range) = &self.stopped {
            verification = verification.stopped(range.clone());
        }
        if let Some(entries) = self.entries {
            verification = verification.table_entries(entries as usize);
        }
        if self.case.is_empty() {
            verification = verification.games(self.random.games()?);
        } else {
            verification = verification.games(Vec::new());
        }
        if let Some(shard) = self.shard {
            verification = verification.within(shard.range(self.random.games));
        }
        for text in &self.case {
            verification = verification.problem(parsed("--case", text)?);
        }
        self.accepted.read(|text| verification.with_known(text))
    }
}
