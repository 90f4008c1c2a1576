//! The trace check: whether each result of one run follows from what that run returned before.
//!
//! Where a position can have several valid values, the [witnessed values](super::witnessed) are what *some*
//! correct search may return. A search that tells its nodes is judged more sharply: its trace is a proof of
//! its score, and each step of the proof is checked. The search tells the reason of each result ([`Why`]); the
//! check does not ask whether a search may have that reason, but whether the result follows from it.
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
//! # Rules
//!
//! A claim about r at `p` with `d` plies to go follows by the rule of the reason that was told. *Draw* and
//! *ground* need no telling: where they apply, no other rule does. `F(m)` are the plies that remain after the move m
//! at its full depth: those that were told, else d - 1. A child that returns c has the value -c for its parent.
//!
//! ```text
//! draw       the position is a draw on its path: its value is the one of a draw
//! ground     the game is over, or no plies remain and no entry was told: the value is evaluate(p)
//! moves      >= r   some child claimed <= -r, with at least F plies
//!            <= r   every move has a child that claimed >= -r, at any depth, or was told to be left out;
//!                   at least one move was searched
//!            =  r   some child claimed = -r, with at least F plies, and every other move as for <= r
//! stand pat  where only plies of quiescence remain and the evaluation was read: one more move, with the value
//!            evaluate(p); quiet moves need not be searched
//! table      the entry has a usable draft, and claims of known(p, d'), d' a number of plies with that draft, imply
//!            the claim; the entry's score and bound state no less
//! pass       >= r   the position after the last pass claimed <= -r, and r is at least beta
//! cut        >= r   so many moves were tested, each with a child that claimed at most both -r and -beta
//! same node  >= r or <= r   a search of p inside this visit claimed that
//! static     >= r   r is at least beta, and at most the told evaluation, which is one of p
//!            <= r   r is at most alpha, and at least that evaluation
//! child      >= r   after the told move, claims of known at the draft of the told entry, at least that of F, imply <= -r
//! alpha      >= r   r is at most the told alpha, which is the value of a draw to which a move leads, or being mated now
//!            =  r   r is that alpha, and another rule gives <= r
//! range      >= r   r is at most the least score that there is
//!            <= r   r is at least the greatest one
//! ```
//!
//! - *= r* by moves or standing pat follows only if r lies inside the window. A draw, an evaluation and an exact entry
//!   are exact in any window.
//! - The last search of a move counts. What an earlier one claimed, reduced or in another window, proves nothing any more.
//!   A test ([`Told::Probe`]) proves nothing about its move but what *cut* takes from it.
//! - A visit inside a visit of the same position at the same ply (internal deepening, razoring, the test of a
//!   singular move) is a visit like any other. Its claims are never those of a child. One that lacks a move
//!   ([`Told::Without`]) establishes nothing, unless it fails high: one move proves that without the others.
//! - A node that is searched less deep ([`Told::Reduced`]) establishes its claims at that depth. The root never is.
//! - An entry is judged when it is stored ([`Told::Stores`]), by what its node has established.
//! - Each child has a window that the visit can have had at that moment: `windows.rs` has the rule and its proof.
//!
//! # Facts
//!
//! What can make an exact score that is no value of the tree is declared, and off by default. Told as a reason it would hide
//! its own bug. These are the only [`Rules`] that are read here:
//!
//! | fact | what it changes |
//! |---|---|
//! | [`repetition`](Rules::repetition), [`quiet_plies`](Rules::quiet_plies) | where *draw* applies |
//! | [`draw`](Rules::draw), [`draw_spread`](Rules::draw_spread) | the value of a draw, and how far it may be from that |
//! | [`horizon`](Rules::horizon) | the plies of quiescence |
//! | [`drafts`](Rules::drafts), [`leaves`](Rules::leaves), [`quiescence_table`](Rules::quiescence_table) | which entries *table* takes |
//! | [`keeps`](Rules::keeps), [`iterates`](Rules::iterates) | what *known* forgets between two searches |
//! | [`keeps_draft`](Rules::keeps_draft) | a node that was searched less deep is stored with the depth that was requested |
//! | [`joins`](Rules::joins) | *= r* from *>= r* and *<= r* about one child, or about the position from two passes of a visit |
//! | [`narrows`](Rules::narrows) | *= r* from *>= r* and *<= r*, one of them by a told entry that narrows the window |
//! | [`exact_outside`](Rules::exact_outside) | *= r* outside the window |
//! | [`any_windows`](Rules::any_windows) | the windows of children are not judged |
//! | [`correction`](Rules::correction), [`corrects_evaluation`](Rules::corrects_evaluation) | evaluations other than evaluate(p) |
//! | [`mate_distance`](Rules::mate_distance) | *= r* from *>= r* at mate in one, and from *<= r* at being mated now |
//! | [`lmr_shallower`](Rules::lmr_shallower), [`extension_plies`](Rules::extension_plies) | `F(m)` may be less than d - 1 |
//!
//! A search of this crate must also give only reasons that its options permit (`options.rs`): several bugs are nothing else.
//!
//! # Proof
//!
//! *A correct search that tells its reasons is never reported.* By induction over the visits in the order in which they
//! end. Suppose that every visit that ended before established its required claim, and that a table entry holds the
//! required claim of such a visit. Let a visit return r.
//!
//! - It is a draw, a leaf or the end of the game: the returned score is the one of the rule.
//! - It returns the score of an entry. The entry was stored at the end of a visit of the same position at the
//!   draft of the entry, and its bound is the one of that visit's window. So *known* has its claim, and the
//!   search uses it only for the side of the window that it implies.
//! - It fails high by a move. The last search of this move returned c with -c = r >= beta to its own window,
//!   whose alpha is at least -beta, so that *value <= c* was its required claim. This search had the full
//!   depth, because a reduced search that fails high is repeated.
//! - It fails low. Each move was left out, or its last search failed high against -alpha: *value >= c* was
//!   required, with -c <= r. That search may have been a reduced one.
//! - It returns r inside its window. The best move was last searched with r inside the window, so that its
//!   child's required claim was *value = -r*; every other move is as in a fail-low against r. A search that
//!   takes a null-window score for the value (`NegaScout` above leaves) has no such required claim. Where the
//!   child is no leaf, it must be declared as a search that joins bounds or as one that is exact outside.
//!   A child that returned an exact value to a null window was a draw, a leaf or an exact entry.
//! - A cutoff by a pass, by the evaluation, by tests or by a search of the position itself: the search that it rests on
//!   returned at least beta or at most alpha to a window with that end, so that its required claim is the one of the rule.
//! - Its alpha began at a value that a draw near the node guarantees, and nothing exceeded it: that value is returned.
//!   No position is worth more than mate in one, unless the game is over, and none less than being mated now; so a bound of
//!   mate distance pruning is the one of the rule, and together with the other bound it is exact.
//! - Its window was narrowed to a bound of the table, and it returns a score that is a bound for the narrowed window, but
//!   lies inside its own one. The search derived that bound with the narrowed window, and the table gives the other one.
//! - It is the test of a singular move. It returns a bound for its null window from all moves but one; if there is no
//!   other one, it fails low.
//!
//! *Threads.* All threads of a search share *known*, as they share the table; visits, and what depends on a path, are those of each
//! thread. A result is told before it is stored, and what other threads have told is read before a thread returns
//! what it found in the table. So each claim in the table is among those before, and the induction is over the visits of
//! all threads in the order in which they were told. That holds for any order of memory: a lock orders what is told, and if that
//! of the reader came before that of the writer, its probe would have come before the write.
//!
//! *A rule adds no claim that is not valid.* By the same induction each claim that is established is one of
//! the [witnessed values](super::witnessed), where these are defined ([`Rules::has_sets`]) and the told reasons are those of the
//! declared features: the rules are theirs with one child claim in the place of the largest or the smallest, and *table* is
//! their rule of depth mixing. Joined and narrowed scores lie between two valid bounds, and are exact only where that is declared.
//! Without these two the trace check accepts no more than the sets, and it accepts less wherever this run did not find what
//! another one could have found.
//!
//! *Known limits.* A line may continue with a claim that was made after the one that it continues. That a node is worth a draw
//! because a move leads to one is kept, although it depends on the path. Two null moves in
//! a row are accepted. A null window with an edge next to the greatest score that is no mate may count as open below the root,
//! because mates are counted from the node.
//!
//! # What the check costs
//!
//! For each visit a comparison of its moves with the claims of its children. Positions are numbered, and the
//! moves of each are generated once per game.
//!
//! [`Told::Probe`]: crate::told::Told::Probe
//! [`Told::Reduced`]: crate::told::Told::Reduced
//! [`Told::Stores`]: crate::told::Told::Stores
//! [`Told::Without`]: crate::told::Told::Without

