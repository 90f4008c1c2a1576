//! The steps: which claims about a score follow at a visit.

use std::ops::{Range, RangeInclusive};

use super::path::Draw;
use super::{ChildClaim, Lacks, Pass, Trace, TraceEdge, TraceVisit};
use crate::oracle::witnessed::mates::narrowed;
use crate::oracle::{Drafts, Rules};
use crate::position::{Move, Position};
use crate::score::{Bound, Score, Window};

/// Which claims about one score are derivable.
#[expect(clippy::struct_excessive_bools, reason = "three claims, and two facts about how they were derived")]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Derived {
    pub at_least: bool,
    pub at_most: bool,
    pub exactly: bool,
    pub is_draw: bool,
    pub is_ground: bool,
    /// Whether the exact value may be that of a move.
    pub by_move: bool,
    pub is_assumed: bool,
}

impl Derived {
    pub fn or(self, other: Self) -> Self {
        Self {
            at_least: self.at_least || other.at_least,
            at_most: self.at_most || other.at_most,
            exactly: self.exactly || other.exactly,
            is_draw: self.is_draw || other.is_draw,
            is_ground: self.is_ground || other.is_ground,
            by_move: self.by_move || other.by_move,
            is_assumed: self.is_assumed || other.is_assumed,
        }
    }

    pub fn includes(self, bound: Bound) -> bool {
        match bound {
            Bound::Lower => self.at_least,
            Bound::Upper => self.at_most,
            Bound::Exact => self.exactly,
        }
    }

    /// These claims and those that hold because no mate is nearer than mate in one, nor being mated nearer than now.
    pub(super) fn clamped(self, score: Score) -> Self {
        let (is_least, is_most) = (score <= -Score::MAX, score >= Score::MAX.further(1));
        let is_joined = is_least && self.at_most || is_most && self.at_least;
        Self {
            at_least: self.at_least || is_least,
            at_most: self.at_most || is_most,
            exactly: self.exactly || is_joined,
            // A move may have attained it and refuted the node.
            by_move: self.by_move || is_joined,
            ..self
        }
    }

    /// These claims and the one with this bound, which is assumed.
    pub fn with(self, bound: Bound) -> Self {
        Self {
            at_least: self.at_least || bound != Bound::Upper,
            at_most: self.at_most || bound != Bound::Lower,
            exactly: self.exactly || bound == Bound::Exact,
            is_assumed: true,
            ..self
        }
    }
}

#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct MoveClaims {
    pub at_least: bool,
    pub at_most: bool,
    pub exactly: bool,
    pub was_searched: bool,
}

impl<P: Position> Trace<P> {
    /// The claims about `score` that are derivable at a visit that was called with `window`.
    pub(super) fn derive(&self, visit: &TraceVisit, window: Window, score: Score) -> Derived {
        let draw = self.draw(visit);
        let as_draw = draw.value.about(score);
        match draw {
            Draw { is_certain: true, .. } => Derived { is_draw: true, ..as_draw },
            Draw { is_possible: true, .. } => as_draw.or(self.derive_or_reduced(visit, window, score)),
            Draw { .. } => self.derive_or_reduced(visit, window, score),
        }
    }

    /// The claims about `score` at a visit whose position is no draw on this path, those included that follow
    /// because it was searched less deep.
    pub(super) fn derive_or_reduced(&self, visit: &TraceVisit, window: Window, score: Score) -> Derived {
        let derived = self.derive_in_full(visit, window, score);
        if derived.is_ground {
            return derived;
        }
        let reduced = self.reduced_remaining(visit);
        let at = |searched| self.derive_reduced(&TraceVisit { searched, ..*visit }, window, score);
        let mut all = reduced.fold(derived, |all, less| all.or(at(less)));
        if let Some(draw) = self.upcoming_draw(visit).map(|draw| draw.about(score)) {
            all.at_least |= draw.at_least;
            all.exactly |= draw.exactly && all.at_most;
        }
        all
    }

