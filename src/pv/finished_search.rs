//! What a search leaves behind when it has ended, and how stores read a line from it.

use crate::ply_limits::PlyLimits;
use crate::position::{Move, Position};
use crate::score::{Bound, Score};
use crate::table::{Entry, Table};

/// The memory of all walks, kept by a caller of many searches.
#[derive(Default, Debug)]
pub struct WalkBuffers {
    line: Vec<Move>,
    /// The keys of the positions on the line before the last one.
    keys: Vec<u64>,
    moves: Vec<Move>,
}

/// A search that has ended, as the stores see it that read their line from tables.
#[derive(Debug)]
pub struct FinishedSearch<'e, P> {
    root: &'e P,
    ply_limits: PlyLimits,
    first: Option<Move>,
    score: Score,
    table: &'e Table,
    walk_buffers: &'e mut WalkBuffers,
}

impl<'e, P: Position> FinishedSearch<'e, P> {
    /// The search of `root` so far that ended with `score` and left `table`: its own, or
    /// where it has none one that listened.
    pub fn new(
        root: &'e P,
        ply_limits: PlyLimits,
        score: Score,
        table: &'e Table,
        walk_buffers: &'e mut WalkBuffers,
    ) -> Self {
        Self { root, ply_limits, first: None, score, table, walk_buffers }
    }

    /// The line begins with `first`, as the driver knows; what a table has of the root is of
    /// another line.
    #[must_use]
    pub fn with_first_move(self, first: Option<Move>) -> Self {
        Self { first, ..self }
    }

    /// The position that was searched.
    pub fn root(&self) -> &P {
        self.root
    }

    /// How many moves a line can have that ends where the depth does.
    pub fn depth(&self) -> usize {
        self.ply_limits.max_pv_length - self.ply_limits.quiescence
    }

