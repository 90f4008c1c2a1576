//! Alpha-beta as its textbook has it, without any harness: what the searches of the library are compared with.

use pvcheck::game::Graph;
use pvcheck::position::{Move, Position};
use pvcheck::score::Score;

/// The score of a search, and the number of nodes that it visited.
pub type Result = (Score, u64);

/// Fail-soft alpha-beta (Fishburn 1983) written out by hand on the stored positions of a game.
pub fn on_graph(graph: &Graph, depth: usize) -> Result {
    let mut nodes = 0;
    let score = graph_node(graph, 0, depth, -Score::INFINITY, Score::INFINITY, &mut nodes);
    (score, nodes)
}

fn graph_node(
    graph: &Graph,
    node: usize,
    depth: usize,
    mut alpha: Score,
    beta: Score,
    nodes: &mut u64,
) -> Score {
    *nodes += 1;
    let moves = graph.children(node).len();
    if depth == 0 || moves == 0 {
        return graph.score(node);
    }
    let mut best = -Score::INFINITY;
    for index in 0..moves {
        let score = -graph_node(graph, graph.child(node, index), depth - 1, -beta, -alpha, nodes);
        if score > best {
            best = score;
            if score >= beta {
                break;
            }
            alpha = alpha.max(score);
        }
    }
    best
}

/// The same on any game, with one buffer for the moves of the whole path.
pub fn on_positions<P: Position>(root: &P, depth: usize) -> Result {
    let (mut moves, mut nodes) = (Vec::new(), 0);
    let score = position_node(root, depth, -Score::INFINITY, Score::INFINITY, &mut moves, &mut nodes);
    (score, nodes)
}

fn position_node<P: Position>(
    position: &P,
    depth: usize,
    mut alpha: Score,
    beta: Score,
    moves: &mut Vec<Move>,
    nodes: &mut u64,
) -> Score {
    *nodes += 1;
    if depth == 0 || position.is_terminal() {
        return position.evaluate();
    }
    let first = moves.len();
    position.moves(moves);
    let mut best = -Score::INFINITY;
    for next in first..moves.len() {
        let child = position.play(moves[next]);
        let score = -position_node(&child, depth - 1, -beta, -alpha, moves, nodes);
        if score > best {
            best = score;
            if score >= beta {
                break;
            }
            alpha = alpha.max(score);
        }
    }
    moves.truncate(first);
    best
}
