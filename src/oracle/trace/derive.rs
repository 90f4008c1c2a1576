//! The steps: which claims about a score follow at a visit.

use std::ops::RangeInclusive;

use super::{ChildClaim, Edge, Pass, Trace, Visit};
use crate::oracle::horizon::Shape;
use crate::oracle::{Drafts, Reductions, Rules};
use crate::position::Position;
use crate::score::{Bound, Score, Window};

/// Which claims about one score are derivable.
#[expect(clippy::struct_excessive_bools, reason = "three claims, and two facts about how they were derived")]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Derived {
    /// *Value >= score*.
    pub at_least: bool,
    /// *Value <= score*.
    pub at_most: bool,
    /// *Value = score*. Then the other two as well.
    pub exactly: bool,
    /// Whether the position is a draw by repetition.
    pub is_draw: bool,
    /// Whether nothing was searched, because the game is over or no plies remain.
    pub is_ground: bool,
    /// Whether the exact value is that of a move.
    pub by_move: bool,
}

impl Derived {
    /// The claims about `score` that follow from the one value `value`.
    fn from_value(value: Score, score: Score) -> Self {
        let (at_least, at_most) = (value >= score, value <= score);
        Self { at_least, at_most, exactly: value == score, ..Self::default() }
    }

    fn or(self, other: Self) -> Self {
        Self {
            at_least: self.at_least || other.at_least,
            at_most: self.at_most || other.at_most,
            exactly: self.exactly || other.exactly,
            is_draw: self.is_draw || other.is_draw,
            is_ground: self.is_ground || other.is_ground,
            by_move: self.by_move || other.by_move,
        }
    }

    /// Whether the claim with this bound is among them.
    pub fn includes(self, bound: Bound) -> bool {
        match bound {
            Bound::Lower => self.at_least,
            Bound::Upper => self.at_most,
            Bound::Exact => self.exactly,
        }
    }

    /// These claims and the one with this bound.
    pub fn with(self, bound: Bound) -> Self {
        Self {
            at_least: self.at_least || bound != Bound::Upper,
            at_most: self.at_most || bound != Bound::Lower,
            exactly: self.exactly || bound == Bound::Exact,
            ..self
        }
    }
}

/// What the claims of its children imply about one move, seen from the parent.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct MoveClaims {
    /// The move is worth at least the score, by a search to its full depth.
    pub at_least: bool,
    /// The move is worth at most the score.
    pub at_most: bool,
    /// The move is worth the score, by a search to its full depth.
    pub exactly: bool,
    /// Whether there is any claim about it.
    pub was_searched: bool,
}

impl<P: Position> Trace<P> {
    /// The claims about `score` that are derivable at a visit that was called with `window`.
    pub(super) fn derive(&self, visit: &Visit, window: Window, score: Score) -> Derived {
        if self.is_repeated(visit) {
            return Derived { is_draw: true, ..Derived::from_value(Score::ZERO, score) };
        }
        let position = self.graph.position(visit.node);
        if position.is_terminal() || visit.remaining == 0 && !self.probes(visit.remaining) {
            return Derived { is_ground: true, ..Derived::from_value(position.evaluate(), score) };
        }
        let from_table = self.by_table(visit, score);
        let searched = if visit.remaining == 0 {
            Derived::from_value(position.evaluate(), score)
        } else {
            self.by_search(visit, window, score)
        };
        let mut derived = from_table.or(searched).or(visit.own.about(score));
        // Bounds beyond all values.
        derived.at_least |= score <= Score::MIN;
        derived.at_most |= score >= Score::MAX;
        let is_narrowed = self.rules.narrows && from_table != Derived::default();
        let is_joined = self.rules.joins && visit.own.at_least.is_some() && visit.own.at_most.is_some();
        derived.exactly |= (is_narrowed || is_joined) && derived.at_least && derived.at_most;
        derived
    }

    /// The claims that follow from what was searched below the visit, and from the evaluation.
    fn by_search(&self, visit: &Visit, window: Window, score: Score) -> Derived {
        let by_moves = self.by_moves(visit, visit.remaining, window, score);
        let cutoffs = if window.is_open() { Derived::default() } else { self.cutoffs(visit, window, score) };
        let reduced = self.reduced_remaining(visit).map(|less| self.by_moves(visit, less, window, score));
        by_moves.or(cutoffs).or(reduced.unwrap_or_default())
    }

    /// The claims about `score` that follow from the moves of a node that was searched one ply less deep.
    pub(super) fn derive_reduced(
        &self,
        visit: &Visit,
        reduced: usize,
        window: Window,
        score: Score,
    ) -> Derived {
        if self.is_repeated(visit) || self.graph.position(visit.node).is_terminal() {
            return Derived::default();
        }
        self.by_moves(visit, reduced, window, score)
    }

    /// Whether the position of a visit is on the path already and therefore a draw.
    pub(super) fn is_repeated(&self, visit: &Visit) -> bool {
        let before = self.visits.iter().filter(|other| other.ply < visit.ply);
        self.rules.draws() && before.into_iter().any(|other| other.node == visit.node)
    }

