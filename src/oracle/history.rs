//! Minimax in which the path counts: a position that stands on it already is a draw, or forcing moves
//! cost no depth as long as the path is short enough. That is one fixed tree, in which what a position is
//! worth depends on the way to it.
//!
//! ```text
//! value(path to p, d) = 0                                    if p stands on the path before
//!                     = evaluate(p)                          if d = 0 or p is over
//!                     = max over moves m of -value(path to p after m, d behind m)
//! ```
//!
//! With quiescence of q plies d counts those too, and where d <= q it is the maximum of `evaluate(p)`
//! and of the noisy moves alone.

use crate::oracle::horizon::Shape;
use crate::oracle::{Rules, Walk};
use crate::position::{Move, Position};
use crate::score::Score;

/// The tree of all paths from a root, as deep as a search goes.
///
/// Its size is that of the tree that a search without a window would walk.
#[derive(Clone, Debug)]
pub struct History<P> {
    shape: Shape,
    depth: usize,
    nodes: Vec<Node<P>>,
    moves: Vec<Move>,
    values: Vec<Score>,
    line: Vec<Move>,
}

/// The end of a path.
#[derive(Clone, Debug)]
struct Node<P> {
    position: P,
    parent: usize,
    ply: usize,
    /// Plies that are left, those of quiescence too.
    remaining: usize,
    drawn: bool,
    /// Its children, and the moves to them.
    first: usize,
    count: usize,
    moves: usize,
}

impl<P: Position> History<P> {
    /// The tree below `root`, searched to `depth` by these rules as far as they say what is searched: of
    /// repetition, extensions and quiescence.
    pub fn new(rules: &Rules, root: &P, depth: usize) -> Self {
        let shape = Shape::of(rules);
        let (nodes, moves, values) = (Vec::new(), Vec::new(), Vec::new());
        let mut tree = Self { shape, depth, nodes, moves, values, line: Vec::new() };
        tree.add(root.clone(), 0, 0, shape.plies(depth));
        let mut at = 0;
        while at < tree.nodes.len() {
            tree.grow(at);
            at += 1;
        }
        tree.solve();
        tree.find_leftmost_line();
        tree
    }

    fn add(&mut self, position: P, parent: usize, ply: usize, remaining: usize) {
        let drawn = self.shape.repetition && ply > 0 && self.is_on_path(parent, &position);
        self.nodes.push(Node { position, parent, ply, remaining, drawn, first: 0, count: 0, moves: 0 });
    }

    fn is_on_path(&self, mut node: usize, position: &P) -> bool {
        loop {
            let Node { position: own, parent, ply, .. } = &self.nodes[node];
            if own == position || *ply == 0 {
                return own == position;
            }
            node = *parent;
        }
    }

    fn grow(&mut self, at: usize) {
        let Node { ref position, ply, remaining, drawn, .. } = self.nodes[at];
        if drawn {
            return;
        }
        let (position, first, moves) = (position.clone(), self.nodes.len(), self.moves.len());
        self.shape.horizon.moves(&position, remaining, &mut self.moves);
        for index in moves..self.moves.len() {
            let mv = self.moves[index];
            let after_move = self.shape.plies_after(self.depth, ply, remaining, position.is_forcing(mv));
            self.add(position.play(mv), at, ply + 1, after_move);
        }
        let node = &mut self.nodes[at];
        (node.first, node.moves, node.count) = (first, moves, self.moves.len() - moves);
    }

    fn solve(&mut self) {
        self.values.resize(self.nodes.len(), Score::ZERO);
        for at in (0..self.nodes.len()).rev() {
            let moves = self.children(at).map(|child| self.values[child].for_parent()).max();
            self.values[at] = match (self.nodes[at].drawn, self.stand_pat_score(at), moves) {
                (true, ..) => Score::ZERO,
                (false, stand_pat, moves) => {
                    stand_pat.max(moves).expect("a position that is not terminal has a move")
                }
            };
        }
    }

