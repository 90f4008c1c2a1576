//! What the other threads of a search report to the observer of the first one.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::position::Move;
use crate::score::{Score, Window};
use crate::search::Observer;

/// The reports of all other threads, in the order in which they were made. As each result is reported before it is stored,
/// no thread has found an entry that is not among them. They are kept until
/// the first thread finds an entry, at the latest until all have ended.
#[derive(Debug)]
pub(crate) struct Reports<P>(Mutex<Vec<(usize, Report<P>)>>);

#[derive(Debug)]
enum Report<P> {
    Started { depth: usize, window: Window, excluded_moves: Vec<Move> },
    Entered { position: P, ply: usize, remaining: usize },
    Exited { position: P, remaining: usize, window: Window, score: Score },
    Researched { position: P, remaining: usize, window: Window, score: Score },
}

impl<P> Default for Reports<P> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<P> Reports<P> {
    fn all(&self) -> MutexGuard<'_, Vec<(usize, Report<P>)>> {
        // A thread that panics with the lock leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notifies the observer of the first thread: before that one returns what it found in the table, and when all have ended.
    pub fn pass_on(&self, observer: &mut impl Observer<P>) {
        for (thread, report) in self.all().drain(..) {
            observer.thread_goes_on(thread);
            match report {
                Report::Started { depth, window, excluded_moves } => {
                    observer.search_started(depth, window, &excluded_moves);
                }
                Report::Entered { position, ply, remaining } => {
                    observer.node_entered(&position, ply, remaining);
                }
                Report::Exited { position, remaining, window, score } => {
                    observer.node_exited(&position, remaining, window, score);
                }
                Report::Researched { position, remaining, window, score } => {
                    observer.node_researched(&position, remaining, window, score);
                }
            }
        }
        observer.thread_goes_on(0);
    }
}

/// The observer of one of the other threads.
#[derive(Debug)]
pub(crate) struct Reporter<P> {
    pub thread: usize,
    /// `None` if the observer of the first thread does not follow the others.
    pub reports: Option<Arc<Reports<P>>>,
}

impl<P> Reporter<P> {
    #[inline]
    fn report(&self, report: impl FnOnce() -> Report<P>) {
        if let Some(reports) = &self.reports {
            reports.all().push((self.thread, report()));
        }
    }
}

impl<P: Clone> Observer<P> for Reporter<P> {
    fn search_started(&mut self, depth: usize, window: Window, excluded_moves: &[Move]) {
        self.report(|| Report::Started { depth, window, excluded_moves: excluded_moves.to_vec() });
    }

    fn node_entered(&mut self, position: &P, ply: usize, remaining: usize) {
        self.report(|| Report::Entered { position: position.clone(), ply, remaining });
    }

    fn node_exited(&mut self, position: &P, remaining: usize, window: Window, score: Score) {
        self.report(|| Report::Exited { position: position.clone(), remaining, window, score });
    }

    fn node_researched(&mut self, position: &P, remaining: usize, window: Window, score: Score) {
        self.report(|| Report::Researched { position: position.clone(), remaining, window, score });
    }
}