    /// Whether a visit with `remaining` plies to go may use table entries.
    pub(super) fn probes(&self, remaining: usize) -> bool {
        let plies = self.rules.horizon.plies;
        self.rules.drafts != Drafts::NoTable && (remaining > plies || remaining == plies && self.rules.leaves)
    }

    /// Whether a visit with `remaining` plies to go may use an entry that was stored with `draft` plies to
    /// go.
    pub(super) fn may_use(&self, remaining: usize, draft: usize) -> bool {
        self.probes(remaining)
            && match self.rules.drafts {
                Drafts::NoTable => false,
                Drafts::Equal => draft == remaining,
                Drafts::Deeper => draft >= remaining,
            }
    }

    fn by_table(&self, visit: &Visit, score: Score) -> Derived {
        if !self.probes(visit.remaining) {
            return Derived::default();
        }
        self.known.implied(visit.node, score, |draft| self.may_use(visit.remaining, draft))
    }

    /// The plies to go of a visit that is searched one ply less deep, where that is allowed.
    pub(super) fn reduced_remaining(&self, visit: &Visit) -> Option<usize> {
        let may = self.rules.iir && visit.ply > 0 && self.rules.horizon.depth(visit.remaining) >= 2;
        may.then(|| visit.remaining - 1)
    }

    /// Whether the claims about its children are too few for a claim about all moves of a visit.
    fn is_cut_off(&self, visit: &Visit, remaining: usize) -> bool {
        let Rules { futility, move_count, extends, horizon, .. } = self.rules;
        let may_skip = futility.is_some() || move_count.is_some() || horizon.is_past(remaining);
        let few =
            self.claims_of(visit).len() + self.excluded_moves.len() < self.graph.edges(visit.node).len();
        few && !may_skip && extends.is_none()
    }

    /// Whether the child after some move of a visit claimed that the move is worth at least `score`.
    fn is_refuted(&self, visit: &Visit, remaining: usize, score: Score) -> bool {
        let edges = self.graph.edges(visit.node);
        let may_play = |edge: &Edge| visit.ply > 0 || !self.excluded_moves.contains(&edge.mv);
        self.claims_of(visit).iter().any(|claim| {
            claim.derived.at_most
                && claim.remaining + 1 == remaining
                && claim.score.for_parent() >= score
                && edges.iter().any(|edge| edge.child == claim.node && may_play(edge))
        })
    }

    /// The claims about the moves of a node that is searched with `remaining` plies to go, and about standing
    /// pat where only plies of quiescence remain.
    fn by_moves(&self, visit: &Visit, remaining: usize, window: Window, score: Score) -> Derived {
        if self.is_cut_off(visit, remaining) {
            return Derived { at_least: self.is_refuted(visit, remaining, score), ..Derived::default() };
        }
        let (mut at_least, mut at_most, mut exactly) = (false, true, false);
        let (mut was_searched, mut exact_others) = (false, true);
        if self.rules.horizon.is_past(remaining) {
            let stand_pat = Derived::from_value(self.graph.position(visit.node).evaluate(), score);
            (at_least, at_most, exactly) = (stand_pat.at_least, stand_pat.at_most, stand_pat.exactly);
            (was_searched, exact_others) = (true, stand_pat.at_most);
        }
        let mut by_move = false;
        for (index, edge) in self.searched_edges(visit, remaining) {
            let claims = self.about_move(visit, remaining, index, edge, score);
            at_least |= claims.at_least;
            by_move |= claims.exactly;
            was_searched |= claims.at_most;
            let may_skip = || self.may_skip(visit, remaining, index, edge, window, score);
            at_most &= claims.at_most || may_skip();
            exact_others &= claims.at_most;
        }
        at_most &= was_searched;
        exactly = (exactly || by_move) && exact_others && was_searched;
        Derived { at_least, at_most, exactly, by_move: by_move && exactly, ..Derived::default() }
    }

    /// The moves that a visit searches, with their index in the order of the game.
    pub(super) fn searched_edges(
        &self,
        visit: &Visit,
        remaining: usize,
    ) -> impl Iterator<Item = (usize, Edge)> {
        let only_noisy = self.rules.horizon.is_past(remaining);
        let is_root = visit.ply == 0;
        let edges = self.graph.edges(visit.node).iter().copied().enumerate();
        edges.filter(move |(_, edge)| {
            (!only_noisy || edge.noisy) && !(is_root && self.excluded_moves.contains(&edge.mv))
        })
    }

    /// The plies that remain after a move that is searched to its full depth.
    pub(super) fn remaining_after(&self, ply: usize, remaining: usize, edge: Edge) -> usize {
        if self.rules.extends.is_none() {
            return remaining - 1;
        }
        Shape::of(&self.rules).plies_after(self.depth, ply, remaining, edge.forcing)
    }

    /// The depths that may remain after a late move that is reduced; `None` if it may not be reduced.
    fn reduced_after(&self, remaining: usize, index: usize, full: usize) -> Option<RangeInclusive<usize>> {
        let (horizon, latest) = (self.rules.horizon, index + usize::from(self.rules.reorders));
        let is_late = |late: &Reductions| horizon.depth(remaining) >= 2 && latest >= usize::from(late.after);
        let late = self.rules.lmr.filter(is_late)?;
        Some(late.plies.reduced(horizon.depth(full)))
    }

