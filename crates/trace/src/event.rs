//! An event of a trace as its bytes: a letter, and numbers of fixed width, the lowest byte first.

use crate::{Bound, Score, Why};

/// The bytes of an event, without those of a text or of a line's moves. No event has more than 25.
pub(crate) struct Event {
    bytes: [u8; 25],
    size: usize,
}

impl Event {
    #[inline]
    pub fn new(letter: u8) -> Self {
        Self { bytes: [letter; 25], size: 1 }
    }

    pub fn append<const N: usize>(mut self, field: [u8; N]) -> Self {
        self.bytes[self.size..self.size + N].copy_from_slice(&field);
        self.size += N;
        self
    }

    /// A number of things, or of a line of source: 65535 if it is not less.
    #[inline]
    pub fn count(self, count: usize) -> Self {
        self.append((count.min(65535) as u16).to_le_bytes())
    }

    #[inline]
    pub fn depth(self, depth: i32) -> Self {
        self.append((depth.clamp(i16::MIN.into(), i16::MAX.into()) as i16).to_le_bytes())
    }

    pub fn score(self, score: &impl Score) -> Self {
        self.append(score.score().unwrap_or(0).to_le_bytes())
    }

    pub fn window<S: Score>(self, key: u64, alpha: &S, beta: &S) -> Self {
        self.score(alpha).score(beta).append(key.to_le_bytes())
    }

    /// The end of a node, or of all nodes if the result has no score.
    pub fn left(result: &impl Score, why: Why, line: usize) -> Self {
        let left = |score: i32| Self::new(b'X').score(&score).append([why as u8]).count(line);
        result.score().map_or_else(|| Self::new(b'!'), left)
    }

    /// The fields of an entry of the table.
    pub fn entry(self, key: u64, mv: u32, score: &impl Score, bound: Bound, draft: i32, level: u8) -> Self {
        let event = self.append(key.to_le_bytes()).append(mv.to_le_bytes()).score(score);
        event.append([bound as u8]).depth(draft).append([level])
    }
}

impl AsRef<[u8]> for Event {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..self.size]
    }
}
