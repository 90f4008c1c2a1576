//! The observer that checks every node of a search.

use std::sync::Arc;

use super::judging::{Conditions, TableKeys};
use super::keys::Keys;
use super::leaves::SeenLeaves;
use super::reports::{Reporter, Reports, pass_on};
use crate::oracle::{GroundTruth, PerThread, Underived};
use crate::position::{Move, Position};
use crate::score::{Score, Window};
use crate::search::{Observer, ReportedNodes};
use crate::told::Told;
use crate::verdict::Fault;

/// Checks that every node obeys the laws of its window and its value.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
#[derive(Debug)]
pub struct NodeChecker<P> {
    pub(super) ground_truth: GroundTruth<P>,
    paused: bool,
    keeps_to_options: bool,
    scores: Scores,
    counts_paths: bool,
    thread: PerThread<CheckedThread>,
    /// The reports of the other threads, if there are any.
    reports: Option<Arc<Reports<P>>>,
    pub(super) leaves: SeenLeaves<P>,
    pruning: Pruning,
    pub(super) fault: Option<Fault>,
    /// The thread with the fault, if another thread ran after it.
    pub(super) fault_thread: Option<usize>,
    pub(super) underived: Option<Box<Underived>>,
    keys: Keys<P>,
    checks_keys: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scores {
    /// Scores are not checked, because positions may share a key.
    Unchecked,
    /// Plain minimax alone checks scores, because no root move is excluded.
    ByMinimax,
    /// The rules of the search decide about scores.
    ByRules,
}

/// The numbers of open nodes.
#[derive(Clone, Copy, Default, Debug)]
struct OpenNode {
    /// The number of open nodes at ply 0, more than one while the search of the root contains another search of the root.
    roots: usize,
    below_root: usize,
}

impl OpenNode {
    #[inline]
    fn enter(&mut self, ply: usize) {
        let Self { roots, below_root } = *self;
        *self = if ply > 0 {
            Self { roots, below_root: below_root + 1 }
        } else {
            Self { roots: roots + 1, below_root: 0 }
        };
    }

    #[inline]
    fn exit(&mut self) {
        let last = if self.below_root > 0 { &mut self.below_root } else { &mut self.roots };
        *last = last.saturating_sub(1);
    }
}

/// The way in which the current search of the root began.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Start {
    /// The search has not begun; a search to this depth was requested.
    Awaited(usize),
    /// A node began the search without a notice of its start. The fields are the requested depth and the plies to go at the node.
    Implied { requested: usize, remaining: usize },
    /// A notice began the search.
    #[default]
    Notified,
}

/// The state of one thread of a search.
#[derive(Default, Debug)]
struct CheckedThread {
    /// The depth of the iteration of the thread.
    depth: usize,
    path: Vec<usize>,
    open: OpenNode,
    start: Start,
    /// Whether an entered node is only counted.
    only_counts: bool,
    excluded_moves: Vec<Move>,
    /// The ply and move of the last raise of alpha, until a node returns.
    raised: Option<(usize, Move)>,
    progress: Progress,
}

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Progress {
    pub nodes: u64,
    pub started_depth: usize,
    pub finished_depth: usize,
    pub root_raise: Option<Move>,
}

#[derive(Default, Debug)]
struct Pruning {
    is_required: bool,
    marked: Option<Window>,
}

impl<P: Position> NodeChecker<P> {
    /// Returns a checker. `seen` is the memory of previous games, whose trials have smaller numbers.
    pub(super) fn new(ground_truth: GroundTruth<P>, seen: Vec<u64>) -> Self {
        Self {
            ground_truth,
            paused: false,
            keeps_to_options: false,
            scores: Scores::ByRules,
            counts_paths: false,
            thread: PerThread::default(),
            reports: None,
            leaves: SeenLeaves::new(seen),
            pruning: Pruning::default(),
            fault: None,
            fault_thread: None,
            underived: None,
            keys: Keys::default(),
            checks_keys: false,
        }
    }

