//! `pvcheck trace`: judges what an engine told of its nodes.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::args::{Format, file, named};
use super::input::{is_stdin, name};
use super::known::KnownArgs;
use super::report::write_page;
use super::{Failure, Next, Output, OutputArgs, Render, Result, refused};
use crate::report::{CiFailure, CiItem, CiReport, Document, RuleJson, counted, joined, thousands};
use pvcheck::experiment::Accepted;
use pvcheck::syntax::SyntaxError;
use pvcheck_chess::trace::{
    BrokenRule, Game, HEADER, Rule, Share, TraceError, TraceReport, difference, judge,
};

#[derive(Args, Clone, Debug)]
pub(super) struct Trace {
    /// The traces of one engine, one for each of its threads; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "header")]
    files: Vec<PathBuf>,
    /// Show the first event in which two traces differ, instead of judging them
    #[arg(long, conflicts_with_all = ["header", "known", "write_known"])]
    diff: bool,
    /// The game: chess, or unknown
    #[arg(long, value_name = "GAME", default_value = "chess", value_parser = named::<Game>())]
    game: Game,
    /// Print the header `pvcheck.h`, with which an engine writes traces
    #[arg(long, conflicts_with = "files")]
    header: bool,
    /// Write a page to FILE, with the board and the moves of each first place
    #[arg(long, value_name = "FILE", value_parser = file(), conflicts_with = "diff")]
    html: Option<PathBuf>,
    #[command(flatten)]
    accepted: KnownArgs,
}

fn opened(path: &Path) -> Result<Box<dyn Read>> {
    if is_stdin(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(path).map_err(Failure::io(name(path), "read"))?))
}

impl Trace {
    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        if self.header {
            return Ok(Output::plain(HEADER.to_owned()));
        }
        if self.diff {
            return self.difference(show);
        }
        let known = self.accepted.read(|text| Accepted::read_all(text, known_rule))?;
        let mut traces = self.files.iter().map(|path| opened(path)).collect::<Result<Vec<_>>>()?;
        let names = joined(self.files.iter().map(|path| name(path)), " ");
        let mut report = judge(self.game, &mut traces).map_err(|error| failure(&names, error))?;
        if report.nodes == 0 {
            return refused(format!("{names}: no node is told; expected `PV_ENTER` in each search function"));
        }
        let new = report.findings().into_iter().map(|(rule, _)| rule);
        let new = new.filter(|rule| !rule.is_of_telling() && known.iter().all(|known| known.entry != *rule));
        let new = new.map(|rule| format!("{rule}\n"));
        let written: String = known.iter().map(Accepted::lines).chain(new).collect();
        let mut failed = Vec::from_iter(self.accepted.write(true, &written).err());
        let mut accepted = Vec::new();
        for known in known {
            let broken = report.broken.remove(&known.entry);
            accepted.extend(broken.map(|broken| (known, broken.count)));
        }
        let judged = JudgedTrace { report, names, accepted };
        failed.extend(self.html.as_deref().and_then(|path| write_page(path, &judged).err()));
        Ok(Output { failed, ..Output::rendered(&judged, show) })
    }

    fn difference(&self, show: &OutputArgs) -> Result<Output> {
        let [one, other] = &self.files[..] else { return refused("`--diff` compares two traces") };
        if show.format() != Format::Text {
            return refused("`--diff` prints text only; expected `--format text`");
        }
        let names = format!("{} and {}", name(one), name(other));
        let first = difference(self.game, [opened(one)?, opened(other)?]);
        let first = first.map_err(|error| failure(&names, error))?;
        let has_findings = first.is_some();
        let text = first.map_or(format!("{names} are equal\n"), |place| format!("{names} differ\n{place}"));
        Ok(Output { has_findings, ..Output::plain(text) })
    }
}

/// Reads a rule that may be accepted: where the trace is not whole, nothing is judged.
fn known_rule(text: &str) -> Result<Rule, SyntaxError> {
    let rule: Rule = text.parse()?;
    let is_valid = !rule.is_of_telling();
    let error =
        || SyntaxError::new(text, 0..text.len(), "the trace is not whole where it is broken", "another rule");
    is_valid.then_some(rule).ok_or_else(error)
}

fn failure(names: &str, error: TraceError) -> Failure {
    match error {
        TraceError::Io(error) => Failure::io(names, "read")(error),
        error @ TraceError::Format { .. } => Failure::usage(format!("{names}: {error}")),
    }
}

struct JudgedTrace {
    report: TraceReport,
    names: String,
    /// The accepted rules that are broken, and how often.
    accepted: Vec<(Accepted<Rule>, u64)>,
}

impl JudgedTrace {
    fn verdict(&self) -> String {
        let rules = self.report.findings().len() as u64;
        if rules == 0 && self.report.judged() == 0 {
            return format!(
                "nothing is judged: all {} scores are taken on trust",
                thousands(self.report.nodes)
            );
        }
        format!("{} broken in {}", counted(rules, "rule"), counted(self.report.nodes, "node"))
    }
}

impl Render for JudgedTrace {
    fn has_findings(&self) -> bool {
        !self.report.findings().is_empty() || self.report.judged() == 0
    }

    fn text(&self, _: u16) -> String {
        let mark = if self.has_findings() { "✗" } else { "✓" };
        let known =
            |(known, count): &(Accepted<Rule>, u64)| format!("known: {known}: {}\n", counted(*count, "time"));
        let known: String = self.accepted.iter().map(known).collect();
        format!("{}{known}\n{mark} {}\n", self.report, self.verdict())
    }

    fn next(&self) -> Option<Next> {
        Some(match self.has_findings() {
            true if self.report.judged() == 0 => Next::OnTrust,
            true => Next::RulesBroken,
            false => Next::RulesKept,
        })
    }

    fn json(&self) -> Document<impl Serialize> {
        let shares =
            Share::ALL.iter().map(|&share| (share.name().to_owned(), self.report.count(share).into()));
        let scope = json!({
            "nodes": self.report.nodes,
            "judged": self.report.judged(),
            "searches": self.report.searches,
            "not_judged_rules": self.report.hidden(),
            "known": self.accepted.iter().map(|(known, _)| known.entry.name()).collect::<Vec<_>>(),
            "rests": shares.collect::<serde_json::Map<_, _>>(),
        });
        Document::new("trace", None, scope, self.report.findings().into_iter().map(RuleJson::new))
    }

    fn ci(&self) -> CiReport {
        let item = |&rule: &Rule| {
            let findings = self.report.findings();
            let broken = findings.iter().find(|(broken, _)| *broken == rule);
            let failure = broken.map(|(_, BrokenRule { count, first, .. })| CiFailure {
                message: format!("{}: {}", counted(*count, "time"), rule.summary()),
                details: first.to_string(),
                replay: format!("pvcheck trace {}", self.names),
            });
            CiItem::new(rule.name(), "rules", failure)
        };
        let title = format!("pvcheck trace {}", self.names);
        let on_trust = (self.report.judged() == 0).then(|| self.verdict());
        let report = CiReport::new(title, self.verdict(), Rule::ALL.iter().map(item));
        CiReport { notes: Vec::from_iter(on_trust), ..report }
    }
}
