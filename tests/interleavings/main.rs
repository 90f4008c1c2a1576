//! All interleavings of two threads that write an entry of a shared table and one that reads it: `src/table/words.rs` is
//! built here with the atomics of `loom`, which runs a test once for each order of their accesses, except orders that no
//! thread can tell apart, and for each value that the C11 memory model lets a load return. (It runs no store before an
//! earlier load of its thread, as the model allows; only a writer that reads the data again does both.)
//!
//! An entry has two words, and each access is to one of them. Any key is read with any data then. If the key is combined
//! with the data by exclusive or (XOR), words that do not belong together give a key that no thread wrote (Hyatt and Mann, *A Lock-less
//! Transposition Table Implementation for Parallel Search*, ICGA Journal 25(1), 2002); if not, one order of accesses is
//! enough for the key of one entry with the data of another, whichever word is written first; and so it is if a key is combined
//! with the data that are in memory once they are written.

#[path = "../../src/table/words.rs"]
mod words;

/// What `words` imports from its parent.
mod sync {
    pub use loom::sync::atomic::{AtomicU64, Ordering};
}

use std::cell::Cell;
use std::collections::BTreeSet;
use std::mem;
use std::sync::{Arc, Mutex};

use words::{Pair, Protocol};

/// A key and its data.
type Entry = (u64, u64);
/// Who accesses which word: 0 and 1 are the writers, 2 is the reader; word 0 is the key, 1 the data, and 2 the data that a
/// writer reads.
type Access = (usize, usize);
type Log = Mutex<Vec<Access>>;

const READER: usize = 2;
const EMPTY: Entry = (0, 0);
const OTHERS: [Entry; 2] = [(0x10, 1), (0x20, 2)];
/// The key of each with the data of the other.
const TORN: [Entry; 2] = [(OTHERS[0].0, OTHERS[1].1), (OTHERS[1].0, OTHERS[0].1)];
const SAME_KEY: [Entry; 2] = [(0x10, 1), (0x10, 2)];

/// One way in which the threads can run.
struct Execution {
    accesses: Vec<Access>,
    /// What the reader got.
    got: Entry,
}

/// Runs `access` and notes each access to a word at the call of `step` after it: `loom` changes threads right before an
/// access, so after the call that announces it, but not between an access and the next call.
fn noting<T>(log: &Log, thread: usize, words: &[usize], access: impl Fn(&dyn Fn()) -> T) -> T {
    let calls = Cell::new(0);
    let step = || {
        let call = calls.replace(calls.get() + 1);
        if call > 0 {
            log.lock().expect("no panic").push((thread, words[call - 1]));
        }
    };
    let result = access(&step);
    step();
    result
}

/// All executions of two threads that write these entries, and a third one that reads, when both have ended if it `waits`.
fn executions(protocol: Protocol, written: [Entry; 2], waits: bool) -> Vec<Execution> {
    let all = Arc::new(Mutex::new(Vec::new()));
    let executions = Arc::clone(&all);
    loom::model(move || {
        let (pair, log) = (Arc::new(Pair::default()), Arc::new(Log::default()));
        let writers = [0, 1].map(|writer| {
            let (pair, log, (key, data)) = (Arc::clone(&pair), Arc::clone(&log), written[writer]);
            let words: &[usize] = match (protocol.data_first, protocol.rereads) {
                (true, true) => &[1, 2, 0],
                (true, false) => &[1, 0],
                (false, _) => &[0, 1],
            };
            loom::thread::spawn(move || {
                noting(&log, writer, words, |step| pair.write(protocol, key, data, &step));
            })
        });
        let read = || noting(&log, READER, &[0, 1], |step| pair.read(protocol, &step));
        let early = (!waits).then(read);
        for writer in writers {
            writer.join().expect("no panic");
        }
        let got = early.unwrap_or_else(read);
        let accesses = mem::take(&mut *log.lock().expect("no panic"));
        executions.lock().expect("no panic").push(Execution { accesses, got });
    });
    let all = mem::take(&mut *all.lock().expect("no panic"));
    println!("{protocol:?}, {written:x?}, reader waits: {waits}: {} executions", all.len());
    assert!(all.len() > 1);
    all
}

