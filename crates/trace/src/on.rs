//! The calls with the feature `on`: who writes to which file.
//!
//! A file belongs to a search of the root, and not to a thread, as engines start a thread for every `go`. Its thread keeps it after
//! the search until the next text is told, so that no other thread slips in before the line is shown. What is told outside of a
//! search is kept, and each file gets all of it.

use std::cell::{Cell, RefCell};
use std::env::var_os;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use crate::event::Event;
use crate::Why;

/// The environment variable that names the file.
const NAME: &str = "PVCHECK_TRACE";

/// The bytes of a file that wait in memory at most.
const ROOM: usize = 1 << 16;

/// The most bytes of a file.
const MOST: u64 = 4_000_000_000;

/// Whether a trace is wished: what the environment says, asked once. After an error none is.
static IS_WISHED: AtomicBool = AtomicBool::new(false);
static ASKED: Once = Once::new();

/// The number of stores of all threads.
static STORES: AtomicU32 = AtomicU32::new(0);

/// A file that is written.
struct Out {
    to: BufWriter<File>,
    size: u64,
    /// The number of bytes of what is kept that it has got.
    kept: usize,
    /// Its number, the search that took it last, and the number of texts told before.
    number: u32,
    search: u32,
    texts: u32,
}

/// What the threads share: the files that no search has, in order, and what is kept for all.
struct Shared {
    free: Vec<Out>,
    kept: Vec<u8>,
    files: u32,
    searches: u32,
    texts: u32,
}

static SHARED: Mutex<Shared> =
    Mutex::new(Shared { free: Vec::new(), kept: Vec::new(), files: 0, searches: 0, texts: 0 });

/// The search of the root that a thread runs, with its file and the number of nodes that are not left; or that it ran last.
struct Search {
    number: u32,
    open: u32,
    out: Option<Out>,
}

thread_local! {
    static SEARCH: RefCell<Search> = const { RefCell::new(Search { number: 0, open: 0, out: None }) };
}

/// A node that was entered.
pub(crate) struct Open {
    /// Its search, after whose end it tells nothing; 0 if nothing is written.
    search: u32,
    /// Where it was entered; 0 after it was left.
    line: Cell<usize>,
    why: Cell<Why>,
}

impl Out {
    /// Nothing is written after an error: a trace that is cut can be read, one with a hole cannot.
    fn push(&mut self, bytes: &[u8]) {
        if IS_WISHED.load(Relaxed) {
            self.size += bytes.len() as u64;
            if self.size > MOST {
                stop(&"4 GB are enough");
            }
            self.to.write_all(bytes).unwrap_or_else(|error| stop(&error));
        }
    }

    fn flush(&mut self) {
        self.to.flush().unwrap_or_else(|error| stop(&error));
    }
}

impl Shared {
    fn open(&mut self) -> Option<Out> {
        let mut path = var_os(NAME)?;
        if self.files > 0 {
            path.push(format!(".{}", self.files));
        }
        let file = File::create(path).map_err(|error| stop(&error)).ok()?;
        let to = BufWriter::with_capacity(ROOM, file);
        self.files += 1;
        let mut out = Out { to, size: 0, kept: 0, number: self.files, search: 0, texts: 0 };
        out.push(b"pvcheck\x01");
        Some(out)
    }
}

impl Search {
    /// Takes the thread's own file, or the first one that is free and was not taken since the last text.
    fn begin(&mut self) -> Option<()> {
        let shared = &mut *shared();
        let is_own = |out: &Out| out.search == self.number;
        let is_free = |out: &Out| shared.texts == 0 || out.texts != shared.texts;
        let own = shared.free.iter().position(is_own);
        let found = own.or_else(|| shared.free.iter().position(is_free));
        let mut out = if let Some(at) = found { shared.free.remove(at) } else { shared.open()? };
        out.push(&shared.kept[out.kept..]);
        out.flush();
        shared.searches += 1;
        out = Out { kept: shared.kept.len(), search: shared.searches, texts: shared.texts, ..out };
        *self = Self { number: shared.searches, open: 0, out: Some(out) };
        Some(())
    }

