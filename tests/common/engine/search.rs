//! The steps of a node, from its entry to its exit.

use super::rules::LONGEST_LINE;
use super::table::Entry;
use super::{Act, Bug, Engine, Extends, Feature, Options, PvCutoffs, Stopped};
use crate::common::prelude::*;

/// A search of the engine. Scores and windows are counted from the root.
pub struct Search<'e, P, O> {
    pub engine: &'e mut Engine,
    pub options: Options,
    pub observer: &'e mut O,
    /// The positions from the root to the current node.
    pub path: Vec<P>,
    /// The depth of the current iteration.
    pub depth: usize,
    /// The number of nodes entered.
    pub nodes: u64,
    /// The maximum number of nodes.
    pub limit: u64,
    /// The root moves that begin better lines.
    pub excluded: Vec<Move>,
    /// The window of the current search of the root.
    pub window: Window,
    /// The last root move that raised alpha or refuted the root, and the score that it raised alpha to.
    pub best: Option<(Move, Option<Score>)>,
    /// Whether the score of the last visit that ended is the exact value of the position, whatever the window was.
    pub is_exact: bool,
    /// What the visit that ends has stored.
    pub pending: Option<Entry>,
}

/// A node: a position, a window and a depth to go.
pub struct Node<'p, P> {
    pub position: &'p P,
    /// The key of the position in the table.
    pub key: u64,
    pub ply: usize,
    /// The plies to go, including the plies of quiescence.
    pub remaining: usize,
    pub window: Window,
    /// Whether a null move leads here.
    pub after_pass: bool,
    /// Whether a forcing move leads here.
    pub forced: bool,
    /// The number of quiet moves in a row that lead here.
    pub quiet: usize,
    /// The move without which the position is searched.
    pub without: Option<Move>,
    /// The move that is extended after the test of a singular move, and by how many plies.
    pub singular: Option<(Move, isize)>,
}

/// The result of the test of a singular move.
#[derive(Default)]
pub struct Tested {
    /// The score that cuts off the node.
    pub cutoff: Option<Score>,
    pub extended: Option<(Move, isize)>,
}

impl<'p, P: Position> Node<'p, P> {
    /// A node to which quiet moves lead and which is searched with all its moves.
    pub fn new(position: &'p P, ply: usize, remaining: usize, window: Window) -> Self {
        let (after_pass, forced, quiet, without, singular) = (false, false, 0, None, None);
        let key = position.key();
        Self { position, key, ply, remaining, window, after_pass, forced, quiet, without, singular }
    }

    /// Whether beta may cut off: with an open window, only if beta is no mate. If a mate is the best possible score,
    /// reaching beta is the value, and its line is needed.
    pub fn is_refutable(&self) -> bool {
        let Window { beta, .. } = self.window;
        beta < Score::INFINITY && !(self.window.is_open() && beta.is_mate())
    }

    /// The node after `mv`, which leads to `position`.
    pub fn after<'c>(&self, position: &'c P, mv: Move, remaining: usize) -> Node<'c, P> {
        let forced = self.position.is_forcing(mv);
        let quiet = if self.position.is_noisy(mv) { 0 } else { self.quiet + 1 };
        Node { forced, quiet, ..Node::new(position, self.ply + 1, remaining, self.window) }
    }
}

impl<P> Clone for Node<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Node<'_, P> {}

/// The result of a node.
pub struct Found {
    pub score: Score,
    /// The move that raised alpha or refuted the node, if one did.
    pub mv: Option<Move>,
    /// The depth to which the node was searched.
    pub draft: usize,
}

