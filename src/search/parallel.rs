//! Several threads that search one root with one table ("Lazy SMP"): each deepens by itself, and nothing but the table
//! connects them.
//!
//! The method is folklore of engine authors; the search ends when the first thread has ended. The others stop at their
//! next node, and the last iterations that they have completed count. Which of the threads is shown is an option:
//! [`ShownThread`].

use std::iter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::feature::{Schedule, ShownThread};
use crate::position::{Move, Position};
use crate::pv::PvStore;
use crate::search::{
    Callee, Counts, ExternalSearch, Observer, Outcome, Scratch, Search, SearchOptions, Task,
};
use crate::turns::Turn;

/// The same algorithm on several threads: the first one notifies the observer and stops at a node limit.
pub struct Parallel<'h, P, S: PvStore, O> {
    /// The algorithm on the first thread.
    pub first: Callee<P, S, O>,
    /// The algorithm on the other threads.
    pub other: Callee<P, S, ()>,
    /// The memory of the other threads, which is reused.
    pub others: &'h mut Vec<(S, Scratch)>,
}

impl<P, S, O> ExternalSearch<P, S, O> for Parallel<'_, P, S, O>
where
    P: Position + Sync,
    S: PvStore + Default + Send,
    O: Observer<P>,
{
    fn new_game(&mut self, scratch: &mut Scratch) {
        scratch.new_game();
    }

    fn search(
        &mut self,
        store: &mut S,
        observer: &mut O,
        scratch: &mut Scratch,
        task: Task<'_, P>,
        each: &mut dyn FnMut(&O, &Outcome<'_>),
    ) -> Counts {
        let threads = task.options.threads.expect("a search by several threads");
        let table = task.options.table.expect("threads share a table");
        let more = usize::from(threads.count) - 1;
        if self.others.len() < more {
            self.others.resize_with(more, Default::default);
        }
        let others = &mut self.others[..more];
        scratch.table.begin_shared(&table, threads.words);
        let mut search = Search::new(store, observer, scratch);
        run(&mut search, self.first, self.other, others, &task);
        let completed = |scratch: &Scratch| scratch.results.completed.best().copied();
        let all =
            iter::once(completed(search.scratch)).chain(others.iter().map(|(_, scratch)| completed(scratch)));
        match chosen(threads.shown, &all.collect::<Vec<_>>()) {
            0 => search.show_held(task.root, each),
            other => search.show_completed(&others[other - 1].1.results.completed, each),
        }
        search.counts
    }
}

/// Runs all threads until the first one has ended. Their results are in the memory of each.
fn run<P: Position + Sync, S: PvStore + Send, O: Observer<P>>(
    search: &mut Search<'_, P, S, O>,
    first: Callee<P, S, O>,
    other: Callee<P, S, ()>,
    others: &mut [(S, Scratch)],
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
            scratch.interrupt_at_each_node(Arc::clone(&stop));
            scope.spawn(move || {
                let _running = turn.begin();
                let options = SearchOptions { node_limit: None, ..*options };
                let task = Task { root, depth, options: &options, node_limit: None };
                Search::new(store, &mut (), scratch).deepen(other, &task, number % 2);
            });
        }
        search.deepen(first, task, 0);
    });
    search.scratch.table.take_turn(Turn::Free);
}

/// Stops the other threads when it is dropped.
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

/// The index of the thread that is shown. One that has completed no iteration is not, except the first.
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

    /// What is shown of threads with these depths, scores and best moves.
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
