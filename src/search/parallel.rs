//! A search of one root by several threads with one table ("Lazy SMP"). Each thread deepens by itself, and only the
//! table connects them.
//!
//! The method is folklore of engine authors. The search ends when the first thread has ended. The others stop at their
//! next node, and their last completed iterations count. The option [`ShownThread`] selects the thread that is shown.

use std::iter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::feature::{Schedule, ShownThread};
use crate::position::{Move, Position};
use crate::pv::PvStore;
use crate::search::{Callee, Counts, Observer, OtherObserver, Outcome, Scratch, Search, SearchOptions, Task};
use crate::turns::{Turn, TurnLog};

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position + Send + Sync,
    S: PvStore,
    O: Observer<P>,
{
    /// Searches like [`root`](Search::root) on several threads, the first of which stops at a node limit. The algorithm
    /// is `first` on the first thread and `other` on the others, each of which has a store and memory.
    pub(crate) fn root_by_threads<'o, T: PvStore + Send>(
        &mut self,
        first: Callee<P, S, O>,
        other: Callee<P, T, OtherObserver<'o, P>>,
        others: &mut [(T, Scratch)],
        task: &Task<'_, P>,
        each: &mut dyn FnMut(&O, &Outcome<'_>),
    ) -> Counts
    where
        P: 'o,
    {
        let threads = task.options.threads.expect("a search by several threads");
        let table = task.options.table.expect("threads share a table");
        let others = &mut others[..usize::from(threads.count) - 1];
        self.scratch.table.begin_shared(&table, threads.words);
        run(self, first, other, others, task);
        let completed = |scratch: &Scratch| scratch.results.completed.best().copied();
        let all =
            iter::once(completed(self.scratch)).chain(others.iter().map(|(_, scratch)| completed(scratch)));
        let index = chosen(threads.shown, &all.collect::<Vec<_>>());
        self.observer.thread_shown(index);
        show(self, others, index, task.root, each);
        self.counts
    }
}

/// Shows the result of the thread at `index`.
fn show<P: Position, S: PvStore, T, O: Observer<P>>(
    search: &mut Search<'_, P, S, O>,
    others: &[(T, Scratch)],
    index: usize,
    root: &P,
    each: &mut dyn FnMut(&O, &Outcome<'_>),
) {
    match index.checked_sub(1).map(|other| &others[other].1.results) {
        None => search.show_held(root, each),
        Some(results) => search.show_completed(&results.completed, each),
    }
}

/// Runs all threads until the first thread has ended. Each thread has its results in its own memory.
fn run<'o, P: Position + Send + Sync + 'o, S: PvStore, T: PvStore + Send, O: Observer<P>>(
    search: &mut Search<'_, P, S, O>,
    first: Callee<P, S, O>,
    other: Callee<P, T, OtherObserver<'o, P>>,
    others: &mut [(T, Scratch)],
    task: &Task<'_, P>,
) {
    let Task { root, depth, options, .. } = *task;
    let schedule = options.threads.map_or(Schedule::DEFAULT, |threads| threads.schedule);
    let mut turns = Turn::of_all(others.len() + 1, schedule).into_iter();
    let turn = turns.next().expect("there is a first thread");
    let stop = Arc::new(AtomicBool::new(false));
    search.scratch.table.take_turn(turn.clone());
    thread::scope(|scope| {
        // The first thread begins. When it has ended, in whatever way, the others stop and go on until they do.
        let _running = turn.begin();
        let _stopping = Stopping { stop: Arc::clone(&stop), turn: &turn };
        for ((number, (store, scratch)), turn) in (1..).zip(others).zip(turns) {
            scratch.table = search.scratch.table.for_thread(turn.clone());
            scratch.interrupt = Some((Arc::clone(&stop), 1));
            let observer: Option<OtherObserver<'o, P>> = search.observer.of_thread(number);
            let mut observer = observer.unwrap_or_else(|| Box::new(()));
            scope.spawn(move || {
                let _running = turn.begin();
                let options = SearchOptions { node_limit: None, ..*options };
                let task = Task { root, depth, options: &options, node_limit: None };
                Search::new(store, &mut observer, scratch).deepen(other, &task, number % 2);
            });
        }
        search.deepen(first, task, 0);
    });
    search.scratch.table.take_turn(Turn::Free);
    let (log, before) = (turn.log(), search.scratch.turn_log.last_choice);
    search.scratch.turn_log = TurnLog { last_choice: log.last_choice.max(before), ..log };
}

/// A guard that stops the other threads when the guard is dropped.
struct Stopping<'t> {
    stop: Arc<AtomicBool>,
    turn: &'t Turn,
}

