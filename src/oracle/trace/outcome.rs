//! What a search shows in the end, compared with its trace: score, best move and line.
//!
//! - *Score and bound* are those that the last search of the root to the reported depth returned. A search
//!   that was stopped with a better move shows what a child of the unfinished root claimed.
//! - *The best move* is one whose child claimed what the result needs of it.
//! - *The line*: from the root visit on, each move is one whose child claimed the exact value of the line in a
//!   visit of that position, at the depth that was requested or at a draft that a table cutoff may use. That
//!   the value is right at each position is not enough: with few scores a stale row would pass. Where an iteration
//!   forgets the one before, the line of each is judged by what it has established itself: a stopped search shows an earlier one.

use super::known::Known;
use super::{ChildClaim, RootVisit, Trace, TraceEdge};
use std::ops::RangeInclusive;

use crate::oracle::horizon::TreeRules;
use crate::oracle::witnessed::{Depths, bits};
use crate::oracle::{Extended, ExtraPlies, ReplayResult, Rules};
use crate::position::{Move, Position};
use crate::score::{Bound, Score};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShownOutcome {
    pub depth: usize,
    pub score: Score,
    pub bound: Bound,
    pub best_move: Option<Move>,
    /// Whether the iteration was stopped, and this is its best move so far.
    pub unfinished: bool,
}

/// How a result fits the trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    Derived,
    /// No search of the root returned the score and the bound at this depth.
    OtherScore,
    /// The child after the best move made no claim that supports the result.
    OtherMove,
}

impl<P: Position> Trace<P> {
    /// Whether the search has reported enough to be judged: it entered and exited its nodes in order, the root
    /// among them.
    pub fn is_complete(&self) -> bool {
        !self.has_gaps
            && (!self.thread.roots.is_empty()
                || self.thread.visits.first().is_some_and(|visit| visit.ply == 0))
    }

    /// Whether the root of a search to `depth` is among the nodes that are reported.
    pub(crate) fn tells_root(&self, depth: usize) -> bool {
        depth >= self.least_reported
    }

    pub fn is_faultless(&self) -> bool {
        !self.has_faults
    }

    /// Whether every result so far follows from the trace, in which all nodes are.
    pub fn derives_all(&self) -> bool {
        !self.has_faults && self.least_reported == 0
    }

    /// Whether every result so far follows from the trace, and none is joined from two bounds.
    pub fn proves_all(&self) -> bool {
        self.derives_all() && !self.rules.joins && !self.rules.narrows
    }

    /// Whether the result follows from the trace, as that of one of the first so many threads.
    pub fn fit(&self, shown: ShownOutcome, threads: usize) -> Fit {
        let mut fit = Fit::OtherScore;
        for (root, claims) in self.candidates(shown, threads) {
            fit = Fit::OtherMove;
            let supports = |mv: Move| {
                !root.is_reported || self.root_supporters(&root, claims, mv, shown).next().is_some()
            };
            if shown.best_move.is_none_or(supports) {
                return Fit::Derived;
            }
        }
        fit
    }

    /// The searches of the root by the first so many threads that returned the score and the bound of `shown` at its
    /// depth, each with the claims of its children. With several lines (`MultiPV`) there is one for each.
    fn candidates(
        &self,
        shown: ShownOutcome,
        threads: usize,
    ) -> impl Iterator<Item = (RootVisit, &[ChildClaim])> {
        let ShownOutcome { depth, score, bound, unfinished, .. } = shown;
        let is_shown = move |root: &RootVisit| {
            !unfinished && (root.depth, root.bound, root.score) == (depth, bound, score)
        };
        let finished = self
            .thread
            .all()
            .take(threads)
            .flat_map(|thread| thread.roots.iter().map(move |root| (root, thread)));
        let finished = finished.filter(move |(root, _)| is_shown(root));
        let finished =
            finished.map(|(root, thread)| (root.clone(), &thread.root_claims[root.claims.clone()]));
        finished.chain(self.unfinished_root().filter(move |(root, _)| unfinished && root.depth == depth))
    }

