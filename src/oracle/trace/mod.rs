//! The trace check: whether each result of one run follows from what that run returned before.
//!
//! Where a position can have several valid values, the [witnessed values](super::witnessed) are what *some*
//! correct search may return. A search that reports its nodes is judged more sharply: its trace is a proof of
//! its score, and each step of the proof is checked.
//!
//! # Claims
//!
//! A *visit* is one search of a position with some plies to go and a window `(alpha, beta)`. It returns a
//! score r. A *claim* is a statement about the value of a position at some remaining plies: *value <= r*,
//! *value >= r* or *value = r*. The window determines which claim is *required*: *<=* if r <= alpha, *>=* if
//! r >= beta, else *=*. What the visit *establishes* is every claim about r that can be derived, whatever
//! its window: the evaluation of a leaf is its value even if the window was null.
//!
//! - The visit of the parent keeps the claims that its children establish during this very visit.
//! - `known(p, d)` keeps the claims that all visits of `p` with `d` plies to go have established since the
//!   table was emptied, those of preceding searches included. Draws are not kept, because they
//!   belong to a path and are never stored; nor are visits of the root without its best moves (`MultiPV`).
//!
//! # Steps
//!
//! A claim about r at `p` with `d` plies to go is derivable by at least one of these steps. If *draw* applies,
//! no other step does. `F(m)` are the plies that remain after the move m, `L(m)` these and the ones after a
//! reduction; a child that returns c has the value -c for its parent.
//!
//! ```text
//! draw       the position is a draw on its path: its value is the one of a draw
//! ground     the game is over, or no plies remain: the value is evaluate(p)
//! table      a claim of known(p, d'), d' a draft that may be used, implies the claim
//! moves      >= r   some child claimed <= -r, at F
//!            <= r   every move has a child that claimed >= -r, at L, or may be skipped;
//!                   at least one move was searched
//!            =  r   some child claimed = -r, at F, and every other move as for <= r
//! stand pat  where only plies of quiescence remain: one more move, with the value evaluate(p); where declared, a
//!            forcing move that is not noisy may be searched too, and need not
//! entry      >= r   where declared: after some move, a claim of known at a draft for F is <= -r
//! upcoming   >= r   where declared: some move leads to a draw, whose value is at least r
//!            =  r   that value is r, and <= r by another step
//! pass       >= r   the position after a null move claimed <= -r, at a reduced depth
//! cut        >= r   ProbCut, multi-cut: that many moves have a child that claimed at most both -r and
//!                   -(beta + margin), at a reduced depth
//! own        >= r   where declared: a search of p inside this visit, to a smaller depth, claimed >= r: the
//!                   verification of a null move, or the test of a singular move
//! static     >= r   static null move: evaluate(p) - margin is at least r and beta
//!            <= r   razoring: evaluate(p) is at most r, and evaluate(p) + margin at most alpha; or a
//!                   search of p inside this visit, with the plies of quiescence, claimed <= r,
//!                   and r is at most alpha
//! reduced    moves, pass, cut, own and static at a smaller depth (internal iterative reduction), if no move
//!            was searched deeper
//! range      >= r   r is at most the least score that there is
//!            <= r   r is at least the greatest one
//! mate       <= r   where declared: r is at least mate in one
//!            >= r   where declared: r is at most being mated now
//!            =  r   where declared: one of these, and the other claim by another step
//! joined     =  r   where declared: a claim >= r and a claim <= r, about one child, or about the position
//!                   itself from two passes of the same visit
//! narrowed   =  r   where declared: a claim >= r and a claim <= r, one of them from the table
//! ```
//!
//! - *= r* by moves, standing pat or a reduced node follows only if r lies inside the window, unless
//!   [`Rules::exact_outside`] declares more. A draw, an evaluation and an exact entry are exact in any window.
//! - Moves are skipped, and nodes are cut off by *pass*, *cut*, *own* and *static*, only if the window is null, unless
//!   [`Rules::prunes_open`] declares more. A move that counts as futile may be skipped only if r is at least the
//!   optimistic value for which it was skipped; where it counts as nothing, only if that value is at most alpha, or
//!   in an open window at most the larger of alpha and r. In quiescence a move is skipped by delta pruning in the same
//!   way, in any window.
//! - `F` has several members where a move may be extended or not, or by several amounts: d - 1 and that many plies, of
//!   depth no fewer than none. Where singular extension is declared, a move has less than d - 1 only in a visit that
//!   contains a search of p. `L` has one more for each reduction. Where the search that repeats a reduced one may be
//!   less deep, `F` has one ply less too, if the move is late and was searched before in this visit.
//! - The last search of a move counts. What an earlier one claimed, reduced or in another window, proves nothing any more, unless
//!   bounds are joined or several moves lead to its position. A move is as late as it can be: after as many other moves as may
//!   come before it, and no more than there are.
//! - After a forcing move, where evasions are declared, quiescence searches all moves and does not stand pat.
//! - Where it is declared, an entry of any draft corrects evaluate(p): an exact score, a lower bound above it or an
//!   upper bound below it takes its place, unless it is a mate. Each number between the extremes is then accepted for
//!   standing pat. A leaf that does not probe is not corrected.
//! - Where windows are narrowed, by the table or by mate distance pruning, alpha and beta of the steps may be those of
//!   the narrowed window too, which may be null where that of the visit is open. What is exact depends on the window of
//!   the visit.
//! - A visit inside a visit of the same position at the same ply (internal deepening, razoring, the test of a
//!   singular move) is a visit like any other. Its claims are never those of a child. They are kept only where
//!   such visits are declared. The test of a singular move may lack one move, even the only one; then it establishes
//!   nothing, unless it fails high: one move proves that without the others. At the root it may lack the first moves of the
//!   better lines, or have them.
//! - Each child has a window that the visit can have had at that moment: `windows.rs` has the rule and its proof.
//! - Where it is declared, evaluate(p) is any number up to [`Rules::correction`] away from that of the game, and a draw any up
//!   to [`Rules::draw_spread`] away from [`Rules::draw`].
//! - A draw to which a move leads narrows the window as the nearest mates do.
//!
//! *Draws.* A position is a draw if it occurred on the path as often as [`Rules::repetition`] states, counting
//! the positions before the root where it does so, or if the last [`Rules::quiet_plies`] moves were all quiet and the
//! game is not over. If several moves lead from one position to the next, and only some of them are quiet, both are
//! possible: then the other steps apply too. The value of a draw is [`Rules::draw`] for the side to move at the root.
//!
//! # Proof
//!
//! *A correct search is never reported.* By induction over the visits in the order in which they end. Suppose
//! that every visit that ended before established its required claim, and that a table entry holds the
//! required claim of such a visit. Let a visit return r.
//!
//! - It is a draw, a leaf or the end of the game: the returned score is the one of the step.
//! - It returns the score of an entry. The entry was stored at the end of a visit of the same position at the
//!   draft of the entry, and its bound is the one of that visit's window. So *known* has its claim, and the
//!   cutoff rule of the search uses it only for the side of the window that it implies.
//! - It fails high by a move. The last search of this move returned c with -c = r >= beta to its own window,
//!   whose alpha is at least -beta, so that *value <= c* was its required claim. This search had the full
//!   depth, because a reduced search that fails high is repeated, or one that `F` contains after such a search.
//! - It fails low. Each move was skipped, or its last search failed high against -alpha: *value >= c* was
//!   required, with -c <= r. That search may have been a reduced one, or one that repeats a reduced one.
//! - It returns r inside its window. The best move was last searched with r inside the window, so that its
//!   child's required claim was *value = -r*; every other move is as in a fail-low against r. A search that
//!   takes a null-window score for the value (`NegaScout` above leaves) has no such required claim. Where the
//!   child is no leaf, it must be declared as a search that joins bounds or as one that is exact outside.
//!   A child that returned an exact value to a null window was a draw, a leaf or an exact entry.
//! - A skipped move has an optimistic value of at most the alpha of that moment. A search that skips returns at
//!   least that value: it enters as the move's score, or it does not exceed alpha, which r reaches or exceeds. Where it
//!   counts as nothing, r may be less. But alpha has only been raised to scores of moves, so it is then still that of the
//!   window, and else at most r.
//! - A cutoff by a pass, by the evaluation, by searches at a reduced depth or by a search of the position itself, and a
//!   node that is searched less deep, are their steps. The children of a reduced node all have the depths of the reduced node.
//! - It returns a bound of mate distance pruning. No position is worth more than mate in one, unless the game is
//!   over, and none less than being mated now; so the returned bound is the one of the step, and together with the
//!   other bound it is exact.
//! - Its window was narrowed, to a bound of the table or of the nearest mates, and it returns a score that is a bound
//!   for the narrowed window, but lies inside its own one. The search derived that bound with the narrowed window, and
//!   the table or the nearest mate gives the other bound.
//! - It is the test of a singular move. It returns a bound for its null window from all moves but one; if there is no
//!   other one, it fails low.
//!
//! *Threads.* All threads of a search share *known*, as they share the table; visits, and what depends on a path, are those of each
//! thread. A result is reported before it is stored, and the reports of other threads are read before a thread returns
//! what it found in the table. So each claim in the table is among those before, and the induction is over the visits of
//! all threads in the order of their reports. That holds for any order of memory: a lock orders the reports, and if that
//! of the reader came before that of the writer, its probe would have come before the write.
//!
//! *A step adds no claim that is not valid.* By the same induction each claim that is established is one of
//! the [witnessed values](super::witnessed), where these are defined ([`Rules::has_sets`]): *ground*, *moves*,
//! *pass*, *cut*, *own*, *static*, *reduced* and *mate* are their rules with one child claim in the place of the largest or
//! the smallest, and *table* is their rule of depth mixing. *Joined* and *narrowed* add exact scores that lie between
//! two valid bounds, and only where they are declared. Without these two the trace check accepts no more than the
//! sets, and it accepts less wherever this run did not find what another one could have found.
//!
//! *Known limits.* A line may continue with a claim that was made after the one that it continues. That a node is worth a draw
//! because a move leads to one is kept, although it depends on the path. Two null moves in
//! a row are accepted. The root counts as a position that no forcing move leads to. A null window with an edge next to
//! the greatest score that is no mate may count as open below the root, because mates are counted from the node.
//!
//! # What the check costs
//!
//! For each visit a comparison of its moves with the claims of its children. Positions are numbered, and the
//! moves of each are generated once per game.

