//! The findings that a search may have, and the worst of the others.

use std::cmp::Reverse;

use super::examine::{JudgedSearch, NoAnswer};
use super::games::GameSource;
use super::problem::Problem;
use crate::experiment::Accepted;
use crate::position::Position;
use crate::syntax::{SyntaxError, quoted, suggest};
use crate::verdict::{FaultKind, Finding, LineKind, NoAnswerKind, ScoreVerdict};

/// A number by which findings are ordered, the most severe one first: no answer, a wrong score, a wrong line from the worst kind on, a
/// fault inside.
pub(super) fn severity(finding: Finding) -> (u8, Reverse<Option<LineKind>>) {
    match finding {
        Finding::NoAnswer(_) => (0, Reverse(None)),
        Finding::Score(_) => (1, Reverse(None)),
        Finding::Line(kind) => (2, Reverse(Some(kind))),
        Finding::Fault(_) => (3, Reverse(None)),
    }
}

impl From<&NoAnswer> for Finding {
    fn from(failed: &NoAnswer) -> Self {
        Self::NoAnswer(match failed {
            NoAnswer::Panicked(_) => NoAnswerKind::Panicked,
            NoAnswer::TimedOut(_) => NoAnswerKind::TimedOut,
            NoAnswer::Stopped(_) => NoAnswerKind::Stopped,
            NoAnswer::Invalid(_) => NoAnswerKind::Invalid,
        })
    }
}

/// An entry of a file of accepted findings.
pub(super) enum AcceptedEntry<P> {
    /// A kind of finding, in all games.
    Kind(Finding),
    /// A case that is allowed, whatever finding its search shows.
    Case(Problem<P>),
}

impl<P: Position + 'static> AcceptedEntry<P> {
    /// Reads an entry: the name of a kind of finding, or a case, which has more than one word.
    pub fn read(line: &str, games: &dyn GameSource<P>) -> Result<Self, SyntaxError> {
        if line.contains(char::is_whitespace) {
            Problem::read(line, games).map(Self::Case)
        } else {
            kind(line).map(Self::Kind)
        }
    }
}

/// Reads a kind of finding that may be accepted in all games: a wrong score or a search without an answer may not.
fn kind(name: &str) -> Result<Finding, SyntaxError> {
    let lines = LineKind::ALL.iter().map(|&kind| Finding::Line(kind));
    let faults = FaultKind::ALL.iter().map(|&kind| Finding::Fault(kind));
    let mut all = lines.chain(faults).chain([Finding::Score(ScoreVerdict::Bound)]);
    let names = all.clone().map(Finding::name);
    all.find(|finding| finding.name() == name).ok_or_else(|| {
        let problem = format!("{} is no kind of finding that can be accepted", quoted(name));
        SyntaxError::new(name, 0..name.len(), problem, suggest(name, names))
    })
}

/// The findings that a search may have.
#[derive(Clone, Default, Debug)]
pub(super) struct Allowed {
    pub kinds: Vec<Accepted<Finding>>,
    /// Whether an optimal line other than the leftmost optimal line is a finding.
    pub only_leftmost: bool,
}

impl Allowed {
    fn contains(&self, finding: impl Into<Finding>) -> bool {
        let finding = finding.into();
        self.kinds.iter().any(|kind| kind.entry == finding)
    }

    /// The findings of a search that are not allowed, the worst one first. `may_stop`: whether the search had a node limit.
    pub fn findings(&self, examined: &JudgedSearch, may_stop: bool) -> impl Iterator<Item = Finding> + use<> {
        let verdict = examined.trial.verdict;
        let is_bound = verdict == ScoreVerdict::Bound && !may_stop;
        let score = (verdict.is_fault() || is_bound).then_some(Finding::Score(verdict));
        let fault =
            examined.trial.fault.or(examined.lines.other_move()).map(|fault| Finding::Fault(fault.kind()));
        let is_wrong = |kind: LineKind| match kind {
            LineKind::Same | LineKind::NoneDue => false,
            LineKind::Equivalent => self.only_leftmost,
            _ => true,
        };
        // No line attains a wrong score.
        let is_wrong = |kind| is_wrong(kind) && !(kind == LineKind::Unsound && verdict.is_fault());
        let kinds = examined.lines.iter().map(|shown| shown.verdict.kind);
        let line = kinds.filter(|&kind| is_wrong(kind) && !self.contains(kind)).max().map(Finding::Line);
        let score = score.filter(|&finding| !self.contains(finding) || verdict.is_fault());
        let fault = fault.filter(|&finding| !self.contains(finding));
        [score, fault, line].into_iter().flatten()
    }
}