    /// What the end of a path is worth without a move, where that counts.
    fn stand_pat_score(&self, at: usize) -> Option<Score> {
        let Node { ref position, remaining, .. } = self.nodes[at];
        let ends = self.shape.horizon.is_past(remaining) || position.is_terminal();
        ends.then(|| position.evaluate())
    }

    /// Whether a line may end there: with a draw, where the game is over, or where nobody moves any more.
    fn may_end(&self, at: usize) -> bool {
        let Node { ref position, remaining, drawn, .. } = self.nodes[at];
        let stands_pat = self.stand_pat_score(at) == Some(self.values[at]);
        drawn || position.is_terminal() || self.shape.horizon.ends_lines(remaining) || stands_pat
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
        let is_best = |child: usize| self.values[child].for_parent() == self.values[at];
        if self.may_end(at) { None } else { self.children(at).position(is_best) }
    }

    /// The node that stands for `position` one ply below `parent`, with so many plies left.
    ///
    /// Where several moves lead there they are worth the same, and the first stands for all.
    pub fn child(&self, parent: usize, position: &P, remaining: usize) -> Option<usize> {
        let is_there = |child: &usize| {
            self.nodes[*child].remaining == remaining && self.nodes[*child].position == *position
        };
        self.children(parent).find(is_there)
    }

    /// What the path to a node is worth at its end; the root is node 0.
    #[inline]
    pub fn value(&self, node: usize) -> Score {
        self.values[node]
    }

    /// The moves of the root, and the nodes that they lead to.
    pub(super) fn root_moves(&self) -> impl Iterator<Item = (Move, usize)> {
        self.children(0).map(|child| (self.moves[self.nodes[0].moves + child - self.nodes[0].first], child))
    }

    /// The leftmost optimal line.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// The leftmost optimal line that begins with `mv`, a move of the root.
    pub(super) fn line_after(&self, mv: Move) -> Vec<Move> {
        let mut line = vec![mv];
        let Some((_, mut at)) = self.root_moves().find(|&(own, _)| own == mv) else { return line };
        while let Some(index) = self.first_optimal(at) {
            line.push(self.moves[self.nodes[at].moves + index]);
            at = self.nodes[at].first + index;
        }
        line
    }

    /// Replays `line`, whose moves the game has, and which is said to be worth `score`.
    pub fn walk(&self, score: Score, line: &[Move]) -> Walk {
        if score != self.values[0] {
            return Walk::Unsound { ply: 0 };
        }
        self.walk_on(score, line)
    }

    /// The same of a line whose first move has to bear the score, whatever the root is worth.
    pub(super) fn walk_on(&self, score: Score, line: &[Move]) -> Walk {
        let (mut at, mut carried) = (0, score);
        for (ply, mv) in line.iter().enumerate() {
            if self.nodes[at].drawn {
                return Walk::PastDraw { ply };
            }
            let Node { first, moves, remaining, .. } = self.nodes[at];
            let children = self.children(at);
            let own = self.moves[moves..moves + children.len()].iter().position(|own| own == mv);
            // Behind the horizon no position carries anything but by noisy moves.
            let own = own.filter(|_| !self.shape.horizon.ends_lines(remaining));
            let Some(index) = own else { return Walk::Unsound { ply: ply + 1 } };
            (at, carried) = (first + index, carried.for_child());
            if carried != self.values[at] {
                return Walk::Unsound { ply: ply + 1 };
            }
        }
        if self.may_end(at) { Walk::Whole { leftmost: line == self.line } } else { Walk::Truncated }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;

    fn history(game: &Graph, depth: usize) -> History<crate::game::GraphPosition<'_>> {
        History::new(&Rules::FIXED_TREE.drawing_repetitions(), &game.root(), depth)
    }

    fn moves(numbers: &[u16]) -> Vec<Move> {
        numbers.iter().map(|&number| Move::new(number)).collect()
    }