mod derive;
mod events;
mod graph;
mod known;
mod options;
mod outcome;
mod path;
mod reason;
mod rests;
#[cfg(test)]
mod tests;
mod windows;

use std::cell::RefCell;
use std::iter;
use std::ops::Range;

use crate::oracle::{Memo, PerThread, Rules};
use crate::position::{Move, Position};
use crate::score::{Bound, Score, Window};
use crate::told::Entry;
use crate::told::{SkipReason, Why};

use derive::Derived;
use graph::{TraceEdge, TraceGraph};
use known::Known;
pub use outcome::{Fit, ShownOutcome};
pub use reason::{DrawRule, Lack, Underived};
pub use rests::{Rest, Rests};

/// Whether a result follows from what was returned before.
pub type Judged = Result<(), Box<Underived>>;

/// The positions of a game that visits or moves reached, and the claims of the current run about them.
#[derive(Debug)]
pub struct Trace<P> {
    rules: Rules,
    history: Vec<u32>,
    graph: TraceGraph<P>,
    known: Known,
    /// The claims that were forgotten last, when an iteration began: if that one is stopped, the line of the iteration before is shown.
    known_before: Known,
    /// How often the run has forgotten what it knew.
    forgotten: usize,
    thread: PerThread<TraceThread>,
    /// The memory of the path of a line that is replayed.
    path: RefCell<Vec<u32>>,
    /// Whether the search is one of this crate, whose reasons its options must permit.
    checks_options: bool,
    has_gaps: bool,
    /// The ply of the first node whose result was not told, and its plies to go.
    unleft: Option<(usize, usize)>,
    has_faults: bool,
    least_reported: usize,
    rests: Rests,
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
    /// The moves that these visits have left out: those of one visit after another.
    skipped: Vec<Skipped>,
    /// The visit that ended last.
    ended: Option<EndedVisit>,
    roots: Vec<RootVisit>,
    root_claims: Vec<ChildClaim>,
}

