//! Signals that request the end of a run (SIGINT, SIGTERM); batch schedulers send them before SIGKILL.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Whether a signal was received. A second one ends the process at once.
#[derive(Default)]
pub(super) struct Interrupt {
    pub received: Arc<AtomicBool>,
    /// The exit status for the signal.
    status: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Starts to receive signals.
    pub fn register(&self) -> io::Result<()> {
        for signal in [SIGINT, SIGTERM] {
            // The convention of shells.
            let status = 128 + signal;
            flag::register_conditional_shutdown(signal, status, Arc::clone(&self.received))?;
            flag::register_usize(signal, Arc::clone(&self.status), status.unsigned_abs() as usize)?;
            flag::register(signal, Arc::clone(&self.received))?;
        }
        Ok(())
    }

    /// Returns the exit status of a process that was ended by a signal, if one was received.
    pub fn status(&self) -> Option<u8> {
        let received = self.received.load(Ordering::Relaxed);
        received.then(|| self.status.load(Ordering::Relaxed) as u8)
    }
}