    #[test]
    fn to_come_back_is_a_draw_that_a_side_may_prefer() {
        // The root may end the game for -5, or give the move to a position that gives it back.
        let game: Graph = "x:[5 7[x]]".parse().expect("a game");
        let tree = history(&game, 4);
        assert_eq!((tree.value(0), tree.line()), (Score::ZERO, &moves(&[1, 0])[..]));
        // At depth 1 nobody has come back yet: the other move is worth what it evaluates to.
        let tree = history(&game, 1);
        assert_eq!([0, 1, 2].map(|node| tree.value(node).get()), [-5, 5, 7]);
    }

    /// Move 0 is forcing, and what it leads to is worth more a ply further on.
    #[test]
    fn a_forcing_move_costs_nothing_until_lines_are_twice_as_long_as_the_depth() {
        let game: Graph = "a:[+b:1[+2[+a] 3] 4]".parse().expect("a game");
        let tree = |most| History::new(&Rules::FIXED_TREE.extending(most), &game.root(), 2);
        // Of four plies two cost nothing; the third is too long a line to be extended.
        let line = |most: usize| tree(most).line().iter().map(|mv| mv.number()).collect::<Vec<_>>();
        assert_eq!((tree(64).value(0).get(), line(64)), (1, vec![0, 0, 0, 0]));
        assert_eq!((tree(2).value(0).get(), line(2)), (2, vec![0, 0]));
    }

    /// Behind the horizon noisy moves may be made, and nobody has to.
    #[test]
    fn quiescence_ends_where_it_stands_pat() {
        let shown = |game: &str, plies, hides| {
            let game: Graph = game.parse().expect("a game");
            let tree = History::new(&Rules::FIXED_TREE.quiescing(plies, hides), &game.root(), 1);
            (tree.value(0).get(), tree.line().iter().map(|mv| mv.number()).collect::<Vec<_>>())
        };
        // The first reply takes and is worth 1 by that: the second one, without a noisy move, is better.
        let takes = "[-5[!-1 9] -2[3]]";
        assert_eq!(shown(takes, 0, false), (5, vec![0]));
        assert_eq!(shown(takes, 1, false), (2, vec![1]));
        assert_eq!(shown("[-5[!-1 9]]", 1, false), (-1, vec![0, 0]));
        assert_eq!(shown("[-5[!-1 9]]", 1, true), (-1, vec![0]));
        // To take would be worse than to stand pat.
        assert_eq!(shown("[-5[!6 9]]", 1, false), (5, vec![0]));
        // A cycle of noisy moves ends when no plies are left: the other side stands pat, for -1 or for 0.
        let cycle = "a:[!b:-1[!a]]";
        assert_eq!([1, 2, 3].map(|plies| shown(cycle, plies, false).0), [0, 1, 0]);
    }

    #[test]
    fn a_line_may_end_where_somebody_stands_pat_and_nowhere_before() {
        let game: Graph = "[-5[!-1[!7] 9]]".parse().expect("a game");
        let tree = |hides| History::new(&Rules::FIXED_TREE.quiescing(2, hides), &game.root(), 1);
        let walked = |hides, line: &[u16]| tree(hides).walk(tree(hides).value(0), &moves(line));
        assert_eq!(tree(false).value(0).get(), -1);
        assert_eq!(walked(false, &[0, 0]), Walk::Whole { leftmost: true });
        assert_eq!(walked(false, &[0]), Walk::Truncated);
        assert_eq!(walked(false, &[0, 0, 0]), Walk::Unsound { ply: 3 });
        assert_eq!(walked(false, &[0, 1]), Walk::Unsound { ply: 2 }, "a quiet move behind the horizon");
        assert_eq!(walked(true, &[0]), Walk::Whole { leftmost: true });
        assert_eq!(walked(true, &[0, 0]), Walk::Unsound { ply: 2 }, "what the subject says that it hides");
    }

    #[test]
    fn a_line_ends_with_the_draw() {
        let game: Graph = "x:[5 [x]]".parse().expect("a game");
        let tree = history(&game, 4);
        let zero = Score::ZERO;
        assert_eq!(tree.walk(zero, &moves(&[1, 0])), Walk::Whole { leftmost: true });
        assert_eq!(tree.walk(zero, &moves(&[1])), Walk::Truncated);
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
