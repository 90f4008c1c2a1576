//! A list that grows without moving its items.

use std::ops::{Index, IndexMut};

const CHUNK: usize = 1 << 10;

/// A list of many items. A [`Vec`] that grows is copied to a place of twice the size, so both are in memory,
/// and old places are too small to be used again. This list gets one more chunk instead.
pub(super) struct Chunks<T> {
    chunks: Vec<Vec<T>>,
}

impl<T> Chunks<T> {
    pub fn new() -> Self {
        Self { chunks: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    pub fn push(&mut self, item: T) {
        match self.chunks.last_mut() {
            Some(last) if last.len() < CHUNK => last.push(item),
            _ => {
                // The first chunk grows as a list does, since most lists are short.
                let capacity = if self.chunks.is_empty() { 4 } else { CHUNK };
                let mut chunk = Vec::with_capacity(capacity);
                chunk.push(item);
                self.chunks.push(chunk);
            }
        }
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.chunks.iter_mut().flatten()
    }

    pub fn range(&self, first: usize, count: usize) -> impl Iterator<Item = &T> {
        (first..first + count).map(|index| &self[index])
    }
}

impl<T> Index<usize> for Chunks<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.chunks[index / CHUNK][index % CHUNK]
    }
}

impl<T> IndexMut<usize> for Chunks<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.chunks[index / CHUNK][index % CHUNK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_found_by_their_numbers_across_chunks() {
        let mut list = Chunks::new();
        for item in 0..3 * CHUNK + 5 {
            assert_eq!(list.len(), item);
            list.push(item);
        }
        list.iter_mut().for_each(|item| *item *= 2);
        assert!((0..list.len()).all(|index| list[index] == 2 * index));
        list[CHUNK] = 7;
        let around: Vec<usize> = list.range(CHUNK - 1, 3).copied().collect();
        assert_eq!(around, [2 * CHUNK - 2, 7, 2 * CHUNK + 2]);
    }
}
