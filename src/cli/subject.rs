//! `pvcheck subject`: verifies the search of another program, by a line protocol.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::json;

use super::args::{OutputArgs, at_least_one, positive, seconds, whole};
use super::conformance::{Conformance, conformance};
use super::input::{name, read};
use super::interrupt::Interrupt;
use super::output::Render;
use super::{Failure, Output};
use crate::campaign::Shard;
use crate::report::{CiFailure, CiItem, CiReport, Document, counted};
use crate::syntax::{SyntaxError, SyntaxErrors, shell_quoted};
use crate::verdict::{FaultKind, Finding, LineKind, ScoreVerdict};
use crate::verify::{
    Example, ExampleJson, NoAnswer, Problem, Program, RandomGames, Report, Verification, declaration_words,
    parse_declaration,
};

#[derive(Args, Clone, Debug)]
#[command(after_help = after_help())]
pub(super) struct SubjectCommand {
    /// The program and its arguments, separated as in a shell; no shell runs it
    #[arg(long, value_name = "COMMAND")]
    cmd: String,
    /// Check that the program keeps the protocol, on a few games, and nothing else
    #[arg(long)]
    conformance: bool,
    /// Set an option of the program; repeatable
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// What the search does beyond minimax of a fixed tree: words with `+` between them (below)
    #[arg(long, value_name = "WORDS", default_value = "")]
    declare: String,
    /// A kind of finding that is allowed, such as truncated, overlong or bound; repeatable
    #[arg(long, value_name = "KIND")]
    allow: Vec<String>,
    #[command(flatten)]
    random: GameArgs,
    /// Before each search, the same process runs this many others, at most 4
    #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(u8).range(0..=4))]
    warm: u8,
    /// Give each search a node limit of this range
    #[arg(long, value_name = "LEAST..MOST", value_parser = range::<u64>)]
    stopped: Option<RangeInclusive<u64>>,
    /// Number of lines that each search must return
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u8).range(1..))]
    lines: u8,
    /// Number of entries that the table of the program may have
    #[arg(long, value_name = "N", value_parser = positive)]
    entries: Option<u64>,
    /// Search each game this many times, for a program that does not always answer the same
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    repeats: u32,
    /// A case to verify instead of random games, as a page prints it; repeatable
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["shard", "time", "games"])]
    case: Vec<String>,
    /// File of known cases, one per line; the comment before a case is the reason why it is known
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Most seconds for one answer
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// Most seconds for the whole run; running out of time is a normal end
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "shard")]
    time: Option<Duration>,
    /// Number of processes at the same time [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<NonZeroUsize>,
    /// Search only part K of N of the games
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
}

/// The words of `--declare`, for the help.
fn after_help() -> String {
    let words: Vec<String> = declaration_words().map(|(name, form)| format!("{name}{form}")).collect();
    format!(
        "Words of --declare (docs/declarations.md):\n{}\n\nThe protocol: docs/protocol.md",
        textwrap::indent(&textwrap::fill(&words.join(", "), 90), "  ")
    )
}

/// Parses a range with both ends, such as `-100..100`, or one number.
fn range<N: std::str::FromStr + PartialOrd + Clone>(text: &str) -> Result<RangeInclusive<N>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let ends = least.parse::<N>().ok().zip(most.trim_start_matches('=').parse::<N>().ok());
    let range = ends.map(|(least, most)| least..=most).filter(|range| !range.is_empty());
    range.ok_or_else(|| "expected a range with both ends, for example 1..8".to_owned())
}

/// The random games.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Games")]
struct GameArgs {
    /// Number of random games
    #[arg(long, value_name = "N", default_value = "10000", value_parser = positive)]
    games: u64,
    /// Seed of the random games
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = whole)]
    seed: u64,
    /// Add games with cycles
    #[arg(long)]
    cycles: bool,
    /// Add games with mates
    #[arg(long)]
    mates: bool,
    /// Add games with noisy moves, forcing moves and null moves
    #[arg(long)]
    marks: bool,
    /// Use only scores in this range
    #[arg(long, value_name = "LEAST..MOST", value_parser = range::<i32>, allow_hyphen_values = true)]
    scores: Option<RangeInclusive<i32>>,
    /// Use only depths in this range
    #[arg(long, value_name = "LEAST..MOST", value_parser = range::<usize>)]
    depths: Option<RangeInclusive<usize>>,
}

