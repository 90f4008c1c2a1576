//! `pvcheck check`: judges single cases.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use serde::Serialize;
use serde_json::json;

use super::args::parsed;
use super::chess::FenArgs;
use super::input::{name, read_as};
use super::{Failure, Next, Output, OutputArgs, Render, Result, refused};
use crate::report::{
    CiFailure, CiItem, CiReport, Document, MARKS, RowJson, counted, joined, line_mark, marked, page,
    thousands,
};
use pvcheck::case::Case;
use pvcheck::check::{Checked, Harness, check_on};

/// The most cases of files, whose results take less than 1 GB of memory in every format.
const MOST_CASES: usize = 100_000;

/// Options that give cases: files, `--case`, and `--fen`.
#[derive(Args, Clone, Debug)]
#[group(skip)]
#[command(group(ArgGroup::new("cases").required(true).multiple(true).args(["files", "case", "fen"])))]
pub(super) struct Cases {
    /// Files with cases, one per line, or cases as text; `-` is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A case as text, for example 'v1 pvs-soft+triangular depth=2 [[3 5] [2 9]]'; repeatable
    #[arg(long, value_name = "TEXT")]
    case: Vec<String>,
    /// A chess position as a case: a FEN, or `startpos`, and optionally `moves` and moves in UCI notation
    #[arg(long, value_name = "FEN", requires = "depth", requires = "subject")]
    fen: Option<String>,
    #[command(flatten)]
    of_fen: FenArgs,
}

#[derive(Args, Clone, Debug)]
pub(super) struct Check {
    #[command(flatten)]
    cases: Cases,
    /// Show cases that pass too, if there are several
    #[arg(long, short)]
    verbose: bool,
}

/// A case and its origin: a file or `--case`, with a number if there are several, and the line.
pub(super) struct CaseWithOrigin {
    source: String,
    line: Option<usize>,
    pub case: Case,
}

impl CaseWithOrigin {
    pub fn origin(&self) -> String {
        self.line.map_or(self.source.clone(), |line| format!("{}:{line}", self.source))
    }
}

/// Whether an argument in the place of a file is a case.
fn is_case(path: &Path) -> bool {
    path.to_str().is_some_and(|text| text.starts_with("v1 "))
}

impl Cases {
    pub fn read(&self) -> Result<Vec<CaseWithOrigin>> {
        let mut cases = Vec::new();
        let (texts, files): (Vec<&PathBuf>, Vec<_>) = self.files.iter().partition(|path| is_case(path));
        for path in files {
            let (source, read) = (name(path), read_as(path, Case::read_all)?);
            let of_file = |(line, case)| CaseWithOrigin { source: source.clone(), line: Some(line), case };
            cases.extend(read.into_iter().map(of_file));
            if cases.len() > MOST_CASES {
                let most = thousands(MOST_CASES as u64);
                return refused(format!("{source}: more than {most} cases; expected at most that in total"));
            }
        }
        let texts = texts.into_iter().filter_map(|text| text.to_str());
        let texts: Vec<&str> = self.case.iter().map(String::as_str).chain(texts).collect();
        for (index, text) in texts.iter().enumerate() {
            let is_only = texts.len() == 1;
            let source = if is_only { "--case".to_owned() } else { format!("--case {}", index + 1) };
            let case = parsed(&source, text)?;
            cases.push(CaseWithOrigin { source, line: None, case });
        }
        if let Some(case) = self.of_fen.case(self.fen.as_deref())? {
            cases.push(CaseWithOrigin { source: "--fen".to_owned(), line: None, case });
        }
        Ok(cases)
    }

    fn names(&self) -> String {
        joined(self.files.iter().filter(|path| !is_case(path)).map(|path| name(path)), " ")
    }
}

pub(super) fn judge(harness: &mut Harness, case: &Case) -> Result<Checked> {
    check_on(harness, case).map_err(Failure::usage)
}

impl Check {
    pub fn run(&self, show: &OutputArgs) -> Result<Output> {
        let mut harness = Harness::default();
        Ok(Output::rendered(&self.judged_by(|case| judge(&mut harness, case))?, show))
    }

    fn judged_by(&self, mut judge: impl FnMut(&Case) -> Result<Checked>) -> Result<CheckResult> {
        let judged = self.cases.read()?.into_iter().map(|case| {
            let checked = judge(&case.case)?;
            Ok(JudgedCase { case, checked })
        });
        let cases = judged.collect::<Result<Vec<_>>>()?;
        let shows_all = self.verbose || cases.len() == 1;
        let title = format!("pvcheck check {}", self.cases.names()).trim_end().to_owned();
        Ok(CheckResult { cases, shows_all, title })
    }
}

struct JudgedCase {
    case: CaseWithOrigin,
    checked: Checked,
}

impl JudgedCase {
    /// Whether the case kept its guarantee and shows the expected finding.
    fn is_passed(&self) -> bool {
        let expected = self.case.case.expect.is_none_or(|expect| self.checked.shows(expect));
        expected && self.checked.is_kept()
    }

