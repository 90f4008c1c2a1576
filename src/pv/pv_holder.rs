//! The PV holder: a second table, which holds whole lines.
//!
//! If the transposition table cuts off a PV-node, the line below that node is missing. So this store keeps
//! the line of every node with an exact result in its own table. If an exact entry inside the window
//! cuts off a node, it appends the line that it holds for the position (Robert Hyatt, ICGA Journal 37(3),
//! 2014; in his program Crafty):
//!
//! ```text
//! 64 bits of the key -> squashed to 12 -> bucket | key | line |   16 slots
//!                                                | key | line |
//!                                                  ...
//! ```
//!
//! The squashed key is the index; the whole key is compared. A line is written to the first slot of its
//! bucket that has its key or is of an older search. If there is no such slot, the line is not kept.
//! Otherwise the store works as the quadratic table: each ply has a row, which is emptied on entry.
//!
//! Rules: bends rule 3: after a table hit the row shows a line that was found elsewhere. Nothing checks that
//! this tail belongs to the score and the draft of the entry. Safe as long as no position of the line is met
//! again at another remaining depth. If one is, the tail is that of the latest depth with an exact result,
//! and the line may get longer than the search was deep.
//!
//! Memory: `N * N` moves and `N + 1` lengths; 4,096 buckets of 16 indices of lines. A held line has as many
//! slots as the longest line that was written there; a longer line gets new slots.

use crate::position::Move;
use crate::pv::rows::{poison, poison_lengths};
use crate::pv::{At, CAPACITY, Each, FinishedSearch, MemoryRow, PvStore};
use crate::score::{Bound, Window};
use crate::table::Entry;

const INDEX_BITS: u32 = 12;

const WAYS: usize = 16;

/// Rows of moves, and a second table that holds whole lines (Hyatt 2014).
#[derive(Clone, Debug)]
pub struct PvHolder {
    rows: Vec<[Move; CAPACITY]>,
    lengths: Vec<usize>,
    buckets: Vec<Bucket>,
    pub(crate) held: Vec<Held>,
    moves: Vec<Move>,
    search: u32,
    depth: usize,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    /// The search that the slots of the bucket belong to. Slots of an earlier search count as empty.
    search: u32,
    taken: u16,
    slots: [u16; WAYS],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub(crate) key: u64,
    start: u32,
    length: u16,
    capacity: u16,
}

#[inline]
const fn index(key: u64) -> usize {
    let half = key ^ key >> 32;
    let quarter = half ^ half >> 16;
    (quarter & ((1 << INDEX_BITS) - 1)) as usize
}

impl PvHolder {
    #[inline]
    fn find(&self, key: u64) -> Option<usize> {
        let bucket = self.buckets.get(index(key)).filter(|bucket| bucket.search == self.search)?;
        let slots = bucket.slots[..usize::from(bucket.taken)].iter().map(|&slot| usize::from(slot));
        slots.into_iter().find(|&slot| self.held[slot].key == key)
    }

    #[inline(never)]
    pub(crate) fn hold(&mut self, key: u64, ply: usize) {
        let line = &self.rows[ply][..self.lengths[ply]];
        let length = line.len() as u16;
        let held = Held { key, start: self.moves.len() as u32, length, capacity: length };
        if let Some(slot) = self.find(key) {
            let Held { start, capacity, .. } = self.held[slot];
            if length <= capacity {
                self.held[slot].length = length;
                self.moves[start as usize..][..line.len()].copy_from_slice(line);
                return;
            }
            self.held[slot] = held;
        } else {
            let bucket = &mut self.buckets[index(key)];
            if bucket.search != self.search {
                (bucket.search, bucket.taken) = (self.search, 0);
            }
            if usize::from(bucket.taken) == WAYS {
                return;
            }
            // 4,096 buckets of 16 slots are no more lines than a `u16` can number.
            bucket.slots[usize::from(bucket.taken)] = self.held.len() as u16;
            bucket.taken += 1;
            self.held.push(held);
        }
        self.moves.extend_from_slice(line);
    }