    /// Writes an event of the search with this number, 0 for any, and returns its number.
    fn write(&mut self, number: u32, event: &[u8]) -> Option<u32> {
        if self.out.is_none() && number == 0 && event[0] == b'N' {
            self.begin()?;
        }
        let out = self.out.as_mut().filter(|out| number == 0 || number == out.search)?;
        out.push(event);
        match event[0] {
            b'N' => self.open += 1,
            b'X' | b'?' => self.open -= 1,
            b'!' => self.open = 0,
            b'W' => out.push(&STORES.fetch_add(1, Relaxed).to_le_bytes()),
            _ => {}
        }
        // The root is left. A function that still returns, after an abort, tells nothing any more.
        if self.open == 0 {
            out.flush();
            let mut shared = shared();
            shared.free.extend(self.out.take());
            shared.free.sort_by_key(|out| out.number);
        }
        Some(self.number)
    }
}

fn shared() -> MutexGuard<'static, Shared> {
    SHARED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_on() -> bool {
    ASKED.call_once(|| IS_WISHED.store(var_os(NAME).is_some(), Relaxed));
    IS_WISHED.load(Relaxed)
}

fn stop(error: &dyn std::fmt::Display) {
    if IS_WISHED.swap(false, Relaxed) {
        eprintln!("pvcheck: cannot write {}: {error}", var_os(NAME).unwrap_or_default().to_string_lossy());
    }
}

/// Runs `f` on the search of this thread, unless the thread is ending.
fn in_thread<T>(f: impl FnOnce(&mut Search) -> Option<T>) -> Option<T> {
    SEARCH.try_with(|search| f(&mut *search.try_borrow_mut().ok()?)).ok()?
}

#[inline(never)]
fn write(number: u32, event: &Event) -> u32 {
    in_thread(|search| search.write(number, event.as_ref())).unwrap_or(0)
}

pub(crate) fn enter(line: usize, event: impl FnOnce() -> Event) -> Open {
    let search = if is_on() { write(0, &event()) } else { 0 };
    Open { search, line: Cell::new(if search > 0 { line } else { 0 }), why: Cell::new(Why::Moves) }
}

/// An event of a node, or of the innermost node of this thread.
pub(crate) fn tell(open: Option<&Open>, event: impl FnOnce() -> Event) {
    if open.map_or_else(is_on, |open| open.search > 0) {
        write(open.map_or(0, |open| open.search), &event());
    }
}

#[inline]
pub(crate) fn because(open: &Open, why: Why) {
    open.why.set(why);
}

/// The event that leaves the node, from the last reason of `because`.
pub(crate) fn leave(open: &Open, event: impl FnOnce(Why) -> Event) {
    if open.line.replace(0) > 0 {
        write(open.search, &event(open.why.get()));
    }
}

impl Drop for Open {
    /// A panic leaves all nodes, a return that tells nothing only this one.
    fn drop(&mut self) {
        let untold = |line| Event::new(b'?').count(line);
        let line = self.line.get();
        leave(self, |_| if std::thread::panicking() { Event::new(b'!') } else { untold(line) });
    }
}

/// Keeps what is told outside of a search: an event, and the text that belongs to it.
pub(crate) fn keep(event: impl FnOnce() -> Event, text: &str) {
    if is_on() {
        let (event, mut shared) = (event(), shared());
        shared.kept.extend_from_slice(event.as_ref());
        shared.kept.extend_from_slice(&text.as_bytes()[..text.len().min(65535)]);
        shared.texts += u32::from(event.as_ref()[0] == b'U');
    }
}

/// Writes a line: the event, and its moves. After the root has been left it goes to the file of that search, if no other has taken it.
pub(crate) fn line(event: impl FnOnce() -> Event, moves: impl IntoIterator<Item = u32>) {
    if is_on() {
        let moves: Vec<u32> = moves.into_iter().take(255).collect();
        let mut bytes = event().append([moves.len() as u8]).as_ref().to_vec();
        bytes.extend(moves.iter().flat_map(|mv| mv.to_le_bytes()));
        in_thread(|search| {
            let mut shared = shared();
            let last = shared.free.iter_mut().find(|out| out.search == search.number);
            let out = search.out.as_mut().or(last)?;
            out.push(&bytes);
            out.flush();
            Some(())
        });
    }
}
