//! The root driver: one search from a position, and what it ends with.

use crate::position::{Move, Position};
use crate::pv::{CAPACITY, Ended, PvStore};
use crate::score::{Bound, Score};
use crate::search::{
    Counts, Node, Observer, Order, Outcome, Scratch, Search, Shortcuts, Task, TooDeep, Traces,
};
use crate::table::Options;

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// Searches the root of `task` by `algorithm`, to smaller depths before and again with a
    /// wider window where the shortcuts ask for it, and calls `each` once a store, in order, with the
    /// observer and the outcome that this store shows in the end. A search that is stopped shows
    /// nothing.
    ///
    /// # Errors
    ///
    /// When `depth` exceeds the capacity of a store; nothing is searched then.
    pub fn root<F>(
        &mut self,
        algorithm: F,
        task: &Task<'_, P>,
        each: impl FnMut(&O, Outcome<'_>),
    ) -> Result<Counts, TooDeep>
    where
        F: Fn(&mut Self, &mut Node<'_, P, S>, Score, Score) -> Score + Copy,
    {
        let Task { root, depth, shortcuts, stop_after } = *task;
        // What a driver remembers by ply is as long as what stores do.
        let capacity = self.store.capacity().min(CAPACITY);
        if depth > capacity {
            return Err(TooDeep { depth, capacity });
        }
        self.limit = stop_after.unwrap_or(u64::MAX);
        self.begin(shortcuts);
        let first = if shortcuts.deepening { depth.min(1) } else { depth };
        // Nothing is evaluated that nobody asks for.
        let mut centre = shortcuts.aspiration.map_or(Score::ZERO, |_| root.evaluate());
        for depth in first..depth {
            centre = self.iterate(algorithm, root, depth, centre, shortcuts, |_, _| ());
            if self.stopped {
                return Ok(self.counts);
            }
            self.expected = Some(centre);
        }
        self.iterate(algorithm, root, depth, centre, shortcuts, each);
        Ok(self.counts)
    }

    fn begin(&mut self, shortcuts: &Shortcuts) {
        self.tabled = shortcuts.table;
        self.repetition = shortcuts.repetition;
        self.expected = None;
        self.selectivity = shortcuts.selectivity;
        self.selective = shortcuts.selectivity.is_any();
        self.ordered = shortcuts.order != Order::None;
        if self.ordered {
            self.scratch.orderer.begin(shortcuts.order);
        }
        if let Some(options) = &shortcuts.table {
            self.scratch.table.begin(options);
        }
    }

    /// One iteration: a search of the root, again with wider windows as far as it takes. Says
    /// what score it ended with.
    fn iterate<F>(
        &mut self,
        algorithm: F,
        root: &P,
        depth: usize,
        centre: Score,
        shortcuts: &Shortcuts,
        mut each: impl FnMut(&O, Outcome<'_>),
    ) -> Score
    where
        F: Fn(&mut Self, &mut Node<'_, P, S>, Score, Score) -> Score + Copy,
    {
        let mut window = shortcuts.root_window(centre);
        self.store.reset(depth);
        if self.ordered {
            self.scratch.orderer.iterate(depth);
        }
        if self.tabled.is_none() && S::READS_TABLE {
            self.scratch.table.reset(&Options::DEFAULT);
        }
        loop {
            self.observer.began(depth, window);
            (self.best_move, self.preferred) = (None, false);
            self.scratch.cut.clear();
            let mut line = self.store.frame(None, 0);
            let score = self.enter(algorithm, root.clone(), &mut line, 0, depth, window);
            if self.stopped {
                self.store.release(line);
                return centre;
            }
            let outside = window.bound(score);
            self.counts.failed += u64::from(outside != Bound::Exact);
            if let Some(wider) = shortcuts.widened(window, outside) {
                self.store.release(line);
                window = wider;
                continue;
            }
            if self.ordered {
                self.scratch.orderer.iterated();
            }
            let bound = if self.preferred { Bound::Lower } else { outside };
            let best_move = self.best_move;
            let observer = &*self.observer;
            let Scratch { table, trail, cut, .. } = &mut *self.scratch;
            let traces = Some(Traces { table, cut });
            let outcome = Outcome { score, bound, window, best_move, line: None, traces };
            let mut show = |line: Option<&[Move]>| each(observer, Outcome { line, ..outcome });
            let mut ended = Ended::new(root, depth, score, table, trail);
            match bound {
                Bound::Exact => self.store.visit(&line, &mut ended, &mut show),
                // Where only a bound is known there is no line.
                Bound::Lower | Bound::Upper => self.store.visit_failed(&line, &mut ended, &mut show),
            }
            self.store.release(line);
            return score;
        }
    }
}
