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
