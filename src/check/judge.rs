//! Verdicts on the score and the lines that a search reports.

use super::judging::{Conditions, TableKeys};
use super::node_checker::Progress;
use super::{NodeChecker, Trial, find_truncation};
use crate::oracle::trace::Trace;
use crate::oracle::{ClaimValidity, Fit, GroundTruth, JudgedBy, ReplayResult, RootMoveSet, ShownOutcome};
use crate::position::{Move, Position};
use crate::pv::Store;
use crate::score::Bound;
use crate::search::{Counts, NodeLimit, Outcome, ReportedNodes, ShownThread};
use crate::verdict::{End, Fault, LineKind, LineVerdict, ScoreVerdict, TraceVerdict};

fn applicable_ground_truth<'t, P: Position>(
    ground_truth: &'t GroundTruth<P>,
    outcome: &Outcome<'t>,
) -> (&'t GroundTruth<P>, RootMoveSet<'t>) {
    let move_set = if outcome.unfinished {
        RootMoveSet::SearchedSoFar
    } else {
        RootMoveSet::AllExcept(outcome.excluded_moves)
    };
    (ground_truth.at_depth(outcome.depth), move_set)
}

/// Returns the verdict on the score of `outcome`, which the search reported as exact or as a bound.
pub fn judge_score<P: Position>(ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>) -> ScoreVerdict {
    let is_proved = is_proved(ground_truth, outcome, fit(ground_truth, outcome, usize::MAX));
    judge_score_by_values(ground_truth, outcome, is_proved)
}

/// Returns the verdict on a score. The sets of witnessed values are not needed if the trace of the search proves the score.
fn judge_score_by_values<P: Position>(
    ground_truth: &GroundTruth<P>,
    outcome: &Outcome<'_>,
    is_proved: bool,
) -> ScoreVerdict {
    let Outcome { score, bound, window, .. } = *outcome;
    let (ground_truth, move_set) = applicable_ground_truth(ground_truth, outcome);
    // The trace of a fixed tree can refute a score; the value of the tree must be the score, too.
    let by = ground_truth.judged_by(is_proved && !ground_truth.is_fixed());
    match by {
        JudgedBy::LineAlone => return ScoreVerdict::NotJudged,
        JudgedBy::Facts => {
            return match (bound, ground_truth.facts_admit(bound, score)) {
                (Bound::Exact, true) => ScoreVerdict::NotJudged,
                (Bound::Exact, false) => ScoreVerdict::Unwitnessed,
                (Bound::Lower | Bound::Upper, true) => ScoreVerdict::Bound,
                (Bound::Lower | Bound::Upper, false) => ScoreVerdict::FalseBound,
            };
        }
        _ => {}
    }
    if bound == Bound::Exact && score == ground_truth.score_among(move_set) {
        return ScoreVerdict::Exact;
    }
    let claim = match by {
        JudgedBy::Trace => ClaimValidity::Valid,
        _ => ground_truth.claim_in(window, move_set, bound, score),
    };
    match (bound, claim) {
        (Bound::Exact, ClaimValidity::Valid) => ScoreVerdict::Witnessed,
        (Bound::Exact, ClaimValidity::Between)
            if ground_truth.rules().joins || ground_truth.rules().narrows =>
        {
            ScoreVerdict::Joined
        }
        (Bound::Exact, ClaimValidity::Between | ClaimValidity::Invalid) => ScoreVerdict::Unwitnessed,
        (Bound::Lower | Bound::Upper, ClaimValidity::Valid) => ScoreVerdict::Bound,
        (Bound::Lower | Bound::Upper, ClaimValidity::Between | ClaimValidity::Invalid) => {
            ScoreVerdict::FalseBound
        }
    }
}

/// Returns the judge of the score and the line of `outcome`, given how `outcome` fits the trace of its search.
fn judge_of<P: Position>(ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>, fit: Option<Fit>) -> JudgedBy {
    let applicable = applicable_ground_truth(ground_truth, outcome).0;
    let is_derived = fit == Some(Fit::Derived) && ground_truth.trace().is_some_and(Trace::derives_all);
    let tells = applicable.rules().tells && fit.is_some();
    match applicable.judged_by(tells || is_derived && !applicable.is_fixed()) {
        JudgedBy::Facts if !applicable.has_facts() => JudgedBy::TooManyPositions,
        JudgedBy::LineAlone if outcome.line.is_none() => JudgedBy::NoLine,
        by => by,
    }
}