impl GameArgs {
    fn games(&self) -> Result<RandomGames, Failure> {
        let mut games = RandomGames::seed(self.seed).count(self.games);
        if self.cycles {
            games = games.cycles();
        }
        if self.mates {
            games = games.mates();
        }
        if self.marks {
            games = games.marks();
        }
        let invalid =
            |flag: &'static str| move |expected: String| Failure::Usage(format!("{flag}: {expected}"));
        if let Some(range) = &self.scores {
            games = games.within_scores(range.clone()).map_err(invalid("--scores"))?;
        }
        if let Some(range) = &self.depths {
            games = games.within_depths(range.clone()).map_err(invalid("--depths"))?;
        }
        Ok(games)
    }
}

impl SubjectCommand {
    pub fn run(&self, show: &OutputArgs) -> Result<Output, Failure> {
        let program = self.program()?;
        let name = program.start().map_err(|error| match error {
            NoAnswer::TimedOut(_) => Failure::TimedOut(format!("--cmd {}: no first line: {error}", self.cmd)),
            _ => Failure::Usage(format!("--cmd {}: {error}", self.cmd)),
        })?;
        if self.conformance {
            return Ok(Output::of(&Conformance { name, checks: conformance(&program) }, show));
        }
        let bar = self.bar(show);
        let (interrupt, begun) = (Arc::new(Interrupt::default()), Instant::now());
        interrupt.register()?;
        let (own, own_bar, time) = (Arc::clone(&interrupt), bar.clone(), self.time);
        let progress = move |searches| {
            own_bar.inc(searches);
            own.status().is_none() && time.is_none_or(|time| begun.elapsed() < time)
        };
        let verification = self.verification(program)?.progress(Arc::new(progress));
        let mut report = verification.report();
        (report.command, report.program) = (Some(self.command()), Some(name.clone()));
        bar.finish_and_clear();
        let output = Output::of(&Verified { command: self, name, report }, show);
        let interrupted =
            interrupt.status().map(|status| (status, "interrupted: this is the result so far".to_owned()));
        Ok(Output { interrupted, ..output })
    }

    fn program(&self) -> Result<Program, Failure> {
        let command = shell_words::split(&self.cmd).ok().filter(|words| !words.is_empty());
        let expected = "expected a program and its arguments, with quotes as in a shell";
        let command = command.ok_or_else(|| Failure::Usage(format!("--cmd {:?}: {expected}", self.cmd)))?;
        let options = self.option.iter().map(|text| {
            let pair = text
                .split_once('=')
                .filter(|(name, _)| !name.is_empty() && !name.contains(char::is_whitespace));
            let pair = pair.filter(|_| !text.contains(char::is_control));
            let (name, value) = pair.ok_or_else(|| {
                Failure::Usage(format!("--option {text:?}: expected NAME=VALUE on one line"))
            })?;
            Ok((name.to_owned(), value.to_owned()))
        });
        Ok(Program { command, options: options.collect::<Result<_, Failure>>()?, time_limit: self.timeout })
    }

    fn bar(&self, show: &OutputArgs) -> ProgressBar {
        let template = "{bar:30} {human_pos} of {human_len} games  {elapsed}";
        let style = ProgressStyle::with_template(template).expect("the template is right");
        if show.quiet { ProgressBar::hidden() } else { ProgressBar::new(self.random.games).with_style(style) }
    }

    fn verification(&self, program: Program) -> Result<Verification, Failure> {
        let rules = parse_declaration(&self.declare)
            .map_err(|error| Failure::argument("--declare", &self.declare, error))?;
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let mut verification = Verification::of_program(program)
            .declares(rules)
            .warm(usize::from(self.warm))
            .lines(self.lines)
            .repeats(self.repeats)
            .threads(self.threads.map_or(cores, NonZeroUsize::get));
        if let Some(range) = &self.stopped {
            verification = verification.stopped(range.clone());
        }
        if let Some(entries) = self.entries {
            verification = verification.table_entries(entries as usize);
        }
        for text in &self.allow {
            verification = verification.allows(allowed(text)?);
        }
        for (case, reason) in self.known_cases()? {
            verification = verification.with_known(case, reason);
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
            let case = text.parse().map_err(|error: SyntaxError| Failure::argument("--case", text, error))?;
            verification = verification.problem(case);
        }
        Ok(verification)
    }

