//! The observer and the store that record a search.

use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard};

use super::{Event, MOST_STEPS, NotRecorded, RecordedNode, Recording, Splice, Step, Write};
use crate::case::Case;
use crate::oracle::PerThread;
use crate::position::{Move, Position, legal_moves};
use crate::pv::{AnyLine, AnyStore, At, Each, FinishedSearch, MemoryRow, PvStore};
use crate::score::{Score, Window};
use crate::search::Observer;
use crate::table::{Entry, Table};
use crate::told::{Told, Why};

#[derive(Debug)]
pub struct Log<P> {
    pub recording: Recording,
    positions: Vec<P>,
    numbers: HashMap<(usize, Move), usize>,
    thread: PerThread<RecordedThread>,
    table: Vec<Entry>,
    pub paused: bool,
    is_too_long: bool,
}

/// The state of the recording of one thread.
#[derive(Default, Debug)]
struct RecordedThread {
    /// The nodes on the path, each with the step that entered it.
    path: Vec<(usize, usize)>,
    moves: Vec<Move>,
    memory: Vec<MemoryRow>,
}

/// The stores whose lines are shown, and the store whose memory is recorded.
pub type Stores = (AnyStore<'static>, AnyStore<'static>);

/// The log that the observers and the stores of all threads of a search share.
#[derive(Clone, Debug)]
pub struct SharedLog<P>(Arc<Mutex<Log<P>>>);

impl<P> Default for SharedLog<P> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<P> SharedLog<P> {
    /// Locks the log for an event of this thread.
    pub fn lock(&self, thread: usize) -> MutexGuard<'_, Log<P>> {
        let mut log = self.0.lock().expect("no call of a log panics");
        log.go_on_as(thread);
        log
    }

    /// Returns the recording of a search that showed `line`.
    pub fn finish(&self, line: Option<Vec<Move>>) -> Result<(Recording, Vec<P>), NotRecorded> {
        let Log { recording, positions, is_too_long, .. } = mem::take(&mut *self.lock(0));
        if is_too_long {
            return Err(NotRecorded::TooLong { steps: MOST_STEPS });
        }
        Ok((Recording { line, ..recording }, positions))
    }
}

impl<'t, P: Position + Send + 't> SharedLog<P> {
    /// Returns the stores of a thread: all stores, for their lines, and the store whose memory is recorded. With
    /// several threads all stores are needed, because walks of any thread through the table are steps.
    pub fn store(&self, thread: usize, new: impl Fn() -> Stores) -> AnyStore<'t> {
        AnyStore::new(RecordedStore::new(new(), self.clone(), thread))
    }

    /// Returns the stores of all threads except the first.
    pub fn other_stores(&self, case: &Case, new: impl Fn() -> Stores) -> impl Iterator<Item = AnyStore<'t>> {
        let threads = case.subject.options.threads.map_or(1, |threads| threads.count);
        (1..threads.into()).map(move |thread| self.store(thread, &new))
    }
}

impl<P> Default for Log<P> {
    fn default() -> Self {
        Self {
            recording: Recording::default(),
            positions: Vec::new(),
            numbers: HashMap::new(),
            thread: PerThread::default(),
            table: Vec::new(),
            paused: false,
            is_too_long: false,
        }
    }
}

impl<P> Log<P> {
    /// Assigns the next events to this thread, whose memory is shown from now on.
    fn go_on_as(&mut self, thread: usize) {
        if thread != self.thread.number() {
            let mut memory = self.thread.memory.clone();
            self.thread.go_on_as(thread);
            change(&mut memory, self.thread.memory.clone(), &mut self.recording.memories);
        }
    }
}

