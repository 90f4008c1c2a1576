//! The result of `pvcheck uci`.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;

use super::UciCommand;
use crate::commands::{Next, Render};
use crate::report::{CiFailure, CiItem, CiReport, Document, FindingJson, counted, joined, wrapping};
use pvcheck_chess::uci::{
    Class, EngineReport, EngineRow, FindingKind, Lengths, MateLines, Plan, Rate, Severity, Spread,
    Statistics, Traced,
};

pub(super) struct Checked<'c> {
    pub command: &'c UciCommand,
    pub reports: Vec<EngineReport>,
    /// The reason why searches were not run; `None` if all searches were run.
    pub end: Option<&'c str>,
    /// The engines that were not run.
    pub not_run: Vec<&'c str>,
    /// The number of claimed mates that were not examined in time.
    pub not_proven: u64,
}

impl Checked<'_> {
    /// Whether an engine did not answer in time.
    fn is_late(&self) -> bool {
        self.reports.iter().flat_map(|report| report.new_rows(Severity::Error)).any(is_late)
    }

    /// Whether an engine shows a finding other than a late answer.
    fn has_others(&self) -> bool {
        let is_other = |report: &EngineReport| {
            let others = report.new_rows(Severity::Error).any(|row| !is_late(row));
            let warnings = self.command.strict && report.new_rows(Severity::Warning).next().is_some();
            others || warnings || report.judged_nothing() || !report.stale.is_empty()
        };
        self.reports.iter().any(is_other)
    }

    /// Returns the reason why no search could show a class.
    fn skipped(&self, report: &EngineReport, class: Class) -> Option<String> {
        let is_missing = |plan: &Plan| {
            !report.plans.contains(plan) || report.played.left_out.iter().any(|(other, _)| other == plan)
        };
        let mut found = report.rows.iter().filter(|row| row.kind.class == class).peekable();
        if class == Class::Trace && !self.command.trace {
            Some("the engine is not traced".to_owned())
        } else if found.peek().is_some() {
            found.all(|row| row.is_known).then(|| "all findings are accepted by --known".to_owned())
        } else if report.played.answers_nothing {
            Some("the engine answers nothing".to_owned())
        } else if class == Class::TimeForfeit
            && self.command.limits.clock.is_none()
            && is_missing(&Plan::Ponder)
        {
            Some("there is no clock".to_owned())
        } else {
            let plan =
                Plan::needed_by(class).first().filter(|_| Plan::needed_by(class).iter().all(is_missing));
            plan.map(|plan| format!("the plan {plan} was not run"))
        }
    }

    fn item(&self, report: &EngineReport, class: Class) -> CiItem {
        // A trace may break several rules.
        let of_class = || report.examples.iter().filter(|example| example.kind.class == class);
        let example = of_class().next();
        let failure = example.map(|example| CiFailure {
            message: format!("{}: {} {}", example.kind, example.kind.summary(), example.detail),
            details: of_class().map(|example| report.page(example)).collect::<Vec<_>>().join("\n"),
            replay: format!("Commands for the engine:\n{}", example.commands().join("\n")),
        });
        let is_warning =
            !self.command.strict && example.is_some_and(|example| example.severity == Severity::Warning);
        let skipped = self.skipped(report, class);
        CiItem { is_warning, skipped, ..CiItem::new(class.name(), &report.name, failure) }
    }

    fn rows(&self) -> Vec<FindingJson> {
        let mut all = Vec::new();
        for report in &self.reports {
            let mut seen: Vec<FindingKind> = Vec::new();
            for row in &report.rows {
                let is_first = !row.is_known && !seen.contains(&row.kind);
                seen.extend(is_first.then_some(row.kind));
                let example = report.examples.iter().find(|example| is_first && example.kind == row.kind);
                all.push(FindingJson::new(report, row, example));
            }
        }
        all
    }
}

fn is_late(row: &EngineRow) -> bool {
    matches!(row.kind.class, Class::TimedOut | Class::IgnoresStop | Class::NotUci)
}

/// Returns a line of a report in so many columns. Output of engines is cut, sentences and lists are wrapped, and text
/// to copy, such as commands, stays whole.
fn cut(line: &str, width: usize) -> String {
    const LABEL: usize = 11;
    let (label, text) = line.split_at_checked(LABEL).unwrap_or((line, ""));
    let is_whole = line.chars().count() <= width;
    match label.trim_end() {
        "printed" if !is_whole => {
            let shown: String = text.chars().take(width.saturating_sub(LABEL + 1)).collect();
            format!("{label}{shown}…\n")
        }
        "found" | "detail" | "line" | "plans" | "ends" | "skipped" | "stale" | "left out" | "limit"
        | "known" | "not shrunk"
            if !is_whole =>
        {
            let indent = " ".repeat(LABEL);
            let options = wrapping(width).initial_indent(label).subsequent_indent(&indent);
            // A number stays with its unit.
            textwrap::fill(&text.replace(" %", "\u{a0}%"), options).replace('\u{a0}', " ") + "\n"
        }
        _ => format!("{line}\n"),
    }
}

fn skipped(((reason, position), searches): (&(String, String), &u64)) -> serde_json::Value {
    json!({ "position": position, "reason": reason, "searches": searches })
}

