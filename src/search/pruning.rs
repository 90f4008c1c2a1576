//! Selectivity of a search, which skips, reduces or cuts off by a guess.
//!
//! All methods except internal iterative reduction act in null windows only, where the search needs to
//! know no more than whether a value reaches a bound: at nodes with a null window, or, for late move
//! reductions, at moves that are searched with one.

use crate::position::{Move, Position};
use crate::pv::PvStore;
use crate::score::{Score, Window};
use crate::search::node::Visit;
use crate::search::{Callee, Child, Node, Observer, Search, Selectivity};
use crate::told::{SkipReason, Told, Why};

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// Whether `child` is skipped at a node with this alpha, because the move is quiet and also futile or late.
    pub(super) fn prunes_move(&mut self, node: &Node<'_, P, S>, child: Child, alpha: Score) -> bool {
        let Selectivity { futility, move_count, .. } = self.options.selectivity;
        if node.at.is_open() || child.index == 0 || node.position.is_noisy(child.mv) {
            return false;
        }
        if move_count.is_some_and(|count| child.index >= usize::from(count)) {
            self.counts.late += 1;
            self.observer.told(node.at.ply, &Told::Skipped(child.mv, SkipReason::Late));
            return true;
        }
        let optimistic = |margin: u32| node.position.evaluate().with_margin(i64::from(margin));
        let is_frontier = self.depth_of(node.remaining) == 1;
        let is_futile = is_frontier && futility.and_then(optimistic).is_some_and(|score| score <= alpha);
        self.counts.futile += u64::from(is_futile);
        if is_futile {
            self.observer.told(node.at.ply, &Told::Skipped(child.mv, SkipReason::Futile));
        }
        is_futile
    }

    /// Returns the score of `child`, searched by `visit`, if a search at reduced depth refutes it (late move reductions).
    pub(super) fn refuted_at_reduced_depth(
        &mut self,
        callee: Callee<P, S, O>,
        node: &mut Node<'_, P, S>,
        child: Child,
        visit: Visit<'_, P>,
    ) -> Option<Score> {
        let is_late = child.index >= 2 && self.depth_of(node.remaining) >= 2;
        let reduction = self.options.selectivity.lmr.filter(|_| is_late && !visit.window.is_open())?;
        let reduced = Visit { remaining: self.ply_limits.reduced(visit.remaining, reduction), ..visit };
        let score = self.visit(callee, reduced, &mut node.child_line);
        let is_refuted = score >= visit.window.beta;
        self.counts.reduced += u64::from(is_refuted);
        is_refuted.then_some(score)
    }

    /// Returns the score that cuts off a node with a null window before a move is tried, by its evaluation or by a null move.
    pub(super) fn early_cutoff(
        &mut self,
        callee: Callee<P, S, O>,
        visit: Visit<'_, P>,
        line: &mut S::Line,
    ) -> Option<Score> {
        if visit.window.is_open() {
            return None;
        }
        self.static_cutoff(visit).or_else(|| self.null_move_cutoff(callee, visit, line))
    }

    fn static_cutoff(&mut self, visit: Visit<'_, P>) -> Option<Score> {
        let Selectivity { static_null, razoring, .. } = self.options.selectivity;
        let Visit { position, window, .. } = visit;
        let depth = self.depth_of(visit.remaining);
        let evaluation = || position.evaluate();
        let least =
            static_null.and_then(|margin| evaluation().with_margin(-i64::from(margin) * depth as i64));
        if let Some(score) = least.filter(|&score| score >= window.beta) {
            self.counts.static_cutoffs += 1;
            self.observer.told(visit.ply, &Told::Leaves(Why::Static(evaluation())));
            return Some(score);
        }
        let razoring = razoring.filter(|_| depth == 1);
        let most = razoring.and_then(|margin| evaluation().with_margin(i64::from(margin)));
        most.filter(|&score| score <= window.alpha)?;
        self.counts.razored += 1;
        self.observer.told(visit.ply, &Told::Leaves(Why::Static(evaluation())));
        Some(evaluation())
    }

    fn null_move_cutoff(
        &mut self,
        callee: Callee<P, S, O>,
        visit: Visit<'_, P>,
        line: &mut S::Line,
    ) -> Option<Score> {
        let Visit { position, ply, remaining, window } = visit;
        let may_pass = self.depth_of(remaining) >= 2 && self.null_move_ply != ply;
        let reduction = self.options.selectivity.null.filter(|_| may_pass)?;
        let passed = position.pass()?;
        let child = Visit {
            position: &passed,
            ply: ply + 1,
            remaining: self.ply_limits.reduced(remaining - 1, reduction),
            window: Window { alpha: -window.beta, beta: -window.beta + 1 },
        };
        self.observer.told(ply, &Told::Move(Move::NULL, child.remaining));
        let null_move_ply = std::mem::replace(&mut self.null_move_ply, child.ply);
        if self.ordered {
            self.scratch.move_orderer.begin_move(child.ply, Move::NULL);
        }
        let mut child_line = self.store.frame(Some(line), child.ply);
        let score = -self.visit(callee, child, &mut child_line);
        self.store.release(child_line);
        self.null_move_ply = null_move_ply;
        if self.stopped || score < window.beta {
            return None;
        }
        self.counts.null_cutoffs += 1;
        self.observer.told(ply, &Told::Leaves(Why::Pass));
        Some(score)
    }

    /// Returns the plies to go of a node, one less if the table has no move to try first (internal iterative reduction).
    pub(super) fn reduced_without_hash_move(&mut self, visit: Visit<'_, P>) -> usize {
        let Visit { position, ply, remaining, .. } = visit;
        let has_hash_move = || self.scratch.table.any_move(position.key()).is_some();
        if !self.options.selectivity.iir || ply == 0 || self.depth_of(remaining) < 2 || has_hash_move() {
            return remaining;
        }
        self.counts.shallower += 1;
        remaining - 1
    }
}
