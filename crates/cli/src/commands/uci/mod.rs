//! `pvcheck uci`: checks every line that chess engines print.

mod log;
mod positions;
mod result;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use self::log::Log;
use self::positions::PositionArgs;
use self::result::Checked;
use super::args::{command_line, file, named, number, parsed, seconds};
use super::input::name;
use super::known::KnownArgs;
use super::report::write_page;
use super::{Failure, Interrupt, Output, OutputArgs, Result, progress_bar, refused};
use crate::report::joined;
use pvcheck::experiment::{Accepted, Deadline, MOST_THREADS, threads_or_cores};
use pvcheck::syntax::{shell_quoted, suggest};
use pvcheck_chess::uci::{
    Class, Clock, EngineCampaign, EngineCommand, EngineFailure, EngineOption, EngineProcess, EngineReport,
    FindingKind, Go, KnownFinding, Limit, Plan, Printed, Proofs, Root, Scale, Session, minimised, rows,
    sessions,
};

/// The depth of searches without another limit.
const DEPTH: u64 = 8;

/// The most time for an answer, the most moves of a mate that is proven, and the most positions of a proof; by default.
const TIMEOUT: &str = "10";
const MATES: &str = "5";
const BUDGET: &str = "2e6";

#[derive(Args, Clone, Debug)]
#[command(after_help = after_help())]
pub(super) struct UciCommand {
    /// The engine and its arguments, separated as in a shell; repeatable
    #[arg(long, value_name = "COMMAND", required = true)]
    engine: Vec<String>,
    /// Start every engine in FOLDER, where it looks for its files
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// Set an option of every engine; repeatable
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    #[command(flatten)]
    positions: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Run this plan; repeatable [default: those up to repeat, in the order of the list; with --clock: play, and those of them
    /// that have no limit of their own]
    #[arg(long, value_name = "PLAN", value_parser = named::<Plan>())]
    plan: Vec<Plan>,
    /// Run exactly these searches, as a report prints them: `PLAN: COMMAND; COMMAND`
    #[arg(long, value_name = "SEARCHES", conflicts_with_all = ["plan", "epd", "pgn", "random", "fen"])]
    replay: Option<String>,
    /// Most nodes in the plan stop-sweep, before the number is doubled eight times, 1 to 10,000
    #[arg(long, value_name = "N", default_value = "20", value_parser = number::<u64>(1, 10_000))]
    sweep: u64,
    /// Most plies of a game in the plan play, 1 to 1,000
    #[arg(long, value_name = "N", default_value = "60", value_parser = number::<u64>(1, 1_000))]
    plies: u64,
    /// Most threads of the plan threads: those of 1, 2, 4 and 16 below it, and it, 2 to 1,024
    #[arg(long, value_name = "N", default_value = "4", value_parser = number::<u16>(2, 1_024))]
    threads: u16,
    /// Number of positions that one process searches one after the other, 1 to 10,000
    #[arg(long, value_name = "N", default_value = "10", value_parser = number::<usize>(1, 10_000))]
    session: usize,
    /// Seed of random positions and times
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::<u64>(0, u64::MAX))]
    seed: u64,
    /// Most seconds for an answer, beside the time of the search itself, 1e-6 to 1e9; at the start at least 5 are waited for
    #[arg(long, value_name = "SECONDS", default_value = TIMEOUT, value_parser = seconds)]
    timeout: Duration,
    /// Skip a position after this many searches of it without an answer, 1 to 1e6
    #[arg(long, value_name = "N", default_value = "3", value_parser = number::<usize>(1, 1_000_000))]
    give_up: usize,
    /// Most seconds for the whole run, a quarter of them for making findings smaller; running out of time is a normal end, 1e-6
    /// to 1e9
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Number of processes at the same time, 1 to 256 [default: one per core]
    #[arg(long, value_name = "N", value_parser = number::<usize>(1, MOST_THREADS))]
    workers: Option<usize>,
    /// Write all commands and all lines of the engines to FILE, each search when it ends
    #[arg(long, value_name = "FILE", value_parser = file())]
    log: Option<PathBuf>,
    /// Judge the nodes of the searches too: the engine is built with `pvcheck.h` (docs/traces.md)
    #[arg(long)]
    trace: bool,
    #[command(flatten)]
    proofs: ProofArgs,
    #[command(flatten)]
    accepted: KnownArgs,
    /// Warnings are findings too: exit status 2
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    shown: ShownArgs,
}

