//! Selectivity: what the engine skips, reduces, or cuts off by a guess. All steps but internal iterative reduction act in null
//! windows only, unless a feature includes open windows.

use super::expand::Choice;
use super::search::{Node, Search};
use super::{Act, Bug, Feature, LateMoves, Stopped};
use crate::common::prelude::*;

impl<P: Position, O: Observer<P>> Search<'_, P, O> {
    /// Whether moves of the node may be skipped, and the node cut off: the window is null. At the root also the options
    /// must allow it, because then the root may have no best move.
    pub fn is_selective(&self, node: Node<'_, P>) -> bool {
        if node.window.is_open() {
            return self.options.features.open_windows && node.ply > 0;
        }
        node.ply > 0 || self.options.selective_root
    }

    /// Returns the score that ends a node before a move is searched to its full depth: by the evaluation, a null move,
    /// or searches at smaller depths.
    pub fn early_cutoff(&mut self, node: Node<'_, P>) -> Result<Option<Score>, Stopped> {
        if !self.is_selective(node) {
            return Ok(None);
        }
        self.is_exact = false;
        let mut score = self.static_cutoff(node);
        // The test of singular extension searches moves only.
        if node.without.is_none() {
            let searches = [Self::razored_by_quiescence, Self::null_move, Self::prob_cut, Self::multi_cut];
            for search in searches {
                score = if score.is_none() { search(self, node)? } else { score };
            }
        }
        Ok(score.map(|score| self.limited(score, node.window)))
    }

    /// Null move: from depth 2 on the side to move passes, but not twice in a row. Returns the score if it reaches
    /// beta.
    fn null_move(&mut self, node: Node<'_, P>) -> Result<Option<Score>, Stopped> {
        let depth = self.draft(node.remaining);
        let by_depth = self.options.features.null_move.map(|most| (depth.max(2) - 1).min(most.into()));
        let reduction = by_depth.or(self.options.null_move);
        let from = if self.options.features.has(Feature::ShallowPass) { 1 } else { 2 };
        let applies = depth >= from && !node.after_pass && node.is_refutable();
        let reduction = reduction.filter(|_| applies && !self.omits());
        let Some((reduction, position)) = reduction.zip(node.position.pass()) else { return Ok(None) };
        let remaining = self.options.quiescence_plies() + (depth - 1).saturating_sub(reduction);
        let key = if self.has(Bug::PassSharesKey) { node.key } else { position.key() };
        let (beta, quiet) = (node.window.beta, node.quiet + 1);
        let passed = Node::new(&position, node.ply + 1, remaining, node.window);
        let passed = Node { key, after_pass: true, quiet, ..passed };
        self.tell(node.remaining, node.ply, Told::Move(Move::NULL, remaining));
        let score = self.child(passed, Window { alpha: beta - 1, beta })?;
        let mut score = if self.has(Bug::NullMoveSign) { -score } else { score };
        self.is_exact = false;
        if score >= beta && self.options.features.has(Feature::Verification) && node.ply > 0 {
            score = self.verification(node, remaining)?;
        }
        let cuts = score >= beta;
        if cuts {
            let verified = self.options.features.has(Feature::Verification) && node.ply > 0;
            let why = if verified { Why::SameNode } else { Why::Pass };
            self.tell(node.remaining, node.ply, Told::Leaves(why));
            self.note(match by_depth {
                _ if depth == 1 => Act::ShallowPass,
                Some(2..) => Act::DepthNullMove,
                _ => Act::NullMove,
            });
            self.note_pruning(node.window.is_open());
        }
        Ok(cuts.then_some(score))
    }

    /// The upper bound of a quiet move that is not searched: none if it is late, its margin if it is futile. The first
    /// move is never skipped.
    pub fn skipped(&mut self, node: Node<'_, P>, choice: Choice, alpha: Score) -> Option<Score> {
        let Choice { mv, index, .. } = choice;
        let (features, is_noisy) = (self.options.features, node.position.is_noisy(mv));
        if !self.is_selective(node) || index == 0 || is_noisy && !features.has(Feature::NoisyCount) {
            return None;
        }
        if self.options.move_count.is_some_and(|count| index >= count) && !self.omits() {
            self.note(if is_noisy { Act::NoisyCount } else { Act::MoveCount });
            self.note_pruning(node.window.is_open());
            return Some(-Score::INFINITY);
        }
        let most = if is_noisy { None } else { self.futile(node, alpha) }?;
        self.note_pruning(node.window.is_open());
        if !features.has(Feature::FutilityBest) {
            return Some(most);
        }
        self.note(Act::NothingEntered);
        Some(-Score::INFINITY)
    }

    /// Late move reductions: returns the plies to go at which the third move or a later one is searched first, from
    /// depth 2 on and with a null window.
    pub fn late_remaining(
        &mut self,
        node: Node<'_, P>,
        choice: Choice,
        remaining: usize,
        window: Window,
    ) -> Option<usize> {
        let (index, depth) = (choice.index, self.draft(node.remaining));
        let (reduction, after) = match self.options.features.late_moves {
            Some(LateMoves { most, after }) => {
                let [most, after] = [most, after].map(usize::from);
                let later = index.saturating_sub(after);
                ((1 + later + usize::from(depth >= 4)).min(most), after)
            }
            None => (self.options.late_moves?, 2),
        };
        if index < after || depth < 2 || window.is_open() || self.omits() {
            return None;
        }
        Some(self.options.quiescence_plies() + self.draft(remaining).saturating_sub(reduction))
    }

    pub fn note_reduction(&mut self, index: usize, plies: usize) {
        self.note(Act::Reduction);
        if self.options.features.late_moves.is_some() && plies >= 2 {
            self.note(Act::DeepReduction);
        }
        if index == 1 {
            self.note(Act::SecondReduction);
        }
    }

    /// Internal iterative reduction: from depth 2 on a node without a hash move is searched one ply less deep.
    pub fn reduced_node<'p>(&mut self, node: Node<'p, P>) -> Node<'p, P> {
        let applies = self.options.iir && node.ply > 0 && self.draft(node.remaining) >= 2;
        let is_reduced = match self.engine.variety {
            None => self.hash_move(node.key).is_none(),
            Some(_) => !self.omits(),
        };
        if !applies || !is_reduced {
            return node;
        }
        self.note(Act::Iir);
        let is_deep = self.options.features.has(Feature::DeepIir) && self.draft(node.remaining) > 2;
        if is_deep {
            self.note(Act::DeepIir);
        }
        let remaining = node.remaining - 1 - usize::from(is_deep);
        self.tell(node.remaining, node.ply, Told::Reduced(remaining));
        Node { remaining, ..node }
    }
}
