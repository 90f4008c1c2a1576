//! Evaluations that table entries correct, and what depends on the evaluation alone: static null move, razoring, futility
//! and delta pruning; and mate distance pruning.

use super::search::{Node, Search};
use super::{Act, Feature, Options, StaticNull};
use crate::common::prelude::*;

impl<P: Position, O: Observer<P>> Search<'_, P, O> {
    /// The evaluation of a node, corrected by a table entry.
    pub fn static_evaluation(&mut self, node: Node<'_, P>) -> Score {
        let evaluation = self.with_history(node.position, node.position.evaluate());
        self.corrected(node, evaluation)
    }

    /// `evaluation` of a position where the game goes on, corrected by what happened before.
    pub fn with_history(&mut self, position: &P, evaluation: Score) -> Score {
        let by = self.drawn_by_node(self.options.features.correction);
        if by == 0 || position.is_terminal() {
            return evaluation;
        }
        self.note(Act::Correction);
        evaluation.with_margin(by.into()).unwrap_or(evaluation)
    }

    /// `evaluation`, or the score of an entry of any draft if its bound allows it. The result is then no mate score.
    pub fn corrected(&mut self, node: Node<'_, P>, evaluation: Score) -> Score {
        if !self.options.features.corrected || self.options.table.is_none() || evaluation.is_mate() {
            return evaluation;
        }
        let entry = self.engine.table.any(node.key).filter(|entry| !entry.score.is_mate());
        let Some(entry) = entry else { return evaluation };
        let replaces = match entry.bound {
            Bound::Exact => entry.score != evaluation,
            Bound::Lower => entry.score > evaluation,
            Bound::Upper => entry.score < evaluation,
        };
        if !replaces {
            return evaluation;
        }
        self.note(Act::Corrected);
        entry.score
    }

    /// Static null move: the evaluation minus a margin reaches beta. Razoring: the evaluation plus a margin does not exceed
    /// alpha.
    pub fn static_cutoff(&mut self, node: Node<'_, P>) -> Option<Score> {
        let Window { alpha, beta } = node.window;
        let Options { static_null, razoring, features, .. } = self.options;
        let has_none = static_null.is_none() && features.static_null.is_none();
        if has_none && razoring.is_none() && features.razoring.is_none() {
            return None;
        }
        let depth = self.draft(node.remaining);
        let evaluation = self.static_evaluation(node);
        let is_open = node.window.is_open();
        if let Some(score) = self.static_null(evaluation, depth, beta) {
            self.tell(node.remaining, node.ply, Told::Leaves(Why::Static(evaluation.nearer(node.ply))));
            self.note_pruning(is_open);
            return Some(score);
        }
        let (margin, deepest) = match self.options.features.razoring {
            Some(margin) => (margin, 2),
            None => (self.options.razoring?, 1),
        };
        if depth > deepest || self.omits() {
            return None;
        }
        let above = evaluation.with_margin(i64::from(margin) * depth as i64)?;
        if above > alpha {
            return None;
        }
        self.note(if depth > 1 { Act::DeepRazoring } else { Act::Razoring });
        self.note_pruning(is_open);
        self.tell(node.remaining, node.ply, Told::Leaves(Why::Static(evaluation.nearer(node.ply))));
        Some(evaluation)
    }

    fn static_null(&mut self, evaluation: Score, depth: usize, beta: Score) -> Option<Score> {
        let below = |margin| evaluation.with_margin(-i64::from(margin) * depth as i64);
        if let Some(StaticNull { margin, deepest }) = self.options.features.static_null {
            below(margin).filter(|&score| score >= beta && depth <= usize::from(deepest))?;
            self.note(Act::StaticEvaluation);
            return Some(evaluation);
        }
        let score = self.options.static_null.and_then(below).filter(|&score| score >= beta)?;
        if self.omits() {
            return None;
        }
        self.note(Act::StaticNull);
        Some(score)
    }

    /// The bound of a move that is futile at a node.
    pub fn futile(&mut self, node: Node<'_, P>, alpha: Score) -> Option<Score> {
        let depth = self.draft(node.remaining);
        let (margin, deepest) = match self.options.features.futility {
            Some(margin) => (margin, 3),
            None => (self.options.futility?, 1),
        };
        if depth > deepest {
            return None;
        }
        let most = self.static_evaluation(node).with_margin(i64::from(margin) * depth as i64)?;
        if most > alpha || self.omits() {
            return None;
        }
        self.note(if depth > 1 { Act::DeepFutility } else { Act::Futility });
        Some(most)
    }

    /// Delta pruning: the bound of a move in quiescence that is skipped.
    pub fn delta(&mut self, stand_pat: Score, alpha: Score) -> Option<Score> {
        let margin = self.options.features.delta?;
        let most = stand_pat.with_margin(i64::from(margin)).filter(|&most| most <= alpha)?;
        self.note(Act::Delta);
        if !self.options.features.has(Feature::DeltaBest) {
            return Some(most);
        }
        self.note(Act::NothingInQuiescence);
        Some(-Score::INFINITY)
    }

    /// Mate distance pruning: returns the window without the scores that no position at this ply can have, since no
    /// move gives a mate in 0. The window may be empty.
    pub fn without_nearer_mates(&self, node: Node<'_, P>, is_leaf: bool) -> Window {
        if !self.options.features.mate_distance || node.ply == 0 || is_leaf {
            return node.window;
        }
        let (least, most) = (Score::MIN.further(node.ply), Score::MAX.further(node.ply + 1));
        Window { alpha: node.window.alpha.max(least), beta: node.window.beta.min(most) }
    }

    pub fn note_pruning(&mut self, is_open: bool) {
        if is_open {
            self.note(Act::OpenPruning);
        }
    }
}