mod cutoffs;
mod depths;
mod derive;
mod graph;
mod known;
mod outcome;
mod path;
mod reason;
mod windows;

use std::cell::RefCell;
use std::ops::Range;

use crate::oracle::{Memo, PerThread, Rules};
use crate::position::{Move, Position};
use crate::score::{Bound, Score, Window};

use derive::Derived;
use graph::{Pass, TraceEdge, TraceGraph, TraceNode};
use known::Known;
pub use outcome::{Fit, ShownOutcome};
use path::PathArrival;
pub use reason::{DrawRule, Lack, Underived};

/// Whether a result follows from what was returned before.
pub type Judged = Result<(), Box<Underived>>;

/// The positions of a game that visits or moves reached, and the claims of the current run about them.
#[derive(Debug)]
pub struct Trace<P> {
    rules: Rules,
    history: Vec<u32>,
    graph: TraceGraph<P>,
    known: Known,
    thread: PerThread<TraceThread>,
    /// The memory of the path of a line that is replayed.
    path: RefCell<Vec<u32>>,
    has_gaps: bool,
    has_faults: bool,
    least_reported: usize,
}

/// What belongs to one thread of a run. All else is shared by all of them, as their table is.
#[derive(Default, Debug)]
struct TraceThread {
    depth: usize,
    /// Whether the current search has begun: what it leaves from one iteration to the next depends on the
    /// rules.
    has_begun: bool,
    excluded_moves: Vec<Move>,
    visits: Vec<TraceVisit>,
    /// The claims that the children of these visits have established: those of one visit after another.
    claims: Vec<ChildClaim>,
    roots: Vec<RootVisit>,
    root_claims: Vec<ChildClaim>,
}

