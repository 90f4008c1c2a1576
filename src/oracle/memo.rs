//! A map from positions, dense where the game numbers them.

use std::collections::HashMap;

use crate::position::Position;

/// A map from `(position, depth)` to a small value that has a default.
///
/// Positions with an [`ordinal`](Position::ordinal) index an array; others are
/// hashed, and compared by identity. The array can be taken out and given to the
/// map of the next game, so that many small games allocate nothing.
#[derive(Clone, Debug)]
pub struct Memo<P, V> {
    dense: Vec<V>,
    hashed: HashMap<(P, usize), V>,
    /// Depths per position.
    stride: usize,
    empty: V,
}

impl<P: Position, V: Copy> Memo<P, V> {
    /// A map for depths below `stride`, in the memory of `dense`, whose contents stay.
    pub fn keeping(dense: Vec<V>, stride: usize, empty: V) -> Self {
        Self { dense, hashed: HashMap::new(), stride, empty }
    }

    /// A map for depths below `stride`, in the memory of `dense`, with nothing in it.
    pub fn cleared(dense: Vec<V>, stride: usize, empty: V) -> Self {
        let mut memo = Self::keeping(dense, stride, empty);
        memo.clear();
        memo
    }

    /// Forgets everything; keeps the memory.
    pub fn clear(&mut self) {
        self.dense.clear();
        self.hashed.clear();
    }

    /// The memory, for the next game.
    pub fn into_dense(self) -> Vec<V> {
        self.dense
    }

    /// What was put there, or the default.
    #[inline]
    pub fn get(&self, position: &P, depth: usize) -> V {
        match position.ordinal() {
            Some(ordinal) => self.dense.get(ordinal * self.stride + depth).copied().unwrap_or(self.empty),
            None => self.hashed.get(&(position.clone(), depth)).copied().unwrap_or(self.empty),
        }
    }

    /// Puts `value` there.
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
    fn the_memory_of_a_map_goes_to_the_next() {
        let game = Graph::uniform(2, 2);
        let mut memo = Memo::cleared(Vec::new(), 3, 0);
        memo.put(&game.root(), 2, 7);
        let dense = memo.into_dense();
        let (memory, room) = (dense.as_ptr(), dense.capacity());
        assert!(room > 2 && dense.contains(&7));
        let mut next = Memo::cleared(dense, 3, 0);
        assert_eq!(next.get(&game.root(), 2), 0);
        next.put(&game.root(), 2, 8);
        let dense = next.into_dense();
        assert_eq!((dense.as_ptr(), dense.capacity()), (memory, room));
    }
}