    /// The claims about `score` at a visit whose position is no draw on this path, searched to the requested depth.
    pub(super) fn derive_in_full(&self, visit: &TraceVisit, window: Window, score: Score) -> Derived {
        let position = self.graph.position(visit.node);
        if position.is_terminal() || visit.remaining == 0 && !self.probes(visit.remaining) {
            let value = self.evaluations_without_table(visit.node);
            return Derived { is_ground: true, ..value.about(score) };
        }
        let from_table = self.by_table(visit, score);
        let searched = if visit.remaining == 0 {
            self.evaluations(visit).about(score)
        } else {
            self.by_search(visit, window, score)
        };
        let mut derived = from_table.or(searched).or(visit.own.about(score));
        // Bounds beyond all values.
        derived.at_least |= score <= Score::MIN;
        derived.at_most |= score >= Score::MAX;
        let is_joined = self.rules.joins && visit.own.at_least.is_some() && visit.own.at_most.is_some();
        derived.exactly |= is_joined && derived.at_least && derived.at_most;
        self.narrowed(derived, from_table, score)
    }

    pub(super) fn narrowed(&self, claims: Derived, from_table: Derived, score: Score) -> Derived {
        let is_narrowed = self.rules.narrows
            && (from_table.at_least && claims.at_most || from_table.at_most && claims.at_least);
        // A move may have attained it and refuted the node.
        let (exactly, by_move) = (claims.exactly || is_narrowed, claims.by_move || is_narrowed);
        let derived = Derived { exactly, by_move, ..claims };
        if self.rules.mate_distance { derived.clamped(score) } else { derived }
    }

    /// The claims that follow from what was searched below a visit, and from the evaluation.
    fn by_search(&self, visit: &TraceVisit, window: Window, score: Score) -> Derived {
        let searched = self.by_search_in(visit, window, score);
        let narrow = self.narrow_window(visit, window);
        let searched =
            if narrow == window { searched } else { searched.or(self.by_search_in(visit, narrow, score)) };
        let at_least = searched.at_least || self.has_refuting_entry(visit, score);
        self.inside(window, score, Derived { at_least, ..searched })
    }

    /// The window that is left of a visit's window where it is narrowed to the bounds of the table, of the nearest mates and
    /// of a draw to which a move leads.
    fn narrow_window(&self, visit: &TraceVisit, window: Window) -> Window {
        let Window { mut alpha, mut beta } = if self.rules.mate_distance { narrowed(window) } else { window };
        if self.rules.narrows && self.probes(visit.remaining) {
            let may_use = |draft| self.may_use(visit.remaining, draft);
            let (at_least, at_most) = self.known.bounds(visit.node, may_use);
            alpha = at_least.map_or(alpha, |least| least.max(alpha));
            beta = at_most.map_or(beta, |most| most.min(beta));
        }
        if let Some(draw) = self.upcoming_draw(visit) {
            alpha = alpha.max(draw.most);
        }
        Window { alpha, beta }
    }

    fn by_search_in(&self, visit: &TraceVisit, window: Window, score: Score) -> Derived {
        let mut by_moves = self.by_moves(visit, window, score);
        if visit.evades && visit.arrival.is_unforced {
            // Another move leads here too, after which it stands pat.
            by_moves = by_moves.or(self.by_moves(&TraceVisit { evades: false, ..*visit }, window, score));
        }
        let is_pruned = !window.is_open() || self.rules.prunes_open;
        let cutoffs = if is_pruned { self.cutoffs(visit, window, score) } else { Derived::default() };
        by_moves.or(cutoffs)
    }

    /// These claims, without that of an exact value if `score` is outside the window and no more than a bound there.
    fn inside(&self, window: Window, score: Score, claims: Derived) -> Derived {
        let may_be_exact = self.rules.exact_outside || window.bound(score) == Bound::Exact;
        Derived { exactly: claims.exactly && may_be_exact, by_move: claims.by_move && may_be_exact, ..claims }
    }

