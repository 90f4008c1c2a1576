//! The steps of a node, in the order in which every search takes them.
//!
//! 1. *Skip or reduce* the move that leads here (futility, move count, late move reductions).
//! 2. *Enter*: count the node, and stop at the node limit.
//! 3. *Repetition*: a position that is on the path already is a draw.
//! 4. *Probe* the table.
//! 5. *Leaf or terminal*: evaluate, or start quiescence.
//! 6. *Cut off* by a guess (null move, static cutoffs), or reduce (internal iterative reduction).
//! 7. *Expand*: the callee searches the moves.
//! 8. *Store* the result.
//!
//! Each of the steps 3 to 6 may end the visit; only step 7 leads to step 8. A try at a reduced depth in step
//! 1 is a visit of its own. The observer is notified of the result before it is stored.
//!
//! Inside a search scores are root-relative (see [`crate::score`]); evaluations, table entries, and the
//! scores and windows that stores and observers get are node-relative.

use crate::position::{Move, Position};
use crate::pv::PvStore;
use crate::score::{Score, Window};
use crate::search::node::Visit;
use crate::search::{Callee, Child, Node, Observer, Search};
use crate::table::Entry;
use crate::told::{Told, Why};

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// Searches `child` of `node` with the routine `callee`, as in the textbook's recursive call. The window `(alpha,
    /// beta)` and the returned score are as the child sees them.
    #[expect(clippy::inline_always, reason = "most children are plain leaves, which cost no call")]
    #[inline(always)]
    pub fn search(
        &mut self,
        callee: Callee<P, S, O>,
        node: &mut Node<'_, P, S>,
        child: Child,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let window = Window { alpha, beta };
        let is_re_search = node.begin_search(child, beta);
        let score = if node.remaining <= self.plain_plies {
            self.search_plain_child(callee, node, child, window)
        } else {
            self.search_child(callee, node, child, window, is_re_search)
        };
        if self.stopped {
            return beta;
        }
        if node.at.ply == 0 {
            self.root.last_score = -score;
        }
        if is_re_search {
            self.count_re_search(node, child, beta, score);
        }
        score
    }

    /// Searches a child to which no option adds a step, by the steps 2, 5, 7 and 8.
    #[expect(clippy::inline_always, reason = "most children are plain leaves, which cost no call")]
    #[inline(always)]
    fn search_plain_child(
        &mut self,
        callee: Callee<P, S, O>,
        node: &mut Node<'_, P, S>,
        child: Child,
        window: Window,
    ) -> Score {
        let (position, line) = (node.position.play(child.mv), &mut node.child_line);
        let visit =
            Visit { position: &position, ply: node.at.ply + 1, remaining: node.remaining - 1, window };
        self.observer.told(node.at.ply, &Told::Move(child.mv, visit.remaining));
        if !self.enter_node(visit, line) {
            return Score::ZERO;
        }
        if visit.remaining == 0 || position.is_terminal() {
            return self.leaf(callee, visit, line, window, false);
        }
        self.expand(callee, visit, visit.remaining, line, window)
    }

    #[inline(never)]
    fn search_child(
        &mut self,
        callee: Callee<P, S, O>,
        node: &mut Node<'_, P, S>,
        child: Child,
        window: Window,
        is_re_search: bool,
    ) -> Score {
        let is_selective = self.selective && !is_re_search;
        // 1. Skip: `beta`, negated, is the parent's alpha. It means only that the move does not raise alpha.
        if is_selective && self.prunes_move(node, child, -window.beta) {
            return window.beta;
        }
        let position = node.position.play(child.mv);
        let forcing = self.ply_limits.extends && node.position.is_forcing(child.mv);
        let remaining = self.ply_limits.plies_after(node.at.ply, node.remaining, forcing);
        let visit = Visit { position: &position, ply: node.at.ply + 1, remaining, window };
        self.counts.extended += u64::from(forcing && remaining == node.remaining);
        self.observer.told(node.at.ply, &Told::Move(child.mv, remaining));
        if self.ordered {
            self.scratch.move_orderer.begin_move(visit.ply, child.mv);
        }
        // 1. Reduce.
        let reduced =
            if is_selective { self.refuted_at_reduced_depth(callee, node, child, visit) } else { None };
        let score = reduced.unwrap_or_else(|| self.visit(callee, visit, &mut node.child_line));
        if self.ordered {
            self.scratch.move_orderer.end_move(visit.ply, child.mv);
        }
        score
    }

    /// Counts a re-search, as unconfirmed if its score does not exceed the node's alpha. Alpha is minus `first_beta`,
    /// since a re-search may begin above alpha; if another child was searched in between, it is minus `beta`.
    #[inline(never)]
    fn count_re_search(&mut self, node: &Node<'_, P, S>, child: Child, beta: Score, score: Score) {
        self.counts.re_searches += 1;
        let limit = if node.searched == child.index + 1 { node.first_beta } else { beta };
        self.counts.unconfirmed += u64::from(score >= limit);
    }

    /// Visits a position by the steps 2 to 8.
    pub(super) fn visit(
        &mut self,
        callee: Callee<P, S, O>,
        visit: Visit<'_, P>,
        line: &mut S::Line,
    ) -> Score {
        // 2. Enter.
        if !self.enter_node(visit, line) {
            return Score::ZERO;
        }
        if self.ordered {
            self.scratch.move_orderer.enter_node(visit.place());
        }
        // 3. Repetition.
        if self.options.repetition && self.is_repeated(visit) {
            return self.draw(visit, line);
        }
        // 4. Probe.
        let is_leaf = visit.remaining <= self.ply_limits.quiescence || visit.position.is_terminal();
        let uses_table = self.uses_table(visit, is_leaf);
        let mut window = visit.window;
        if let Some(entry) = self.probe(visit, uses_table) {
            let found = Entry { score: entry.score.further(visit.ply), ..entry };
            window = self.scratch.table.narrowed(&found, visit.window);
            if window.is_empty() || self.scratch.table.cuts(&found, visit.window) {
                return self.cut_off_by_entry(visit, line, entry);
            }
            if window != visit.window {
                self.observer.told(visit.ply, &Told::Narrowed(entry, window.nearer(visit.ply)));
            }
        }
        // 5. Leaf or terminal.
        if is_leaf {
            return self.leaf(callee, visit, line, window, uses_table);
        }
        // 6. Cut off, or reduce.
        let mut remaining = visit.remaining;
        if self.selective {
            if let Some(score) = self.early_cutoff(callee, visit, line) {
                self.store.leaf_value(line, visit.place());
                self.exit(visit, visit.window, score);
                return score;
            }
            remaining = self.reduced_without_hash_move(visit);
            if remaining != visit.remaining {
                self.observer.told(visit.ply, &Told::Reduced(remaining));
            }
        }
        // 7. Expand. 8. Store.
        self.expand(callee, visit, remaining, line, window)
    }

    /// Enters a node, and returns `true`, or returns `false` without entering the node if the search does not continue.
    #[expect(clippy::inline_always, reason = "every node is entered, and to enter it is short")]
    #[inline(always)]
    fn enter_node(&mut self, visit: Visit<'_, P>, line: &mut S::Line) -> bool {
        if self.counts.nodes == self.limit && self.must_stop() {
            return false;
        }
        self.counts.nodes += 1;
        self.observer.node_entered(visit.position, visit.ply, visit.remaining);
        self.store.enter_node(line, visit.place());
        true
    }

    fn draw(&mut self, visit: Visit<'_, P>, line: &mut S::Line) -> Score {
        self.counts.repetitions += 1;
        self.observer.told(visit.ply, &Told::Leaves(Why::Draw));
        self.store.draw(line, visit.place());
        self.exit(visit, visit.window, Score::ZERO);
        Score::ZERO
    }

    fn is_repeated(&mut self, visit: Visit<'_, P>) -> bool {
        let key = visit.position.key();
        let path = &mut self.scratch.path;
        path.truncate(visit.ply);
        let is_repeated = path.contains(&key);
        path.push(key);
        is_repeated
    }

    /// Takes steps 7 and 8, with the plies and the window of the visit, or with fewer plies and a narrower window.
    #[inline(never)]
    fn expand(
        &mut self,
        callee: Callee<P, S, O>,
        visit: Visit<'_, P>,
        remaining: usize,
        line: &mut S::Line,
        window: Window,
    ) -> Score {
        // 7. Expand.
        let first = self.collect_moves(visit, false);
        let mut node = self.node(Visit { remaining, ..visit }, line, first);
        let score = callee(self, &mut node, window.alpha, window.beta);
        self.scratch.moves.truncate(first);
        if self.stopped {
            self.store.release(node.child_line);
            return score;
        }
        self.exit(visit, self.claimed_window(visit.window, visit.ply, score), score);
        // 8. Store. A search without a table option still writes a table if a store reads it (the shadow
        // table), and never probes it.
        let entry =
            self.node_entry(&node, (self.claimed_window(window, visit.ply, score).bound(score), score));
        if self.options.table.is_some() || self.store.reads_table() {
            self.store_entry(&entry, visit.ply);
        }
        self.store.exit_node(node.line, node.at, &entry);
        self.store.release(node.child_line);
        score
    }

    /// Notifies the observer that the visit returns `score`. The `window` decides whether the score is exact.
    #[inline]
    pub(super) fn exit(&mut self, visit: Visit<'_, P>, window: Window, score: Score) {
        let Visit { position, ply, remaining, .. } = visit;
        self.observer.node_exited(position, remaining, window.nearer(ply), score.nearer(ply));
    }

    /// Returns the window that decides whether `score` is exact. At the root, if only a bound of its best move is
    /// known, beta is lowered to `score`, so that the score is a lower bound.
    #[inline]
    pub(super) fn claimed_window(&self, window: Window, ply: usize, score: Score) -> Window {
        let is_bound = self.root.best_is_bound && ply == 0;
        if is_bound { Window { beta: window.beta.min(score), ..window } } else { window }
    }

    #[inline]
    pub(super) fn node<'l>(
        &mut self,
        visit: Visit<'l, P>,
        line: &'l mut S::Line,
        first: usize,
    ) -> Node<'l, P, S> {
        let child_line = self.store.frame(Some(line), visit.ply + 1);
        Node {
            position: visit.position,
            at: visit.place(),
            remaining: visit.remaining,
            line,
            child_line,
            first,
            next: first,
            end: self.scratch.moves.len(),
            best: Move::NULL,
            stand_pat: -Score::INFINITY,
            searched: 0,
            first_beta: Score::INFINITY,
        }
    }
}
