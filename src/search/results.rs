//! The results that the root driver holds until it knows which of them to show.

use crate::position::Move;
use crate::score::{Bound, Score};
use crate::search::{Outcome, Traces};
use crate::table::Table;

#[derive(Default, Debug)]
pub(super) struct Results {
    pub completed: Iteration,
    pub current: Iteration,
}

#[derive(Default, Debug)]
pub(super) struct Iteration {
    found: Vec<RootResult>,
    count: usize,
}

#[derive(Default, Debug)]
pub(super) struct RootResult {
    pub outcome: Option<Outcome<'static>>,
    lines: Vec<ResultLine>,
    stores: usize,
    cut: Vec<(u64, usize)>,
}

#[derive(Default, Debug)]
struct ResultLine {
    is_shown: bool,
    moves: Vec<Move>,
}

impl Results {
    pub fn clear(&mut self) {
        self.completed.count = 0;
        self.current.count = 0;
    }

    pub fn complete(&mut self) {
        std::mem::swap(&mut self.completed, &mut self.current);
        // Lines of equal scores stay in the order in which they were found; one without an exact score
        // stays last.
        let Iteration { found, count } = &mut self.completed;
        found[..*count].sort_by_key(|found| match found.outcome {
            Some(Outcome { bound: Bound::Exact, score, .. }) => -score,
            _ => Score::INFINITY,
        });
        self.current.count = 0;
    }
}

impl Iteration {
    pub fn add(&mut self) -> &mut RootResult {
        if self.count == self.found.len() {
            self.found.push(RootResult::default());
        }
        let found = &mut self.found[self.count];
        self.count += 1;
        (found.outcome, found.stores) = (None, 0);
        found
    }

    pub fn lines(&self) -> &[RootResult] {
        &self.found[..self.count]
    }

    /// Returns the best line of the iteration; `None` if the iteration has no line.
    pub fn best(&self) -> Option<&Outcome<'static>> {
        self.lines().first()?.outcome.as_ref()
    }

    pub fn score(&self, rank: usize) -> Option<Score> {
        self.lines().get(rank).and_then(|found| found.outcome).map(|outcome| outcome.score)
    }

    pub fn show(&self, table: &Table, excluded_moves: &mut Vec<Move>, each: &mut dyn FnMut(&Outcome<'_>)) {
        for (rank, found) in self.lines().iter().enumerate() {
            let Some(outcome) = found.outcome else { return };
            let traces = Some(Traces { table, cut: &found.cut });
            for ResultLine { is_shown, moves } in &found.lines[..found.stores] {
                let line = is_shown.then_some(&moves[..]);
                each(&Outcome { line, rank, excluded_moves, traces, ..outcome });
            }
            excluded_moves.extend(outcome.best_move);
        }
    }
}

impl RootResult {
    pub fn record(&mut self, outcome: &Outcome<'_>) {
        if self.stores == 0 {
            self.cut.clear();
            self.cut.extend_from_slice(outcome.traces.map_or(&[], |traces| traces.cut));
            self.outcome = Some(Outcome { line: None, traces: None, excluded_moves: &[], ..*outcome });
        }
        if self.stores == self.lines.len() {
            self.lines.push(ResultLine::default());
        }
        let line = &mut self.lines[self.stores];
        self.stores += 1;
        line.is_shown = outcome.line.is_some();
        line.moves.clear();
        line.moves.extend_from_slice(outcome.line.unwrap_or_default());
    }

    pub fn exact_best_move(&self) -> Option<Move> {
        self.outcome.filter(|outcome| outcome.bound == Bound::Exact).and_then(|outcome| outcome.best_move)
    }
}
