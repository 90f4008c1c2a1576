//! Stores that are wrong on purpose: a real store with one operation altered.

use crate::position::Move;
use crate::pv::{At, PointerArray, PvStore, SingleArray, Triangular};

/// One altered operation of a real store. What is not written here is the
/// store's own.
pub(super) trait Alteration {
    /// The real store.
    type Store: PvStore + Default;

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
        self.0.frame(parent, ply)
    }

    fn release(&mut self, line: Self::Line) {
        self.0.release(line);
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

/// Class J (RubiChess#277, Stockfish#1771): the row is shown although the search
/// ended outside its window.
pub(super) enum ShowsUnproven {}

impl Alteration for ShowsUnproven {
    type Store = Triangular;

    fn visit_failed(store: &Triangular, root: &(), each: &mut impl FnMut(Option<&[Move]>)) {
        store.visit(root, each);
    }
}

/// Class J: the store never shows its line.
pub(super) enum SaysNone {}

impl Alteration for SaysNone {
    type Store = Triangular;

    fn visit(_store: &Triangular, _root: &(), each: &mut impl FnMut(Option<&[Move]>)) {
        each(None);
    }
}

/// Class H: the child's line is copied without its last move.
pub(super) enum CopiesOneShort {}

impl Alteration for CopiesOneShort {
    type Store = Triangular;

    fn raise(store: &mut Triangular, _line: &mut (), _child: &(), at: At, mv: Move) {
        let length = store.length(at.ply + 1).saturating_sub(1);
        store.write_row(at.ply, store.start(&(), at.ply), mv, store.start(&(), at.ply + 1), length);
    }
}

/// Class D: the length counts the child's line, which is not copied.
pub(super) enum ChildNotCopied {}

impl Alteration for ChildNotCopied {
    type Store = Triangular;

    fn raise(store: &mut Triangular, _line: &mut (), _child: &(), at: At, mv: Move) {
        let length = store.length(at.ply + 1);
        store.write_row(at.ply, store.start(&(), at.ply), mv, store.start(&(), at.ply + 1), 0);
        store.set_length(at.ply, length + 1);
    }
}

/// Class H: only the first raise of a node is recorded.
pub(super) enum KeepsFirstLine {}

impl Alteration for KeepsFirstLine {
    type Store = Triangular;

    fn raise(store: &mut Triangular, line: &mut (), child: &(), at: At, mv: Move) {
        if store.length(at.ply) == 0 {
            store.raise(line, child, at, mv);
        }
    }
}

/// Class A: the row is not cleared on entry, so a leaf shows a sibling's line.
pub(super) enum NeverClears {}

impl Alteration for NeverClears {
    type Store = Triangular;

    fn enter(_store: &mut Triangular, _line: &mut (), _at: At) {}
}

/// Class H (Lynx bdb9d06a; TalkChess 75089): the child's row is read one slot too far.
pub(super) enum IndexOffByOne {}

impl Alteration for IndexOffByOne {
    type Store = Triangular;

    fn raise(store: &mut Triangular, _line: &mut (), _child: &(), at: At, mv: Move) {
        let source = store.start(&(), at.ply + 1) + 1;
        // The last row ends where the table does; a reader in C would read on.
        let end = store.start(&(), usize::max(at.ply + 2, store.depth()));
        let length = store.length(at.ply + 1);
        store.write_row(at.ply, store.start(&(), at.ply), mv, source, length.min(end.saturating_sub(source)));
        store.set_length(at.ply, length + 1);
    }
}

/// Refutations in null-window nodes write the single array too.
pub(super) enum NullWindowRefutationsWrite {}

impl Alteration for NullWindowRefutationsWrite {
    type Store = SingleArray;

    fn refute(store: &mut SingleArray, _line: &mut (), _child: &(), at: At, mv: Move) {
        if !at.open {
            store.write(at.ply, mv);
        }
    }
}

/// Class A: a value that comes without a search below leaves the tail of an older line.
pub(super) enum TerminatorForgotten {}

impl Alteration for TerminatorForgotten {
    type Store = SingleArray;

    fn stop(_store: &mut SingleArray, _line: &mut (), _at: At) {}
}

/// Class H: a raise swaps the node's array with its grandchild's.
pub(super) enum SwapsWrongRow {}

impl Alteration for SwapsWrongRow {
    type Store = PointerArray;

    fn raise(store: &mut PointerArray, _line: &mut (), _child: &(), at: At, mv: Move) {
        store.prepend(at.ply, mv);
        store.swap(at.ply, usize::min(at.ply + 2, store.depth()));
    }
}
