//! The leaves that alpha-beta evaluates, computed from values alone.
//!
//! A left-to-right alpha-beta search examines a position if and only if, at every
//! position on the path to it, the siblings to the left have not yet closed
//! the window (Knuth & Moore 1975; Pearl 1984). The windows here come from the
//! *values* of the oracle, never from results of a search. PVS and related algorithms
//! evaluate no other leaves (Reinefeld), so a missed cutoff is detected at once.

use crate::oracle::Oracle;
use crate::position::{Move, Position};
use crate::score::Window;

impl<P: Position> Oracle<P> {
    /// Marks the leaves that alpha-beta evaluates in a search with this window at the root.
    pub fn mark_examined(&mut self, window: Window) {
        self.examined.clear();
        let mut moves = std::mem::take(self.moves.get_mut());
        moves.clear();
        let root = self.root.clone();
        self.mark(&root, self.depth, window, &mut moves);
        self.moves = moves.into();
    }

    fn mark(&mut self, position: &P, depth: usize, window: Window, moves: &mut Vec<Move>) {
        if depth == 0 || position.is_terminal() {
            self.examined.put(position, 0, true);
            return;
        }
        let first = moves.len();
        position.moves(moves);
        let mut alpha = window.alpha;
        for next in first..moves.len() {
            if alpha >= window.beta {
                break;
            }
            let child = position.play(moves[next]);
            self.mark(&child, depth - 1, Window::new(alpha, window.beta).for_child(), moves);
            alpha = alpha.max(self.value(&child, depth - 1).for_parent());
        }
        moves.truncate(first);
    }

    /// Whether alpha-beta evaluates the leaf `position`, by the last call of [`Oracle::mark_examined`].
    #[inline]
    pub fn is_examined(&self, position: &P) -> bool {
        self.examined.get(position, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;

    #[test]
    fn replies_after_a_refutation_are_not_examined() {
        let tree: Graph = "[[3 5] [2 9]]".parse().expect("a tree");
        let mut oracle = Oracle::new(&tree.root(), 2);
        oracle.mark_examined(Window::FULL);
        let examined: Vec<bool> = (3..7)
            .map(|leaf| {
                let (root, index) = (tree.root(), leaf - 3);
                let position = root.play(Move::new(index / 2)).play(Move::new(index % 2));
                oracle.is_examined(&position)
            })
            .collect();
        assert_eq!(examined, [true, true, true, false]);
    }
}
