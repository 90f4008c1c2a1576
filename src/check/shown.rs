//! What a search showed, with all verdicts.

use std::ops::Deref;

use super::Trial;
use super::judge::{judge_line, judge_store};
use crate::contract::{Guarantee, guarantee};
use crate::oracle::{GroundTruth, Underived};
use crate::position::{Move, Position};
use crate::pv::Store;
use crate::score::{Bound, Score};
use crate::search::Outcome;
use crate::subject::Subject;
use crate::verdict::{Fault, FaultKind, Finding, LineKind, LineVerdict, TraceVerdict, Verdict};

/// One line that a store showed, with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownLine {
    /// The score of the line.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The best move that the search reported.
    pub best_move: Option<Move>,
    /// The line; `None` if the store reported that it has none.
    pub line: Option<Vec<Move>>,
    /// The verdict on the line.
    pub verdict: LineVerdict,
    /// The depth of the iteration that the line is from.
    pub depth: usize,
}

impl ShownLine {
    pub(crate) fn new<P: Position>(
        ground_truth: &GroundTruth<P>,
        store: Store,
        outcome: &Outcome<'_>,
    ) -> Self {
        Self::judged(outcome, judge_store(ground_truth, store, outcome))
    }

    pub(crate) fn of_search<P: Position>(ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>) -> Self {
        Self::judged(outcome, judge_line(ground_truth, outcome, false))
    }

    fn judged(outcome: &Outcome<'_>, verdict: LineVerdict) -> Self {
        let Outcome { score, bound, best_move, depth, line, .. } = *outcome;
        Self { score, bound, best_move, line: line.map(<[Move]>::to_vec), verdict, depth }
    }

    /// Returns the ground truth at the depth of the line: a stopped search may show a smaller depth.
    /// `whole` is that of the whole game, which is returned if no iteration was completed.
    pub fn ground_truth<'t, P: Position>(&self, whole: &'t GroundTruth<P>) -> &'t GroundTruth<P> {
        if self.depth == 0 { whole } else { whole.at_depth(self.depth) }
    }

    fn other_move(&self) -> Option<Fault> {
        let (best, &first) = (self.best_move?, self.line.as_ref()?.first()?);
        self.verdict.other_move.then_some(Fault::OtherMove { best, first })
    }
}

/// All lines that a search showed, best first: at least one line, or the report that there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownLines {
    all: Vec<ShownLine>,
    worst: usize,
}

impl ShownLines {
    pub(crate) fn new(all: Vec<ShownLine>) -> Self {
        let worst = (0..all.len()).rev().max_by_key(|&rank| all[rank].verdict.kind);
        let worst = worst.expect("a search shows at least one line or reports none");
        Self { all, worst }
    }

    /// Returns the first line of the worst kind.
    pub fn worst(&self) -> &ShownLine {
        &self.all[self.worst]
    }

    /// Returns the rank of the worst line, from 0.
    pub fn rank(&self) -> usize {
        self.worst
    }

    /// Returns the best moves of the lines before the worst one.
    pub fn better_moves(&self) -> Vec<Move> {
        self.all[..self.worst].iter().filter_map(|shown| shown.best_move).collect()
    }

    /// Returns the fault of a best move that is not the first move of its line, if there is one.
    pub(crate) fn other_move(&self) -> Option<Fault> {
        self.all.iter().find_map(ShownLine::other_move)
    }
}

impl Deref for ShownLines {
    type Target = [ShownLine];

    fn deref(&self) -> &[ShownLine] {
        &self.all
    }
}

/// The result of checking a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The result of the search.
    pub trial: Trial,
    /// All lines that the store showed.
    pub lines: ShownLines,
    /// The verdict on score and line.
    pub verdict: Verdict,
    /// The first result that does not follow from what the search had returned before.
    pub underived: Option<Underived>,
    /// The guarantee of the subject by the contract.
    pub guarantee: Guarantee,
    /// The turns of several threads under a schedule: for each turn the number of the thread, from 0, and the number of its steps.
    pub turns: Vec<(usize, u32)>,
}

impl Checked {
    pub(crate) fn new(
        subject: &Subject,
        mut trial: Trial,
        lines: Vec<ShownLine>,
        underived: Option<Underived>,
    ) -> Self {
        let guarantee = guarantee(subject);
        let lines = ShownLines::new(lines);
        let other_move = lines.other_move();
        let line_verdict = LineVerdict { other_move: other_move.is_some(), ..lines.worst().verdict };
        let verdict = Verdict { score: trial.verdict, line: line_verdict };
        trial.fault = trial.fault.or(other_move.filter(|fault| !guarantee.allows_fault(fault.kind())));
        Self { trial, lines, verdict, underived, guarantee, turns: Vec::new() }
    }

    /// The verdict of the trace check on the search and this line.
    pub fn trace(&self) -> TraceVerdict {
        self.trial.trace.and(self.verdict.line.trace)
    }

    /// Returns the line that the store showed, `None` if it has none; of several lines, the first one of the worst kind.
    pub fn line(&self) -> Option<&[Move]> {
        self.lines.worst().line.as_deref()
    }

    /// Returns the finding: a wrong score, else a fault inside the search, else the kind of the line.
    pub fn finding(&self) -> Finding {
        self.verdict.finding(self.trial.fault)
    }

    /// Whether the case shows this finding, alone or together with others.
    pub fn shows(&self, finding: Finding) -> bool {
        match finding {
            Finding::NoAnswer(_) => false,
            Finding::Line(kind) => self.verdict.line.kind == kind,
            Finding::Score(score) => self.verdict.score == score,
            Finding::Fault(FaultKind::OtherMove) => self.verdict.line.other_move,
            Finding::Fault(kind) => self.trial.fault.is_some_and(|fault| fault.kind() == kind),
        }
    }

    /// Whether the result keeps the guarantee.
    pub fn is_kept(&self) -> bool {
        let valid = self.trial.fault.is_none_or(|fault| self.guarantee.allows_fault(fault.kind()));
        valid && self.guarantee.breach(self.verdict, self.trial.end).is_none()
    }

    /// Whether the result breaks the guarantee, or is not the leftmost optimal line or no line due.
    pub fn has_finding(&self) -> bool {
        !self.is_kept() || !matches!(self.finding(), Finding::Line(LineKind::Same | LineKind::NoneDue))
    }
}