fn statistics(statistics: &Statistics) -> serde_json::Value {
    let Statistics { depths, ends, mates, differences, .. } = statistics;
    let depth = |(depth, lengths): (&u64, &Lengths)| json!({ "depth": depth, "lines": lengths.lines, "whole": lengths.whole, "plies": lengths.plies });
    let mate = |(plan, mates): (&Plan, &MateLines)| json!({ "plan": plan.name(), "lines": mates.lines, "incomplete": mates.incomplete });
    let rate = |rate: &Rate| {
        let &Rate { class, threads, of, shown } = rate;
        json!({ "class": class.name(), "threads": threads, "of": of, "shown": shown, "interval": rate.interval() })
    };
    let difference = |(plan, spread): (&Plan, &Spread)| {
        let sizes: Vec<(&u64, &u64)> = spread.centipawns.iter().collect();
        json!({ "plan": plan.name(), "pairs": spread.pairs(), "mates": spread.mates, "centipawns": sizes })
    };
    json!({
        "depths": depths.iter().map(depth).collect::<Vec<_>>(),
        "ends": ends.iter().map(|(end, count)| (end.name(), count)).collect::<BTreeMap<_, _>>(),
        "mates": mates.iter().map(mate).collect::<Vec<_>>(),
        "threads": statistics.rates().iter().map(rate).collect::<Vec<_>>(),
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

    fn text(&self, width: u16) -> String {
        let mut pages = Vec::new();
        if let Some(end) = self.end {
            pages.push(format!("Not all searches were run: {end}.\n"));
        }
        if self.not_proven > 0 {
            let mates = counted(self.not_proven, "claimed mate");
            pages.push(format!("Not examined to the end, since the time was over: {mates}.\n"));
        }
        if self.is_late() && self.has_others() {
            let both =
                "There are findings (status 2), and searches without an answer in time (status 3 alone).";
            pages.push(format!("{both}\n"));
        }
        let cut = |line: &str| cut(line, if self.command.shown.full { usize::MAX } else { width.into() });
        let page = |report: &EngineReport| {
            let text = report.to_string();
            let (head, rest) = text.split_once('\n').unwrap_or((&text, ""));
            let options = textwrap::Options::new(width.into()).subsequent_indent("           ");
            textwrap::fill(head, options) + "\n" + &rest.lines().map(cut).collect::<String>()
        };
        pages.extend(self.reports.iter().map(page));
        pages.extend(self.not_run.iter().map(|engine| format!("Not run: {engine}\n")));
        pages.join("\n")
    }

    fn next(&self) -> Option<Next> {
        let reports = || self.reports.iter();
        let has_new = reports().any(|report| !report.examples.is_empty());
        let has_known =
            reports().any(|report| !report.stale.is_empty() || report.rows.iter().any(|row| row.is_known));
        Some(match () {
            () if self.timed_out() || !has_new && reports().any(EngineReport::judged_nothing) => Next::Silent,
            () if !has_new && reports().any(|report| !report.stale.is_empty()) => Next::OnlyStale,
            () if has_known && self.has_findings() => Next::FoundBesideKnown,
            () if has_new => Next::Found,
            () if self.end.is_some() => Next::NotWhole,
            () if self.command.trace => Next::RightInside,
            () => Next::RightOutside,
        })
    }

    fn json(&self) -> Document<impl Serialize> {
        let engine = |report: &EngineReport| {
            let plans: Vec<&str> = report.plans.iter().map(|plan| plan.name()).collect();
            let replayed: BTreeMap<&str, usize> =
                report.replayed().into_iter().map(|(class, shown)| (class.name(), shown)).collect();
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
                "cut": report.played.cut,
                "judged": !report.judged_nothing(),
                "not_shrunk": report.not_shrunk(),
                "lines": report.played.lines,
                "traced": (report.played.traced != Traced::default()).then(|| json!({
                    "nodes": report.played.traced.nodes,
                    "judged": report.played.traced.judged,
                    "silent": report.played.traced.silent,
                })),
                "plans": plans,
                "left_out": left_out,
                "skipped": report.played.skipped.values().sum::<u64>(),
                "skipped_positions": report.played.skipped.iter().map(skipped).collect::<Vec<_>>(),
                "answers_nothing": report.played.answers_nothing,
                "ignores_depth": report.played.ignores_depth,
                "replayed": replayed,
                "panicked": report.played.panicked.len(),
                "stale": report.stale.iter().map(|stale| stale.entry.to_string()).collect::<Vec<_>>(),
                "statistics": statistics(&report.played.statistics),
            })
        };
        let engines: Vec<_> = self.reports.iter().map(engine).collect();
        let scope = json!({ "engines": engines, "whole": self.end.is_none(), "not_run": self.not_run, "not_proven": self.not_proven });
        Document::new("uci", Some(self.command.seed), scope, self.rows())
    }

    fn ci(&self) -> CiReport {
        let of_report = |report| Class::ALL.iter().map(move |&class| self.item(report, class));
        let items = self.reports.iter().flat_map(of_report);
        let stale = self.reports.iter().flat_map(|report| &report.stale);
        let stale = stale.map(|stale| format!("accepted finding that is not found any more: {stale}"));
        let first = |report: &EngineReport| report.to_string().lines().next().unwrap_or_default().to_owned();
        let verdict = joined(self.reports.iter().map(first), "; ");
        let hollow = self.reports.iter().filter(|report| report.judged_nothing());
        let notes = stale.chain(hollow.map(|report| format!("{}: almost nothing was judged", report.name)));
        CiReport { notes: notes.collect(), ..CiReport::new("pvcheck uci", verdict, items) }
    }
}
