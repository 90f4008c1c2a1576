//! The reports of the other threads of a search to the checker of the first thread.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::NodeChecker;
use crate::position::{Move, Position};
use crate::score::{Score, Window};
use crate::search::Observer;
use crate::told::Told;

/// The reports of all other threads, in the order in which they were made. Each result is reported before it is stored,
/// so no thread has found an entry that is not reported. Reports are kept until a result of the first thread is judged
/// by them, at the latest until all threads have ended.
pub(super) type Reports<P> = Mutex<Vec<(usize, NodeReport<P>)>>;

#[derive(Debug)]
pub(super) enum NodeReport<P> {
    Started { depth: usize, window: Window, excluded_moves: Vec<Move> },
    Entered { position: P, ply: usize, remaining: usize },
    Exited { position: P, remaining: usize, window: Window, score: Score },
    Researched { position: P, remaining: usize, window: Window, score: Score },
    Told { ply: usize, told: Told },
}

fn all<P>(reports: &Reports<P>) -> MutexGuard<'_, Vec<(usize, NodeReport<P>)>> {
    // A thread that panics with the lock leaves nothing half done.
    reports.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Passes the reports on to the checker of the first thread.
pub(super) fn pass_on<P: Position>(reports: &Reports<P>, checker: &mut NodeChecker<P>) {
    for (thread, report) in all(reports).drain(..) {
        checker.go_on_as(thread);
        match report {
            NodeReport::Started { depth, window, excluded_moves } => {
                checker.search_started(depth, window, &excluded_moves);
            }
            NodeReport::Entered { position, ply, remaining } => {
                checker.node_entered(&position, ply, remaining);
            }
            NodeReport::Exited { position, remaining, window, score } => {
                checker.node_exited(&position, remaining, window, score);
            }
            NodeReport::Researched { position, remaining, window, score } => {
                checker.node_researched(&position, remaining, window, score);
            }
            NodeReport::Told { ply, told } => checker.told(ply, &told),
        }
    }
    checker.go_on_as(0);
}

/// The observer of one thread other than the first.
#[derive(Debug)]
pub(super) struct Reporter<P> {
    pub thread: usize,
    pub reports: Arc<Reports<P>>,
}

impl<P> Reporter<P> {
    fn report(&self, report: NodeReport<P>) {
        all(&self.reports).push((self.thread, report));
    }
}

impl<P: Clone> Observer<P> for Reporter<P> {
    fn search_started(&mut self, depth: usize, window: Window, excluded_moves: &[Move]) {
        self.report(NodeReport::Started { depth, window, excluded_moves: excluded_moves.to_vec() });
    }

    fn node_entered(&mut self, position: &P, ply: usize, remaining: usize) {
        self.report(NodeReport::Entered { position: position.clone(), ply, remaining });
    }

    fn told(&mut self, ply: usize, told: &Told) {
        self.report(NodeReport::Told { ply, told: *told });
    }

    fn node_exited(&mut self, position: &P, remaining: usize, window: Window, score: Score) {
        self.report(NodeReport::Exited { position: position.clone(), remaining, window, score });
    }

    fn node_researched(&mut self, position: &P, remaining: usize, window: Window, score: Score) {
        self.report(NodeReport::Researched { position: position.clone(), remaining, window, score });
    }
}