    /// The claims of the children of the current pass of a visit.
    pub(super) fn claims_of(&self, visit: &Visit) -> &[ChildClaim] {
        self.claims.get(visit.pass as usize..).unwrap_or_default()
    }

    /// What the children of a visit claimed about one of its moves.
    pub(super) fn about_move(
        &self,
        visit: &Visit,
        remaining: usize,
        index: usize,
        edge: Edge,
        score: Score,
    ) -> MoveClaims {
        let full = self.remaining_after(visit.ply, remaining, edge);
        let (reduced, horizon) = (self.reduced_after(remaining, index, full), self.rules.horizon);
        let is_among = |depths: &Option<RangeInclusive<usize>>, plies: usize| {
            let depth = plies.checked_sub(horizon.plies);
            depths.as_ref().zip(depth).is_some_and(|(depths, depth)| depths.contains(&depth))
        };
        let mut about = MoveClaims::default();
        let mut refuted_in_full = false;
        for claim in self.claims_of(visit).iter().filter(|claim| claim.node == edge.child) {
            let (value, derived) = (claim.score.for_parent(), claim.derived);
            let is_full = claim.remaining == full;
            let is_reduced = is_among(&reduced, claim.remaining);
            about.was_searched |= is_full || is_reduced;
            about.at_most |= (is_full || is_reduced) && derived.at_least && value <= score;
            about.at_least |= is_full && derived.at_most && value >= score;
            about.exactly |= is_full && derived.exactly && value == score;
            refuted_in_full |= is_full && derived.at_least && value <= score;
        }
        about.exactly |= self.rules.joins && about.at_least && refuted_in_full;
        about
    }

    /// Whether a move may be skipped by a visit that claims *value <= score*.
    pub(super) fn may_skip(
        &self,
        visit: &Visit,
        remaining: usize,
        index: usize,
        edge: Edge,
        window: Window,
        score: Score,
    ) -> bool {
        let latest_index = index + usize::from(self.rules.reorders);
        if window.is_open() || edge.noisy || latest_index == 0 {
            return false;
        }
        let is_late = self.rules.move_count.is_some_and(|count| latest_index >= usize::from(count));
        let margin = self.rules.futility.and_then(|margin| margin.at(self.rules.horizon.depth(remaining)));
        let optimistic =
            margin.and_then(|margin| self.graph.position(visit.node).evaluate().with_margin(margin));
        is_late || optimistic.is_some_and(|optimistic| optimistic <= window.alpha && optimistic <= score)
    }

    /// The claims that follow in a null window without a search of the moves.
    fn cutoffs(&self, visit: &Visit, window: Window, score: Score) -> Derived {
        let depth = self.rules.horizon.depth(visit.remaining);
        let evaluation = || self.graph.position(visit.node).evaluate();
        let mut derived = Derived::default();
        if depth == 0 {
            return derived;
        }
        if let Some(margin) = self.rules.static_null.and_then(|margin| margin.at(depth)) {
            let least = evaluation().with_margin(-margin);
            derived.at_least |= least.is_some_and(|least| least >= score && least >= window.beta);
        }
        if let Some(margin) = self.rules.razoring.and_then(|margin| margin.at(depth)) {
            let most = evaluation().with_margin(margin);
            derived.at_most |= evaluation() <= score && most.is_some_and(|most| most <= window.alpha);
        }
        derived.at_least |= self.passed_at_least(visit, depth, score);
        derived
    }

    /// Whether the position after a null move claimed that this one is worth at least `score`.
    fn passed_at_least(&self, visit: &Visit, depth: usize, score: Score) -> bool {
        let passed = self.graph.node(visit.node).passed;
        let (Pass::To(passed), Some(plies)) = (passed, self.rules.null) else { return false };
        if depth < 2 {
            return false;
        }
        let (depths, horizon) = (plies.reduced(depth - 1), self.rules.horizon);
        let is_allowed = |plies: usize| plies >= horizon.plies && depths.contains(&horizon.depth(plies));
        self.claims_of(visit).iter().any(|claim| {
            claim.node == passed
                && is_allowed(claim.remaining)
                && claim.derived.at_most
                && claim.score.for_parent() >= score
        })
    }

    /// Records which children attained an exact value that a visit found by its moves.
    pub(super) fn keep_supporters(&mut self, visit: &Visit, record: u32, score: Score, remaining: usize) {
        let mut first = 0;
        loop {
            let found = self.searched_edges(visit, remaining).find_map(|(index, edge)| {
                let claims = self.about_move(visit, remaining, index, edge, score);
                (index >= first && claims.exactly).then_some((index, edge))
            });
            let Some((index, edge)) = found else { return };
            let after_move = self.remaining_after(visit.ply, remaining, edge);
            self.known.add_supporter(record, score, edge.child, after_move);
            first = index + 1;
        }
    }
}