/// What is shown of the findings.
#[derive(Args, Clone, Debug)]
struct ShownArgs {
    /// Write a page to FILE, with the boards and lines of the findings
    #[arg(long, value_name = "FILE", value_parser = file())]
    html: Option<PathBuf>,
    /// Show the lines of engines whole, whatever the width
    #[arg(long)]
    full: bool,
    /// Show every finding, not only the first of each class in each position
    #[arg(long)]
    show_all_issues: bool,
}

/// A folder for the traces of engines, deleted with all that is in it.
struct TraceFolder(PathBuf);

impl TraceFolder {
    fn create() -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("pvcheck-traces-{}", std::process::id()));
        std::fs::create_dir(&folder).map_err(Failure::io(&folder, "create"))?;
        Ok(Self(folder))
    }
}

impl Drop for TraceFolder {
    fn drop(&mut self) {
        // What cannot be deleted is in the folder of temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// When a search ends.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
#[group(multiple = false)]
struct LimitArgs {
    /// Search to this depth, 1 to 1,000 [default: 8]
    #[arg(long, value_name = "PLIES", value_parser = number::<u64>(1, 1_000))]
    depth: Option<u64>,
    /// Search this many nodes, 1 to 1e12
    #[arg(long, value_name = "N", value_parser = number::<u64>(1, 1_000_000_000_000))]
    nodes: Option<u64>,
    /// Search for this many milliseconds, 1 to 1e9
    #[arg(long, value_name = "MS", value_parser = number::<u64>(1, 1_000_000_000))]
    movetime: Option<u64>,
    /// Play with a clock: BASE seconds for each side, and INC more after each move; each search of a process gets what is left
    #[arg(long, value_name = "BASE+INC")]
    clock: Option<Clock>,
}

impl LimitArgs {
    fn limit(&self) -> Limit {
        let times = self.movetime.map(Limit::MoveTime).or(self.clock.map(Limit::Clock));
        self.nodes.map(Limit::Nodes).or(times).unwrap_or(Limit::Depth(self.depth.unwrap_or(DEPTH)))
    }
}

/// How claimed mates are proven.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Proofs")]
struct ProofArgs {
    /// Prove claimed mates in up to this many moves by search; 0 for none, 0 to 32
    #[arg(long, value_name = "MOVES", default_value = MATES, value_parser = number::<u8>(0, 32))]
    mates: u8,
    /// Most positions that one such proof may visit, 1 to 1e12
    #[arg(long, value_name = "N", default_value = BUDGET, value_parser = number::<u64>(1, 1_000_000_000_000))]
    budget: u64,
    /// Keep the endgame tables in FOLDER, instead of making them in each run: all mates with three and four men are judged by
    /// them
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
}

/// The classes, for the help.
fn after_help() -> String {
    let classes = joined(Class::ALL.iter().map(|class| class.name()), ", ");
    let classes = textwrap::indent(&textwrap::fill(&classes, 90), "  ");
    format!("Classes of findings (docs/findings.md):\n{classes}")
}

impl UciCommand {
    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        let deadline = Deadline::after(self.time);
        let searching = deadline.of_searches();
        let known = self.accepted.read(|text| Accepted::read_all(text, str::parse))?;
        let replay = self.replay.as_deref().map(|text| parsed::<Session>("--replay", text)).transpose()?;
        let traces = self.trace.then(TraceFolder::create).transpose()?;
        // An engine that cannot be started is refused before any other has worked for nothing.
        let started = self.engine.iter().map(|engine| self.started(engine, &deadline));
        let started: Vec<(EngineCommand, EngineProcess)> = started.collect::<Result<_>>()?;
        let given = self.positions.read(&searching)?;
        let log = self.log.as_deref().map(Log::create).transpose()?;
        // Up to here a signal ends the process: a pipe is waited for as long as no one writes to it or reads from it.
        let interrupt = Interrupt::registered(&deadline)?;
        let roots = self.positions.with_random(given, self.seed, &searching)?;
        let (mut reports, mut has_all) = (Vec::new(), true);
        let ProofArgs { mates, budget, tables } = &self.proofs;
        let proofs = Proofs::new(*mates, *budget, tables.clone(), &deadline);
        for (engine, (command, started)) in self.engine.iter().zip(started) {
            let command = EngineCommand { traces: traces.as_ref().map(|traces| traces.0.clone()), ..command };
            let name = started.name().to_owned();
            let planned = || self.sessions(&roots, started.options(), &searching);
            let sessions = replay.as_ref().map_or_else(planned, Session::moments);
            drop(started);
            // Positions, and sessions of them, are made as long as there is time.
            has_all &= !searching.is_over();
            let searches = sessions.iter().map(|session| session.requests.len() as u64).sum();
            let template = "{bar:30} {human_pos} of {human_len} searches  {elapsed}  {msg}";
            let bar = progress_bar(show, Some(searches), template).with_message(name.clone());
            let progress = || bar.inc(1);
            let record = |place, request: &Go, printed: &Printed| {
                if let Some(log) = &log {
                    log.add((reports.len(), &name), &sessions, place, (request, printed));
                }
            };
            let prove = |request: &Go, printed: &Printed| proofs.check(request, printed);
            let campaign = EngineCampaign {
                command: &command,
                sessions: &sessions,
                workers: threads_or_cores(self.workers),
                give_up: self.give_up,
                check: Some(&prove),
                until: &searching,
                progress: &progress,
                record: &record,
            };
            let report = self.report(&campaign, &name, &known);
            bar.finish_and_clear();
            reports.push(EngineReport { command: engine.clone(), ..report });
            if searching.is_over() {
                break;
            }
        }
        let is_whole = has_all
            && reports.len() == self.engine.len()
            && reports.iter().all(|report| !report.played.was_stopped);
        let is_complete = is_whole
            && reports.iter().all(|report| !report.played.gave_up && report.played.panicked.is_empty());
        keep_stale_ones(&mut reports, is_complete);
        if is_whole {
            check_that_it_searched(&reports)?;
        }
        let end = (!is_whole).then(|| why_ended(&deadline, &interrupt));
        let not_run: Vec<&str> = self.engine[reports.len()..].iter().map(String::as_str).collect();
        let has_panicked = reports.iter().any(|report| !report.played.panicked.is_empty());
        let mut failed = Vec::from_iter(log.and_then(|log| log.finish().err()));
        failed.extend(proofs.write_error().map(|error| Failure::usage(format!("--tables: {error}"))));
        failed.extend(self.accepted.write(is_complete, &accepted(&known, &reports)).err());
        let not_proven = proofs.cut();
        let checked = Checked { command: self, reports, end, not_run, not_proven };
        failed.extend(self.shown.html.as_deref().and_then(|path| write_page(path, &checked).err()));
        let output = Output::rendered(&checked, show);
        let internal = has_panicked.then(|| Failure::new(super::output::BUG, super::INTERNAL));
        Ok(Output { interrupted: interrupt.so_far().or(internal), failed, ..output })
    }

    /// Returns the command of an engine, and the engine, started by the command.
    fn started(&self, engine: &str, deadline: &Deadline) -> Result<(EngineCommand, EngineProcess)> {
        let command = self.command(engine, deadline.clone())?;
        let started = EngineProcess::start(&command, &[]).map_err(|failure| match failure {
            _ if let Some(why) = deadline.failure() => Failure::usage(why.to_owned()),
            EngineFailure::Cut => Failure::timed_out(&format!("--engine {engine}: {failure}")),
            EngineFailure::TimedOut { .. } => {
                Failure::timed_out(&format!("--engine {engine}: {failure}; --timeout gives it more time"))
            }
            _ => Failure::usage(format!("--engine {engine}: {failure}; expected a UCI engine")),
        })?;
        for (option, value) in &command.options {
            check_option(&started, option, value)?;
        }
        Ok((command, started))
    }

    /// Returns the options that decide whether a search shows a finding, if the options do not have their defaults.
    fn replay_options(&self) -> String {
        let ProofArgs { mates, budget, tables } = &self.proofs;
        let is_default = |default: Result<u64, String>, value: u64| default == Ok(value);
        let timeout = (seconds(TIMEOUT) != Ok(self.timeout))
            .then(|| format!(" --timeout {}", self.timeout.as_secs_f64()));
        let mates = (!is_default(number(0, 32)(MATES), (*mates).into())).then(|| format!(" --mates {mates}"));
        let budget =
            (!is_default(number(1, u64::MAX)(BUDGET), *budget)).then(|| format!(" --budget {budget}"));
        let folder = |name: &str, path: &Option<PathBuf>| {
            path.as_ref().map(|path| format!(" {name} {}", shell_quoted(&path.to_string_lossy())))
        };
        let folders = [folder("--dir", &self.dir), folder("--tables", tables)];
        let trace = self.trace.then(|| " --trace".to_owned());
        [timeout, mates, budget, trace].into_iter().chain(folders).flatten().collect()
    }

    fn command(&self, engine: &str, deadline: Deadline) -> Result<EngineCommand> {
        // A path with blanks is more likely than a program whose arguments make one.
        let mut command = if Path::new(engine).is_file() {
            vec![engine.to_owned()]
        } else {
            command_line("--engine", engine)?
        };
        if let Some(folder) = &self.dir {
            if !folder.is_dir() {
                return refused(format!("--dir {}: there is no such folder", name(folder)));
            }
            // A path is seen from here, and not from there.
            let path = std::path::absolute(&command[0]).ok().filter(|path| path.is_file());
            command[0] = path.and_then(|path| path.to_str().map(str::to_owned)).unwrap_or(command[0].clone());
        }
        let options = self.option.iter().map(|text| super::subject::named_value(text));
        let (options, folder, time_limit) = (options.collect::<Result<_>>()?, self.dir.clone(), self.timeout);
        Ok(EngineCommand { command, folder, options, time_limit, deadline, traces: None })
    }

    fn plans(&self) -> Vec<Plan> {
        if self.plan.is_empty() {
            let usual = if self.limits.clock.is_some() { Plan::WITH_CLOCK } else { Plan::USUAL };
            return usual.to_vec();
        }
        Plan::ALL.iter().copied().filter(|plan| self.plan.contains(plan)).collect()
    }

    fn sessions(&self, roots: &[Arc<Root>], offered: &[EngineOption], until: &Deadline) -> Vec<Session> {
        let scale = Scale {
            limit: self.limits.limit(),
            positions: self.session,
            sweep: self.sweep,
            plies: self.plies,
            seed: self.seed,
            threads: self.threads.into(),
            has_lines: false,
            ponders: false,
            table: 1,
        };
        let scale = scale.within(offered);
        let all = self.plans().into_iter().flat_map(|plan| {
            let roots = self.positions.of_plan(plan, roots);
            sessions(plan, &roots, &scale, until).into_iter().enumerate()
        });
        // The plans take turns, so that each has begun when the time is over.
        let mut all: Vec<(usize, Session)> = all.collect();
        all.sort_by_key(|&(turn, _)| turn);
        all.into_iter().map(|(_, session)| session).collect()
    }

    fn report(
        &self,
        campaign: &EngineCampaign<'_>,
        name: &str,
        known: &[Accepted<KnownFinding>],
    ) -> EngineReport {
        let &EngineCampaign { command, sessions, check, .. } = campaign;
        let mut played = campaign.play();
        // What is not answered once would cost the same time again.
        let least = if played.answers_nothing { Duration::ZERO } else { Duration::MAX };
        let shrinking = EngineCommand { deadline: command.deadline.within(least), ..command.clone() };
        let mut rows = rows(&played, sessions, known, self.shown.show_all_issues);
        let mut kinds = HashSet::new();
        let firsts = rows.iter().filter(|row| !row.is_known && kinds.insert(row.kind));
        let mut firsts: Vec<_> = firsts.enumerate().collect();
        // Findings that are shown by waiting for an answer come last: they would take the time of the others.
        firsts.sort_by_key(|(_, row)| row.kind.class.waits());
        let examples = firsts.into_iter().map(|(place, row)| {
            let found = &played.found[row.index];
            (place, minimised(&shrinking, &sessions[found.session], found, check))
        });
        let examples: Vec<_> = examples.collect::<BTreeMap<_, _>>().into_values().collect();
        for example in &examples {
            for row in rows.iter_mut().filter(|row| row.kind == example.kind) {
                row.severity = example.severity;
            }
        }
        // Only known findings are compared with all positions.
        let requests = sessions.iter().filter(|_| !known.is_empty()).flat_map(|session| &session.requests);
        let searched: HashSet<String> = requests.map(|request| request.root.canonical()).collect();
        let root = |row: &pvcheck_chess::uci::EngineRow| played.found[row.index].request().root.canonical();
        let shown: Vec<(FindingKind, String)> = rows.iter().map(|row| (row.kind, root(row))).collect();
        let (accepted, not_found): (Vec<_>, Vec<_>) = known
            .iter()
            .cloned()
            .partition(|known| shown.iter().any(|(kind, position)| known.entry.is(*kind, position)));
        // A position that was not searched proves nothing, and neither does a class that no position happens to show.
        let is_tried = |known: &Accepted<KnownFinding>| {
            known.entry.position.as_ref().is_some_and(|position| searched.contains(position))
        };
        let stale = not_found.into_iter().filter(is_tried).collect();
        let planned = sessions.iter().map(|session| session.requests.len() as u64).sum();
        let plans: BTreeSet<Plan> = sessions.iter().map(|session| session.plan).collect();
        let not_begun = plans.iter().filter(|plan| !played.begun.contains(plan) && !played.answers_nothing);
        let not_begun: Vec<_> = not_begun.map(|&plan| (plan, "not begun".to_owned())).collect();
        played.left_out.extend(not_begun);
        EngineReport {
            name: name.to_owned(),
            command: String::new(),
            replay_options: self.replay_options(),
            is_full: self.shown.full,
            moments: if self.replay.is_some() { sessions.len() } else { 1 },
            plans: if self.replay.is_some() { plans.into_iter().collect() } else { self.plans() },
            planned,
            played,
            rows,
            examples,
            accepted,
            stale,
        }
    }
}

/// The reason why not all searches were run.
fn why_ended<'d>(deadline: &'d Deadline, interrupt: &Interrupt) -> &'d str {
    let otherwise = || if interrupt.status().is_some() { "interrupted" } else { "the time was over" };
    deadline.failure().unwrap_or_else(otherwise)
}

