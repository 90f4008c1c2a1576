//! An entry of a table that several threads read and write without locks, as two words, each of which is atomic.
//! Between the two words of one thread may come those of another, so that an entry may be *torn*: one word of each. The
//! first word is the key, combined by exclusive or (XOR) with the second one, the data. A reader that combines both again
//! gets the key of the position only if they belong together, but for rare coincidences (Hyatt and Mann, *A Lock-less
//! Transposition Table Implementation for Parallel Search*, ICGA Journal 25(1), 2002). The order of the accesses does not
//! matter then, so that they are relaxed.

use super::sync::{AtomicU64, Ordering};

/// The rule by which the two words of an entry are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Protocol {
    /// Whether the key is combined with the data.
    pub checks: bool,
    /// Whether the data are written before the key.
    pub data_first: bool,
    /// Whether a key that is written after the data is combined with the data that are then in memory.
    pub rereads: bool,
}

/// The two words of an entry; both are 0 without an entry.
#[derive(Default, Debug)]
pub struct Pair {
    key: AtomicU64,
    data: AtomicU64,
}

impl Pair {
    /// Writes both words, and calls `step` before each access to one of them.
    pub fn write(&self, protocol: Protocol, key: u64, data: u64, step: &impl Fn()) {
        let store = |word: &AtomicU64, value| {
            step();
            word.store(value, Ordering::Relaxed);
        };
        let store_key = |data| store(&self.key, if protocol.checks { key ^ data } else { key });
        if !protocol.data_first {
            store_key(data);
        }
        store(&self.data, data);
        if protocol.rereads {
            step();
            store_key(self.data.load(Ordering::Relaxed));
        } else if protocol.data_first {
            store_key(data);
        }
    }

    /// Returns the key and the data, and calls `step` before each access.
    pub fn read(&self, protocol: Protocol, step: &impl Fn()) -> (u64, u64) {
        step();
        let key = self.key.load(Ordering::Relaxed);
        step();
        let data = self.data.load(Ordering::Relaxed);
        (if protocol.checks { key ^ data } else { key }, data)
    }
}