impl<P: Position> Log<P> {
    fn node(&mut self, position: &P, ply: usize) -> usize {
        let parent = ply.checked_sub(1).and_then(|above| self.thread.path.get(above)).map(|&(node, _)| node);
        let mv = parent.map_or(Move::NULL, |parent| {
            self.thread.moves.get(ply - 1).copied().unwrap_or_else(|| self.move_between(parent, position))
        });
        let key = (parent.unwrap_or(usize::MAX), mv);
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let number = self.positions.len();
        let name = parent.map_or_else(String::new, |parent| {
            if mv == Move::NULL { "pass".to_owned() } else { self.positions[parent].move_name(mv) }
        });
        self.numbers.insert(key, number);
        self.positions.push(position.clone());
        self.recording.nodes.push(RecordedNode { parent, mv, name, ply, visited: true });
        number
    }

    /// Returns the move from the node `parent` to this position, for a search that does not notify of its moves.
    fn move_between(&self, parent: usize, position: &P) -> Move {
        let parent = &self.positions[parent];
        let leads = |mv: &Move| parent.play(*mv).key() == position.key();
        legal_moves(parent).into_iter().find(leads).unwrap_or(Move::NULL)
    }

    fn is_off(&self) -> bool {
        self.paused || self.is_too_long
    }

    fn step(&mut self, event: Event) {
        if self.paused || self.recording.steps.len() >= MOST_STEPS {
            self.is_too_long |= !self.paused;
            return;
        }
        let node = self.thread.path.last().map_or(0, |&(node, _)| node);
        self.push(event, node);
    }

    fn push(&mut self, event: Event, node: usize) {
        let (memory, table) = (self.recording.memories.len(), self.recording.tables.len());
        let thread = self.thread.number();
        self.recording.steps.push(Step { event, thread, node, memory, table });
    }

    /// Returns the last step, if the current thread made this step.
    fn last_step(&mut self) -> Option<&mut Step> {
        let thread = self.thread.number();
        self.recording.steps.last_mut().filter(|step| step.thread == thread)
    }

    /// Notes the memory of the store. `belongs` states whether the memory belongs to the last step, not to the next one.
    fn remember(&mut self, rows: Vec<MemoryRow>, belongs: bool) {
        change(&mut self.thread.memory, rows, &mut self.recording.memories);
        let changes = self.recording.memories.len();
        if let Some(last) = self.last_step().filter(|_| belongs) {
            last.memory = changes;
        }
    }

    /// Notes the entries of the table after a node was stored.
    fn remember_table(&mut self, entries: Vec<Entry>) {
        if self.paused {
            // Of the preceding searches there is only what they have left in the table.
            self.table.clear();
            self.recording.tables.clear();
        }
        change(&mut self.table, entries, &mut self.recording.tables);
        if self.paused {
            return;
        }
        if self.last_step().is_none() {
            let thread = self.thread.number();
            let own = self.recording.steps.iter().rfind(|step| step.thread == thread).map(|step| step.node);
            self.push(Event::Stored, own.unwrap_or(0));
        }
        let changes = self.recording.tables.len();
        if let Some(last) = self.last_step() {
            last.table = changes;
        }
    }

    fn written(&mut self, ply: usize, mv: Move) -> Move {
        let number = self.recording.writes.len();
        let node = self.thread.path.get(ply).map_or(0, |&(node, _)| node);
        let step = self.recording.steps.len();
        let mv = if number < usize::from(Move::LARGEST) {
            self.recording.writes.push(Write { step, node, mv });
            number as u16
        } else {
            self.is_too_long = true;
            Move::LARGEST
        };
        Move::new(mv)
    }

    fn is_last(&self, ply: usize, is: fn(&Event) -> bool) -> bool {
        let is_here = self.thread.path.len() == ply + 1;
        is_here && self.recording.steps.last().is_some_and(|step| is(&step.event))
    }
}

/// Replaces the items from `ply` on by `last`. Missing items before `ply` become `missing`.
pub(super) fn end_with<T: Clone>(items: &mut Vec<T>, ply: usize, missing: T, last: T) {
    items.truncate(ply);
    items.resize(ply, missing);
    items.push(last);
}

