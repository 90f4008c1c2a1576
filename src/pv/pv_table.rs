//! A table of their own for PV-nodes.
//!
//! Beside the transposition table lies a second one that only PV-nodes write, so that the
//! flood of null-window entries never overwrites the line; it is read like any table,
//! from the root on (Glass; known at second hand, what is checked is our reading):
//!
//! ```text
//! slot = key mod entries      | key | draft | exact | score | move |
//! ```
//!
//! An entry is written where a node with an open window is left with an exact result, the
//! last one counts, and the walk looks at the legality of its move and at nothing else.
//!
//! Bends the rules: what is stored belongs to a position and not to a node. Safe as long as
//! no position of the line is met again at another remaining depth: an exact result of
//! the same draft is worth the same, one of another draft is not, and replaces it.
//!
//! Memory: `4,096` entries.

use crate::position::{Move, Position};
use crate::pv::{At, CAPACITY, FinishedSearch, PvStore};
use crate::score::Bound;
use crate::table::{Entry, Table, TableOptions};

/// A separate table for PV-nodes, walked when the search has ended (Glass).
#[derive(Clone, Default, Debug)]
pub struct PvTable {
    pub(crate) table: Table,
}

impl PvTable {
    /// Writes an entry, wherever it comes from.
    #[inline]
    pub(crate) fn write(&mut self, entry: &Entry) {
        self.table.store(*entry);
    }
}

impl PvStore for PvTable {
    type Line = ();

    fn capacity(&self) -> usize {
        CAPACITY
    }

    fn reset(&mut self, _depth: usize) {
        self.table.reset(&TableOptions::DEFAULT);
    }

    #[inline]
    fn frame(&mut self, _parent: Option<&()>, _ply: usize) {}

    #[inline]
    fn enter_node(&mut self, _line: &mut (), _at: At) {}

    #[inline]
    fn leaf_value(&mut self, _line: &mut (), _at: At) {}

    #[inline]
    fn raise(&mut self, _line: &mut (), _child: &(), _at: At, _mv: Move) {}

    #[inline]
    fn exit_node(&mut self, _line: &mut (), at: At, entry: &Entry) {
        if at.open && entry.bound == Bound::Exact {
            self.write(entry);
        }
    }

    fn visit<P: Position>(
        &self,
        _root: &(),
        finished_search: &mut FinishedSearch<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    ) {
        let mut walker = finished_search.walk(&self.table);
        while walker.any().is_some_and(|entry| walker.play(entry.mv)) {}
        each(Some(walker.line()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::ply_limits::PlyLimits;
    use crate::pv::WalkBuffers;
    use crate::score::Score;

    #[test]
    fn only_exact_results_of_open_windows_are_written_and_a_reset_forgets_them() {
        let graph: Graph = "[[3 5] [2 9]]".parse().expect("a game");
        let (root, mut store) = (graph.root(), PvTable::default());
        let shown = |store: &PvTable| {
            let (unused, mut walk_buffers, mut shown) =
                (Table::default(), WalkBuffers::default(), Vec::new());
            let mut finished_search =
                FinishedSearch::new(&root, PlyLimits::for_depth(2), Score::ZERO, &unused, &mut walk_buffers);
            store.visit(&(), &mut finished_search, &mut |line| shown = line.expect("a line").to_vec());
            shown
        };
        let leave = |store: &mut PvTable, open, bound, mv| {
            let entry = Entry { key: root.key(), draft: 2, bound, score: Score::ZERO, mv: Move::new(mv) };
            store.exit_node(&mut (), At { ply: 0, open }, &entry);
        };
        store.reset(2);
        leave(&mut store, true, Bound::Exact, 1);
        leave(&mut store, true, Bound::Lower, 0);
        leave(&mut store, false, Bound::Exact, 0);
        assert_eq!(shown(&store), [Move::new(1)]);
        store.reset(2);
        assert_eq!(shown(&store), []);
    }
}
