//! What can be wrong with a search, and what of it is allowed.

use std::cmp::Reverse;

use super::examine::{Judged, NoAnswer};
use crate::verdict::{Fault, FaultKind, Finding, LineKind, ScoreVerdict};

/// What is wrong with a search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Flaw {
    /// The search panicked.
    Panicked,
    /// The search did not answer in time.
    TimedOut,
    /// The program of the search stopped running.
    Stopped,
    /// The answer is not valid.
    Invalid,
    /// The score, the line, or the search inside.
    Finding(Finding),
}

impl Flaw {
    /// The name in reports and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Panicked => "panicked",
            Self::TimedOut => "timed_out",
            Self::Stopped => "stopped",
            Self::Invalid => "invalid",
            Self::Finding(finding) => finding.name(),
        }
    }
}

impl Flaw {
    /// A number by which flaws are ordered, the most severe one first: no answer, a wrong score, a wrong line from the
    /// worst kind on, a fault inside.
    pub(super) fn severity(self) -> (u8, Reverse<Option<LineKind>>) {
        match self {
            Self::Panicked | Self::TimedOut | Self::Stopped | Self::Invalid => (0, Reverse(None)),
            Self::Finding(Finding::Score(_)) => (1, Reverse(None)),
            Self::Finding(Finding::Line(kind)) => (2, Reverse(Some(kind))),
            Self::Finding(Finding::Fault(_)) => (3, Reverse(None)),
        }
    }
}

impl From<&NoAnswer> for Flaw {
    fn from(failed: &NoAnswer) -> Self {
        match failed {
            NoAnswer::Panicked(_) => Self::Panicked,
            NoAnswer::TimedOut(_) => Self::TimedOut,
            NoAnswer::Stopped(_) => Self::Stopped,
            NoAnswer::Invalid(_) => Self::Invalid,
        }
    }
}

impl From<LineKind> for Finding {
    fn from(kind: LineKind) -> Self {
        Self::Line(kind)
    }
}

impl From<FaultKind> for Finding {
    fn from(kind: FaultKind) -> Self {
        Self::Fault(kind)
    }
}

impl From<ScoreVerdict> for Finding {
    fn from(verdict: ScoreVerdict) -> Self {
        Self::Score(verdict)
    }
}

/// The flaws that a search may have.
#[derive(Clone, Default, Debug)]
pub(super) struct Allowed {
    pub findings: Vec<Finding>,
    /// Whether another line than the leftmost one is a flaw if both are optimal.
    pub only_leftmost: bool,
}

impl Allowed {
    fn contains(&self, finding: impl Into<Finding>) -> bool {
        self.findings.contains(&finding.into())
    }

    /// The worst flaw of a search that is not allowed. `may_stop`: whether it had a node limit.
    pub fn flaw(&self, examined: &Judged, may_stop: bool) -> Option<Flaw> {
        let verdict = examined.trial.verdict;
        let is_bound = verdict == ScoreVerdict::Bound && !may_stop;
        let score = (verdict.is_fault() || is_bound).then_some(Finding::Score(verdict));
        let other_move = examined.lines.iter().any(|shown| shown.verdict.other_move);
        let fault = examined.trial.fault.map(Fault::kind);
        let fault = fault.or(other_move.then_some(FaultKind::OtherMove)).map(Finding::Fault);
        let is_flawed = |kind: LineKind| match kind {
            LineKind::Same | LineKind::NoneDue => false,
            LineKind::Equivalent => self.only_leftmost,
            _ => true,
        };
        let kinds = examined.lines.iter().map(|shown| shown.verdict.kind);
        let line = kinds.filter(|&kind| is_flawed(kind) && !self.contains(kind)).max().map(Finding::Line);
        let score = score.filter(|&finding| !self.findings.contains(&finding) || verdict.is_fault());
        let fault = fault.filter(|&finding| !self.findings.contains(&finding));
        score.or(fault).or(line).map(Flaw::Finding)
    }
}
