//! `pvcheck shrink`: the smallest case with the same finding.

use clap::Args;
use serde_json::json;

use super::check::{Cases, Read, judge};
use super::{Failure, Format, Output, Show};
use crate::campaign::Row;
use crate::check::Bench;
use crate::report::{CaseJson, Document, RowJson, page};
use crate::shrink::shrink;

#[derive(Args, Clone, Debug)]
pub(super) struct Shrink {
    #[command(flatten)]
    cases: Cases,
    #[command(flatten)]
    pub show: Show,
}

impl Shrink {
    pub fn run(&self) -> Result<Output, Failure> {
        let mut bench = Bench::default();
        let (mut text, mut rows) = (String::new(), Vec::new());
        let cases = self.cases.read()?;
        for Read { origin, case } in &cases {
            let before = judge(&mut bench, case)?;
            let finding = before.finding();
            if !before.is_flawed() {
                let text =
                    format!("{origin}: nothing to shrink, as this case shows no flaw (found: {finding})");
                return Err(Failure::Usage(text));
            }
            let mut small = shrink(case, finding);
            small.expect = Some(finding);
            let after = judge(&mut bench, &small)?;
            let sizes = format!("{} positions, was {}", small.game.len(), case.game.len());
            text.push_str(&format!("{small}\n\n{origin}: {finding}, {sizes}\n\n{}\n", page(&small, &after)));
            let detail = CaseJson::new(&small, &after, Some(case));
            rows.push(RowJson::new(&Row::of_case(&small, &after), after.is_kept(), Some(detail)));
        }
        if self.show.format == Format::Json {
            text = Document::new("shrink", None, json!({ "cases": cases.len() }), rows).text();
        }
        Ok(Output { text, findings: false })
    }
}