    /// The claims about `score` that follow because a node was searched less deep, as `visit` states it.
    pub(super) fn derive_reduced(&self, visit: &TraceVisit, window: Window, score: Score) -> Derived {
        let is_over = self.draw(visit).is_certain || self.graph.position(visit.node).is_terminal();
        if is_over || !self.may_be_reduced(visit) {
            return Derived::default();
        }
        let searched = self.by_search(visit, window, score);
        self.narrowed(searched, self.by_table(visit, score), score)
    }

    /// Whether a visit with `remaining` plies to go may use table entries.
    pub(super) fn probes(&self, remaining: usize) -> bool {
        let Rules { drafts, leaves, quiescence_table, horizon, .. } = self.rules;
        let is_inside = remaining > horizon.plies || remaining == horizon.plies && leaves;
        drafts != Drafts::NoTable && (is_inside || quiescence_table)
    }

    /// Whether a visit with `remaining` plies to go may use an entry that was stored with `draft` plies to
    /// go. For a table that quiescence uses, all its nodes have depth 0.
    pub(super) fn may_use(&self, remaining: usize, draft: usize) -> bool {
        let Rules { drafts, quiescence_table, horizon, .. } = self.rules;
        let [wanted, stored] =
            [remaining, draft].map(|plies| if quiescence_table { horizon.depth(plies) } else { plies });
        self.probes(remaining)
            && match drafts {
                Drafts::NoTable => false,
                Drafts::Equal => stored == wanted,
                Drafts::Deeper => stored >= wanted,
            }
    }

    fn by_table(&self, visit: &TraceVisit, score: Score) -> Derived {
        if !self.probes(visit.remaining) {
            return Derived::default();
        }
        self.known.implied(visit.node, score, |draft| self.may_use(visit.remaining, draft))
    }

    /// Whether an entry of the position after a move claims that the move is worth at least `score`.
    fn has_refuting_entry(&self, visit: &TraceVisit, score: Score) -> bool {
        let applies = self.rules.probes_children && !self.rules.horizon.is_past(visit.searched);
        applies
            && self.searched_edges(visit).any(|edge| {
                self.remaining_after(visit, edge).any(|after| {
                    let may_use = |draft| self.may_use(after, draft);
                    self.probes(after) && self.known.implied(edge.child, score.for_child(), may_use).at_most
                })
            })
    }

    /// The plies to go of a visit that is searched less deep; none where that is not allowed.
    pub(super) fn reduced_remaining(&self, visit: &TraceVisit) -> Range<usize> {
        let is_below_root = visit.ply > 0 || visit.is_inner;
        if is_below_root { self.rules.reduced_nodes(visit.remaining) } else { 0..0 }
    }

    /// Whether each move of a reduced visit was searched to a depth that it has there. All moves of a node are those of one
    /// depth.
    fn may_be_reduced(&self, visit: &TraceVisit) -> bool {
        let Rules { prob_cut, multi_cut, .. } = self.rules;
        let passed = self.graph.node(visit.node).passed;
        let fits = |claim: &ChildClaim| {
            claim.remaining < visit.searched
                || claim.is_own
                || passed == Pass::To(claim.node)
                || self.searched_edges(visit).any(|edge| {
                    claim.is_about(edge) && claim.remaining <= *self.remaining_after(visit, edge).end()
                })
        };
        prob_cut.or(multi_cut).is_some() || self.claims_of(visit).iter().all(fits)
    }

    /// Whether the claims about its children are too few for a claim about all moves of a visit.
    fn is_cut_off(&self, visit: &TraceVisit) -> bool {
        let Rules { futility, move_count, extends, horizon, lmr_shallower, .. } = self.rules;
        let may_skip = futility.is_some()
            || move_count.is_some()
            || horizon.is_past(visit.searched)
            || visit.lacks == Lacks::One;
        let has_one_depth = extends.is_none() && !lmr_shallower;
        let few =
            self.claims_of(visit).len() + self.excluded(visit).len() < self.graph.edges(visit.node).len();
        few && !may_skip && has_one_depth
    }

