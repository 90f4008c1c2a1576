//! The search of leaves, which are evaluated, or searched by quiescence if the options request it.

use crate::position::{Move, Position};
use crate::pv::PvStore;
use crate::score::{Bound, Score, Window};
use crate::search::node::Visit;
use crate::search::{Callee, Observer, Search};

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    #[expect(clippy::inline_always, reason = "most nodes are leaves, and a leaf costs no call")]
    #[inline(always)]
    pub(super) fn leaf(
        &mut self,
        callee: Callee<P, S, O>,
        visit: Visit<'_, P>,
        line: &mut S::Line,
        window: Window,
        uses_table: bool,
    ) -> Score {
        let score = self.evaluate(callee, visit, line, window);
        if self.stopped {
            return score;
        }
        let Visit { position, ply, remaining, .. } = visit;
        self.exit(visit, self.claimed_window(visit.window, ply, score), score);
        if uses_table {
            let bound = self.leaf_bound(position, ply, window, score);
            self.store_entry(&self.entry(position, ply, remaining, (bound, score), Move::NULL), ply);
        }
        score
    }

    /// Returns the bound of a leaf's `score`, exact for an evaluation, or judged by the window for quiescence.
    fn leaf_bound(&self, position: &P, ply: usize, window: Window, score: Score) -> Bound {
        let is_static = self.ply_limits.quiescence == 0 || position.is_terminal();
        if is_static { Bound::Exact } else { self.claimed_window(window, ply, score).bound(score) }
    }

    #[expect(clippy::inline_always, reason = "most nodes are leaves, and a leaf costs no call")]
    #[inline(always)]
    fn evaluate(
        &mut self,
        callee: Callee<P, S, O>,
        visit: Visit<'_, P>,
        line: &mut S::Line,
        window: Window,
    ) -> Score {
        let Visit { position, ply, remaining, .. } = visit;
        self.counts.leaf_evaluations += 1;
        self.observer.leaf_evaluated(position);
        let stand_pat = position.evaluate().further(ply);
        if remaining == 0 || stand_pat >= window.beta || position.is_terminal() {
            self.store.leaf_value(line, visit.place());
            return stand_pat;
        }
        self.quiesce(callee, visit, line, (window, stand_pat))
    }

    /// Searches the noisy moves by the algorithm itself, against the stand-pat score. Standing pat is one more move,
    /// tried first, with a fixed score and the empty line.
    fn quiesce(
        &mut self,
        callee: Callee<P, S, O>,
        visit: Visit<'_, P>,
        line: &mut S::Line,
        (window, stand_pat): (Window, Score),
    ) -> Score {
        let first = self.collect_moves(visit, true);
        let mut score = stand_pat;
        if self.scratch.moves.len() > first {
            let mut node = self.node(visit, &mut *line, first);
            node.stand_pat = stand_pat;
            score = callee(self, &mut node, window.alpha.max(stand_pat), window.beta);
            self.scratch.moves.truncate(first);
            self.store.release(node.child_line);
            if self.stopped {
                return score;
            }
        }
        let is_better = score > stand_pat;
        self.counts.quiescence_raises += u64::from(is_better);
        if !is_better && visit.ply == 0 {
            (self.root.best_move, self.root.best_is_bound) = (None, false);
        }
        if !is_better || !self.shows_quiescence() {
            // An algorithm without a window may have recorded a move that is worse.
            self.store.enter_node(line, visit.place());
            self.store.leaf_value(line, visit.place());
        }
        score.max(stand_pat)
    }

    #[inline]
    pub(super) fn shows_quiescence(&self) -> bool {
        self.options.quiescence.is_none_or(|quiescence| quiescence.in_line)
    }
}
