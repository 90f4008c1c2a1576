//! The memory of a table that several threads share, with entries encoded as numbers.

use std::fmt;
use std::sync::Arc;

use crate::feature::Words;
use crate::position::Move;
use crate::score::{Bound, Score};
use crate::table::Entry;
use crate::table::words::{Pair, Protocol};
use crate::turns::Turn;

impl Protocol {
    fn from_words(words: Words) -> Self {
        let checks = matches!(words, Words::Checked | Words::CheckedLate);
        let data_first = matches!(words, Words::DataFirst | Words::CheckedLate);
        Self { checks, data_first, rereads: words == Words::CheckedLate }
    }
}

/// A thread's access to the entries that it shares with others.
#[derive(Clone)]
pub(crate) struct Shared {
    entries: Arc<[Pair]>,
    protocol: Protocol,
    turn: Turn,
}

impl Shared {
    pub fn new(entries: usize, words: Words) -> Self {
        let protocol = Protocol::from_words(words);
        let entries = (0..entries).map(|_| Pair::default()).collect();
        Self { entries, protocol, turn: Turn::Free }
    }

    /// Returns the access to the same entries for a thread that has this turn.
    pub fn for_thread(&self, turn: Turn) -> Self {
        Self { turn, ..self.clone() }
    }

    /// Whether the entries are written by the rule `words`.
    pub fn is_written_as(&self, words: Words) -> bool {
        self.protocol == Protocol::from_words(words)
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

/// The bit that is set in the data of each entry, so that they differ from those of an empty slot.
const PRESENT: u64 = 1;
const BOUNDS: [Bound; 3] = [Bound::Exact, Bound::Lower, Bound::Upper];

/// ```text
/// bit   0        1    3      16    32
///       present  bound  draft  move  score
/// ```
fn data(entry: &Entry) -> u64 {
    let Entry { key: _, draft, bound, score, mv } = *entry;
    assert!(draft < 1 << 13, "the draft has 13 bits");
    let score = u64::from(score.get().cast_unsigned());
    PRESENT | (bound as u64) << 1 | (draft as u64) << 3 | u64::from(mv.number()) << 16 | score << 32
}

/// Returns the entry of these data; `None` if they are those of an empty slot.
fn entry(key: u64, data: u64) -> Option<Entry> {
    let bound = *BOUNDS.get((data >> 1 & 3) as usize)?;
    let (draft, mv) = ((data >> 3 & 0x1fff) as usize, Move::from_number((data >> 16) as u16));
    let score = Score::saturating(i64::from((data >> 32) as u32 as i32));
    (data & PRESENT != 0).then_some(Entry { key, draft, bound, score, mv })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::table::{Table, TableOptions};

    const ALL: [Words; 4] = [Words::Checked, Words::KeyFirst, Words::DataFirst, Words::CheckedLate];

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        let ends = [Score::MIN, Score::MAX, Score::ZERO, Score::LARGEST, -Score::LARGEST];
        // The shortest mates after those in 0 plies, the longest ones, and numbers next to 0.
        let near = [ends.map(|score| score + 1), ends.map(|score| score + -1)].concat();
        let scores: Vec<Score> = ends
            .into_iter()
            .chain(near)
            .filter(|&score| (Score::MIN..=Score::MAX).contains(&score))
            .collect();
        let moves = [
            Move::NULL,
            Move::POISON,
            Move::from_number(Move::LARGEST),
            Move::from_number(0),
            Move::from_number(1),
        ];
        for words in ALL {
            let shared = Shared::new(1, words);
            // The largest draft fills its bits.
            for draft in (0..=64).chain([0x1fff]) {
                for (bound, mv) in BOUNDS.into_iter().flat_map(|bound| moves.map(|mv| (bound, mv))) {
                    for (&score, key) in
                        scores.iter().flat_map(|score| [0, 1, u64::MAX].map(|key| (score, key)))
                    {
                        let entry = Entry { key, draft, bound, score, mv };
                        shared.write(0, &entry);
                        assert_eq!(shared.read(0), Some(entry), "{words:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn there_is_no_entry_before_one_is_written_not_even_of_the_key_0() {
        for words in ALL {
            let shared = Shared::new(2, words);
            assert_eq!((shared.len(), [0, 1, 2].map(|index| shared.read(index))), (2, [None; 3]));
            let mut table = Table::default();
            table.begin_shared(&TableOptions::DEFAULT, words);
            assert_eq!((table.any(0), table.probe(0, 0), table.entries().next()), (None, None, None));
        }
    }

    #[test]
    fn mixed_words_are_found_as_an_entry_only_without_the_check_or_if_it_is_late() {
        let one = Entry { key: 0x10, draft: 1, bound: Bound::Lower, score: Score::MAX, mv: Move::NULL };
        let other =
            Entry { key: 0x20, draft: 2, bound: Bound::Upper, score: Score::MIN, mv: Move::from_number(7) };
        for (words, found) in [
            (Words::Checked, [None, None]),
            (Words::KeyFirst, [None, Some(Entry { key: other.key, ..one })]),
            (Words::DataFirst, [Some(Entry { key: one.key, ..other }), None]),
            (Words::CheckedLate, [Some(Entry { key: one.key, ..other }), None]),
        ] {
            let mut table = Table::default();
            table.begin_shared(&TableOptions { entries: 1, ..TableOptions::DEFAULT }, words);
            let shared = table.shared.as_ref().expect("it is shared");
            // The other entry is written between the two words of this one.
            let steps = Cell::new(0);
            let step = || {
                steps.set(steps.get() + 1);
                if steps.get() == 2 {
                    shared.write(0, &other);
                }
            };
            shared.entries[0].write(shared.protocol, one.key, data(&one), &step);
            assert_eq!([one, other].map(|entry| table.any(entry.key)), found, "{words:?}");
        }
    }
}