#[derive(Default, Debug)]
pub(super) struct TraceMemory {
    numbers: Vec<u32>,
    nodes: Vec<TraceNode>,
    edges: Vec<TraceEdge>,
    moves: Vec<Move>,
    known: Known,
    thread: PerThread<TraceThread>,
}

#[derive(Clone, Copy, Debug)]
struct TraceVisit {
    node: u32,
    ply: usize,
    remaining: usize,
    /// The plies to go with which it is searched: `remaining`, or fewer where its node is reduced.
    searched: usize,
    /// Where the claims of its children begin, and where those of its current pass begin.
    first: u32,
    pass: u32,
    own: OwnClaims,
    arrival: PathArrival,
    /// Whether it is a search inside another visit of the same position at the same ply.
    is_inner: bool,
    /// Whether only plies of quiescence remain and it does not stand pat.
    evades: bool,
    lacks: Lacks,
}

/// The moves without which a visit is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lacks {
    Nothing,
    /// The first moves of the better lines, at the root.
    Best,
    /// Any one of its moves, which is tested for being singular.
    One,
}

#[derive(Clone, Copy, Default, Debug)]
struct OwnClaims {
    at_least: Option<Score>,
    at_most: Option<Score>,
    exactly: Option<Score>,
}

#[derive(Clone, Copy, Debug)]
struct ChildClaim {
    node: u32,
    remaining: usize,
    score: Score,
    derived: Derived,
    window: Window,
    /// Whether it is one about the position itself, of a search inside its visit.
    is_own: bool,
}

