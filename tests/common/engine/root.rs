//! The root: iterative deepening, aspiration windows, several lines, and what is shown at the end.

use super::search::{Node, Search};
use super::{Act, Aspiration, Bug, Stopped, Widening};
use crate::common::prelude::*;

/// The result of one search of the root.
#[derive(Clone)]
pub struct Shown {
    pub score: Score,
    pub bound: Bound,
    pub window: Window,
    pub best_move: Option<Move>,
    pub line: Vec<Move>,
    pub depth: usize,
    /// Whether the search was stopped.
    pub unfinished: bool,
}

impl<P: Position, O: Observer<P>> Search<'_, P, O> {
    /// Searches the root to `depth`, with iterative deepening to all smaller depths first. Returns the lines of the
    /// last iteration, the best one first.
    pub fn run(&mut self, root: &P, depth: usize) -> Vec<Shown> {
        let first = if self.options.deepening { depth.min(1) } else { depth };
        let mut completed: Vec<Shown> = Vec::new();
        for iteration in first..=depth {
            match self.iterate(root, iteration, &completed) {
                Ok(mut lines) => {
                    self.note_iteration(iteration < depth, lines.len());
                    self.corrupt_lines(root, &mut lines, &completed);
                    completed = lines;
                }
                Err(Stopped) => {
                    self.note(Act::Stopped);
                    return self.stopped(root, completed);
                }
            }
        }
        completed
    }

    /// Searches an iteration: as many lines as the options request, each without the first moves of the lines before. A
    /// line with only a bound is the last.
    fn iterate(&mut self, root: &P, depth: usize, completed: &[Shown]) -> Result<Vec<Shown>, Stopped> {
        let moves = if depth > 0 { legal_moves(root) } else { Vec::new() };
        let mut lines: Vec<Shown> = Vec::new();
        self.depth = depth;
        self.excluded.clear();
        for rank in 0..moves.len().clamp(1, self.options.lines) {
            let centre = completed.get(rank).map_or_else(|| root.evaluate(), |shown| shown.score);
            let shown = self.search_root(root, centre)?;
            let next = shown.best_move.filter(|_| shown.bound == Bound::Exact);
            lines.push(shown);
            let Some(mv) = next else { break };
            self.excluded.push(mv);
        }
        // A line with only a bound stays last.
        lines.sort_by_key(|shown| if shown.bound == Bound::Exact { -shown.score.get() } else { i32::MAX });
        Ok(lines)
    }

    /// Searches the root, `centre` being the expected score, and again with wider windows.
    fn search_root(&mut self, root: &P, centre: Score) -> Result<Shown, Stopped> {
        let mut window = self.first_window(centre);
        loop {
            let (depth, excluded) = (self.depth, self.excluded.clone());
            self.observer.search_started(depth, window, &excluded);
            self.best = None;
            let (remaining, quiet) = (depth + self.options.quiescence_plies(), self.engine.history.len());
            let node = Node { quiet, ..Node::new(root, 0, remaining, window) };
            self.window = window;
            let score = self.visit(node)?;
            let bound = window.bound(score);
            if bound != Bound::Exact {
                self.note(Act::FailedOutside);
            }
            let Some(wider) = self.wider(window, bound) else {
                let best_move = self.best.map(|(mv, _)| mv);
                let line = self.engine.rows.line(0).to_vec();
                return Ok(Shown { score, bound, window, best_move, line, depth, unfinished: false });
            };
            self.note(Act::Widened);
            window = wider;
        }
    }

    /// The first window of an iteration; full if the depth is 0, as nothing is saved there.
    fn first_window(&self, centre: Score) -> Window {
        let aspiration = self.options.aspiration.filter(|_| self.depth > 0);
        let Some(Aspiration { around_zero, below, above, .. }) = aspiration else { return Window::FULL };
        let centre = if around_zero { Score::ZERO } else { centre };
        Window { alpha: centre - below, beta: centre + above }
    }

    /// The next window of the root after a search that returned this bound; `None` if there is none.
    fn wider(&self, window: Window, bound: Bound) -> Option<Window> {
        let Aspiration { widening, .. } = self.options.aspiration?;
        match (widening, bound) {
            (_, Bound::Exact) | (Widening::None, _) => None,
            (Widening::Both, _) => Some(Window::FULL),
            (Widening::Side, Bound::Upper) => Some(Window { alpha: Window::FULL.alpha, ..window }),
            (Widening::Side, Bound::Lower) => Some(Window { beta: Window::FULL.beta, ..window }),
        }
    }

    /// Returns the result of a stopped search: the best move so far of the unfinished iteration, if there is one and
    /// the options request it, else the last completed iteration, else the evaluation of the root as a lower bound.
    fn stopped(&mut self, root: &P, completed: Vec<Shown>) -> Vec<Shown> {
        let shows_it =
            self.options.limit.is_some_and(|limit| limit.shows_best_so_far) && self.options.lines == 1;
        let nothing = Shown {
            score: root.evaluate(),
            bound: Bound::Lower,
            window: Window::FULL,
            best_move: None,
            line: Vec::new(),
            depth: 0,
            unfinished: true,
        };
        if let Some((mv, Some(score))) = self.best.filter(|_| shows_it) {
            self.note(Act::BestSoFar);
            let (line, depth, window) = (self.engine.rows.line(0).to_vec(), self.depth, self.window);
            return vec![Shown { score, best_move: Some(mv), line, depth, window, ..nothing }];
        }
        if completed.is_empty() { vec![nothing] } else { completed }
    }

    fn note_iteration(&mut self, is_before_last: bool, lines: usize) {
        if is_before_last {
            self.note(Act::Iteration);
        }
        (1..lines).for_each(|_| self.note(Act::ExtraLine));
    }

    /// The seeded bugs that change a line after the search.
    fn corrupt_lines(&mut self, root: &P, lines: &mut [Shown], before: &[Shown]) {
        for (shown, old) in lines.iter_mut().zip(before) {
            if self.has(Bug::LineOfLastIteration) {
                shown.line.clone_from(&old.line);
            }
        }
        for shown in lines {
            if self.has(Bug::TableMovesAppended) {
                self.append_table_moves(root, shown);
            }
        }
    }

    fn append_table_moves(&mut self, root: &P, shown: &mut Shown) {
        let mut end = shown.line.iter().fold(root.clone(), |position, &mv| position.play(mv));
        while shown.line.len() < shown.depth {
            let Some(mv) = self.hash_move(end.key()) else { return };
            shown.line.push(mv);
            end = end.play(mv);
        }
    }
}

impl Shown {
    /// The outcome for the harness. `best` are the first moves of the better lines. The outcome has a line only if the
    /// score is exact, or is of the best move so far.
    pub fn outcome<'l>(&'l self, rank: usize, best: &'l [Move]) -> Outcome<'l> {
        let has_line = self.bound == Bound::Exact || self.unfinished && self.best_move.is_some();
        Outcome {
            window: self.window,
            // All moves failed low, so none of them is known to be the best.
            best_move: self.best_move.filter(|_| self.bound != Bound::Upper),
            line: has_line.then_some(&self.line),
            unfinished: self.unfinished,
            rank,
            excluded_moves: best,
            ..Outcome::new(self.depth, self.score, self.bound)
        }
    }
}
