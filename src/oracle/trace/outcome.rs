//! What a search shows in the end, compared with its trace: score, best move and line.
//!
//! - *Score and bound* are those that the last search of the root to the reported depth returned. A search
//!   that was stopped with a better move shows what a child of the unfinished root claimed.
//! - *The best move* is one whose child claimed what the result needs of it.
//! - *The line*: from the root visit on, each move is one whose child claimed the exact value of the line in a
//!   visit of that position, at the depth that was asked for or at a draft that a table cutoff may use. That
//!   the value is right at each position is not enough: with few scores a stale row would pass.

use super::{ChildClaim, Edge, RootVisit, Trace};
use crate::oracle::horizon::Shape;
use crate::position::{Move, Position};
use crate::score::{Bound, Score};

/// What a search shows, as far as its trace decides on it.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// The depth of the iteration.
    pub depth: usize,
    /// Its score.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The best move.
    pub best_move: Option<Move>,
    /// Whether the iteration was stopped, and this is its best move so far.
    pub unfinished: bool,
}

/// How a result fits the trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// It follows from the trace.
    Derived,
    /// No search of the root returned the score and the bound at this depth.
    OtherScore,
    /// The child after the best move made no claim that supports the result.
    OtherMove,
}

impl<P: Position> Trace<P> {
    /// Whether the search has told enough to be judged: it entered and exited its nodes in order, the root
    /// among them.
    pub fn is_complete(&self) -> bool {
        !self.has_gaps && (!self.roots.is_empty() || self.visits.first().is_some_and(|visit| visit.ply == 0))
    }

    /// Whether the result follows from the trace.
    pub fn fit(&self, shown: Shown) -> Fit {
        let mut fit = Fit::OtherScore;
        for (root, claims) in self.candidates(shown) {
            fit = Fit::OtherMove;
            let supports = |mv: Move| self.root_supporters(&root, claims, mv, shown).next().is_some();
            if shown.best_move.is_none_or(supports) {
                return Fit::Derived;
            }
        }
        fit
    }

    /// The searches of the root that returned the score and the bound of `shown` at its depth, each with the
    /// claims of its children. With several lines (`MultiPV`) there is one for each.
    fn candidates(&self, shown: Shown) -> impl Iterator<Item = (RootVisit, &[ChildClaim])> {
        let Shown { depth, score, bound, unfinished, .. } = shown;
        let finished = self.roots.iter().filter(move |root| {
            !unfinished && (root.depth, root.bound, root.score) == (depth, bound, score)
        });
        let finished = finished.map(|root| (root.clone(), &self.root_claims[root.claims.clone()]));
        finished.chain(self.unfinished_root().filter(move |(root, _)| unfinished && root.depth == depth))
    }

    /// The root whose search was stopped, with the claims of its children so far.
    fn unfinished_root(&self) -> Option<(RootVisit, &[ChildClaim])> {
        let visit = self.visits.first().filter(|visit| visit.ply == 0)?;
        let end = self.visits.get(1).map_or(self.claims.len(), |child| child.first);
        let claims = visit.first..end;
        let (depth, excluded) = (self.depth, self.excluded_moves.len());
        let (bound, score) = (Bound::Lower, Score::ZERO);
        let root = RootVisit { depth, excluded, node: visit.node, bound, score, claims: claims.clone() };
        Some((root, &self.claims[claims]))
    }

    /// The claims of the child after the root move `mv` that support what is shown.
    fn root_supporters<'t>(
        &'t self,
        root: &RootVisit,
        claims: &'t [ChildClaim],
        mv: Move,
        shown: Shown,
    ) -> impl Iterator<Item = ChildClaim> + 't {
        let (shape, joins) = (Shape::of(&self.rules), self.rules.joins);
        let depth = root.depth;
        let edge = self.graph.edges(root.node).iter().copied().find(|edge| edge.mv == mv);
        let full = move |edge: Edge| shape.plies_after(depth, 0, shape.plies(depth), edge.forcing);
        let is_exact = shown.bound == Bound::Exact || shown.unfinished;
        let supports = move |claim: &ChildClaim| {
            let value = claim.score.for_parent();
            if is_exact && !joins {
                claim.derived.exactly && value == shown.score
            } else {
                claim.derived.at_most && value >= shown.score
            }
        };
        let edge = edge.filter(|_| shape.plies(depth) > 0);
        let about = move |claim: &ChildClaim| {
            edge.is_some_and(|edge| (claim.node, claim.remaining) == (edge.child, full(edge)))
        };
        claims.iter().copied().filter(move |claim| about(claim) && supports(claim))
    }

    /// The first ply at which no visit of this run supports the move before it: see the module. `None` if the
    /// line follows from the trace as far as it goes, or if its method joins bounds, which have no line.
    pub fn first_unsupported(&self, shown: Shown, line: &[Move]) -> Option<usize> {
        if self.rules.joins || line.is_empty() {
            return None;
        }
        let mut states: Vec<(u32, usize)> = Vec::new();
        for (root, claims) in self.candidates(shown) {
            let found = self.root_supporters(&root, claims, line[0], shown);
            states.extend(found.map(|claim| (claim.node, claim.remaining)));
        }
        let mut value = shown.score.for_child();
        for (ply, &mv) in line.iter().enumerate().skip(1) {
            if states.is_empty() {
                return Some(ply);
            }
            states = self.states_after(&states, mv, value);
            value = value.for_child();
        }
        states.is_empty().then_some(line.len())
    }

    /// The positions and plies to go after `mv`, which must have attained `value` at one of these states.
    fn states_after(&self, states: &[(u32, usize)], mv: Move, value: Score) -> Vec<(u32, usize)> {
        let mut after = Vec::new();
        for &(node, remaining) in states {
            let Some(edge) = self.graph.edges(node).iter().find(|edge| edge.mv == mv) else {
                continue;
            };
            let reduced = self.rules.iir && self.rules.horizon.depth(remaining) >= 2;
            let may_use = |draft: usize| {
                draft == remaining || reduced && draft + 1 == remaining || self.may_use(remaining, draft)
            };
            for supporter in self.known.supporters(node, value, may_use) {
                let state = (supporter.node, supporter.remaining);
                if supporter.node == edge.child && !after.contains(&state) {
                    after.push(state);
                }
            }
        }
        after
    }
}
