//! Algorithms that are wrong on purpose: copies whose only difference is the
//! hunk that is wrong. A test compares each with its original and finds exactly
//! the hunk that [`Mutation`](super::Mutation) names.

use crate::position::Position;
use crate::pv::PvStore;
use crate::score::Score;
use crate::search::{Node, Observer, Search};

/// A cutoff only when the score exceeds beta: `>` for `>=`.
pub(super) fn cutoff_on_greater_only<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    while let Some(child) = s.next(node) {
        let score = -s.search(cutoff_on_greater_only, node, child, -beta, -alpha);
        if score > beta {
            s.refute(node, child);
            return beta;
        }
        if score > alpha {
            alpha = score;
            s.raise(node, child);
        }
    }
    alpha
}

/// A null-window score counts as if it were exact.
// The only difference from the original is the missing hunk; `mut` is part of what stays.
#[allow(unused_mut)]
pub(super) fn research_forgotten<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut search_pv = true;
    while let Some(child) = s.next(node) {
        let mut score;
        if search_pv {
            score = -s.search(research_forgotten, node, child, -beta, -alpha);
        } else {
            score = -s.search(research_forgotten, node, child, -alpha - 1, -alpha);
        }
        if score >= beta {
            s.refute(node, child);
            return beta;
        }
        if score > alpha {
            alpha = score;
            s.raise(node, child);
        }
        search_pv = false;
    }
    alpha
}

/// The line is recorded before the cutoff test.
pub(super) fn raise_before_cutoff<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut best = -Score::INFINITY;
    let mut search_pv = true;
    while let Some(child) = s.next(node) {
        let mut score;
        if search_pv {
            score = -s.search(raise_before_cutoff, node, child, -beta, -alpha);
        } else {
            score = -s.search(raise_before_cutoff, node, child, -alpha - 1, -alpha);
            if alpha < score && score < beta {
                score = -s.search(raise_before_cutoff, node, child, -beta, -alpha);
            }
        }
        best = best.max(score);
        if score > alpha {
            alpha = score;
            s.raise(node, child);
        }
        if score >= beta {
            s.refute(node, child);
            return best;
        }
        search_pv = false;
    }
    best
}

/// The null window has no width.
pub(super) fn null_window_of_width_0<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut best = -Score::INFINITY;
    let mut search_pv = true;
    while let Some(child) = s.next(node) {
        let mut score;
        if search_pv {
            score = -s.search(null_window_of_width_0, node, child, -beta, -alpha);
        } else {
            score = -s.search(null_window_of_width_0, node, child, -alpha, -alpha);
            if alpha < score && score < beta {
                score = -s.search(null_window_of_width_0, node, child, -beta, -alpha);
            }
        }
        best = best.max(score);
        if score >= beta {
            s.refute(node, child);
            return best;
        }
        if score > alpha {
            alpha = score;
            s.raise(node, child);
        }
        search_pv = false;
    }
    best
}

/// A cutoff returns one more than it has proved.
pub(super) fn cutoff_returns_more<P: Position, S: PvStore, O: Observer<P>>(
    s: &mut Search<'_, P, S, O>,
    node: &mut Node<'_, P, S>,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let mut best = -Score::INFINITY;
    while let Some(child) = s.next(node) {
        let score = -s.search(cutoff_returns_more, node, child, -beta, -alpha);
        best = best.max(score);
        if score >= beta {
            s.refute(node, child);
            return best + 1;
        }
        if score > alpha {
            alpha = score;
            s.raise(node, child);
        }
    }
    best
}
