//! Threads that can be given up, because a search that never answers cannot be stopped from outside.

use std::cell::Cell;
use std::panic;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Once};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::NO_THREAD;
use crate::syntax::cleaned;

/// The stack for recursive searches, in bytes, as large as the stack of the main thread of most systems.
const STACK: usize = 8 << 20;
/// The interval at which the threads are watched.
const INTERVAL: Duration = Duration::from_millis(20);

/// The time since which a search has been running.
#[derive(Debug)]
pub struct Watch {
    origin: Instant,
    /// The milliseconds from `origin` to the start of the search, plus 1; 0 while no search is running.
    since: AtomicU64,
    /// The number of the game that is searched.
    pub(super) game: AtomicU64,
}

impl Watch {
    fn now(&self) -> u64 {
        self.origin.elapsed().as_millis() as u64 + 1
    }

    /// Runs a search under test. If the search panics, returns the message and the place of the panic.
    pub(super) fn guard<T>(&self, search: impl FnOnce() -> T) -> Result<T, String> {
        self.since.store(self.now(), Ordering::Relaxed);
        QUIET.set(true);
        PLACE.take();
        let result = panic::catch_unwind(panic::AssertUnwindSafe(search));
        QUIET.set(false);
        self.since.store(0, Ordering::Relaxed);
        result.map_err(|payload| {
            let place = PLACE.take().map_or(String::new(), |place| format!(" at {place}"));
            let text = cleaned(&(message(&*payload) + &place));
            // The end of what it panicked with may panic again; that says nothing more.
            let _ = panic::catch_unwind(panic::AssertUnwindSafe(|| drop(payload)));
            text
        })
    }

    /// Whether a search has been running for longer than `limit`.
    fn is_over(&self, limit: Duration) -> bool {
        let since = self.since.load(Ordering::Relaxed);
        since > 0 && self.now().saturating_sub(since) > limit.as_millis() as u64
    }
}

thread_local! {
    /// Whether a panic of this thread is caught and reported, so that the message of the panic need not be printed.
    static QUIET: Cell<bool> = const { Cell::new(false) };
    /// The place of the last caught panic, with file, line and column.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// Silences panics that are caught and reported, of which there may be thousands. All other panics are printed as before.
fn silence_caught_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if QUIET.get() {
                PLACE.set(info.location().map(ToString::to_string));
            } else {
                before(info);
            }
        }));
    });
}

/// Returns the message of a panic.
fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without a message".to_owned())
}

/// A thread that runs one task after another.
#[derive(Debug)]
pub struct Watched<Q, R> {
    /// The sender of tasks; `None` once there are no more tasks.
    tasks: Option<Sender<Q>>,
    results: Receiver<R>,
    /// The watch on the search that runs on the thread.
    pub(super) watch: Arc<Watch>,
    is_given_up: bool,
}

impl<Q: Send + 'static, R: Send + 'static> Watched<Q, R> {
    /// Starts a thread with `work`, which receives tasks until there are no more, and gives each result to its last argument.
    pub(super) fn spawn(work: impl FnOnce(&Watch, Receiver<Q>, &dyn Fn(R)) + Send + 'static) -> Self {
        silence_caught_panics();
        let ((send_task, tasks), (send_result, results)) = (channel(), channel());
        let watch = Watch { origin: Instant::now(), since: AtomicU64::new(0), game: AtomicU64::new(0) };
        let watch = Arc::new(watch);
        let own = Arc::clone(&watch);
        let work = move || {
            work(&own, tasks, &|result| {
                // No one waits for work that was given up.
                let _ = send_result.send(result);
            });
        };
        thread::Builder::new().stack_size(STACK).spawn(work).expect(NO_THREAD);
        Self { tasks: Some(send_task), results, watch, is_given_up: false }
    }

    /// Runs one task. After an error the thread is given up, and takes no more tasks.
    ///
    /// # Errors
    ///
    /// If one of the searches of the task runs for longer than `limit`.
    ///
    /// # Panics
    ///
    /// If the work itself panicked.
    pub(super) fn run(&mut self, task: Q, limit: Duration) -> Result<R, TimedOut> {
        // A thread that panicked receives no task, and sends no result.
        let _ = self.tasks.as_ref().map(|tasks| tasks.send(task));
        loop {
            match self.results.recv_timeout(INTERVAL) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) if self.watch.is_over(limit) => {
                    self.is_given_up = true;
                    return Err(TimedOut);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => panic!("a thread of pvcheck panicked"),
            }
        }
    }
}

impl<Q, R> Drop for Watched<Q, R> {
    /// Waits until the work and its processes have ended, unless the thread was given up.
    fn drop(&mut self) {
        self.tasks = None;
        while !self.is_given_up && self.results.recv().is_ok() {}
    }
}

/// Runs this work on its own thread.
///
/// # Errors
///
/// If one of the searches runs for longer than `limit`.
pub(super) fn watched<R: Send + 'static>(
    limit: Duration,
    work: impl FnOnce(&Watch) -> R + Send + 'static,
) -> Result<R, TimedOut> {
    Watched::spawn(|watch, _, result| result(work(watch))).run((), limit)
}

/// A search did not end in time; its thread was given up and still runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TimedOut;
