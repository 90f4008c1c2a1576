use pvcheck_trace::{Bound, From, Node, Why};

/// A position: its index is its key, and the index of a child is the move that leads there.
struct Position {
    moves: Vec<u32>,
    /// The value for the side to move, where the search ends.
    value: i32,
}

/// Alpha-beta that returns its line too.
fn search(tree: &[Position], at: u32, mut alpha: i32, beta: i32, depth: i32) -> (i32, Vec<u32>) {
    let node = Node::main(at.into(), alpha, beta, depth);
    let position = &tree[at as usize];
    node.legal(position.moves.len());
    if position.moves.is_empty() {
        return node.leave((position.value, Vec::new()), Why::End);
    }
    if depth == 0 {
        node.eval(position.value, From::Fresh);
        return node.leave((position.value, Vec::new()), Why::Leaf);
    }
    let (mut best, mut line) = (i32::MIN, Vec::new());
    for &mv in &position.moves {
        node.mv(mv, depth - 1);
        let (score, rest) = search(tree, mv, -beta, -alpha, depth - 1);
        best = best.max(-score);
        if best > alpha {
            alpha = best;
            line = [vec![mv], rest].concat();
            node.raise(alpha);
        }
        if alpha >= beta {
            break;
        }
    }
    node.leave((best, line), Why::Moves)
}

pub fn main() {
    let inner = |moves: [u32; 2]| Position { moves: moves.to_vec(), value: 0 };
    let end = |value| Position { moves: Vec::new(), value };
    let tree = [inner([1, 2]), inner([3, 4]), inner([5, 6]), end(3), end(5), end(2), end(9)];
    pvcheck_trace::uci("position tree");
    pvcheck_trace::uci("go depth 2");
    let (score, line) = search(&tree, 0, -100, 100, 2);
    pvcheck_trace::line(score, Bound::Exact, line.iter().copied());
    assert_eq!((score, line), (3, vec![1, 3]));
}
