//! Stores with seeded bugs, each a real store with one operation altered.

/// Declares seeded bugs of stores, each with its name, its store, and the operations that it alters.
macro_rules! altered {
    ($($(#[$doc:meta])* bug $name:ident of $store:ty:
        $(fn $operation:ident($($arguments:tt)*) $body:block)+)*) => {$(
        $(#[$doc])*
        pub(in crate::bugs) enum $name {}

        impl crate::bugs::stores::Alteration for $name {
            type Store = $store;

            $(fn $operation($($arguments)*) $body)+
        }
    )*};
}

mod access;
mod arrays;
mod early;
mod late;
mod lists;
mod rows;
mod tables;

use crate::position::Move;
use crate::pv::{At, Each, FinishedSearch, MemoryRow, PvStore, RowIndex, RowTable, Walk, WalkRule};
use crate::score::Window;
use crate::table::Entry;

pub(super) use arrays::*;
pub(super) use early::*;
pub use late::StaleRow;
pub(super) use late::{ShownAfterFailure, ShowsPrecedingIteration};
pub(super) use lists::*;
pub(super) use rows::*;
pub(super) use tables::*;

/// Declares what an alteration may override, first the operations that change a store, then those that only read it. An
/// altered store passes each operation to its alteration.
macro_rules! alterations {
    (
        $(fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?;)*
        $(reading fn $reads:ident($($read:ident: $of:ty),*);)*
    ) => {
        /// A seeded bug of a store. An implementation overrides one operation; all others call the real store.
        pub(super) trait Alteration {
            type Store: PvStore + Default;

            $(fn $name(store: &mut Self::Store, $($arg: $type),*) $(-> $result)? {
                store.$name($($arg),*)
            })*

            $(fn $reads(store: &Self::Store, $($read: $of),*) {
                store.$reads($($read),*);
            })*
        }

        impl<A: Alteration + ?Sized> PvStore for Altered<A> {
            type Line = Line<A>;

            $(fn $name(&mut self, $($arg: $type),*) $(-> $result)? {
                A::$name(&mut self.0, $($arg),*)
            })*

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

            $(fn $reads(&self, $($read: $of),*) {
                A::$reads(&self.0, $($read),*);
            })*
        }
    };
}

alterations! {
    fn frame(parent: Option<&Line<Self>>, ply: usize) -> Line<Self>;
    fn release(line: Line<Self>);
    fn enter_node(line: &mut Line<Self>, at: At);
    fn leaf_value(line: &mut Line<Self>, at: At);
    fn draw(line: &mut Line<Self>, at: At);
    fn raise(line: &mut Line<Self>, child: &Line<Self>, at: At, mv: Move);
    fn refute(line: &mut Line<Self>, child: &Line<Self>, at: At, mv: Move);
    fn exit_node(line: &mut Line<Self>, at: At, entry: &Entry);
    fn hit(line: &mut Line<Self>, at: At, entry: &Entry, window: Window);
    reading fn show(root: &Line<Self>, finished: &mut FinishedSearch<'_>, each: Each<'_>);
    reading fn show_failed(root: &Line<Self>, finished: &mut FinishedSearch<'_>, each: Each<'_>);
}

/// A row table whose rows begin elsewhere is an alteration by itself, as it is a whole store.
impl<I: RowIndex> Alteration for RowTable<I> {
    type Store = Self;
}

/// A walk that follows other entries is an alteration by itself, as it is a whole store.
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

/// Altered stores have the lines of the real store.
impl<A: Alteration + ?Sized> Alteration for Altered<A> {
    type Store = A::Store;
}
