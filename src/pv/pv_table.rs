//! A separate table for PV-nodes.
//!
//! Besides the transposition table there is a second table, which only PV-nodes write to, so that the many
//! null-window entries never overwrite the line. After the search it is walked from the root (Glass; known
//! only from secondary sources, so this is our reading of the method):
//!
//! ```text
//! slot = key mod entries      | key | draft | exact | score | move |
//! ```
//!
//! When the search exits a node with an open window and an exact result, it writes an entry; the latest entry
//! counts. The walk checks the legality of the moves and nothing else.
//!
//! Rules: bends rules 2 to 4: an entry belongs to a position and not to a node, so the line can continue with
//! the result of another node. Safe as long as no position of the line is met again at another remaining
//! depth. An exact result of the same draft has the same value; one of another draft may have another value,
//! and replaces the entry.
//!
//! Memory: `4,096` entries.

use crate::position::Move;
use crate::pv::{At, Each, FinishedSearch, MemoryRow, PvStore};
use crate::score::Bound;
use crate::table::{Entry, Table, TableOptions};

/// A separate table for PV-nodes, walked after the search (Glass).
#[derive(Clone, Default, Debug)]
pub struct PvTable {
    pub(crate) table: Table,
}

impl PvTable {
    #[inline]
    pub(crate) fn write(&mut self, entry: &Entry) {
        self.table.store(*entry);
    }
}

impl PvStore for PvTable {
    type Line = ();

    fn reset(&mut self, _depth: usize) {
        self.table.reset(&TableOptions::DEFAULT);
    }

    #[inline]
    fn frame(&mut self, _parent: Option<&()>, _ply: usize) {}

    #[inline]
    fn raise(&mut self, _line: &mut (), _child: &(), _at: At, _mv: Move) {}

    #[inline]
    fn exit_node(&mut self, _line: &mut (), at: At, entry: &Entry) {
        if entry.bound == Bound::Exact && at.is_open() {
            self.write(entry);
        }
    }

    fn memory(&self, rows: &mut Vec<MemoryRow>) {
        rows.extend(self.table.entries().map(MemoryRow::Entry));
    }

    fn show(&self, _root: &(), finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        let mut walker = finished.walk(&self.table);
        while walker.any().is_some_and(|entry| walker.play(entry.mv)) {}
        each(Some(walker.line()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::position::Position as _;
    use crate::pv::tests::shown;
    use crate::score::{Score, Window};

    #[test]
    fn only_exact_results_of_open_windows_are_written_and_a_reset_deletes_them() {
        let graph: Graph = "[[3 5] [2 9]]".parse().expect("a game");
        let (root, mut store) = (graph.root(), PvTable::default());
        let unused = Table::default();
        let shown = |store: &PvTable| shown(store, &(), &root, 2, Score::ZERO, &unused).expect("a line");
        let null = Window::new(Score::ZERO, Score::ZERO + 1);
        let exit = |store: &mut PvTable, window, bound, mv| {
            let entry = Entry { key: root.key(), draft: 2, bound, score: Score::ZERO, mv: Move::new(mv) };
            store.exit_node(&mut (), At { ply: 0, window }, &entry);
        };
        store.reset(2);
        exit(&mut store, Window::FULL, Bound::Exact, 1);
        exit(&mut store, Window::FULL, Bound::Lower, 0);
        exit(&mut store, null, Bound::Exact, 0);
        assert_eq!(shown(&store), [Move::new(1)]);
        store.reset(2);
        assert_eq!(shown(&store), []);
    }
}
