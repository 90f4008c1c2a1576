//! Verdicts on the scores and lines of a search of a fixed tree.

use pvcheck::check::{Trial, truncation_after};
use pvcheck::oracle::{Unstored, Walk};
use pvcheck::position::{Move, Position};
use pvcheck::pv::Store;
use pvcheck::score::Bound;
use pvcheck::search::{Counts, Outcome};
use pvcheck::verdict::{End, Fault, LineKind, LineVerdict, ScoreVerdict, TraceVerdict, Truncation};

/// Judges the results of searches of one game after the other, in memory that does not depend on their size.
#[derive(Debug)]
pub struct Judge<P> {
    pub(super) oracle: Unstored<P>,
    moves: Vec<Move>,
}

impl<P: Position> Judge<P> {
    pub fn new(oracle: Unstored<P>) -> Self {
        Self { oracle, moves: Vec::new() }
    }

    pub fn begin(&mut self, root: &P, depth: usize) {
        self.oracle.solve(root, depth);
    }

    /// Returns the verdicts on the score and on the line that `store` shows. The trial has no counts.
    pub fn judge(&mut self, store: Store, outcome: &Outcome<'_>) -> (Trial, LineVerdict) {
        let Outcome { score, bound, window, best_move, .. } = *outcome;
        let value = self.oracle.score();
        let verdict = match bound {
            Bound::Exact if score == value => ScoreVerdict::Exact,
            Bound::Exact => ScoreVerdict::Unwitnessed,
            Bound::Lower if score <= value => ScoreVerdict::Bound,
            Bound::Upper if score >= value => ScoreVerdict::Bound,
            Bound::Lower | Bound::Upper => ScoreVerdict::FalseBound,
        };
        let end = if window.bound(score) == Bound::Exact { End::Inside } else { End::Outside };
        let trial = Trial {
            score,
            bound,
            verdict,
            trace: TraceVerdict::NotJudged,
            end,
            best_move,
            fault: self.wrong_move(verdict, outcome),
            fault_thread: None,
            counts: Counts::NONE,
            distinct_leaves: 0,
        };
        (trial, self.judge_line(store, outcome))
    }

    /// Returns a fault if the score is the value and the best move does not attain it. The best move of a bound is
    /// not judged.
    fn wrong_move(&mut self, verdict: ScoreVerdict, outcome: &Outcome<'_>) -> Option<Fault> {
        let mv = outcome.best_move;
        let is_wrong = verdict == ScoreVerdict::Exact
            && match mv {
                None => outcome.reports_best_move && !self.oracle.line().is_empty(),
                Some(mv) => {
                    let walk = self.oracle.walk(outcome.score, &[mv]);
                    matches!(walk, Walk::Unsound { .. } | Walk::Illegal { .. })
                }
            };
        is_wrong.then_some(Fault::WrongMove { mv })
    }

    fn judge_line(&mut self, store: Store, outcome: &Outcome<'_>) -> LineVerdict {
        let line = match (outcome.line, outcome.bound) {
            (None, Bound::Exact) if store.profile().keeps_lines() => return LineKind::Missing.into(),
            (None, _) => return LineKind::NoneDue.into(),
            (Some(_), Bound::Lower | Bound::Upper) => return LineKind::Unproven.into(),
            (Some(line), Bound::Exact) => line,
        };
        let is_other = |&first: &Move| outcome.best_move.is_some_and(|best| best != first);
        let other_move = line.first().is_some_and(is_other);
        let sound = |kind: LineKind| LineVerdict { other_move, ..kind.into() };
        let at = |kind: LineKind, ply| LineVerdict { ply: Some(ply), ..kind.into() };
        match self.oracle.walk(outcome.score, line) {
            Walk::Whole { leftmost: true } => sound(LineKind::Same),
            Walk::Whole { leftmost: false } => sound(LineKind::Equivalent),
            Walk::Truncated => {
                let truncation = self.truncation(store, outcome);
                LineVerdict { truncation, ..sound(LineKind::Truncated) }
            }
            Walk::PastDraw { ply } => at(LineKind::PastDraw, ply),
            Walk::Unsound { ply } => at(LineKind::Unsound, ply),
            Walk::Illegal { ply } => at(LineKind::Illegal, ply),
        }
    }

    fn truncation(&mut self, store: Store, outcome: &Outcome<'_>) -> Option<Truncation> {
        let moves = &mut self.moves;
        truncation_after(self.oracle.root(), self.oracle.depth(), store, outcome, |position: &P, mv| {
            moves.clear();
            position.moves(moves);
            moves.contains(&mv)
        })
    }
}
