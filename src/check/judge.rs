//! The judgement of what a search shows.

use super::{Trial, Watch, why_short};
use crate::oracle::{Among, Claim, Truth, Walk};
use crate::position::{Move, Position};
use crate::pv::Store;
use crate::score::{Bound, Score};
use crate::search::{Counts, Outcome, Shortcuts, Stop};
use crate::verdict::{End, Fault, LineKind, LineVerdict, ScoreVerdict};

/// What is true of the depth that `outcome` is from, and among which moves it is the best.
fn asked<'t, P: Position>(truth: &'t Truth<P>, outcome: &Outcome<'t>) -> (&'t Truth<P>, Among<'t>) {
    let among = if outcome.unfinished { Among::SoFar } else { Among::AllBut(outcome.better) };
    (truth.at(outcome.depth), among)
}

/// What is true of the score in `outcome`, which is declared to be exact or a bound.
pub fn judge_score<P: Position>(truth: &Truth<P>, outcome: &Outcome<'_>) -> ScoreVerdict {
    let Outcome { score, bound, .. } = *outcome;
    let (truth, among) = asked(truth, outcome);
    match (bound, truth.claim(among, bound, score)) {
        (Bound::Exact, _) if score == truth.score_among(among) => ScoreVerdict::Exact,
        (Bound::Exact, Claim::Honest) => ScoreVerdict::Witnessed,
        (Bound::Exact, Claim::Between) if truth.rules().joins => ScoreVerdict::Joined,
        (Bound::Exact, Claim::Between | Claim::False) => ScoreVerdict::Unwitnessed,
        (Bound::Lower | Bound::Upper, Claim::Honest) => ScoreVerdict::Bound,
        (Bound::Lower | Bound::Upper, Claim::Between | Claim::False) => ScoreVerdict::FalseBound,
    }
}

/// What is true of the line in `outcome`. A line is owed by every store
/// that keeps one, when the score is exact; a search that was stopped may show that of the best move so
/// far.
pub fn judge_line<P: Position>(truth: &Truth<P>, outcome: &Outcome<'_>, keeps_lines: bool) -> LineVerdict {
    let at = |kind, ply| LineVerdict { kind, ply: Some(ply), short: None };
    let line = match (outcome.line, outcome.bound) {
        (None, Bound::Exact) if keeps_lines => return LineKind::Missing.into(),
        // The best move so far has a line.
        (None, _) if keeps_lines && outcome.unfinished && outcome.best_move.is_some() => {
            return LineKind::Missing.into();
        }
        (None, _) => return LineKind::NoneOwed.into(),
        (Some(_), Bound::Lower | Bound::Upper) if !outcome.unfinished => return LineKind::Unproven.into(),
        (Some(line), _) => line,
    };
    let (truth, among) = asked(truth, outcome);
    let begins_otherwise = line.first().is_some_and(|&first| Some(first) != outcome.best_move);
    match truth.walk(among, outcome.score, line) {
        // Of what was found so far one move is the best, and its line begins with it.
        Walk::Whole { .. } | Walk::Short if outcome.unfinished && begins_otherwise => {
            at(LineKind::Unsound, 1)
        }
        Walk::Whole { leftmost: true } => LineKind::Same.into(),
        Walk::Whole { leftmost: false } => LineKind::Equivalent.into(),
        Walk::Short => LineKind::Truncated.into(),
        Walk::PastDraw { ply } => at(LineKind::PastDraw, ply),
        Walk::Unsound { ply } => at(LineKind::Unsound, ply),
        Walk::Illegal { ply } => at(LineKind::Illegal, ply),
    }
}

/// What is true of the line in `outcome`, which `store` shows; says why it is short if it is.
pub fn judge_store<P: Position>(truth: &Truth<P>, store: Store, outcome: &Outcome<'_>) -> LineVerdict {
    let verdict = judge_line(truth, outcome, store.keeps_lines());
    let why = || why_short(truth.at(outcome.depth), store, outcome);
    let short = (verdict.kind == LineKind::Truncated).then(why);
    LineVerdict { short: short.flatten(), ..verdict }
}

/// Whether the best move bears the score, wherever there is one to name. A bound inside
/// the root window proves that it is the best; outside the move proves the bound.
fn names_its_move<P: Position>(truth: &Truth<P>, outcome: &Outcome<'_>) -> bool {
    let Outcome { score, bound, window, best_move, unfinished, .. } = *outcome;
    let (truth, among) = asked(truth, outcome);
    match best_move {
        // What a root evaluates to is what it is worth before anything was searched.
        None if unfinished => score == truth.root().evaluate(),
        None => bound == Bound::Upper || truth.line_among(among).is_empty(),
        // All moves failed low together: none of them is better than another.
        Some(_) if bound == Bound::Upper => false,
        Some(mv) => truth.bears(among, mv, bound, score, window.bound(score) == Bound::Exact),
    }
}

/// Someone who hears what a search shows and judges all of it together: the score of each line, the moves
/// that they begin with, their order and their number.
pub(super) struct Judge {
    /// Lines that are asked for, and whether nothing is claimed about scores.
    lines: usize,
    unclaimed: bool,
    /// What a search may do that is stopped.
    stop: Option<Stop>,
    /// The moves that the lines so far begin with.
    better: Vec<Move>,
    /// Stores that have shown the line of this rank.
    stores: usize,
    heard: usize,
    first: Option<Facts>,
    last: Option<Facts>,
    verdict: ScoreVerdict,
    end: End,
    fault: Option<Fault>,
}