/// Returns how `outcome` fits the trace of its search by the first so many threads. `None` if there is no trace, or if
/// nothing was searched.
fn fit<P: Position>(ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>, threads: usize) -> Option<Fit> {
    let nothing_searched = outcome.unfinished && outcome.best_move.is_none();
    let trace = ground_truth.trace().filter(|trace| !nothing_searched && trace.tells_root(outcome.depth))?;
    Some(trace.fit(shown(outcome), threads))
}

fn is_proved<P: Position>(ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>, fit: Option<Fit>) -> bool {
    // The lines of `MultiPV` are sorted after they were found: they are judged without other moves than those
    // without which the root was searched.
    fit == Some(Fit::Derived)
        && outcome.excluded_moves.is_empty()
        && ground_truth.trace().is_some_and(Trace::proves_all)
}

/// Returns the verdict on the line of `outcome`. If the score is exact, every store that keeps lines must show a line.
/// A stopped search may show the line of the best move so far.
#[inline]
pub fn judge_line<P: Position>(
    ground_truth: &GroundTruth<P>,
    outcome: &Outcome<'_>,
    keeps_lines: bool,
) -> LineVerdict {
    same_line(ground_truth, outcome).unwrap_or_else(|| judge_any_line(ground_truth, outcome, keeps_lines))
}

#[inline]
fn same_line<P: Position>(ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>) -> Option<LineVerdict> {
    let is_same = outcome.line == Some(ground_truth.oracle().line());
    (is_same && expects_same_line(ground_truth, outcome)).then(|| LineKind::Same.into())
}

/// Whether the leftmost optimal line needs no further judgement, because minimax alone decides and the line begins with
/// the best move. The result is the same for all stores of a search.
#[inline]
fn expects_same_line<P: Position>(ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>) -> bool {
    is_minimax(ground_truth, outcome) && !begins_otherwise(outcome, ground_truth.oracle().line())
}

#[inline]
fn is_minimax<P: Position>(ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>) -> bool {
    let Outcome { score, bound, depth, unfinished, excluded_moves, .. } = *outcome;
    let is_of_all_moves = bound == Bound::Exact && !unfinished && excluded_moves.is_empty();
    is_of_all_moves && depth >= ground_truth.depth() && ground_truth.is_minimax(score)
}

fn is_first_of_line<P: Position>(ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>) -> bool {
    let first = ground_truth.oracle().line().first();
    first.is_some() && outcome.best_move.as_ref() == first && is_minimax(ground_truth, outcome)
}

#[inline(never)]
fn judge_any_line<P: Position>(
    ground_truth: &GroundTruth<P>,
    outcome: &Outcome<'_>,
    keeps_lines: bool,
) -> LineVerdict {
    let trace = ground_truth.trace();
    let verdict = |kind: LineKind| match trace {
        None => LineVerdict::from(kind),
        Some(_) => LineVerdict { trace: TraceVerdict::Derived, ..kind.into() },
    };
    let line = match (outcome.line, outcome.bound) {
        (None, Bound::Exact) if keeps_lines => return verdict(LineKind::Missing),
        // A stopped search that reports its best move so far must show its line.
        (None, _) if keeps_lines && outcome.unfinished && outcome.best_move.is_some() => {
            return verdict(LineKind::Missing);
        }
        (None, _) => return verdict(LineKind::NoneDue),
        (Some(_), Bound::Lower | Bound::Upper) if !outcome.unfinished => return verdict(LineKind::Unproven),
        (Some(line), _) => line,
    };
    let by_trace = trace.and_then(|trace| trace.walk(shown(outcome), line));
    let is_fault = matches!(by_trace, Some(ReplayResult::Unsound { .. } | ReplayResult::PastDraw { .. }));
    // After a claim that does not follow, the trace can refute a line and not prove one.
    let by_trace = by_trace.filter(|_| is_fault || trace.is_some_and(Trace::is_faultless));
    let (ground_truth, move_set) = applicable_ground_truth(ground_truth, outcome);
    let has_other_first_move = line.first().is_some_and(|&first| Some(first) != outcome.best_move);
    let other_move = begins_otherwise(outcome, line);
    let trace = if is_fault { TraceVerdict::Fault } else { verdict(LineKind::Same).trace };
    let at = |kind: LineKind, ply| LineVerdict { ply: Some(ply), trace, ..kind.into() };
    let sound = |kind: LineKind| LineVerdict { trace, other_move, ..kind.into() };
    match ground_truth.walk(move_set, outcome.score, line, by_trace) {
        // The line of a stopped search must begin with its best move so far.
        ReplayResult::Whole { .. } | ReplayResult::Truncated
            if outcome.unfinished && has_other_first_move =>
        {
            at(LineKind::Unsound, 1)
        }
        ReplayResult::Whole { .. } | ReplayResult::Truncated
            if line.len() > ground_truth.max_pv_length() && !ground_truth.rules().lines_only =>
        {
            sound(LineKind::Overlong)
        }
        ReplayResult::Whole { leftmost: true } => sound(LineKind::Same),
        ReplayResult::Whole { leftmost: false } => sound(LineKind::Equivalent),
        ReplayResult::Truncated => sound(LineKind::Truncated),
        ReplayResult::PastDraw { ply } => at(LineKind::PastDraw, ply),
        ReplayResult::Unsound { ply } => at(LineKind::Unsound, ply),
        ReplayResult::Illegal { ply } => at(LineKind::Illegal, ply),
    }
}

