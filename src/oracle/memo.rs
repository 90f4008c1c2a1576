//! A map from positions to values, stored in an array where the game numbers its positions.

use std::collections::HashMap;

use crate::position::Position;

/// A map from `(position, depth)` to a small value, with a default value.
///
/// Positions with an [`ordinal`](Position::ordinal) index an array; other positions are
/// hashed and compared by identity. The map of the next game can reuse the array, so that
/// a sequence of small games allocates no memory.
#[derive(Clone, Debug)]
pub struct Memo<P, V> {
    dense: Vec<V>,
    hashed: HashMap<(P, usize), V>,
    stride: usize,
    empty: V,
}

impl<P: Position, V: Copy> Memo<P, V> {
    /// Returns a map for depths below `stride` whose first values are those in `dense`.
    pub(crate) fn keeping(dense: Vec<V>, stride: usize, empty: V) -> Self {
        Self { dense, hashed: HashMap::new(), stride, empty }
    }

    /// Returns an empty map for depths below `stride`, in the memory of `dense`.
    pub fn cleared(dense: Vec<V>, stride: usize, empty: V) -> Self {
        let mut memo = Self::keeping(dense, stride, empty);
        memo.clear();
        memo
    }

    /// Removes all values and keeps the memory.
    pub fn clear(&mut self) {
        self.dense.clear();
        self.hashed.clear();
    }

    /// Returns the array, for reuse by the map of the next game.
    pub(crate) fn into_dense(self) -> Vec<V> {
        self.dense
    }

    /// Returns the stored value of `position` at `depth`, or the default value.
    #[inline]
    pub fn get(&self, position: &P, depth: usize) -> V {
        match position.ordinal() {
            Some(ordinal) => self.dense.get(ordinal * self.stride + depth).copied().unwrap_or(self.empty),
            None => self.hashed.get(&(position.clone(), depth)).copied().unwrap_or(self.empty),
        }
    }

    /// Stores `value` for `position` and `depth`.
    #[inline]
    pub fn put(&mut self, position: &P, depth: usize, value: V) {
        match position.ordinal() {
            Some(ordinal) => {
                let slot = ordinal * self.stride + depth;
                if slot >= self.dense.len() {
                    self.dense.resize(slot + 1, self.empty);
                }
                self.dense[slot] = value;
            }
            None => {
                self.hashed.insert((position.clone(), depth), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;

    #[test]
    fn a_map_reuses_the_memory_of_the_previous_one() {
        let game = Graph::uniform(2, 2);
        let mut memo = Memo::cleared(Vec::new(), 3, 0);
        memo.put(&game.root(), 2, 7);
        let dense = memo.into_dense();
        let (address, capacity) = (dense.as_ptr(), dense.capacity());
        assert!(capacity > 2 && dense.contains(&7));
        let mut next = Memo::cleared(dense, 3, 0);
        assert_eq!(next.get(&game.root(), 2), 0);
        next.put(&game.root(), 2, 8);
        let dense = next.into_dense();
        assert_eq!((dense.as_ptr(), dense.capacity()), (address, capacity));
    }
}
