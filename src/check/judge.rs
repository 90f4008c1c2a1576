//! The judgement of what a search shows.

use super::{NodeChecker, Trial, find_truncation};
use crate::oracle::{Claim, GroundTruth, RootMoveSet, Walk};
use crate::position::{Move, Position};
use crate::pv::Store;
use crate::score::{Bound, Score};
use crate::search::{Counts, NodeLimit, Outcome, SearchOptions};
use crate::verdict::{End, Fault, LineKind, LineVerdict, ScoreVerdict};

/// What is true of the depth that `outcome` is from, and among which moves it is the best.
fn applicable_truth<'t, P: Position>(
    ground_truth: &'t GroundTruth<P>,
    outcome: &Outcome<'t>,
) -> (&'t GroundTruth<P>, RootMoveSet<'t>) {
    let move_set = if outcome.unfinished {
        RootMoveSet::SearchedSoFar
    } else {
        RootMoveSet::AllExcept(outcome.excluded_moves)
    };
    (ground_truth.at(outcome.depth), move_set)
}

/// What is true of the score in `outcome`, which is declared to be exact or a bound.
pub fn judge_score<P: Position>(ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>) -> ScoreVerdict {
    let Outcome { score, bound, .. } = *outcome;
    let (ground_truth, move_set) = applicable_truth(ground_truth, outcome);
    match (bound, ground_truth.claim(move_set, bound, score)) {
        (Bound::Exact, _) if score == ground_truth.score_among(move_set) => ScoreVerdict::Exact,
        (Bound::Exact, Claim::Valid) => ScoreVerdict::Witnessed,
        (Bound::Exact, Claim::Between) if ground_truth.rules().joins => ScoreVerdict::Joined,
        (Bound::Exact, Claim::Between | Claim::Invalid) => ScoreVerdict::Unwitnessed,
        (Bound::Lower | Bound::Upper, Claim::Valid) => ScoreVerdict::Bound,
        (Bound::Lower | Bound::Upper, Claim::Between | Claim::Invalid) => ScoreVerdict::FalseBound,
    }
}

/// What is true of the line in `outcome`. A line is owed by every store
/// that keeps one, when the score is exact; a search that was stopped may show that of the best move so
/// far.
pub fn judge_line<P: Position>(
    ground_truth: &GroundTruth<P>,
    outcome: &Outcome<'_>,
    keeps_lines: bool,
) -> LineVerdict {
    let at = |kind, ply| LineVerdict { kind, ply: Some(ply), truncation: None };
    let line = match (outcome.line, outcome.bound) {
        (None, Bound::Exact) if keeps_lines => return LineKind::Missing.into(),
        // The best move so far has a line.
        (None, _) if keeps_lines && outcome.unfinished && outcome.best_move.is_some() => {
            return LineKind::Missing.into();
        }
        (None, _) => return LineKind::NoneDue.into(),
        (Some(_), Bound::Lower | Bound::Upper) if !outcome.unfinished => return LineKind::Unproven.into(),
        (Some(line), _) => line,
    };
    let (ground_truth, move_set) = applicable_truth(ground_truth, outcome);
    let begins_otherwise = line.first().is_some_and(|&first| Some(first) != outcome.best_move);
    match ground_truth.walk(move_set, outcome.score, line) {
        // Of what was found so far one move is the best, and its line begins with it.
        Walk::Whole { .. } | Walk::Truncated if outcome.unfinished && begins_otherwise => {
            at(LineKind::Unsound, 1)
        }
        Walk::Whole { leftmost: true } => LineKind::Same.into(),
        Walk::Whole { leftmost: false } => LineKind::Equivalent.into(),
        Walk::Truncated => LineKind::Truncated.into(),
        Walk::PastDraw { ply } => at(LineKind::PastDraw, ply),
        Walk::Unsound { ply } => at(LineKind::Unsound, ply),
        Walk::Illegal { ply } => at(LineKind::Illegal, ply),
    }
}

/// What is true of the line in `outcome`, which `store` shows; says why it is short if it is.
pub fn judge_store<P: Position>(
    ground_truth: &GroundTruth<P>,
    store: Store,
    outcome: &Outcome<'_>,
) -> LineVerdict {
    let verdict = judge_line(ground_truth, outcome, store.keeps_lines());
    let why = || find_truncation(ground_truth.at(outcome.depth), store, outcome);
    let truncation = (verdict.kind == LineKind::Truncated).then(why);
    LineVerdict { truncation: truncation.flatten(), ..verdict }
}

/// Whether the best move bears the score, wherever there is one to name. A bound inside
/// the root window proves that it is the best; outside the move proves the bound.
fn best_move_supports_score<P: Position>(ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>) -> bool {
    let Outcome { score, bound, window, best_move, unfinished, .. } = *outcome;
    let (ground_truth, move_set) = applicable_truth(ground_truth, outcome);
    match best_move {
        // What a root evaluates to is what it is worth before anything was searched.
        None if unfinished => score == ground_truth.root().evaluate(),
        None => bound == Bound::Upper || ground_truth.line_among(move_set).is_empty(),
        // All moves failed low together: none of them is better than another.
        Some(_) if bound == Bound::Upper => false,
        Some(mv) => ground_truth.supports(move_set, mv, bound, score, window.bound(score) == Bound::Exact),
    }
}

