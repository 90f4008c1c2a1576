//! Fragments of the line in a binary tree.
//!
//! A position, the best move, and the position behind it are a fragment of a line. The
//! fragments are kept in a binary search tree by the key of their position, so that none is
//! lost to another position as in a table of slots (Edwards; known at second hand from one
//! sentence, so that the form is plausible and ours):
//!
//! ```text
//!                  | key | move | key behind it |
//!                 /                              \
//! | key | move | key behind it |      | key | move | key behind it |
//! ```
//!
//! A fragment is written where a node is left with an exact result; the last one of a
//! position counts. The line is read by following keys, so no position has to be played and
//! every move is legal. Behind a leaf there is no key to follow. A search
//! begins with an empty tree.
//!
//! Bends the rules: what is stored belongs to a position and not to a node. Safe as long as
//! no position of the line is met again at another remaining depth, as then the fragment of
//! the other depth is followed.
//!
//! Memory: a fragment for each position with an exact result. The tree lies in one vector,
//! which is emptied and never given back, so that games in their millions allocate nothing;
//! it is not balanced, as keys are as good as random.

use std::cmp::Ordering;

use crate::position::{Move, Position};
use crate::pv::{At, CAPACITY, FinishedSearch, PvStore};
use crate::score::{Bound, Window};
use crate::table::Entry;

/// Fragments of the line in a search tree by key (Edwards).
#[derive(Clone, Default, Debug)]
pub struct EdwardsTrees {
    /// The root of the tree comes first.
    fragments: Vec<Fragment>,
}

#[derive(Clone, Copy, Debug)]
struct Fragment {
    key: u64,
    next: Next,
    /// Where the fragments with smaller keys hang, and those with larger ones; 0 is nowhere.
    below: [u32; 2],
}

/// A move, and the key of the position behind it unless that is a leaf.
pub(crate) type Next = (Move, Option<u64>);

/// What a frame knows of its node.
#[derive(Clone, Copy, Default, Debug)]
pub struct Branch {
    /// The key of the position, once it is known.
    pub(crate) key: Option<u64>,
    /// What raised alpha last.
    pub(crate) best: Option<Next>,
}

impl EdwardsTrees {
    /// The fragment of this key, or where it would hang: below which one, and on which side.
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

    /// Writes the fragment of `key`.
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

    /// The fragment of `key`, if there is one.
    #[inline]
    pub(crate) fn next(&self, key: u64) -> Option<Next> {
        self.find(key).ok().map(|at| self.fragments[at].next)
    }
}

impl PvStore for EdwardsTrees {
    type Line = Branch;

    fn capacity(&self) -> usize {
        CAPACITY
    }

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
    fn leaf_value(&mut self, _line: &mut Branch, _at: At) {}

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

    fn visit<P: Position>(
        &self,
        _root: &Branch,
        finished_search: &mut FinishedSearch<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    ) {
        each(Some(finished_search.follow(|key| self.next(key))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(mv: u16, after_move: u64) -> Next {
        (Move::new(mv), Some(after_move))
    }

    #[test]
    fn fragments_are_found_by_key_and_the_last_one_counts() {
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
