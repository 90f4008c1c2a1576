//! What the seam leaves out, reduces or cuts off by a guess: the selective shortcuts.
//!
//! All but internal iterative reduction act in null windows only, where a search is asked whether a
//! value reaches a bound and nothing more: in nodes that have one, or for a reduction, at moves that
//! are searched with one.

use crate::position::{Move, Position};
use crate::pv::{At, PvStore};
use crate::score::{Score, Window};
use crate::search::{Callee, Child, Node, Observer, Search, Selectivity};

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// Whether `child` is skipped in a node whose alpha is this: it is quiet, and futile or late.
    pub(super) fn skips(&mut self, node: &Node<'_, P, S>, child: Child, alpha: Score) -> bool {
        let Selectivity { futility, move_count, .. } = self.selectivity;
        if node.at.open || child.index == 0 || node.position.is_noisy(child.mv) {
            return false;
        }
        if move_count.is_some_and(|count| child.index >= usize::from(count)) {
            self.counts.late += 1;
            return true;
        }
        let hope = |margin: u32| node.position.evaluate().with_margin(i64::from(margin));
        let futile = self.depth_of(node.left) == 1
            && futility.and_then(hope).is_some_and(|most_hoped_for| most_hoped_for <= alpha);
        self.counts.futile += u64::from(futile);
        futile
    }

    /// The score of `child`, which leads to `position`, where a search that is less deep refutes it.
    pub(super) fn refuted_less_deep(
        &mut self,
        callee: Callee<P, S, O>,
        node: &mut Node<'_, P, S>,
        child: Child,
        position: &P,
        left: usize,
        window: Window,
    ) -> Option<Score> {
        let deep = self.depth_of(node.left) >= 2;
        let reduction = self.selectivity.lmr.filter(|_| child.index >= 2 && deep)?;
        let less = self.reduced(left, reduction);
        let ply = node.at.ply + 1;
        let score = self.enter(callee, position.clone(), &mut node.child_line, ply, less, window);
        let refuted = score >= window.beta;
        self.counts.reduced += u64::from(refuted);
        refuted.then_some(score)
    }

    /// What ends a node with a null window before a move of it is tried: its evaluation, or a pass.
    pub(super) fn cut_off(
        &mut self,
        callee: Callee<P, S, O>,
        position: &P,
        line: &mut S::Line,
        at: At,
        left: usize,
        window: Window,
    ) -> Option<Score> {
        if at.open {
            return None;
        }
        self.by_evaluation(position, self.depth_of(left), window)
            .or_else(|| self.by_passing(callee, position, line, at, left, window))
    }

    fn by_evaluation(&mut self, position: &P, depth: usize, window: Window) -> Option<Score> {
        let Selectivity { static_null, razoring, .. } = self.selectivity;
        let evaluated = || position.evaluate();
        let least = static_null.and_then(|margin| evaluated().with_margin(-i64::from(margin) * depth as i64));
        if let Some(score) = least.filter(|&score| score >= window.beta) {
            self.counts.static_cutoffs += 1;
            return Some(score);
        }
        let most =
            razoring.filter(|_| depth == 1).and_then(|margin| evaluated().with_margin(i64::from(margin)));
        most.filter(|&score| score <= window.alpha)?;
        self.counts.razored += 1;
        Some(evaluated())
    }

    fn by_passing(
        &mut self,
        callee: Callee<P, S, O>,
        position: &P,
        line: &mut S::Line,
        at: At,
        left: usize,
        window: Window,
    ) -> Option<Score> {
        let reduction =
            self.selectivity.null.filter(|_| self.depth_of(left) >= 2 && self.passed_to != at.ply)?;
        let passed = position.pass()?;
        let ply = at.ply + 1;
        let before = std::mem::replace(&mut self.passed_to, ply);
        if self.ordered {
            self.scratch.orderer.play(ply, Move::NULL);
        }
        let mut child_line = self.store.frame(Some(line), ply);
        let turned = Window { alpha: -window.beta, beta: -window.beta + 1 };
        let less = self.reduced(left - 1, reduction);
        let score = -self.enter(callee, passed, &mut child_line, ply, less, turned);
        self.store.release(child_line);
        self.passed_to = before;
        if self.stopped || score < window.beta {
            return None;
        }
        self.counts.null_cutoffs += 1;
        Some(score)
    }

    /// The plies that are left of a node of which the table has no move to try first.
    pub(super) fn for_want_of_a_move(&mut self, position: &P, at: At, left: usize) -> usize {
        let knows = || self.scratch.table.any_move(position.key()).is_some();
        if !self.selectivity.iir || at.ply == 0 || self.depth_of(left) < 2 || knows() {
            return left;
        }
        self.counts.shallower += 1;
        left - 1
    }

    /// The plies that are left of these when the search is reduced: the depth runs out at worst, and
    /// quiescence is as long as ever.
    fn reduced(&self, left: usize, reduction: u8) -> usize {
        self.reach.less(left, reduction)
    }
}
