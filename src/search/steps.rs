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
//! Scores are converted here (see [`crate::score`]). Inside a search they are root-relative. Scores that
//! come from outside or go outside are node-relative: evaluations, table entries, and the scores and
//! windows that stores and observers get.

use crate::position::{Move, Position};
use crate::pv::PvStore;
use crate::score::{Score, Window};
use crate::search::node::Visit;
use crate::search::{Callee, Child, Node, Observer, Search};
use crate::table::Entry;

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// Searches `child` of `node` with the routine `callee`. The window `(alpha, beta)` and the returned
    /// score are as the child sees them: the textbook's recursive call.
    #[expect(clippy::inline_always, reason = "it only chooses one of three bodies")]
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
        if self.has_plain_leaves && node.remaining == 1 {
            self.search_plain_leaf(callee, node, child, window)
        } else if self.is_plain {
            self.search_plain_child(callee, node, child, window)
        } else {
            self.search_child(callee, node, child, window)
        }
    }

    // The three are `child`, compiled three times. Only the leaf is inlined: the routines are many, and each would be compiled
    // with the others.

    #[inline(never)]
    fn search_child(
        &mut self,
        callee: Callee<P, S, O>,
        node: &mut Node<'_, P, S>,
        child: Child,
        window: Window,
    ) -> Score {
        self.child::<false, false>(callee, node, child, window)
    }

    #[inline(never)]
    fn search_plain_child(
        &mut self,
        callee: Callee<P, S, O>,
        node: &mut Node<'_, P, S>,
        child: Child,
        window: Window,
    ) -> Score {
        self.child::<true, false>(callee, node, child, window)
    }

    #[inline]
    fn search_plain_leaf(
        &mut self,
        callee: Callee<P, S, O>,
        node: &mut Node<'_, P, S>,
        child: Child,
        window: Window,
    ) -> Score {
        self.child::<true, true>(callee, node, child, window)
    }

    /// The body of [`Search::search`]. `PLAIN` leaves out the steps that options add: see `Search::is_plain`. `LEAF` also leaves
    /// out what follows a leaf.
    #[expect(clippy::inline_always, reason = "it is compiled once for each of the three")]
    #[inline(always)]
    fn child<const PLAIN: bool, const LEAF: bool>(
        &mut self,
        callee: Callee<P, S, O>,
        node: &mut Node<'_, P, S>,
        child: Child,
        window: Window,
    ) -> Score {
        let beta = window.beta;
        let is_re_search = child.index < node.searched;
        if !is_re_search {
            node.searched = child.index + 1;
            node.first_beta = beta;
        }
        // 1. Skip: `beta`, negated, is the parent's alpha. It means only that the move does not raise alpha.
        if !PLAIN && self.selective && !is_re_search && self.prunes_move(node, child, -beta) {
            return beta;
        }
        let position = node.position.play(child.mv);
        let forcing = !PLAIN && self.ply_limits.extends && node.position.is_forcing(child.mv);
        let remaining = self.ply_limits.plies_after(node.at.ply, node.remaining, forcing);
        debug_assert!(!LEAF || remaining == 0, "a leaf has no plies to go");
        let visit = Visit {
            position: &position,
            ply: node.at.ply + 1,
            remaining: if LEAF { 0 } else { remaining },
            window,
        };
        self.counts.extended += u64::from(forcing && visit.remaining == node.remaining);
        self.observer.move_begun(node.at.ply, child.mv);
        if !PLAIN && self.ordered {
            self.scratch.move_orderer.begin_move(visit.ply, child.mv);
        }
        // 1. Reduce.
        let reduced = if !PLAIN && self.selective && !is_re_search && !visit.window.is_open() {
            self.refuted_at_reduced_depth(callee, node, child, visit)
        } else {
            None
        };
        let score = match reduced {
            Some(score) => score,
            None => self.visit::<PLAIN>(callee, visit, &mut node.child_line),
        };
        if !PLAIN && self.ordered {
            self.scratch.move_orderer.end_move(visit.ply, child.mv);
        }
        if self.stopped {
            return beta;
        }
        if visit.ply == 1 {
            self.root.last_score = -score;
        }
        if is_re_search {
            self.count_re_search(node, child, beta, score);
        }
        score
    }

    /// Counts a re-search, and also counts it as unconfirmed if its score does not exceed the node's alpha.
    /// A re-search may begin above that alpha. So if no other child was searched in between, the alpha is
    /// taken from the first search of the child: it is minus `first_beta`. Otherwise it is minus `beta`.
    #[inline(never)]
    fn count_re_search(&mut self, node: &Node<'_, P, S>, child: Child, beta: Score, score: Score) {
        self.counts.re_searches += 1;
        let limit = if node.searched == child.index + 1 { node.first_beta } else { beta };
        self.counts.unconfirmed += u64::from(score >= limit);
    }

    /// Visits a position: steps 2 to 8. For `PLAIN` see `child`.
    #[expect(clippy::inline_always, reason = "a leaf costs no call")]
    #[inline(always)]
    pub(super) fn visit<const PLAIN: bool>(
        &mut self,
        callee: Callee<P, S, O>,
        visit: Visit<'_, P>,
        line: &mut S::Line,
    ) -> Score {
        // 2. Enter.
        if self.counts.nodes == self.limit && self.must_stop() {
            return Score::ZERO;
        }
        self.enter_node::<PLAIN>(visit, line);
        // 3. Repetition.
        if !PLAIN && self.options.repetition && self.is_repeated(visit) {
            self.counts.repetitions += 1;
            self.observer.draw_found(visit.ply);
            self.store.draw(line, visit.at());
            self.exit(visit, visit.window, Score::ZERO);
            return Score::ZERO;
        }
        // 4. Probe.
        let is_leaf = visit.remaining <= self.ply_limits.quiescence || visit.position.is_terminal();
        let uses_table = !PLAIN && self.uses_table(visit, is_leaf);
        let mut window = visit.window;
        if let Some(entry) = self.probe(visit, uses_table) {
            let found = Entry { score: entry.score.further(visit.ply), ..entry };
            window = self.scratch.table.narrowed(&found, visit.window);
            if window.is_empty() || self.scratch.table.cuts(&found, visit.window) {
                return self.cut_off_by_entry(visit, line, entry);
            }
        }
        // 5. Leaf or terminal.
        if is_leaf {
            return self.leaf::<PLAIN>(callee, visit, line, window, uses_table);
        }
        // 6. Cut off, or reduce.
        let mut remaining = visit.remaining;
        if !PLAIN && self.selective {
            if let Some(score) = self.early_cutoff(callee, visit, line) {
                self.store.leaf_value(line, visit.at());
                self.exit(visit, visit.window, score);
                return score;
            }
            remaining = self.reduced_without_hash_move(visit);
        }
        self.expand::<PLAIN>(callee, visit, remaining, line, window)
    }

    #[inline]
    fn enter_node<const PLAIN: bool>(&mut self, visit: Visit<'_, P>, line: &mut S::Line) {
        self.counts.nodes += 1;
        self.observer.node_entered(visit.position, visit.ply, visit.remaining);
        self.store.enter_node(line, visit.at());
        if !PLAIN && self.ordered {
            self.scratch.move_orderer.enter_node(visit.at());
        }
    }

    fn is_repeated(&mut self, visit: Visit<'_, P>) -> bool {
        let key = visit.position.key();
        let path = &mut self.scratch.path;
        path.truncate(visit.ply);
        let is_repeated = path.contains(&key);
        path.push(key);
        is_repeated
    }

    /// Steps 7 and 8, with `remaining` plies to go: those of the visit, or fewer. `window` is that of the
    /// visit, or a narrower one. For `PLAIN` see `child`.
    #[inline]
    fn expand<const PLAIN: bool>(
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
        if !PLAIN && self.options.table.is_some() || self.store.reads_table() {
            self.store_entry(&entry, visit.ply);
        }
        self.store.exit_node(node.line, node.at, &entry);
        self.store.release(node.child_line);
        score
    }

    /// Notifies the observer that the visit returns `score`, as the node itself sees it. `window` decides
    /// whether the score is exact or a bound.
    #[inline]
    pub(super) fn exit(&mut self, visit: Visit<'_, P>, window: Window, score: Score) {
        let Visit { position, ply, remaining, .. } = visit;
        self.observer.node_exited(position, remaining, window.nearer(ply), score.nearer(ply));
    }

    /// The window that decides whether `score` is exact or a bound: `window`, except at the root if only a
    /// bound is known of its best move. Then beta is at most `score`, so that the score is a lower bound.
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
            at: visit.at(),
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