/// Fails if no search was run, and nothing was found at the start of an engine.
fn check_that_it_searched(reports: &[EngineReport]) -> Result<()> {
    if reports.iter().any(|report| report.played.searches > 0 || !report.rows.is_empty()) {
        return Ok(());
    }
    let expected = "no search was run; expected positions and a plan that the engine supports".to_owned();
    let reasons = reports.iter().flat_map(EngineReport::not_searched);
    refused([expected].into_iter().chain(reasons).collect::<Vec<_>>().join("\n  "))
}

/// Fails if an engine does not offer an option, or does not accept the value of the option.
fn check_option(engine: &EngineProcess, name: &str, value: &str) -> Result<()> {
    let refuse = |problem: String| refused(format!("--option {name}={value}: {problem}"));
    if name.eq_ignore_ascii_case("UCI_Chess960") {
        return refuse("pvcheck sets it for each position; expected another option".to_owned());
    }
    let Some(offered) = engine.offered(name) else {
        let expected = suggest(name, engine.options().iter().map(|option| option.name.as_str()));
        return refuse(format!("{} has no such option; expected {expected}", engine.name()));
    };
    match offered.range {
        Some((least, most)) if !value.parse().is_ok_and(|number| (least..=most).contains(&number)) => {
            refuse(format!("expected a number from {least} to {most}"))
        }
        _ => Ok(()),
    }
}

/// Keeps the entries that are stale for every engine, if all searches were run; else keeps no stale entry.
fn keep_stale_ones(reports: &mut [EngineReport], is_whole: bool) {
    let missing: Vec<Vec<Accepted<KnownFinding>>> =
        reports.iter().map(|report| report.stale.clone()).collect();
    for report in reports {
        report.stale.retain(|known| is_whole && missing.iter().all(|stale| stale.contains(known)));
    }
}

/// Returns the text of a file that accepts all findings: the entries that are not stale, and the new findings.
fn accepted(known: &[Accepted<KnownFinding>], reports: &[EngineReport]) -> String {
    let is_stale =
        |known: &&Accepted<KnownFinding>| reports.iter().any(|report| report.stale.contains(known));
    let new = reports.iter().flat_map(|report| &report.rows).filter(|row| !row.is_known);
    let new: BTreeSet<String> = new.map(|row| format!("{} {}\n", row.kind, row.position)).collect();
    known.iter().filter(|known| !is_stale(known)).map(Accepted::lines).chain(new).collect()
}
