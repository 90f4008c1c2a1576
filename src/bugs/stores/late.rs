//! Lines that are shown when they no longer stand: of an iteration or a raise before the last, or of
//! a search that has failed.

use std::marker::PhantomData;

use super::Alteration;
use crate::position::{Move, Position};
use crate::pv::{At, CAPACITY, FinishedSearch, PvStore, Triangular};

/// Class J: what is held is shown although the search ended outside its window.
pub(in crate::bugs) struct ShownAfterFailure<S>(PhantomData<S>);

impl<S: PvStore + Default> Alteration for ShownAfterFailure<S> {
    type Store = S;

    fn visit_failed<P: Position>(
        store: &S,
        root: &S::Line,
        finished_search: &mut FinishedSearch<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    ) {
        store.visit(root, finished_search, each);
    }
}

/// Class K: the line that is shown is that of the iteration before.
pub(in crate::bugs) enum ShowsLastIteration {}

impl Alteration for ShowsLastIteration {
    type Store = Stale<true>;
}

/// Rows that show the line that the root had before its last raise: one that this very search
/// held at another moment, of a move that it has found to be worse.
pub type StaleRow = Stale<false>;

/// Rows, and what the root's held at an earlier moment: at the end of the iteration before, or
/// before the last raise. That is what they show; where there is nothing, the one what they hold
/// and the other nothing.
#[derive(Default, Debug)]
pub struct Stale<const ITERATION: bool> {
    rows: Triangular,
    before: Vec<Move>,
}

impl<const ITERATION: bool> PvStore for Stale<ITERATION> {
    type Line = ();

    fn capacity(&self) -> usize {
        CAPACITY
    }

    fn reset(&mut self, depth: usize) {
        self.before.clear();
        // Before the second iteration there is one to remember, and before the first none.
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

    fn visit<P: Position>(
        &self,
        root: &(),
        _finished_search: &mut FinishedSearch<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    ) {
        let before = (!self.before.is_empty()).then_some(self.before.as_slice());
        each(if ITERATION { before.or(Some(self.rows.shown(root))) } else { before });
    }
}
