//! Stores that are wrong on purpose: a real store with one operation altered.

mod arrays;
mod lists;
mod rows;

use crate::position::Move;
use crate::pv::{At, PvStore};

pub(super) use arrays::*;
pub(super) use lists::*;
pub(super) use rows::*;

/// One altered operation of a real store. What is not written here is the
/// store's own.
pub(super) trait Alteration {
    /// The real store.
    type Store: PvStore + Default;

    /// A recursion frame gets its line.
    fn frame(store: &mut Self::Store, parent: Option<&Line<Self>>, ply: usize) -> Line<Self> {
        store.frame(parent, ply)
    }

    /// A recursion frame ends.
    fn release(store: &mut Self::Store, line: Line<Self>) {
        store.release(line);
    }

    /// A node is entered.
    fn enter(store: &mut Self::Store, line: &mut Line<Self>, at: At) {
        store.enter(line, at);
    }

    /// The value came without a search below.
    fn stop(store: &mut Self::Store, line: &mut Line<Self>, at: At) {
        store.stop(line, at);
    }

    /// A move raised alpha.
    fn raise(store: &mut Self::Store, line: &mut Line<Self>, child: &Line<Self>, at: At, mv: Move) {
        store.raise(line, child, at, mv);
    }

    /// A move refuted the node.
    fn refute(store: &mut Self::Store, line: &mut Line<Self>, child: &Line<Self>, at: At, mv: Move) {
        store.refute(line, child, at, mv);
    }

    /// What is shown at the root when the search failed.
    fn visit_failed(store: &Self::Store, root: &Line<Self>, each: &mut impl FnMut(Option<&[Move]>)) {
        store.visit_failed(root, each);
    }

    /// What is shown at the root.
    fn visit(store: &Self::Store, root: &Line<Self>, each: &mut impl FnMut(Option<&[Move]>)) {
        store.visit(root, each);
    }
}

type Line<A> = <<A as Alteration>::Store as PvStore>::Line;

/// The store that an [`Alteration`] makes.
pub(super) struct Altered<A: Alteration + ?Sized>(A::Store);

impl<A: Alteration + ?Sized> Default for Altered<A> {
    fn default() -> Self {
        Self(A::Store::default())
    }
}

impl<A: Alteration + ?Sized> PvStore for Altered<A> {
    type Line = Line<A>;

    fn capacity(&self) -> usize {
        self.0.capacity()
    }

    fn reset(&mut self, depth: usize) {
        self.0.reset(depth);
    }

    fn frame(&mut self, parent: Option<&Self::Line>, ply: usize) -> Self::Line {
        A::frame(&mut self.0, parent, ply)
    }

    fn release(&mut self, line: Self::Line) {
        A::release(&mut self.0, line);
    }

    fn enter(&mut self, line: &mut Self::Line, at: At) {
        A::enter(&mut self.0, line, at);
    }

    fn stop(&mut self, line: &mut Self::Line, at: At) {
        A::stop(&mut self.0, line, at);
    }

    fn raise(&mut self, line: &mut Self::Line, child: &Self::Line, at: At, mv: Move) {
        A::raise(&mut self.0, line, child, at, mv);
    }

    fn refute(&mut self, line: &mut Self::Line, child: &Self::Line, at: At, mv: Move) {
        A::refute(&mut self.0, line, child, at, mv);
    }

    fn visit(&self, root: &Self::Line, each: &mut impl FnMut(Option<&[Move]>)) {
        A::visit(&self.0, root, each);
    }

    fn visit_failed(&self, root: &Self::Line, each: &mut impl FnMut(Option<&[Move]>)) {
        A::visit_failed(&self.0, root, each);
    }
}