#[derive(Default, Debug)]
pub(super) struct TraceMemory {
    numbers: Vec<u32>,
    nodes: Vec<Option<Range<u32>>>,
    edges: Vec<TraceEdge>,
    moves: Vec<Move>,
    known: [Known; 2],
    thread: PerThread<TraceThread>,
}

#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
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
    /// Where the moves that it leaves out begin.
    skipped: u32,
    /// What passes over all its moves have established.
    own: OwnClaims,
    /// What searches of its position inside it have established.
    within: OwnClaims,
    /// The least and the greatest number of quiet moves in a row that lead here.
    quiet: (usize, usize),
    /// Whether it is a search inside another visit of the same position at the same ply.
    is_inner: bool,
    /// Whether it lacks the first moves of the better lines, at the root.
    lacks_best: bool,
    /// The move that it lacks.
    without: Option<Move>,
    why: Why,
    /// Whether its evaluation was read, so that it may stand pat.
    is_evaluated: bool,
    /// What alpha begins with, where that is more than the window has.
    alpha: Option<Score>,
    /// The line of the source where it returns.
    line: Option<u32>,
    /// An entry that narrows the window, and the window that it leaves.
    narrowed: Option<(Entry, Window)>,
    /// The move that is searched, the plies that remain after it at its full depth, and whether it is only tested.
    begun: Option<(Move, usize, bool)>,
    /// Whether a search of that move was reported, and whether that of an earlier one was not.
    is_answered: bool,
    has_unseen: bool,
    /// The number of moves that were searched or left out so far.
    tried: usize,
}

