//! What a search came to in every game.

use super::{judge_line, judge_score};
use crate::game::GraphPosition;
use crate::oracle::GroundTruth;
use crate::position::Move;
use crate::score::{Bound, Score};
use crate::search::Outcome;
use crate::verdict::{Finding, LineKind};

/// What a search came to in every game of some kind.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EveryGame {
    /// The classes of games that the search tells apart: one run of it stands for all games of a class.
    pub classes: u64,
    /// Those in which the score is not the minimax value, or the line is not whole and optimal.
    pub wrong: u64,
    /// The first of them: what is wrong, and a game of the class.
    pub first: Option<(Finding, String)>,
}

impl EveryGame {
    /// Adds a class; `wrong` is what is wrong in it, and a game.
    pub(crate) fn add(&mut self, wrong: Option<(Finding, String)>) {
        self.classes += 1;
        self.wrong += u64::from(wrong.is_some());
        self.first = self.first.take().or(wrong);
    }

    /// What is wrong with a score and a line.
    pub(crate) fn finding(
        root: &GraphPosition<'_>,
        depth: usize,
        (score, line): &(Score, Vec<Move>),
    ) -> Option<Finding> {
        let ground_truth = GroundTruth::new(root, depth);
        let outcome = Outcome { line: Some(line), ..Outcome::new(depth, *score, Bound::Exact) };
        let verdict = judge_score(&ground_truth, &outcome);
        if verdict.is_fault() {
            return Some(Finding::Score(verdict));
        }
        let kind = judge_line(&ground_truth, &outcome, true).kind;
        (!matches!(kind, LineKind::Same | LineKind::Equivalent)).then_some(Finding::Line(kind))
    }
}