    fn is_refuted(&self, visit: &TraceVisit, score: Score) -> bool {
        let edges = self.graph.edges(visit.node);
        let may_play = |edge: &TraceEdge| !self.excluded(visit).contains(&edge.mv);
        self.claims_of(visit).iter().any(|claim| {
            claim.derived.at_most
                && !claim.is_own
                && claim.remaining + 1 == visit.searched
                && claim.score.for_parent() >= score
                && edges.iter().any(|edge| edge.child == claim.node && may_play(edge))
        })
    }

    /// The claims about the moves of a node, and about standing pat where only plies of quiescence remain.
    fn by_moves(&self, visit: &TraceVisit, window: Window, score: Score) -> Derived {
        if self.is_cut_off(visit) {
            return Derived { at_least: self.is_refuted(visit, score), ..Derived::default() };
        }
        let (mut at_least, mut at_most, mut exactly) = (false, true, false);
        let (mut was_searched, mut exact_others) = (false, true);
        if self.stands_pat(visit) {
            let stand_pat = self.evaluations(visit).about(score);
            (at_least, at_most, exactly) = (stand_pat.at_least, stand_pat.at_most, stand_pat.exactly);
            (was_searched, exact_others) = (true, stand_pat.at_most);
        }
        let (mut by_move, mut may_lack) = (false, visit.lacks == Lacks::One);
        // A test without the only move searches nothing.
        was_searched |= may_lack;
        for edge in self.searched_edges(visit) {
            let claims = self.about_move(visit, edge, score);
            if self.is_optional(visit, edge) && !claims.was_searched {
                continue;
            }
            at_least |= claims.at_least;
            by_move |= claims.exactly;
            was_searched |= claims.at_most;
            let is_skipped = !claims.at_most && self.may_skip(visit, edge, window, score);
            let is_lacking =
                !claims.at_most && !is_skipped && !claims.was_searched && std::mem::take(&mut may_lack);
            at_most &= claims.at_most || is_skipped || is_lacking;
            exact_others &= claims.at_most || is_skipped && window.is_open() || is_lacking;
        }
        at_most &= was_searched;
        exactly = (exactly || by_move) && exact_others && was_searched;
        Derived { at_least, at_most, exactly, by_move: by_move && exactly, ..Derived::default() }
    }

    /// Whether only plies of quiescence remain and a visit stands pat.
    fn stands_pat(&self, visit: &TraceVisit) -> bool {
        self.rules.horizon.is_past(visit.searched) && !visit.evades
    }

    /// The moves that a visit searches.
    pub(super) fn searched_edges(&self, visit: &TraceVisit) -> impl Iterator<Item = TraceEdge> {
        let (only_noisy, excluded) = (self.stands_pat(visit), self.excluded(visit));
        let checks = self.rules.quiescence_checks;
        self.graph.edges(visit.node).iter().copied().filter(move |edge| {
            (!only_noisy || edge.noisy || checks && edge.forcing) && !excluded.contains(&edge.mv)
        })
    }

    /// Whether quiescence may search a move and need not.
    pub(super) fn is_optional(&self, visit: &TraceVisit, edge: TraceEdge) -> bool {
        self.stands_pat(visit) && !edge.noisy
    }

    /// The first moves of better lines, without which a visit was searched.
    fn excluded(&self, visit: &TraceVisit) -> &[Move] {
        if visit.lacks == Lacks::Best { &self.thread.excluded_moves } else { &[] }
    }

    /// The most moves that may be searched before this one: no more than there are.
    pub(super) fn latest_index(&self, visit: &TraceVisit, edge: TraceEdge) -> usize {
        let others = self.graph.edges(visit.node).len().saturating_sub(self.excluded(visit).len() + 1);
        (edge.index + usize::from(self.rules.reorders)).min(others)
    }

    pub(super) fn claims_of(&self, visit: &TraceVisit) -> &[ChildClaim] {
        self.thread.claims.get(visit.pass as usize..).unwrap_or_default()
    }

