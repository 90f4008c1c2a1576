//! Selectivity: what the engine skips, reduces, or cuts off by a guess. All but internal iterative reduction acts in
//! null windows only.

use pvcheck::position::Position;
use pvcheck::score::{Score, Window};
use pvcheck::search::Observer;

use super::Stopped;
use super::acts::Act;
use super::bug::Bug;
use super::expand::Choice;
use super::search::{Node, Search};

impl<P: Position, O: Observer<P>> Search<'_, P, O> {
    /// Whether moves of the node may be skipped, and the node cut off: the window is null. At the root also the options
    /// must allow it, because then the root may have no best move.
    fn is_selective(&self, node: Node<'_, P>) -> bool {
        !node.window.is_open() && (node.ply > 0 || self.options.selective_root)
    }

    /// The score that ends a node with a null window before a move is searched: by the evaluation or by a null
    /// move.
    pub fn early_cutoff(&mut self, node: Node<'_, P>) -> Result<Option<Score>, Stopped> {
        if !self.is_selective(node) {
            return Ok(None);
        }
        self.is_exact = false;
        let score = match self.static_cutoff(node) {
            None => self.null_move(node)?,
            found => found,
        };
        Ok(score.map(|score| self.limited(score, node.window)))
    }

    /// Static null move: the evaluation minus a margin reaches beta. Razoring: at depth 1 the evaluation plus a
    /// margin does not exceed alpha.
    fn static_cutoff(&mut self, node: Node<'_, P>) -> Option<Score> {
        let (depth, Window { alpha, beta }) = (self.draft(node.remaining), node.window);
        let evaluation = node.position.evaluate();
        let below = |margin| evaluation.with_margin(-i64::from(margin) * depth as i64);
        let static_null = self.options.static_null.and_then(below).filter(|&score| score >= beta);
        if let Some(score) = static_null.filter(|_| !self.omits()) {
            self.note(Act::StaticNull);
            return Some(score);
        }
        let razoring = self.options.razoring.filter(|_| depth == 1);
        let razoring = razoring.filter(|_| !self.omits());
        let above = razoring.and_then(|margin| evaluation.with_margin(i64::from(margin)));
        above.filter(|&score| score <= alpha)?;
        self.note(Act::Razoring);
        Some(evaluation)
    }

    /// Null move: from depth 2 on the side to move passes, but not twice in a row. Returns the score if it reaches
    /// beta.
    fn null_move(&mut self, node: Node<'_, P>) -> Result<Option<Score>, Stopped> {
        let depth = self.draft(node.remaining);
        let reduction = self.options.null_move.filter(|_| depth >= 2 && !node.after_pass && !self.omits());
        let Some((reduction, position)) = reduction.zip(node.position.pass()) else { return Ok(None) };
        let remaining = self.options.quiescence_plies() + (depth - 1).saturating_sub(reduction);
        let key = if self.has(Bug::PassSharesKey) { node.key } else { position.key() };
        let (ply, beta) = (node.ply + 1, node.window.beta);
        let passed = Node { position: &position, key, ply, remaining, window: node.window, after_pass: true };
        let score = self.child(passed, Window { alpha: beta - 1, beta })?;
        let score = if self.has(Bug::NullMoveSign) { -score } else { score };
        let cuts = score >= beta;
        self.is_exact = false;
        if cuts {
            self.note(Act::NullMove);
        }
        Ok(cuts.then_some(score))
    }

    /// The upper bound of a quiet move that is not searched: none if it is late, its margin if it is futile. The first
    /// move is never skipped.
    pub fn skipped(&mut self, node: Node<'_, P>, choice: Choice, alpha: Score) -> Option<Score> {
        let Choice { mv, index, .. } = choice;
        if !self.is_selective(node) || index == 0 || node.position.is_noisy(mv) {
            return None;
        }
        if self.options.move_count.is_some_and(|count| index >= count) && !self.omits() {
            self.note(Act::MoveCount);
            return Some(-Score::INFINITY);
        }
        let margin = self.options.futility.filter(|_| self.draft(node.remaining) == 1)?;
        let most = node.position.evaluate().with_margin(i64::from(margin))?;
        if most > alpha || self.omits() {
            return None;
        }
        self.note(Act::Futility);
        Some(most)
    }

    /// Late move reductions: the plies to go at which the third move or a later one is searched first, from depth 2 on
    /// and with a null window.
    pub fn late_remaining(
        &mut self,
        node: Node<'_, P>,
        choice: Choice,
        remaining: usize,
        window: Window,
    ) -> Option<usize> {
        let is_late = choice.index >= 2 && self.draft(node.remaining) >= 2 && !window.is_open();
        let reduction = self.options.late_moves.filter(|_| is_late && !self.omits())?;
        Some(self.options.quiescence_plies() + self.draft(remaining).saturating_sub(reduction))
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
        Node { remaining: node.remaining - 1, ..node }
    }
}
