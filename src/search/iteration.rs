//! The root driver: iterative deepening, aspiration windows, and what is shown in the end.

use crate::position::{Move, Position};
use crate::pv::{CAPACITY, FinishedSearch, PositionCursor, PvStore};
use crate::score::{Bound, Score, Window};
use crate::search::node::Visit;
use crate::search::state::RootState;
use crate::search::{
    Callee, Counts, Observer, Order, Outcome, Scratch, Search, SearchOptions, Task, TooDeep, Traces,
};
use crate::table::TableOptions;

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// Searches the root of `task` by `algorithm`: to smaller depths first, again with a wider window, and
    /// again without its best moves, as the options specify. At the end calls `each` once per store, in
    /// order, with the observer and the outcome that the store shows; with several lines, once per store for
    /// the best line, then for the next one. A search that reaches the node limit of its task shows nothing.
    /// [`NodeLimit`](crate::search::NodeLimit) describes the limit of the options, and
    /// [`Scratch::interrupt_by`] searches that another thread stops.
    ///
    /// # Errors
    ///
    /// If a line may be longer than the capacity of a store. Then nothing is searched.
    pub fn root(
        &mut self,
        algorithm: Callee<P, S, O>,
        task: &Task<'_, P>,
        each: &mut dyn FnMut(&O, &Outcome<'_>),
    ) -> Result<Counts, TooDeep> {
        let Task { root, depth, options, node_limit } = *task;
        // What is remembered per ply has the same capacity as the stores.
        let (capacity, longest) =
            (self.store.capacity().min(CAPACITY), options.ply_limits(depth).max_pv_length);
        if longest > capacity {
            return Err(TooDeep { depth: longest, capacity });
        }
        self.begin(options, node_limit);
        if let Some(table) = &options.table {
            self.scratch.table.begin(table);
        }
        let first = first_depth(options, depth);
        if options.lines > 1 || options.node_limit.is_some() {
            self.hold_results(algorithm, root, first..=depth, each);
            self.show_held(root, each);
            return Ok(self.counts);
        }
        // The root is evaluated only if the evaluation is used.
        let is_interruptible = self.scratch.interrupt.is_some();
        let mut centre = options.aspiration.map_or(Score::ZERO, |_| root.evaluate());
        for depth in first..depth {
            centre = self.iterate(algorithm, root, depth, centre, &mut |observer, outcome| {
                if is_interruptible {
                    each(observer, outcome);
                }
            });
            if self.stopped {
                return Ok(self.counts);
            }
            self.root.expected = Some(centre);
        }
        self.iterate(algorithm, root, depth, centre, each);
        Ok(self.counts)
    }

    /// Searches the root as one of several threads, which share a table that has begun, and holds the results. The first
    /// iteration is `later` plies deeper than that of a search alone.
    pub(super) fn deepen(&mut self, algorithm: Callee<P, S, O>, task: &Task<'_, P>, later: usize) {
        let Task { root, depth, options, node_limit } = *task;
        self.begin(options, node_limit);
        let first = (first_depth(options, depth) + later).min(depth);
        self.hold_results(algorithm, root, first..=depth, &mut |_, _| ());
    }

    fn begin(&mut self, options: &SearchOptions, node_limit: Option<u64>) {
        let most = options.node_limit.map_or(u64::MAX, |node_limit| node_limit.nodes);
        self.most_nodes = node_limit.map_or(most, |nodes| nodes.min(most));
        self.options = *options;
        self.selective = options.selectivity.is_any();
        self.ordered = options.order != Order::None;
        self.root.expected = None;
        self.scratch.excluded_moves.clear();
        if self.ordered {
            self.scratch.move_orderer.begin(options.order);
        }
    }

    /// A search of the root to `depth`, repeated with wider windows as the options specify. The first window
    /// is around `centre`.
    pub(super) fn iterate(
        &mut self,
        algorithm: Callee<P, S, O>,
        root: &P,
        depth: usize,
        centre: Score,
        each: &mut dyn FnMut(&O, &Outcome<'_>),
    ) -> Score {
        self.begin_iteration(depth);
        let mut window = self.options.root_window(centre);
        loop {
            self.begin_root(depth, window);
            let mut line = self.store.frame(None, 0);
            let visit = Visit { position: root, ply: 0, remaining: self.ply_limits.plies, window };
            let score = self.visit(algorithm, visit, &mut line);
            let outside = window.bound(score);
            self.counts.failed += u64::from(outside != Bound::Exact && !self.stopped);
            if let Some(wider) = self.options.widened(window, outside).filter(|_| !self.stopped) {
                self.store.release(line);
                window = wider;
                continue;
            }
            if self.ordered && !self.stopped && self.scratch.excluded_moves.is_empty() {
                self.scratch.move_orderer.end_iteration();
            }
            let bound = if self.root.best_is_bound { Bound::Lower } else { outside };
            if !self.stopped {
                self.show(root, &line, (bound, score), window, each);
            } else if let Some(raised_to) = self.raised_before_stop() {
                // A stopped root returns its beta, which means nothing: the score of the best move counts.
                self.show(root, &line, (Bound::Lower, raised_to), window, each);
            }
            self.store.release(line);
            return if self.stopped { centre } else { score };
        }
    }

    fn begin_iteration(&mut self, depth: usize) {
        self.ply_limits = self.options.ply_limits(depth);
        let has_more_plies = self.ply_limits.quiescence > 0 || self.ply_limits.extends;
        let has_steps = self.selective || self.ordered || self.options.repetition || has_more_plies;
        self.plain_plies = match self.options.table {
            _ if has_steps => 0,
            None => usize::MAX,
            Some(table) => usize::from(!table.leaves),
        };
        self.set_limit(0);
        self.store.reset(self.ply_limits.max_pv_length);
        if self.ordered {
            self.scratch.move_orderer.begin_iteration(self.ply_limits.max_pv_length);
        }
        if self.options.table.is_none() && self.store.reads_table() {
            self.scratch.table.reset(&TableOptions::DEFAULT);
        }
    }

    fn begin_root(&mut self, depth: usize, window: Window) {
        self.observer.search_started(depth, window, &self.scratch.excluded_moves);
        let RootState { expected, last_score, .. } = self.root;
        self.root = RootState { expected, last_score, ..RootState::default() };
        self.scratch.cut.clear();
    }

    /// Lets every store show its line of a search that has ended, or that was stopped with a best move.
    fn show(
        &mut self,
        root: &P,
        line: &S::Line,
        (bound, score): (Bound, Score),
        window: Window,
        each: &mut dyn FnMut(&O, &Outcome<'_>),
    ) {
        let (best_move, unfinished, depth) = (self.root.best_move, self.stopped, self.ply_limits.depth());
        // Where quiescence is hidden, a line that begins in quiescence is empty.
        let is_shown = depth > 0 || self.shows_quiescence();
        let observer = &*self.observer;
        let Scratch { table, walk_buffers, cut, excluded_moves, .. } = &mut *self.scratch;
        // The table has an entry of the root for its best line only, if at all: the first move of other
        // lines comes from the driver.
        let first = best_move.filter(|_| is_shown && (unfinished || !excluded_moves.is_empty()));
        let traces = Some(Traces { table, cut });
        let outcome = Outcome {
            score,
            bound,
            window,
            best_move,
            reports_best_move: true,
            line: None,
            depth,
            unfinished,
            rank: excluded_moves.len(),
            excluded_moves,
            traces,
        };
        let mut show = |line: Option<&[Move]>| {
            // Copied whole, which takes a third of the instructions of a copy field by field.
            let mut shown: Outcome<'_> = outcome;
            shown.line = line;
            each(observer, &shown);
        };
        let mut cursor = PositionCursor::new(root);
        let mut finished_search =
            FinishedSearch::new(&mut cursor, self.ply_limits, score, table, walk_buffers)
                .with_first_move(first);
        if bound == Bound::Exact || unfinished {
            self.store.show(line, &mut finished_search, &mut show);
        } else {
            // Where only a bound is known there is no line.
            self.store.show_failed(line, &mut finished_search, &mut show);
        }
    }
}

/// The depth of the first iteration.
fn first_depth(options: &SearchOptions, depth: usize) -> usize {
    if options.deepening { depth.min(1) } else { depth }
}
