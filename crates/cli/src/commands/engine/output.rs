//! The output of an engine, which two threads share.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The output of an engine. A failed write closes the output, because no program reads the output.
pub(super) struct UciOutput<W> {
    writer: Mutex<W>,
    is_closed: AtomicBool,
}

impl<W: Write> UciOutput<W> {
    pub fn new(writer: W) -> Self {
        Self { writer: Mutex::new(writer), is_closed: AtomicBool::new(false) }
    }

    /// Prints a line at once.
    pub fn line(&self, line: &str) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writeln!(writer, "{line}").and_then(|()| writer.flush()).is_err() {
            self.is_closed.store(true, Ordering::Relaxed);
        }
    }

    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }
}