impl Drop for Stopping<'_> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if thread::panicking() {
            // Of these threads, some may not have been started.
            self.turn.free_all();
        }
    }
}

/// Returns the index of the thread that is shown. A thread without a completed iteration is not shown, except the first thread.
fn chosen(shown: ShownThread, completed: &[Option<Outcome<'_>>]) -> usize {
    let known = || completed.iter().enumerate().filter_map(|(index, one)| Some((index, one.as_ref()?)));
    let votes = |of: Option<Move>| {
        // Two scores may be further apart than their type is wide.
        let value = |one: &Outcome<'_>| i64::from(one.score.get());
        let worst = known().map(|(_, one)| value(one)).min().unwrap_or(0);
        let agreeing = known().filter(|(_, one)| one.best_move == of);
        agreeing.map(|(_, one)| (value(one) - worst + BASE) * one.depth as i64).sum::<i64>()
    };
    // The first one of several equals.
    let best = match shown {
        ShownThread::Main => None,
        ShownThread::Deepest => known().rev().max_by_key(|(_, one)| (one.depth, one.score)),
        ShownThread::BestScore => known().rev().max_by_key(|(_, one)| one.score),
        ShownThread::Vote => known().rev().max_by_key(|(_, one)| votes(one.best_move)),
    };
    best.map_or(0, |(index, _)| index)
}

/// The weight of a vote for the worst score, per ply (Stockfish).
const BASE: i64 = 14;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{Bound, Score};

    /// Returns the threads that are shown, by each option, for these depths, scores and best moves.
    fn shown(completed: &[Option<(usize, Score, u16)>]) -> [usize; 4] {
        let outcome = |&(depth, score, mv): &(usize, Score, u16)| Outcome {
            best_move: Some(Move::new(mv)),
            ..Outcome::new(depth, score, Bound::Exact)
        };
        let completed: Vec<_> = completed.iter().map(|one| one.as_ref().map(outcome)).collect();
        let ways = [ShownThread::Main, ShownThread::Deepest, ShownThread::BestScore, ShownThread::Vote];
        ways.map(|way| chosen(way, &completed))
    }

    #[test]
    fn each_way_to_choose_a_thread_is_the_one_of_its_name() {
        let zero = Score::ZERO;
        assert_eq!(shown(&[None, None]), [0; 4], "no iteration is complete");
        assert_eq!(shown(&[None, Some((1, zero, 0))]), [0, 1, 1, 1]);
        assert_eq!(shown(&[Some((3, zero, 0)), Some((3, zero, 1))]), [0; 4], "the first one of equals");
        assert_eq!(
            shown(&[Some((3, zero, 0)), Some((2, zero + 9, 1))]),
            [0, 0, 1, 1],
            "2 x 23 votes and 3 x 14"
        );
        assert_eq!(
            shown(&[Some((3, zero, 0)), Some((2, zero + 1, 1))]),
            [0, 0, 1, 0],
            "2 x 15 votes and 3 x 14"
        );
        assert_eq!(shown(&[Some((3, zero, 0)), Some((3, zero + 1, 1)), Some((3, zero, 0))]), [0, 1, 1, 0]);
        let mates = [Some((3, Score::MIN, 0)), Some((2, Score::MAX, 1))];
        assert_eq!(shown(&mates), [0, 0, 1, 1], "further apart than the type of a score is wide");
    }
}
