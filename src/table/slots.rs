//! The slots of a table, and the operations on them.

use std::ops::Range;

use crate::feature::Words;
use crate::position::Move;
use crate::score::{Bound, Window};
use crate::table::{Draft, Entry, Layout, Narrow, PvCut, Replace, Shared, TableOptions};
use crate::turns::Turn;

/// A transposition table.
#[derive(Clone, Default, Debug)]
pub struct Table {
    // The tables with seeded bugs of `bugs` use this memory too.
    pub(crate) slots: Vec<(u32, Option<Entry>)>,
    /// The slots that replace `slots` if several threads share the table.
    pub(crate) shared: Option<Shared>,
    pub(crate) options: TableOptions,
    pub(crate) layout: Layout,
    pub(crate) search: u32,
    pub(crate) outdated: bool,
}

/// The size of a slot in bytes.
pub const SLOT_BYTES: usize = size_of::<(u32, Option<Entry>)>();

/// The maximum number of slots of a group.
const MOST_IN_GROUP: usize = 4;

impl Table {
    /// Prepares the table for a search with these options. The table is emptied, unless the options keep the entries of
    /// preceding searches with the same options.
    pub fn begin(&mut self, options: &TableOptions) {
        if self.shared.is_some() || !self.keeps(options) {
            self.reset(options);
        }
    }

    /// Prepares the table for a search by several threads, like [`begin`](Self::begin).
    pub(crate) fn begin_shared(&mut self, options: &TableOptions, words: Words) {
        let is_same = self.shared.as_ref().is_some_and(|shared| shared.is_written_as(words));
        if !is_same || !self.keeps(options) {
            self.empty(options);
            self.shared = Some(Shared::new(options.entries as usize * self.layout.group, words));
        }
    }

    /// Returns a table that shares the slots of this one, for a thread that has this turn.
    pub(crate) fn for_thread(&self, turn: Turn) -> Self {
        let mut table = Self::default();
        (table.options, table.layout) = (self.options, self.layout);
        table.shared = self.shared.as_ref().map(|shared| shared.for_thread(turn));
        table
    }

    /// Makes the accesses to the table steps of this turn from now on.
    pub(crate) fn take_turn(&mut self, turn: Turn) {
        self.shared = self.shared.take().map(|shared| shared.for_thread(turn));
    }

    fn keeps(&self, options: &TableOptions) -> bool {
        options.keep && self.options == *options && !self.outdated && self.search > 0
    }

    /// Makes the next [`begin`](Self::begin) empty the table, even if the options keep entries.
    pub fn new_game(&mut self) {
        self.outdated = true;
    }

    /// Makes this an empty table with these options.
    pub fn reset(&mut self, options: &TableOptions) {
        self.empty(options);
        let wanted = options.entries as usize * self.layout.group;
        if self.slots.len() < wanted {
            self.slots.resize(wanted, (0, None));
        }
    }

    fn empty(&mut self, options: &TableOptions) {
        (self.options, self.outdated, self.shared) = (*options, false, None);
        self.layout = Layout::from_options(options);
        // After four billion searches the counter starts again, and old entries would count as new ones.
        self.search = self.search.checked_add(1).unwrap_or_else(|| {
            self.slots.fill((0, None));
            1
        });
    }

    #[inline]
    fn signature(&self, key: u64) -> u64 {
        key & self.layout.signature
    }

    #[inline]
    fn group_of(&self, key: u64) -> Range<usize> {
        let Layout { group, mask, .. } = self.layout;
        let index = if mask > 0 { key & mask } else { key % u64::from(self.options.entries) };
        let first = index as usize * group;
        first..first + group
    }

    #[inline]
    fn entry(&self, slot: usize) -> Option<Entry> {
        match &self.shared {
            None => self.slots.get(slot).filter(|slot| slot.0 == self.search).and_then(|slot| slot.1),
            Some(shared) => shared.read(slot),
        }
    }

    #[inline]
    fn neighbours(&self, key: u64) -> impl Iterator<Item = Entry> {
        self.group_of(key).filter_map(|slot| self.entry(slot))
    }