/// Adds the change that turns `now` into `next`, if `now` and `next` differ.
fn change<T: Clone + PartialEq>(now: &mut Vec<T>, next: Vec<T>, changes: &mut Vec<Splice<T>>) {
    let at = now.iter().zip(&next).take_while(|(old, new)| old == new).count();
    let ends = now[at..].iter().rev().zip(next[at..].iter().rev());
    let same = ends.take_while(|(old, new)| old == new).count();
    let (removed, added) = (now.len() - same - at, next[at..next.len() - same].to_vec());
    if removed > 0 || !added.is_empty() {
        changes.push(Splice { at, removed, added });
    }
    *now = next;
}

/// The observer of one thread.
#[derive(Debug)]
pub struct Recorder<P> {
    pub(super) log: SharedLog<P>,
    pub(super) thread: usize,
}

impl<P> Recorder<P> {
    pub fn pause(&self, paused: bool) {
        self.lock().paused = paused;
    }

    fn lock(&self) -> MutexGuard<'_, Log<P>> {
        self.log.lock(self.thread)
    }
}

impl<P: Position> Observer<P> for Recorder<P> {
    fn search_started(&mut self, depth: usize, window: Window, excluded_moves: &[Move]) {
        let mut log = self.lock();
        log.thread.path.clear();
        log.step(Event::Started { depth, window, excluded_moves: excluded_moves.to_vec() });
    }

    fn told(&mut self, ply: usize, told: &Told) {
        let mut log = self.lock();
        match *told {
            Told::Move(mv, _) => end_with(&mut log.thread.moves, ply, Move::NULL, mv),
            Told::Leaves(Why::Draw) => log.step(Event::Drawn),
            Told::Leaves(Why::Table(entry)) => log.step(Event::Cut { entry }),
            Told::Narrowed(entry, window) => log.step(Event::Narrowed { entry, window }),
            Told::Raised(mv) => log.step(Event::Raised { mv }),
            Told::Refuted(mv) => log.step(Event::Refuted { mv }),
            _ => {}
        }
    }

    fn node_entered(&mut self, position: &P, ply: usize, remaining: usize) {
        let mut log = self.lock();
        if log.is_off() {
            return;
        }
        log.thread.path.truncate(ply);
        let node = log.node(position, ply);
        let step = log.recording.steps.len();
        log.thread.path.push((node, step));
        log.step(Event::Entered { remaining, window: None });
    }

    fn leaf_evaluated(&mut self, _: &P) {
        self.lock().step(Event::Evaluated);
    }

    fn entry_stored(&mut self, table: &Table) {
        let mut log = self.lock();
        if !log.is_too_long {
            log.remember_table(table.entries().collect());
        }
    }

    fn node_exited(&mut self, _: &P, _: usize, window: Window, score: Score) {
        let mut log = self.lock();
        log.step(Event::Exited { window, score });
        if let Some((_, entered)) = log.thread.path.pop().filter(|_| !log.paused)
            && let Some(Step { event: Event::Entered { window: unknown, .. }, .. }) =
                log.recording.steps.get_mut(entered)
        {
            *unknown = Some(window);
        }
    }

    fn of_thread<'a>(&mut self, thread: usize) -> Option<Box<dyn Observer<P> + Send + 'a>>
    where
        P: Send + 'a,
    {
        Some(Box::new(Self { log: self.log.clone(), thread }))
    }

    fn thread_shown(&mut self, thread: usize) {
        self.lock().recording.shown_thread = thread;
    }
}

/// The stores of one thread. The second store, whose memory is recorded, gets the same calls with the numbers of
/// [`Write`]s as moves, so that each of its slots names its write.
pub(super) struct RecordedStore<'s, P> {
    both: (AnyStore<'s>, AnyStore<'s>),
    frames: Vec<Vec<MemoryRow>>,
    best: Vec<Move>,
    log: SharedLog<P>,
    thread: usize,
}

pub(super) struct RecordedLine {
    both: (AnyLine, AnyLine),
    ply: usize,
}

impl<'s, P: Position> RecordedStore<'s, P> {
    fn new(both: (AnyStore<'s>, AnyStore<'s>), log: SharedLog<P>, thread: usize) -> Self {
        log.lock(thread).recording.has_memory = true;
        Self { both, frames: Vec::new(), best: Vec::new(), log, thread }
    }