/// A move that was left out.
#[derive(Clone, Copy, Debug)]
struct Skipped {
    mv: Move,
    reason: SkipReason,
    /// The number of moves before it.
    index: usize,
}

/// A visit that has returned.
#[derive(Clone, Copy, Debug)]
struct EndedVisit {
    visit: TraceVisit,
    window: Window,
    score: Score,
    derived: Derived,
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
    /// The move that was searched; `None` if the search did not tell it.
    mv: Option<Move>,
    /// The plies that remain after the move at its full depth.
    full: usize,
    /// Whether it only tests whether the move reaches beta.
    is_test: bool,
}

impl ChildClaim {
    /// Whether it is a claim about this move.
    fn is_about(&self, edge: TraceEdge) -> bool {
        self.node == edge.child && self.mv.is_none_or(|mv| mv == edge.mv)
    }

    fn is_full(&self) -> bool {
        self.remaining >= self.full && !self.is_test
    }
}

#[derive(Clone, Debug)]
struct RootVisit {
    depth: usize,
    /// How often the run had forgotten what it knew, when the visit ended.
    forgotten: usize,
    excluded: usize,
    node: u32,
    bound: Bound,
    score: Score,
    claims: Range<usize>,
    /// Whether the nodes on which it depends are among those that are reported.
    is_reported: bool,
}

impl<P: Position> Default for Trace<P> {
    fn default() -> Self {
        Self::reusing(TraceMemory::default())
    }
}

impl<P: Position> Trace<P> {
    pub(super) fn reusing(memory: TraceMemory) -> Self {
        let TraceMemory { numbers, mut nodes, mut edges, moves, known: [known, known_before], thread } =
            memory;
        nodes.clear();
        edges.clear();
        let numbers = Memo::cleared(numbers, 1, 0);
        Self {
            rules: Rules::FIXED_TREE,
            history: Vec::new(),
            graph: TraceGraph { numbers, positions: Vec::new(), nodes, edges, moves },
            known,
            known_before,
            forgotten: 0,
            thread,
            path: RefCell::default(),
            checks_options: false,
            has_gaps: false,
            unleft: None,
            has_faults: false,
            least_reported: 0,
            rests: Rests::default(),
        }
    }

