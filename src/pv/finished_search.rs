//! A finished search, and the walker with which stores read a line from a table.

use crate::ply_limits::PlyLimits;
use crate::position::{Move, Position};
use crate::score::{Bound, Score};
use crate::table::{Entry, Table};

/// The memory of walks. A caller of many searches keeps this memory, so that walks allocate nothing.
#[derive(Default, Debug)]
pub struct WalkBuffers {
    line: Vec<Move>,
    keys: Vec<u64>,
    moves: Vec<Move>,
    stored: Vec<Move>,
}

/// The position of a walk in a game. Walks are compiled without knowing the game.
pub trait Cursor {
    /// Goes back to the root of the game.
    fn restart(&mut self);

    /// The key of the position.
    fn key(&self) -> u64;

    /// Appends the legal moves of the position, which has no legal moves if the game is over.
    fn moves(&self, moves: &mut Vec<Move>);

    /// Whether `mv` is forcing, as in [`Position::is_forcing`].
    fn is_forcing(&self, mv: Move) -> bool;

    /// Plays `mv`, which is one of the [`moves`](Cursor::moves).
    fn play(&mut self, mv: Move);
}

/// A cursor in a game of positions of one type.
#[derive(Debug)]
pub struct PositionCursor<'e, P> {
    root: &'e P,
    position: P,
}

impl<'e, P: Position> PositionCursor<'e, P> {
    /// Returns a cursor at `root`.
    pub fn new(root: &'e P) -> Self {
        Self { root, position: root.clone() }
    }
}

impl<P: Position> Cursor for PositionCursor<'_, P> {
    #[inline]
    fn restart(&mut self) {
        self.position = self.root.clone();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.position.key()
    }

    #[inline]
    fn moves(&self, moves: &mut Vec<Move>) {
        if !self.position.is_terminal() {
            self.position.moves(moves);
        }
    }

    #[inline]
    fn is_forcing(&self, mv: Move) -> bool {
        self.position.is_forcing(mv)
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.position = self.position.play(mv);
    }
}

/// A search that has ended, for stores that read lines from tables.
pub struct FinishedSearch<'e> {
    cursor: &'e mut dyn Cursor,
    ply_limits: PlyLimits,
    first: Option<Move>,
    score: Score,
    table: &'e Table,
    walk_buffers: &'e mut WalkBuffers,
    /// The lengths of the stored line, once the line was walked.
    stored: Option<(usize, usize)>,
}

impl<'e> FinishedSearch<'e> {
    /// Returns the search that ended with `score`, with a cursor at its root. `table` is the table of the search, or
    /// the shadow table if the search has none.
    pub fn new(
        cursor: &'e mut dyn Cursor,
        ply_limits: PlyLimits,
        score: Score,
        table: &'e Table,
        walk_buffers: &'e mut WalkBuffers,
    ) -> Self {
        Self { cursor, ply_limits, first: None, score, table, walk_buffers, stored: None }
    }

    /// Makes every walk begin with `first`. The root driver sets this move if the table entry of the root belongs to another line.
    #[must_use]
    pub fn with_first_move(self, first: Option<Move>) -> Self {
        Self { first, ..self }
    }

    /// The maximum number of moves of a line that ends at the horizon.
    pub fn depth(&self) -> usize {
        self.ply_limits.max_pv_length - self.ply_limits.quiescence
    }

    /// The table of the search.
    pub fn table(&self) -> &'e Table {
        self.table
    }

    /// Returns the moves that `next` returns for the keys from the root on, at most [`depth`](Self::depth) of them.
    /// `next` gives each move with the key after it, if that key is known.
    pub fn follow(&mut self, next: impl Fn(u64) -> Option<(Move, Option<u64>)>) -> &[Move] {
        let longest = self.depth();
        self.cursor.restart();
        let line = &mut self.walk_buffers.line;
        line.clear();
        let mut key = Some(self.cursor.key());
        while let Some((mv, after_move)) = key.and_then(&next).filter(|_| line.len() < longest) {
            line.push(mv);
            key = after_move;
        }
        line
    }

    /// Returns the moves of the table entries from the root on, of any draft and bound, with the number of legal ones
    /// and the number of those before an entry that is not exact. Walks that test no more are read from this line.
    pub fn stored_line(&mut self) -> (&[Move], usize, usize) {
        if self.stored.is_none() {
            let (mut walker, mut exact) = (self.walk(self.table), usize::MAX);
            walker.follow_unchecked(|walker| {
                let entry = walker.any()?;
                if entry.bound != Bound::Exact {
                    exact = exact.min(walker.line().len());
                }
                Some(entry)
            });
            let WalkBuffers { line, keys, stored, .. } = &mut *self.walk_buffers;
            std::mem::swap(line, stored);
            self.stored = Some((keys.len(), exact.min(keys.len())));
        }
        let (legal, exact) = self.stored.unwrap_or_default();
        (&self.walk_buffers.stored, legal, exact)
    }

    /// Returns a walker at the root that reads `table`. The line of the walker is empty, or has the first move if known.
    pub fn walk<'w>(&'w mut self, table: &'w Table) -> Walker<'w> {
        self.walk_buffers.line.clear();
        self.walk_buffers.keys.clear();
        self.cursor.restart();
        let mut walker = Walker {
            key: self.cursor.key(),
            cursor: self.cursor,
            ply_limits: self.ply_limits,
            remaining: self.ply_limits.plies,
            score: self.score,
            table,
            walk_buffers: self.walk_buffers,
        };
        if let Some(first) = self.first {
            walker.play(first);
        }
        walker
    }
}

