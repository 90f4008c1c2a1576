//! Threads that take turns, so that a run on several threads can be repeated. One thread runs at a time, and a schedule
//! decides after which steps another one runs. A step is an access to memory that the threads share.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::{mem, thread};

use crate::feature::Schedule;
use crate::game::{Choices as _, Seeded};

/// The turns of the threads of a run.
#[derive(Debug)]
pub(crate) struct Turns {
    state: Mutex<TurnState>,
    /// The number of the running thread, which only this thread changes, with the lock.
    running: AtomicUsize,
    /// Whether no thread waits any longer.
    is_over: AtomicBool,
    changed: Condvar,
}

#[derive(Debug)]
struct TurnState {
    schedule: Schedule,
    random: Seeded,
    /// The number of steps at one of which, on average, a random schedule switches.
    one_in: u32,
    priorities: Option<Priorities>,
    ended: Vec<bool>,
    /// The number of announced steps. A thread that lost its turn has announced one step, which it makes in its next turn.
    steps: u32,
    /// The number of steps that were made in this turn.
    made: u32,
    log: TurnLog,
}

/// A schedule of few switches, after PCT (Burckhardt, Kothari, Musuvathi & Nagarakatte, *A Randomized Scheduler with
/// Probabilistic Guarantees of Finding Bugs*, 2010). In PCT each change has its own priority; here each change gives
/// the lowest priority.
#[derive(Debug)]
struct Priorities {
    /// The threads in the order of their priority, the highest first.
    order: Vec<usize>,
    /// The steps before which the running thread gets the lowest priority.
    changes: Vec<u32>,
}

impl Priorities {
    /// Returns random priorities. The number of steps of a run, which PCT is given, is not known here, so it is drawn, up to 1,024.
    fn new(threads: usize, changes: u32, random: &mut Seeded) -> Self {
        let mut order = Vec::new();
        for thread in 0..threads {
            order.insert(random.below(thread as u32 + 1) as usize, thread);
        }
        let steps = 2 << random.below(10);
        Self { order, changes: (0..changes).map(|_| 1 + random.below(steps)).collect() }
    }

    fn step(&mut self, running: usize, step: u32) {
        if self.changes.contains(&step) {
            self.order.retain(|&thread| thread != running);
            self.order.push(running);
        }
    }
}

/// The order in which threads ran.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TurnLog {
    /// The turns, each with the number of the thread, from 0, and the steps that it made until another thread made a step.
    pub turns: Vec<(usize, u32)>,
    /// The last step before which another thread could have run.
    pub last_choice: u32,
}

impl TurnState {
    fn switches(&mut self, running: usize) -> bool {
        self.steps = self.steps.saturating_add(1);
        if self.ended.iter().enumerate().any(|(thread, ended)| thread != running && !ended) {
            self.log.last_choice = self.steps;
        }
        let Schedule { first, second, .. } = self.schedule;
        if first > 0 {
            return self.steps == first || self.steps == second;
        }
        if let Some(priorities) = &mut self.priorities {
            priorities.step(running, self.steps);
            return self.next(running) != running;
        }
        self.random.one_in(self.one_in)
    }

    /// Returns the next thread to run. This is the next one that has not ended, or any; with priorities it is the first.
    fn next(&mut self, running: usize) -> usize {
        if let Some(priorities) = &self.priorities {
            let mut others = priorities.order.iter().copied();
            return others.find(|&thread| !self.ended[thread]).unwrap_or(running);
        }
        let count = self.ended.len();
        let ahead = if self.schedule.first > 0 { 1 } else { self.random.below(count as u32) as usize };
        let mut others = (0..count).map(|more| (running + ahead + more) % count);
        others.find(|&thread| !self.ended[thread]).unwrap_or(running)
    }
}

/// The turn of one thread.
#[derive(Clone, Default, Debug)]
pub(crate) enum Turn {
    /// The turn of a thread that runs whenever it can.
    #[default]
    Free,
    Of(usize, Arc<Turns>),
}

