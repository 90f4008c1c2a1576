//! The visits of a correct search, and the lines that the visits support. The record is a second opinion on lines that
//! shares no code with the library.

use super::{Options, PvCutoffs};
use crate::common::prelude::*;

/// A search of a position.
struct Visit<P> {
    position: P,
    remaining: usize,
    children: Vec<usize>,
    /// The number of visits that were entered before this visit ended; `None` if the visit was stopped.
    ended: Option<usize>,
    window: Window,
    score: Score,
}

/// All visits of a search and of the preceding searches.
pub struct Record<P> {
    visits: Vec<Visit<P>>,
    /// The visits that have not ended.
    open: Vec<usize>,
    /// The last visit of the root.
    root: usize,
}

impl<P> Default for Record<P> {
    fn default() -> Self {
        Self { visits: Vec::new(), open: Vec::new(), root: 0 }
    }
}

impl<P: Position> Observer<P> for Record<P> {
    fn search_started(&mut self, _depth: usize, _window: Window, _excluded_moves: &[Move]) {
        // A stopped search leaves visits without a result.
        self.open.clear();
        self.root = self.visits.len();
    }

    fn node_entered(&mut self, position: &P, _ply: usize, remaining: usize) {
        let index = self.visits.len();
        if let Some(&parent) = self.open.last() {
            self.visits[parent].children.push(index);
        }
        self.open.push(index);
        let (position, children) = (position.clone(), Vec::new());
        let (window, score) = (Window::FULL, Score::ZERO);
        self.visits.push(Visit { position, remaining, children, ended: None, window, score });
    }

    fn node_exited(&mut self, _position: &P, _remaining: usize, window: Window, score: Score) {
        let index = self.open.pop().expect("entered");
        let ended = Some(self.visits.len());
        let visit = &mut self.visits[index];
        (visit.ended, visit.window, visit.score) = (ended, window, score);
    }
}

impl<P: Position> Record<P> {
    /// Whether the search found the value `score` for each position of `line`: each move leads from a visit to an exact
    /// child. If a table entry ended the visit, so that it has no children, any visit that could have stored the entry
    /// counts. A draw by repetition ends a line.
    pub fn supports(&self, options: &Options, score: Score, line: &[Move]) -> bool {
        self.is_exact(options, self.root, score) && self.follows(options, self.root, score, line, &mut vec![])
    }

    /// Whether a visit found `score` as the exact value: nothing was left to search, the window contains `score`, or each move was
    /// searched and the best one has the value `score`. If a table entry ended the visit, an earlier visit must have found `score`.
    fn is_exact(&self, options: &Options, index: usize, score: Score) -> bool {
        let visit = &self.visits[index];
        let Visit { window: Window { alpha, beta }, .. } = *visit;
        if visit.ended.is_none() || visit.score != score {
            return false;
        }
        if visit.remaining == 0 || visit.position.is_terminal() || alpha < score && score < beta {
            return true;
        }
        if visit.children.is_empty() {
            return self.stored(options, index, false).any(|stored| self.is_exact(options, stored, score));
        }
        if options.null_move.is_some() || options.quiescence.is_some() {
            return false;
        }
        let moves = legal_moves(&visit.position);
        let after = |mv: Move| {
            let next = visit.position.play(mv);
            visit.children.iter().copied().filter(move |&child| self.visits[child].position == next)
        };
        let is_at_most = |child: usize| {
            let Visit { window, score: found, .. } = self.visits[child];
            let is_bound = found > window.alpha || self.is_exact(options, child, found);
            is_bound && found.for_parent() <= score
        };
        let value = score.for_child();
        moves.iter().all(|&mv| after(mv).any(is_at_most))
            && moves.iter().any(|&mv| after(mv).any(|child| self.is_exact(options, child, value)))
    }

    /// Returns the visits of the same position that may have stored the entry that ended a visit; with `also_later`,
    /// also visits that ended after the visit began.
    fn stored(&self, options: &Options, index: usize, also_later: bool) -> impl Iterator<Item = usize> {
        let (visit, deeper) = (&self.visits[index], options.table.is_some_and(|table| table.deeper_drafts));
        (0..self.visits.len()).filter(move |&other| {
            let stored = &self.visits[other];
            // A visit that is reduced may be stored with the depth to which it was searched.
            let draft_is_less = options.iir && stored.remaining == visit.remaining + 1;
            let is_usable = stored.remaining == visit.remaining
                || draft_is_less
                || deeper && stored.remaining > visit.remaining;
            let in_time = stored.ended.is_some_and(|ended| also_later || ended <= index);
            is_usable && in_time && !stored.children.is_empty() && stored.position == visit.position
        })
    }

    fn follows(
        &self,
        options: &Options,
        index: usize,
        score: Score,
        line: &[Move],
        path: &mut Vec<P>,
    ) -> bool {
        let Some((&mv, others)) = line.split_first() else { return true };
        let position = &self.visits[index].position;
        if !legal_moves(position).contains(&mv) || options.repetition && path.contains(position) {
            return false;
        }
        let (next, value) = (position.play(mv), score.for_child());
        let parents = if self.visits[index].children.is_empty() {
            self.stored(options, index, true).filter(|&one| self.is_exact(options, one, score)).collect()
        } else {
            vec![index]
        };
        path.push(position.clone());
        let mut children = parents.iter().flat_map(|&parent| &self.visits[parent].children);
        let found = children.any(|&child| {
            let is_next = self.visits[child].position == next && self.is_exact(options, child, value);
            is_next && self.follows(options, child, value, others, path)
        });
        path.pop();
        found
    }
}

/// Whether `line` is optimal in the game to this depth, with draws by repetition if the options have them. The line
/// must be whole unless entries may end nodes with an open window. The options must search no move beyond the depth.
pub fn is_optimal<P: Position>(
    options: &Options,
    root: &P,
    depth: usize,
    score: Score,
    line: &[Move],
) -> bool {
    let (mut path, mut position, mut value) = (vec![], root.clone(), score);
    for (ply, mv) in line.iter().enumerate() {
        let remaining = depth.saturating_sub(ply);
        let is_over =
            remaining == 0 || position.is_terminal() || options.repetition && path.contains(&position);
        if is_over
            || !legal_moves(&position).contains(mv)
            || minimax(options, &position, remaining, &mut path) != value
        {
            return false;
        }
        path.push(position.clone());
        (position, value) = (position.play(*mv), value.for_child());
    }
    let is_draw = options.repetition && path.contains(&position);
    let may_be_truncated = options.table.is_some_and(|table| table.pv_cutoffs != PvCutoffs::None);
    let is_whole = line.len() == depth || is_draw || position.is_terminal() || may_be_truncated;
    is_whole && line.len() <= depth && minimax(options, &position, depth - line.len(), &mut path) == value
}

fn minimax<P: Position>(options: &Options, position: &P, remaining: usize, path: &mut Vec<P>) -> Score {
    if options.repetition && path.contains(position) {
        return Score::ZERO;
    }
    if remaining == 0 || position.is_terminal() {
        return position.evaluate();
    }
    path.push(position.clone());
    let moves = legal_moves(position).into_iter();
    let values = moves.map(|mv| minimax(options, &position.play(mv), remaining - 1, path).for_parent());
    let best = values.max().expect("not terminal");
    path.pop();
    best
}