    /// The root whose search was stopped, with the claims of its children so far.
    fn unfinished_root(&self) -> Option<(RootVisit, &[ChildClaim])> {
        let visit =
            self.thread.visits.first().filter(|visit| visit.ply == 0 && visit.unlawful_root().is_none())?;
        let end = self.thread.visits.get(1).map_or(self.thread.claims.len(), |child| child.first as usize);
        let claims = visit.first as usize..end;
        let (depth, excluded) = (self.thread.depth, self.thread.excluded_moves.len());
        let (bound, score) = (Bound::Lower, Score::ZERO);
        let is_reported = self.least_reported == 0 || !self.rests_on_unreported(visit);
        let (node, forgotten) = (visit.node, self.forgotten);
        let root =
            RootVisit { depth, forgotten, excluded, node, bound, score, claims: claims.clone(), is_reported };
        Some((root, &self.thread.claims[claims]))
    }

    fn root_supporters<'t>(
        &'t self,
        root: &RootVisit,
        claims: &'t [ChildClaim],
        mv: Move,
        shown: ShownOutcome,
    ) -> impl Iterator<Item = ChildClaim> + 't {
        let (shape, rules, depth) = (TreeRules::from_rules(&self.rules), self.rules, root.depth);
        let edge = self.graph.edges(root.node).iter().copied().find(|edge| edge.mv == mv);
        let is_exact = shown.bound == Bound::Exact || shown.unfinished;
        let supports = move |claim: &ChildClaim| {
            let value = claim.score.for_parent();
            if is_exact && !rules.joins {
                claim.derived.exactly && value == shown.score
            } else {
                claim.derived.at_most && value >= shown.score
            }
        };
        let plies = shape.plies(depth);
        let edge = edge.filter(|_| plies > 0);
        // A root that was stopped has not been judged.
        let is_full = move |claim: &ChildClaim| claim.is_full() && !self.is_short(claim, plies);
        let about = move |claim: &ChildClaim| edge.is_some_and(|edge| claim.is_about(edge) && is_full(claim));
        claims.iter().copied().filter(move |claim| about(claim) && supports(claim))
    }

    /// Replays `line`, whose moves are all legal: see the module. `None` if the method joins bounds, which have
    /// no line, if the search does not report all its nodes, or if too much was forgotten since.
    pub fn walk(&self, shown: ShownOutcome, line: &[Move]) -> Option<ReplayResult> {
        let known = self.known_by(shown).filter(|_| !self.rules.joins && self.least_reported == 0)?;
        Some(self.walk_line(known, shown, line, &mut self.path.borrow_mut()))
    }

    fn walk_line(
        &self,
        known: &Known,
        shown: ShownOutcome,
        line: &[Move],
        path: &mut Vec<u32>,
    ) -> ReplayResult {
        let Some((&first, others)) = line.split_first() else { return self.walk_nothing(known, shown) };
        let (mut node, mut depths) = (0, 0);
        path.clear();
        // A store that reads the table may begin with the entry that another thread left.
        for (root, claims) in self.candidates(shown, usize::MAX) {
            path.clear();
            path.push(root.node);
            for claim in self.root_supporters(&root, claims, first, shown) {
                node = claim.node;
                depths |= 1 << claim.remaining;
            }
        }
        let mut value = shown.score.for_child();
        for (&mv, ply) in others.iter().zip(1..) {
            let draw = self.draw_after(path, node);
            if depths == 0 || draw.is_certain && !draw.value.contain(value) {
                return ReplayResult::Unsound { ply };
            }
            if draw.is_certain {
                return ReplayResult::PastDraw { ply };
            }
            path.push(node);
            (node, depths) = self.after_move(known, (shown.depth, ply), (node, depths), mv, value);
            value = value.for_child();
        }
        let draw = self.draw_after(path, node);
        if depths == 0 || draw.is_certain && !draw.value.contain(value) {
            return ReplayResult::Unsound { ply: line.len() };
        }
        let ends = draw.is_possible && draw.value.contain(value) || self.may_end(known, node, depths, value);
        if ends { ReplayResult::Whole { leftmost: false } } else { ReplayResult::Truncated }
    }

    fn walk_nothing(&self, known: &Known, shown: ShownOutcome) -> ReplayResult {
        let Some((root, _)) = self.candidates(shown, usize::MAX).next() else {
            return ReplayResult::Unsound { ply: 0 };
        };
        let remaining = TreeRules::from_rules(&self.rules).plies(root.depth);
        let ends = self.may_end(known, root.node, 1 << remaining, shown.score);
        if ends { ReplayResult::Whole { leftmost: false } } else { ReplayResult::Truncated }
    }

    /// The claims that were known when the search of the root with the shown result ended; `None` if they are not kept any more.
    fn known_by(&self, shown: ShownOutcome) -> Option<&Known> {
        let roots = self.candidates(shown, usize::MAX).map(|(root, _)| root.forgotten);
        let since = self.forgotten - roots.max().unwrap_or(self.forgotten);
        [&self.known, &self.known_before].into_iter().nth(since)
    }

    /// Whether a visit of this position with `remaining` plies to go found the exact value `value`, or could
    /// use the claim of one that did.
    fn has_value(&self, known: &Known, node: u32, remaining: usize, value: Score) -> bool {
        let position = self.graph.position(node);
        if remaining == 0 || position.is_terminal() {
            return self.evaluations_without_table(node).contain(value);
        }
        let may_use = |draft: usize| draft == remaining || self.may_use(remaining, draft);
        known.implied(node, value, may_use).exactly
    }

    /// Whether a line may end at a position of this value with one of `depths` plies to go: the game is over,
    /// the depth has run out and the side to move stands pat, or alpha began at the value.
    fn may_end(&self, known: &Known, node: u32, depths: Depths, value: Score) -> bool {
        let (position, horizon) = (self.graph.position(node), self.rules.horizon);
        let stands_pat = |remaining: usize| {
            horizon.is_past(remaining)
                && (horizon.hides || self.evaluations_of(known, node).about(value).exactly)
        };
        let ends = |remaining: usize| {
            stands_pat(remaining)
                || known.is_alpha(node, value, |draft| self.may_stand_for(known, node, remaining, draft))
        };
        position.is_terminal() || bits(depths).any(|remaining| ends(remaining as usize))
    }

    /// Whether a claim about a node with `draft` plies to go may be the one of a visit with `wanted` plies.
    fn may_stand_for(&self, known: &Known, node: u32, wanted: usize, draft: usize) -> bool {
        draft == wanted || known.is_reduced(node, wanted, draft) || self.may_use(wanted, draft)
    }

    /// The position after `mv`, a move at `ply` of a search to `depth`, and the plies that may remain there. The
    /// move must have attained `value` in a visit of `node` whose claim one with one of `depths` plies to go
    /// could use. The child had the plies of that visit; and if the value was found with the plies that remain
    /// without the table too, a store that does not know the drafts may go on with those.
    fn after_move(
        &self,
        known: &Known,
        (depth, ply): (usize, usize),
        (node, depths): (u32, Depths),
        mv: Move,
        value: Score,
    ) -> (u32, Depths) {
        let edge = self.graph.edges(node).iter().copied().find(|edge| edge.mv == mv);
        let Some(edge) = edge else { return (node, 0) };
        let mut after = 0;
        for wanted in bits(depths).map(|remaining| remaining as usize) {
            let may_use = |draft: usize| {
                self.may_stand_for(known, node, wanted, draft) && !self.rules.horizon.ends_lines(draft)
            };
            let supporters = known.supporters(node, value, may_use);
            let own = supporters.filter(|supporter| supporter.node == edge.child);
            let supported = own.fold(0, |all: Depths, supporter| all | 1 << supporter.remaining);
            after |= supported;
            if supported != 0 && wanted > 0 && !self.rules.horizon.ends_lines(wanted) {
                for nominal in plies_after(&self.rules, (depth, ply), wanted, edge) {
                    after |= Depths::from(self.has_value(known, edge.child, nominal, value.for_child()))
                        << nominal;
                }
            }
        }
        (edge.child, after)
    }
}

/// The plies that may remain after `edge`, a move at `ply` of a search to `depth` with `remaining` plies to go.
fn plies_after(
    rules: &Rules,
    (depth, ply): (usize, usize),
    remaining: usize,
    edge: TraceEdge,
) -> RangeInclusive<usize> {
    let Rules { extends, extension_plies: ExtraPlies { least, most }, horizon, .. } = *rules;
    let extended = rules.extended_moves();
    let may_extend = edge.forcing || extended == Extended::Any;
    if extends.is_none() || horizon.is_past(remaining) || !may_extend {
        return remaining - 1..=remaining - 1;
    }
    let spare = TreeRules::from_rules(rules).spare(depth, ply, remaining);
    let [least, most] = [least, most].map(isize::from);
    // A move is not extended, or by fewer plies, where the line would be too long.
    let may_omit = extended != Extended::Forcing || most > spare as isize;
    let least = if may_omit { least.min(0) } else { least };
    let most = if may_omit { most.min(spare as isize).max(0) } else { most };
    let after = |extra: isize| (remaining - 1).saturating_add_signed(extra).max(horizon.plies);
    after(least)..=after(most)
}
