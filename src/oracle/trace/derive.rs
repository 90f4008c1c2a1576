//! The steps: which claims about a score follow at a visit.

use super::{ChildClaim, Skipped, Trace, TraceEdge, TraceVisit};
use crate::oracle::{Drafts, Rules};
use crate::position::{Move, Position};
use crate::score::{Bound, Score, Window};
use crate::told::Entry;
use crate::told::Why;

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
        let draw = self.rules.may_draw().then(|| self.draw(visit)).filter(|draw| draw.applies(visit.why));
        match draw {
            Some(draw) => Derived { is_draw: true, ..draw.value.about(score) },
            None => self.derive_in_full(visit, window, score),
        }
    }

    /// The claims about `score` at a visit whose position is no draw on this path.
    fn derive_in_full(&self, visit: &TraceVisit, window: Window, score: Score) -> Derived {
        if self.is_ground(visit) {
            return Derived { is_ground: true, ..self.evaluations_of(&self.known, visit.node).about(score) };
        }
        let mut derived = match visit.why {
            Why::Table(entry) => self.by_entry(visit, &entry, score),
            _ => self.by_search(visit, window, score).or(visit.own.about(score)),
        };
        // Bounds beyond all values.
        derived.at_least |= score <= Score::MIN;
        derived.at_most |= score >= Score::MAX;
        let is_joined = self.rules.joins && visit.own.at_least.is_some() && visit.own.at_most.is_some();
        derived.exactly |= is_joined && derived.at_least && derived.at_most;
        if self.rules.mate_distance || self.alpha(visit).is_some() { derived.clamped(score) } else { derived }
    }

    /// Whether the value of a visit is the evaluation: the game is over, or no plies remain and no entry was told.
    pub(super) fn is_ground(&self, visit: &TraceVisit) -> bool {
        let ends = visit.remaining == 0 && !matches!(visit.why, Why::Table(_));
        ends || self.graph.position(visit.node).is_terminal()
    }

    /// What an entry of the table claims about `score`, if the run has established that.
    fn by_entry(&self, visit: &TraceVisit, entry: &Entry, score: Score) -> Derived {
        // A mate next to the limit of the scores may change where its distance is counted from the root and back.
        let value = entry.score.further(visit.ply).nearer(visit.ply);
        if !self.is_usable(visit, entry) {
            return Derived::default();
        }
        let claims = self.known.implied(visit.node, score, |plies| self.has_draft(plies, entry));
        let bound = entry.bound;
        let exactly = claims.exactly && value == score && (bound == Bound::Exact || self.rules.exact_outside);
        let claims = Derived {
            at_least: exactly || claims.at_least && value >= score && bound != Bound::Upper,
            at_most: exactly || claims.at_most && value <= score && bound != Bound::Lower,
            exactly,
            ..Derived::default()
        };
        claims.or(self.implied_by_alpha(visit, score, claims))
    }

    fn implied_by_alpha(&self, visit: &TraceVisit, score: Score, claims: Derived) -> Derived {
        let alpha = self.alpha(visit);
        let least = alpha.is_some_and(|alpha| alpha >= score);
        let exactly = alpha == Some(score) && claims.at_most;
        Derived { at_least: least, exactly, ..Derived::default() }
    }

    /// Whether `visit` may use an entry with the draft of `entry`.
    pub(super) fn is_usable(&self, visit: &TraceVisit, entry: &Entry) -> bool {
        let wanted = self.rules.horizon.depth(visit.remaining);
        self.probes(visit.remaining)
            && entry.draft >= wanted
            && (self.rules.drafts != Drafts::Equal || entry.draft == wanted)
    }

    /// Whether a visit with `plies` plies to go stores its entries with the draft of `entry`.
    pub(super) fn has_draft(&self, plies: usize, entry: &Entry) -> bool {
        self.rules.horizon.depth(plies) == entry.draft
    }

    /// The claims that follow from what was searched below a visit, from the evaluation, and from an entry that narrowed the window.
    fn by_search(&self, visit: &TraceVisit, window: Window, score: Score) -> Derived {
        let mut within = visit.narrowed.map_or(window, |(_, window)| window);
        // No position is worth more than mate in one, so the search may have asked for that instead.
        within.beta = within.beta.min(Score::MAX.further(1));
        if let Some(alpha) = self.alpha(visit) {
            within.alpha = within.alpha.max(alpha);
        }
        let mut claims = self.by_reason(visit, within, score);
        if let Some((entry, _)) = visit.narrowed.filter(|(entry, _)| self.is_usable(visit, entry)) {
            let known = self.known.implied(visit.node, score, |plies| self.has_draft(plies, &entry));
            let (least, most) =
                (known.at_least && entry.bound != Bound::Upper, known.at_most && entry.bound != Bound::Lower);
            let is_joined = self.rules.narrows && (least && claims.at_most || most && claims.at_least);
            claims = Derived {
                at_least: claims.at_least || least,
                at_most: claims.at_most || most,
                exactly: claims.exactly || is_joined,
                by_move: claims.by_move || is_joined,
                ..claims
            };
        }
        claims = claims.or(self.implied_by_alpha(visit, score, claims));
        self.inside(window, score, claims)
    }

    /// The claims that follow by the reason that the search told.
    fn by_reason(&self, visit: &TraceVisit, window: Window, score: Score) -> Derived {
        let refutes =
            |claim: &ChildClaim| claim.derived.at_most && claim.score.for_parent() >= score.max(window.beta);
        let claims = self.claims_of(visit);
        let (at_least, at_most) = match visit.why {
            Why::Moves | Why::Draw | Why::Table(_) => return self.by_moves(visit, score),
            Why::Static(value) => {
                let is_evaluation = self.evaluations_of(&self.known, visit.node).contain(value);
                let (is_above, is_below) = (score >= window.beta, score <= window.alpha);
                (is_evaluation && is_above && score <= value, is_evaluation && is_below && score >= value)
            }
            Why::Pass => {
                let shows = |claim| refutes(claim) && self.is_after_pass(visit, claim);
                (self.last_pass(visit).is_some_and(shows), false)
            }
            Why::Cut(count) => {
                let is_test = |claim: &&ChildClaim, edge| claim.is_test && claim.is_about(edge);
                let reaches =
                    |edge: &TraceEdge| claims.iter().filter(|claim| is_test(claim, *edge)).any(refutes);
                (self.searched_edges(visit).filter(reaches).count() >= usize::from(count.max(1)), false)
            }
            Why::SameNode => {
                let own = visit.within.about(score);
                (own.at_least, own.at_most)
            }
            Why::ChildEntry(mv, entry) => {
                let after = visit.searched.saturating_sub(1 + self.rules.plies_lost());
                let is_deep = self.probes(visit.searched) && entry.draft >= self.rules.horizon.depth(after);
                let usable = |plies| is_deep && self.has_draft(plies, &entry);
                let implied = |edge: TraceEdge| self.known.implied(edge.child, score.for_child(), usable);
                let mut edges = self.searched_edges(visit);
                (edges.any(|edge| edge.mv == mv && implied(edge).at_most), false)
            }
        };
        Derived { at_least, at_most, ..Derived::default() }
    }

    pub(super) fn last_pass(&self, visit: &TraceVisit) -> Option<&ChildClaim> {
        self.claims_of(visit).iter().rev().find(|claim| claim.mv == Some(Move::NULL))
    }

    /// Whether a claim is about the position after a pass.
    pub(super) fn is_after_pass(&self, visit: &TraceVisit, claim: &ChildClaim) -> bool {
        let passed = self.graph.position(visit.node).pass();
        passed.is_some_and(|passed| passed == *self.graph.position(claim.node))
    }

    /// Returns `claims` without the claim of an exact value, if `score` is outside the window and only a bound there.
    fn inside(&self, window: Window, score: Score, claims: Derived) -> Derived {
        let may_be_exact = self.rules.exact_outside || window.bound(score) == Bound::Exact;
        Derived { exactly: claims.exactly && may_be_exact, by_move: claims.by_move && may_be_exact, ..claims }
    }

    /// The claims about the moves of a node, and about standing pat where only plies of quiescence remain.
    fn by_moves(&self, visit: &TraceVisit, score: Score) -> Derived {
        let (mut at_least, mut at_most, mut exactly) = (false, true, false);
        let (mut was_searched, mut exact_others, mut by_move) = (visit.without.is_some(), true, false);
        if self.stands_pat(visit) {
            let stand_pat = self.evaluations_of(&self.known, visit.node).about(score);
            (at_least, at_most, exactly) = (stand_pat.at_least, stand_pat.at_most, stand_pat.exactly);
            (was_searched, exact_others) = (true, stand_pat.at_most);
        }
        for edge in self.searched_edges(visit) {
            let claims = self.about_move(visit, edge, score);
            let may_lack = self.may_lack(visit, edge);
            at_least |= claims.at_least;
            by_move |= claims.exactly;
            was_searched |= claims.at_most;
            at_most &= claims.at_most || may_lack;
            exact_others &= claims.at_most || may_lack;
        }
        at_most &= was_searched;
        exactly = (exactly || by_move) && exact_others && was_searched;
        Derived { at_least, at_most, exactly, by_move: by_move && exactly, ..Derived::default() }
    }

    /// Whether only plies of quiescence remain and a visit stands pat: one that evades searches moves without an evaluation.
    pub(super) fn stands_pat(&self, visit: &TraceVisit) -> bool {
        let evades = visit.begun.is_some() && !visit.is_evaluated;
        self.rules.horizon.is_past(visit.searched) && !evades
    }

    /// The moves that a visit searches.
    pub(super) fn searched_edges(&self, visit: &TraceVisit) -> impl Iterator<Item = TraceEdge> {
        let (only_noisy, excluded) = (self.stands_pat(visit), self.excluded(visit));
        let edges = self.graph.edges(visit.node).iter().copied();
        let claims = self.claims_of(visit);
        // Quiescence may search some quiet moves too.
        edges.filter(move |edge| {
            (!only_noisy || edge.noisy || claims.iter().any(|claim| claim.is_about(*edge)))
                && !excluded.contains(&edge.mv)
        })
    }

    /// The first moves of better lines, without which a visit was searched.
    pub(super) fn excluded(&self, visit: &TraceVisit) -> &[Move] {
        if visit.lacks_best { &self.thread.excluded_moves } else { &[] }
    }

    pub(super) fn claims_of(&self, visit: &TraceVisit) -> &[ChildClaim] {
        self.thread.claims.get(visit.pass as usize..).unwrap_or_default()
    }

    pub(super) fn skipped_of(&self, visit: &TraceVisit) -> &[Skipped] {
        self.thread.skipped.get(visit.skipped as usize..).unwrap_or_default()
    }

    /// Whether a visit has left a move out, or is one without it.
    pub(super) fn may_lack(&self, visit: &TraceVisit, edge: TraceEdge) -> bool {
        visit.without == Some(edge.mv) || self.skipped_of(visit).iter().any(|skipped| skipped.mv == edge.mv)
    }

    /// What the children of a visit claimed about one of its moves.
    pub(super) fn about_move(&self, visit: &TraceVisit, edge: TraceEdge, score: Score) -> MoveClaims {
        let own = self.claims_of(visit).iter().filter(|claim| claim.is_about(edge) && !claim.is_test);
        // The last search of a move counts. Bounds of several are joined only where that is declared. Where several moves lead to
        // the position and it was not told which one is searched, the searches may be of either.
        let leads_there = |other: &&TraceEdge| other.child == edge.child;
        let is_ambiguous = own.clone().any(|claim| claim.mv.is_none())
            && self.graph.edges(visit.node).iter().filter(leads_there).count() > 1;
        let takes_all = self.rules.joins || is_ambiguous;
        let earlier = if takes_all { 0 } else { own.clone().count().saturating_sub(1) };
        let (mut about, mut refuted_in_full) = (MoveClaims::default(), false);
        for claim in own.skip(earlier) {
            let (value, derived, is_full) = (claim.score.for_parent(), claim.derived, claim.is_full());
            about.was_searched = true;
            about.at_most |= derived.at_least && value <= score;
            about.at_least |= is_full && derived.at_most && value >= score;
            about.exactly |= is_full && derived.exactly && value == score;
            refuted_in_full |= is_full && derived.at_least && value <= score;
        }
        about.exactly |= self.rules.joins && about.at_least && refuted_in_full;
        about
    }

    /// Records which children attained an exact value that a visit found by its moves.
    pub(super) fn keep_supporters(&mut self, visit: &TraceVisit, record: u32, score: Score) {
        let (first, end) = (visit.pass as usize, self.thread.claims.len());
        for claim in first..end {
            let claim = self.thread.claims[claim];
            let fits = (claim.derived.exactly || self.rules.joins) && claim.score.for_parent() == score;
            if fits && claim.is_full() && self.searched_edges(visit).any(|edge| claim.is_about(edge)) {
                self.known.add_supporter(record, score, claim.node, claim.remaining);
            }
        }
    }

    /// Whether a visit with `remaining` plies to go may use table entries.
    pub(super) fn probes(&self, remaining: usize) -> bool {
        let Rules { drafts, leaves, quiescence_table, horizon, .. } = self.rules;
        let is_inside = remaining > horizon.plies || remaining == horizon.plies && leaves;
        drafts != Drafts::NoTable && (is_inside || quiescence_table)
    }

    /// Whether a visit with `remaining` plies to go may use an entry that was stored with `draft` plies to go.
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
}