#[inline]
fn begins_otherwise(outcome: &Outcome<'_>, line: &[Move]) -> bool {
    let (first, best) = (line.first(), outcome.best_move);
    best.is_some_and(|best| first.is_some_and(|&first| first != best))
}

fn shown(outcome: &Outcome<'_>) -> ShownOutcome {
    let Outcome { depth, score, bound, best_move, unfinished, .. } = *outcome;
    ShownOutcome { depth, score, bound, best_move, unfinished }
}

/// Returns the verdict on the line of `outcome` that `store` shows, with the reason for a truncated line.
#[inline]
pub fn judge_store<P: Position>(
    ground_truth: &GroundTruth<P>,
    store: Store,
    outcome: &Outcome<'_>,
) -> LineVerdict {
    let judge = || judge_any_line(ground_truth, outcome, store.profile().keeps_lines());
    let verdict = same_line(ground_truth, outcome).unwrap_or_else(judge);
    with_reason(verdict, ground_truth, store, outcome)
}

/// Returns the verdict, with the reason why `store` shows a truncated line.
fn with_reason<P: Position>(
    verdict: LineVerdict,
    ground_truth: &GroundTruth<P>,
    store: Store,
    outcome: &Outcome<'_>,
) -> LineVerdict {
    if verdict.kind != LineKind::Truncated {
        return verdict;
    }
    LineVerdict {
        truncation: find_truncation(ground_truth.at_depth(outcome.depth), store, outcome),
        ..verdict
    }
}

/// A judge of the lines of all stores of a search, like [`judge_store`], that judges a line of several stores once.
#[derive(Default)]
pub(crate) struct LineJudge {
    expects_same: bool,
    /// The last line that was judged in full. It counts only with a verdict from the current search.
    line: Vec<Move>,
    verdict: Option<LineVerdict>,
}

impl LineJudge {
    /// Begins with the lines of another search, or of another rank.
    #[inline]
    pub fn begin<P: Position>(&mut self, ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>) {
        (self.expects_same, self.verdict) = (expects_same_line(ground_truth, outcome), None);
    }

    /// Returns the verdict on the line of a store, or `None` for the leftmost optimal line if that needs no further judgement.
    #[inline]
    pub fn judge<P: Position>(
        &mut self,
        ground_truth: &GroundTruth<P>,
        store: Store,
        outcome: &Outcome<'_>,
    ) -> Option<LineVerdict> {
        if self.expects_same && outcome.line == Some(ground_truth.oracle().line()) {
            return None;
        }
        let verdict = match (outcome.line, self.verdict) {
            (Some(line), Some(verdict)) if self.line == line => verdict,
            _ => judge_any_line(ground_truth, outcome, store.profile().keeps_lines()),
        };
        if let Some(line) = outcome.line {
            self.line.clear();
            self.line.extend_from_slice(line);
            self.verdict = Some(verdict);
        }
        Some(with_reason(verdict, ground_truth, store, outcome))
    }
}

