//! What the path to a visit decides: draws, and the evaluation that the table has corrected.

use super::derive::Derived;
use super::graph::TraceEdge;
use super::known::Known;
use super::{Trace, TraceVisit};
use crate::oracle::{Drafts, Repetition, Rules};
use crate::position::Position;
use crate::score::Score;
use crate::told::Why;

/// Whether a position is a draw on its path. Where two moves lead to it, it may be one after one of them only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    pub is_certain: bool,
    pub is_possible: bool,
    pub value: PathValues,
}

/// What an evaluation or the value of a draw may be: that of the game or of the rules, and each one between the extremes.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathValues {
    pub own: Score,
    pub least: Score,
    pub most: Score,
}

impl Draw {
    /// Whether the position is taken for a draw by a search that has this reason.
    pub fn applies(self, why: Why) -> bool {
        self.is_certain || self.is_possible && why == Why::Draw
    }
}

impl PathValues {
    /// Those that are at most so far from `own`, if it is no mate.
    fn around(own: Score, spread: u32) -> Self {
        let away = |by: i64| own.with_margin(by).unwrap_or(own);
        Self { own, least: away(-i64::from(spread)), most: away(spread.into()) }
    }

    pub fn contain(self, score: Score) -> bool {
        score == self.own || self.least <= score && score <= self.most
    }

    /// The claims about `score` if one of these is the value.
    pub fn about(self, score: Score) -> Derived {
        Derived {
            at_least: self.most >= score,
            at_most: self.least <= score,
            exactly: self.contain(score),
            ..Derived::default()
        }
    }
}

