//! The transposition table, with six replacement schemes.

use super::{Bug, Replacement, TableOptions};
use crate::common::prelude::*;

/// The maximum number of slots.
pub const MOST_SLOTS: usize = 512;

/// The maximum number of entries of a slot.
const WIDEST: usize = 4;

/// The entry of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub key: u64,
    /// The depth to which the position was searched.
    pub draft: usize,
    pub bound: Bound,
    /// The score, counted from the position itself.
    pub score: Score,
    /// The move that raised alpha or refuted the position, if one did.
    pub mv: Option<Move>,
    /// The number of the search that stored the entry; the table sets it.
    pub generation: u32,
}

/// The transposition table. A counter of searches clears the table: entries of searches before the last clearing are never read.
#[derive(Debug)]
pub struct Table {
    entries: Vec<Option<Entry>>,
    options: TableOptions,
    /// The number of the current search.
    generation: u32,
    /// The number of the first search after the table was cleared.
    cleared_at: u32,
    bug: Option<Bug>,
    /// The number of entries of other positions that were replaced, or whose replacement was refused.
    pub conflicts: u64,
    /// Whether the last entry that ended a node was exact.
    pub last_was_exact: bool,
}

impl Table {
    pub fn new(bug: Option<Bug>) -> Self {
        let options = TableOptions {
            slots: MOST_SLOTS,
            replacement: Replacement::Always,
            deeper_drafts: false,
            leaves: false,
            kept: false,
            pv_cutoffs: super::options::PvCutoffs::None,
        };
        let entries = vec![None; MOST_SLOTS * WIDEST];
        Self { entries, options, generation: 0, cleared_at: 0, bug, conflicts: 0, last_was_exact: false }
    }

    /// Clears the table for a new game.
    pub fn clear(&mut self) {
        self.cleared_at = self.generation + 1;
    }

    /// Begins a search with these options.
    pub fn begin_search(&mut self, options: TableOptions) {
        self.generation += 1;
        if !options.kept {
            self.cleared_at = self.generation;
        }
        self.options = options;
        self.conflicts = 0;
    }

    /// The entry of this key that may be used at this depth.
    pub fn probe(&self, key: u64, depth: usize) -> Option<Entry> {
        let matches = |entry: &Entry| match self.bug {
            Some(Bug::DraftUnchecked) => true,
            _ if self.options.deeper_drafts => entry.draft >= depth,
            _ => entry.draft == depth,
        };
        self.entries_of(key).find(matches)
    }

    /// The move of an entry of this key, of any draft.
    pub fn move_of(&self, key: u64) -> Option<Move> {
        self.entries_of(key).find_map(|entry| entry.mv)
    }

    /// An entry of this key, of any draft.
    pub fn any(&self, key: u64) -> Option<Entry> {
        self.entries_of(key).next()
    }

    /// An entry of this key that has a move, of any draft.
    pub fn with_move(&self, key: u64) -> Option<Entry> {
        self.entries_of(key).find(|entry| entry.mv.is_some())
    }

    /// Whether the entry is from a preceding search.
    pub fn is_kept(&self, entry: &Entry) -> bool {
        entry.generation < self.generation
    }

    /// Stores `entry`, or not, as the replacement scheme decides.
    pub fn store(&mut self, entry: Entry) {
        let entry = Entry { generation: self.generation, ..entry };
        let first = self.first(entry.key);
        let old = |table: &Self, at: usize| table.entries[at].filter(|old| table.is_valid(old));
        let Some(in_slot) = old(self, first) else {
            self.entries[first] = Some(entry);
            return;
        };
        let replaces = match self.options.replacement {
            Replacement::Always => true,
            Replacement::DeeperOrEqual | Replacement::TwoTier => in_slot.draft <= entry.draft,
            Replacement::ProtectExact => in_slot.bound != Bound::Exact || entry.bound == Bound::Exact,
            Replacement::Aging => in_slot.generation < self.generation || in_slot.draft <= entry.draft,
            Replacement::Bucket => {
                let least = (first..first + WIDEST).min_by_key(|&at| old(self, at).map(|old| old.draft));
                let at = least.expect("a bucket has entries");
                self.conflicts += u64::from(old(self, at).is_some_and(|old| old.key != entry.key));
                self.entries[at] = Some(entry);
                return;
            }
        };
        self.conflicts += u64::from(in_slot.key != entry.key);
        if replaces {
            self.entries[first] = Some(entry);
        } else if self.options.replacement == Replacement::TwoTier {
            self.entries[first + 1] = Some(entry);
        }
    }

    /// The place of the first entry of the slot of this key.
    fn first(&self, key: u64) -> usize {
        (key % self.options.slots as u64) as usize * WIDEST
    }

    /// The entries of this key that were stored since the table was cleared.
    fn entries_of(&self, key: u64) -> impl Iterator<Item = Entry> {
        let slot = &self.entries[self.first(key)..][..WIDEST];
        slot.iter().flatten().filter(move |entry| entry.key == key && self.is_valid(entry)).copied()
    }

    /// Whether the entry was stored since the table was cleared.
    fn is_valid(&self, entry: &Entry) -> bool {
        let (age, oldest) = (self.generation - entry.generation, self.generation - self.cleared_at);
        match self.bug {
            Some(Bug::OldEntries) => age % 4 <= oldest,
            _ => age <= oldest,
        }
    }
}
