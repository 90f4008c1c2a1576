//! The limits of a search, which are a number of nodes and a flag that another thread sets. Results of several lines,
//! or with a node limit, are held until it is known which of them are shown.

use std::ops::RangeInclusive;

use crate::position::Position;
use crate::pv::{FinishedSearch, PositionCursor, PvStore};
use crate::score::{Bound, Score};
use crate::search::results::Iteration;
use crate::search::{Callee, Observer, Outcome, Scratch, Search};

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// Runs iterations to these depths and holds their results, which the next iteration may replace.
    pub(super) fn hold_results(
        &mut self,
        algorithm: Callee<P, S, O>,
        root: &P,
        depths: RangeInclusive<usize>,
        each: &mut dyn FnMut(&O, &Outcome<'_>),
    ) {
        let mut results = std::mem::take(&mut self.scratch.results);
        results.clear();
        for depth in depths {
            self.find_lines(algorithm, root, depth, &mut results);
            if self.stopped {
                break;
            }
            results.complete();
            if self.scratch.interrupt.is_some() {
                self.show_completed(&results.completed, each);
            }
        }
        self.scratch.excluded_moves.clear();
        self.counts.stops += u64::from(self.stopped);
        self.counts.lines += results.completed.lines().len().saturating_sub(1) as u64;
        self.scratch.results = results;
    }

    /// Shows the last completed iteration, or the unfinished iteration if the unfinished iteration has a result.
    pub(super) fn show_held(&mut self, root: &P, each: &mut dyn FnMut(&O, &Outcome<'_>)) {
        let results = std::mem::take(&mut self.scratch.results);
        // An unfinished iteration counts where there is a single line: with several its rank is unknown.
        let is_better =
            self.options.lines == 1 && results.current.lines().iter().any(|line| line.outcome.is_some());
        let shown = if is_better { &results.current } else { &results.completed };
        self.show_completed(shown, each);
        if shown.lines().is_empty() {
            self.show_without_iteration(root, each);
        }
        self.scratch.results = results;
    }

    pub(super) fn show_completed(&mut self, completed: &Iteration, each: &mut dyn FnMut(&O, &Outcome<'_>)) {
        let (observer, Scratch { table, excluded_moves, .. }) = (&*self.observer, &mut *self.scratch);
        excluded_moves.clear();
        completed.show(table, excluded_moves, &mut |outcome| each(observer, outcome));
        excluded_moves.clear();
    }

    pub(super) fn set_limit(&mut self, more: u64) {
        let tested = self.scratch.interrupt.as_ref().map_or(u64::MAX, |_| self.counts.nodes + more);
        self.limit = self.most_nodes.min(tested);
    }

    #[cold]
    pub(super) fn must_stop(&mut self) -> bool {
        self.stopped |= self.counts.nodes >= self.most_nodes || self.scratch.is_interrupted();
        if !self.stopped {
            self.set_limit(self.scratch.interrupt.as_ref().map_or(0, |(_, nodes)| *nodes));
        }
        self.stopped
    }

    /// Returns the score of the best move so far of a stopped iteration, if the options request this score.
    pub(super) fn raised_before_stop(&self) -> Option<Score> {
        let shows_it = self.options.node_limit.is_some_and(|node_limit| node_limit.improved);
        self.root.raised_to.filter(|_| shows_it)
    }

    /// Shows the evaluation of the root as a lower bound, because no iteration is complete.
    fn show_without_iteration(&mut self, root: &P, each: &mut dyn FnMut(&O, &Outcome<'_>)) {
        let line = self.store.frame(None, 0);
        let score = root.evaluate();
        let (observer, Scratch { table, walk_buffers, .. }) = (&*self.observer, &mut *self.scratch);
        let nothing = Outcome { unfinished: true, ..Outcome::new(0, score, Bound::Lower) };
        let mut cursor = PositionCursor::new(root);
        let mut finished_search =
            FinishedSearch::new(&mut cursor, self.ply_limits, score, table, walk_buffers);
        let mut show = |line: Option<&[_]>| each(observer, &Outcome { line, ..nothing });
        self.store.show_failed(&line, &mut finished_search, &mut show);
        self.store.release(line);
    }
}
