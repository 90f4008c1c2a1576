//! Signals that ask a run to end, as batch schedulers send them before they kill.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Whether a signal has come. A second one ends the process at once.
#[derive(Default)]
pub(super) struct Interrupt {
    pub received: Arc<AtomicBool>,
    /// The exit status that it asks for.
    status: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Waits for signals from now on.
    pub fn register(&self) -> io::Result<()> {
        for signal in [SIGINT, SIGTERM] {
            // As shells have it.
            let status = 128 + signal;
            flag::register_conditional_shutdown(signal, status, Arc::clone(&self.received))?;
            flag::register_usize(signal, Arc::clone(&self.status), status.unsigned_abs() as usize)?;
            flag::register(signal, Arc::clone(&self.received))?;
        }
        Ok(())
    }

    /// The exit status of a process that a signal has ended, if one has come.
    pub fn status(&self) -> Option<u8> {
        let received = self.received.load(Ordering::Relaxed);
        received.then(|| self.status.load(Ordering::Relaxed) as u8)
    }
}
