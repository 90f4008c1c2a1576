//! What happens at a node: the one function that every recursion passes through.
//!
//! Here scores change what they count from (see [`crate::score`]): a search has them root-relative, and
//! whatever it takes from outside or hands out is node-relative: evaluations, entries of the table,
//! what stores and observers hear.

use crate::position::{Move, Position};
use crate::pv::{At, PvStore};
use crate::score::{Bound, Score, Window};
use crate::search::{Callee, Node, Observer, Scratch, Search};
use crate::table::{Entry, Options};

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// One node with `left` plies to go: enter, then leaf or terminal, then expand. The steps stand
    /// in this order for every search; what comes later adds its step here.
    pub(super) fn enter(
        &mut self,
        callee: Callee<P, S, O>,
        position: P,
        line: &mut S::Line,
        ply: usize,
        left: usize,
        window: Window,
    ) -> Score {
        if self.counts.nodes == self.limit {
            self.stopped = true;
            return Score::ZERO;
        }
        self.counts.nodes += 1;
        let at = At { ply, open: window.is_open() };
        self.observer.entered(&position, ply, left);
        self.store.enter(line, at);
        if self.ordered {
            self.scratch.orderer.enter(at);
        }
        if self.repetition && self.comes_back(&position, ply) {
            self.counts.repetitions += 1;
            self.store.draw(line, at);
            self.left(&position, ply, left, (window, Score::ZERO));
            return Score::ZERO;
        }
        let is_leaf = left <= self.reach.quiescence || position.is_terminal();
        let tabled =
            self.tabled.filter(|options| !is_leaf || options.leaves && left >= self.reach.quiescence);
        let mut searched = window;
        if let Some(entry) = self.probe(tabled, &position, at, left) {
            let found = Entry { score: entry.score.further(ply), ..entry };
            searched = self.scratch.table.narrowed(&found, window);
            if searched.is_empty() || self.scratch.table.cuts(&found, window) {
                self.counts.table_cutoffs += 1;
                if at.open {
                    self.scratch.cut.push((position.key(), ply));
                }
                self.store.hit(line, at, &Entry { key: position.key(), ..entry }, window.nearer(ply));
                self.left(&position, ply, left, (window, found.score));
                return found.score;
            }
        }
        if is_leaf {
            let score = self.evaluate(callee, &position, line, at, left, searched);
            if self.stopped {
                return score;
            }
            self.left(&position, ply, left, (self.claimed(window, ply, score), score));
            if tabled.is_some() {
                let bound = self.bound_of_leaf(&position, ply, (searched, score));
                self.keep(&self.entry(&position, ply, left, (bound, score), Move::NULL), ply);
            }
            return score;
        }
        let mut left = left;
        if self.selective {
            if let Some(score) = self.cut_off(callee, &position, line, at, left, window) {
                self.store.stop(line, at);
                self.left(&position, ply, left, (window, score));
                return score;
            }
            left = self.for_want_of_a_move(&position, at, left);
        }
        self.expand(callee, position, line, at, left, (window, searched))
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
    fn probe(&mut self, tabled: Option<Options>, position: &P, at: At, left: usize) -> Option<Entry> {
        tabled.filter(|_| at.ply > 0)?;
        self.scratch.table.probe(position.key(), self.depth_of(left))
    }

    /// The window that `score` answers: of a move that is only preferred at the root no more is claimed than
    /// the bound.
    #[inline]
    fn claimed(&self, window: Window, ply: usize, score: Score) -> Window {
        let preferred = self.preferred && ply == 0;
        if preferred { Window { beta: window.beta.min(score), ..window } } else { window }
    }

    /// What `score` says of a leaf: an evaluation is its value, and with noisy moves it is as at any node.
    fn bound_of_leaf(&self, position: &P, ply: usize, (window, score): (Window, Score)) -> Bound {
        let is_static = self.reach.quiescence == 0 || position.is_terminal();
        if is_static { Bound::Exact } else { self.claimed(window, ply, score).bound(score) }
    }

    /// Tells the observer of a node that is left, as the node itself sees it.
    #[inline]
    fn left(&mut self, position: &P, ply: usize, left: usize, (window, score): (Window, Score)) {
        self.observer.left(position, left, window.nearer(ply), score.nearer(ply));
    }

    /// What a node is worth where the depth has run out or the game is over: its evaluation, or what
    /// noisy moves make of that.
    #[inline]
    fn evaluate(
        &mut self,
        callee: Callee<P, S, O>,
        position: &P,
        line: &mut S::Line,
        at: At,
        left: usize,
        window: Window,
    ) -> Score {
        self.counts.leaf_evaluations += 1;
        self.observer.evaluated(position);
        let stands = position.evaluate().further(at.ply);
        if left == 0 || stands >= window.beta || position.is_terminal() {
            self.store.stop(line, at);
            return stands;
        }
        self.quiesce(callee, position, line, at, left, (window, stands))
    }

    /// Quiescence: the noisy moves, by the algorithm's own search, against standing pat. That is
    /// one more move, tried first, of fixed value and with the empty line.
    fn quiesce(
        &mut self,
        callee: Callee<P, S, O>,
        position: &P,
        line: &mut S::Line,
        at: At,
        left: usize,
        (window, stands): (Window, Score),
    ) -> Score {
        let first = self.gather(position, at.ply, true);
        let mut score = stands;
        if self.scratch.moves.len() > first {
            let mut node = self.node(position.clone(), &mut *line, at, left, first);
            node.stands = stands;
            score = callee(self, &mut node, window.alpha.max(stands), window.beta);
            self.scratch.moves.truncate(first);
            self.store.release(node.child_line);
            if self.stopped {
                return score;
            }
        }
        let is_better = score > stands;
        self.counts.unquiet += u64::from(is_better);
        if !is_better && at.ply == 0 {
            (self.best_move, self.preferred) = (None, false);
        }
        if !is_better || !self.shows_quiescence {
            // Whoever searches without a window may have recorded a move that is worse.
            self.store.enter(line, at);
            self.store.stop(line, at);
        }
        score.max(stands)
    }

    fn expand(
        &mut self,
        callee: Callee<P, S, O>,
        position: P,
        line: &mut S::Line,
        at: At,
        left: usize,
        (window, searched): (Window, Window),
    ) -> Score {
        let first = self.gather(&position, at.ply, false);
        let mut node = self.node(position, line, at, left, first);
        let score = callee(self, &mut node, searched.alpha, searched.beta);
        self.scratch.moves.truncate(first);
        if self.stopped {
            self.store.release(node.child_line);
            return score;
        }
        self.left(&node.position, at.ply, left, (self.claimed(window, at.ply, score), score));
        let entry = self.entry_of(&node, (self.claimed(searched, at.ply, score).bound(score), score));
        // A search without a table writes one for the stores that listen, and never probes it.
        if self.tabled.is_some() || S::READS_TABLE {
            self.keep(&entry, at.ply);
        }
        self.store.leave(node.line, at, &entry);
        self.store.release(node.child_line);
        score
    }

    /// Puts the moves of a node on the shared stack, all or the noisy ones, in the order in which they
    /// are tried, and says where they begin.
    #[inline]
    fn gather(&mut self, position: &P, ply: usize, only_noisy: bool) -> usize {
        let first = self.scratch.moves.len();
        position.moves(&mut self.scratch.moves);
        if only_noisy || ply == 0 {
            self.drop_moves(position, ply, first, only_noisy);
        }
        let Scratch { moves, table, orderer, .. } = &mut *self.scratch;
        if self.ordered && moves.len() > first {
            let entry = || table.any_move(position.key()).map(|entry| entry.mv);
            self.counts.reordered += u64::from(orderer.sort(ply, &mut moves[first..], entry));
        }
        first
    }

    /// Drops quiet moves, and at the root those that better lines begin with.
    fn drop_moves(&mut self, position: &P, ply: usize, first: usize, only_noisy: bool) {
        let Scratch { moves, better, .. } = &mut *self.scratch;
        let mut end = first;
        for at in first..moves.len() {
            let mv = moves[at];
            if (!only_noisy || position.is_noisy(mv)) && (ply > 0 || !better.contains(&mv)) {
                moves[end] = mv;
                end += 1;
            }
        }
        moves.truncate(end);
    }

    /// The frame of a node whose moves begin at `first`.
    #[inline]
    fn node<'l>(
        &mut self,
        position: P,
        line: &'l mut S::Line,
        at: At,
        left: usize,
        first: usize,
    ) -> Node<'l, P, S> {
        let child_line = self.store.frame(Some(line), at.ply + 1);
        Node {
            position,
            at,
            left,
            line,
            child_line,
            first,
            next: first,
            end: self.scratch.moves.len(),
            best: Move::NULL,
            stands: -Score::INFINITY,
            searched: 0,
            first_beta: Score::INFINITY,
        }
    }

    /// The depth that is left where so many plies are; none in quiescence.
    #[inline]
    pub(super) fn depth_of(&self, left: usize) -> usize {
        left.saturating_sub(self.reach.quiescence)
    }

    /// Stores what is to be known of a position. What a root is worth without its best moves is worth
    /// nothing to anyone else.
    #[inline]
    pub(super) fn keep(&mut self, entry: &Entry, ply: usize) {
        if ply > 0 || self.scratch.better.is_empty() {
            self.scratch.table.store(*entry);
        }
    }

    /// What a table is to hold of a node that is left.
    #[inline]
    pub(super) fn entry_of(&self, node: &Node<'_, P, S>, found: (Bound, Score)) -> Entry {
        self.entry(&node.position, node.at.ply, node.left, found, node.best)
    }

    /// What a table is to hold of a position: a score as it counts from there, and so worth the same
    /// wherever it is met again. Where keys collide it may count from a mate that is nearer than
    /// possible; and a bound beyond every score says as much as one at the end of them.
    #[inline]
    fn entry(
        &self,
        position: &P,
        ply: usize,
        left: usize,
        (bound, score): (Bound, Score),
        mv: Move,
    ) -> Entry {
        let score = score.nearer(ply).clamp(Score::MIN, Score::MAX);
        Entry { key: position.key(), draft: self.depth_of(left), bound, score, mv }
    }
}