    /// Returns all entries, in the order of their slots. Listing them is no step of a thread, unlike an access of the search.
    pub fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        let shared = self.shared.as_ref().map(|shared| shared.for_thread(Turn::Free));
        let slots = shared.as_ref().map_or(self.slots.len(), Shared::len);
        (0..slots).filter_map(move |slot| {
            shared.as_ref().map_or_else(|| self.entry(slot), |shared| shared.read(slot))
        })
    }

    /// Returns the entry of this key that matches a search to `depth`, if there is one.
    #[inline]
    pub fn probe(&self, key: u64, depth: usize) -> Option<Entry> {
        let key = self.signature(key);
        let deeper = self.options.draft == Draft::Deeper;
        let fits = |entry: &Entry| entry.draft == depth || deeper && entry.draft > depth;
        self.neighbours(key).find(|entry| entry.key == key && fits(entry))
    }

    /// Returns the deepest entry of this key that has a move, of any draft and bound. The entry serves to read a line
    /// or to order moves, never to cut off.
    #[inline]
    pub fn any_move(&self, key: u64) -> Option<Entry> {
        self.deepest(key, |entry| entry.mv != Move::NULL)
    }

    /// Returns the deepest entry of the position with this key, of any draft and bound.
    #[inline]
    pub fn any(&self, key: u64) -> Option<Entry> {
        self.deepest(key, |_| true)
    }

    #[inline]
    fn deepest(&self, key: u64, wanted: impl Fn(&Entry) -> bool) -> Option<Entry> {
        let key = self.signature(key);
        let of_key = self.neighbours(key).filter(|entry| entry.key == key && wanted(entry));
        of_key.reduce(|best, entry| if entry.draft > best.draft { entry } else { best })
    }

    /// Stores `entry`, if the replacement rule of the options allows it.
    pub fn store(&mut self, entry: Entry) {
        let entry = Entry { key: self.signature(entry.key), ..entry };
        let Range { start, end } = self.group_of(entry.key);
        let (count, replace) = (end - start, self.options.replace);
        match &self.shared {
            None => {
                if let Some((index, entry)) = placed(entry, replace, count, |index| self.entry(start + index))
                {
                    self.slots[start + index] = (self.search, Some(entry));
                }
            }
            Some(shared) => {
                // Read once: another thread may change them.
                let mut old = [None; MOST_IN_GROUP];
                old.iter_mut().zip(start..end).for_each(|(old, slot)| *old = shared.read(slot));
                if let Some((index, entry)) = placed(entry, replace, count, |index| old[index]) {
                    shared.write(start + index, &entry);
                }
            }
        }
    }

    /// Whether the matching `entry` cuts off a node with this window.
    pub fn cuts(&self, entry: &Entry, window: Window) -> bool {
        let outside = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= window.beta,
            Bound::Upper => entry.score <= window.alpha,
        };
        match self.options.pv_cut {
            _ if !window.is_open() => outside,
            PvCut::None => false,
            PvCut::Exact => entry.bound == Bound::Exact,
            PvCut::All => outside,
        }
    }

    /// Returns the window that is left to search if `entry` matches, or `window` if the options do not narrow.
    pub fn narrowed(&self, entry: &Entry, window: Window) -> Window {
        let Window { alpha, beta } = window;
        match (self.options.narrow, entry.bound) {
            (Narrow::Yes, Bound::Lower) => Window { alpha: alpha.max(entry.score), beta },
            (Narrow::Yes, Bound::Upper) => Window { alpha, beta: beta.min(entry.score) },
            // One beyond a bound outside it, a window would be empty, or would not contain the value.
            (Narrow::Beyond, _) if entry.score <= alpha || entry.score >= beta => window,
            (Narrow::Beyond, Bound::Lower) => Window { alpha: entry.score - 1, beta },
            (Narrow::Beyond, Bound::Upper) => Window { alpha, beta: entry.score + 1 },
            (Narrow::No, _) | (_, Bound::Exact) => window,
        }
    }
}

/// Returns the index of the slot, among `count` slots with the entries `old`, that takes `entry`, and the entry to
/// store. `None` if no slot takes it.
#[inline]
fn placed(
    entry: Entry,
    replace: Replace,
    count: usize,
    old: impl Fn(usize) -> Option<Entry>,
) -> Option<(usize, Entry)> {
    let mv = if entry.mv == Move::NULL { known_move(&entry, (0..count).filter_map(&old)) } else { entry.mv };
    Some((replaced(&entry, replace, count, old)?, Entry { mv, ..entry }))
}

#[inline]
fn replaced(
    entry: &Entry,
    replace: Replace,
    count: usize,
    old: impl Fn(usize) -> Option<Entry>,
) -> Option<usize> {
    let is_deep = || old(0).is_none_or(|old| entry.draft >= old.draft);
    match replace {
        Replace::Always => Some(0),
        Replace::Depth => is_deep().then_some(0),
        Replace::ProtectPv => {
            let is_taken = old(0).is_some_and(|old| old.bound == Bound::Exact && entry.bound != Bound::Exact);
            (!is_taken).then_some(0)
        }
        Replace::TwoTier => Some(usize::from(!is_deep())),
        Replace::Bucket => {
            // First a slot of the same position and draft, then an empty one, then the least draft.
            let rank = |old: Option<Entry>| match old {
                Some(old) if (old.key, old.draft) == (entry.key, entry.draft) => 0,
                None => 1,
                Some(old) => 2 + old.draft,
            };
            (0..count).min_by_key(|&index| rank(old(index)))
        }
    }
}