/// What the reader gets if each load returns the last value that was stored before it.
fn in_order(protocol: Protocol, accesses: &[Access]) -> Entry {
    let check = |data| if protocol.checks { data } else { 0 };
    let (mut memory, mut got, mut checked) = ([0; 2], [0; 2], OTHERS.map(|(_, data)| data));
    for &(thread, word) in accesses {
        match (OTHERS.get(thread), word) {
            (Some(&(key, _)), 0) => memory[0] = key ^ check(checked[thread]),
            (Some(&(_, data)), 1) => memory[1] = data,
            (Some(_), _) => checked[thread] = memory[1],
            (None, _) => got[word] = memory[word],
        }
    }
    (got[0] ^ check(got[1]), got[1])
}

/// The shortest order of accesses, to the last one of the reader, that explains a torn entry without a reordering of them.
fn shortest(protocol: Protocol, executions: &[Execution], torn: &[Entry]) -> Vec<String> {
    let is_torn = |one: &&Execution| torn.contains(&one.got) && in_order(protocol, &one.accesses) == one.got;
    let torn = executions.iter().filter(is_torn);
    let last =
        |accesses: &[Access]| accesses.iter().rposition(|access| access.0 == READER).expect("it reads");
    let until_read = torn.map(|one| &one.accesses[..=last(&one.accesses)]);
    let shortest = until_read.min_by_key(|accesses| (accesses.len(), *accesses)).expect("some are torn");
    let threads = ["writer 1 writes", "writer 2 writes", "reader reads"];
    let line = |&(thread, word): &Access| match word {
        2 => format!("writer {} reads data", thread + 1),
        _ => format!("{} {}", threads[thread], ["key", "data"][word]),
    };
    shortest.iter().map(line).collect()
}

/// Asserts that the executions read the key of each of these entries with the data of each, and returns what they read.
fn each_with_each(protocol: Protocol, entries: &[Entry], executions: &[Execution]) -> BTreeSet<Entry> {
    let check = |data| if protocol.checks { data } else { 0 };
    let word = |of: &Entry, data| of.0 ^ check(of.1) ^ check(data);
    let with_each = |of| entries.iter().map(move |&(_, data)| (word(of, data), data));
    let got = executions.iter().map(|one| one.got).collect();
    assert_eq!(got, entries.iter().flat_map(with_each).collect());
    got
}

#[test]
fn with_the_check_an_entry_that_has_a_written_key_is_one_that_was_written() {
    for (data_first, written) in [(false, OTHERS), (false, SAME_KEY), (true, OTHERS), (true, SAME_KEY)] {
        let protocol = Protocol { checks: true, data_first, rereads: false };
        let or_empty = [EMPTY, written[0], written[1]];
        for (waits, entries) in [(false, &or_empty[..]), (true, &written)] {
            let mut got = each_with_each(protocol, entries, &executions(protocol, written, waits));
            got.retain(|(key, _)| written.iter().any(|of| of.0 == *key));
            assert_eq!(got, written.into());
        }
    }
}

#[test]
fn without_the_check_the_key_of_one_entry_is_read_with_the_data_of_another() {
    let key_first = ["writer 1 writes key", "writer 1 writes data", "writer 2 writes key"];
    let data_first = ["writer 1 writes data", "writer 1 writes key", "writer 2 writes data"];
    for (data_first, writes) in [(false, key_first), (true, data_first)] {
        let protocol = Protocol { checks: false, data_first, rereads: false };
        let all = executions(protocol, OTHERS, false);
        each_with_each(protocol, &[EMPTY, OTHERS[0], OTHERS[1]], &all);
        let schedule = shortest(protocol, &all, &TORN);
        println!("{}", schedule.join("\n"));
        assert_eq!(schedule, [&writes[..], &["reader reads key", "reader reads data"]].concat());
        // It can stay torn.
        each_with_each(protocol, &OTHERS, &executions(protocol, OTHERS, true));
    }
}

#[test]
fn with_a_check_of_the_data_in_memory_the_key_of_one_entry_is_read_with_the_data_of_another() {
    let protocol = Protocol { checks: true, data_first: true, rereads: true };
    let all = executions(protocol, OTHERS, false);
    let schedule = shortest(protocol, &all, &TORN);
    println!("{}", schedule.join("\n"));
    let expected = [
        "writer 1 writes data",
        "writer 2 writes data",
        "writer 2 reads data",
        "writer 1 reads data",
        "writer 1 writes key",
        "reader reads key",
        "reader reads data",
    ];
    assert_eq!(schedule, expected);
    assert!(executions(protocol, OTHERS, true).iter().any(|one| TORN.contains(&one.got)), "it can stay torn");
}
