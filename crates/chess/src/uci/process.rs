//! One process of an engine: its searches one after the other, each judged.

use std::path::Path;
use std::sync::Arc;

use super::class::Class;
use super::engine::{EngineCommand, EngineProcess};
use super::inside::{self, Traced};
use super::judge::{Context, EngineCheck, EngineFinding, judge};
use super::message::Line;
use super::relation::Difference;
use super::search::{Answered, Go, Printed, Ran, Relation, Setting};

/// The place of a search: the index of its session, and the index of the search in the session.
pub type Place = (usize, usize);

/// A finding, with its place, its line and its search.
#[derive(Clone, Debug)]
pub struct Found {
    /// The index of the session.
    pub session: usize,
    /// The index of the search in the session.
    pub request: usize,
    /// The class, the line number and the details of the finding.
    pub finding: EngineFinding,
    /// The output line that shows the finding; `None` without output.
    pub line: Option<Line>,
    /// The search that shows the finding, in the form in which the search was run.
    go: Go,
    /// All searches of the process, shared by all findings in the process; empty until the process ends.
    ran: Arc<Vec<Go>>,
    /// The number of searches of the process before `go`.
    pub(super) before: usize,
    /// What the trace of the process shows of the search; `None` without a trace.
    pub(super) inside: Option<String>,
}

impl Found {
    /// Returns a finding of the search `go`, after `before` other searches. A finding without a line gets the last line.
    pub(super) fn new(
        (session, request): Place,
        finding: EngineFinding,
        printed: &Printed,
        (go, before): (&Go, usize),
    ) -> Self {
        let line = finding.line.map_or(printed.lines.last(), |index| printed.lines.get(index)).cloned();
        Self { session, request, finding, line, go: go.clone(), ran: Arc::default(), before, inside: None }
    }

    /// The search that shows the finding.
    pub fn request(&self) -> &Go {
        &self.go
    }

    /// The searches of the process up to the search that shows the finding, in the form in which the searches were run.
    pub fn requests(&self) -> Vec<Go> {
        let before = self.ran.iter().take(self.before);
        before.chain([&self.go]).cloned().collect()
    }
}

/// A search that was run and checked.
#[derive(Debug)]
pub(super) struct EngineSearch<'r> {
    /// The search.
    pub request: &'r Go,
    /// The output of the search.
    pub printed: &'r Printed,
    /// The findings of the search.
    pub findings: Vec<EngineFinding>,
    /// The difference of two related scores; `None` if no scores are compared.
    pub difference: Option<Difference>,
}

/// A running process, with the searches of the process and their findings.
pub(super) struct EngineRun<'c> {
    pub engine: EngineProcess,
    check: Option<&'c EngineCheck<'c>>,
    ran: Vec<Go>,
    last: Printed,
    found: Vec<Found>,
}

/// Adds proven findings. A mate proven wrong replaces the findings on the line of the mate, which show the same fault.
fn add_proven(findings: &mut Vec<EngineFinding>, proven: Vec<EngineFinding>) {
    let is_none = |class| matches!(class, Class::WrongMate | Class::MateByClock);
    let is_wrong = |line| proven.iter().any(|finding| is_none(finding.class) && finding.line == line);
    findings.retain(|finding| !(finding.class.is_of_a_mate_line() && is_wrong(finding.line)));
    findings.extend(proven);
}

impl<'c> EngineRun<'c> {
    pub fn start(
        command: &EngineCommand,
        settings: &[Setting],
        check: Option<&'c EngineCheck<'c>>,
    ) -> Answered<Self> {
        let engine = EngineProcess::start(command, settings)?;
        Ok(Self { engine, check, ran: Vec::new(), last: Printed::default(), found: Vec::new() })
    }

    /// The last search and its output.
    pub fn before(&self) -> Option<Ran<'_>> {
        self.ran.last().map(|request| (request, &self.last))
    }

    /// Whether the engine can be asked again.
    pub fn is_in_step(&self) -> bool {
        self.last.is_in_step()
    }

    /// Runs and judges one search, and keeps the search with its findings.
    pub fn search(&mut self, place: Place, request: Go) -> EngineSearch<'_> {
        let (printed, findings, difference) = self.examine(&request);
        let before = self.ran.len();
        let found =
            |finding: &EngineFinding| Found::new(place, finding.clone(), &printed, (&request, before));
        self.found.extend(findings.iter().map(found));
        self.ran.push(request);
        self.last = printed;
        EngineSearch { request: &self.ran[before], printed: &self.last, findings, difference }
    }

    fn examine(&mut self, request: &Go) -> (Printed, Vec<EngineFinding>, Option<Difference>) {
        let Self { engine, check, ran, last, .. } = self;
        let has_before = !ran.is_empty();
        let mut printed = engine.search(request);
        let mut difference = None;
        let context = Context { lines: engine.lines(), before: ran };
        let mut findings = judge(request, &printed, &context);
        if has_before && findings.iter().any(|finding| finding.class.may_be_of_another_search()) {
            printed.late.extend(engine.settle());
            if printed.late_result().is_some() {
                findings = judge(request, &printed, &context);
            }
        }
        let is_mixed_up = has_before && printed.late_result().is_some();
        if printed.failure.is_none() && !is_mixed_up {
            if let Some(check) = check {
                add_proven(&mut findings, check(request, &printed));
            }
            if let (Some(relation), true) = (request.relation, has_before)
                && Relation::is_obeyed(request, &printed)
            {
                findings.extend(relation.finding(last, &printed));
                difference = relation.difference(last, &printed);
            }
        }
        (printed, findings, difference)
    }

    /// Ends the process, with `quit` if `asks` and the engine is in step. Returns all findings in the process, and what was judged of
    /// its nodes.
    pub fn end(mut self, (session, number): Place, asks: bool) -> (Vec<Found>, Traced) {
        if asks
            && self.last.is_in_step()
            && let Some((request, before)) = self.ran.split_last()
            && self.engine.ignores_quit()
        {
            let detail = "it still ran when the time was over".to_owned();
            let finding = EngineFinding::of_lines(Class::IgnoresQuit, None, detail);
            self.found.push(Found::new((session, number), finding, &self.last, (request, before.len())));
        }
        let Self { engine, ran, mut found, .. } = self;
        let trace = engine.into_trace().filter(|_| !ran.is_empty());
        let traced = trace.map(|trace| judge_trace(&trace, session, &ran, &mut found)).unwrap_or_default();
        let ran = Arc::new(ran);
        for found in &mut found {
            found.ran = Arc::clone(&ran);
        }
        (found, traced)
    }
}

/// Judges the trace of a process that has ended. The trace explains the findings of the searches, and adds its own.
fn judge_trace(trace: &Path, session: usize, ran: &[Go], found: &mut Vec<Found>) -> Traced {
    let trace = inside::judged(trace);
    for (search, finding) in inside::findings(&trace) {
        let search = search.min(ran.len() - 1);
        found.push(Found::new((session, search), finding, &Printed::default(), (&ran[search], search)));
    }
    let Ok(report) = trace else { return Traced::default() };
    for found in found.iter_mut().filter(|found| found.finding.is_of_search()) {
        found.inside = inside::explanation(&report, found.before, found.finding.kind());
    }
    Traced { nodes: report.nodes, judged: report.judged(), silent: u64::from(report.nodes == 0) }
}