    /// The known cases, each with its reason.
    fn known_cases(&self) -> Result<Vec<(Problem, String)>, Failure> {
        let Some(path) = &self.known else { return Ok(Vec::new()) };
        let (origin, text) = (name(path), read(path)?);
        let (mut cases, mut reason, mut start) = (Vec::new(), String::new(), 0);
        for line in text.split_inclusive('\n') {
            let content = line.trim();
            if let Some(comment) = content.strip_prefix('#') {
                format!("{reason} {}", comment.trim()).trim().clone_into(&mut reason);
            } else if !content.is_empty() {
                let place = start..start + content.len();
                let read = content.parse::<Problem>().map_err(|error| error.within(&text, start));
                let read = read.and_then(|case| match std::mem::take(&mut reason) {
                    reason if reason.is_empty() => {
                        let expected = "a comment `# REASON` on the line before it";
                        Err(SyntaxError::new(&text, place, "a known case without a reason", expected))
                    }
                    reason => Ok((case, reason)),
                });
                let read =
                    read.map_err(|error| Failure::syntax(&origin, &text, &SyntaxErrors::from(error)))?;
                cases.push(read);
            }
            start += line.len();
        }
        Ok(cases)
    }

    /// The command line that verifies the same program again, without the number of games.
    fn command(&self) -> String {
        let mut words =
            vec!["pvcheck".to_owned(), "subject".to_owned(), "--cmd".to_owned(), self.cmd.clone()];
        let mut add = |flag: &str, value: &str| words.extend([flag.to_owned(), value.to_owned()]);
        self.option.iter().for_each(|option| add("--option", option));
        if !self.declare.is_empty() {
            add("--declare", &self.declare);
        }
        self.allow.iter().for_each(|kind| add("--allow", kind));
        if self.repeats > 1 {
            add("--repeats", &self.repeats.to_string());
        }
        shell_words::join(words)
    }
}

/// Reads a kind of finding that may be allowed.
fn allowed(text: &str) -> Result<Finding, Failure> {
    let lines = LineKind::ALL.iter().map(|&kind| Finding::Line(kind));
    let faults = FaultKind::ALL.iter().map(|&kind| Finding::Fault(kind));
    let bound = std::iter::once(Finding::Score(ScoreVerdict::Bound));
    let all: Vec<Finding> = lines.chain(faults).chain(bound).collect();
    all.iter().copied().find(|finding| finding.name() == text).ok_or_else(|| {
        let expected = crate::syntax::suggest(text, all.iter().map(|finding| finding.name()));
        Failure::Usage(format!("--allow {text}: no finding that can be allowed; expected {expected}"))
    })
}

/// The result of a run.
struct Verified<'c> {
    command: &'c SubjectCommand,
    name: String,
    report: Report,
}

impl Render for Verified<'_> {
    fn has_findings(&self) -> bool {
        !self.report.is_clean()
    }

    fn timed_out(&self) -> bool {
        self.report.timed_out()
    }

    fn text(&self, _: u16) -> String {
        self.report.to_string()
    }

    fn json(&self) -> Document<impl Serialize> {
        let Self { command, name, report } = self;
        let verdicts = |names: &mut dyn Iterator<Item = (&'static str, u64)>| {
            names.map(|(name, count)| (name.to_owned(), json!(count))).collect::<serde_json::Map<_, _>>()
        };
        let lines = verdicts(&mut LineKind::ALL.iter().map(|&kind| (kind.name(), report.lines(kind))));
        let scores =
            verdicts(&mut ScoreVerdict::ALL.iter().map(|&verdict| (verdict.name(), report.scores(verdict))));
        let scope = json!({
            "cmd": command.cmd,
            "name": name,
            "declare": command.declare,
            "games": if command.case.is_empty() { command.random.games } else { 0 },
            "searches": report.searches(),
            "unjudged": report.unjudged(),
            "score": scores,
            "line": lines,
            "stale": report.stale().collect::<Vec<_>>(),
        });
        let rows = report.examples().iter().map(ExampleJson::new).collect();
        Document::new("subject", command.case.is_empty().then_some(command.random.seed), scope, rows)
    }

    fn ci(&self) -> CiReport {
        let Self { command, name, report } = self;
        let item = |example: &Example| CiItem {
            name: example.flaw.name().to_owned(),
            group: name.clone(),
            place: None,
            failure: Some(CiFailure {
                message: format!("{} in {}", example.flaw.name(), counted(example.count, "search")),
                details: report.page_of(example),
                replay: format!("{} --case {}", command.command(), shell_quoted(&example.case)),
            }),
        };
        let items = report.examples().iter().map(item).collect();
        let notes = report.stale().map(|case| format!("known case without a flaw: {case}")).collect();
        let verdict = report.to_string().lines().next().unwrap_or_default().to_owned();
        CiReport { title: "pvcheck subject".to_owned(), verdict, items, notes }
    }
}
