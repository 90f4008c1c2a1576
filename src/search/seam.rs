//! The one function that every recursion passes through.
//!
//! Here scores change what they count from (see [`crate::score`]): a search has them root-relative, and
//! whatever it takes from outside or hands out is node-relative: evaluations, entries of the table,
//! what stores and observers hear.

use std::marker::PhantomData;

use crate::position::{Move, Position};
use crate::pv::{At, PvStore};
use crate::score::{Bound, Score, Window};
use crate::search::{Child, Counts, Node, Observer, Scratch, Selectivity};
use crate::table::{Entry, Options};

/// A search under way: what all its frames share.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, and all combine")]
pub struct Search<'s, P, S, O> {
    pub(super) store: &'s mut S,
    pub(super) observer: &'s mut O,
    pub(super) scratch: &'s mut Scratch,
    /// The options of the table, where one is used.
    pub(super) tabled: Option<Options>,
    /// The score of the iteration before.
    pub(super) expected: Option<Score>,
    /// Whether a position that stands on the path already is a draw.
    pub(super) repetition: bool,
    /// Whether moves are tried in another order than the game's.
    pub(super) ordered: bool,
    /// What is left out or reduced, and whether anything is.
    pub(super) selectivity: Selectivity,
    pub(super) selective: bool,
    /// The ply of the node that a pass has led to last.
    pub(super) passed_to: usize,
    pub(super) counts: Counts,
    /// The most nodes that may be entered.
    pub(super) limit: u64,
    /// Whether one more was to be entered. A stopped node returns what changes nothing, its beta;
    /// every node above it is out of moves from then on, raises nothing, and leaves no trace in a
    /// store or a table.
    pub(super) stopped: bool,
    /// The move that raised the root's alpha last, or refuted the root.
    pub(super) best_move: Option<Move>,
    /// Whether that move is known by a bound alone.
    pub(super) preferred: bool,
    position: PhantomData<fn(&P)>,
}

