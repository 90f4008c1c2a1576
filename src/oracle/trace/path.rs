//! What the path to a visit decides: draws, evasions, and the evaluation that the table has corrected.

use super::derive::Derived;
use super::graph::Pass;
use super::{Trace, Visit};
use crate::oracle::{Drafts, Repetition, Rules};
use crate::position::Position;
use crate::score::Score;

/// Whether a position is a draw on its path. Where two moves lead to it, it may be one after one of them only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    pub is_certain: bool,
    pub is_possible: bool,
    pub value: Score,
}

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Arrival {
    /// Whether a forcing move leads here, and whether another move or a null move does.
    pub is_forced: bool,
    pub is_unforced: bool,
    pub quiet: (usize, usize),
}

/// What the evaluation of a position may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluations {
    pub own: Score,
    pub least: Score,
    pub most: Score,
}

impl Evaluations {
    /// The claims about `score` if one of these is the value.
    pub fn about(self, score: Score) -> Derived {
        let Self { own, least, most } = self;
        Derived {
            at_least: most >= score,
            at_most: least <= score,
            exactly: own == score || least <= score && score <= most,
            ..Derived::default()
        }
    }
}

impl<P: Position> Trace<P> {
    pub(super) fn arrival(&mut self, node: u32, ply: usize) -> Arrival {
        let before = self.history.len();
        let root = Arrival { is_unforced: true, quiet: (before, before), ..Arrival::default() };
        if !self.rules.evades && self.rules.quiet_plies.is_none() || ply == 0 {
            return root;
        }
        // A search inside a visit of the same position is reached as that one.
        let Some(&parent) = self.visits.last() else { return root };
        if parent.ply == ply {
            return parent.arrival;
        }
        self.graph.expand(parent.node, self.rules.null.is_some());
        let edges = self.graph.edges(parent.node).iter().filter(|edge| edge.child == node);
        let (mut arrival, (least, most)) = (Arrival::default(), parent.arrival.quiet);
        arrival.quiet = (usize::MAX, 0);
        let mut add = |is_forced: bool, (least, most): (usize, usize)| {
            arrival.is_forced |= is_forced;
            arrival.is_unforced |= !is_forced;
            arrival.quiet = (arrival.quiet.0.min(least), arrival.quiet.1.max(most));
        };
        // A node that was not reported leaves the next one without a move that leads there, and without a number.
        let after_quiet = (least.saturating_add(1), most.saturating_add(1));
        for edge in edges {
            add(edge.forcing, if edge.noisy { (0, 0) } else { after_quiet });
        }
        if self.graph.node(parent.node).passed == Pass::To(node) {
            add(false, after_quiet);
        }
        arrival
    }

    pub(super) fn draw(&self, visit: &Visit) -> Draw {
        let is_repeated = self.rules.draws() && visit.ply > 0 && self.is_repeated(visit);
        self.drawn((visit.node, visit.ply), is_repeated, visit.arrival.quiet)
    }

    /// A position at some ply that is repeated or not, after so many quiet moves in a row.
    fn drawn(&self, (node, ply): (u32, usize), is_repeated: bool, (least, most): (usize, usize)) -> Draw {
        let value = if ply.is_multiple_of(2) { self.rules.draw } else { -self.rules.draw };
        let limit = self.rules.quiet_plies.map(usize::from);
        let limit = limit.filter(|_| ply > 0 && !self.graph.position(node).is_terminal());
        let reaches = |plies: usize| is_repeated || limit.is_some_and(|limit| plies >= limit);
        Draw { is_certain: reaches(least), is_possible: reaches(most), value }
    }

    fn is_repeated(&self, visit: &Visit) -> bool {
        let before = || self.visits.iter().filter(|other| other.ply < visit.ply);
        if self.rules.repetition == Some(Repetition::FIRST) {
            return before().any(|other| other.node == visit.node);
        }
        // Visits inside a visit of the same position are one position of the path.
        let mut last = None;
        let path = before().filter(|other| last.replace(other.ply) != Some(other.ply));
        self.is_repetition(path.map(|other| other.node), visit.node)
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

    /// The evaluations that a visit may use. An entry of any draft corrects the evaluation if its bound allows it.
    pub(super) fn evaluations(&self, visit: &Visit) -> Evaluations {
        self.evaluations_of(visit.node)
    }

    pub(super) fn evaluations_of(&self, node: u32) -> Evaluations {
        let own = self.graph.position(node).evaluate();
        let Rules { corrects_evaluation, drafts, .. } = self.rules;
        if !corrects_evaluation || drafts == Drafts::NoTable || !own.is_ordinary() {
            return Evaluations { own, least: own, most: own };
        }
        let (least, most) = self.known.extremes(node, own);
        Evaluations { own, least, most }
    }
}
