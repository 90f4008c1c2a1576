//! `pvcheck shrink`: makes cases smaller with the same finding.

use clap::Args;
use serde_json::json;

use super::check::{CaseWithOrigin, Cases, judge};
use super::{Failure, Format, Output, OutputArgs};
use crate::campaign::Row;
use crate::case::Case;
use crate::check::{Checked, Harness};
use crate::report::{CaseJson, Document, RowJson, page};
use crate::shrink::shrink;
use crate::verdict::Finding;

#[derive(Args, Clone, Debug)]
pub(super) struct Shrink {
    #[command(flatten)]
    cases: Cases,
    #[command(flatten)]
    pub show: OutputArgs,
}

impl Shrink {
    pub fn run(&self) -> Result<Output, Failure> {
        let mut harness = Harness::default();
        let (mut text, mut rows, mut findings) = (String::new(), Vec::new(), false);
        let mut flawless = Vec::new();
        let cases = self.cases.read(&self.show)?;
        for CaseWithOrigin { origin, case } in &cases {
            let before = judge(&mut harness, case)?;
            if !before.is_flawed() {
                let found = before.finding();
                flawless.push(format!(
                    "{origin}: nothing to shrink, as this case shows no flaw (found: {found})"
                ));
                continue;
            }
            let (finding, note) = target(case, &before);
            let mut small = shrink(case, finding);
            small.expect = Some(finding);
            let after = judge(&mut harness, &small)?;
            findings |= !after.is_kept();
            let sizes = format!("{} positions (before: {})", small.game.len(), case.game.len());
            let about = format!("\n{origin}: {finding}{note}, {sizes}\n\n{}\n", page(&small, &after));
            text.push_str(&format!("{small}\n{}", self.remark(&about)));
            let detail = CaseJson::new(&small, &after, Some(case));
            rows.push(RowJson::new(&Row::of_case(&small, &after), after.is_kept(), Some(detail)));
        }
        if rows.is_empty() {
            return Err(Failure::Usage(flawless.join("\nerror: ")));
        }
        if self.show.format == Format::Json {
            let scope = json!({ "cases": cases.len(), "shrunk": rows.len(), "flawless": flawless });
            text = Document::new("shrink", None, scope, rows).text();
        } else if !flawless.is_empty() {
            text.push_str(&self.remark(&format!("{}\n", flawless.join("\n"))));
        }
        Ok(Output { text, findings })
    }

    /// Returns text that is not a case. In a file each of its lines becomes a comment, so that the file can be
    /// read as a file of cases.
    fn remark(&self, text: &str) -> String {
        if self.show.out.is_none() {
            return text.to_owned();
        }
        text.lines().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect()
    }
}

/// Returns the finding that the smaller case must show: the one that the case expects if it shows that,
/// else the one that was found; and a note if these differ.
fn target(case: &Case, checked: &Checked) -> (Finding, String) {
    match case.expect {
        Some(expect) if checked.shows(expect) => (expect, String::new()),
        Some(expect) => (checked.finding(), format!(" (expected {expect})")),
        None => (checked.finding(), String::new()),
    }
}
