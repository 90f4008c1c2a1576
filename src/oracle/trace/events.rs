//! What a search tells: which visits are open, and what is known of each.

use super::derive::Derived;
use super::rests::Rests;
use super::{EndedVisit, Judged, Lack, OwnClaims, Skipped, Trace, TraceThread, TraceVisit, Underived};
use crate::oracle::Rules;
use crate::oracle::witnessed::Depths;
use crate::position::{Move, Position};
use crate::score::Score;
use crate::told::{Entry, Told, Why};

impl<P: Position> Trace<P> {
    pub fn begin(&mut self, rules: &Rules, checks_options: bool) {
        (self.rules, self.checks_options) = (*rules, checks_options);
        self.next_search();
        self.known.clear();
        (self.has_gaps, self.unleft, self.has_faults) = (false, None, false);
        (self.least_reported, self.rests) = (0, Rests::default());
    }

    /// The run goes on with another search, on the same table if the rules state that it is kept. The results of
    /// the search before are not shown.
    pub fn next_search(&mut self) {
        if !self.rules.keeps {
            self.known.clear();
        }
        self.thread.for_all(TraceThread::next_search);
    }

    /// The next visits are those of this thread, from 0.
    pub(crate) fn go_on_as(&mut self, number: usize) {
        self.thread.go_on_as(number);
    }

    pub fn search_started(&mut self, depth: usize, excluded_moves: &[Move]) {
        if self.thread.has_begun && depth != self.thread.depth && !self.rules.iterates {
            std::mem::swap(&mut self.known, &mut self.known_before);
            self.known.clear();
            self.forgotten += 1;
        }
        (self.thread.depth, self.thread.has_begun) = (depth, true);
        self.thread.excluded_moves.clear();
        self.thread.excluded_moves.extend_from_slice(excluded_moves);
        self.thread.visits.clear();
        self.thread.claims.clear();
        self.thread.skipped.clear();
        self.thread.ended = None;
    }

    /// Notes that what follows is not all that the search does.
    pub(crate) fn note_gap(&mut self) {
        self.has_gaps = true;
    }

    pub fn enter(&mut self, position: &P, ply: usize, remaining: usize) {
        if remaining >= Depths::BITS as usize {
            return self.note_gap();
        }
        let node = self.graph.number(position);
        if ply == 0 {
            // A root that is stopped has no exit, and is judged all the same.
            self.graph.expand(node);
        }
        let is_over = |top: &TraceVisit| top.ply > ply || top.ply == ply && top.node != node;
        while self.thread.visits.last().is_some_and(is_over) {
            // Visits of a search that was stopped end without an exit, and then another search begins at the root.
            self.note_unleft(ply > 0);
            self.leave();
        }
        self.has_gaps |= self.thread.visits.last().map_or(ply > 0, |top| top.ply + 1 < ply);
        let (first, quiet) = (self.thread.claims.len() as u32, self.quiet_before(node, ply));
        let is_inner = self.thread.visits.last().is_some_and(|outer| (outer.ply, outer.node) == (ply, node));
        let lacks_best = ply == 0 && !is_inner && !self.thread.excluded_moves.is_empty();
        let skipped = self.thread.skipped.len() as u32;
        self.thread.visits.push(TraceVisit {
            node,
            ply,
            remaining,
            searched: remaining,
            first,
            pass: first,
            skipped,
            own: OwnClaims::default(),
            within: OwnClaims::default(),
            quiet,
            is_inner,
            lacks_best,
            without: None,
            why: Why::Moves,
            is_evaluated: false,
            alpha: None,
            narrowed: None,
            line: None,
            begun: None,
            is_answered: false,
            has_unseen: false,
            tried: 0,
        });
    }

    /// The current visit reads its evaluation.
    pub fn evaluated(&mut self, position: &P) {
        if let Some(visit) = self.thread.visits.last_mut() {
            visit.is_evaluated |= self.graph.position(visit.node) == position;
        }
    }

