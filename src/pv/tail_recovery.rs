//! The triangular PV-table with tail recovery.
//!
//! A table entry that ends the search of a PV-node leaves its line short. What is missing
//! may still stand in the table, so when the search has ended the line is played through
//! and then carried on from entry to entry:
//!
//! ```text
//! triangular | a  b |            the table | c  d
//!            +------+----------------------+-----
//! shown      | a  b  c  d |
//! ```
//!
//! Folklore; engines differ in what they check. Here an entry has to be one that the search
//! itself would have used at this depth, exact and of the right value, and the
//! position must not stand on the line already, which is asked before the first step too.
//! Then nothing wrong is added: where scores are right, the line is as right as that of the
//! triangular table, and as long or longer.
//!
//! Bends no rule while the search runs; see [`Triangular`]. In a search without a table
//! it listens to one that is written and never probed, and mends what an algorithm
//! itself cuts short.
//!
//! Memory: as the triangular table.

use crate::position::{Move, Position};
use crate::pv::{At, FinishedSearch, PvStore, Triangular};

/// A triangular table whose line is completed from the transposition table.
#[derive(Clone, Default, Debug)]
pub struct TailRecovery {
    pub(crate) rows: Triangular,
}

impl PvStore for TailRecovery {
    type Line = ();

    fn reads_table(&self) -> bool {
        true
    }

    fn capacity(&self) -> usize {
        self.rows.capacity()
    }

    fn reset(&mut self, depth: usize) {
        self.rows.reset(depth);
    }

    #[inline]
    fn frame(&mut self, _parent: Option<&()>, _ply: usize) {}

    #[inline]
    fn enter_node(&mut self, line: &mut (), at: At) {
        self.rows.enter_node(line, at);
    }

    #[inline]
    fn leaf_value(&mut self, line: &mut (), at: At) {
        self.rows.leaf_value(line, at);
    }

    #[inline]
    fn raise(&mut self, line: &mut (), child: &(), at: At, mv: Move) {
        self.rows.raise(line, child, at, mv);
    }

    fn visit<P: Position>(
        &self,
        root: &(),
        finished_search: &mut FinishedSearch<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    ) {
        let kept = self.rows.shown(root);
        if kept.len() == finished_search.depth() {
            return each(Some(kept));
        }
        let mut walker = finished_search.walk(finished_search.table());
        // The driver may have made the first step.
        let made = walker.line().len().min(kept.len());
        if walker.replay(&kept[made..]) {
            walker.complete();
            each(Some(walker.line()));
        } else {
            each(Some(kept));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::ply_limits::PlyLimits;
    use crate::pv::WalkBuffers;
    use crate::score::{Bound, Score};
    use crate::table::{Entry, Table, TableOptions};

    /// What is shown of a line of the first move alone, when the table knows this of the
    /// position behind it, at depth 1.
    fn recovered(game: &str, bound: Bound, score: i32, mv: u16) -> Vec<u16> {
        let graph: Graph = game.parse().expect("a game");
        let (root, first) = (graph.root(), Move::new(0));
        let mut table = Table::default();
        table.reset(&TableOptions::DEFAULT);
        let key = root.play(first).key();
        let score = Score::new(score).expect("in range");
        table.store(Entry { key, draft: 1, bound, score, mv: Move::new(mv) });
        let mut recovery = TailRecovery::default();
        recovery.reset(2);
        recovery.enter_node(&mut (), At { ply: 0, open: true });
        recovery.enter_node(&mut (), At { ply: 1, open: true });
        recovery.raise(&mut (), &(), At { ply: 0, open: true }, first);
        let (mut walk_buffers, mut shown) = (WalkBuffers::default(), Vec::new());
        let mut finished_search =
            FinishedSearch::new(&root, PlyLimits::for_depth(2), Score::ZERO + 3, &table, &mut walk_buffers);
        recovery.visit(&(), &mut finished_search, &mut |line| {
            shown = line.expect("a line").iter().map(|mv| mv.number()).collect();
        });
        shown
    }

    #[test]
    fn a_line_is_completed_by_what_fits_and_by_nothing_else() {
        let game = "[[3 5] [2 9]]";
        assert_eq!(recovered(game, Bound::Exact, -3, 0), [0, 0]);
        assert_eq!(recovered(game, Bound::Exact, 3, 0), [0], "another value");
        assert_eq!(recovered(game, Bound::Lower, -3, 0), [0], "a bound");
        assert_eq!(recovered(game, Bound::Exact, -3, 7), [0], "no such move");
    }

    #[test]
    fn nothing_is_added_from_a_position_that_stands_on_the_line() {
        assert_eq!(recovered("a:[a 3]", Bound::Exact, -3, 1), [0]);
    }

    /// What is read from the table is shown, and never kept.
    #[test]
    fn what_was_kept_while_the_search_ran_is_the_rows() {
        let (mut recovery, root) = (TailRecovery::default(), At { ply: 0, open: true });
        recovery.reset(2);
        recovery.enter_node(&mut (), root);
        recovery.enter_node(&mut (), At { ply: 1, open: true });
        recovery.raise(&mut (), &(), root, Move::new(4));
        assert_eq!(recovery.rows.shown(&()), [Move::new(4)]);
    }
}
