//! The root driver: one search from a position, and what it ends with.

use crate::position::{Move, Position};
use crate::pv::{CAPACITY, Ended, PvStore};
use crate::score::{Bound, Score, Window};
use crate::search::aside::{Aside, Found, count_moves};
use crate::search::{
    Callee, Counts, Observer, Order, Outcome, Scratch, Search, Shortcuts, Task, TooDeep, Traces,
};
use crate::table::Options;

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// Searches the root of `task` by `algorithm`, to smaller depths before, again with a wider window
    /// and without its best moves where the shortcuts ask for it, and calls `each` once a store, in
    /// order, with the observer and the outcome that this store shows in the end; of several lines all
    /// stores show the best one first. A search that is stopped by its task shows nothing; one that is
    /// stopped by its shortcuts shows what they say.
    ///
    /// # Errors
    ///
    /// When a line may be longer than the capacity of a store; nothing is searched then.
    pub fn root(
        &mut self,
        algorithm: Callee<P, S, O>,
        task: &Task<'_, P>,
        mut each: impl FnMut(&O, &Outcome<'_>),
    ) -> Result<Counts, TooDeep> {
        let Task { root, depth, shortcuts, stop_after } = *task;
        // What a driver remembers by ply is as long as what stores do.
        let (capacity, longest) = (self.store.capacity().min(CAPACITY), shortcuts.reach(depth).longest);
        if longest > capacity {
            return Err(TooDeep { depth: longest, capacity });
        }
        let most = shortcuts.stop.map_or(u64::MAX, |stop| stop.nodes);
        self.limit = stop_after.map_or(most, |nodes| nodes.min(most));
        self.begin(shortcuts);
        let first = if shortcuts.deepening { depth.min(1) } else { depth };
        if shortcuts.lines > 1 || shortcuts.stop.is_some() {
            self.put_aside(algorithm, root, first..=depth, shortcuts, each);
            return Ok(self.counts);
        }
        // Nothing is evaluated that nobody asks for.
        let mut centre = shortcuts.aspiration.map_or(Score::ZERO, |_| root.evaluate());
        for depth in first..depth {
            centre = self.iterate(algorithm, root, depth, centre, shortcuts, |_, _| ());
            if self.stopped {
                return Ok(self.counts);
            }
            self.expected = Some(centre);
        }
        self.iterate(algorithm, root, depth, centre, shortcuts, &mut each);
        Ok(self.counts)
    }

    fn begin(&mut self, shortcuts: &Shortcuts) {
        self.tabled = shortcuts.table;
        self.repetition = shortcuts.repetition;
        self.shows_quiescence = shortcuts.quiescence.is_none_or(|quiescence| quiescence.in_line);
        self.expected = None;
        self.selectivity = shortcuts.selectivity;
        self.selective = shortcuts.selectivity.is_any();
        self.ordered = shortcuts.order != Order::None;
        self.scratch.better.clear();
        if self.ordered {
            self.scratch.orderer.begin(shortcuts.order);
        }
        if let Some(options) = &shortcuts.table {
            self.scratch.table.begin(options);
        }
    }

    /// Iterations whose lines are put aside, as better ones may be found later, or none at all.
    fn put_aside(
        &mut self,
        algorithm: Callee<P, S, O>,
        root: &P,
        depths: std::ops::RangeInclusive<usize>,
        shortcuts: &Shortcuts,
        mut each: impl FnMut(&O, &Outcome<'_>),
    ) {
        let mut aside = std::mem::take(&mut self.scratch.aside);
        aside.begin();
        for depth in depths {
            self.find_lines(algorithm, root, depth, shortcuts, &mut aside);
            if self.stopped {
                break;
            }
            aside.finish();
        }
        self.scratch.better.clear();
        self.counts.stops += u64::from(self.stopped);
        self.counts.lines += aside.finished.lines().len().saturating_sub(1) as u64;
        // An iteration that did not end counts where there is a single line: of several it has no rank.
        let improved = shortcuts.lines == 1 && aside.under_way.lines().iter().any(Found::is_known);
        let shown = if improved { &aside.under_way } else { &aside.finished };
        let (observer, Scratch { table, better, .. }) = (&*self.observer, &mut *self.scratch);
        shown.show(table, better, |outcome| each(observer, outcome));
        if shown.lines().is_empty() {
            self.show_nothing(root, &mut each);
        }
        self.scratch.better.clear();
        self.scratch.aside = aside;
    }

    /// Finds the lines of one iteration, as many as are asked for or as the root has moves: each behind
    /// another move, and none behind one of which only a bound is known.
    fn find_lines(
        &mut self,
        algorithm: Callee<P, S, O>,
        root: &P,
        depth: usize,
        shortcuts: &Shortcuts,
        aside: &mut Aside,
    ) {
        let moves = if depth == 0 { 1 } else { count_moves(root, &mut self.scratch.moves) };
        self.scratch.better.clear();
        for rank in 0..moves.clamp(1, usize::from(shortcuts.lines)) {
            self.expected = aside.finished.score(rank);
            let centre = self.expected.unwrap_or_else(|| root.evaluate());
            let found = aside.under_way.add();
            self.iterate(algorithm, root, depth, centre, shortcuts, |_, outcome| found.note(outcome));
            let Some(mv) = found.leaves_others().filter(|_| !self.stopped) else { return };
            self.scratch.better.push(mv);
        }
    }

    /// No iteration has ended: the root is worth what it evaluates to or more, when nothing is searched.
    fn show_nothing(&mut self, root: &P, each: &mut impl FnMut(&O, &Outcome<'_>)) {
        let line = self.store.frame(None, 0);
        let score = root.evaluate();
        let (observer, Scratch { table, trail, .. }) = (&*self.observer, &mut *self.scratch);
        let nothing = Outcome { unfinished: true, ..Outcome::new(0, score, Bound::Lower) };
        let mut ended = Ended::new(root, self.reach, score, table, trail);
        self.store.visit_failed(&line, &mut ended, &mut |line| each(observer, &Outcome { line, ..nothing }));
        self.store.release(line);
    }

    /// One search of the root, again with wider windows as far as it takes. Says
    /// what score it ended with.
    fn iterate(
        &mut self,
        algorithm: Callee<P, S, O>,
        root: &P,
        depth: usize,
        centre: Score,
        shortcuts: &Shortcuts,
        each: impl FnMut(&O, &Outcome<'_>),
    ) -> Score {
        let mut window = shortcuts.root_window(centre);
        self.reach = shortcuts.reach(depth);
        self.store.reset(self.reach.longest);
        if self.ordered {
            self.scratch.orderer.iterate(self.reach.longest);
        }
        if self.tabled.is_none() && S::READS_TABLE {
            self.scratch.table.reset(&Options::DEFAULT);
        }
        loop {
            self.observer.began(depth, window, &self.scratch.better);
            (self.best_move, self.preferred) = (None, false);
            self.improved = None;
            self.scratch.cut.clear();
            let mut line = self.store.frame(None, 0);
            let score = self.enter(algorithm, root.clone(), &mut line, 0, self.reach.plies, window);
            let outside = window.bound(score);
            self.counts.failed += u64::from(outside != Bound::Exact && !self.stopped);
            if let Some(wider) = shortcuts.widened(window, outside).filter(|_| !self.stopped) {
                self.store.release(line);
                window = wider;
                continue;
            }
            if self.ordered && !self.stopped && self.scratch.better.is_empty() {
                self.scratch.orderer.iterated();
            }
            let bound = if self.preferred { Bound::Lower } else { outside };
            // What a stopped root returns is its beta: what is known is the best move so far.
            let improved = self.improved.filter(|_| shortcuts.stop.is_some_and(|stop| stop.improved));
            match improved {
                _ if !self.stopped => self.show(root, &line, (bound, score), window, each),
                Some(improved) => self.show(root, &line, (Bound::Lower, improved), window, each),
                None => {}
            }
            self.store.release(line);
            return if self.stopped { centre } else { score };
        }
    }

    /// Lets every store show its line of a search that has ended, or was stopped behind the best move so
    /// far.
    fn show(
        &mut self,
        root: &P,
        line: &S::Line,
        (bound, score): (Bound, Score),
        window: Window,
        mut each: impl FnMut(&O, &Outcome<'_>),
    ) {
        let (best_move, unfinished, depth) = (self.best_move, self.stopped, self.reach.depth());
        let observer = &*self.observer;
        let Scratch { table, trail, cut, better, .. } = &mut *self.scratch;
        // The table knows the root by its best line, if that: here it is the driver who knows the move.
        // Where all of the line would be hidden behind the horizon it is none of it.
        let is_shown = depth > 0 || self.shows_quiescence;
        let known = best_move.filter(|_| is_shown && (unfinished || !better.is_empty()));
        let traces = Some(Traces { table, cut });
        let outcome = Outcome {
            score,
            bound,
            window,
            best_move,
            line: None,
            depth,
            unfinished,
            rank: better.len(),
            better,
            traces,
        };
        let mut show = |line: Option<&[Move]>| each(observer, &Outcome { line, ..outcome });
        let mut ended = Ended::new(root, self.reach, score, table, trail).beginning_with(known);
        match bound {
            Bound::Lower | Bound::Upper if !unfinished => {
                // Where only a bound is known there is no line.
                self.store.visit_failed(line, &mut ended, &mut show);
            }
            _ => self.store.visit(line, &mut ended, &mut show),
        }
    }
}