/// What is the same in all stores.
#[derive(Clone, Copy)]
struct Facts {
    score: Score,
    bound: Bound,
    best_move: Option<Move>,
    depth: usize,
    unfinished: bool,
}

impl Judge {
    pub(super) fn new(shortcuts: &Shortcuts) -> Self {
        Self {
            lines: usize::from(shortcuts.lines),
            unclaimed: shortcuts.collides(),
            stop: shortcuts.stop,
            better: Vec::new(),
            stores: 0,
            heard: 0,
            first: None,
            last: None,
            verdict: ScoreVerdict::Exact,
            end: End::Inside,
            fault: None,
        }
    }

    /// Hears what the next store shows; says which store that is.
    pub(super) fn hear<P: Position>(&mut self, truth: &Truth<P>, outcome: &Outcome<'_>) -> usize {
        if outcome.rank == self.heard {
            self.heard += 1;
            self.stores = 0;
            self.next_line(truth, outcome);
        }
        self.stores += 1;
        self.stores - 1
    }

    fn next_line<P: Position>(&mut self, truth: &Truth<P>, outcome: &Outcome<'_>) {
        let Outcome { score, bound, best_move, depth, unfinished, rank, window, .. } = *outcome;
        let verdict = judge_score(truth, outcome);
        if rank == 0 || verdict > self.verdict {
            let is_inside = window.bound(score) == Bound::Exact;
            let unstopped = if is_inside { End::Inside } else { End::Outside };
            (self.verdict, self.end) = (verdict, if unfinished { End::Stopped } else { unstopped });
        }
        let before = self.last.filter(|last| bound == Bound::Exact && last.score < score);
        // A wrong score has no move that bears it: that is the score's fault.
        let names = verdict.is_fault() || self.unclaimed || names_its_move(truth, outcome);
        let fault = match best_move {
            Some(mv) if outcome.better.contains(&mv) => Some(Fault::SameMove { mv }),
            _ if before.is_some() => Some(Fault::OutOfOrder { rank }),
            mv if !names => Some(Fault::WrongMove { mv }),
            _ => (outcome.better != self.better).then_some(Fault::Excluded { rank }),
        };
        // All lines are of one iteration.
        let mixed = self.last.filter(|last| (last.depth, last.unfinished) != (depth, unfinished));
        let mixed = mixed
            .map(|last| Fault::StaleIteration { shown: depth.min(last.depth), ended: depth.max(last.depth) });
        self.fault = self.fault.or(fault).or(mixed);
        if self.lines > 1 {
            self.better.extend(best_move);
        }
        self.last = Some(Facts { score, bound, best_move, depth, unfinished });
        self.first = self.first.or(self.last);
    }

    /// How many lines too few or too many were shown. None is owed behind one of which only a bound is
    /// known.
    fn count<P: Position>(&self, truth: &Truth<P>, last: Facts) -> Option<Fault> {
        let owed = self.lines.min(truth.at(last.depth).lines());
        let shown = self.heard;
        let is_right =
            shown == owed || shown < owed && last.bound != Bound::Exact || last.unfinished && shown == 1;
        (!is_right).then_some(Fault::LineCount { shown, owed })
    }

    /// Whether what a search with a limit shows is of another iteration than it should be, or it went on
    /// behind its limit. Nothing is said of one that tells of no nodes.
    fn stopped_wrongly<P: Position>(&self, watch: &Watch<P>, shown: Facts) -> Option<Fault> {
        let Stop { nodes: limit, improved } = self.stop?;
        let Facts { depth, unfinished, best_move, bound, .. } = shown;
        let Watch { nodes: entered, finished, root_raise, .. } = *watch;
        if entered > limit {
            return Some(Fault::OverLimit { entered, limit });
        }
        // All have ended where the search came to its end before it had to stop.
        let is_whole = entered > 0 && entered < limit;
        let ended = if is_whole { watch.truth.depth() } else { finished };
        if depth < ended || unfinished && is_whole {
            return Some(Fault::StaleIteration { shown: depth, ended });
        }
        let so_far = improved && self.lines == 1 && best_move.is_some();
        let nothing = finished == 0 && depth == 0 && best_move.is_none();
        if unfinished && (bound != Bound::Lower || !so_far && !nothing) {
            return Some(Fault::Unfinished { depth });
        }
        let is_another = unfinished && root_raise.is_some() && best_move.is_some() && best_move != root_raise;
        is_another.then_some(Fault::WrongMove { mv: best_move })
    }

    /// All of it, with what was seen at the nodes.
    pub(super) fn trial<P: Position>(self, watch: &Watch<P>, counts: Counts) -> Trial {
        let first = self.first.expect("every store is visited, and there is one");
        let count = self.last.and_then(|last| self.count(&watch.truth, last));
        let stale = self.stopped_wrongly(watch, first);
        let Facts { score, bound, best_move, .. } = first;
        let fault = watch.fault.or(self.fault).or(count).or(stale);
        let (verdict, end, distinct_leaves) = (self.verdict, self.end, watch.distinct_leaves);
        Trial { score, bound, verdict, end, best_move, fault, counts, distinct_leaves }
    }
}