/// Whether the best move supports the score, if a best move is required. A bound inside the root window must prove that
/// the move is best; the move must prove a bound outside.
fn best_move_supports_score<P: Position>(ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>) -> bool {
    let Outcome { score, bound, window, best_move, unfinished, .. } = *outcome;
    let (ground_truth, move_set) = applicable_ground_truth(ground_truth, outcome);
    match best_move {
        // Before anything was searched, the score is the static evaluation of the root.
        None if unfinished => score == ground_truth.root().evaluate(),
        None => ground_truth.may_lack_best_move(window, move_set, bound, score),
        // All moves failed low, so none of them is known to be the best.
        Some(_) if bound == Bound::Upper => false,
        Some(mv) => ground_truth.supports(move_set, mv, bound, score, window.bound(score) == Bound::Exact),
    }
}

/// The judge of all lines that a search shows together.
#[derive(Debug)]
pub(super) struct Judge<'c> {
    conditions: Conditions<'c>,
    excluded_moves: Vec<Move>,
    stores: usize,
    line_count: usize,
    first: Option<ShownOutcome>,
    last: Option<ShownOutcome>,
    verdict: ScoreVerdict,
    by: JudgedBy,
    end: End,
    fault: Option<Fault>,
    by_trace: Option<Fault>,
}

impl<'c> Judge<'c> {
    pub(super) fn new(conditions: Conditions<'c>) -> Self {
        Self {
            conditions,
            excluded_moves: Vec::new(),
            stores: 0,
            line_count: 0,
            first: None,
            last: None,
            verdict: ScoreVerdict::Exact,
            by: JudgedBy::Minimax,
            end: End::Inside,
            fault: None,
            by_trace: None,
        }
    }

    #[inline]
    pub(super) fn judge_outcome<P: Position>(
        &mut self,
        ground_truth: &GroundTruth<P>,
        outcome: &Outcome<'_>,
    ) -> usize {
        if outcome.rank == self.line_count {
            self.line_count += 1;
            self.stores = 0;
            self.next_line(ground_truth, outcome);
        }
        self.stores += 1;
        self.stores - 1
    }

    #[inline(never)]
    fn next_line<P: Position>(&mut self, ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>) {
        let Outcome { score, bound, best_move, depth, unfinished, rank, window, .. } = *outcome;
        let threads = if self.conditions.shown_thread == Some(ShownThread::Main) { 1 } else { usize::MAX };
        let are_checked = self.conditions.table != TableKeys::Part;
        let fit = fit(ground_truth, outcome, threads).filter(|_| are_checked);
        let is_proved = is_proved(ground_truth, outcome, fit);
        let verdict = judge_score_by_values(ground_truth, outcome, is_proved);
        if rank == 0 || verdict > self.verdict {
            let unstopped = if window.bound(score) == Bound::Exact { End::Inside } else { End::Outside };
            (self.verdict, self.end) = (verdict, if unfinished { End::Stopped } else { unstopped });
        }
        if rank == 0 {
            self.by = judge_of(ground_truth, outcome, fit);
        }
        let before = self.last.filter(|last| bound == Bound::Exact && last.score < score);
        // No move supports a wrong score; that is reported as a fault of the score only.
        let is_supported = verdict.is_fault()
            || !are_checked
            || best_move.is_none() && !outcome.reports_best_move
            || is_proved && bound == Bound::Exact && best_move.is_some()
            || is_first_of_line(ground_truth, outcome)
            || best_move_supports_score(ground_truth, outcome);
        let fault = match best_move {
            Some(mv) if outcome.excluded_moves.contains(&mv) => Some(Fault::SameMove { mv }),
            _ if before.is_some() => Some(Fault::OutOfOrder { rank }),
            mv if !is_supported => Some(Fault::WrongMove { mv }),
            _ => (outcome.excluded_moves != self.excluded_moves).then_some(Fault::Excluded { rank }),
        };
        // All lines must be from the same iteration.
        let mixed = self.last.filter(|last| (last.depth, last.unfinished) != (depth, unfinished));
        let mixed = mixed.map(|last| Fault::StaleIteration {
            shown: depth.min(last.depth),
            completed: depth.max(last.depth),
        });
        let by_trace = match fit {
            None | Some(Fit::Derived) => None,
            Some(Fit::OtherScore) => Some(Fault::NotReturned { depth }),
            Some(Fit::OtherMove) => Some(Fault::WrongMove { mv: best_move }),
        };
        self.by_trace = self.by_trace.or(by_trace);
        self.fault = self.fault.or(fault).or(mixed).or(by_trace);
        if self.conditions.lines > 1 {
            self.excluded_moves.extend(best_move);
        }
        self.last = Some(shown(outcome));
        self.first = self.first.or(self.last);
    }

