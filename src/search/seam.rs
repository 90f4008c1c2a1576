//! What an algorithm says to a search: the next move, search it, it raised alpha, it refuted the node.

use std::marker::PhantomData;

use crate::position::{Move, Position};
use crate::pv::PvStore;
use crate::reach::Reach;
use crate::score::{Score, Window};
use crate::search::{Child, Counts, Node, Observer, Scratch, Selectivity};
use crate::table::Options;

/// A search routine: what an algorithm calls, itself or another.
///
/// A function pointer and no generic parameter, so that the recursion is compiled once per set of
/// stores and not once per algorithm.
pub type Callee<P, S, O> =
    fn(&mut Search<'_, P, S, O>, &mut Node<'_, P, S>, alpha: Score, beta: Score) -> Score;

/// A search under way: what all its frames share.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, and all combine")]
pub struct Search<'s, P, S, O> {
    pub(super) store: &'s mut S,
    pub(super) observer: &'s mut O,
    pub(super) scratch: &'s mut Scratch,
    /// How far lines go, and whether moves of quiescence belong to them.
    pub(super) reach: Reach,
    pub(super) shows_quiescence: bool,
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
    /// Whether one more was to be entered. What a stopped node returns means nothing, and its parent is
    /// told what changes nothing, its alpha; every node above it is out of moves from then on, raises
    /// nothing, and leaves no trace in a store or a table.
    pub(super) stopped: bool,
    /// The move that raised the root's alpha last, or refuted the root.
    pub(super) best_move: Option<Move>,
    /// Whether that move is known by a bound alone.
    pub(super) preferred: bool,
    /// What the root's move that was searched last is worth by that, and what the move is worth that
    /// raised the root's alpha last.
    pub(super) returned: Score,
    pub(super) improved: Option<Score>,
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
            reach: Reach::to(0),
            shows_quiescence: true,
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
            returned: Score::ZERO,
            improved: None,
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
    pub fn search(
        &mut self,
        callee: Callee<P, S, O>,
        node: &mut Node<'_, P, S>,
        child: Child,
        alpha: Score,
        beta: Score,
    ) -> Score {
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
        let (ply, window) = (node.at.ply + 1, Window { alpha, beta });
        let forcing = self.reach.extends && node.position.is_forcing(child.mv);
        let left = self.reach.behind(node.at.ply, node.left, forcing);
        self.counts.extended += u64::from(left == node.left);
        if self.ordered {
            self.scratch.orderer.play(ply, child.mv);
        }
        let refuted = if self.selective && !again && !window.is_open() {
            self.refuted_less_deep(callee, node, child, &position, left, window)
        } else {
            None
        };
        let score = match refuted {
            Some(score) => score,
            None => self.enter(callee, position, &mut node.child_line, ply, left, window),
        };
        if self.ordered {
            self.scratch.orderer.played(ply, child.mv);
        }
        if self.counts_no_more() {
            return beta;
        }
        if ply == 1 {
            self.returned = -score;
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
    pub fn pass(
        &mut self,
        callee: Callee<P, S, O>,
        node: &mut Node<'_, P, S>,
        alpha: Score,
        beta: Score,
    ) -> Score {
        (node.next, node.searched) = (node.first, 0);
        let score = callee(self, node, alpha, beta).max(node.stands);
        if self.stopped {
            // Below every bound, so that whoever waits for bounds to meet waits no more.
            return -Score::INFINITY;
        }
        let window = Window { alpha, beta };
        let ply = node.at.ply;
        self.observer.passed(&node.position, node.left, window.nearer(ply), score.nearer(ply));
        if self.tabled.is_some() {
            self.keep(&self.entry_of(node, (window.bound(score), score)), ply);
        }
        // A move that refutes a pass is none that the root knows by a bound alone: that is for
        // the caller to say.
        self.preferred = false;
        score
    }

    /// Whether what a child returns, and what its node makes of that, counts no more: the search was
    /// stopped.
    #[inline]
    fn counts_no_more(&self) -> bool {
        self.stopped
    }

    /// The child raised alpha: its move and its line become the node's line.
    #[inline]
    pub fn raise(&mut self, node: &mut Node<'_, P, S>, child: Child) {
        // Some algorithms take their first move whatever it is worth.
        if self.counts_no_more() {
            return;
        }
        if self.shows_quiescence || node.left > self.reach.quiescence {
            self.store.raise(node.line, &node.child_line, node.at, child.mv);
        }
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
        if self.counts_no_more() {
            return;
        }
        node.best = child.mv;
        if node.at.ply == 0 {
            self.best_move = Some(child.mv);
            self.preferred = preferred;
            self.improved = (!preferred).then_some(self.returned);
        }
    }

    /// The child's score reached beta: its move refutes the node.
    #[inline]
    pub fn refute(&mut self, node: &mut Node<'_, P, S>, child: Child) {
        if self.counts_no_more() {
            return;
        }
        self.store.refute(node.line, &node.child_line, node.at, child.mv);
        if self.ordered {
            self.scratch.orderer.refute(node.at, child.mv);
        }
        self.observer.refuted(node.at.ply, child.mv);
        self.choose(node, child, true);
    }
}