    /// The table of the search.
    pub fn table(&self) -> &'e Table {
        self.table
    }

    /// The moves that `next` names from the root on, with the key of the position behind
    /// each where there is one; no more than the search was deep.
    pub fn follow(&mut self, next: impl Fn(u64) -> Option<(Move, Option<u64>)>) -> &[Move] {
        let longest = self.depth();
        let line = &mut self.walk_buffers.line;
        line.clear();
        let mut key = Some(self.root.key());
        while let Some((mv, after_move)) = key.and_then(&next).filter(|_| line.len() < longest) {
            line.push(mv);
            key = after_move;
        }
        line
    }

    /// Someone at the root, with `table` at hand and an empty line.
    pub fn walk<'w>(&'w mut self, table: &'w Table) -> Walker<'w, P> {
        self.walk_buffers.line.clear();
        self.walk_buffers.keys.clear();
        let mut walker = Walker {
            position: self.root.clone(),
            key: self.root.key(),
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

/// Walks from the root by a table and records the moves. No walk is
/// longer than the search was deep: a game may have cycles.
#[derive(Debug)]
pub struct Walker<'w, P> {
    position: P,
    pub(crate) key: u64,
    ply_limits: PlyLimits,
    /// Plies that are left, those of quiescence too.
    remaining: usize,
    /// What the position has to be worth, from the side to move.
    score: Score,
    table: &'w Table,
    walk_buffers: &'w mut WalkBuffers,
}

impl<P: Position> Walker<'_, P> {
    /// The moves so far.
    pub fn line(&self) -> &[Move] {
        &self.walk_buffers.line
    }

    /// Any entry of the position that has a move, while plies are left: of several the deepest.
    #[inline]
    pub fn any(&self) -> Option<Entry> {
        self.depth_left().and_then(|_| self.table.any_move(self.key))
    }

    /// The entry that the search itself would have used here. It does not end at its root by one:
    /// what stands there with another draft is of another search.
    #[inline]
    pub fn matching(&self) -> Option<Entry> {
        let at_root = self.walk_buffers.line.is_empty();
        let remaining = self.depth_left()?;
        self.table.probe(self.key, remaining).filter(|entry| !at_root || entry.draft == remaining)
    }

    /// The depth that is left, while there is any: tables know nothing of what lies beyond.
    #[inline]
    fn depth_left(&self) -> Option<usize> {
        self.remaining.checked_sub(self.ply_limits.quiescence).filter(|&remaining| remaining > 0)
    }

    /// Whether `entry` says that the position is worth what the line is said to be.
    #[inline]
    pub fn fits(&self, entry: &Entry) -> bool {
        (entry.bound, entry.score) == (Bound::Exact, self.score)
    }

    /// Whether the position stands on the line already.
    #[inline]
    pub fn is_repeated(&self) -> bool {
        self.walk_buffers.keys.contains(&self.key)
    }

    /// Plays `mv` if the position has it, and says whether it has.
    #[inline]
    pub fn play(&mut self, mv: Move) -> bool {
        if !self.has(mv) {
            return false;
        }
        self.remaining = self.ply_limits.plies_after(
            self.walk_buffers.line.len(),
            self.remaining,
            self.position.is_forcing(mv),
        );
        self.push_move(mv);
        self.walk_buffers.keys.push(self.key);
        self.position = self.position.play(mv);
        self.key = self.position.key();
        self.score = self.score.for_child();
        true
    }

    /// Notes `mv` without playing it.
    pub fn push_move(&mut self, mv: Move) {
        self.walk_buffers.line.push(mv);
    }

    /// Plays what `next` names and looks at nothing: an engine would make the move even in a
    /// position that lacks it, so it is noted, and the line ends.
    pub(crate) fn follow_unchecked(&mut self, next: impl Fn(&Self) -> Option<Entry>) {
        while let Some(entry) = next(self) {
            if !self.play(entry.mv) {
                self.push_move(entry.mv);
                break;
            }
        }
    }

    #[inline]
    fn has(&mut self, mv: Move) -> bool {
        if self.remaining == 0 || self.position.is_terminal() {
            return false;
        }
        let moves = &mut self.walk_buffers.moves;
        moves.clear();
        self.position.moves(moves);
        moves.contains(&mv)
    }

    /// Whether `mv`, a legal move, leads to a position that stands on the line already, although
    /// the line is worth something: where repetition is a draw, the entry must come from
    /// another path.
    fn repeats_position(&self, mv: Move) -> bool {
        let key = self.position.play(mv).key();
        self.score != Score::ZERO && (key == self.key || self.walk_buffers.keys.contains(&key))
    }

    /// Plays `line` as far as it is legal, and says whether that is all of it.
    pub fn replay(&mut self, line: &[Move]) -> bool {
        line.iter().all(|&mv| self.play(mv))
    }

    /// Goes on by the table under rules that leave no doubt: an entry that the search itself
    /// would use, exact and of the right value, and not from a position that stands on the
    /// line already, nor into one unless for a draw.
    pub fn complete(&mut self) {
        while !self.is_repeated() {
            match self.matching() {
                Some(entry)
                    if self.fits(&entry) && self.has(entry.mv) && !self.repeats_position(entry.mv) =>
                {
                    self.play(entry.mv);
                }
                _ => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;

    #[test]
    fn what_names_moves_for_ever_is_followed_as_deep_as_the_search_was() {
        let game: Graph = "a:[a]".parse().expect("a game");
        let (root, table, mut walk_buffers) = (game.root(), Table::default(), WalkBuffers::default());
        let ply_limits = PlyLimits { plies: 5, quiescence: 2, max_pv_length: 6, extends: true };
        let mut finished_search =
            FinishedSearch::new(&root, ply_limits, Score::ZERO, &table, &mut walk_buffers);
        assert_eq!(finished_search.depth(), 4);
        assert_eq!(finished_search.follow(|key| Some((Move::new(0), Some(key)))).len(), 4);
        assert_eq!(finished_search.walk(&table).key, root.key());
    }
}