    /// Prepares the checker for the trial with this number in these conditions.
    pub(super) fn begin(&mut self, trial: u64, conditions: &Conditions<'_>) {
        let &Conditions { reported, table, prunes, shown_thread, keeps_to_options, .. } = conditions;
        self.keeps_to_options = keeps_to_options;
        conditions.declare(&mut self.ground_truth);
        (self.leaves.trial, self.leaves.distinct) = (trial, 0);
        self.pruning.is_required = prunes;
        self.scores = if table == TableKeys::Part {
            Scores::Unchecked
        } else if self.ground_truth.has_minimax_values() {
            Scores::ByMinimax
        } else {
            Scores::ByRules
        };
        let are_checked = self.scores != Scores::Unchecked;
        self.counts_paths = self.ground_truth.depends_on_path();
        self.thread.for_all(|thread| (thread.progress, thread.raised) = (Progress::default(), None));
        (self.fault, self.fault_thread, self.underived, self.reports) = (None, None, None, None);
        // With several threads a run begins in `of_thread`: what is found in the table follows only from the nodes of all.
        self.ground_truth.begin_run(are_checked && shown_thread.is_none(), keeps_to_options);
        self.checks_keys = table == TableKeys::Whole;
        if let ReportedNodes::DownTo(least) = reported {
            self.ground_truth.reported_down_to(least);
        }
    }

    /// Checks a result where each position has one value.
    #[inline]
    fn judge(&mut self, position: &P, depth: usize, node: usize, window: Window, returned: Score) {
        self.thread.raised = None;
        if self.paused || self.fault.is_some() {
            return;
        }
        if window.is_empty() && !window.is_beyond_mates() {
            self.fault = Some(Fault::EmptyWindow { depth, window });
        } else if self.ground_truth.is_fixed()
            && self.scores != Scores::Unchecked
            && !self.allows(position, depth, node, window, returned)
        {
            let value = self.ground_truth.minimax(position, depth, node).unwrap_or_default();
            self.fault = Some(Fault::BoundLaw { depth, window, value, returned });
        }
    }

    #[inline]
    fn allows(&mut self, position: &P, depth: usize, node: usize, window: Window, returned: Score) -> bool {
        let is_at_root = !self.thread.excluded_moves.is_empty() && self.thread.open.below_root == 0;
        // A search of the root inside the search of the root may have all moves, or lack those of the better lines.
        let is_whole = !is_at_root || self.thread.open.roots > 1;
        is_whole && self.ground_truth.allows(position, depth, node, window, returned)
            || is_at_root
                && self.ground_truth.root_allows(&self.thread.excluded_moves, depth, window, returned)
    }

    /// Returns the progress of the search, or of its first thread if there are several.
    pub(super) fn progress(&self) -> Progress {
        self.thread.progress
    }

    /// The greatest depth that a thread has finished before it began the next one.
    pub(super) fn deepest(&self) -> usize {
        self.thread.all().map(|thread| thread.progress.finished_depth).max().unwrap_or(0)
    }

    /// Begins with another search of the trial, to this depth. A preceding search is not judged by minimax.
    pub(super) fn next_search(&mut self, depth: usize, is_preceding: bool) {
        self.paused = is_preceding;
        (self.thread.start, self.thread.only_counts) = (Start::Awaited(depth), false);
        (self.thread.open, self.thread.raised) = (OpenNode::default(), None);
        if let Some(trace) = self.ground_truth.recorder() {
            trace.next_search();
        }
    }

    /// Reads the reports that the other threads have made so far.
    #[cold]
    fn read_reports(&mut self) {
        if let Some(reports) = self.reports.take() {
            pass_on(&reports, self);
            self.reports = Some(reports);
        }
    }

    /// Assigns the next events to the thread with this number.
    pub(super) fn go_on_as(&mut self, number: usize) {
        self.fault_thread = self.fault_thread.or(self.fault.map(|_| self.thread.number()));
        self.thread.go_on_as(number);
        if self.counts_paths {
            self.ground_truth.search_to(self.thread.depth);
        }
        if let Some(trace) = self.ground_truth.recorder() {
            trace.go_on_as(number);
        }
    }

