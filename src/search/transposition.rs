//! The reads and writes of a node in the transposition table.

use crate::position::{Move, Position};
use crate::pv::PvStore;
use crate::score::{Bound, Score};
use crate::search::node::Visit;
use crate::search::{Node, Observer, Search};
use crate::table::Entry;
use crate::told::{Told, Why};

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// Whether the node probes the table and is stored. Leaves do so only if the options request probes, quiescence never.
    #[inline]
    pub(super) fn uses_table(&self, visit: Visit<'_, P>, is_leaf: bool) -> bool {
        let allows = |leaves: bool| !is_leaf || leaves && visit.remaining >= self.ply_limits.quiescence;
        self.options.table.is_some_and(|options| allows(options.leaves))
    }

    /// Returns the matching entry. The root is not probed, because a cutoff of the root would leave the root without a line.
    #[inline]
    pub(super) fn probe(&mut self, visit: Visit<'_, P>, uses_table: bool) -> Option<Entry> {
        let may_probe = uses_table && visit.ply > 0;
        let probe = || self.scratch.table.probe(visit.position.key(), self.depth_of(visit.remaining));
        may_probe.then(probe).flatten()
    }

    pub(super) fn cut_off_by_entry(
        &mut self,
        visit: Visit<'_, P>,
        line: &mut S::Line,
        entry: Entry,
    ) -> Score {
        let Visit { position, ply, window, .. } = visit;
        self.counts.table_cutoffs += 1;
        if window.is_open() {
            self.scratch.cut.push((position.key(), ply));
        }
        self.observer.told(ply, &Told::Leaves(Why::Table(entry)));
        self.store.hit(line, visit.place(), &Entry { key: position.key(), ..entry }, window.nearer(ply));
        let score = entry.score.further(ply);
        self.exit(visit, window, score);
        score
    }

    /// Stores an entry, except the score of a root without its best moves, which is not the value of the position.
    #[inline]
    pub(super) fn store_entry(&mut self, entry: &Entry, ply: usize) {
        if ply > 0 || self.scratch.excluded_moves.is_empty() {
            self.observer.told(ply, &Told::Stores(*entry));
            self.scratch.table.store(*entry);
            self.observer.entry_stored(&self.scratch.table);
        }
    }

    #[inline]
    pub(super) fn node_entry(&self, node: &Node<'_, P, S>, found: (Bound, Score)) -> Entry {
        self.entry(node.position, node.at.ply, node.remaining, found, node.best)
    }

    /// Returns the entry of a position. Its score is node-relative, so that it is the same wherever the position is met
    /// again. A bound beyond every score means the same as the largest or the smallest score; where keys collide, a
    /// mate score may be nearer than possible.
    #[inline]
    pub(super) fn entry(
        &self,
        position: &P,
        ply: usize,
        remaining: usize,
        (bound, score): (Bound, Score),
        mv: Move,
    ) -> Entry {
        let score = score.nearer(ply).clamp(Score::MIN, Score::MAX);
        Entry { key: position.key(), draft: self.depth_of(remaining), bound, score, mv }
    }
}
