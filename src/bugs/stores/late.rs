//! Seeded bugs of stores that show a line which is no longer valid: the line of the preceding iteration, of a raise
//! before the last one, or of a search that failed high or low.

use std::marker::PhantomData;

use super::Alteration;
use crate::position::Move;
use crate::pv::{At, Each, FinishedSearch, PvStore, Triangular};

/// Class J: the line of the root is shown although the search failed high or low.
pub(in crate::bugs) struct ShownAfterFailure<S>(PhantomData<S>);

impl<S: PvStore + Default> Alteration for ShownAfterFailure<S> {
    type Store = S;

    fn show_failed(store: &S, root: &S::Line, finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        store.show(root, finished, each);
    }
}

/// Class K: the line shown is that of the preceding iteration.
pub(in crate::bugs) type ShowsPrecedingIteration = Stale<true>;

impl Alteration for ShowsPrecedingIteration {
    type Store = Self;
}

/// Rows that show the root's line before its last raise, which begins with a move that was found to be worse.
pub type StaleRow = Stale<false>;

/// Rows that remember and show a former line of the root. With `ITERATION` this is the line at the end of the preceding
/// iteration (or the current line, without one), otherwise the line before the last raise.
#[derive(Default, Debug)]
pub struct Stale<const ITERATION: bool> {
    rows: Triangular,
    /// The former line of the root, or an empty line.
    before: Vec<Move>,
}

impl<const ITERATION: bool> PvStore for Stale<ITERATION> {
    type Line = ();

    fn reset(&mut self, depth: usize) {
        self.before.clear();
        // The first iteration has no preceding one.
        if ITERATION && depth > 1 && depth == self.rows.depth + 1 {
            self.before.extend_from_slice(self.rows.shown(&()));
        }
        self.rows.reset(depth);
    }

    fn frame(&mut self, parent: Option<&()>, ply: usize) {
        self.rows.frame(parent, ply);
    }

    fn enter_node(&mut self, line: &mut (), at: At) {
        self.rows.enter_node(line, at);
    }

    fn leaf_value(&mut self, line: &mut (), at: At) {
        self.rows.leaf_value(line, at);
    }

    fn raise(&mut self, line: &mut (), child: &(), at: At, mv: Move) {
        if !ITERATION && at.ply == 0 {
            self.before.clear();
            self.before.extend_from_slice(self.rows.shown(&()));
        }
        self.rows.raise(line, child, at, mv);
    }

    fn show(&self, root: &(), _finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        let before = (!self.before.is_empty()).then_some(self.before.as_slice());
        each(if ITERATION { before.or(Some(self.rows.shown(root))) } else { before });
    }
}