impl ChildClaim {
    /// Whether it is a claim about the position after this move.
    fn is_about(&self, edge: TraceEdge) -> bool {
        self.node == edge.child && !self.is_own
    }
}

#[derive(Clone, Debug)]
struct RootVisit {
    depth: usize,
    excluded: usize,
    node: u32,
    bound: Bound,
    score: Score,
    claims: Range<usize>,
}

impl<P: Position> Default for Trace<P> {
    fn default() -> Self {
        Self::reusing(TraceMemory::default())
    }
}

impl<P: Position> Trace<P> {
    pub(super) fn reusing(memory: TraceMemory) -> Self {
        let TraceMemory { numbers, mut nodes, mut edges, moves, known, thread } = memory;
        nodes.clear();
        edges.clear();
        let numbers = Memo::cleared(numbers, 1, 0);
        Self {
            rules: Rules::FIXED_TREE,
            history: Vec::new(),
            graph: TraceGraph { numbers, positions: Vec::new(), nodes, edges, moves },
            known,
            thread,
            path: RefCell::default(),
            has_gaps: false,
            has_faults: false,
            least_reported: 0,
        }
    }

    pub(super) fn into_memory(self) -> TraceMemory {
        let Self { graph, known, thread, .. } = self;
        let TraceGraph { numbers, nodes, edges, moves, .. } = graph;
        let numbers = numbers.into_dense();
        TraceMemory { numbers, nodes, edges, moves, known, thread }
    }

    pub fn begin(&mut self, rules: &Rules) {
        self.rules = *rules;
        self.next_search();
        self.known.clear();
        (self.has_gaps, self.has_faults) = (false, false);
        self.least_reported = 0;
    }

