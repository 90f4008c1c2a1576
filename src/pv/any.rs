//! A boxed store of any kind, so that a search is compiled once for all stores.

use std::fmt;

use crate::position::Move;
use crate::pv::{At, Each, FinishedSearch, MemoryRow, PvStore};
use crate::score::Window;
use crate::table::Entry;

/// A store of any kind, chosen at run time.
pub struct AnyStore<'s>(Box<dyn ErasedStore + Send + 's>);

/// The number of a frame of an [`AnyStore`], which keeps the frame's line itself.
#[derive(Debug)]
pub struct AnyLine(usize);

impl<'s> AnyStore<'s> {
    /// Puts this store in a box.
    pub fn new(store: impl PvStore<Line: Send> + Send + 's) -> Self {
        Self(Box::new(Kept { store, lines: Vec::new() }))
    }
}

impl fmt::Debug for AnyStore<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyStore").finish_non_exhaustive()
    }
}

/// A store with the lines of all frames, the root's first. Frames end in the opposite order.
struct Kept<S: PvStore> {
    store: S,
    lines: Vec<S::Line>,
}

macro_rules! declared {
    ($(fn $name:ident($line:ident $(, $child:ident)?; $($arg:ident: $type:ty),*);)*) => {$(
        fn $name(&mut self, $line: usize, $($child: usize,)? $($arg: $type),*);
    )*};
}

macro_rules! kept {
    ($(fn $name:ident($line:ident $(, $child:ident)?; $($arg:ident: $type:ty),*);)*) => {$(
        fn $name(&mut self, $line: usize, $($child: usize,)? $($arg: $type),*) {
            let lines = self.lines.get_disjoint_mut([$line $(, $child)?]);
            let [$line $(, $child)?] = lines.expect("each frame has its own line");
            self.store.$name($line, $($child,)? $($arg),*);
        }
    )*};
}

macro_rules! boxed {
    ($(fn $name:ident($line:ident $(, $child:ident)?; $($arg:ident: $type:ty),*);)*) => {$(
        fn $name(&mut self, $line: &mut AnyLine, $($child: &AnyLine,)? $($arg: $type),*) {
            self.0.$name($line.0, $($child.0,)? $($arg),*);
        }
    )*};
}

/// The calls of [`PvStore`], with the number of a frame instead of its line.
trait ErasedStore {
    fn reads_table(&self) -> bool;
    fn capacity(&self) -> usize;
    fn reset(&mut self, depth: usize);
    fn frame(&mut self, parent: Option<usize>, ply: usize) -> usize;
    fn release(&mut self, frame: usize);
    calls_at_a_node!(declared);
    fn memory(&self, rows: &mut Vec<MemoryRow>);
    fn frame_memory(&self, frame: usize, ply: usize, rows: &mut Vec<MemoryRow>);
    fn show(&self, root: usize, finished: &mut FinishedSearch<'_>, each: Each<'_>);
    fn show_failed(&self, root: usize, finished: &mut FinishedSearch<'_>, each: Each<'_>);
}

impl<S: PvStore> ErasedStore for Kept<S> {
    fn reads_table(&self) -> bool {
        self.store.reads_table()
    }

    fn capacity(&self) -> usize {
        self.store.capacity()
    }

    fn reset(&mut self, depth: usize) {
        self.store.reset(depth);
        self.lines.reserve(depth + 1);
    }

    fn frame(&mut self, parent: Option<usize>, ply: usize) -> usize {
        let line = self.store.frame(parent.map(|parent| &self.lines[parent]), ply);
        self.lines.push(line);
        self.lines.len() - 1
    }

    fn release(&mut self, frame: usize) {
        let line = self.lines.pop().filter(|_| self.lines.len() == frame);
        self.store.release(line.expect("the last frame ends first"));
    }

    calls_at_a_node!(kept);

    fn memory(&self, rows: &mut Vec<MemoryRow>) {
        self.store.memory(rows);
    }

    fn frame_memory(&self, frame: usize, ply: usize, rows: &mut Vec<MemoryRow>) {
        self.store.frame_memory(&self.lines[frame], ply, rows);
    }

    fn show(&self, root: usize, finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        self.store.show(&self.lines[root], finished, each);
    }

    fn show_failed(&self, root: usize, finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        self.store.show_failed(&self.lines[root], finished, each);
    }
}

impl PvStore for AnyStore<'_> {
    type Line = AnyLine;

    fn reads_table(&self) -> bool {
        self.0.reads_table()
    }

    fn capacity(&self) -> usize {
        self.0.capacity()
    }

    fn reset(&mut self, depth: usize) {
        self.0.reset(depth);
    }

    fn frame(&mut self, parent: Option<&AnyLine>, ply: usize) -> AnyLine {
        AnyLine(self.0.frame(parent.map(|parent| parent.0), ply))
    }

    fn release(&mut self, line: AnyLine) {
        self.0.release(line.0);
    }

    calls_at_a_node!(boxed);

    fn memory(&self, rows: &mut Vec<MemoryRow>) {
        self.0.memory(rows);
    }

    fn frame_memory(&self, line: &AnyLine, ply: usize, rows: &mut Vec<MemoryRow>) {
        self.0.frame_memory(line.0, ply, rows);
    }

    fn show(&self, root: &AnyLine, finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        self.0.show(root.0, finished, each);
    }

    fn show_failed(&self, root: &AnyLine, finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        self.0.show_failed(root.0, finished, each);
    }
}