    /// Notes that the search has ended. A search that reported neither its start nor a node begins here too.
    pub(super) fn search_ended(&mut self) {
        self.read_reports();
        if let Start::Awaited(depth) = self.thread.start {
            self.search_started(depth, Window::FULL, &[]);
        }
    }

    /// Begins a search of the root with its first node, if the search does not notify of its start. A node of the root
    /// with other plies to go begins another search if no node is open.
    fn start_at(&mut self, ply: usize, remaining: usize) {
        let is_root = ply == 0 && self.thread.open.roots == 0;
        let rules = self.ground_truth.rules();
        let requested = match self.thread.start {
            Start::Awaited(requested) => requested,
            // An inner iteration at the root is not another search of it.
            Start::Implied { requested, remaining: last }
                if is_root && last != remaining && !rules.searches_inside() =>
            {
                requested
            }
            Start::Implied { .. } | Start::Notified => return,
        };
        let depth = if is_root { rules.horizon.depth(remaining).min(requested) } else { requested };
        self.search_started(depth, Window::FULL, &[]);
        (self.thread.start, self.thread.only_counts) = (Start::Implied { requested, remaining }, false);
    }

    fn follow(&mut self, position: &P, ply: usize, remaining: usize) {
        self.start_at(ply, remaining);
        if self.checks_keys
            && let Some(key) = self.keys.mismatch(position)
        {
            self.fault = Some(Fault::PositionKeys { key });
            self.checks_keys = false;
        }
        let is_other_root = ply == 0 && !self.paused && position != self.ground_truth.root();
        if let Some(trace) = self.ground_truth.recorder() {
            trace.enter(position, ply, remaining);
            if is_other_root {
                trace.note_gap();
            }
        }
        if self.counts_paths && !self.paused {
            let nodes = &mut self.thread.path;
            nodes.truncate(ply);
            let node = nodes.last().map_or(0, |&parent| self.ground_truth.step(parent, position, remaining));
            nodes.push(node);
        }
    }

    /// Checks a result where a position may have several values, by what the search returned before. The sets of
    /// witnessed values decide where the search does not report all that the result depends on.
    #[inline]
    fn judge_by_trace(&mut self, position: &P, depth: usize, window: Window, returned: Score) {
        let Some(trace) = self.ground_truth.recorder() else { return };
        if let Some((ply, depth)) = trace.unleft() {
            self.fault = self.fault.or(Some(Fault::Untold { ply, depth }));
            return;
        }
        if trace.is_reported() {
            if let Err(underived) = trace.exit(position, depth, window, returned) {
                self.note_underived(underived);
            }
            return;
        }
        let is_whole = trace.exit_unchecked(position, depth, window, returned);
        if is_whole
            && self.fault.is_none()
            && !self.paused
            && !self.allows(position, depth, 0, window, returned)
        {
            self.fault =
                Some(Fault::FalseClaim { ply: self.thread.open.below_root, depth, window, returned });
        }
    }

    /// Notes a result that cannot be derived, also of a preceding search, since its table entries decide about the next search.
    #[cold]
    fn note_underived(&mut self, underived: Box<Underived>) {
        if self.fault.is_none() {
            let Underived { ref path, remaining: depth, window, returned, .. } = *underived;
            self.fault = Some(Fault::FalseClaim { ply: path.len(), depth, window, returned });
            self.underived = Some(underived);
        }
    }
}