impl<'s, P, S, O> Search<'s, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// A search that feeds `store` and is watched by `observer`.
    pub fn new(store: &'s mut S, observer: &'s mut O, scratch: &'s mut Scratch) -> Self {
        scratch.moves.clear();
        Self {
            store,
            observer,
            scratch,
            tabled: None,
            expected: None,
            repetition: false,
            ordered: false,
            selectivity: Selectivity::NONE,
            selective: false,
            passed_to: 0,
            counts: Counts::default(),
            limit: u64::MAX,
            stopped: false,
            best_move: None,
            preferred: false,
            position: PhantomData,
        }
    }

    /// The next move of `node`, if any is left.
    #[inline]
    pub fn next(&mut self, node: &mut Node<'_, P, S>) -> Option<Child> {
        if node.next == node.end || self.stopped {
            return None;
        }
        let child = Child { mv: self.scratch.moves[node.next], index: node.next - node.first };
        node.next += 1;
        Some(child)
    }

    /// Searches `child` of `node` by `callee`, with the window `(alpha, beta)` as
    /// the child sees it: the textbook's recursive call.
    #[inline]
    pub fn search<F>(
        &mut self,
        callee: F,
        node: &mut Node<'_, P, S>,
        child: Child,
        alpha: Score,
        beta: Score,
    ) -> Score
    where
        F: Fn(&mut Self, &mut Node<'_, P, S>, Score, Score) -> Score + Copy,
    {
        let again = child.index < node.searched;
        if !again {
            node.searched = child.index + 1;
            node.first_beta = beta;
        }
        if self.selective && !again && self.skips(node, child, -beta) {
            // The parent sees its alpha: no more is said of the move than that it does not raise it.
            return beta;
        }
        let position = node.position.play(child.mv);
        let (ply, depth, window) = (node.at.ply + 1, node.depth - 1, Window { alpha, beta });
        if self.ordered {
            self.scratch.orderer.play(ply, child.mv);
        }
        let refuted = if self.selective && !again && !window.is_open() {
            self.refuted_less_deep(callee, node, child, &position, window)
        } else {
            None
        };
        let score = match refuted {
            Some(score) => score,
            None => self.enter(callee, position, &mut node.child_line, ply, depth, window),
        };
        if self.ordered {
            self.scratch.orderer.played(ply, child.mv);
        }
        if self.stopped {
            return beta;
        }
        if again {
            self.counts.re_searches += 1;
            // The last child was searched first with beta = -alpha of the node, and its re-search
            // may begin higher: what counts is the node's alpha. An earlier child's begins there.
            let limit = if node.searched == child.index + 1 { node.first_beta } else { beta };
            self.counts.unconfirmed += u64::from(score >= limit);
        }
        score
    }

    /// What the root is expected to be worth: what the iteration before has found, or else
    /// the static evaluation.
    pub fn guess(&self, node: &Node<'_, P, S>) -> Score {
        self.expected.unwrap_or_else(|| node.position.evaluate())
    }

    /// Searches all moves of `node` once more by `callee`, with the window `(alpha, beta)`: the
    /// textbook's call of another search for the very position.
    pub fn pass<F>(&mut self, callee: F, node: &mut Node<'_, P, S>, alpha: Score, beta: Score) -> Score
    where
        F: Fn(&mut Self, &mut Node<'_, P, S>, Score, Score) -> Score + Copy,
    {
        (node.next, node.searched) = (node.first, 0);
        let score = callee(self, node, alpha, beta);
        if self.stopped {
            // Below every bound, so that whoever waits for bounds to meet waits no more.
            return -Score::INFINITY;
        }
        let window = Window { alpha, beta };
        let ply = node.at.ply;
        self.observer.passed(&node.position, node.depth, window.nearer(ply), score.nearer(ply));
        if self.tabled.is_some() {
            self.scratch.table.store(entry_of(node, (window.bound(score), score)));
        }
        // A move that refutes a pass is none that the root knows by a bound alone: that is for
        // the caller to say.
        self.preferred = false;
        score
    }

    /// The child raised alpha: its move and its line become the node's line.
    #[inline]
    pub fn raise(&mut self, node: &mut Node<'_, P, S>, child: Child) {
        if self.stopped {
            return;
        }
        self.store.raise(node.line, &node.child_line, node.at, child.mv);
        if self.ordered {
            self.scratch.orderer.raise(node.at, child.mv);
        }
        self.observer.raised(node.at.ply, child.mv);
        self.choose(node, child, false);
    }

    /// The child is better than all before it, and a bound is all that is known of
    /// it: should it stay the best move of the root, the search ends with a bound
    /// and without a line.
    #[inline]
    pub fn prefer(&mut self, node: &mut Node<'_, P, S>, child: Child) {
        self.choose(node, child, true);
    }

    #[inline]
    fn choose(&mut self, node: &mut Node<'_, P, S>, child: Child, preferred: bool) {
        if self.stopped {
            return;
        }
        node.best = child.mv;
        if node.at.ply == 0 {
            self.best_move = Some(child.mv);
            self.preferred = preferred;
        }
    }

    /// The child's score reached beta: its move refutes the node.
    #[inline]
    pub fn refute(&mut self, node: &mut Node<'_, P, S>, child: Child) {
        if self.stopped {
            return;
        }
        self.store.refute(node.line, &node.child_line, node.at, child.mv);
        if self.ordered {
            self.scratch.orderer.refute(node.at, child.mv);
        }
        self.observer.refuted(node.at.ply, child.mv);
        self.choose(node, child, true);
    }

    /// One node: enter, then leaf or terminal, then expand. The steps stand in
    /// this order for every search; what comes later adds its step here.
    pub(super) fn enter<F>(
        &mut self,
        callee: F,
        position: P,
        line: &mut S::Line,
        ply: usize,
        depth: usize,
        window: Window,
    ) -> Score
    where
        F: Fn(&mut Self, &mut Node<'_, P, S>, Score, Score) -> Score + Copy,
    {
        if self.counts.nodes == self.limit {
            self.stopped = true;
            return window.beta;
        }
        self.counts.nodes += 1;
        let at = At { ply, open: window.is_open() };
        self.observer.entered(&position, ply);
        self.store.enter(line, at);
        if self.ordered {
            self.scratch.orderer.enter(at);
        }
        if self.repetition && self.comes_back(&position, ply) {
            self.counts.repetitions += 1;
            self.store.draw(line, at);
            self.left(&position, ply, depth, (window, Score::ZERO));
            return Score::ZERO;
        }
        let is_leaf = depth == 0 || position.is_terminal();
        let tabled = self.tabled.filter(|options| !is_leaf || options.leaves);
        let mut searched = window;
        if let Some(entry) = self.probe(tabled, &position, at, depth) {
            let found = Entry { score: entry.score.further(ply), ..entry };
            searched = self.scratch.table.narrowed(&found, window);
            if searched.is_empty() || self.scratch.table.cuts(&found, window) {
                self.counts.table_cutoffs += 1;
                if at.open {
                    self.scratch.cut.push((position.key(), ply));
                }
                self.store.hit(line, at, &Entry { key: position.key(), ..entry }, window.nearer(ply));
                self.left(&position, ply, depth, (window, found.score));
                return found.score;
            }
        }
        if is_leaf {
            self.store.stop(line, at);
            self.counts.leaf_evaluations += 1;
            let score = position.evaluate().further(ply);
            self.observer.evaluated(&position);
            self.left(&position, ply, depth, (window, score));
            if tabled.is_some() {
                self.scratch.table.store(entry(&position, ply, depth, (Bound::Exact, score), Move::NULL));
            }
            return score;
        }
        let mut depth = depth;
        if self.selective {
            if let Some(score) = self.cut_off(callee, &position, line, at, depth, window) {
                self.store.stop(line, at);
                self.left(&position, ply, depth, (window, score));
                return score;
            }
            depth = self.for_want_of_a_move(&position, at, depth);
        }
        self.expand(callee, position, line, at, depth, (window, searched))
    }

    /// Whether the position stands on the path already; if not, it does from now on.
    fn comes_back(&mut self, position: &P, ply: usize) -> bool {
        let key = position.key();
        let path = &mut self.scratch.path;
        path.truncate(ply);
        let there = path.contains(&key);
        path.push(key);
        there
    }

    /// The matching entry, where the table is used; the root never ends by one, as it owes a line.
    #[inline]
    fn probe(&mut self, tabled: Option<Options>, position: &P, at: At, depth: usize) -> Option<Entry> {
        tabled.filter(|_| at.ply > 0)?;
        self.scratch.table.probe(position.key(), depth)
    }

    /// Tells the observer of a node that is left, as the node itself sees it.
    #[inline]
    fn left(&mut self, position: &P, ply: usize, depth: usize, (window, score): (Window, Score)) {
        self.observer.left(position, depth, window.nearer(ply), score.nearer(ply));
    }

    fn expand<F>(
        &mut self,
        callee: F,
        position: P,
        line: &mut S::Line,
        at: At,
        depth: usize,
        (window, searched): (Window, Window),
    ) -> Score
    where
        F: Fn(&mut Self, &mut Node<'_, P, S>, Score, Score) -> Score + Copy,
    {
        let first = self.scratch.moves.len();
        position.moves(&mut self.scratch.moves);
        if self.ordered {
            let Scratch { moves, table, orderer, .. } = &mut *self.scratch;
            let entry = || table.any_move(position.key()).map(|entry| entry.mv);
            self.counts.reordered += u64::from(orderer.sort(at.ply, &mut moves[first..], entry));
        }
        let child_line = self.store.frame(Some(line), at.ply + 1);
        let mut node = Node {
            position,
            at,
            depth,
            line,
            child_line,
            first,
            next: first,
            end: self.scratch.moves.len(),
            best: Move::NULL,
            searched: 0,
            first_beta: Score::INFINITY,
        };
        let score = callee(self, &mut node, searched.alpha, searched.beta);
        self.scratch.moves.truncate(first);
        if self.stopped {
            self.store.release(node.child_line);
            return window.beta;
        }
        // Of a move that is only preferred at the root no more is claimed than the bound.
        let preferred = self.preferred && at.ply == 0;
        let claimed = |window: Window| {
            if preferred { Window { beta: window.beta.min(score), ..window } } else { window }
        };
        self.left(&node.position, at.ply, depth, (claimed(window), score));
        let entry = entry_of(&node, (claimed(searched).bound(score), score));
        // A search without a table writes one for the stores that listen, and never probes it.
        if self.tabled.is_some() || S::READS_TABLE {
            self.scratch.table.store(entry);
        }
        self.store.leave(node.line, at, &entry);
        self.store.release(node.child_line);
        score
    }
}

/// What a table is to hold of a node that is left.
#[inline]
fn entry_of<P: Position, S: PvStore>(node: &Node<'_, P, S>, found: (Bound, Score)) -> Entry {
    entry(&node.position, node.at.ply, node.depth, found, node.best)
}

/// What a table is to hold of a position: a score as it counts from there, and so worth the same
/// wherever it is met again. Where keys collide it may count from a mate that is nearer than
/// possible; and a bound beyond every score says as much as one at the end of them.
#[inline]
fn entry<P: Position>(
    position: &P,
    ply: usize,
    draft: usize,
    (bound, score): (Bound, Score),
    mv: Move,
) -> Entry {
    let score = score.nearer(ply).clamp(Score::MIN, Score::MAX);
    Entry { key: position.key(), draft, bound, score, mv }
}