    #[inline]
    pub(crate) fn append(&mut self, key: u64, ply: usize) {
        if let Some(slot) = self.find(key) {
            let Held { start, length, .. } = self.held[slot];
            let length = usize::min(usize::from(length), CAPACITY - ply);
            let tail = &self.moves[start as usize..][..length];
            self.rows[ply][..length].copy_from_slice(tail);
            self.lengths[ply] = length;
        }
    }

    #[inline]
    pub(crate) fn write(&mut self, ply: usize, mv: Move, length: usize) {
        self.rows[ply][0] = mv;
        for slot in 0..length {
            self.rows[ply][slot + 1] = self.rows[ply + 1][slot];
        }
        self.lengths[ply] = length + 1;
    }

    fn clear(&mut self) {
        self.held.clear();
        self.moves.clear();
        let empty = Bucket { search: 0, taken: 0, slots: [0; WAYS] };
        self.buckets.resize(1 << INDEX_BITS, empty);
        // After four billion searches the counter starts again, and old lines would count as new ones.
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.buckets.fill(empty);
            1
        });
    }
}

impl Default for PvHolder {
    fn default() -> Self {
        Self {
            rows: vec![[Move::POISON; CAPACITY]; CAPACITY + 1],
            lengths: vec![0; CAPACITY + 1],
            buckets: Vec::new(),
            held: Vec::new(),
            moves: Vec::new(),
            search: 0,
            depth: 0,
        }
    }
}

impl PvStore for PvHolder {
    type Line = ();

    fn reset(&mut self, depth: usize) {
        self.depth = depth;
        poison_lengths(&mut self.lengths[..=depth]);
        for (row, &length) in self.rows.iter_mut().zip(&self.lengths[..depth]) {
            poison(&mut row[..length]);
        }
        self.clear();
    }

    #[inline]
    fn frame(&mut self, _parent: Option<&()>, _ply: usize) {}

    #[inline]
    fn enter_node(&mut self, _line: &mut (), at: At) {
        self.lengths[at.ply] = 0;
    }

    #[inline]
    fn leaf_value(&mut self, _line: &mut (), _at: At) {}

    #[expect(clippy::inline_always, reason = "as short as those of the other arrays, which are inlined")]
    #[inline(always)]
    fn raise(&mut self, _line: &mut (), _child: &(), at: At, mv: Move) {
        self.write(at.ply, mv, self.lengths[at.ply + 1]);
    }

    #[inline]
    fn exit_node(&mut self, _line: &mut (), at: At, entry: &Entry) {
        if entry.bound == Bound::Exact && entry.mv != Move::NULL {
            self.hold(entry.key, at.ply);
        }
    }

    #[inline]
    fn hit(&mut self, _line: &mut (), at: At, entry: &Entry, window: Window) {
        if entry.bound == Bound::Exact && window.bound(entry.score) == Bound::Exact {
            self.append(entry.key, at.ply);
        }
    }

    fn memory(&self, rows: &mut Vec<MemoryRow>) {
        for (ply, (row, &length)) in self.rows.iter().zip(&self.lengths).enumerate().take(self.depth) {
            let slots = row[..self.depth - ply].to_vec();
            rows.push(MemoryRow::Slots { ply, array: None, slots, length });
        }
        for &Held { key, start, length, .. } in &self.held {
            let moves = self.moves[start as usize..][..usize::from(length)].to_vec();
            rows.push(MemoryRow::Held { key, moves });
        }
    }