    pub(super) fn set_history(&mut self, positions: &[P]) {
        self.history.clear();
        for position in positions {
            let node = self.graph.number(position);
            self.history.push(node);
        }
    }

    /// Declares that only nodes with at least this depth to go are reported, without the plies of quiescence; 0:
    /// all nodes.
    pub(super) fn reported_down_to(&mut self, least: usize) {
        self.least_reported = least;
    }

    /// Whether all visits are reported on which the result of one with `remaining` plies to go depends.
    #[inline]
    pub fn is_reported(&self, remaining: usize) -> bool {
        self.least_reported == 0 || self.reports_all_below(remaining)
    }

    fn reports_all_below(&self, remaining: usize) -> bool {
        let Rules { null, lmr, iir, horizon, prob_cut, multi_cut, lmr_shallower, .. } = self.rules;
        let cuts = [prob_cut, multi_cut].map(|cut| cut.map(|cut| cut.plies));
        let reductions = [null, lmr.map(|late| late.plies), cuts[0], cuts[1]];
        let most = reductions.into_iter().flatten().map(|plies| usize::from(plies.most)).max();
        let shortened = self.rules.plies_lost() + usize::from(lmr_shallower);
        let reduction = most.unwrap_or(0) + shortened + iir.map_or(0, |plies| plies.most.into());
        let Rules { razors_by_quiescence, corrects_evaluation, own_cutoffs, singular, .. } = self.rules;
        let tests_moves = own_cutoffs || singular && self.rules.plies_lost() > 0;
        // A child that is not derived may be exact, where its window requires only a bound.
        let uses_exact = self.rules.exact_outside || self.rules.probes_children;
        let reads_all = razors_by_quiescence || corrects_evaluation || tests_moves || uses_exact;
        !reads_all && horizon.depth(remaining) > self.least_reported + reduction
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
    pub fn go_on_as(&mut self, number: usize) {
        self.thread.go_on_as(number);
    }

    pub fn search_started(&mut self, depth: usize, excluded_moves: &[Move]) {
        if self.thread.has_begun && depth != self.thread.depth && !self.rules.iterates {
            self.known.clear();
        }
        (self.thread.depth, self.thread.has_begun) = (depth, true);
        self.thread.excluded_moves.clear();
        self.thread.excluded_moves.extend_from_slice(excluded_moves);
        self.thread.visits.clear();
        self.thread.claims.clear();
    }

    pub fn enter(&mut self, position: &P, ply: usize, remaining: usize) {
        let node = self.graph.number(position);
        if ply == 0 {
            // A root that is stopped has no exit, and is judged all the same.
            self.graph.expand(node, false);
        }
        // Visits that were stopped end without an exit.
        while self.thread.visits.last().is_some_and(|top| top.ply > ply || top.ply == ply && top.node != node)
        {
            self.leave();
        }
        self.has_gaps |= self.thread.visits.last().map_or(ply > 0, |top| top.ply + 1 < ply);
        let (first, arrival) = (self.thread.claims.len() as u32, self.arrival(node, ply));
        let evades = self.rules.evades && self.rules.horizon.is_past(remaining) && arrival.is_forced;
        let is_inner = self.thread.visits.last().is_some_and(|outer| (outer.ply, outer.node) == (ply, node));
        let is_without_best = ply == 0 && !is_inner && !self.thread.excluded_moves.is_empty();
        let lacks = if is_without_best { Lacks::Best } else { Lacks::Nothing };
        let (own, pass) = (OwnClaims::default(), first);
        self.thread.visits.push(TraceVisit {
            node,
            ply,
            remaining,
            searched: remaining,
            first,
            pass,
            own,
            arrival,
            is_inner,
            evades,
            lacks,
        });
    }

    fn leave(&mut self) -> Option<TraceVisit> {
        let visit = self.thread.visits.pop()?;
        self.thread.claims.truncate(visit.first as usize);
        Some(visit)
    }

    fn current(&mut self, position: &P, remaining: usize) -> Option<TraceVisit> {
        let is_it =
            |visit: &TraceVisit| visit.remaining == remaining && self.graph.position(visit.node) == position;
        let visit = self.thread.visits.last().copied().filter(is_it);
        self.has_gaps |= visit.is_none();
        visit
    }

    /// The current visit, of `position` with `remaining` plies to go and called with `window`, returns
    /// `score`.
    ///
    /// # Errors
    ///
    /// If the claim that the window requires does not follow from what the run has returned before.
    pub fn exit(&mut self, position: &P, remaining: usize, window: Window, score: Score) -> Judged {
        let Some(mut visit) = self.current(position, remaining) else { return Ok(()) };
        let (derived, result) = self.judge(&mut visit, window, score);
        self.end(&visit, window, score, derived);
        result
    }

    /// As [`Trace::exit`], for a visit whose result depends on others that are not reported: it establishes the
    /// claim that its window requires.
    ///
    /// Returns whether it was searched with all its moves.
    pub fn exit_unchecked(&mut self, position: &P, remaining: usize, window: Window, score: Score) -> bool {
        let Some(visit) = self.current(position, remaining) else { return true };
        self.end(&visit, window, score, Derived::default().with(window.bound(score)));
        !(self.rules.singular && visit.is_inner)
    }

    fn end(&mut self, visit: &TraceVisit, window: Window, score: Score, derived: Derived) {
        if visit.ply == 0 && !visit.is_inner {
            self.keep_root(visit, window.bound(score), score);
        }
        if !visit.is_inner || self.rules.searches_inside() || self.rules.razors_by_quiescence {
            self.keep(visit, window, score, derived);
        }
        self.leave();
        let Some(&outer) = self.thread.visits.last() else { return };
        let TraceVisit { node, ply, remaining, .. } = *visit;
        if outer.ply + 1 == ply || outer.ply == ply {
            self.thread.claims.push(ChildClaim {
                node,
                remaining,
                score,
                derived,
                window,
                is_own: outer.ply == ply,
            });
        }
    }

    /// One of several searches of all moves of the current visit, with this window, ended with `score`.
    ///
    /// # Errors
    ///
    /// As for [`Trace::exit`].
    pub fn pass_ended(&mut self, position: &P, remaining: usize, window: Window, score: Score) -> Judged {
        let Some(visit) = self.current(position, remaining) else { return Ok(()) };
        let mut visit = TraceVisit { own: OwnClaims::default(), ..visit };
        let (derived, result) = self.judge(&mut visit, window, score);
        self.keep(&visit, window, score, derived);
        let end = self.thread.claims.len() as u32;
        if let Some(visit) = self.thread.visits.last_mut() {
            visit.pass = end;
            visit.own.add(derived, score);
        }
        result
    }

    /// What is derivable about `score` at `visit`, and whether that includes what the window requires, and the windows of
    /// its children follow. If not, the visit establishes the required claim all the same, so that one fault is reported
    /// once. The visit becomes the one that was searched: see [`Trace::read_otherwise`].
    fn judge(&mut self, visit: &mut TraceVisit, window: Window, score: Score) -> (Derived, Judged) {
        if visit.remaining > 0 && !self.graph.position(visit.node).is_terminal() {
            self.graph.expand(visit.node, self.rules.null.is_some());
        }
        let bound = window.bound(score);
        let mut derived = self.derive(visit, window, score);
        let mut follows = derived.includes(bound);
        if !follows
            && visit.is_inner
            && let Some((reading, claims)) = self.read_otherwise(visit, window, score)
        {
            follows = true;
            // What is true without one of its moves is kept for nothing.
            (*visit, derived) =
                if reading.lacks == Lacks::One { (*visit, Derived::default()) } else { (reading, claims) };
        }
        if follows && self.strange_child(visit, window).is_none() {
            return (derived, Ok(()));
        }
        self.has_faults = true;
        let underived = Box::new(self.explain(visit, window, score));
        (derived.with(bound), Err(underived))
    }

    /// A visit inside another one, without those moves that such a visit may lack, and what is derivable then, if that
    /// includes what the window requires.
    #[cold]
    fn read_otherwise(
        &self,
        visit: &TraceVisit,
        window: Window,
        score: Score,
    ) -> Option<(TraceVisit, Derived)> {
        let may_lack = |lacks: &Lacks| match lacks {
            Lacks::Nothing => false,
            Lacks::Best => visit.ply == 0 && !self.thread.excluded_moves.is_empty(),
            Lacks::One => self.rules.singular,
        };
        let lacks = [Lacks::Best, Lacks::One].into_iter().filter(may_lack);
        let readings = lacks.map(|lacks| TraceVisit { lacks, ..*visit });
        let mut claims = readings.map(|reading| (reading, self.derive(&reading, window, score)));
        claims.find(|(_, claims)| claims.includes(window.bound(score)))
    }

    /// Keeps what a visit establishes for later probes and for the line.
    fn keep(&mut self, visit: &TraceVisit, window: Window, score: Score, derived: Derived) {
        if derived.is_draw || visit.lacks == Lacks::Best || derived.is_ground && !self.probes(visit.remaining)
        {
            return;
        }
        let reduced = if derived.is_ground { 0..0 } else { self.reduced_remaining(visit) };
        let is_known = derived.is_assumed || reduced.is_empty() && self.rules.quiet_plies.is_none();
        let mut own = if is_known { derived } else { self.derive_in_full(visit, window, score) };
        for searched in reduced {
            let visit = &TraceVisit { searched, ..*visit };
            let at_reduced = if is_known { derived } else { self.derive_reduced(visit, window, score) };
            self.keep_searched(visit, score, at_reduced);
            own = if self.rules.keeps_draft { own.or(at_reduced) } else { own };
        }
        self.keep_searched(visit, score, own);
    }

    /// Keeps claims about a visit at the depth to which it was searched.
    fn keep_searched(&mut self, visit: &TraceVisit, score: Score, derived: Derived) {
        let record = self.known.record(visit.node, visit.searched);
        self.known.add(record, score, derived);
        if derived.by_move {
            self.keep_supporters(visit, record, score);
        }
    }

    fn keep_root(&mut self, visit: &TraceVisit, bound: Bound, score: Score) {
        let (depth, excluded) = (self.thread.depth, self.thread.excluded_moves.len());
        let is_repeated = |last: &RootVisit| (last.depth, last.excluded) == (depth, excluded);
        if self.thread.roots.last().is_some_and(is_repeated) {
            self.thread.roots.pop();
        }
        let thread = &mut *self.thread;
        let first = thread.root_claims.len();
        thread.root_claims.extend_from_slice(&thread.claims[visit.first as usize..]);
        let claims = first..thread.root_claims.len();
        thread.roots.push(RootVisit { depth, excluded, node: visit.node, bound, score, claims });
    }
}

impl TraceThread {
    fn next_search(&mut self) {
        self.has_begun = false;
        self.excluded_moves.clear();
        self.visits.clear();
        self.claims.clear();
        self.roots.clear();
        self.root_claims.clear();
    }
}

impl OwnClaims {
    fn about(self, score: Score) -> Derived {
        Derived {
            at_least: self.at_least.is_some_and(|least| least >= score),
            at_most: self.at_most.is_some_and(|most| most <= score),
            exactly: self.exactly == Some(score),
            ..Derived::default()
        }
    }

    fn add(&mut self, derived: Derived, score: Score) {
        if derived.at_least {
            self.at_least = self.at_least.max(Some(score));
        }
        if derived.at_most {
            self.at_most = Some(self.at_most.map_or(score, |least| least.min(score)));
        }
        if derived.exactly {
            self.exactly = Some(score);
        }
    }
}

#[cfg(test)]
mod tests;
