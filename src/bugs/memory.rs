//! Memory that the threads of a search share by mistake in some seeded bugs, although each thread should have its own.

use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::position::Move;
use crate::pv::CAPACITY;
use crate::search::Outcome;
use crate::table::Table;

/// The line and the depth that several threads share.
pub(super) struct ThreadMemory {
    row: [AtomicU16; CAPACITY],
    length: AtomicUsize,
    copied: Mutex<Vec<Move>>,
    depth: AtomicUsize,
}

/// A function that shows outcomes by calling the given function once per line.
type Shows<'s> = &'s dyn Fn(&mut dyn FnMut(&Outcome<'_>));

impl Default for ThreadMemory {
    fn default() -> Self {
        let row = [const { AtomicU16::new(0) }; CAPACITY];
        Self { row, length: AtomicUsize::new(0), copied: Mutex::default(), depth: AtomicUsize::new(0) }
    }
}

impl ThreadMemory {
    pub fn clear(&self) {
        self.length.store(0, Ordering::Relaxed);
        self.copied.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Writes the first line that is shown, move by move. Before each move another thread may run.
    pub fn write(&self, shows: Shows<'_>, table: &Table) {
        let line = lines(shows).into_iter().next().flatten().unwrap_or_default();
        for (cell, mv) in self.row.iter().zip(&line) {
            step(table);
            cell.store(mv.number(), Ordering::Relaxed);
        }
        step(table);
        self.length.store(line.len(), Ordering::Relaxed);
    }

    /// Returns the moves that the row has now, read one by one.
    pub fn read(&self, table: &Table) -> Vec<Move> {
        let length = self.length.load(Ordering::Relaxed);
        let read = |cell: &AtomicU16| {
            step(table);
            Move::from_number(cell.load(Ordering::Relaxed))
        };
        self.row[..length].iter().map(read).collect()
    }

    /// Copies the moves of the row, as other threads have left them at this moment, for [`Row::copied`].
    pub fn copy(&self, table: &Table) {
        *self.copied.lock().unwrap_or_else(PoisonError::into_inner) = self.read(table);
    }

    pub fn copied(&self) -> Vec<Move> {
        self.copied.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn begin_iteration(&self, depth: usize) {
        self.depth.store(depth, Ordering::Relaxed);
    }

    /// The depth of the iteration that a thread began last.
    pub fn depth(&self) -> usize {
        self.depth.load(Ordering::Relaxed)
    }
}

/// Accesses the shared table before each access to this memory, because a schedule of the threads counts accesses to the table.
fn step(table: &Table) {
    let _ = table.any(0);
}

/// Returns the lines that are shown.
pub(super) fn lines(shows: Shows<'_>) -> Vec<Option<Vec<Move>>> {
    let mut lines = Vec::new();
    shows(&mut |outcome| lines.push(outcome.line.map(<[Move]>::to_vec)));
    lines
}

/// Passes outcomes on with these lines instead of their own, as far as there are lines.
pub(super) fn with_lines<O>(
    lines: Vec<Option<Vec<Move>>>,
    each: &mut dyn FnMut(&O, &Outcome<'_>),
) -> impl FnMut(&O, &Outcome<'_>) {
    let mut lines = lines.into_iter();
    move |observer, outcome| match lines.next() {
        Some(line) => each(observer, &Outcome { line: line.as_deref(), ..*outcome }),
        None => each(observer, outcome),
    }
}
