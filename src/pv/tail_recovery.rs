//! The triangular PV-table with tail recovery.
//!
//! If a table entry cuts off a PV-node, the line is truncated there. The missing moves may still be in the
//! table. So after the search the line is played, and then continued from entry to entry:
//!
//! ```text
//! triangular | a  b |            the table | c  d
//!            +------+----------------------+-----
//! shown      | a  b  c  d |
//! ```
//!
//! The method is folklore; engines differ in what they check. Here an entry must be one that the search
//! itself would have used at this depth, exact and of the right value. The position must not be on the line
//! already; this is checked before the first step too. Then nothing wrong is added: if scores are right, the
//! line is as right as that of the triangular table, and as long or longer.
//!
//! Rules: bends none during the search; see [`Triangular`]. If the search has no table, it reads the shadow
//! table, and so completes lines that the algorithm itself truncates.
//!
//! Memory: as the triangular table.

use crate::position::Move;
use crate::pv::{At, Each, FinishedSearch, MemoryRow, PvStore, Triangular};

/// A triangular table whose line is completed by a checked walk through the transposition table.
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

    fn memory(&self, rows: &mut Vec<MemoryRow>) {
        self.rows.memory(rows);
    }

    fn show(&self, root: &(), finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        let kept = self.rows.shown(root);
        if kept.len() == finished.depth() {
            return each(Some(kept));
        }
        let mut walker = finished.walk(finished.table());
        // The walker may have played the first move, if the root driver knows it.
        let played = walker.line().len().min(kept.len());
        if walker.replay(&kept[played..]) {
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
    use crate::position::Position as _;
    use crate::pv::tests::shown;
    use crate::score::Window;
    use crate::score::{Bound, Score};
    use crate::table::{Entry, Table, TableOptions};

    /// Returns the line that is shown if the rows hold only the first move, and the table has this entry, of depth 1,
    /// for the position after it.
    fn recovered(game: &str, bound: Bound, score: i32, mv: u16) -> Vec<u16> {
        let graph: Graph = game.parse().expect("a game");
        let (root, first) = (graph.root(), Move::new(0));
        let mut table = Table::default();
        table.reset(&TableOptions::DEFAULT);
        let key = root.play(first).key();
        let score = Score::new(score);
        table.store(Entry { key, draft: 1, bound, score, mv: Move::new(mv) });
        let mut recovery = TailRecovery::default();
        recovery.reset(2);
        recovery.enter_node(&mut (), At { ply: 0, window: Window::FULL });
        recovery.enter_node(&mut (), At { ply: 1, window: Window::FULL });
        recovery.raise(&mut (), &(), At { ply: 0, window: Window::FULL }, first);
        let line = shown(&recovery, &(), &root, 2, Score::ZERO + 3, &table);
        line.expect("a line").iter().map(|mv| mv.number()).collect()
    }

    #[test]
    fn only_an_entry_that_fits_completes_a_line() {
        let game = "[[3 5] [2 9]]";
        assert_eq!(recovered(game, Bound::Exact, -3, 0), [0, 0]);
        assert_eq!(recovered(game, Bound::Exact, 3, 0), [0], "another value");
        assert_eq!(recovered(game, Bound::Lower, -3, 0), [0], "a bound");
        assert_eq!(recovered(game, Bound::Exact, -3, 7), [0], "no such move");
    }

    #[test]
    fn a_line_that_repeats_a_position_is_not_completed() {
        assert_eq!(recovered("a:[a 3]", Bound::Exact, -3, 1), [0]);
    }

    /// Moves read from the table are shown, but never written to the rows.
    #[test]
    fn during_the_search_only_raises_are_kept() {
        let (mut recovery, root) = (TailRecovery::default(), At { ply: 0, window: Window::FULL });
        recovery.reset(2);
        recovery.enter_node(&mut (), root);
        recovery.enter_node(&mut (), At { ply: 1, window: Window::FULL });
        recovery.raise(&mut (), &(), root, Move::new(4));
        assert_eq!(recovery.rows.shown(&()), [Move::new(4)]);
    }
}