impl<P: Position, O: Observer<P>> Search<'_, P, O> {
    /// Searches a node and returns its score. The observer is given the plies to go and the window that the
    /// caller requested, also if the node is reduced. A stopped node has no result.
    pub fn visit(&mut self, node: Node<'_, P>) -> Result<Score, Stopped> {
        if self.nodes == self.limit {
            return Err(Stopped);
        }
        self.nodes += 1;
        let Node { position, ply, remaining, window, .. } = node;
        self.notify(remaining, |observer| observer.node_entered(position, ply, remaining));
        self.is_exact = false;
        let score = self.score(node)?;
        self.notify(remaining, |observer| {
            observer.node_exited(position, remaining, window.nearer(ply), score.nearer(ply));
        });
        if let Some(entry) = self.pending.take() {
            self.tell(remaining, ply, Told::Stores(told(&entry)));
        }
        Ok(score)
    }

    /// The value of a node that is a draw.
    fn drawn(&mut self, node: Node<'_, P>) -> Score {
        self.note(Act::Draw);
        self.tell(node.remaining, node.ply, Told::Leaves(Why::Draw));
        self.clear_row(node.ply, Bug::StaleRowOnDraw);
        if self.has(Bug::DrawStored) && self.options.table.is_some() {
            let draw = Found { score: Score::ZERO, mv: None, draft: LONGEST_LINE };
            self.store(node, &draw, Bound::Exact);
        }
        self.is_exact = true;
        self.draw_value(node.ply)
    }

    /// Tests for a draw, probes the table, and searches the node unless a draw or an entry ends the node.
    fn score(&mut self, node: Node<'_, P>) -> Result<Score, Stopped> {
        let is_leaf = self.is_leaf(node);
        if let Some(mv) = node.without {
            self.tell(node.remaining, node.ply, Told::Without(mv));
        }
        if self.is_draw(node) {
            return Ok(self.drawn(node));
        }
        let window = self.without_nearer_mates(node, is_leaf);
        if window.is_empty() {
            self.note(Act::MateDistance);
            self.clear_row(node.ply, Bug::StaleRowOnHit);
            return Ok(window.alpha);
        }
        let called_with = node.window;
        // A node with an open window stays one.
        let mut node = if window.is_open() == called_with.is_open() { Node { window, ..node } } else { node };
        let draw = if is_leaf { None } else { self.upcoming_draw(node) };
        if let Some(draw) = draw {
            self.tell(node.remaining, node.ply, Told::Alpha(draw.nearer(node.ply)));
        }
        if let Some(draw) = draw.filter(|&draw| draw > node.window.alpha) {
            self.note(Act::Upcoming);
            self.clear_row(node.ply, Bug::StaleRowOnDraw);
            node.window.alpha = draw;
            if draw >= node.window.beta {
                return Ok(draw);
            }
        }
        if let Some(score) = self.table_cutoff(node, is_leaf) {
            if !node.window.is_open() || !self.has(Bug::NullWindowTail) {
                self.clear_row(node.ply, Bug::StaleRowOnHit);
            }
            self.is_exact = self.engine.table.last_was_exact;
            return Ok(score.max(draw.unwrap_or(score)));
        }
        if let Some(score) = self.child_cutoff(node, is_leaf) {
            self.engine.rows.clear(node.ply);
            self.is_exact = false;
            return Ok(self.limited(score, node.window));
        }
        let before = node;
        let node = self.narrowed(node, is_leaf);
        let mut found = if is_leaf {
            self.clear_row(node.ply, Bug::StaleRowOnLeaf);
            self.quiesce(node)?
        } else {
            self.inside(node)?
        };
        found.score = found.score.max(draw.unwrap_or(found.score));
        self.record_nearest_mate(before, &found, called_with);
        let found = self.with_kept_draft(node, found);
        if self.uses_table(node, is_leaf) && !self.omits() {
            let window = if self.has(Bug::OriginalWindow) { called_with } else { node.window };
            self.store(node, &found, self.bound(Node { window, ..node }, found.score));
        }
        Ok(found.score)
    }

    /// Searches a node that no draw and no entry ends.
    fn inside(&mut self, node: Node<'_, P>) -> Result<Found, Stopped> {
        self.engine.rows.clear(node.ply);
        if let Some(score) = self.early_cutoff(node)? {
            return Ok(Found { score, mv: None, draft: self.draft(node.remaining) });
        }
        self.deepen_inside(node)?;
        let reduced = self.reduced_node(node);
        let Tested { cutoff, extended } = self.test_singular(reduced)?;
        match cutoff {
            Some(score) => Ok(Found { score, mv: None, draft: self.draft(reduced.remaining) }),
            None => self.expand(Node { singular: extended, ..reduced }),
        }
    }

    /// Whether the depth has run out, or the game is over.
    fn is_leaf(&self, node: Node<'_, P>) -> bool {
        self.draft(node.remaining) == 0 || node.position.is_terminal()
    }

    /// Records the line of a move that refuted the node only because no mate is nearer.
    fn record_nearest_mate(&mut self, node: Node<'_, P>, found: &Found, called_with: Window) {
        let is_inside = called_with.bound(found.score) == Bound::Exact;
        let refutes = found.score >= node.window.beta;
        if let Some(mv) = found.mv.filter(|_| is_inside && refutes) {
            self.engine.rows.raise(node.ply, mv);
        }
    }

    /// Whether the node probes the table and is stored: quiescence and leaves only if the options say so. A root without its best
    /// moves, or another node without one move, is not stored, because its score is not the score of the position.
    fn uses_table(&self, node: Node<'_, P>, is_leaf: bool) -> bool {
        let is_whole = (node.ply > 0 || self.excluded.is_empty()) && node.without.is_none();
        let in_quiescence = node.remaining < self.options.quiescence_plies();
        let always = self.options.features.quiescence_table;
        let uses =
            self.options.table.is_some_and(|table| !is_leaf || always || table.leaves && !in_quiescence);
        uses && is_whole
    }

    /// The score of an entry that ends the node. The root is not probed, because it needs a line.
    fn table_cutoff(&mut self, node: Node<'_, P>, is_leaf: bool) -> Option<Score> {
        let options = self.options.table.filter(|_| node.ply > 0 && self.uses_table(node, is_leaf))?;
        if self.omits() {
            return None;
        }
        let depth = self.draft(node.remaining);
        let entry = self.engine.table.probe(node.key, depth)?;
        let (score, Window { alpha, beta }) = (self.entry_score(entry.score, node.ply), node.window);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        let is_open = node.window.is_open();
        let allowed = match options.pv_cutoffs {
            PvCutoffs::None => !is_open,
            PvCutoffs::Exact => !is_open || entry.bound == Bound::Exact,
            PvCutoffs::All => true,
        };
        if !decides || !allowed {
            return None;
        }
        self.note_cutoff(&entry, depth, is_leaf, is_open);
        if node.remaining < self.options.quiescence_plies() {
            self.note(Act::QuiescenceCutoff);
        }
        self.engine.table.last_was_exact = entry.bound == Bound::Exact;
        self.tell(node.remaining, node.ply, Told::Leaves(Why::Table(told(&entry))));
        let is_limited = self.options.fail_hard && entry.bound != Bound::Exact;
        Some(if is_limited { score.clamp(alpha, beta) } else { score })
    }

    fn note_cutoff(&mut self, entry: &Entry, depth: usize, is_leaf: bool, is_open: bool) {
        let is_exact = entry.bound == Bound::Exact;
        let acts = [
            (Act::Cutoff, true),
            (Act::DeeperCutoff, entry.draft > depth),
            (Act::LeafCutoff, is_leaf),
            (Act::KeptCutoff, self.engine.table.is_kept(entry)),
            (Act::PvCutoff, is_open && is_exact),
            (Act::PvBoundCutoff, is_open && !is_exact),
        ];
        acts.into_iter().filter(|&(_, occurs)| occurs).for_each(|(act, _)| self.note(act));
    }

    /// The score of an entry of the position after a move that refutes the node.
    fn child_cutoff(&mut self, node: Node<'_, P>, is_leaf: bool) -> Option<Score> {
        let applies = self.options.features.child_entries && node.ply > 0 && node.without.is_none();
        if !applies || is_leaf || !node.is_refutable() || self.omits() {
            return None;
        }
        for mv in legal_moves(node.position) {
            let (position, remaining) = (node.position.play(mv), self.plies_after(node, mv));
            let child = node.after(&position, mv, remaining);
            if !self.uses_table(child, self.is_leaf(child)) {
                continue;
            }
            let entry = self.engine.table.probe(child.key, self.draft(remaining));
            let entry = entry.filter(|entry| entry.bound != Bound::Lower);
            let score = entry.map(|entry| -self.entry_score(entry.score, child.ply));
            if let Some(score) = score.filter(|&score| score >= node.window.beta) {
                self.note(Act::ChildEntry);
                if let Some(entry) = entry {
                    self.tell(node.remaining, node.ply, Told::Leaves(Why::ChildEntry(mv, told(&entry))));
                }
                return Some(score);
            }
        }
        None
    }

    /// Returns the node, with a window that an entry narrows if the entry does not end the node.
    fn narrowed<'p>(&mut self, node: Node<'p, P>, is_leaf: bool) -> Node<'p, P> {
        let is_bug = self.has(Bug::NarrowedWindow) || self.has(Bug::OriginalWindow);
        let narrows = is_bug || self.options.features.narrow;
        if !narrows || is_leaf || node.ply == 0 || !self.uses_table(node, is_leaf) {
            return node;
        }
        let entry = self.engine.table.probe(node.key, self.draft(node.remaining));
        let Some(entry) = entry else { return node };
        let (score, mut window) = (self.entry_score(entry.score, node.ply), node.window);
        match entry.bound {
            Bound::Lower => window.alpha = window.alpha.max(score),
            Bound::Upper => window.beta = window.beta.min(score),
            Bound::Exact => {}
        }
        if window.is_empty() || window == node.window {
            return node;
        }
        self.note(Act::Narrowed);
        self.tell(node.remaining, node.ply, Told::Narrowed(told(&entry), window.nearer(node.ply)));
        Node { window, ..node }
    }

    /// Returns the result of a node, with the requested draft if the options keep this draft.
    fn with_kept_draft(&mut self, node: Node<'_, P>, found: Found) -> Found {
        let draft = self.draft(node.remaining);
        if !self.options.features.kept_draft || found.draft == draft {
            return found;
        }
        self.note(Act::KeptDraft);
        Found { draft, ..found }
    }

    /// Stores the result of a node.
    fn store(&mut self, node: Node<'_, P>, &Found { score, mv, draft }: &Found, bound: Bound) {
        let score = if self.has(Bug::MateUnadjusted) { score } else { score.nearer(node.ply) };
        let entry = Entry { key: node.key, draft, bound, score, mv, generation: 0 };
        self.pending = Some(entry);
        self.engine.table.store(entry);
    }

    /// Whether the score of a node is exact or a bound. An evaluation is exact, whatever the window.
    fn bound(&self, node: Node<'_, P>, score: Score) -> Bound {
        match node.window.bound(score) {
            _ if node.position.is_terminal() || node.remaining == 0 => Bound::Exact,
            Bound::Upper if self.has(Bug::FailLowStoredAsExact) => Bound::Exact,
            _ if self.options.exact_outside && self.is_exact => Bound::Exact,
            bound => bound,
        }
    }

    /// The score of an entry, as it is counted from the root.
    fn entry_score(&self, score: Score, ply: usize) -> Score {
        if self.has(Bug::MateUnadjusted) { score } else { score.further(ply) }
    }

    /// The depth without the plies of quiescence.
    pub fn draft(&self, remaining: usize) -> usize {
        remaining.saturating_sub(self.options.quiescence_plies())
    }

    /// Returns the plies to go after `mv`: one less, unless the move is extended. A move is extended while the longest
    /// line below is not longer than twice the depth, or than any line may be.
    pub fn plies_after(&mut self, node: Node<'_, P>, mv: Move) -> usize {
        let Node { position, ply, remaining, .. } = node;
        let quiescence = self.options.quiescence_plies();
        let times = if self.options.features.has(Feature::LongLines) { 3 } else { 2 };
        let longest = self.depth.max((times * self.depth).min(LONGEST_LINE - quiescence));
        let spare = (longest + quiescence).saturating_sub(ply + remaining);
        let (fits, depth) = (spare > 0, self.draft(remaining));
        let extra =
            node.singular.filter(|&(singular, _)| singular == mv && depth > 0).map(|(_, extra)| extra);
        if extra == Some(-1) {
            self.note(Act::Negative);
            return (remaining - 2).max(quiescence);
        }
        if extra == Some(2) && spare >= 2 {
            self.note(Act::Double);
            return remaining + 1;
        }
        let act = match self.options.features.extended {
            _ if depth == 0 || !fits => None,
            _ if extra.is_some() => Some(Act::Singular),
            None => (self.options.extension && position.is_forcing(mv)).then_some(Act::Extension),
            Some(Extends::DeepForcing) => (depth >= 2 && position.is_forcing(mv)).then_some(Act::DeepForcing),
            Some(Extends::SingleMove) => (legal_moves(position).len() == 1).then_some(Act::SingleMove),
        };
        let Some(act) = act else { return remaining - 1 };
        self.note(act);
        if ply + 1 + remaining > 2 * self.depth + quiescence {
            self.note(Act::LongLine);
        }
        remaining
    }

    /// Calls `event` of a node with these plies to go on the observer, if the engine tells of the node.
    pub fn notify(&mut self, remaining: usize, event: impl FnOnce(&mut O)) {
        if self.engine.told_from.is_some_and(|least| self.draft(remaining) >= least) {
            event(self.observer);
        }
    }

    pub fn tell(&mut self, remaining: usize, ply: usize, what: Told) {
        self.notify(remaining, |observer| observer.told(ply, &what));
    }

    pub fn note(&mut self, act: Act) {
        self.engine.acts.note(act);
    }

    pub fn has(&self, bug: Bug) -> bool {
        self.engine.bug == Some(bug)
    }

    /// Empties the row of `ply`, unless this bug is seeded.
    fn clear_row(&mut self, ply: usize, unless: Bug) {
        if !self.has(unless) {
            self.engine.rows.clear(ply);
        }
    }
}

/// An entry, as it is told.
pub fn told(entry: &Entry) -> pvcheck::told::Entry {
    let Entry { key, draft, bound, score, mv, .. } = *entry;
    pvcheck::told::Entry { key, draft, bound, score, mv: mv.unwrap_or(Move::NULL) }
}
