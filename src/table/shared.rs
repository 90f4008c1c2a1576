//! The memory of a table that several threads share, and the entries as numbers.

use std::fmt;
use std::sync::Arc;

use crate::feature::Words;
use crate::position::Move;
use crate::score::{Bound, Score};
use crate::table::Entry;
use crate::table::words::{Pair, Protocol};
use crate::turns::Turn;

/// A thread's access to the entries that it shares with others.
#[derive(Clone)]
pub(crate) struct Shared {
    entries: Arc<[Pair]>,
    protocol: Protocol,
    turn: Turn,
}

impl Shared {
    pub fn new(entries: usize, words: Words) -> Self {
        let protocol = Protocol { checks: words == Words::Checked, data_first: words == Words::DataFirst };
        let entries = (0..entries).map(|_| Pair::default()).collect();
        Self { entries, protocol, turn: Turn::Free }
    }

    /// The same entries, for a thread that has this turn.
    pub fn for_thread(&self, turn: Turn) -> Self {
        Self { turn, ..self.clone() }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn read(&self, index: usize) -> Option<Entry> {
        let (key, data) = self.entries.get(index)?.read(self.protocol, &|| self.turn.step());
        entry(key, data)
    }

    pub fn write(&self, index: usize, entry: &Entry) {
        self.entries[index].write(self.protocol, entry.key, data(entry), &|| self.turn.step());
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("entries", &self.entries.len()).finish_non_exhaustive()
    }
}

/// Set in the data of each entry, so that they are not those of an empty one.
const PRESENT: u64 = 1;
const BOUNDS: [Bound; 3] = [Bound::Exact, Bound::Lower, Bound::Upper];

/// ```text
/// bit   0        1    3      16    32
///       present  bound  draft  move  score
/// ```
fn data(entry: &Entry) -> u64 {
    let Entry { key: _, draft, bound, score, mv } = *entry;
    let score = u64::from(score.get().cast_unsigned());
    PRESENT | (bound as u64) << 1 | (draft as u64) << 3 | u64::from(mv.number()) << 16 | score << 32
}

/// `None` if the data are those of an empty entry.
fn entry(key: u64, data: u64) -> Option<Entry> {
    let bound = *BOUNDS.get((data >> 1 & 3) as usize)?;
    let (draft, mv) = ((data >> 3 & 0x1fff) as usize, Move::of((data >> 16) as u16));
    let score = Score::saturating((data >> 32) as u32 as i32 as i64);
    (data & PRESENT != 0).then_some(Entry { key, draft, bound, score, mv })
}