    fn lock(&self) -> MutexGuard<'_, Log<P>> {
        self.log.lock(self.thread)
    }

    fn remember(&mut self, line: &RecordedLine, belongs: bool) {
        if self.lock().is_off() {
            return;
        }
        let mut rows = Vec::new();
        self.both.1.frame_memory(&line.both.1, line.ply, &mut rows);
        end_with(&mut self.frames, line.ply, Vec::new(), rows);
        self.remember_all(belongs);
    }

    fn remember_all(&self, belongs: bool) {
        if self.lock().is_off() {
            return;
        }
        let mut all = self.frames.concat();
        self.both.1.memory(&mut all);
        self.lock().remember(all, belongs);
    }

    fn write(&mut self, ply: usize, mv: Move) -> Move {
        let number = self.lock().written(ply, mv);
        end_with(&mut self.best, ply, Move::NULL, number);
        number
    }
}

impl<P: Position> PvStore for RecordedStore<'_, P> {
    type Line = RecordedLine;

    fn reads_table(&self) -> bool {
        self.both.0.reads_table()
    }

    fn capacity(&self) -> usize {
        self.both.0.capacity()
    }

    fn reset(&mut self, depth: usize) {
        self.both.reset(depth);
        self.frames.clear();
        self.remember_all(false);
    }

    fn frame(&mut self, parent: Option<&RecordedLine>, ply: usize) -> RecordedLine {
        let both = self.both.frame(parent.map(|parent| &parent.both), ply);
        let line = RecordedLine { both, ply };
        self.remember(&line, false);
        line
    }

    fn release(&mut self, line: RecordedLine) {
        self.both.release(line.both);
        self.frames.truncate(line.ply);
        self.remember_all(false);
    }

    fn enter_node(&mut self, line: &mut RecordedLine, at: At) {
        self.both.enter_node(&mut line.both, at);
        self.best.truncate(at.ply);
        let belongs = self.lock().is_last(at.ply, |event| matches!(event, Event::Entered { .. }));
        self.remember(line, belongs);
    }

    fn leaf_value(&mut self, line: &mut RecordedLine, at: At) {
        self.both.leaf_value(&mut line.both, at);
        let belongs = self.lock().is_last(at.ply, |event| matches!(event, Event::Evaluated));
        self.remember(line, belongs);
    }

    fn draw(&mut self, line: &mut RecordedLine, at: At) {
        self.both.draw(&mut line.both, at);
        self.remember(line, true);
    }

    fn raise(&mut self, line: &mut RecordedLine, child: &RecordedLine, at: At, mv: Move) {
        self.both.0.raise(&mut line.both.0, &child.both.0, at, mv);
        let number = self.write(at.ply, mv);
        self.both.1.raise(&mut line.both.1, &child.both.1, at, number);
        self.remember(line, false);
    }

    fn refute(&mut self, line: &mut RecordedLine, child: &RecordedLine, at: At, mv: Move) {
        self.both.0.refute(&mut line.both.0, &child.both.0, at, mv);
        let number = self.write(at.ply, mv);
        self.both.1.refute(&mut line.both.1, &child.both.1, at, number);
        self.remember(line, false);
    }

    fn exit_node(&mut self, line: &mut RecordedLine, at: At, entry: &Entry) {
        self.both.0.exit_node(&mut line.both.0, at, entry);
        let mv = self.best.get(at.ply).copied().unwrap_or(entry.mv);
        let mv = if entry.mv == Move::NULL { Move::NULL } else { mv };
        self.both.1.exit_node(&mut line.both.1, at, &Entry { mv, ..*entry });
        self.remember(line, true);
    }

    fn hit(&mut self, line: &mut RecordedLine, at: At, entry: &Entry, window: Window) {
        self.both.hit(&mut line.both, at, entry, window);
        self.remember(line, true);
    }

    fn show(&self, root: &RecordedLine, finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        self.both.0.show(&root.both.0, finished, each);
    }

    fn show_failed(&self, root: &RecordedLine, finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        self.both.0.show_failed(&root.both.0, finished, each);
    }
}