impl Turn {
    /// Returns the turns of this many threads, of which the first one begins.
    pub fn of_all(threads: usize, schedule: Schedule) -> Vec<Self> {
        if schedule.is_free() {
            return vec![Self::Free; threads];
        }
        let mut random = Seeded::new(schedule.seed.into(), 0);
        let one_in = 1 << (2 + random.below(6));
        let changes = schedule.changes;
        let priorities = (changes > 0).then(|| Priorities::new(threads, changes, &mut random));
        let state = TurnState {
            schedule,
            random,
            one_in,
            priorities,
            ended: vec![false; threads],
            steps: 0,
            made: 0,
            log: TurnLog::default(),
        };
        let turns = Arc::new(Turns {
            state: Mutex::new(state),
            running: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            changed: Condvar::new(),
        });
        (0..threads).map(|thread| Self::Of(thread, Arc::clone(&turns))).collect()
    }

    /// Waits until it is the turn of this thread. The turns of the thread end when the returned value is dropped.
    pub fn begin(&self) -> RunningThread<'_> {
        if let Self::Of(thread, turns) = self {
            turns.wait(*thread);
        }
        RunningThread(self)
    }

    /// Lets all threads run whenever they can from now on.
    pub fn free_all(&self) {
        if let Self::Of(_, turns) = self {
            // With the lock, so that a thread that is about to wait does not miss it.
            let _state = turns.state();
            turns.is_over.store(true, Ordering::Release);
            turns.changed.notify_all();
        }
    }

    /// Returns the order in which threads ran, which is empty without a schedule.
    pub fn log(&self) -> TurnLog {
        match self {
            Self::Free => TurnLog::default(),
            Self::Of(_, turns) => turns.state().log.clone(),
        }
    }

    /// Announces a step of this thread, before which another thread may run.
    #[inline]
    pub fn step(&self) {
        if let Self::Of(thread, turns) = self {
            turns.step(*thread);
        }
    }
}

impl Turns {
    fn state(&self) -> MutexGuard<'_, TurnState> {
        // A thread that panics with the lock leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the turn of a thread, at first awake, because waking a thread takes longer.
    fn wait(&self, thread: usize) {
        let is_next =
            || self.running.load(Ordering::Acquire) == thread || self.is_over.load(Ordering::Acquire);
        for _ in 0..YIELDS {
            if is_next() {
                return;
            }
            thread::yield_now();
        }
        let mut state = self.state();
        while !is_next() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn step(&self, thread: usize) {
        let mut state = self.state();
        if state.switches(thread) && !state.ended[thread] {
            self.go_on(state, thread);
            self.wait(thread);
            state = self.state();
        }
        state.made += 1;
    }

    /// Lets the next thread run after this one.
    fn go_on(&self, mut state: MutexGuard<'_, TurnState>, thread: usize) {
        let next = state.next(thread);
        if next != thread || state.ended[thread] {
            let made = mem::take(&mut state.made);
            match state.log.turns.last_mut() {
                // The threads between have made no step.
                Some((last, steps)) if *last == thread => *steps += made,
                _ if made > 0 => state.log.turns.push((thread, made)),
                _ => {}
            }
        }
        self.running.store(next, Ordering::Release);
        self.changed.notify_all();
    }
}

/// The number of times that a thread yields before it sleeps.
const YIELDS: u32 = 64;

/// A thread that has begun its turns.
pub(crate) struct RunningThread<'t>(&'t Turn);

