//! Alpha-beta and PVS: the moves of a node, each with its windows and re-searches.

use crate::common::prelude::*;
use pvcheck::told::SkipReason;

use super::search::{Found, Node, Search};
use super::{Act, Bug, Feature, Recursion, Stopped};

/// A move of a node.
#[derive(Clone, Copy)]
pub struct Choice {
    pub mv: Move,
    /// The index of the move in the order of search.
    pub index: usize,
    pub is_last: bool,
}

impl<P: Position, O: Observer<P>> Search<'_, P, O> {
    /// Searches the moves of a node.
    pub fn expand(&mut self, node: Node<'_, P>) -> Result<Found, Stopped> {
        let Window { mut alpha, beta } = node.window;
        let mut found = Found { score: -Score::INFINITY, mv: None, draft: self.draft(node.remaining) };
        let moves = self.ordered_moves(node);
        let (mut best_is_exact, mut all_searched) = (false, true);
        for (index, &mv) in moves.iter().enumerate() {
            let choice = Choice { mv, index, is_last: index > 0 && index + 1 == moves.len() };
            if let Some(bound) = self.skipped(node, choice, alpha) {
                self.tell(node.remaining, node.ply, Told::Skipped(mv, SkipReason::Late));
                found.score = found.score.max(bound);
                all_searched = false;
                continue;
            }
            if choice.is_last && self.has(Bug::LastMoveForgotten) {
                break;
            }
            let score = self.search_move(node, choice, alpha)?;
            if self.has(Bug::NullWindowTail) && !node.window.is_open() && score > found.score {
                self.engine.rows.raise(node.ply, mv);
            }
            if score > found.score {
                best_is_exact = self.is_exact;
            }
            found.score = found.score.max(score);
            if score >= beta {
                all_searched &= index + 1 == moves.len();
                found.mv = Some(mv);
                self.refute(node, mv);
                break;
            }
            if score > alpha {
                alpha = score;
                found.mv = Some(mv);
                self.raise(node, mv, score);
            }
        }
        let limited = self.limited(found.score, node.window);
        self.is_exact = best_is_exact && all_searched && limited == found.score;
        found.score = limited;
        Ok(found)
    }

    /// The score that is returned: fail-hard searches limit it to the window.
    pub fn limited(&self, score: Score, window: Window) -> Score {
        if self.options.fail_hard { score.clamp(window.alpha, window.beta) } else { score }
    }

    /// Searches one move of a node, as often as the recursion does.
    fn search_move(&mut self, node: Node<'_, P>, choice: Choice, alpha: Score) -> Result<Score, Stopped> {
        let position = node.position.play(choice.mv);
        let mut remaining = self.plies_after(node, choice.mv);
        if choice.is_last && self.has(Bug::LastMoveShallow) {
            remaining = remaining.max(self.options.quiescence_plies() + 1) - 1;
        }
        self.tell(node.remaining, node.ply, Told::Move(choice.mv, remaining));
        let mut child = node.after(&position, choice.mv, remaining);
        let beta = node.window.beta;
        if self.options.recursion == Recursion::AlphaBeta || choice.index == 0 {
            return self.full_or_reduced(node, choice, &mut child, Window { alpha, beta });
        }
        let score = self.full_or_reduced(node, choice, &mut child, Window { alpha, beta: alpha + 1 })?;
        let is_exact = self.options.exact_outside && self.is_exact && self.omits();
        if score <= alpha || score >= beta || is_exact || self.has(Bug::NoReSearch) {
            return Ok(score);
        }
        self.re_search(choice.mv, child, score, Window { alpha, beta })
    }

    /// Searches a move again whose null window failed high. The score of this search counts, even if it refutes the move.
    fn re_search(
        &mut self,
        mv: Move,
        child: Node<'_, P>,
        by_null_window: Score,
        window: Window,
    ) -> Result<Score, Stopped> {
        self.note(Act::ReSearch);
        let score = self.child(child, window)?;
        if score <= window.alpha {
            self.note(Act::Refuted);
            if self.has(Bug::RefutedReSearch) {
                self.engine.rows.raise(child.ply - 1, mv);
            }
        }
        Ok(if self.has(Bug::LargerScore) { score.max(by_null_window) } else { score })
    }

    /// Searches a child with a window of its parent; a late move with a null window first at a reduced depth. The
    /// searches that repeat a reduced search may have one ply less.
    fn full_or_reduced(
        &mut self,
        node: Node<'_, P>,
        choice: Choice,
        child: &mut Node<'_, P>,
        window: Window,
    ) -> Result<Score, Stopped> {
        if let Some(remaining) = self.late_remaining(node, choice, child.remaining, window) {
            let score = self.child(Node { remaining, ..*child }, window)?;
            self.is_exact = false;
            let is_repeated = score < node.window.beta && self.omits();
            if score <= window.alpha || is_repeated || self.has(Bug::NoFullDepthSearch) {
                self.note_reduction(choice.index, child.remaining - remaining);
                return Ok(score);
            }
            self.note(Act::FullDepth);
            let is_deeper = child.remaining - remaining >= 2;
            if is_deeper && self.options.features.has(Feature::Shallower) {
                self.note(Act::Shallower);
                child.remaining -= 1;
                self.tell(node.remaining, node.ply, Told::Move(choice.mv, child.remaining));
            }
        }
        self.child(*child, window)
    }

    /// Visits a child with a window of its parent. Returns the score as the parent sees it.
    pub fn child(&mut self, child: Node<'_, P>, window: Window) -> Result<Score, Stopped> {
        let window = Window { alpha: -window.beta, beta: -window.alpha };
        self.visit(Node { window, ..child }).map(|score| -score)
    }

    /// `mv` raised alpha to `score`: its line is recorded.
    pub fn raise(&mut self, node: Node<'_, P>, mv: Move, score: Score) {
        let hides = self.options.quiescence.is_some_and(|quiescence| !quiescence.in_line);
        if !hides || self.draft(node.remaining) > 0 {
            self.engine.rows.raise(node.ply, mv);
        }
        if node.ply == 0 {
            self.best = Some((mv, Some(score)));
        }
        self.notify(node.remaining, |observer| observer.told(node.ply, &Told::Raised(mv)));
    }

    /// `mv` refuted the node: it becomes a killer, and no line is recorded.
    pub fn refute(&mut self, node: Node<'_, P>, mv: Move) {
        if !self.has(Bug::NullWindowTail) {
            self.engine.rows.clear(node.ply);
        }
        self.engine.killers.add(node.ply, mv);
        if node.ply == 0 {
            self.best = Some((mv, None));
        }
        self.notify(node.remaining, |observer| observer.told(node.ply, &Told::Refuted(mv)));
    }
}
