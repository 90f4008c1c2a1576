//! Fragments of the line in a binary search tree.
//!
//! A fragment of a line is a position, its best move, and the position after that move. Fragments are in a
//! binary search tree, ordered by the key of the position, so that no fragment is overwritten by another
//! position, as can happen in a table of slots (Edwards; known only from one sentence of a secondary source,
//! so the form is our own, chosen to be plausible):
//!
//! ```text
//!                  | key | move | key after it |
//!                 /                             \
//! | key | move | key after it |      | key | move | key after it |
//! ```
//!
//! When the search exits a node with an exact result, it writes a fragment; the latest fragment of a position
//! counts. The line is read by following the keys, so no move has to be played to read it, and every move is
//! legal. A move to a leaf has no key to follow. Each search begins with an empty tree.
//!
//! Rules: bends rule 4: a fragment belongs to a position and not to a node. Safe as long as no position of
//! the line is met again at another remaining depth: then the fragment of the other depth would be followed.
//!
//! Memory: one fragment per position with an exact result. The tree is in one vector, which is emptied and
//! never freed, so that millions of games need no allocations. It is not balanced, as keys are practically
//! random.

use std::cmp::Ordering;

use crate::position::Move;
use crate::pv::{At, Each, FinishedSearch, MemoryRow, PvStore};
use crate::score::{Bound, Window};
use crate::table::Entry;

/// Fragments of the line in a binary search tree, ordered by key (Edwards).
#[derive(Clone, Default, Debug)]
pub struct EdwardsTrees {
    fragments: Vec<Fragment>,
}

#[derive(Clone, Copy, Debug)]
struct Fragment {
    key: u64,
    next: Next,
    /// The indices of the subtrees of smaller and of larger keys; 0 without a subtree.
    below: [u32; 2],
}

pub(crate) type Next = (Move, Option<u64>);

/// The part of a recursion frame that belongs to the store.
#[derive(Clone, Copy, Default, Debug)]
pub struct Branch {
    pub(crate) key: Option<u64>,
    /// The last move that raised alpha.
    pub(crate) best: Option<Next>,
}

impl EdwardsTrees {
    #[inline]
    fn find(&self, key: u64) -> Result<usize, Option<(usize, usize)>> {
        let (mut at, mut place) = (0, None);
        while let Some(fragment) = self.fragments.get(at) {
            let side = match key.cmp(&fragment.key) {
                Ordering::Equal => return Ok(at),
                Ordering::Less => 0,
                Ordering::Greater => 1,
            };
            place = Some((at, side));
            at = match fragment.below[side] {
                0 => break,
                below => below as usize,
            };
        }
        Err(place)
    }

    #[inline]
    pub(crate) fn write(&mut self, key: u64, next: Next) {
        match self.find(key) {
            Ok(at) => self.fragments[at].next = next,
            Err(place) => {
                if let Some((at, side)) = place {
                    self.fragments[at].below[side] = self.fragments.len() as u32;
                }
                self.fragments.push(Fragment { key, next, below: [0; 2] });
            }
        }
    }

    #[inline]
    pub(crate) fn next(&self, key: u64) -> Option<Next> {
        self.find(key).ok().map(|at| self.fragments[at].next)
    }
}

impl PvStore for EdwardsTrees {
    type Line = Branch;

    fn reset(&mut self, _depth: usize) {
        self.fragments.clear();
    }

    #[inline]
    fn frame(&mut self, _parent: Option<&Branch>, _ply: usize) -> Branch {
        Branch::default()
    }

    #[inline]
    fn enter_node(&mut self, line: &mut Branch, _at: At) {
        *line = Branch::default();
    }

    #[inline]
    fn raise(&mut self, line: &mut Branch, child: &Branch, _at: At, mv: Move) {
        line.best = Some((mv, child.key));
    }

    #[inline]
    fn exit_node(&mut self, line: &mut Branch, _at: At, entry: &Entry) {
        line.key = Some(entry.key);
        if let (Bound::Exact, Some(next)) = (entry.bound, line.best) {
            self.write(entry.key, next);
        }
    }

    #[inline]
    fn hit(&mut self, line: &mut Branch, _at: At, entry: &Entry, _window: Window) {
        line.key = Some(entry.key);
    }

    fn memory(&self, rows: &mut Vec<MemoryRow>) {
        let row = |&Fragment { key, next: (mv, next), .. }: &Fragment| MemoryRow::Fragment { key, mv, next };
        rows.extend(self.fragments.iter().map(row));
    }

    fn show(&self, _root: &Branch, finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        each(Some(finished.follow(|key| self.next(key))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(mv: u16, after_move: u64) -> Next {
        (Move::new(mv), Some(after_move))
    }

    #[test]
    fn fragments_are_found_by_key_and_the_latest_one_counts() {
        let mut store = EdwardsTrees::default();
        store.reset(4);
        assert_eq!(store.next(0), None);
        let keys = [5, 2, 8, 0, 3, u64::MAX, 6];
        for (mv, &key) in keys.iter().enumerate() {
            store.write(key, next(mv as u16, key / 2));
        }
        store.write(3, next(9, 7));
        for (mv, &key) in keys.iter().enumerate().filter(|&(_, &key)| key != 3) {
            assert_eq!(store.next(key), Some(next(mv as u16, key / 2)), "key {key}");
        }
        assert_eq!(store.next(3), Some(next(9, 7)));
        assert_eq!(store.next(7), None);
        assert_eq!(store.fragments.len(), keys.len());
        store.reset(4);
        assert_eq!(store.next(5), None, "a search begins with an empty tree");
    }
}
