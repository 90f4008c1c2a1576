//! Naive minimax: the value of every position that the depth can reach.

use std::cell::RefCell;

use crate::oracle::Memo;
use crate::position::{Move, Position};
use crate::score::Score;

/// Says "not known yet" in a map of values; no value is infinite.
const UNKNOWN: Score = Score::INFINITY;

/// Minimax of one game to one depth, with every position's value kept.
///
/// ```text
/// value(p, d) = evaluate(p)                              if d = 0 or p is over
///             = max over moves m of -value(p after m, d - 1)
/// ```
///
/// Here and in all of the oracle the minus sign before a child's value is
/// [`Score::for_parent`], as mates are counted from each position.
#[derive(Debug)]
pub struct Oracle<P> {
    pub(super) root: P,
    pub(super) depth: usize,
    values: Memo<P, Score>,
    pub(super) examined: Memo<P, bool>,
    line: Vec<Move>,
    /// Scratch space: the moves of all positions on a path, one after the other.
    pub(super) moves: RefCell<Vec<Move>>,
}

/// The memory of an [`Oracle`], to make the next one from without allocating.
#[derive(Default, Debug)]
pub struct Buffers {
    values: Vec<Score>,
    examined: Vec<bool>,
    line: Vec<Move>,
    moves: Vec<Move>,
}

impl<P: Position> Oracle<P> {
    /// The truth about `root`, searched to `depth`.
    pub fn new(root: &P, depth: usize) -> Self {
        Self::reusing(Buffers::default(), root, depth)
    }

    /// The same, in the memory of an earlier oracle.
    pub fn reusing(buffers: Buffers, root: &P, depth: usize) -> Self {
        let Buffers { values, examined, mut line, mut moves } = buffers;
        line.clear();
        moves.clear();
        let mut oracle = Self {
            root: root.clone(),
            depth,
            values: Memo::cleared(values, depth + 1, UNKNOWN),
            examined: Memo::cleared(examined, 1, false),
            line,
            moves: RefCell::default(),
        };
        oracle.solve(root, depth, &mut moves);
        oracle.moves = RefCell::new(moves);
        oracle.find_leftmost_line();
        oracle
    }

    /// The memory, for the next game.
    pub fn into_buffers(self) -> Buffers {
        Buffers {
            values: self.values.into_dense(),
            examined: self.examined.into_dense(),
            line: self.line,
            moves: self.moves.into_inner(),
        }
    }

    fn solve(&mut self, position: &P, depth: usize, moves: &mut Vec<Move>) -> Score {
        let known = self.values.get(position, depth);
        if known != UNKNOWN {
            return known;
        }
        let value = if depth == 0 || position.is_terminal() {
            let value = position.evaluate();
            assert!(value.is_static(), "a game evaluates to what Score::is_static allows, not to {value}");
            value
        } else {
            let first = moves.len();
            position.moves(moves);
            assert!(moves.len() > first, "a position that is not terminal has a move");
            let mut best = -Score::INFINITY;
            for next in first..moves.len() {
                best = best.max(self.solve(&position.play(moves[next]), depth - 1, moves).for_parent());
            }
            moves.truncate(first);
            best
        };
        self.values.put(position, depth, value);
        value
    }

    /// Finds out the values of a search of the root to a smaller depth too.
    pub(super) fn solve_to(&mut self, depth: usize) {
        let root = self.root.clone();
        self.solved(&root, depth.min(self.depth));
    }

    /// The value of any position with `depth` remaining, which is found out unless it is known.
    #[inline]
    pub(super) fn solved(&mut self, position: &P, depth: usize) -> Score {
        let known = if depth > self.depth { UNKNOWN } else { self.values.get(position, depth) };
        if known == UNKNOWN { self.solve_more(position, depth) } else { known }
    }

    #[cold]
    fn solve_more(&mut self, position: &P, depth: usize) -> Score {
        if depth > self.depth {
            return Self::new(position, depth).score();
        }
        let mut moves = std::mem::take(self.moves.get_mut());
        moves.clear();
        let value = self.solve(position, depth, &mut moves);
        self.moves = moves.into();
        value
    }

    fn find_leftmost_line(&mut self) {
        let (mut position, mut depth) = (self.root.clone(), self.depth);
        while let Some(best) = self.first_optimal(&position, depth) {
            self.line.push(best);
            position = position.play(best);
            depth -= 1;
        }
    }

    fn first_optimal(&self, position: &P, depth: usize) -> Option<Move> {
        if depth == 0 || position.is_terminal() {
            return None;
        }
        let mut moves = self.moves.borrow_mut();
        moves.clear();
        position.moves(&mut moves);
        moves.iter().copied().find(|&mv| self.is_optimal(position, depth, mv))
    }

    /// Whether `mv`, a legal move, is one of the best at `position` with `depth` remaining.
    pub fn is_optimal(&self, position: &P, depth: usize, mv: Move) -> bool {
        self.value(&position.play(mv), depth - 1).for_parent() == self.value(position, depth)
    }

    /// Every best move at `position`, in the order of the game's moves; none at
    /// depth 0 and where the game is over.
    pub fn optimal_moves(&self, position: &P, depth: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        if depth > 0 && !position.is_terminal() {
            position.moves(&mut moves);
            moves.retain(|&mv| self.is_optimal(position, depth, mv));
        }
        moves
    }

    /// The value of `position` with `depth` remaining.
    ///
    /// # Panics
    ///
    /// When the depth cannot be left over there: such a position has no value.
    #[inline]
    pub fn value(&self, position: &P, depth: usize) -> Score {
        let value = self.values.get(position, depth);
        assert!(value != UNKNOWN, "only positions that the search can reach are asked for");
        value
    }

    /// The value at the root.
    pub fn score(&self) -> Score {
        self.value(&self.root, self.depth)
    }

    /// The leftmost optimal line: at each position the first of the best moves.
    pub fn line(&self) -> &[Move] {
        &self.line
    }
}