    fn show(&self, _root: &(), _finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        each(Some(&self.rows[0][..self.lengths[0]]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{Score, Window};

    const OPEN: Window = Window::FULL;

    fn place_at(ply: usize) -> At {
        At { ply, window: Window::FULL }
    }

    fn entry(key: u64, bound: Bound) -> Entry {
        Entry { key, draft: 1, bound, score: Score::ZERO, mv: Move::new(0) }
    }

    fn holding(lines: impl Iterator<Item = (u64, u16)>) -> PvHolder {
        let mut store = PvHolder::default();
        store.reset(2);
        for (key, mv) in lines {
            store.enter_node(&mut (), place_at(1));
            store.enter_node(&mut (), place_at(2));
            store.raise(&mut (), &(), place_at(1), Move::new(mv));
            store.exit_node(&mut (), place_at(1), &entry(key, Bound::Exact));
        }
        store
    }

    fn after_hit(store: &mut PvHolder, entry: &Entry, window: Window) -> Vec<Move> {
        store.enter_node(&mut (), place_at(1));
        store.hit(&mut (), place_at(1), entry, window);
        store.rows[1][..store.lengths[1]].to_vec()
    }

    #[test]
    fn the_line_held_for_an_exact_hit_inside_the_window_is_appended() {
        let mut store = holding([(7, 4), (9, 5)].into_iter());
        assert_eq!(after_hit(&mut store, &entry(7, Bound::Exact), OPEN), [Move::new(4)]);
        assert_eq!(after_hit(&mut store, &entry(9, Bound::Exact), OPEN), [Move::new(5)]);
        assert_eq!(after_hit(&mut store, &entry(8, Bound::Exact), OPEN), [], "another position");
        assert_eq!(after_hit(&mut store, &entry(7, Bound::Lower), OPEN), [], "a bound");
        let above = Window::new(Score::ZERO, Score::INFINITY);
        assert_eq!(after_hit(&mut store, &entry(7, Bound::Exact), above), [], "outside the window");
        store.reset(2);
        assert_eq!(after_hit(&mut store, &entry(7, Bound::Exact), OPEN), [], "an older search");
    }

    #[test]
    fn a_position_has_one_line_and_a_full_bucket_takes_no_more() {
        // All keys are in bucket 0: the upper half of the key is equal to the lower half.
        let key = |number: u64| number << 32 | number;
        let sixteen = (0..16).map(|number| (key(number), number as u16));
        let mut store = holding(sixteen.chain([(key(3), 30), (key(16), 16), (key(17), 17)]));
        let mut tail = |number| after_hit(&mut store, &entry(key(number), Bound::Exact), OPEN);
        assert_eq!(tail(0), [Move::new(0)]);
        assert_eq!(tail(3), [Move::new(30)], "the latest line counts");
        assert_eq!(tail(15), [Move::new(15)]);
        assert_eq!((tail(16), tail(17)), (vec![], vec![]));
    }

    /// 4,096 buckets, chosen by all 64 bits of a key.
    #[test]
    fn every_part_of_a_key_affects_its_bucket() {
        for (key, bucket) in [
            (0, 0),
            (0x0000_0000_0000_0123, 0x123),
            (0x0000_0000_0456_0000, 0x456),
            (0x0000_0789_0000_0000, 0x789),
            (0x0abc_0000_0000_0000, 0xabc),
            (0x0111_0222_0444_0888, 0xfff),
            (0x0001_0003_0007_000f, 1 ^ 3 ^ 7 ^ 15),
        ] {
            assert_eq!(index(key), bucket, "{key:#x}");
        }
    }

    #[test]
    fn an_appended_line_ends_at_the_end_of_the_row() {
        let mut store = PvHolder::default();
        store.reset(CAPACITY);
        for ply in (0..8).rev() {
            store.enter_node(&mut (), place_at(ply + 1));
            store.enter_node(&mut (), place_at(ply));
            let length = if ply == 7 { 0 } else { 7 - ply };
            store.lengths[ply + 1] = length;
            store.write(ply, Move::new(ply as u16), length);
        }
        assert!(store.held.is_empty());
        store.hold(3, 0);
        assert_eq!(store.held.last().map(|held| held.key), Some(3));
        for (ply, length) in [(1, 8), (CAPACITY - 8, 8), (CAPACITY - 3, 3), (CAPACITY, 0)] {
            store.append(3, ply);
            assert_eq!(store.lengths[ply], length, "ply {ply}");
            assert_eq!(store.rows[ply][..length], (0..length as u16).map(Move::new).collect::<Vec<_>>());
        }
    }

    /// One line is held for a position, however often the position is met.
    #[test]
    fn a_line_of_the_same_position_reuses_the_slots() {
        let store = holding((0..10_000).map(|number| (u64::from(number % 4), number)));
        assert_eq!((store.held.len(), store.moves.len()), (4, 4));
    }
}