    fn found(&self) -> String {
        let expects = self.case.case.expect.map_or(String::new(), |expect| format!(", expected {expect}"));
        format!("{}{expects}", self.checked.finding())
    }

    /// Returns the mark: whether the line is right, wrong as expected, or worse than guaranteed.
    fn mark(&self) -> String {
        let index = match () {
            () if !self.is_passed() => 3,
            () if self.checked.trial.fault.is_some() || self.checked.verdict.score.is_fault() => 2,
            () => line_mark(self.checked.verdict.line.kind),
        };
        marked(index, MARKS[index].0)
    }
}

/// The results of all cases. The findings are the cases that break their guarantee or do not show the expected finding.
struct CheckResult {
    cases: Vec<JudgedCase>,
    shows_all: bool,
    title: String,
}

impl CheckResult {
    fn verdict(&self) -> String {
        let passed = self.cases.iter().filter(|case| case.is_passed()).count() as u64;
        format!("{} of {} as expected", thousands(passed), counted(self.cases.len() as u64, "case"))
    }
}

impl Render for CheckResult {
    fn has_findings(&self) -> bool {
        !self.cases.iter().all(JudgedCase::is_passed)
    }

    fn text(&self, width: u16) -> String {
        let mut text = String::new();
        for judged in self.cases.iter().filter(|case| self.shows_all || !case.is_passed()) {
            let page = page(&judged.case.case, &judged.checked, width);
            text += &format!("{} {}: {}\n\n{page}\n", judged.mark(), judged.case.origin(), judged.found());
        }
        let index = if self.has_findings() { 3 } else { 0 };
        text + &format!("{} {}\n", marked(index, MARKS[index].0), self.verdict())
    }

    fn next(&self) -> Option<Next> {
        Some(if self.has_findings() { Next::CasesFailed } else { Next::CasesPassed })
    }

    fn json(&self) -> Document<impl Serialize> {
        let row = |judged: &JudgedCase| {
            RowJson::of_case(&judged.case.case, &judged.checked, judged.is_passed(), None)
        };
        let scope = json!({ "cases": self.cases.len() });
        Document::new("check", None, scope, self.cases.iter().map(row))
    }

    fn ci(&self) -> CiReport {
        let item = |judged: &JudgedCase| {
            let case = &judged.case.case;
            let failure =
                (!judged.is_passed()).then(|| CiFailure::of_case(judged.found(), case, &judged.checked));
            let place = judged.case.line.map(|line| (judged.case.source.clone(), line));
            CiItem { place, ..CiItem::new(judged.case.origin(), case.subject.to_string(), failure) }
        };
        CiReport::new(&self.title, self.verdict(), self.cases.iter().map(item))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pvcheck::bugs::Bug;

    /// Returns the result of the case, searched with the seeded bug if `buggy` is set.
    fn result(case: &str, buggy: bool) -> CheckResult {
        let bug = Bug::named("copies-one-short").expect("a seeded bug");
        let case = vec![case.to_owned()];
        let cases = Cases { files: Vec::new(), case, fen: None, of_fen: FenArgs::default() };
        let mut harness = Harness::default();
        let result = Check { cases, verbose: false }.judged_by(|case| {
            if buggy { Ok(bug.check(case).expect("within capacity")) } else { judge(&mut harness, case) }
        });
        result.unwrap_or_else(|failure| panic!("{failure:?}"))
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    /// No correct search breaks its guarantee, so the search has a seeded bug.
    #[test]
    fn a_broken_guarantee_is_a_finding_even_if_the_case_shows_what_it_expects() {
        let case = "v1 pvs-soft+triangular depth=2 expect=truncated [[3 5] [2 9]]";
        let broken = result(case, true);
        assert!(broken.has_findings(), "the exit status is 2");
        let text = plain(&broken.text(80));
        assert!(text.starts_with("✗ --case: truncated, expected truncated"), "{text}");
        assert!(text.ends_with("✗ 0 of 1 case as expected\n"), "{text}");
        let json = broken.json().text();
        let document: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let row = &document["rows"][0];
        assert_eq!(row["kept"], false, "{row}");
        assert_eq!(
            (&row["case"]["found"], &row["breaches"]["truncated"]),
            (&"truncated".into(), &case.into())
        );
        let report = broken.ci();
        let failure = report.items[0].failure.as_ref().expect("it failed");
        assert_eq!(failure.message, "truncated, expected truncated");
        // The correct search does not show it, which is a finding too. Without the expectation there is none.
        assert!(result(case, false).has_findings());
        let passed = result(&case.replace(" expect=truncated", ""), false);
        assert!(!passed.has_findings() && passed.ci().items[0].failure.is_none());
        assert!(plain(&passed.text(80)).starts_with("✓ --case: same"), "one case is always shown");
    }
}
