//! Minimax where a position that stands on the path already is a draw: one fixed tree, in
//! which what a position is worth depends on the way to it.
//!
//! ```text
//! value(path to p, d) = 0                                    if p stands on the path before
//!                     = evaluate(p)                          if d = 0 or p is over
//!                     = max over moves m of -value(path to p after m, d - 1)
//! ```

use crate::oracle::Walk;
use crate::position::{Move, Position};
use crate::score::Score;

/// The tree of all paths from a root, as deep as a search goes.
///
/// Its size is that of the tree that a search without a window would walk.
#[derive(Clone, Debug)]
pub struct History<P> {
    nodes: Vec<Node<P>>,
    moves: Vec<Move>,
    depth: usize,
    values: Vec<Score>,
    line: Vec<Move>,
    /// The values of the search begun last, where that is less deep.
    iterated: Vec<Score>,
    is_less_deep: bool,
}

/// The end of a path.
#[derive(Clone, Debug)]
struct Node<P> {
    position: P,
    parent: usize,
    ply: usize,
    drawn: bool,
    /// Its children, and the moves to them.
    first: usize,
    count: usize,
    moves: usize,
}

impl<P: Position> History<P> {
    /// The tree below `root`, and its values for a search to `depth`.
    pub fn new(root: &P, depth: usize) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            moves: Vec::new(),
            depth,
            values: Vec::new(),
            line: Vec::new(),
            iterated: Vec::new(),
            is_less_deep: false,
        };
        tree.add(root.clone(), 0, 0);
        let mut at = 0;
        while at < tree.nodes.len() {
            tree.grow(at);
            at += 1;
        }
        let mut values = Vec::new();
        tree.solve(depth, &mut values);
        tree.values = values;
        tree.find_leftmost_line();
        tree
    }

    fn add(&mut self, position: P, parent: usize, ply: usize) {
        let drawn = ply > 0 && self.stands_on_path(parent, &position);
        self.nodes.push(Node { position, parent, ply, drawn, first: 0, count: 0, moves: 0 });
    }

    fn stands_on_path(&self, mut node: usize, position: &P) -> bool {
        loop {
            let Node { position: own, parent, ply, .. } = &self.nodes[node];
            if own == position || *ply == 0 {
                return own == position;
            }
            node = *parent;
        }
    }

    fn grow(&mut self, at: usize) {
        let Node { ref position, ply, drawn, .. } = self.nodes[at];
        if drawn || ply == self.depth || position.is_terminal() {
            return;
        }
        let (position, first, moves) = (position.clone(), self.nodes.len(), self.moves.len());
        position.moves(&mut self.moves);
        for index in moves..self.moves.len() {
            self.add(position.play(self.moves[index]), at, ply + 1);
        }
        let node = &mut self.nodes[at];
        (node.first, node.moves, node.count) = (first, moves, self.moves.len() - moves);
    }

    /// A search to `depth`, which is no deeper than the tree, begins: what
    /// [`History::value_now`] says is true of that search.
    pub fn search_to(&mut self, depth: usize) {
        self.is_less_deep = depth < self.depth;
        if self.is_less_deep {
            let mut values = std::mem::take(&mut self.iterated);
            self.solve(depth, &mut values);
            self.iterated = values;
        }
    }

    /// Works out the values of a search to `depth`.
    fn solve(&self, depth: usize, values: &mut Vec<Score>) {
        values.clear();
        values.resize(self.nodes.len(), Score::ZERO);
        for at in (0..self.nodes.len()).rev() {
            let Node { ref position, ply, drawn, count, .. } = self.nodes[at];
            values[at] = match () {
                () if drawn => Score::ZERO,
                () if ply >= depth || count == 0 => position.evaluate(),
                () => self.children(at).map(|child| values[child].for_parent()).max().unwrap_or_default(),
            };
        }
    }

    fn find_leftmost_line(&mut self) {
        let mut at = 0;
        while let Some(index) = self.first_optimal(at) {
            self.line.push(self.moves[self.nodes[at].moves + index]);
            at = self.nodes[at].first + index;
        }
    }

    /// The children of a node, in the order of the moves; none where the tree ends.
    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let Node { first, count, .. } = self.nodes[at];
        first..first + count
    }

    fn first_optimal(&self, at: usize) -> Option<usize> {
        self.children(at).position(|child| self.values[child].for_parent() == self.values[at])
    }

    /// The node that stands for `position` one ply below `parent`.
    ///
    /// Where several moves lead there they are worth the same, and the first stands for all.
    pub fn child(&self, parent: usize, position: &P) -> Option<usize> {
        self.children(parent).find(|&child| self.nodes[child].position == *position)
    }

    /// What the path to a node is worth at its end; the root is node 0.
    #[inline]
    pub fn value(&self, node: usize) -> Score {
        self.values[node]
    }

    /// The same in the search that [`History::search_to`] has begun last.
    #[inline]
    pub fn value_now(&self, node: usize) -> Score {
        if self.is_less_deep { self.iterated[node] } else { self.values[node] }
    }

    /// The leftmost optimal line.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// Replays `line`, whose moves the game has, and which is said to be worth `score`.
    pub fn walk(&self, score: Score, line: &[Move]) -> Walk {
        if score != self.values[0] {
            return Walk::Unsound { ply: 0 };
        }
        let (mut at, mut carried) = (0, score);
        for (ply, mv) in line.iter().enumerate() {
            if self.nodes[at].drawn {
                return Walk::PastDraw { ply };
            }
            let Node { first, moves, .. } = self.nodes[at];
            let children = self.children(at);
            let own = self.moves[moves..moves + children.len()].iter().position(|own| own == mv);
            // Below depth 0 no position carries anything.
            let Some(index) = own else { return Walk::Unsound { ply: ply + 1 } };
            (at, carried) = (first + index, carried.for_child());
            if carried != self.values[at] {
                return Walk::Unsound { ply: ply + 1 };
            }
        }
        let over = self.nodes[at].drawn || self.children(at).is_empty();
        if over { Walk::Whole { leftmost: line == self.line } } else { Walk::Short }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;

    fn history(game: &Graph, depth: usize) -> History<crate::game::GraphPosition<'_>> {
        History::new(&game.root(), depth)
    }

    fn moves(numbers: &[u16]) -> Vec<Move> {
        numbers.iter().map(|&number| Move::new(number)).collect()
    }

    #[test]
    fn to_come_back_is_a_draw_that_a_side_may_prefer() {
        // The root may end the game for -5, or give the move to a position that gives it back.
        let game: Graph = "x:[5 7[x]]".parse().expect("a game");
        let mut tree = history(&game, 4);
        let draw = (Score::ZERO, &moves(&[1, 0])[..]);
        assert_eq!((tree.value_now(0), tree.line()), draw);
        // At depth 1 nobody has come back yet: the other move is worth what it evaluates to. What the
        // whole search is worth stays.
        tree.search_to(1);
        assert_eq!([0, 1, 2].map(|node| tree.value_now(node).get()), [-5, 5, 7]);
        assert_eq!((tree.value(0), tree.line()), draw);
        tree.search_to(4);
        assert_eq!(tree.value_now(0), Score::ZERO);
    }

    #[test]
    fn a_line_ends_with_the_draw() {
        let game: Graph = "x:[5 [x]]".parse().expect("a game");
        let tree = history(&game, 4);
        let zero = Score::ZERO;
        assert_eq!(tree.walk(zero, &moves(&[1, 0])), Walk::Whole { leftmost: true });
        assert_eq!(tree.walk(zero, &moves(&[1])), Walk::Short);
        assert_eq!(tree.walk(zero, &moves(&[1, 0, 1])), Walk::PastDraw { ply: 2 });
        assert_eq!(tree.walk(zero, &moves(&[0])), Walk::Unsound { ply: 1 });
        assert_eq!(tree.walk(zero + 1, &moves(&[])), Walk::Unsound { ply: 0 });
    }

    #[test]
    fn without_a_cycle_it_is_minimax() {
        for text in ["[[3 5] [2 9]]", "[a:[1 2] [a 0]]", "7"] {
            let game: Graph = text.parse().expect("a game");
            for depth in 0..4 {
                let (tree, oracle) = (history(&game, depth), crate::oracle::Oracle::new(&game.root(), depth));
                assert_eq!(
                    (tree.value(0), tree.line()),
                    (oracle.score(), oracle.line()),
                    "{text} at {depth}"
                );
            }
        }
    }
}
