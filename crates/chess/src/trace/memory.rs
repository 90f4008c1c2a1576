//! What was told about keys, with a limit.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::mem;

/// The most keys of each half of a memory: one of these takes less than 100 MB.
const MOST: usize = 1 << 21;

/// A hasher for keys, which are random numbers.
#[derive(Default, Debug)]
pub(super) struct OfKeys(u64);

impl Hasher for OfKeys {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, key: u64) {
        // Engines with bad random numbers have keys that differ in few bits.
        self.0 = (self.0.rotate_left(5) ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

type Keyed<V> = HashMap<u64, V, BuildHasherDefault<OfKeys>>;

/// Values by key. Where there are too many, those that were not used for long are forgotten.
#[derive(Default, Debug)]
pub(super) struct Memory<V> {
    new: Keyed<V>,
    old: Keyed<V>,
    pub has_forgotten: bool,
}

impl<V: Default> Memory<V> {
    /// The value of this key, which is the default where none is known.
    pub fn value_of(&mut self, key: u64) -> &mut V {
        if self.new.len() >= MOST && !self.new.contains_key(&key) {
            self.has_forgotten |= !self.old.is_empty();
            self.old = mem::take(&mut self.new);
        }
        let old = &mut self.old;
        self.new.entry(key).or_insert_with(|| old.remove(&key).unwrap_or_default())
    }

    pub fn get(&self, key: u64) -> Option<&V> {
        self.new.get(&key).or_else(|| self.old.get(&key))
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_are_forgotten_first() {
        let mut memory = Memory::<u64>::default();
        *memory.value_of(7) = 1;
        for key in 100..100 + MOST as u64 {
            memory.value_of(key);
        }
        assert!(!memory.has_forgotten);
        assert_eq!(*memory.value_of(7), 1, "moved to the new half");
        for key in 10_000_000..10_000_000 + MOST as u64 {
            memory.value_of(key);
        }
        assert!(memory.has_forgotten && memory.get(101).is_none() && memory.get(7) == Some(&1));
    }
}