impl<P: Position> Trace<P> {
    /// The least and the greatest number of quiet moves in a row that lead to `node`, a child of the current visit.
    pub(super) fn quiet_before(&mut self, node: u32, ply: usize) -> (usize, usize) {
        let before = self.history.len();
        if ply == 0 || self.rules.quiet_plies.is_none() {
            return (before, before);
        }
        let Some(parent) = self.thread.visits.last().copied() else { return (before, before) };
        // A search inside a visit of the same position is reached as that one.
        if parent.ply == ply {
            return parent.quiet;
        }
        self.graph.expand(parent.node);
        let is_begun = |edge: &TraceEdge| parent.begun.is_none_or(|(mv, ..)| mv == edge.mv);
        let fits = |edge: &&TraceEdge| edge.child == node && is_begun(edge);
        let (least, most) = parent.quiet;
        let after_quiet = (least + 1, most + 1);
        let numbers = self.graph.edges(parent.node).iter().filter(fits);
        let numbers = numbers.map(|edge| if edge.noisy { (0, 0) } else { after_quiet });
        // If no move of the parent leads to the node, the search has passed.
        numbers.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).unwrap_or(after_quiet)
    }

    pub(super) fn draw(&self, visit: &TraceVisit) -> Draw {
        self.drawn((visit.node, visit.ply), self.is_repeated(visit), visit.quiet)
    }

    /// A position at some ply that is repeated or not, after so many quiet moves in a row.
    fn drawn(&self, (node, ply): (u32, usize), is_repeated: bool, (least, most): (usize, usize)) -> Draw {
        let value = self.value_of_draw(ply);
        let limit = self.rules.quiet_plies.map(usize::from);
        let limit = limit.filter(|_| ply > 0 && !self.graph.position(node).is_terminal());
        let reaches = |plies: usize| is_repeated || limit.is_some_and(|limit| plies >= limit);
        Draw { is_certain: reaches(least), is_possible: reaches(most), value }
    }

    /// The told alpha of a visit, if it is guaranteed: none is worth less than being mated now, and a move may lead to a draw.
    pub(super) fn alpha(&self, visit: &TraceVisit) -> Option<Score> {
        let is_draw = |alpha| self.value_of_draw(visit.ply).contain(alpha) && self.leads_to_draw(visit);
        visit.alpha.filter(|&alpha| alpha <= Score::MIN || is_draw(alpha))
    }

    fn leads_to_draw(&self, visit: &TraceVisit) -> bool {
        let path = self.path_before(visit).chain([visit.node]);
        let (least, most) = visit.quiet;
        let excluded = self.excluded(visit);
        self.graph.edges(visit.node).iter().filter(|edge| !excluded.contains(&edge.mv)).any(|edge| {
            let quiet = if edge.noisy { (0, 0) } else { (least + 1, most + 1) };
            let is_repeated = self.is_repetition(path.clone(), edge.child);
            self.drawn((edge.child, visit.ply + 1), is_repeated, quiet).is_possible
        })
    }

    fn value_of_draw(&self, ply: usize) -> PathValues {
        let Rules { draw, draw_spread, .. } = self.rules;
        PathValues::around(if ply.is_multiple_of(2) { draw } else { -draw }, draw_spread)
    }

    /// The positions on the path before a visit. Visits inside a visit of the same position are one.
    pub(super) fn path_before(&self, visit: &TraceVisit) -> impl Iterator<Item = u32> + Clone {
        let mut last = None;
        let ply = visit.ply;
        let before = self.thread.visits.iter().filter(move |other| other.ply < ply);
        let before = before.filter(move |other| last.replace(other.ply) != Some(other.ply));
        before.map(|other| other.node)
    }

    /// Whether a visit is one of a draw by repetition. The root is none.
    pub(super) fn is_repeated(&self, visit: &TraceVisit) -> bool {
        if !self.rules.draws() || visit.ply == 0 {
            return false;
        }
        if self.rules.repetition == Some(Repetition::FIRST) {
            return self.thread.visits.iter().any(|other| other.ply < visit.ply && other.node == visit.node);
        }
        self.is_repetition(self.path_before(visit), visit.node)
    }

    /// Whether `node` is a draw after the positions of `path`, the root first, which are no draws.
    pub(super) fn draw_after(&self, path: &[u32], node: u32) -> Draw {
        let is_repeated = self.is_repetition(path.iter().copied(), node);
        let counts = self.rules.quiet_plies.is_some();
        let quiet = if counts { self.quiet_moves(path, node) } else { (0, 0) };
        self.drawn((node, path.len()), is_repeated, quiet)
    }

    pub(super) fn quiet_moves(&self, path: &[u32], node: u32) -> (usize, usize) {
        let before = self.history.len();
        let ends = path.iter().copied().skip(1).chain([node]);
        path.iter().zip(ends).fold((before, before), |(least, most), (&from, to)| {
            let is_noisy =
                |noisy| self.graph.edges(from).iter().any(|edge| edge.child == to && edge.noisy == noisy);
            (if is_noisy(true) { 0 } else { least + 1 }, if is_noisy(false) { most + 1 } else { 0 })
        })
    }

    pub(super) fn is_repetition(&self, path: impl Iterator<Item = u32>, node: u32) -> bool {
        let Some(Repetition { on_path, in_game, root_counts }) = self.rules.repetition else { return false };
        let (mut on_this_path, mut before_path) =
            (1, self.history.iter().filter(|&&before| before == node).count());
        for (ply, _) in path.enumerate().filter(|&(_, before)| before == node) {
            *(if ply > 0 || root_counts { &mut on_this_path } else { &mut before_path }) += 1;
        }
        let reaches = |needed: u8, count: usize| needed > 0 && count >= usize::from(needed);
        reaches(on_path, on_this_path) || reaches(in_game, on_this_path + before_path)
    }

    /// The evaluations of a position. A known entry of any draft corrects the evaluation if its bound allows it.
    pub(super) fn evaluations_of(&self, known: &Known, node: u32) -> PathValues {
        let values = self.evaluations_without_table(node);
        let Rules { corrects_evaluation, drafts, .. } = self.rules;
        if !corrects_evaluation || drafts == Drafts::NoTable || !values.own.is_ordinary() {
            return values;
        }
        let (least, most) = known.extremes(node, values.own);
        PathValues { least: least.min(values.least), most: most.max(values.most), ..values }
    }

    /// The evaluations of a position that no entry corrects.
    pub(super) fn evaluations_without_table(&self, node: u32) -> PathValues {
        let position = self.graph.position(node);
        let spread = if position.is_terminal() { 0 } else { self.rules.correction };
        PathValues::around(position.evaluate(), spread)
    }
}
