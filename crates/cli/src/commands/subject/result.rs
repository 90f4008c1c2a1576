//! The result of `pvcheck subject`.

use serde::Serialize;
use serde_json::json;

use super::SubjectCommand;
use crate::commands::{Next, Render};
use crate::report::{CiFailure, CiItem, CiReport, Document, ShardJson, counted, counts_json};
use pvcheck::syntax::shell_quoted;
use pvcheck::verify::{Example, ExampleJson, Report};

pub(super) struct Verified<'c> {
    pub command: &'c SubjectCommand,
    pub name: String,
    pub report: Report,
    pub shard: Option<ShardJson>,
}

impl Render for Verified<'_> {
    fn has_findings(&self) -> bool {
        !self.report.is_clean()
    }

    fn timed_out(&self) -> bool {
        self.report.timed_out() && self.report.examples().len() == 1
    }

    fn text(&self, _: u16) -> String {
        let needs_marks = self.command.needs_marks();
        let note = needs_marks.map_or(String::new(), |word| {
            format!(
                "`{word}` is declared, and no game has noisy moves or null moves: --marks adds such games.\n"
            )
        });
        format!("{}{note}", self.report)
    }

    fn next(&self) -> Option<Next> {
        Some(match &self.report {
            report if report.stale().next().is_some() => Next::FoundBesideKnown,
            report if !report.examples().is_empty() => Next::Found,
            report if report.judged_too_little() => Next::ProgramUnjudged,
            _ => Next::ProgramRight,
        })
    }

    fn json(&self) -> Document<impl Serialize> {
        let Self { command, name, report, shard } = self;
        let scope = json!({
            "cmd": command.cmd,
            "name": name,
            "declare": command.declare,
            "games": if command.case.is_empty() { command.random.games } else { 0 },
            "searches": report.searches(),
            "judged": counts_json(|by| report.judged(by)),
            "judged_too_little": report.judged_too_little(),
            "rests": report.rests(),
            "without_values": report.without_values(),
            "unjudged": report.unjudged(),
            "not_searched": report.not_searched(),
            "score": counts_json(|verdict| report.scores(verdict)),
            "line": counts_json(|kind| report.lines(kind)),
            "declaration": report.explanation(),
            "stale": report.stale().collect::<Vec<_>>(),
        });
        let rows = report.examples().iter().map(ExampleJson::new);
        let seed = command.case.is_empty().then_some(command.random.seed);
        Document::new("subject", seed, scope, rows).of_shard(shard.clone())
    }

    fn ci(&self) -> CiReport {
        let Self { command, name, report, .. } = self;
        let words = command.program_words().command_line();
        let item = |example: &Example| {
            let failure = CiFailure {
                message: format!("{} in {}", example.finding.title(), counted(example.count, "search")),
                details: report.page_of(example),
                replay: format!("{words} --case {}", shell_quoted(&example.case)),
            };
            CiItem::new(example.finding.name(), name, Some(failure))
        };
        let notes = report.stale().map(|case| format!("accepted case without a finding: {case}"));
        let verdict = report.to_string().lines().next().unwrap_or_default().to_owned();
        let unjudged = report.judged_too_little().then(|| CiFailure {
            message: "too little was judged".to_owned(),
            details: report.head(),
            replay: words.clone(),
        });
        let judged = CiItem::new(format!("judged: {}", report.judges()), name, unjudged);
        let items = [judged].into_iter().chain(report.examples().iter().map(item));
        CiReport { notes: notes.collect(), ..CiReport::new("pvcheck subject", verdict, items) }
    }
}