    /// What the children of a visit claimed about one of its moves.
    pub(super) fn about_move(&self, visit: &TraceVisit, edge: TraceEdge, score: Score) -> MoveClaims {
        let (full, reduced) = self.depths_after(visit, edge);
        let is_reduced = |plies| {
            reduced.as_ref().is_some_and(|depths: &RangeInclusive<usize>| self.is_among(depths, plies))
        };
        let own = |claim: &&ChildClaim| {
            claim.is_about(edge) && (full.contains(&claim.remaining) || is_reduced(claim.remaining))
        };
        let own = self.claims_of(visit).iter().filter(own);
        // The last search of a move counts. Bounds of several are joined only where that is declared, and if several moves
        // lead to its position, the search may be that of another move.
        let earlier = if self.rules.joins || self.leads_there_too(visit, edge) {
            0
        } else {
            own.clone().count().saturating_sub(1)
        };
        let (mut about, mut refuted_in_full) = (MoveClaims::default(), false);
        for claim in own.skip(earlier) {
            let (value, derived) = (claim.score.for_parent(), claim.derived);
            let is_full = full.contains(&claim.remaining);
            about.was_searched = true;
            about.at_most |= derived.at_least && value <= score;
            about.at_least |= is_full && derived.at_most && value >= score;
            about.exactly |= is_full && derived.exactly && value == score;
            refuted_in_full |= is_full && derived.at_least && value <= score;
        }
        about.exactly |= self.rules.joins && about.at_least && refuted_in_full;
        about
    }

    /// Whether another move, or a null move, leads to the same position as this one.
    fn leads_there_too(&self, visit: &TraceVisit, edge: TraceEdge) -> bool {
        let others =
            self.graph.edges(visit.node).iter().filter(|other| other.child == edge.child).count() > 1;
        others || self.graph.node(visit.node).passed == Pass::To(edge.child)
    }

    pub(super) fn is_among(&self, depths: &RangeInclusive<usize>, plies: usize) -> bool {
        plies >= self.rules.horizon.plies && depths.contains(&self.rules.horizon.depth(plies))
    }

    /// Whether a move may be skipped by a visit that claims *value <= score*.
    pub(super) fn may_skip(&self, visit: &TraceVisit, edge: TraceEdge, window: Window, score: Score) -> bool {
        let Rules { horizon, delta, delta_pruning_best, futility_best, move_count_any, .. } = self.rules;
        // A node may have raised alpha up to its score. What a move counts as does not exceed that.
        let raised = window.alpha.max(score);
        if horizon.is_past(visit.searched) {
            let most = if delta_pruning_best { raised } else { score };
            return !visit.evades && delta.is_some_and(|margin| self.is_futile(visit, margin.into(), most));
        }
        let latest_index = self.latest_index(visit, edge);
        if window.is_open() && !self.rules.prunes_open || latest_index == 0 {
            return false;
        }
        let is_late = self.rules.move_count.is_some_and(|count| latest_index >= usize::from(count));
        let alpha = if window.is_open() { raised } else { window.alpha };
        let most = if futility_best { alpha } else { score.min(alpha) };
        let futility = self.rules.futility.and_then(|margin| margin.margin_at(horizon.depth(visit.searched)));
        is_late && (!edge.noisy || move_count_any)
            || !edge.noisy && futility.is_some_and(|margin| self.is_futile(visit, margin, most))
    }

    /// Whether the evaluation plus `margin` may be at most `score`.
    fn is_futile(&self, visit: &TraceVisit, margin: i64, score: Score) -> bool {
        let optimistic = self.evaluations(visit).least.with_margin(margin);
        optimistic.is_some_and(|optimistic| optimistic <= score)
    }

    /// Records which children attained an exact value that a visit found by its moves.
    pub(super) fn keep_supporters(&mut self, visit: &TraceVisit, record: u32, score: Score) {
        let (first, end) = (visit.pass as usize, self.thread.claims.len());
        for claim in first..end {
            let claim = self.thread.claims[claim];
            let value = claim.score.for_parent();
            let is_support = |edge| {
                let (full, _) = self.depths_after(visit, edge);
                claim.is_about(edge) && full.contains(&claim.remaining)
            };
            if claim.derived.exactly && value == score && self.searched_edges(visit).any(is_support) {
                self.known.add_supporter(record, score, claim.node, claim.remaining);
            }
        }
    }
}