/// Someone who hears what a search shows and judges all of it together: the score of each line, the moves
/// that they begin with, their order and their number.
pub(super) struct Judge {
    /// Lines that are asked for, and whether nothing is claimed about scores.
    lines: usize,
    scores_unchecked: bool,
    /// What a search may do that is stopped.
    node_limit: Option<NodeLimit>,
    /// The moves that the lines so far begin with.
    excluded_moves: Vec<Move>,
    /// Stores that have shown the line of this rank.
    stores: usize,
    line_count: usize,
    first: Option<ShownSummary>,
    last: Option<ShownSummary>,
    verdict: ScoreVerdict,
    end: End,
    fault: Option<Fault>,
}

/// What is the same in all stores.
#[derive(Clone, Copy)]
struct ShownSummary {
    score: Score,
    bound: Bound,
    best_move: Option<Move>,
    depth: usize,
    unfinished: bool,
}

impl Judge {
    pub(super) fn new(options: &SearchOptions) -> Self {
        Self {
            lines: usize::from(options.lines),
            scores_unchecked: options.collides(),
            node_limit: options.node_limit,
            excluded_moves: Vec::new(),
            stores: 0,
            line_count: 0,
            first: None,
            last: None,
            verdict: ScoreVerdict::Exact,
            end: End::Inside,
            fault: None,
        }
    }

    /// Hears what the next store shows; says which store that is.
    pub(super) fn record<P: Position>(
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

    fn next_line<P: Position>(&mut self, ground_truth: &GroundTruth<P>, outcome: &Outcome<'_>) {
        let Outcome { score, bound, best_move, depth, unfinished, rank, window, .. } = *outcome;
        let verdict = judge_score(ground_truth, outcome);
        if rank == 0 || verdict > self.verdict {
            let is_inside = window.bound(score) == Bound::Exact;
            let unstopped = if is_inside { End::Inside } else { End::Outside };
            (self.verdict, self.end) = (verdict, if unfinished { End::Stopped } else { unstopped });
        }
        let before = self.last.filter(|last| bound == Bound::Exact && last.score < score);
        // A wrong score has no move that bears it: that is the score's fault.
        let names =
            verdict.is_fault() || self.scores_unchecked || best_move_supports_score(ground_truth, outcome);
        let fault = match best_move {
            Some(mv) if outcome.excluded_moves.contains(&mv) => Some(Fault::SameMove { mv }),
            _ if before.is_some() => Some(Fault::OutOfOrder { rank }),
            mv if !names => Some(Fault::WrongMove { mv }),
            _ => (outcome.excluded_moves != self.excluded_moves).then_some(Fault::Excluded { rank }),
        };
        // All lines are of one iteration.
        let mixed = self.last.filter(|last| (last.depth, last.unfinished) != (depth, unfinished));
        let mixed = mixed.map(|last| Fault::StaleIteration {
            shown: depth.min(last.depth),
            completed: depth.max(last.depth),
        });
        self.fault = self.fault.or(fault).or(mixed);
        if self.lines > 1 {
            self.excluded_moves.extend(best_move);
        }
        self.last = Some(ShownSummary { score, bound, best_move, depth, unfinished });
        self.first = self.first.or(self.last);
    }

    /// How many lines too few or too many were shown. None is owed behind one of which only a bound is
    /// known.
    fn count<P: Position>(&self, ground_truth: &GroundTruth<P>, last: ShownSummary) -> Option<Fault> {
        let expected = self.lines.min(ground_truth.at(last.depth).lines());
        let shown = self.line_count;
        let is_right = shown == expected
            || shown < expected && last.bound != Bound::Exact
            || last.unfinished && shown == 1;
        (!is_right).then_some(Fault::LineCount { shown, expected })
    }

    /// Whether what a search with a limit shows is of another iteration than it should be, or it went on
    /// behind its limit. Nothing is said of one that tells of no nodes.
    fn node_limit_fault<P: Position>(&self, checker: &NodeChecker<P>, shown: ShownSummary) -> Option<Fault> {
        let NodeLimit { nodes: limit, improved } = self.node_limit?;
        let ShownSummary { depth, unfinished, best_move, bound, .. } = shown;
        let NodeChecker { nodes: entered, finished_depth, root_raise, .. } = *checker;
        if entered > limit {
            return Some(Fault::OverLimit { entered, limit });
        }
        // All have ended where the search came to its end before it had to stop.
        let is_whole = entered > 0 && entered < limit;
        let completed = if is_whole { checker.ground_truth.depth() } else { finished_depth };
        if depth < completed || unfinished && is_whole {
            return Some(Fault::StaleIteration { shown: depth, completed });
        }
        let so_far = improved && self.lines == 1 && best_move.is_some();
        let nothing = finished_depth == 0 && depth == 0 && best_move.is_none();
        if unfinished && (bound != Bound::Lower || !so_far && !nothing) {
            return Some(Fault::Unfinished { depth });
        }
        let is_another = unfinished && root_raise.is_some() && best_move.is_some() && best_move != root_raise;
        is_another.then_some(Fault::WrongMove { mv: best_move })
    }

    /// All of it, with what was seen at the nodes.
    pub(super) fn trial<P: Position>(self, checker: &NodeChecker<P>, counts: Counts) -> Trial {
        let first = self.first.expect("every store is visited, and there is one");
        let count = self.last.and_then(|last| self.count(&checker.ground_truth, last));
        let stale = self.node_limit_fault(checker, first);
        let ShownSummary { score, bound, best_move, .. } = first;
        let fault = checker.fault.or(self.fault).or(count).or(stale);
        let (verdict, end, distinct_leaves) = (self.verdict, self.end, checker.distinct_leaves);
        Trial { score, bound, verdict, end, best_move, fault, counts, distinct_leaves }
    }
}
