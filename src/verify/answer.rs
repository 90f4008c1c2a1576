//! The answer of a search.

use super::examine::NoAnswer;
use crate::position::Move;
use crate::score::{Bound, Score, Window};

/// The result of one search, which has one line, or several lines that begin with different moves.
///
/// Scores are those of the side to move at the root. Mates count the plies from the root to the end of the game
/// ([`Position::evaluate`](crate::position::Position::evaluate)).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub(super) lines: Vec<AnsweredLine>,
    /// The depth of the iteration that returned the answer; `None` for the requested depth.
    pub(super) depth: Option<usize>,
    /// Whether the iteration that returned the answer was not completed.
    pub(super) is_unfinished: bool,
}

/// One line of an [`Answer`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AnsweredLine {
    /// The score; `None` if the search returns only a move.
    pub score: Option<Score>,
    pub bound: Bound,
    pub window: Window,
    /// The given best move, or else the first move of the line.
    pub best_move: Option<Move>,
    /// The principal variation; `None` if the search returns no line.
    pub line: Option<Vec<Move>>,
}

impl Answer {
    /// Returns the number of lines of the answer.
    #[doc(hidden)]
    pub fn results(&self) -> usize {
        self.lines.len()
    }

    /// Returns an answer with an exact score and its principal variation.
    pub fn exact(score: Score, line: impl IntoIterator<Item = Move>) -> Self {
        Self::with_bound(score, Bound::Exact, Window::FULL).line(line)
    }

    /// Returns an answer with the exact score of a search that keeps no line.
    pub fn score(score: Score) -> Self {
        Self::with_bound(score, Bound::Exact, Window::FULL)
    }

    /// Returns the answer of a search that gives its best move without a score; `None` if it reports that there is no move.
    ///
    /// Where each position has one value ([`Rules::is_fixed`](crate::oracle::Rules::is_fixed)), the value of the move must be
    /// that of the root. By other rules several values are valid, and without a score it is not known which one the move is
    /// best for: then the move must be legal, and nothing else is judged; where only lines are judged, nothing is. A report has the
    /// minimax value for the score.
    ///
    /// A search that notifies the [`observer`](super::Request::observer) of its nodes has a score: return it.
    pub fn only_move(best: impl Into<Option<Move>>) -> Self {
        let mut answer = Self::with_bound(None, Bound::Exact, Window::FULL);
        answer.lines[0].best_move = best.into();
        answer
    }

    /// Returns the answer of a search that failed high, so that the value is at least `score` and no line is due.
    pub fn lower(score: Score) -> Self {
        Self::with_bound(score, Bound::Lower, Window { beta: score, ..Window::FULL })
    }

    /// Returns the answer of a search that failed low, so that the value is at most `score` and no line is due.
    pub fn upper(score: Score) -> Self {
        Self::with_bound(score, Bound::Upper, Window { alpha: score, ..Window::FULL })
    }

    /// Returns the lines of a search for the best moves (`MultiPV`), best first, each with its exact score.
    pub fn lines<L: IntoIterator<Item = Move>>(lines: impl IntoIterator<Item = (Score, L)>) -> Self {
        let lines = lines.into_iter().flat_map(|(score, line)| Self::exact(score, line).lines);
        Self { lines: lines.collect(), depth: None, is_unfinished: false }
    }

    /// Returns the evaluation of the root, as the answer of a search that was stopped before its first iteration was complete.
    pub fn nothing_searched(evaluation: Score) -> Self {
        let answer = Self::with_bound(evaluation, Bound::Lower, Window::FULL);
        Self { depth: Some(0), is_unfinished: true, ..answer }
    }

    fn with_bound(score: impl Into<Option<Score>>, bound: Bound, window: Window) -> Self {
        let line = AnsweredLine { score: score.into(), bound, window, best_move: None, line: None };
        Self { lines: vec![line], depth: None, is_unfinished: false }
    }

    /// Returns this answer with the principal variation `line` for each of its lines.
    #[must_use]
    pub fn line(mut self, line: impl IntoIterator<Item = Move>) -> Self {
        let moves: Vec<Move> = line.into_iter().collect();
        self.lines.iter_mut().for_each(|answered| answered.line = Some(moves.clone()));
        self
    }

    /// Returns this answer with the best move `mv`, for a search that reports its best move besides its line.
    #[must_use]
    pub fn best_move(mut self, mv: Move) -> Self {
        self.lines.iter_mut().for_each(|answered| answered.best_move = Some(mv));
        self
    }

    /// Returns this answer with the lines of the answer `next` after its own lines.
    #[must_use]
    pub fn then(mut self, mut next: Self) -> Self {
        self.lines.append(&mut next.lines);
        self
    }

    /// Returns this answer from a search with this root window. A bound outside the window is the result of a search
    /// that failed; for a bound inside, the best move is known, but its value only by the bound. The default is the
    /// full window for exact scores, and a window that ends at the score for bounds.
    #[must_use]
    pub fn in_window(mut self, window: Window) -> Self {
        self.lines.iter_mut().for_each(|answered| answered.window = window);
        self
    }

    /// Returns this answer of a stopped search, whose last completed iteration had the depth `depth`.
    #[must_use]
    pub fn of_depth(self, depth: usize) -> Self {
        Self { depth: Some(depth), ..self }
    }

    /// Returns this answer of a search that was stopped in the iteration of this depth, with its best move so far. Its
    /// score is a lower bound.
    #[must_use]
    pub fn unfinished(mut self, depth: usize) -> Self {
        self.lines.iter_mut().for_each(|answered| answered.bound = Bound::Lower);
        Self { depth: Some(depth), is_unfinished: true, ..self }
    }

    /// Returns this answer, or an error if the answer cannot be the result of a search to `depth`.
    pub(super) fn checked(self, depth: usize) -> Result<Self, NoAnswer> {
        let invalid = |text: String| Err(NoAnswer::Invalid(text));
        match self.depth {
            _ if self.lines.is_empty() => invalid("it has no score".to_owned()),
            Some(of) if of > depth => {
                invalid(format!("it is of depth {of}, but depth {depth} was requested"))
            }
            _ if self.lines.iter().any(|line| line.window.is_empty()) => {
                invalid("the window of the root is empty, or the bound is infinite".to_owned())
            }
            _ => Ok(self),
        }
    }
}

impl AnsweredLine {
    /// The best move, which is the first move of the line unless another best move was given.
    pub fn first_move(&self) -> Option<Move> {
        self.best_move.or(self.line.as_ref().and_then(|line| line.first().copied()))
    }
}
