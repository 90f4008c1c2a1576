//! Naive minimax, which computes the value of every position that a search of a given depth can reach.

use std::cell::RefCell;

use crate::oracle::replays::Replays;
use crate::oracle::trace::TraceMemory;
use crate::oracle::{Horizon, Memo};
use crate::position::{Move, Position};
use crate::score::Score;

/// The mark of a value that is not computed yet; no value is infinite.
const UNKNOWN: Score = Score::INFINITY;

/// Minimax of one game to one depth. Stores the value of every position.
///
/// ```text
/// value(p, d) = evaluate(p)                              if d = 0 or p is terminal
///             = max over moves m of -value(p after m, d - 1)
/// ```
///
/// With quiescence of q plies, d includes these, and at d <= q the value is the maximum of `evaluate(p)`
/// and of the values of the noisy moves.
///
/// Everywhere in the oracle the minus sign before the value of a child means
/// [`Score::for_parent`], because mate scores are node-relative.
#[derive(Debug)]
pub struct Oracle<P> {
    pub(super) root: P,
    /// The plies that remain at the root, including those of quiescence.
    pub(super) depth: usize,
    pub(super) horizon: Horizon,
    values: Memo<P, Score>,
    pub(super) examined: Memo<P, bool>,
    /// The value of the root.
    score: Score,
    line: Vec<Move>,
    pub(super) moves: RefCell<Vec<Move>>,
    pub(super) replays: RefCell<Replays>,
}

/// The buffers of an [`Oracle`]. The next oracle reuses these buffers instead of allocating memory.
#[derive(Default, Debug)]
pub struct Buffers {
    values: Vec<Score>,
    examined: Vec<bool>,
    line: Vec<Move>,
    moves: Vec<Move>,
    replays: Replays,
    pub(super) trace: TraceMemory,
}

impl<P: Position> Oracle<P> {
    /// Computes minimax of `root` to `depth`.
    pub fn new(root: &P, depth: usize) -> Self {
        Self::reusing(Buffers::default(), root, depth)
    }

    /// Computes minimax like [`Oracle::new`], with the buffers of a previous oracle.
    pub fn reusing(buffers: Buffers, root: &P, depth: usize) -> Self {
        Self::quiescing(buffers, root, depth, Horizon::NO_QUIESCENCE)
    }

    /// Computes minimax like [`Oracle::reusing`], with quiescence.
    pub fn quiescing(buffers: Buffers, root: &P, depth: usize, horizon: Horizon) -> Self {
        let depth = depth + horizon.plies;
        let Buffers { values, examined, mut line, mut moves, mut replays, trace: _ } = buffers;
        replays.clear();
        line.clear();
        moves.clear();
        let mut oracle = Self {
            root: root.clone(),
            depth,
            horizon,
            values: Memo::cleared(values, depth + 1, UNKNOWN),
            examined: Memo::cleared(examined, 1, false),
            score: UNKNOWN,
            line,
            moves: RefCell::default(),
            replays: replays.into(),
        };
        oracle.score = oracle.solve(root, depth, &mut moves);
        oracle.moves = RefCell::new(moves);
        oracle.find_leftmost_line();
        oracle
    }

    /// Returns the buffers, for reuse by the oracle of the next game.
    pub fn into_buffers(self) -> Buffers {
        Buffers {
            values: self.values.into_dense(),
            examined: self.examined.into_dense(),
            line: self.line,
            moves: self.moves.into_inner(),
            replays: self.replays.into_inner(),
            trace: TraceMemory::default(),
        }
    }

    fn solve(&mut self, position: &P, depth: usize, moves: &mut Vec<Move>) -> Score {
        let known = self.values.get(position, depth);
        if known != UNKNOWN {
            return known;
        }
        let first = moves.len();
        self.horizon.moves(position, depth, moves);
        let mut value = -Score::INFINITY;
        if position.is_terminal() || self.horizon.is_past(depth) {
            value = position.evaluate();
            assert!(
                value.is_static(),
                "evaluate() must return a score that Score::is_static allows, not {value}"
            );
        } else {
            assert!(moves.len() > first, "a position that is not terminal must have a legal move");
        }
        for next in first..moves.len() {
            value = value.max(self.solve(&position.play(moves[next]), depth - 1, moves).for_parent());
        }
        moves.truncate(first);
        self.values.put(position, depth, value);
        value
    }

    pub(super) fn solve_to(&mut self, depth: usize) {
        let root = self.root.clone();
        self.solved(&root, depth.min(self.depth));
    }

    #[inline]
    pub(crate) fn solved(&mut self, position: &P, depth: usize) -> Score {
        let known = if depth > self.depth { UNKNOWN } else { self.values.get(position, depth) };
        if known == UNKNOWN { self.solve_uncached(position, depth) } else { known }
    }

