//! Rows that are cleared where a node is expanded, and not where it is entered: every way to
//! return before that must then clear by itself, and one of them does not.
//!
//! One way cannot be seen: where a bound of the table cuts off, the score lies outside the
//! window of the node, and no parent copies the row.

use super::Alteration;
use crate::position::{Move, Position};
use crate::pv::{At, CAPACITY, Ended, PvStore, Triangular};
use crate::score::{Bound, Window};
use crate::table::Entry;

const LEAF: u8 = 0;
const REPETITION: u8 = 1;
const EXACT_HIT: u8 = 2;

/// The row is left as it was where a node returns in this way.
pub(in crate::bugs) enum NotClearedOn<const RETURN: u8> {}

/// Class B (the parent takes the value of the child without entering it).
pub(in crate::bugs) type NotClearedAtLeaf = NotClearedOn<LEAF>;

/// Class A (bbc#1, svart c7531ab, Halogen f52bcc61).
pub(in crate::bugs) type NotClearedOnRepetition = NotClearedOn<REPETITION>;

/// Class F (Renegade#2).
pub(in crate::bugs) type NotClearedOnExactHit = NotClearedOn<EXACT_HIT>;

impl<const RETURN: u8> NotClearedOn<RETURN> {
    fn returns(store: &mut Triangular, at: At, how: u8) {
        if how != RETURN {
            store.set_length(at.ply, 0);
        }
    }
}

impl<const RETURN: u8> Alteration for NotClearedOn<RETURN> {
    type Store = Triangular;

    fn enter(_store: &mut Triangular, _line: &mut (), _at: At) {}

    fn frame(store: &mut Triangular, _parent: Option<&()>, ply: usize) {
        // The frame of a child is made where its parent is expanded.
        if let Some(parent) = ply.checked_sub(1) {
            store.set_length(parent, 0);
        }
    }

    fn stop(store: &mut Triangular, _line: &mut (), at: At) {
        Self::returns(store, at, LEAF);
    }

    fn draw(store: &mut Triangular, _line: &mut (), at: At) {
        Self::returns(store, at, REPETITION);
    }

    fn hit(store: &mut Triangular, _line: &mut (), at: At, entry: &Entry, _window: Window) {
        if entry.bound == Bound::Exact {
            Self::returns(store, at, EXACT_HIT);
        }
    }
}

/// Class K: the line that is shown is that of the iteration before.
pub(in crate::bugs) enum ShowsLastIteration {}

/// Rows, and what the first one held when they were reset.
#[derive(Default)]
pub(in crate::bugs) struct Remembering {
    rows: Triangular,
    last: Vec<Move>,
}

impl Alteration for ShowsLastIteration {
    type Store = Remembering;
}

impl PvStore for Remembering {
    type Line = ();

    fn capacity(&self) -> usize {
        CAPACITY
    }

    fn reset(&mut self, depth: usize) {
        self.last.clear();
        // Before the second iteration there is one to remember, and before the first none.
        if depth > 1 && depth == self.rows.depth() + 1 {
            self.last.extend_from_slice(self.rows.shown(&()));
        }
        self.rows.reset(depth);
    }

    fn frame(&mut self, parent: Option<&()>, ply: usize) {
        self.rows.frame(parent, ply);
    }

    fn enter(&mut self, line: &mut (), at: At) {
        self.rows.enter(line, at);
    }

    fn stop(&mut self, line: &mut (), at: At) {
        self.rows.stop(line, at);
    }

    fn raise(&mut self, line: &mut (), child: &(), at: At, mv: Move) {
        self.rows.raise(line, child, at, mv);
    }

    fn visit<P: Position>(
        &self,
        root: &(),
        _ended: &mut Ended<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    ) {
        each(Some(if self.last.is_empty() { self.rows.shown(root) } else { &self.last }));
    }
}