    /// Returns a fault if too few or too many lines were shown. No line is due after a line with only a bound.
    fn count<P: Position>(&self, ground_truth: &GroundTruth<P>, last: ShownOutcome) -> Option<Fault> {
        let expected = usize::from(self.conditions.lines).min(ground_truth.at_depth(last.depth).lines());
        let shown = self.line_count;
        let is_right = shown == expected
            || shown < expected && last.bound != Bound::Exact
            || last.unfinished && shown == 1;
        (!is_right).then_some(Fault::LineCount { shown, expected })
    }

    /// Returns a fault if a search with a node limit entered more nodes, or shows another iteration than it should. The
    /// nodes of a search that does not report them are not judged.
    fn node_limit_fault<P: Position>(&self, checker: &NodeChecker<P>, shown: ShownOutcome) -> Option<Fault> {
        let ShownOutcome { depth, unfinished, best_move, bound, .. } = shown;
        let requested = checker.ground_truth.depth();
        let Conditions { lines, reported, shown_thread, .. } = self.conditions;
        let Some(NodeLimit { nodes: limit, improved }) = self.conditions.node_limit else {
            return (depth < requested)
                .then_some(Fault::StaleIteration { shown: depth, completed: requested });
        };
        let Progress { nodes: entered, mut finished_depth, root_raise, .. } = checker.progress();
        if shown_thread == Some(ShownThread::Deepest) {
            finished_depth = checker.deepest();
        }
        if entered > limit {
            return Some(Fault::OverLimit { entered, limit });
        }
        // If the search, all of whose nodes are reported, ended before the limit, all iterations are complete.
        let is_whole = reported == ReportedNodes::All && entered > 0 && entered < limit;
        let completed = if is_whole { requested } else { finished_depth };
        if depth < completed || unfinished && is_whole {
            return Some(Fault::StaleIteration { shown: depth, completed });
        }
        let shows_best_so_far = improved && lines == 1 && best_move.is_some();
        let nothing_searched = finished_depth == 0 && depth == 0 && best_move.is_none();
        if unfinished && (bound != Bound::Lower || !shows_best_so_far && !nothing_searched) {
            return Some(Fault::Unfinished { depth });
        }
        let is_other_move =
            unfinished && root_raise.is_some() && best_move.is_some() && best_move != root_raise;
        is_other_move.then_some(Fault::WrongMove { mv: best_move })
    }

    pub(super) fn trial<P: Position>(self, checker: &NodeChecker<P>, counts: Counts) -> Trial {
        let first = self.first.expect("there is at least one store, and every store reports an outcome");
        let count = self.last.and_then(|last| self.count(&checker.ground_truth, last));
        let stale = self.node_limit_fault(checker, first);
        let ShownOutcome { score, bound, best_move, .. } = first;
        let (at_node, of_result) = (checker.fault, self.fault.or(count).or(stale));
        // A node of another thread need not be the cause of what is shown.
        let thread = checker.fault_thread.unwrap_or(0);
        let fault = if thread > 0 { of_result.or(at_node) } else { at_node.or(of_result) };
        let fault_thread =
            at_node.filter(|_| self.conditions.shown_thread.is_some() && fault == at_node).map(|_| thread);
        let (verdict, by, end, distinct_leaves) = (self.verdict, self.by, self.end, checker.leaves.distinct);
        let has_bad_keys = matches!(fault, Some(Fault::PositionKeys { .. }));
        let verdict = if has_bad_keys { ScoreVerdict::NotJudged } else { verdict };
        let trace = match checker.ground_truth.trace().filter(|_| !has_bad_keys) {
            None => TraceVerdict::NotJudged,
            Some(_) if checker.underived.is_some() || self.by_trace.is_some() => TraceVerdict::Fault,
            Some(_) => TraceVerdict::Derived,
        };
        Trial {
            score,
            bound,
            verdict,
            by,
            trace,
            end,
            best_move,
            fault,
            fault_thread,
            counts,
            distinct_leaves,
        }
    }
}
