//! Threads that take turns, so that a run on several threads can be repeated: only one of them runs at a time, and a
//! schedule decides after which steps another one goes on. A step is an access to memory that the threads share.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::feature::Schedule;
use crate::game::{Choices as _, Seeded};

/// Which thread of a run goes on.
#[derive(Debug)]
pub(crate) struct Turns {
    state: Mutex<State>,
    /// The thread that goes on. Only it changes this, with the lock.
    running: AtomicUsize,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    schedule: Schedule,
    random: Seeded,
    /// A random schedule switches at one of so many steps.
    one_in: u32,
    ended: Vec<bool>,
    steps: u32,
}

impl State {
    fn switches(&mut self) -> bool {
        self.steps += 1;
        let Schedule { first, second, .. } = self.schedule;
        if first > 0 {
            return self.steps == first || self.steps == second;
        }
        self.random.one_in(self.one_in)
    }

    /// The thread that goes on: the next one that has not ended, or any.
    fn next(&mut self, running: usize) -> usize {
        let count = self.ended.len();
        let ahead = if self.schedule.first > 0 { 1 } else { self.random.below(count as u32) as usize };
        let mut others = (0..count).map(|more| (running + ahead + more) % count);
        others.find(|&thread| !self.ended[thread]).unwrap_or(running)
    }
}

/// The turn of one thread.
#[derive(Clone, Default, Debug)]
pub(crate) enum Turn {
    /// It runs whenever it can.
    #[default]
    Free,
    Of(usize, Arc<Turns>),
}

impl Turn {
    /// The turns of so many threads. The first thread begins.
    pub fn of_all(threads: usize, schedule: Schedule) -> Vec<Self> {
        if !schedule.is_random() && schedule.first == 0 {
            return vec![Self::Free; threads];
        }
        let mut random = Seeded::new(schedule.seed.into(), 0);
        let one_in = 1 << (2 + random.below(6));
        let state = State { schedule, random, one_in, ended: vec![false; threads], steps: 0 };
        let (state, running, changed) = (Mutex::new(state), AtomicUsize::new(0), Condvar::new());
        let turns = Arc::new(Turns { state, running, changed });
        (0..threads).map(|thread| Self::Of(thread, Arc::clone(&turns))).collect()
    }

    /// Waits until this thread is the one that goes on. It ends its turns when the value that is returned is dropped.
    pub fn begin(&self) -> Running<'_> {
        if let Self::Of(thread, turns) = self {
            turns.wait(*thread);
        }
        Running(self)
    }

    /// A step of this thread follows: another thread may go on before it.
    #[inline]
    pub fn step(&self) {
        if let Self::Of(thread, turns) = self {
            turns.step(*thread);
        }
    }
}

impl Turns {
    fn state(&self) -> MutexGuard<'_, State> {
        // A thread that panics with the lock leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A thread that is soon to go on again waits for that awake, as to wake it takes longer.
    fn wait(&self, thread: usize) {
        let is_next = || self.running.load(Ordering::Acquire) == thread;
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
        if state.switches() {
            self.go_on(state, thread);
            self.wait(thread);
        }
    }

    /// Lets the next thread go on after this one.
    fn go_on(&self, mut state: MutexGuard<'_, State>, thread: usize) {
        let next = state.next(thread);
        self.running.store(next, Ordering::Release);
        if next != thread {
            self.changed.notify_all();
        }
    }
}

/// How often a thread yields before it sleeps.
const YIELDS: u32 = 64;

/// A thread that has begun.
pub(crate) struct Running<'t>(&'t Turn);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if let Turn::Of(thread, turns) = self.0 {
            let mut state = turns.state();
            state.ended[*thread] = true;
            turns.go_on(state, *thread);
        }
    }
}
