//! Signals that request the end of a run: ctrl-C (SIGINT), SIGTERM (batch schedulers, before SIGKILL) and SIGHUP (the
//! end of a terminal).

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::{Failure, Result};
use crate::report::counted;
use pvcheck::experiment::Deadline;

#[cfg(unix)]
const SIGNALS: &[i32] = &[SIGINT, SIGTERM, SIGHUP];
#[cfg(not(unix))]
const SIGNALS: &[i32] = &[SIGINT, SIGTERM];

/// Makes a write beyond the limit of file sizes an error, which is reported. Without this a signal ends the process.
#[cfg(unix)]
pub fn refuse_too_large_files() {
    // `register` fails for no valid signal.
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Whether the process was started with this signal ignored, as by `nohup`; `false` on a system that does not show this.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// The handler of signals. A signal stops the run of a deadline; a second signal ends the process at once.
pub struct Interrupt {
    pub deadline: Deadline,
    /// The exit status for the signal.
    status: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Receives the signals that are not ignored, which then stop the run of `deadline`.
    pub fn registered(deadline: &Deadline) -> Result<Self> {
        let (deadline, status) = (deadline.clone(), Arc::default());
        let interrupt = Self { deadline, status };
        interrupt.register_all().map_err(Failure::io("signals", "wait for"))?;
        Ok(interrupt)
    }

    fn register_all(&self) -> io::Result<()> {
        let stop = self.deadline.stop();
        for &signal in SIGNALS.iter().filter(|&&signal| !is_ignored(signal)) {
            // The convention of shells.
            let status = 128 + signal;
            flag::register_conditional_shutdown(signal, status, Arc::clone(stop))?;
            flag::register_usize(signal, Arc::clone(&self.status), status.unsigned_abs() as usize)?;
            flag::register(signal, Arc::clone(stop))?;
        }
        Ok(())
    }

    /// Returns the failure of a command that was interrupted with `done` of `all` results.
    pub fn partial(&self, done: usize, all: usize, noun: &str) -> Option<Failure> {
        let status = self.status().filter(|_| done < all)?;
        let text = format!("interrupted: the result covers {done} of {}", counted(all as u64, noun));
        Some(Failure::new(text, status))
    }

    /// Returns the failure whose result covers a part of the run.
    pub fn so_far(&self) -> Option<Failure> {
        let status = |status| Failure::new("interrupted: this is the result so far", status);
        let failure = |failure| Failure::usage(format!("{failure}; this is the result so far"));
        self.deadline.failure().map(failure).or_else(|| self.status().map(status))
    }

    /// The exit status for the signal that was received.
    pub fn status(&self) -> Option<u8> {
        let status = self.status.load(Ordering::Relaxed) as u8;
        (status > 0).then_some(status)
    }
}
