//! The leaves that a search has evaluated.

use crate::oracle::Memo;
use crate::position::Position;

#[derive(Debug)]
pub(super) struct SeenLeaves<P> {
    seen: Memo<P, u64>,
    pub trial: u64,
    pub distinct: u64,
}

impl<P: Position> SeenLeaves<P> {
    /// No leaves. `seen` is the memory of previous games, whose trials have smaller numbers.
    pub fn new(seen: Vec<u64>) -> Self {
        Self { seen: Memo::keeping(seen, 1, 0), trial: 0, distinct: 0 }
    }

    pub fn see(&mut self, position: &P) {
        if self.seen.get(position, 0) != self.trial {
            self.seen.put(position, 0, self.trial);
            self.distinct += 1;
        }
    }

    pub fn into_memory(self) -> Vec<u64> {
        self.seen.into_dense()
    }
}
