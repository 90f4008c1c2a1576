//! `pvcheck shrink`: makes cases smaller with the same finding.

use clap::Args;
use serde::Serialize;
use serde_json::json;

use super::check::{CaseWithOrigin, Cases, judge};
use super::{Next, Output, OutputArgs, Render, Result, refused};
use crate::report::{CiFailure, CiItem, CiReport, Document, RowJson, counted, page};
use pvcheck::case::Case;
use pvcheck::check::{Checked, Harness};
use pvcheck::shrink::shrink;
use pvcheck::verdict::Finding;

#[derive(Args, Clone, Debug)]
pub(super) struct Shrink {
    #[command(flatten)]
    cases: Cases,
}

impl Shrink {
    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        let mut harness = Harness::default();
        let mut result = ShrinkResult { shrunk: Vec::new(), flawless: Vec::new() };
        for case in self.cases.read()? {
            let before = judge(&mut harness, &case.case)?;
            if !before.has_finding() {
                let (origin, found) = (case.origin(), before.finding());
                let text =
                    format!("{origin}: nothing to shrink, as this case shows no finding (found: {found})");
                result.flawless.push(text);
                continue;
            }
            let (finding, note) = target(&case.case, &before);
            let mut small = shrink(&case.case, finding);
            small.expect = Some(finding);
            let checked = judge(&mut harness, &small)?;
            let sizes = format!("{} positions (before: {})", small.game.len(), case.case.game.len());
            let title = format!("{}: {finding}{note}, {sizes}", case.origin());
            result.shrunk.push(ShrunkCase { from: case, small, checked, title });
        }
        if result.shrunk.is_empty() {
            return refused(result.flawless.join("\nerror: "));
        }
        Ok(Output::rendered(&result, show))
    }
}

struct ShrunkCase {
    from: CaseWithOrigin,
    small: Case,
    checked: Checked,
    title: String,
}

/// The smaller cases, with the findings that break their guarantees.
struct ShrinkResult {
    shrunk: Vec<ShrunkCase>,
    /// The cases without a finding, each in a sentence.
    flawless: Vec<String>,
}

impl Render for ShrinkResult {
    fn has_findings(&self) -> bool {
        !self.shrunk.iter().all(|one| one.checked.is_kept())
    }

    fn text(&self, width: u16) -> String {
        let pages = self.shrunk.iter().map(|ShrunkCase { small, checked, title, .. }| {
            format!("{small}\n{}\n", remark(&format!("\n{title}\n\n{}", page(small, checked, width - 2))))
        });
        let flawless = self.flawless.iter().map(|line| remark(line));
        pages.chain(flawless).collect()
    }

    fn next(&self) -> Option<Next> {
        Some(Next::CaseToKeep)
    }

    fn json(&self) -> Document<impl Serialize> {
        let row = |ShrunkCase { from, small, checked, .. }: &ShrunkCase| {
            RowJson::of_case(small, checked, checked.is_kept(), Some(&from.case))
        };
        let cases = self.shrunk.len() + self.flawless.len();
        let scope = json!({ "cases": cases, "shrunk": self.shrunk.len(), "flawless": self.flawless });
        Document::new("shrink", None, scope, self.shrunk.iter().map(row))
    }

    fn ci(&self) -> CiReport {
        let item = |ShrunkCase { small, checked, title, from }: &ShrunkCase| {
            let failure = (!checked.is_kept()).then(|| CiFailure::of_case(title.clone(), small, checked));
            CiItem::new(from.origin(), small.subject.to_string(), failure)
        };
        let verdict = format!("{} shrunk", counted(self.shrunk.len() as u64, "case"));
        CiReport::new("pvcheck shrink", verdict, self.shrunk.iter().map(item))
    }
}

/// Returns text that is not a case, as comments: the whole output can be read as a file of cases.
fn remark(text: &str) -> String {
    text.lines().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect()
}

/// Returns the finding that the smaller case must show: the expected finding if the case shows it, else the found one.
/// The text is a note if the two findings differ.
fn target(case: &Case, checked: &Checked) -> (Finding, String) {
    match case.expect {
        Some(expect) if checked.shows(expect) => (expect, String::new()),
        Some(expect) => (checked.finding(), format!(" (expected {expect})")),
        None => (checked.finding(), String::new()),
    }
}