impl Drop for RunningThread<'_> {
    fn drop(&mut self) {
        if let Turn::Of(thread, turns) = self.0 {
            let mut state = turns.state();
            state.ended[*thread] = true;
            turns.go_on(state, *thread);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::panic::{self, AssertUnwindSafe};
    use std::thread;

    use super::*;
    use crate::feature::Schedules;

    /// A thread and the number of its step.
    type Step = (usize, u32);

    fn run(threads: usize, steps: u32, schedule: Schedule, panics: Option<Step>) -> Vec<Step> {
        logged(threads, steps, schedule, panics).0
    }

    /// Runs this many threads of this many steps each, and returns their steps in order, with the log. A thread panics
    /// instead of making the step `panics`, and if another thread runs at the same time.
    fn logged(threads: usize, steps: u32, schedule: Schedule, panics: Option<Step>) -> (Vec<Step>, TurnLog) {
        let (made, alone) = (Mutex::new(Vec::new()), Mutex::new(()));
        let runs = |thread: usize, turn: &Turn| {
            let _running = turn.begin();
            for step in 1..=steps {
                let only = alone.try_lock().expect("no other thread runs");
                thread::yield_now();
                drop(only);
                turn.step();
                if panics == Some((thread, step)) {
                    // Without the lock, which would be poisoned, and without a message.
                    panic::resume_unwind(Box::new(()));
                }
                let _only = alone.try_lock().expect("no other thread runs");
                made.lock().expect("no panic").push((thread, step));
            }
        };
        let turns = Turn::of_all(threads, schedule);
        let first = turns[0].clone();
        thread::scope(|scope| {
            let all = turns.into_iter().enumerate().map(|(thread, turn)| {
                let runs = &runs;
                scope.spawn(move || panic::catch_unwind(AssertUnwindSafe(|| runs(thread, &turn))))
            });
            for (thread, ended) in all.collect::<Vec<_>>().into_iter().enumerate() {
                let ended = ended.join().expect("it is caught");
                assert_eq!(ended.is_err(), panics.is_some_and(|panics| panics.0 == thread));
            }
        });
        (made.into_inner().expect("no panic"), first.log())
    }

    fn steps(thread: usize, numbers: impl IntoIterator<Item = u32>) -> Vec<Step> {
        numbers.into_iter().map(|number| (thread, number)).collect()
    }

    fn random(seed: u32) -> Schedule {
        Schedule { seed, ..Schedule::DEFAULT }
    }

    fn switching_at(first: u32, second: u32) -> Schedule {
        Schedule { seed: 0, ..Schedule::switching_at(first, second) }
    }

    #[test]
    fn the_order_of_a_random_schedule_is_the_same_in_each_run() {
        let mut orders = Vec::new();
        for seed in 1..=8 {
            let order = run(3, 300, random(seed), None);
            for _ in 0..3 {
                assert_eq!(run(3, 300, random(seed), None), order, "seed {seed}");
            }
            assert_eq!(order[0], (0, 1), "the first thread begins");
            for thread in 0..3 {
                let own: Vec<Step> = order.iter().copied().filter(|step| step.0 == thread).collect();
                assert_eq!(own, steps(thread, 1..=300), "each step once");
            }
            let switches = order.windows(2).filter(|two| two[0].0 != two[1].0).count();
            assert!(switches > 2, "not only where a thread has ended: {switches}");
            orders.push(order);
        }
        orders.sort_unstable();
        orders.dedup();
        assert_eq!(orders.len(), 8, "another seed, another order");
    }

    #[test]
    fn the_next_thread_goes_on_before_the_first_step_given_and_where_a_thread_has_ended() {
        for first in 1..=10 {
            // The seed has no effect then.
            let schedule = Schedule { seed: first, ..switching_at(first, 0) };
            let until = (first - 1).min(4);
            let expected = [steps(0, 1..=until), steps(1, 1..=4), steps(0, until + 1..=4)].concat();
            assert_eq!(run(2, 4, schedule, None), expected, "before step {first}");
        }
        let expected = [steps(0, 1..=1), steps(1, 1..=3), steps(2, 1..=3), steps(0, 2..=3)].concat();
        assert_eq!(run(3, 3, switching_at(2, 0), None), expected);
    }

    #[test]
    fn the_next_thread_goes_on_before_the_second_step_given_too() {
        let schedule = switching_at(3, 5);
        // The third step is that of thread 0, which waits before it; the fifth one the second of thread 1.
        let expected = [steps(0, 1..=2), steps(1, 1..=1), steps(0, 3..=4), steps(1, 2..=4)].concat();
        assert_eq!(run(2, 4, schedule, None), expected);
    }

    /// Returns the threads of the steps, in the order of the turns.
    fn in_turns(log: &TurnLog) -> Vec<usize> {
        log.turns.iter().flat_map(|&(thread, steps)| (0..steps).map(move |_| thread)).collect()
    }

    #[test]
    fn the_log_has_the_number_of_steps_of_each_turn() {
        for (threads, schedule) in [(2, switching_at(3, 5)), (3, random(1)), (3, random(5))] {
            let (order, log) = logged(threads, 30, schedule, None);
            assert_eq!(in_turns(&log), order.iter().map(|step| step.0).collect::<Vec<_>>(), "{schedule:?}");
        }
        let (_, log) = logged(2, 4, switching_at(3, 5), None);
        assert_eq!((log.turns, log.last_choice), (vec![(0, 2), (1, 1), (0, 2), (1, 3)], 6));
    }

    /// With two threads, each order of their steps with at most this many switches is enumerated. The first thread is
    /// switched from before one of its `n` steps, and the second one before one of its own, which changes nothing
    /// before the first of them.
    #[test]
    fn all_orders_with_up_to_two_switches_are_enumerated() {
        for n in 1..=5 {
            for (switches, schedules, orders) in [(0, 1, 1), (1, 1 + n, 1 + n), (2, 1 + n + n * n, 1 + n * n)]
            {
                let (mut all, mut seen, mut count) = (Schedules::new(switches), BTreeSet::new(), 0);
                loop {
                    let (order, log) = logged(2, n, all.schedule(), None);
                    seen.insert(order);
                    count += 1;
                    if !all.advance(log.last_choice) {
                        break;
                    }
                }
                assert_eq!((count, seen.len() as u32), (schedules, orders), "{n} steps, {switches} switches");
            }
        }
    }

    /// With few threads and steps, the seeds draw each order that has no more switches than there are changes of the
    /// priorities, and no other.
    #[test]
    fn with_priorities_each_order_of_few_switches_is_drawn() {
        for (changes, few) in [(1, 1), (2, 2)] {
            let mut all = Schedules::new(few);
            let mut expected = BTreeSet::new();
            loop {
                let (order, log) = logged(2, 3, all.schedule(), None);
                expected.insert(order);
                if !all.advance(log.last_choice) {
                    break;
                }
            }
            let mut drawn = BTreeSet::new();
            for seed in 1..=2_000 {
                let schedule = Schedule { changes, ..random(seed) };
                let (order, log) = logged(2, 3, schedule, None);
                assert!(log.turns.len() <= changes as usize + 3, "{schedule:?}: {log:?}");
                let is_plain = log.turns.iter().all(|turn| turn.1 > 0)
                    && log.turns.windows(2).all(|two| two[0].0 != two[1].0);
                assert!(is_plain, "each turn has steps, and another thread goes on after it: {log:?}");
                drawn.insert(order);
            }
            assert!(expected.is_subset(&drawn), "{changes}: {} of {}", drawn.len(), expected.len());
        }
    }

    #[test]
    fn a_thread_that_panics_does_not_stop_the_others() {
        for schedule in [random(1), random(2), switching_at(3, 7)] {
            for panics in [(0, 1), (1, 1), (2, 5), (0, 20)] {
                let mut made = run(3, 20, schedule, Some(panics));
                made.sort_unstable();
                let last = |thread| if thread == panics.0 { panics.1 - 1 } else { 20 };
                let expected: Vec<Step> = (0..3).flat_map(|thread| steps(thread, 1..=last(thread))).collect();
                assert_eq!(made, expected, "{schedule:?}, {panics:?}");
            }
        }
    }

    #[test]
    fn without_a_schedule_each_thread_runs_whenever_it_can() {
        let turns = Turn::of_all(3, random(0));
        assert!(turns.len() == 3 && turns.iter().all(|turn| matches!(turn, Turn::Free)));
        let _all_at_once = turns.iter().map(Turn::begin).collect::<Vec<_>>();
        turns.iter().for_each(Turn::step);
    }
}
