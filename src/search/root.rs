//! The root driver: one search from a position, and what it ends with.

use crate::position::{Move, Position};
use crate::pv::{Ended, PvStore};
use crate::score::{Bound, Score, Window};
use crate::search::{Aspiration, Counts, Node, Observer, Order, Scratch, Search, Shortcuts, Widen};
use crate::table::{Options, Table};

/// What a search ends with: a score, what the score says about the value, and a
/// line *or the statement that it has none*.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'l> {
    /// From the side to move at the root.
    pub score: Score,
    /// What the score says. [`Bound::Exact`] lies inside the root window; a bound
    /// lies outside, unless the algorithm knows its winner by a bound alone.
    pub bound: Bound,
    /// The root window of the search that this came from. A bound that lies inside
    /// says: the best move is known, and its value by that bound alone.
    pub window: Window,
    /// The move that is worth the score, or that proves the lower bound; `None` at
    /// a root without a search below, and after a fail-low.
    pub best_move: Option<Move>,
    /// The principal variation, first move first; `None` says "I have none".
    pub line: Option<&'l [Move]>,
    /// What the search left behind, for whoever asks why the line is short.
    pub traces: Option<Traces<'l>>,
}

/// What a search leaves behind beside its line.
#[derive(Clone, Copy, Debug)]
pub struct Traces<'l> {
    /// Its table, or one that listened, where a store wants to read one.
    pub table: &'l Table,
    /// The nodes with an open window that a table entry ended: key and remaining depth.
    pub cut: &'l [(u64, usize)],
}

/// A search was asked for that is deeper than its store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("depth {depth} is beyond the capacity of the store, {capacity} plies")]
pub struct TooDeep {
    /// The depth asked for, in plies.
    pub depth: usize,
    /// The deepest search that the store can follow.
    pub capacity: usize,
}

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// Searches `root` to `depth` by `algorithm`, to smaller depths before and again with a
    /// wider window where the shortcuts ask for it, and calls `each` once a store, in order, with the
    /// observer and the outcome that this store shows in the end.
    ///
    /// # Errors
    ///
    /// When `depth` exceeds the capacity of a store; nothing is searched then.
    pub fn root<F>(
        &mut self,
        algorithm: F,
        root: &P,
        depth: usize,
        shortcuts: &Shortcuts,
        each: impl FnMut(&O, Outcome<'_>),
    ) -> Result<Counts, TooDeep>
    where
        F: Fn(&mut Self, &mut Node<'_, P, S>, Score, Score) -> Score,
    {
        let capacity = self.store.capacity();
        if depth > capacity {
            return Err(TooDeep { depth, capacity });
        }
        self.begin(shortcuts);
        let first = if shortcuts.deepening { depth.min(1) } else { depth };
        // Nothing is evaluated that nobody asks for.
        let mut centre = shortcuts.aspiration.map_or(Score::ZERO, |_| root.evaluate());
        for depth in first..depth {
            centre = self.iterate(&algorithm, root, depth, centre, shortcuts, |_, _| ());
            self.expected = Some(centre);
        }
        self.iterate(&algorithm, root, depth, centre, shortcuts, each);
        Ok(self.counts)
    }

    fn begin(&mut self, shortcuts: &Shortcuts) {
        self.tabled = shortcuts.table;
        self.repetition = shortcuts.repetition;
        self.expected = None;
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
        algorithm: &F,
        root: &P,
        depth: usize,
        centre: Score,
        shortcuts: &Shortcuts,
        mut each: impl FnMut(&O, Outcome<'_>),
    ) -> Score
    where
        F: Fn(&mut Self, &mut Node<'_, P, S>, Score, Score) -> Score,
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

impl Shortcuts {
    /// The window with which the root is searched at first: about `centre`, the root's static
    /// evaluation, or what the iteration before has found.
    pub fn root_window(&self, centre: Score) -> Window {
        match self.aspiration {
            Some(Aspiration { width, .. }) => Window::around(centre, width),
            None => Window::FULL,
        }
    }

    /// The window with which the root is searched again, after a search with
    /// `window` whose score has shown `bound`.
    pub fn widened(&self, window: Window, bound: Bound) -> Option<Window> {
        match (self.aspiration?.widen, bound) {
            (Widen::No, _) | (_, Bound::Exact) => None,
            (Widen::Side, Bound::Upper) => Some(Window { alpha: Window::FULL.alpha, ..window }),
            (Widen::Side, Bound::Lower) => Some(Window { beta: Window::FULL.beta, ..window }),
            (Widen::Both, _) => Some(Window::FULL),
        }
        .filter(|&wider| wider != window)
    }
}
