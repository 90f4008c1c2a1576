//! Stores with seeded bugs. Each is a real store with one operation altered.

mod access;
mod arrays;
mod early;
mod late;
mod lists;
mod rows;
mod tables;

use crate::position::Move;
use crate::pv::{At, Cursor, Each, FinishedSearch, MemoryRow, PvStore, RowIndex, RowTable, Walk, WalkRule};
use crate::score::Window;
use crate::table::Entry;

pub(super) use arrays::*;
pub(super) use early::*;
pub use late::StaleRow;
pub(super) use late::{ShownAfterFailure, ShowsPrecedingIteration};
pub(super) use lists::*;
pub(super) use rows::*;
pub(super) use tables::*;

/// A seeded bug of a store. An implementation overrides one operation; the others call the real store's.
pub(super) trait Alteration {
    type Store: PvStore + Default;

    fn frame(store: &mut Self::Store, parent: Option<&Line<Self>>, ply: usize) -> Line<Self> {
        store.frame(parent, ply)
    }

    fn release(store: &mut Self::Store, line: Line<Self>) {
        store.release(line);
    }

    fn enter_node(store: &mut Self::Store, line: &mut Line<Self>, at: At) {
        store.enter_node(line, at);
    }

    fn leaf_value(store: &mut Self::Store, line: &mut Line<Self>, at: At) {
        store.leaf_value(line, at);
    }

    fn draw(store: &mut Self::Store, line: &mut Line<Self>, at: At) {
        store.draw(line, at);
    }

    fn raise(store: &mut Self::Store, line: &mut Line<Self>, child: &Line<Self>, at: At, mv: Move) {
        store.raise(line, child, at, mv);
    }

    fn refute(store: &mut Self::Store, line: &mut Line<Self>, child: &Line<Self>, at: At, mv: Move) {
        store.refute(line, child, at, mv);
    }

    fn exit_node(store: &mut Self::Store, line: &mut Line<Self>, at: At, entry: &Entry) {
        store.exit_node(line, at, entry);
    }

    fn hit(store: &mut Self::Store, line: &mut Line<Self>, at: At, entry: &Entry, window: Window) {
        store.hit(line, at, entry, window);
    }

    fn show_failed<C: Cursor>(
        store: &Self::Store,
        root: &Line<Self>,
        finished: &mut FinishedSearch<'_, C>,
        each: Each<'_>,
    ) {
        store.show_failed(root, finished, each);
    }

    fn show<C: Cursor>(
        store: &Self::Store,
        root: &Line<Self>,
        finished: &mut FinishedSearch<'_, C>,
        each: Each<'_>,
    ) {
        store.show(root, finished, each);
    }
}

/// Rows that begin elsewhere are a store of their own.
impl<I: RowIndex> Alteration for RowTable<I> {
    type Store = Self;
}

/// As is a walk that follows other entries.
impl<R: WalkRule> Alteration for Walk<R> {
    type Store = Self;
}

type Line<A> = <<A as Alteration>::Store as PvStore>::Line;

pub(super) struct Altered<A: Alteration + ?Sized>(A::Store);

impl<A: Alteration + ?Sized> Default for Altered<A> {
    fn default() -> Self {
        Self(A::Store::default())
    }
}

impl<A: Alteration + ?Sized> PvStore for Altered<A> {
    type Line = Line<A>;

    fn reads_table(&self) -> bool {
        self.0.reads_table()
    }

    fn capacity(&self) -> usize {
        self.0.capacity()
    }

    fn reset(&mut self, depth: usize) {
        self.0.reset(depth);
    }

    fn memory(&self, rows: &mut Vec<MemoryRow>) {
        self.0.memory(rows);
    }

    fn frame_memory(&self, line: &Self::Line, ply: usize, rows: &mut Vec<MemoryRow>) {
        self.0.frame_memory(line, ply, rows);
    }

    fn frame(&mut self, parent: Option<&Self::Line>, ply: usize) -> Self::Line {
        A::frame(&mut self.0, parent, ply)
    }

    fn release(&mut self, line: Self::Line) {
        A::release(&mut self.0, line);
    }

    fn enter_node(&mut self, line: &mut Self::Line, at: At) {
        A::enter_node(&mut self.0, line, at);
    }

    fn leaf_value(&mut self, line: &mut Self::Line, at: At) {
        A::leaf_value(&mut self.0, line, at);
    }

    fn draw(&mut self, line: &mut Self::Line, at: At) {
        A::draw(&mut self.0, line, at);
    }

    fn raise(&mut self, line: &mut Self::Line, child: &Self::Line, at: At, mv: Move) {
        A::raise(&mut self.0, line, child, at, mv);
    }

    fn refute(&mut self, line: &mut Self::Line, child: &Self::Line, at: At, mv: Move) {
        A::refute(&mut self.0, line, child, at, mv);
    }

    fn exit_node(&mut self, line: &mut Self::Line, at: At, entry: &Entry) {
        A::exit_node(&mut self.0, line, at, entry);
    }

    fn hit(&mut self, line: &mut Self::Line, at: At, entry: &Entry, window: Window) {
        A::hit(&mut self.0, line, at, entry, window);
    }

    fn show<C: Cursor>(&self, root: &Self::Line, finished: &mut FinishedSearch<'_, C>, each: Each<'_>) {
        A::show(&self.0, root, finished, each);
    }

    fn show_failed<C: Cursor>(
        &self,
        root: &Self::Line,
        finished: &mut FinishedSearch<'_, C>,
        each: Each<'_>,
    ) {
        A::show_failed(&self.0, root, finished, each);
    }
}
