//! Work on a thread of its own that can be given up: a search that never answers cannot be stopped from outside.

use std::panic;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Once};
use std::thread;
use std::time::{Duration, Instant};

/// The stack for recursive searches, in bytes: that of the main thread of most systems.
const STACK: usize = 8 << 20;
/// How often the threads are watched.
const INTERVAL: Duration = Duration::from_millis(20);

/// The time since which a search has been running.
#[derive(Debug)]
pub struct Watch {
    origin: Instant,
    /// The milliseconds from `origin` to the begin of the search, plus 1; 0 while none is running.
    since: AtomicU64,
    /// The number of the game that is searched.
    pub(super) game: AtomicU64,
}

impl Watch {
    fn now(&self) -> u64 {
        self.origin.elapsed().as_millis() as u64 + 1
    }

    /// Runs a search of somebody else's. Returns the message if it panics.
    pub(super) fn guard<T>(&self, search: impl FnOnce() -> T) -> Result<T, String> {
        self.since.store(self.now(), Ordering::Relaxed);
        QUIET.set(true);
        let result = panic::catch_unwind(panic::AssertUnwindSafe(search));
        QUIET.set(false);
        self.since.store(0, Ordering::Relaxed);
        result.map_err(|payload| message(&*payload))
    }

    /// Whether a search has been running for longer than `limit`.
    fn is_over(&self, limit: Duration) -> bool {
        let since = self.since.load(Ordering::Relaxed);
        since > 0 && self.now().saturating_sub(since) > limit.as_millis() as u64
    }
}

thread_local! {
    /// Whether a panic of this thread is caught and reported, so that its message need not be printed.
    static QUIET: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Makes panics silent that are caught and reported: there may be thousands. All others are printed as before.
fn silence_caught_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                before(info);
            }
        }));
    });
}

/// The message of a panic.
fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without a message".to_owned())
}

/// Work on another thread.
#[derive(Debug)]
pub(super) struct Watched<T> {
    result: Receiver<T>,
    pub watch: Arc<Watch>,
}

impl<T: Send + 'static> Watched<T> {
    /// Begins the work.
    pub fn spawn(work: impl FnOnce(&Watch) -> T + Send + 'static) -> Self {
        silence_caught_panics();
        let (send, result) = channel();
        let watch = Watch { origin: Instant::now(), since: AtomicU64::new(0), game: AtomicU64::new(0) };
        let watch = Arc::new(watch);
        let own = Arc::clone(&watch);
        let work = move || {
            // No one waits for work that was given up.
            let _ = send.send(work(&own));
        };
        thread::Builder::new().stack_size(STACK).spawn(work).expect("the system starts a thread");
        Self { result, watch }
    }

    /// Waits for a moment. Returns the result if the work is done, and an error if one of its searches runs for
    /// longer than `limit`.
    ///
    /// # Panics
    ///
    /// When the work itself panicked.
    pub fn poll(&self, limit: Duration) -> Option<Result<T, TimedOut>> {
        match self.result.recv_timeout(INTERVAL) {
            Ok(result) => Some(Ok(result)),
            Err(RecvTimeoutError::Timeout) => self.watch.is_over(limit).then_some(Err(TimedOut)),
            Err(RecvTimeoutError::Disconnected) => panic!("a thread of pvcheck panicked"),
        }
    }

    /// Waits for the result.
    ///
    /// # Errors
    ///
    /// If one of its searches runs for longer than `limit`.
    pub fn wait(&self, limit: Duration) -> Result<T, TimedOut> {
        loop {
            if let Some(result) = self.poll(limit) {
                return result;
            }
        }
    }
}

/// A search did not end in time. Its thread was given up and still runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TimedOut;
