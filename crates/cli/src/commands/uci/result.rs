//! The result of `pvcheck uci`.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;

use super::UciCommand;
use crate::commands::Render;
use crate::report::{CiFailure, CiItem, CiReport, Document, FindingJson};
use pvcheck_chess::uci::{Class, EngineReport, Lengths, MateLines, Plan, Row, Severity, Spread, Statistics};

pub(super) struct Checked<'c> {
    pub command: &'c UciCommand,
    pub reports: Vec<EngineReport>,
    /// Why not all searches were run; `None` if they were.
    pub end: Option<&'static str>,
    /// The engines that were not run.
    pub not_run: Vec<&'c str>,
}

impl Checked<'_> {
    /// Whether an engine did not answer in time.
    fn is_late(&self) -> bool {
        self.reports.iter().flat_map(|report| report.new_rows(Severity::Error)).any(is_late)
    }

    /// Whether there is another finding.
    fn has_others(&self) -> bool {
        let is_other = |report: &EngineReport| {
            let others = report.new_rows(Severity::Error).any(|row| !is_late(row));
            let warnings =
                self.command.accepted.strict && report.new_rows(Severity::Warning).next().is_some();
            others || warnings || !report.stale.is_empty()
        };
        self.reports.iter().any(is_other)
    }

    fn rows(&self) -> Vec<FindingJson> {
        let mut all = Vec::new();
        for report in &self.reports {
            let mut seen: Vec<Class> = Vec::new();
            for row in &report.rows {
                let is_first = !row.is_known && !seen.contains(&row.class);
                seen.extend(is_first.then_some(row.class));
                let example = report.examples.iter().find(|example| is_first && example.class == row.class);
                all.push(FindingJson::new(report, row, example));
            }
        }
        all
    }
}

fn is_late(row: &Row) -> bool {
    matches!(row.class, Class::TimedOut | Class::IgnoresStop | Class::NotUci)
}

fn skipped(((reason, position), searches): (&(String, String), &u64)) -> serde_json::Value {
    json!({ "position": position, "reason": reason, "searches": searches })
}

fn statistics(statistics: &Statistics) -> serde_json::Value {
    let Statistics { depths, ends, mates, differences } = statistics;
    let depth = |(depth, lengths): (&u64, &Lengths)| json!({ "depth": depth, "lines": lengths.lines, "whole": lengths.whole, "plies": lengths.plies });
    let mate = |(plan, mates): (&Plan, &MateLines)| json!({ "plan": plan.name(), "lines": mates.lines, "incomplete": mates.incomplete });
    let difference = |(plan, spread): (&Plan, &Spread)| {
        let sizes: Vec<(&u64, &u64)> = spread.centipawns.iter().collect();
        json!({ "plan": plan.name(), "pairs": spread.pairs(), "mates": spread.mates, "centipawns": sizes })
    };
    json!({
        "depths": depths.iter().map(depth).collect::<Vec<_>>(),
        "ends": ends.iter().map(|(end, count)| (end.name(), count)).collect::<BTreeMap<_, _>>(),
        "mates": mates.iter().map(mate).collect::<Vec<_>>(),
        "differences": differences.iter().map(difference).collect::<Vec<_>>(),
    })
}

impl Render for Checked<'_> {
    fn has_findings(&self) -> bool {
        self.is_late() || self.has_others()
    }

    fn timed_out(&self) -> bool {
        self.is_late() && !self.has_others()
    }

    fn text(&self, _: u16) -> String {
        let mut pages = Vec::new();
        if let Some(end) = self.end {
            pages.push(format!("Not all searches were run: {end}.\n"));
        }
        if self.is_late() && self.has_others() {
            let both =
                "There are findings (status 2), and searches without an answer in time (status 3 alone).";
            pages.push(format!("{both}\n"));
        }
        pages.extend(self.reports.iter().map(ToString::to_string));
        pages.extend(self.not_run.iter().map(|engine| format!("Not run: {engine}\n")));
        pages.join("\n")
    }

    fn json(&self) -> Document<impl Serialize> {
        let engine = |report: &EngineReport| {
            let plans: Vec<&str> = report.plans.iter().map(|plan| plan.name()).collect();
            let left_out: serde_json::Map<_, _> = report
                .played
                .left_out
                .iter()
                .map(|(plan, why)| (plan.name().to_owned(), json!(why)))
                .collect();
            json!({
                "name": report.name,
                "command": report.command,
                "searches": report.played.searches,
                "planned": report.planned,
                "not_shrunk": report.not_shrunk(),
                "lines": report.played.lines,
                "plans": plans,
                "left_out": left_out,
                "skipped": report.played.skipped.values().sum::<u64>(),
                "skipped_positions": report.played.skipped.iter().map(skipped).collect::<Vec<_>>(),
                "answers_nothing": report.played.answers_nothing,
                "panicked": report.played.panicked.len(),
                "stale": report.stale.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "statistics": statistics(&report.played.statistics),
            })
        };
        let engines: Vec<_> = self.reports.iter().map(engine).collect();
        let scope = json!({ "engines": engines, "whole": self.end.is_none(), "not_run": self.not_run });
        Document::new("uci", Some(self.command.seed), scope, self.rows())
    }

    fn ci(&self) -> CiReport {
        let mut items = Vec::new();
        for report in &self.reports {
            for example in &report.examples {
                let is_failure = example.severity == Severity::Error || self.command.accepted.strict;
                let failure = is_failure.then(|| CiFailure {
                    message: format!("{}: {}", example.class, example.detail),
                    details: report.page(example),
                    replay: format!("Commands for the engine:\n{}", example.commands().join("\n")),
                });
                items.push(CiItem::new(example.class.name(), &report.name, failure));
            }
        }
        let stale = self.reports.iter().flat_map(|report| &report.stale);
        let notes = stale.map(|known| format!("known finding that is not found any more: {known}"));
        let first = |report: &EngineReport| report.to_string().lines().next().unwrap_or_default().to_owned();
        let verdict = self.reports.iter().map(first).collect::<Vec<_>>().join("; ");
        CiReport::new("pvcheck uci", verdict, items).with_notes(notes)
    }
}