    pub(super) fn into_memory(self) -> TraceMemory {
        let Self { graph, known, known_before, thread, .. } = self;
        let TraceGraph { numbers, nodes, edges, moves, .. } = graph;
        let numbers = numbers.into_dense();
        TraceMemory { numbers, nodes, edges, moves, known: [known, known_before], thread }
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

    /// Whether all visits are reported on which the result of the current one depends.
    #[inline]
    pub fn is_reported(&self) -> bool {
        self.least_reported == 0
            || self.thread.visits.last().is_none_or(|visit| !self.rests_on_unreported(visit))
    }

    /// Whether the children of a visit with `remaining` plies to go are reported, unless they are reduced.
    fn reports_children(&self, remaining: usize) -> bool {
        let Rules { corrects_evaluation, exact_outside, horizon, .. } = self.rules;
        // Where the table corrects evaluations, an evaluation may be that of a visit that is not reported. Where null windows give
        // exact scores, a child of which only a bound follows may have been exact.
        !corrects_evaluation && !exact_outside && horizon.depth(remaining) > self.least_reported
    }

    fn rests_on_unreported(&self, visit: &TraceVisit) -> bool {
        let is_lacking = match visit.why {
            Why::Table(_) => return false,
            _ if visit.unlawful_root().is_some() => return false,
            // One of several searches of the position may not be reported.
            Why::SameNode => true,
            Why::ChildEntry(_, entry) => entry.draft <= self.least_reported,
            _ => false,
        };
        let has_unseen = visit.has_unseen || visit.begun.is_some() && !visit.is_answered;
        is_lacking || has_unseen || !self.reports_children(visit.searched)
    }

    /// The current visit, of `position` with `remaining` plies to go and called with `window`, returns
    /// `score`.
    ///
    /// # Errors
    ///
    /// If the claim that the window requires does not follow from what the run has returned before.
    pub fn exit(&mut self, position: &P, remaining: usize, window: Window, score: Score) -> Judged {
        let Some(visit) = self.current(position, remaining) else { return Ok(()) };
        let (derived, result) = self.judge(&visit, window, score);
        self.end(&visit, window, score, derived);
        result
    }

    /// As [`Trace::exit`], for a visit whose result depends on others that are not reported: it establishes the
    /// claim that its window requires.
    ///
    /// Returns whether it was searched with all its moves.
    pub(crate) fn exit_unchecked(
        &mut self,
        position: &P,
        remaining: usize,
        window: Window,
        score: Score,
    ) -> bool {
        let Some(visit) = self.current(position, remaining) else { return true };
        self.end(&visit, window, score, Derived::default().with(window.bound(score)));
        visit.without.is_none()
    }

    fn end(&mut self, visit: &TraceVisit, window: Window, score: Score, derived: Derived) {
        if visit.ply == 0 && !visit.is_inner {
            self.keep_root(visit, window.bound(score), score);
        }
        // One move proves a lower bound without the others; all else is true without one of the moves only.
        let derived = match visit.without {
            Some(_) => Derived { at_least: derived.at_least, ..Derived::default() },
            None => derived,
        };
        if self.rules.tells {
            self.note_rest(visit, derived);
        }
        self.keep(visit, score, derived);
        self.leave();
        self.thread.ended = Some(EndedVisit { visit: *visit, window, score, derived });
        let thread = &mut *self.thread;
        let Some(outer) = thread.visits.last_mut() else { return };
        let TraceVisit { node, ply, remaining, .. } = *visit;
        if outer.ply == ply {
            outer.within.add(derived, score);
        } else if outer.ply + 1 == ply {
            outer.is_answered = true;
            let (mv, full, is_test) = match outer.begun {
                Some((mv, full, is_test)) => (Some(mv), full, is_test),
                None => (None, outer.searched.saturating_sub(1), false),
            };
            thread.claims.push(ChildClaim { node, remaining, score, derived, window, mv, full, is_test });
        }
    }

    /// One of several searches of all moves of the current visit, with this window, ended with `score`.
    ///
    /// # Errors
    ///
    /// As for [`Trace::exit`].
    pub(crate) fn pass_ended(
        &mut self,
        position: &P,
        remaining: usize,
        window: Window,
        score: Score,
    ) -> Judged {
        let Some(visit) = self.current(position, remaining) else { return Ok(()) };
        let visit = TraceVisit { own: OwnClaims::default(), ..visit };
        let (derived, result) = self.judge(&visit, window, score);
        self.keep(&visit, score, derived);
        let (end, skipped) = (self.thread.claims.len() as u32, self.thread.skipped.len() as u32);
        if let Some(visit) = self.thread.visits.last_mut() {
            (visit.pass, visit.skipped) = (end, skipped);
            (visit.tried, visit.begun) = (0, None);
            visit.own.add(derived, score);
        }
        result
    }

    /// What is derivable about `score` at `visit`, and whether that includes what the window requires, and the windows of
    /// its children follow. If not, the visit establishes the required claim all the same, so that one fault is reported
    /// once.
    fn judge(&mut self, visit: &TraceVisit, window: Window, score: Score) -> (Derived, Judged) {
        if visit.remaining > 0 && !self.graph.position(visit.node).is_terminal() {
            self.graph.expand(visit.node);
        }
        let bound = window.bound(score);
        let derived = self.derive(visit, window, score);
        if visit.is_inner && visit.ply == 0 && !derived.includes(bound) {
            // A search inside that of a root without its best moves may lack them too. It is kept for nothing.
            let lacking = self.derive(&TraceVisit { lacks_best: true, ..*visit }, window, score);
            if lacking.includes(bound) {
                return (Derived::default(), Ok(()));
            }
        }
        let includes = derived.includes(bound);
        let unlawful = self.unlawful(visit, window, score);
        if includes && unlawful.is_none() && self.strange_child(visit, window).is_none() {
            return (derived, Ok(()));
        }
        self.has_faults = true;
        let mut underived = Box::new(self.explain(visit, window, score));
        if let Some(lack) = unlawful.filter(|_| includes) {
            underived.lack = lack;
        }
        (derived.with(bound), Err(underived))
    }

    /// What a visit must not tell, whether its score follows or not.
    fn unlawful(&self, visit: &TraceVisit, window: Window, score: Score) -> Option<Lack> {
        if let Some(why) = visit.unlawful_root() {
            return Some(Lack::NotPermitted(why));
        }
        let short = self.claims_of(visit).iter().find(|claim| self.is_short(claim, visit.searched));
        if let Some(mv) = short.and_then(|claim| claim.mv) {
            return Some(Lack::Short(mv));
        }
        if !self.checks_options {
            return None;
        }
        self.not_permitted(visit, window, score).map(Lack::NotPermitted)
    }

    /// Whether the full depth of a move is less than its node allows, which is searched with `remaining` plies to go.
    fn is_short(&self, claim: &ChildClaim, remaining: usize) -> bool {
        let is_move = !claim.is_test && claim.mv != Some(Move::NULL);
        let may_be_short = || self.rules.lmr_shallower || self.rules.plies_lost() > 0;
        claim.full.saturating_add(1) < remaining && is_move && !may_be_short()
    }

    /// Keeps what a visit establishes for later probes and for the line.
    fn keep(&mut self, visit: &TraceVisit, score: Score, derived: Derived) {
        if derived.is_draw || visit.lacks_best || derived.is_ground && !self.probes(visit.remaining) {
            return;
        }
        let is_reduced = visit.searched != visit.remaining;
        let kept_as = (is_reduced && self.rules.keeps_draft).then_some(visit.remaining);
        for plies in iter::once(visit.searched).chain(kept_as) {
            let record = self.known.record(visit.node, plies);
            self.known.add(record, score, derived);
            if derived.by_move {
                self.keep_supporters(visit, record, score);
            }
            // A mate is never worth what a draw guarantees.
            if derived.exactly && self.alpha(visit) == Some(score) && !score.is_mate() {
                self.known.add_alpha(record, score);
            }
        }
        if is_reduced {
            self.known.add_reduced(visit.node, visit.remaining, visit.searched);
        }
    }

    fn keep_root(&mut self, visit: &TraceVisit, bound: Bound, score: Score) {
        let (depth, excluded) = (self.thread.depth, self.thread.excluded_moves.len());
        let (forgotten, node) = (self.forgotten, visit.node);
        let is_reported = self.least_reported == 0 || !self.rests_on_unreported(visit);
        let is_repeated = |last: &RootVisit| (last.depth, last.excluded) == (depth, excluded);
        if self.thread.roots.last().is_some_and(is_repeated) {
            self.thread.roots.pop();
        }
        let thread = &mut *self.thread;
        let first = thread.root_claims.len();
        thread.root_claims.extend_from_slice(&thread.claims[visit.first as usize..]);
        let claims = first..thread.root_claims.len();
        thread.roots.push(RootVisit { depth, forgotten, excluded, node, bound, score, claims, is_reported });
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