/// Returns the move for an entry without a move, as after a fail-low, from an older entry of the position. The move
/// that was best or refuted the position before is still the best guess.
fn known_move(entry: &Entry, old: impl Iterator<Item = Entry>) -> Move {
    let own = old.filter(|old| old.key == entry.key);
    own.max_by_key(|old| old.draft).map_or(Move::NULL, |old| old.mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    fn entry(key: u64, draft: usize, bound: Bound, score: i32) -> Entry {
        let score = Score::new(score);
        Entry { key, draft, bound, score, mv: Move::new(0) }
    }

    /// Returns two empty tables, one with its own slots and one with slots that threads share.
    fn tables(options: TableOptions) -> [Table; 2] {
        let [mut own, mut shared] = [Table::default(), Table::default()];
        own.begin(&options);
        shared.begin_shared(&options, Words::Checked);
        [own, shared]
    }

    /// Returns the scores that a table of one slot, or group of slots, still has after these entries were stored.
    fn kept(replace: Replace, entries: &[Entry]) -> Vec<i32> {
        let [own, shared] =
            tables(TableOptions { entries: 1, replace, ..TableOptions::DEFAULT }).map(|mut table| {
                for &entry in entries {
                    table.store(entry);
                }
                let found = entries.iter().filter_map(|entry| table.probe(entry.key, entry.draft));
                let kept: Vec<i32> = found.map(|entry| entry.score.get()).collect();
                (kept, table.entries().collect::<Vec<_>>())
            });
        assert_eq!(own, shared);
        own.0
    }

    #[test]
    fn each_replacement_rule_keeps_the_entries_that_it_should() {
        use Bound::{Exact, Lower};
        let (deep, shallow, other) = (entry(1, 5, Exact, 1), entry(2, 2, Lower, 2), entry(3, 3, Lower, 3));
        let all = [deep, shallow, other];
        assert_eq!(kept(Replace::Always, &all), [3]);
        assert_eq!(kept(Replace::Depth, &all), [1]);
        assert_eq!(kept(Replace::Depth, &[shallow, other, deep]), [1]);
        assert_eq!(kept(Replace::TwoTier, &all), [1, 3]);
        assert_eq!(kept(Replace::TwoTier, &[shallow, deep]), [1], "the deeper one takes the first slot");
        assert_eq!(kept(Replace::ProtectPv, &all), [1]);
        assert_eq!(kept(Replace::ProtectPv, &[shallow, deep, entry(4, 1, Exact, 4)]), [4]);
        let five = [deep, shallow, other, entry(4, 4, Lower, 4), entry(5, 6, Lower, 5)];
        assert_eq!(kept(Replace::Bucket, &five), [1, 3, 4, 5], "the entry of the least draft is replaced");
        let again = entry(2, 2, Exact, 9);
        assert_eq!(kept(Replace::Bucket, &[deep, shallow, other, again]), [1, 9, 3, 9]);
    }

    #[test]
    fn an_entry_matches_by_key_and_draft_and_a_reset_deletes_it() {
        for mut table in tables(TableOptions::DEFAULT) {
            table.store(entry(7, 3, Bound::Exact, 1));
            assert!(table.probe(7, 3).is_some());
            assert!(
                table.probe(7, 2).is_none() && table.probe(7, 4).is_none() && table.probe(8, 3).is_none()
            );
            table.reset(&TableOptions::DEFAULT);
            assert!(table.probe(7, 3).is_none());
        }
    }

    #[test]
    fn a_search_by_threads_begins_with_an_empty_table_unless_the_options_keep_the_entries() {
        for keep in [false, true] {
            let options = TableOptions { keep, ..TableOptions::DEFAULT };
            let [mut own, mut shared] = tables(options);
            own.store(entry(7, 3, Bound::Exact, 1));
            own.begin_shared(&options, Words::Checked);
            assert!(own.probe(7, 3).is_none(), "entries of its own are not shared");
            shared.store(entry(7, 3, Bound::Exact, 1));
            shared.begin_shared(&options, Words::Checked);
            assert_eq!(shared.probe(7, 3).is_some(), keep);
            shared.new_game();
            shared.begin_shared(&options, Words::Checked);
            assert!(shared.probe(7, 3).is_none());
            shared.store(entry(7, 3, Bound::Exact, 1));
            shared.begin(&options);
            assert!(shared.probe(7, 3).is_none() && shared.shared.is_none(), "a search by one thread");
        }
    }

    #[test]
    fn a_thread_finds_what_another_one_has_stored_and_finds_it_by_the_same_options() {
        let options =
            TableOptions { entries: 3, replace: Replace::Bucket, key_bits: 4, ..TableOptions::DEFAULT };
        let [_, mut first] = tables(options);
        let mut second = first.for_thread(Turn::Free);
        first.store(entry(0x17, 3, Bound::Exact, 1));
        second.store(entry(0x17, 4, Bound::Lower, 2));
        for table in [&first, &second] {
            assert_eq!(table.probe(7, 3), Some(entry(7, 3, Bound::Exact, 1)));
            assert_eq!(table.any_move(7), Some(entry(7, 4, Bound::Lower, 2)));
            assert_eq!(table.entries().count(), 2);
        }
    }

    #[test]
    fn any_move_finds_the_deepest_entry_that_has_a_move() {
        for mut table in tables(TableOptions { replace: Replace::Bucket, ..TableOptions::DEFAULT }) {
            assert_eq!(table.any_move(7), None);
            let no_move = Entry { mv: Move::NULL, ..entry(7, 5, Bound::Upper, 0) };
            table.store(no_move);
            assert_eq!(table.any_move(7), None);
            for stored in [entry(7, 2, Bound::Exact, 1), entry(7, 4, Bound::Lower, 2)] {
                table.store(stored);
            }
            assert_eq!(table.any_move(7), Some(entry(7, 4, Bound::Lower, 2)));
            assert_eq!(table.any_move(8), None);
        }
    }

    #[test]
    fn an_entry_without_a_move_keeps_that_of_the_older_entry_and_nothing_else() {
        let replace = |replace| tables(TableOptions { replace, ..TableOptions::DEFAULT });
        for mut table in [Replace::Always, Replace::Bucket].into_iter().flat_map(replace) {
            table.store(Entry { mv: Move::new(3), ..entry(7, 2, Bound::Lower, 5) });
            table.store(Entry { mv: Move::NULL, ..entry(7, 2, Bound::Upper, 1) });
            let kept = Entry { mv: Move::new(3), ..entry(7, 2, Bound::Upper, 1) };
            assert_eq!(table.probe(7, 2), Some(kept));
            table.store(Entry { mv: Move::NULL, ..entry(8, 2, Bound::Upper, 1) });
            assert_eq!(table.probe(8, 2).map(|entry| entry.mv), Some(Move::NULL), "another position");
        }
    }

    #[test]
    fn keys_are_compared_by_the_bits_that_the_options_give() {
        for mut table in tables(TableOptions { key_bits: 2, ..TableOptions::DEFAULT }) {
            table.store(entry(0b1101, 3, Bound::Exact, 1));
            assert!(table.probe(0b0001, 3).is_some() && table.probe(0b0011, 3).is_none());
        }
    }

    #[test]
    fn a_cutoff_depends_on_the_bound_the_window_and_the_options() {
        let window = |alpha, beta| Window::new(Score::ZERO + alpha, Score::ZERO + beta);
        let (open, null) = (window(0, 10), window(4, 5));
        let exact = entry(1, 1, Bound::Exact, 5);
        let (low, high) = (entry(1, 1, Bound::Upper, 0), entry(1, 1, Bound::Lower, 10));
        let inside = entry(1, 1, Bound::Lower, 5);
        for (pv_cut, cuts_open) in [
            (PvCut::None, [false; 4]),
            (PvCut::Exact, [true, false, false, false]),
            (PvCut::All, [true, true, true, false]),
        ] {
            let [table, _] = tables(TableOptions { pv_cut, ..TableOptions::DEFAULT });
            assert_eq!([exact, low, high, inside].map(|entry| table.cuts(&entry, open)), cuts_open);
            assert_eq!([exact, low, high, inside].map(|entry| table.cuts(&entry, null)), [true; 4]);
            assert!(!table.cuts(&entry(1, 1, Bound::Upper, 5), null), "a bound on the wrong side");
            assert_eq!(table.narrowed(&inside, open), open);
        }
        let [table, _] = tables(TableOptions { narrow: Narrow::Yes, ..TableOptions::DEFAULT });
        assert_eq!(table.narrowed(&inside, open), window(5, 10));
        assert_eq!(table.narrowed(&entry(1, 1, Bound::Upper, 5), open), window(0, 5));
        let [table, _] = tables(TableOptions { narrow: Narrow::Beyond, ..TableOptions::DEFAULT });
        assert_eq!(table.narrowed(&inside, open), window(4, 10));
        assert_eq!(table.narrowed(&entry(1, 1, Bound::Upper, 5), open), window(0, 6));
        for outside in [entry(1, 1, Bound::Lower, 10), entry(1, 1, Bound::Upper, 0)] {
            assert_eq!(table.narrowed(&outside, open), open);
        }
    }
}