    #[cold]
    fn solve_uncached(&mut self, position: &P, depth: usize) -> Score {
        if depth > self.depth {
            let depth = depth - self.horizon.plies;
            return Self::quiescing(Buffers::default(), position, depth, self.horizon).score();
        }
        let mut moves = std::mem::take(self.moves.get_mut());
        moves.clear();
        let value = self.solve(position, depth, &mut moves);
        self.moves = moves.into();
        value
    }

    fn find_leftmost_line(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        self.follow(self.root.clone(), self.depth, &mut line);
        self.line = line;
    }

    pub(super) fn line_after(&self, mv: Move) -> Vec<Move> {
        let mut line = vec![mv];
        self.follow(self.root.play(mv), self.depth - 1, &mut line);
        line
    }

    fn follow(&self, mut position: P, mut depth: usize, line: &mut Vec<Move>) {
        while let Some(best) = self.first_optimal(&position, depth) {
            line.push(best);
            position = position.play(best);
            depth -= 1;
        }
    }

    fn first_optimal(&self, position: &P, depth: usize) -> Option<Move> {
        if self.may_end(position, depth, self.value(position, depth)) {
            return None;
        }
        let mut moves = self.moves.borrow_mut();
        moves.clear();
        self.horizon.moves(position, depth, &mut moves);
        moves.iter().copied().find(|&mv| self.is_optimal(position, depth, mv))
    }

    /// Whether a line may end at `position` with this value, because the game is over, or the depth has run out and the
    /// side to move stands pat.
    pub(super) fn may_end(&self, position: &P, depth: usize, value: Score) -> bool {
        let stands_pat = || self.horizon.ends_lines(depth) || position.evaluate() == value;
        position.is_terminal() || self.horizon.is_past(depth) && stands_pat()
    }

    /// Whether `mv`, a legal move, is one of the best moves at `position` with `depth` remaining plies.
    pub fn is_optimal(&self, position: &P, depth: usize, mv: Move) -> bool {
        self.value(&position.play(mv), depth - 1).for_parent() == self.value(position, depth)
    }

    /// The value of `position` with `depth` remaining plies.
    ///
    /// # Panics
    ///
    /// If the search cannot reach `position` with this depth.
    #[inline]
    pub fn value(&self, position: &P, depth: usize) -> Score {
        let value = self.values.get(position, depth);
        assert!(value != UNKNOWN, "a position has a value only at depths at which the search can reach it");
        value
    }

    /// The value at the root.
    #[inline]
    pub fn score(&self) -> Score {
        self.score
    }

    /// The leftmost optimal line, which has the first of the best moves at each position.
    #[inline]
    pub fn line(&self) -> &[Move] {
        &self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Graph, Growth, Seeded};
    use crate::oracle::GroundTruth;

    #[test]
    fn an_oracle_reuses_the_buffers_of_the_previous_one() {
        let game = Graph::uniform(2, 3);
        let addresses = |buffers: &Buffers| {
            let Buffers { values, line, moves, .. } = buffers;
            assert!(values.capacity() > 0 && line.capacity() > 0 && moves.capacity() > 0);
            (values.as_ptr(), line.as_ptr(), moves.as_ptr())
        };
        let buffers = Oracle::new(&game.root(), 3).into_buffers();
        let first = addresses(&buffers);
        let buffers = GroundTruth::reusing(buffers, &game.root(), 3).into_buffers();
        assert_eq!(addresses(&buffers), first);
    }

    /// An observer of a search can be notified of a node at any depth.
    #[test]
    fn the_value_at_any_depth_is_that_of_a_search_to_this_depth() {
        let mut graph = Graph::leaf(Score::ZERO);
        for (index, plies) in (0..300).zip([0, 1, 3].into_iter().cycle()) {
            let depth = Growth::random_game(&mut Seeded::new(5, index), &mut graph);
            let horizon = Horizon { plies, hides: false };
            let root = graph.root();
            let mut oracle = Oracle::quiescing(Buffers::default(), &root, depth, horizon);
            let mut moves = Vec::new();
            root.moves(&mut moves);
            let children = moves.iter().map(|&mv| root.play(mv));
            for position in std::iter::once(root).chain(children) {
                for deeper in (0..depth + 4).rev() {
                    let fresh = Oracle::quiescing(Buffers::default(), &position, deeper, horizon);
                    let expected = fresh.score();
                    // The first call computes the value, the second one reads it.
                    assert_eq!(oracle.solved(&position, deeper + plies), expected, "{deeper} of {graph}");
                    assert_eq!(oracle.solved(&position, deeper + plies), expected, "{deeper} of {graph}");
                }
            }
        }
    }
}