    /// Takes over what the search tells about the node at `ply`.
    ///
    /// # Errors
    ///
    /// If an entry is stored that does not follow from what its node returned.
    pub fn told(&mut self, ply: usize, told: &Told) -> Judged {
        if let Told::Stores(entry) = told {
            return self.stored(ply, entry);
        }
        while self.thread.visits.last().is_some_and(|top| top.ply > ply) {
            self.note_unleft(true);
            self.leave();
        }
        let thread = &mut *self.thread;
        let Some(visit) = thread.visits.last_mut().filter(|visit| visit.ply == ply) else {
            self.has_gaps = true;
            return Ok(());
        };
        match *told {
            Told::Move(mv, full) => {
                let is_new = mv != Move::NULL && visit.begun.is_none_or(|(last, ..)| last != mv);
                visit.tried += usize::from(is_new);
                visit.begin((mv, full, false));
            }
            Told::Probe(mv) => visit.begin((mv, 0, true)),
            Told::Skipped(mv, reason) => {
                thread.skipped.push(Skipped { mv, reason, index: visit.tried });
                visit.tried += 1;
            }
            Told::Reduced(remaining) => visit.searched = remaining,
            // A fact, and no reason: who denies it is judged as if it did not narrow.
            Told::Narrowed(entry, window) => {
                visit.narrowed = Some((entry, window)).filter(|_| self.rules.narrows);
            }
            Told::Alpha(score) => visit.alpha = Some(score),
            Told::Without(mv) => visit.without = Some(mv),
            Told::Leaves(why) => visit.why = why,
            Told::Line(line) => visit.line = Some(line),
            Told::Raised(_) | Told::BestByBound(_) | Told::Refuted(_) | Told::Stores(_) => {}
        }
        Ok(())
    }

    /// Notes that the current visit ends although its result was not told.
    fn note_unleft(&mut self, is_unleft: bool) {
        let top = self.thread.visits.last().filter(|_| is_unleft);
        self.unleft = self.unleft.or(top.map(|visit| (visit.ply, visit.remaining)));
    }

    /// The ply of the first node whose result was not told although the search went on, and its plies to go.
    pub(crate) fn unleft(&self) -> Option<(usize, usize)> {
        self.unleft
    }

    pub(super) fn leave(&mut self) {
        let thread = &mut *self.thread;
        if let Some(TraceVisit { first, skipped, .. }) = thread.visits.last() {
            thread.claims.truncate(*first as usize);
            thread.skipped.truncate(*skipped as usize);
        }
        thread.visits.truncate(thread.visits.len().saturating_sub(1));
    }

    pub(super) fn current(&mut self, position: &P, remaining: usize) -> Option<TraceVisit> {
        let is_it =
            |visit: &TraceVisit| visit.remaining == remaining && self.graph.position(visit.node) == position;
        if let Some(visit) = self.thread.visits.last()
            && is_it(visit)
        {
            return Some(*visit);
        }
        let is_outer = self.thread.visits.iter().any(is_it);
        self.note_unleft(is_outer);
        self.has_gaps = true;
        None
    }

    /// Whether the entry follows from what the node at `ply`, which has returned, has established.
    fn stored(&mut self, ply: usize, entry: &Entry) -> Judged {
        let Some(ended) = self.thread.ended.filter(|ended| ended.visit.ply == ply) else {
            self.has_gaps = true;
            return Ok(());
        };
        let EndedVisit { visit, window, score, derived } = ended;
        if derived.is_assumed {
            // The nodes on which the result depends are not reported: what is stored is taken on trust.
            self.keep(&visit, score, Derived::default().with(entry.bound));
            return Ok(());
        }
        let searched = if self.rules.keeps_draft { visit.remaining } else { visit.searched };
        let depth = self.rules.horizon.depth(searched);
        let is_same = entry.score == score.clamp(Score::MIN, Score::MAX) || entry.score == score;
        let is_own = entry.key == self.graph.position(visit.node).key();
        if is_same && is_own && derived.includes(entry.bound) && entry.draft <= depth {
            return Ok(());
        }
        self.has_faults = true;
        let underived = self.explain(&visit, window, score);
        let lack = Lack::Stored(*entry, Some(depth).filter(|&depth| entry.draft > depth));
        Err(Box::new(Underived { lack, ..underived }))
    }
}

impl TraceThread {
    fn next_search(&mut self) {
        self.has_begun = false;
        self.excluded_moves.clear();
        self.visits.clear();
        self.claims.clear();
        self.skipped.clear();
        self.ended = None;
        self.roots.clear();
        self.root_claims.clear();
    }
}

impl TraceVisit {
    /// What only a node below the root may do.
    pub(super) fn unlawful_root(&self) -> Option<&'static str> {
        match self.why {
            _ if self.ply > 0 || self.is_inner => None,
            _ if self.searched != self.remaining => {
                Some("the root is searched to another depth than the search has")
            }
            _ if self.without.is_some() => Some("the root is searched without one of its moves"),
            Why::Table(_) => Some("the root returns the score of a table entry"),
            _ => None,
        }
    }

    fn begin(&mut self, mv: (Move, usize, bool)) {
        self.has_unseen |= self.begun.is_some() && !self.is_answered;
        (self.begun, self.is_answered) = (Some(mv), false);
    }
}