/// A walk from the root through a table that records the moves. The walk ends at the depth of the search, because a
/// game may have cycles.
pub struct Walker<'w> {
    cursor: &'w mut dyn Cursor,
    pub(crate) key: u64,
    ply_limits: PlyLimits,
    remaining: usize,
    /// The score that the position must have, for its side to move.
    score: Score,
    table: &'w Table,
    walk_buffers: &'w mut WalkBuffers,
}

impl<'w> Walker<'w> {
    /// Returns the moves of the walk that has ended.
    pub fn into_line(self) -> &'w [Move] {
        &self.walk_buffers.line
    }

    /// Returns the moves of the walk so far.
    pub fn line(&self) -> &[Move] {
        &self.walk_buffers.line
    }

    /// Returns the deepest entry of the position that has a move, of any draft and bound; `None` at the horizon.
    #[inline]
    pub fn any(&self) -> Option<Entry> {
        self.depth_left().and_then(|_| self.table.any_move(self.key))
    }

    /// Returns the entry that the search itself would have used at the position. At the root only an entry of the same
    /// draft counts, because the search does not probe there, and another draft is of another search.
    #[inline]
    pub fn matching(&self) -> Option<Entry> {
        let at_root = self.walk_buffers.line.is_empty();
        let remaining = self.depth_left()?;
        self.table.probe(self.key, remaining).filter(|entry| !at_root || entry.draft == remaining)
    }

    /// Returns the remaining depth; `None` at the horizon, because tables have no entries for quiescence.
    #[inline]
    fn depth_left(&self) -> Option<usize> {
        self.remaining.checked_sub(self.ply_limits.quiescence).filter(|&remaining| remaining > 0)
    }

    /// Whether `entry` is exact and has the score that the line requires at the position.
    #[inline]
    pub fn fits(&self, entry: &Entry) -> bool {
        (entry.bound, entry.score) == (Bound::Exact, self.score)
    }

    /// Whether the position is already on the line.
    #[inline]
    pub fn is_repeated(&self) -> bool {
        self.walk_buffers.keys.contains(&self.key)
    }

    /// Plays `mv` if the move is legal, and returns whether the move is legal.
    #[inline]
    pub fn play(&mut self, mv: Move) -> bool {
        let is_legal = self.has(mv);
        if is_legal {
            let is_forcing = self.ply_limits.extends && self.cursor.is_forcing(mv);
            self.remaining = self.ply_limits.plies_after(self.line().len(), self.remaining, is_forcing);
            self.cursor.play(mv);
            self.push_move(mv);
            self.walk_buffers.keys.push(std::mem::replace(&mut self.key, self.cursor.key()));
            self.score = self.score.for_child();
        }
        is_legal
    }

    /// Adds `mv` to the line without playing the move.
    pub fn push_move(&mut self, mv: Move) {
        self.walk_buffers.line.push(mv);
    }

    /// Plays the moves of the entries that `next` returns, without checks. An illegal move, which an engine would make,
    /// ends the line.
    pub(crate) fn follow_unchecked(&mut self, mut next: impl FnMut(&Self) -> Option<Entry>) {
        while let Some(entry) = next(self) {
            if !self.play(entry.mv) {
                self.push_move(entry.mv);
                break;
            }
        }
    }

    #[inline]
    fn has(&mut self, mv: Move) -> bool {
        if self.remaining == 0 {
            return false;
        }
        let moves = &mut self.walk_buffers.moves;
        moves.clear();
        self.cursor.moves(moves);
        moves.contains(&mv)
    }

    /// Plays the legal part of `line`, and returns whether the whole line is legal.
    pub fn replay(&mut self, line: &[Move]) -> bool {
        line.iter().all(|&mv| self.play(mv))
    }

    /// Continues the line by exact entries with the right score that the search itself would use. The line ends at a
    /// position that is already on it, and before a move that leads to one, unless the score is a draw.
    pub fn complete(&mut self) {
        let known = self.line().len();
        while !self.is_repeated()
            && let Some(entry) = self.matching()
            && self.fits(&entry)
            && self.play(entry.mv)
        {}
        // Where repetition is a draw, an entry that leads to one with another score must come from another path.
        if self.line().len() > known && self.is_repeated() && self.score != Score::ZERO {
            self.walk_buffers.line.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;

    #[test]
    fn a_cycle_of_moves_is_followed_to_the_depth_of_the_search() {
        let game: Graph = "a:[a]".parse().expect("a game");
        let (root, table, mut walk_buffers) = (game.root(), Table::default(), WalkBuffers::default());
        let ply_limits = PlyLimits { plies: 5, quiescence: 2, max_pv_length: 6, extends: true };
        let mut cursor = PositionCursor::new(&root);
        let mut finished_search =
            FinishedSearch::new(&mut cursor, ply_limits, Score::ZERO, &table, &mut walk_buffers);
        assert_eq!(finished_search.depth(), 4);
        assert_eq!(finished_search.follow(|key| Some((Move::new(0), Some(key)))).len(), 4);
        assert_eq!(finished_search.walk(&table).key, root.key());
    }
}
