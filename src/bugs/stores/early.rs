//! Seeded bugs of stores that do not clear the row in every node on entry.
//!
//! [`NotClearedOn`] clears the row where a node is expanded. So every early return before that has to clear
//! it, and one of them does not. There is no bug for a cutoff by a table bound: its score is outside the
//! window of the node, so no parent copies the row.

use std::marker::PhantomData;

use super::Alteration;
use crate::pv::{At, PointerArray, PvStore, StackList, Triangular, TriangularTerminated};
use crate::score::{Bound, Window};
use crate::table::Entry;

const LEAF: u8 = 0;
const REPETITION: u8 = 1;
const EXACT_HIT: u8 = 2;

/// The stores that do not clear the row on this kind of early return.
pub(in crate::bugs) enum NotClearedOn<const RETURN: u8> {}

/// Class B: the effect is that of a parent that uses the child's value without entering the child.
pub(in crate::bugs) type NotClearedAtLeaf = NotClearedOn<LEAF>;

/// Class A (bbc#1, svart c7531ab, Halogen f52bcc61): a draw by repetition does not clear the row.
pub(in crate::bugs) type NotClearedOnRepetition = NotClearedOn<REPETITION>;

/// Class F (Renegade#2): a cutoff by an exact table entry does not clear the row.
pub(in crate::bugs) type NotClearedOnExactHit = NotClearedOn<EXACT_HIT>;

impl<const RETURN: u8> NotClearedOn<RETURN> {
    fn returns(store: &mut Triangular, at: At, how: u8) {
        if how != RETURN {
            store.lengths[at.ply] = 0;
        }
    }
}

impl<const RETURN: u8> Alteration for NotClearedOn<RETURN> {
    type Store = Triangular;

    fn enter_node(_store: &mut Triangular, _line: &mut (), _at: At) {}

    fn frame(store: &mut Triangular, _parent: Option<&()>, ply: usize) {
        // The frame of a child is created where its parent is expanded.
        if let Some(parent) = ply.checked_sub(1) {
            store.lengths[parent] = 0;
        }
    }

    fn leaf_value(store: &mut Triangular, _line: &mut (), at: At) {
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

/// Class C (Demolito#123, Halogen#463, `RubiChess` f4e7a6d): the line is emptied only in nodes with an open
/// window. It shows only where alpha is raised by a null-window score without a re-search, which would empty
/// the line.
pub(in crate::bugs) struct ClearedInOpenWindows<S>(PhantomData<S>);

impl<S: PvStore + Default> Alteration for ClearedInOpenWindows<S> {
    type Store = S;

    fn enter_node(store: &mut S, line: &mut S::Line, at: At) {
        if at.is_open() {
            store.enter_node(line, at);
        }
    }

    fn leaf_value(store: &mut S, line: &mut S::Line, at: At) {
        if at.is_open() {
            store.leaf_value(line, at);
        }
    }
}

pub(in crate::bugs) type RowClearedInOpenWindows = ClearedInOpenWindows<Triangular>;

pub(in crate::bugs) type TerminatorInOpenWindows = ClearedInOpenWindows<TriangularTerminated>;

pub(in crate::bugs) type ListClearedInOpenWindows = ClearedInOpenWindows<StackList>;

pub(in crate::bugs) type PointerClearedInOpenWindows = ClearedInOpenWindows<PointerArray>;
