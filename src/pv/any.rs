//! A boxed store of any kind, so that a search is compiled once for all stores.

use std::fmt;

use crate::position::Move;
use crate::pv::{At, Each, FinishedSearch, MemoryRow, PvStore};
use crate::score::Window;
use crate::table::Entry;

/// A store of any kind, chosen at run time.
pub struct AnyStore<'s>(Box<dyn PvStore<Line = AnyLine> + Send + 's>);

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

/// Passes a call to the store, with the lines of the frames.
macro_rules! kept {
    ($(fn $name:ident($line:ident $(, $child:ident)?; $($arg:ident: $type:ty),*);)*) => {$(
        fn $name(&mut self, $line: &mut AnyLine, $($child: &AnyLine,)? $($arg: $type),*) {
            let lines = self.lines.get_disjoint_mut([$line.0 $(, $child.0)?]);
            let [$line $(, $child)?] = lines.expect("each frame has its own line");
            self.store.$name($line, $($child,)? $($arg),*);
        }
    )*};
}

/// Passes a call to the store in the box.
macro_rules! boxed {
    ($(fn $name:ident($line:ident $(, $child:ident)?; $($arg:ident: $type:ty),*);)*) => {$(
        fn $name(&mut self, $line: &mut AnyLine, $($child: &AnyLine,)? $($arg: $type),*) {
            self.0.$name($line, $($child,)? $($arg),*);
        }
    )*};
}

impl<S: PvStore> PvStore for Kept<S> {
    type Line = AnyLine;

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

    fn frame(&mut self, parent: Option<&AnyLine>, ply: usize) -> AnyLine {
        let line = self.store.frame(parent.map(|parent| &self.lines[parent.0]), ply);
        self.lines.push(line);
        AnyLine(self.lines.len() - 1)
    }

    fn release(&mut self, frame: AnyLine) {
        let line = self.lines.pop().filter(|_| self.lines.len() == frame.0);
        self.store.release(line.expect("the last frame ends first"));
    }

    calls_at_a_node!(kept);

    fn memory(&self, rows: &mut Vec<MemoryRow>) {
        self.store.memory(rows);
    }

    fn frame_memory(&self, frame: &AnyLine, ply: usize, rows: &mut Vec<MemoryRow>) {
        self.store.frame_memory(&self.lines[frame.0], ply, rows);
    }

    fn show(&self, root: &AnyLine, finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        self.store.show(&self.lines[root.0], finished, each);
    }

    fn show_failed(&self, root: &AnyLine, finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        self.store.show_failed(&self.lines[root.0], finished, each);
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
        self.0.frame(parent, ply)
    }

    fn release(&mut self, line: AnyLine) {
        self.0.release(line);
    }

    calls_at_a_node!(boxed);

    fn memory(&self, rows: &mut Vec<MemoryRow>) {
        self.0.memory(rows);
    }

    fn frame_memory(&self, line: &AnyLine, ply: usize, rows: &mut Vec<MemoryRow>) {
        self.0.frame_memory(line, ply, rows);
    }

    fn show(&self, root: &AnyLine, finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        self.0.show(root, finished, each);
    }

    fn show_failed(&self, root: &AnyLine, finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        self.0.show_failed(root, finished, each);
    }
}
