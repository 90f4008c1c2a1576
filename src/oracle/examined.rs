//! Which leaves alpha-beta has to read, from values alone.
//!
//! A left-to-right alpha-beta search examines a position exactly when, at every
//! position on the way, the best of the siblings to the left has not yet closed
//! the window (Knuth & Moore 1975; Pearl 1984). The bounds here come from the
//! oracle's *values*, never from what a search returned: PVS and its relatives
//! may read no other leaf (Reinefeld), and a cutoff that is missed shows at once.

use crate::oracle::Oracle;
use crate::position::{Move, Position};
use crate::score::Window;

impl<P: Position> Oracle<P> {
    /// Marks what alpha-beta examines when the root has this window.
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

    /// Whether alpha-beta reads the leaf `position`, by the last marking.
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
    fn a_refuted_move_hides_its_later_replies() {
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
