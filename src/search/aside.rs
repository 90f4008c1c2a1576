//! What a root driver puts aside until it knows what it has to show.

use crate::position::{Move, Position};
use crate::score::{Bound, Score};
use crate::search::{Outcome, Traces};
use crate::table::Table;

/// What the last iteration that ended has found, and what the one under way has so far.
#[derive(Default, Debug)]
pub(super) struct Aside {
    pub(super) finished: Iteration,
    pub(super) under_way: Iteration,
}

/// The lines of one iteration, best first once it has ended.
#[derive(Default, Debug)]
pub(super) struct Iteration {
    /// As many as there ever were; their memory is used again.
    found: Vec<Found>,
    count: usize,
}

/// What one search of the root ended with.
#[derive(Default, Debug)]
pub(super) struct Found {
    /// All but line and traces; `None` until the search has ended.
    ended: Option<Outcome<'static>>,
    /// What each store shows.
    lines: Vec<Line>,
    stores: usize,
    /// The nodes with an open window that a table entry ended.
    cut: Vec<(u64, usize)>,
}

#[derive(Default, Debug)]
struct Line {
    is_shown: bool,
    moves: Vec<Move>,
}

impl Aside {
    /// Nothing is known yet.
    pub(super) fn begin(&mut self) {
        self.finished.count = 0;
        self.under_way.count = 0;
    }

    /// The iteration under way has ended: its lines count from now on, the best one first.
    pub(super) fn finish(&mut self) {
        std::mem::swap(&mut self.finished, &mut self.under_way);
        // Lines of equal scores stay as they were found, and one without an exact score stays last.
        let Iteration { found, count } = &mut self.finished;
        found[..*count].sort_by_key(|found| match found.ended {
            Some(Outcome { bound: Bound::Exact, score, .. }) => -score.get(),
            _ => i32::MAX,
        });
        self.under_way.count = 0;
    }
}

impl Iteration {
    /// Room for one more line.
    pub(super) fn add(&mut self) -> &mut Found {
        if self.count == self.found.len() {
            self.found.push(Found::default());
        }
        let found = &mut self.found[self.count];
        self.count += 1;
        (found.ended, found.stores) = (None, 0);
        found
    }

    /// The lines of searches that have ended.
    pub(super) fn lines(&self) -> &[Found] {
        &self.found[..self.count]
    }

    /// The score of the line of this rank.
    pub(super) fn score(&self, rank: usize) -> Option<Score> {
        self.lines().get(rank).and_then(|found| found.ended).map(|ended| ended.score)
    }

    /// Shows all lines, those of each search once a store.
    pub(super) fn show(&self, table: &Table, better: &mut Vec<Move>, mut each: impl FnMut(&Outcome<'_>)) {
        for (rank, found) in self.lines().iter().enumerate() {
            let Some(ended) = found.ended else { return };
            let traces = Some(Traces { table, cut: &found.cut });
            for Line { is_shown, moves } in &found.lines[..found.stores] {
                let line = is_shown.then_some(&moves[..]);
                each(&Outcome { line, rank, better, traces, ..ended });
            }
            better.extend(ended.best_move);
        }
    }
}

impl Found {
    /// Notes what the next store shows.
    pub(super) fn note(&mut self, outcome: &Outcome<'_>) {
        if self.stores == 0 {
            self.cut.clear();
            self.cut.extend_from_slice(outcome.traces.map_or(&[], |traces| traces.cut));
            self.ended = Some(Outcome { line: None, traces: None, better: &[], ..*outcome });
        }
        if self.stores == self.lines.len() {
            self.lines.push(Line::default());
        }
        let line = &mut self.lines[self.stores];
        self.stores += 1;
        line.is_shown = outcome.line.is_some();
        line.moves.clear();
        line.moves.extend_from_slice(outcome.line.unwrap_or_default());
    }

    /// The move that the line begins with, where another line is owed behind it.
    pub(super) fn leaves_others(&self) -> Option<Move> {
        self.ended.filter(|ended| ended.bound == Bound::Exact).and_then(|ended| ended.best_move)
    }

    /// Whether there is anything to show.
    pub(super) fn is_known(&self) -> bool {
        self.ended.is_some()
    }
}

/// How many moves `root` has; `moves` has room for them.
pub(super) fn count_moves<P: Position>(root: &P, moves: &mut Vec<Move>) -> usize {
    let first = moves.len();
    root.moves(moves);
    let count = moves.len() - first;
    moves.truncate(first);
    count
}