impl<P: Position> Observer<P> for NodeChecker<P> {
    fn search_started(&mut self, depth: usize, window: Window, excluded_moves: &[Move]) {
        self.thread.start = Start::Notified;
        self.thread.open = OpenNode::default();
        let trace = self.ground_truth.recorder();
        self.thread.only_counts = trace.is_none() && !self.checks_keys && !self.counts_paths;
        if let Some(trace) = trace {
            trace.search_started(depth, excluded_moves);
        }
        if self.paused {
            return;
        }
        self.thread.depth = depth;
        self.ground_truth.search_to(depth);
        let progress = &mut self.thread.progress;
        if depth > progress.started_depth {
            (progress.finished_depth, progress.started_depth) = (progress.started_depth, depth);
        }
        progress.root_raise = None;
        self.thread.excluded_moves.clear();
        self.thread.excluded_moves.extend_from_slice(excluded_moves);
        // The value of a root without some of its moves is another one.
        if !excluded_moves.is_empty() && self.scores == Scores::ByMinimax {
            self.scores = Scores::ByRules;
        }
        if self.pruning.is_required && self.pruning.marked != Some(window) {
            self.ground_truth.oracle.mark_examined(window);
            self.pruning.marked = Some(window);
        }
    }

    #[inline]
    fn node_entered(&mut self, position: &P, ply: usize, remaining: usize) {
        self.thread.progress.nodes += u64::from(!self.paused);
        if !self.thread.only_counts {
            self.follow(position, ply, remaining);
        }
        self.thread.open.enter(ply);
    }

    #[inline]
    fn leaf_evaluated(&mut self, position: &P) {
        if let Some(trace) = self.ground_truth.recorder() {
            trace.evaluated(position);
        }
        if self.paused {
            return;
        }
        self.leaves.see(position);
        if self.pruning.is_required
            && !self.ground_truth.oracle().is_examined(position)
            && self.fault.is_none()
        {
            self.fault = Some(Fault::PrunedLeaf { value: position.evaluate() });
        }
    }

    #[inline]
    fn node_exited(&mut self, position: &P, depth: usize, window: Window, returned: Score) {
        // The usual case, without any of the steps below.
        if self.scores == Scores::ByMinimax
            && !self.paused
            && self.fault.is_none()
            && !window.is_empty()
            && window.admits(self.ground_truth.oracle.solved(position, depth), returned)
        {
            self.thread.raised = None;
            self.thread.open.exit();
            return;
        }
        // What it found in the table is known now. Minimax, above, need not know it.
        if self.reports.is_some() {
            self.read_reports();
        }
        // A node that was not entered has no path, and its value is not known where that depends on the path.
        let node = if self.counts_paths { self.thread.path.pop() } else { Some(0) };
        if let Some(node) = node {
            self.judge(position, depth, node, window, returned);
        }
        self.judge_by_trace(position, depth, window, returned);
        self.thread.open.exit();
    }

    fn node_researched(&mut self, position: &P, depth: usize, window: Window, returned: Score) {
        let node = if self.counts_paths { self.thread.path.last().copied().unwrap_or(0) } else { 0 };
        self.judge(position, depth, node, window, returned);
        if let Some(trace) = self.ground_truth.recorder()
            && let Err(underived) = trace.pass_ended(position, depth, window, returned)
        {
            self.note_underived(underived);
        }
    }

    #[inline]
    fn told(&mut self, ply: usize, told: &Told) {
        match *told {
            Told::Raised(mv) => {
                self.thread.raised = Some((ply, mv));
                if ply == 0 && !self.paused {
                    self.thread.progress.root_raise = Some(mv);
                }
            }
            Told::Refuted(mv)
                if self.thread.raised == Some((ply, mv)) && !self.paused && self.fault.is_none() =>
            {
                self.fault = Some(Fault::RaisedRefutation { ply });
            }
            _ => {}
        }
        if let Some(trace) = self.ground_truth.recorder()
            && let Err(underived) = trace.told(ply, told)
        {
            self.note_underived(underived);
        }
    }

    fn of_thread<'a>(&mut self, thread: usize) -> Option<Box<dyn Observer<P> + Send + 'a>>
    where
        P: Send + 'a,
    {
        if self.scores == Scores::Unchecked {
            return None;
        }
        if self.ground_truth.recorder().is_none() {
            self.ground_truth.begin_run(true, self.keeps_to_options);
        }
        let reports = Arc::clone(self.reports.get_or_insert_default());
        Some(Box::new(Reporter { thread, reports }))
    }

    fn thread_shown(&mut self, _: usize) {
        self.read_reports();
    }
}
