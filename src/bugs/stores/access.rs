//! Methods that give the alterations access to the inside of the real stores.

use crate::position::Move;
use crate::pv::{CAPACITY, StackLine, TriangularTerminated};

impl StackLine {
    pub(in crate::bugs) fn append(&mut self, mv: Move, child: &Self) {
        for &next in [mv].iter().chain(&child.moves[..child.length]) {
            if self.length < CAPACITY {
                self.moves[self.length] = next;
                self.length += 1;
            }
        }
    }
}

impl TriangularTerminated {
    pub(in crate::bugs) fn line(&self, ply: usize) -> usize {
        let (start, slots) = self.row(ply);
        self.moves[start..start + slots].iter().position(|&mv| mv == Move::NULL).unwrap_or(slots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pv::{At, PvStore, StackList};
    use crate::score::Window;

    #[test]
    fn append_stops_at_the_capacity_of_the_list() {
        let mut store = StackList::default();
        store.reset(4);
        let (mut own, child) =
            (StackLine::with_moves(&mut store, 0..2), StackLine::with_moves(&mut store, 5..8));
        own.append(Move::new(4), &child);
        assert_eq!(own.moves[..own.length], [0, 1, 4, 5, 6, 7].map(Move::new));
        let mut long = StackLine::with_moves(&mut store, 0..CAPACITY as u16 - 2);
        long.append(Move::new(400), &child);
        assert_eq!(long.length, CAPACITY);
        assert_eq!(long.moves[CAPACITY - 2..], [400, 5].map(Move::new));
    }

    /// Nothing is read or written after the last slot, with lines as long as the table is deep.
    #[test]
    fn rows_end_at_a_null_move_or_where_they_are_full() {
        for depth in 1..=8 {
            let mut table = TriangularTerminated::with_capacity(depth);
            table.reset(depth);
            assert_eq!(table.moves.len(), depth * (depth + 1) / 2);
            for ply in (0..=depth).rev() {
                table.enter_node(&mut (), At { ply, window: Window::FULL });
                assert_eq!(table.line(ply), 0, "{ply} of {depth}");
                if ply < depth {
                    table.raise(&mut (), &(), At { ply, window: Window::FULL }, Move::new(ply as u16));
                    assert_eq!(table.line(ply), depth - ply, "{ply} of {depth}");
                }
            }
            assert_eq!(table.shown(depth), (0..depth as u16).map(Move::new).collect::<Vec<_>>());
            table.enter_node(&mut (), At { ply: 0, window: Window::FULL });
            assert_eq!(table.shown(depth), []);
        }
    }
}
