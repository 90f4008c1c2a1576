//! `pvcheck check`: judges single cases.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::output::{ensure_not_output, read};
use super::{Failure, Format, Output, OutputArgs};
use crate::campaign::Row;
use crate::case::Case;
use crate::check::{Checked, Harness, check_on};
use crate::report::{CaseJson, Document, RowJson, page};

/// Options that give cases: files and `--case`.
#[derive(Args, Clone, Debug)]
pub(super) struct Cases {
    /// Files with cases, one per line
    #[arg(value_name = "FILE", required_unless_present = "case")]
    files: Vec<PathBuf>,
    /// A case as text, for example 'v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]'; repeatable
    #[arg(long, value_name = "TEXT")]
    case: Vec<String>,
}

#[derive(Args, Clone, Debug)]
pub(super) struct Check {
    #[command(flatten)]
    cases: Cases,
    #[command(flatten)]
    pub show: OutputArgs,
}

/// A case, and where it was read: file and line, or `--case`.
pub(super) struct CaseWithOrigin {
    pub origin: String,
    pub case: Case,
}

impl Cases {
    /// Reads all cases, those of files first.
    pub fn read(&self, show: &OutputArgs) -> Result<Vec<CaseWithOrigin>, Failure> {
        let mut cases = Vec::new();
        for path in &self.files {
            ensure_not_output(path, "the case file", show)?;
            let text = read(path)?;
            let origin = path.display().to_string();
            let read = Case::read_all(&text);
            let read = read.map_err(|errors| Failure::syntax(&origin, &text, &errors))?;
            cases.extend(
                read.into_iter()
                    .map(|(line, case)| CaseWithOrigin { origin: format!("{origin}:{line}"), case }),
            );
        }
        for text in &self.case {
            let case = text.parse().map_err(|error| Failure::argument("--case", text, error))?;
            cases.push(CaseWithOrigin { origin: "--case".to_owned(), case });
        }
        Ok(cases)
    }
}

/// Searches and judges one case.
pub(super) fn judge(harness: &mut Harness, case: &Case) -> Result<Checked, Failure> {
    check_on(harness, case).map_err(|error| Failure::Usage(error.to_string()))
}

impl Check {
    pub fn run(&self) -> Result<Output, Failure> {
        let mut harness = Harness::default();
        self.run_by(|case| judge(&mut harness, case))
    }

    /// Shows the results that `judge` returns for the cases. The findings are the cases that break their
    /// guarantee or do not show what they expect.
    fn run_by(&self, mut judge: impl FnMut(&Case) -> Result<Checked, Failure>) -> Result<Output, Failure> {
        let (mut text, mut rows, mut failed) = (String::new(), Vec::new(), 0);
        let cases = self.cases.read(&self.show)?;
        for CaseWithOrigin { origin, case } in &cases {
            let checked = judge(case)?;
            let expected = case.expect.is_none_or(|expect| checked.shows(expect));
            let passed = expected && checked.is_kept();
            failed += usize::from(!passed);
            let found = checked.finding();
            let expects = case.expect.map_or(String::new(), |expect| format!(", expected {expect}"));
            let mark = if passed { "✓" } else { "✗" };
            text.push_str(&format!("{mark} {origin}: {found}{expects}\n\n{}\n", page(case, &checked)));
            let detail = CaseJson::new(case, &checked, None);
            rows.push(RowJson::new(&Row::of_case(case, &checked), passed, Some(detail)));
        }
        text.push_str(&format!("{} of {} cases passed\n", cases.len() - failed, cases.len()));
        if self.show.format == Format::Json {
            text = Document::new("check", None, json!({ "cases": cases.len() }), rows).text();
        }
        Ok(Output { text, findings: failed > 0 })
    }
}

#[cfg(all(test, feature = "bugs"))]
mod tests {
    use super::*;
    use crate::bugs::Bug;

    /// Returns the output for the case, searched with the seeded bug if `buggy` is set.
    fn output(case: &str, format: Format, buggy: bool) -> Output {
        let bug = Bug::named("copies-one-short").expect("a seeded bug");
        let cases = Cases { files: Vec::new(), case: vec![case.to_owned()] };
        let show = OutputArgs { format, out: None, quiet: true, no_color: true };
        let mut harness = Harness::default();
        let output = Check { cases, show }.run_by(|case| {
            if buggy { Ok(bug.check(case).expect("within capacity")) } else { judge(&mut harness, case) }
        });
        output.unwrap_or_else(|failure| panic!("{failure:?}"))
    }

    /// No correct search breaks its guarantee, so the search has a seeded bug.
    #[test]
    fn a_broken_guarantee_is_a_finding_even_if_the_case_shows_what_it_expects() {
        let case = "v1 pvs-soft+triangular depth=2 expect=truncated [[3 5] [2 9]]";
        let broken = output(case, Format::Text, true);
        assert!(broken.findings, "the exit status is 2");
        assert!(broken.text.starts_with("✗ --case: truncated, expected truncated"), "{}", broken.text);
        assert!(broken.text.ends_with("0 of 1 cases passed\n"), "{}", broken.text);
        let json = output(case, Format::Json, true);
        let document: serde_json::Value = serde_json::from_str(&json.text).expect("JSON");
        let row = &document["rows"][0];
        assert!(json.findings && row["kept"] == false, "{row}");
        assert_eq!(
            (&row["case"]["found"], &row["breaches"]["truncated"]),
            (&"truncated".into(), &case.into())
        );
        // The correct search does not show it, which is a finding too. Without the expectation there is none.
        assert!(output(case, Format::Text, false).findings);
        assert!(!output(&case.replace(" expect=truncated", ""), Format::Text, false).findings);
    }
}
