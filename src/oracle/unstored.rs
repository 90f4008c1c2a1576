//! Minimax in constant memory, for games that are too large to be stored.

use crate::oracle::Walk;
use crate::oracle::replays::Replays;
use crate::position::{Move, Position, first_illegal, has_move};
use crate::score::Score;

/// The most lines of a game whose replay is remembered. A replay may take as long as minimax.
const MOST_REPLAYS: usize = 64;

/// Minimax of one game to one depth, of which only the score and the leftmost optimal line are stored.
///
/// The values are those of [`Oracle`](crate::oracle::Oracle) without quiescence. Each is computed when it is needed, by a
/// search of all paths: nothing is pruned and no position is recognized. So the memory depends neither on the number of
/// positions nor on the number of paths, and the search has nothing in common with the searches that it judges.
#[derive(Debug)]
pub struct Unstored<P> {
    root: P,
    depth: usize,
    score: Score,
    line: Vec<Move>,
    moves: Vec<Move>,
    replays: Replays,
}

impl<P: Position> Unstored<P> {
    /// Computes minimax of `root` to `depth`.
    pub fn new(root: &P, depth: usize) -> Self {
        let (line, moves) = (Vec::new(), Vec::new());
        let replays = Replays::keeping(MOST_REPLAYS);
        let mut oracle = Self { root: root.clone(), depth, score: Score::ZERO, line, moves, replays };
        oracle.solve(root, depth);
        oracle
    }

    /// Computes minimax of another `root`, in the same memory.
    pub fn solve(&mut self, root: &P, depth: usize) {
        (self.root, self.depth) = (root.clone(), depth);
        self.moves.clear();
        self.line.clear();
        self.line.reserve(depth);
        self.replays.clear();
        self.replays.reserve(depth);
        let mut position = root.clone();
        // The values of the children of each position on the line give its best move. Those of the root take most of the time.
        for remaining in (0..=depth).rev() {
            let (value, best) = self.best(&position, remaining);
            if remaining == depth {
                self.score = value;
            }
            let Some(best) = best else { break };
            self.line.push(best);
            position = position.play(best);
        }
    }

    fn best(&mut self, position: &P, depth: usize) -> (Score, Option<Move>) {
        if depth == 0 || position.is_terminal() {
            return (value(position, depth, &mut self.moves), None);
        }
        let first = self.moves.len();
        position.moves(&mut self.moves);
        let (mut score, mut best) = (-Score::INFINITY, None);
        for next in first..self.moves.len() {
            let mv = self.moves[next];
            let of_move = value(&position.play(mv), depth - 1, &mut self.moves).for_parent();
            if of_move > score {
                (score, best) = (of_move, Some(mv));
            }
        }
        self.moves.truncate(first);
        (score, best)
    }

    /// The root.
    pub fn root(&self) -> &P {
        &self.root
    }

    /// The depth.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The value at the root.
    pub fn score(&self) -> Score {
        self.score
    }

    /// The leftmost optimal line: the first of the best moves at each position.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// Replays `line`, which a search returned with `score` at the root, as [`Oracle::walk`](crate::oracle::Oracle::walk)
    /// does. Computes the values of those positions of the line that are not on the leftmost optimal line.
    pub fn walk(&mut self, score: Score, line: &[Move]) -> Walk {
        if score == self.score && line == self.line {
            return Walk::Whole { leftmost: true };
        }
        if let Some(known) = self.replays.find(score, line) {
            return known;
        }
        let walk = self.replay(score, line);
        self.replays.keep(score, line, walk);
        walk
    }

    fn replay(&mut self, score: Score, line: &[Move]) -> Walk {
        if let Some(ply) = first_illegal(&self.root, line, &mut self.moves) {
            return Walk::Illegal { ply };
        }
        self.moves.clear();
        if score != self.score {
            return Walk::Unsound { ply: 0 };
        }
        let (mut position, mut expected) = (self.root.clone(), score);
        // Every position on the leftmost optimal line attains the score.
        let shared = line.iter().zip(&self.line).take_while(|(one, other)| one == other).count();
        for (ply, &mv) in line.iter().enumerate() {
            if ply == self.depth {
                return Walk::Unsound { ply: ply + 1 };
            }
            position = position.play(mv);
            expected = expected.for_child();
            if ply >= shared && value(&position, self.depth - ply - 1, &mut self.moves) != expected {
                return Walk::Unsound { ply: ply + 1 };
            }
        }
        if line.len() == self.depth || position.is_terminal() {
            Walk::Whole { leftmost: line == self.line }
        } else {
            Walk::Truncated
        }
    }

    /// Whether `mv` is legal in `position`.
    pub fn has(&mut self, position: &P, mv: Move) -> bool {
        let is_legal = has_move(position, mv, &mut self.moves);
        self.moves.clear();
        is_legal
    }
}

fn value<P: Position>(position: &P, depth: usize, moves: &mut Vec<Move>) -> Score {
    if depth == 0 || position.is_terminal() {
        let value = position.evaluate();
        assert!(value.is_static(), "evaluate() must return a score that Score::is_static allows");
        return value;
    }
    let first = moves.len();
    position.moves(moves);
    assert!(moves.len() > first, "a position that is not terminal must have a legal move");
    let mut best = -Score::INFINITY;
    for next in first..moves.len() {
        best = best.max(value(&position.play(moves[next]), depth - 1, moves).for_parent());
    }
    moves.truncate(first);
    best
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::game::{Choices, Graph, Growth, ImplicitGame, Seeded};
    use crate::oracle::Oracle;

    const fn kind(walk: Walk) -> &'static str {
        match walk {
            Walk::Whole { leftmost: true } => "leftmost",
            Walk::Whole { leftmost: false } => "whole",
            Walk::Truncated => "truncated",
            Walk::Unsound { .. } => "unsound",
            Walk::PastDraw { .. } => "past draw",
            Walk::Illegal { .. } => "illegal",
        }
    }

    /// A random line. At each position it has one of the best moves, or sometimes a random number, which may be illegal.
    fn line<P: Position>(oracle: &Oracle<P>, root: &P, depth: usize, choices: &mut Seeded) -> Vec<Move> {
        let (mut line, mut position) = (Vec::new(), root.clone());
        let length = choices.below(depth as u32 + 2) as usize;
        let wrong_at = choices.below(2 * depth as u32 + 2) as usize;
        for ply in 0..length {
            let mut best = Vec::new();
            if ply < depth {
                oracle.horizon.moves(&position, depth - ply, &mut best);
                best.retain(|&mv| oracle.is_optimal(&position, depth - ply, mv));
            }
            let number = choices.below(4) as u16;
            let usual =
                if best.is_empty() { Move::new(number) } else { best[usize::from(number) % best.len()] };
            let mv = if ply == wrong_at { Move::new(number) } else { usual };
            line.push(mv);
            if !oracle.has(&position, mv) {
                break;
            }
            position = position.play(mv);
        }
        line
    }

    fn compare<P: Position + std::fmt::Debug>(
        unstored: &mut Unstored<P>,
        (root, depth): (&P, usize),
        choices: &mut Seeded,
        seen: &mut BTreeMap<&'static str, u32>,
    ) {
        let oracle = Oracle::new(root, depth);
        unstored.solve(root, depth);
        assert_eq!((unstored.score(), unstored.line()), (oracle.score(), oracle.line()), "{root:?}");
        let leftmost = oracle.line().to_vec();
        let lines = std::iter::repeat_with(|| line(&oracle, root, depth, choices)).take(6);
        for line in std::iter::once(leftmost).chain(lines) {
            for score in [oracle.score(), oracle.score().for_parent(), Score::ZERO] {
                let walk = unstored.walk(score, &line);
                assert_eq!(walk, oracle.walk(score, &line), "{score} {line:?} at depth {depth} of {root:?}");
                *seen.entry(kind(walk)).or_default() += 1;
            }
        }
    }

    fn all_kinds_are_seen(seen: &BTreeMap<&'static str, u32>) {
        for kind in ["leftmost", "whole", "truncated", "unsound", "illegal"] {
            assert!(seen.get(kind) > Some(&200), "{kind}: {seen:?}");
        }
    }

    #[test]
    fn it_agrees_with_the_oracle_that_stores_values_on_random_games() {
        let (mut graph, mut seen) = (Graph::leaf(Score::ZERO), BTreeMap::new());
        for index in 0..4_000 {
            let depth = Growth::random_game(&mut Seeded::new(3, index), &mut graph);
            let root = graph.root();
            let mut unstored = Unstored::new(&root, 0);
            compare(&mut unstored, (&root, depth), &mut Seeded::new(4, index), &mut seen);
        }
        all_kinds_are_seen(&seen);
    }

    #[test]
    fn it_agrees_with_the_oracle_that_stores_values_on_implicit_games() {
        let mut seen = BTreeMap::new();
        let mut unstored = Unstored::new(&ImplicitGame::tree(0, 1).root(), 0);
        for seed in 0..1_000 {
            let mut choices = Seeded::new(6, seed);
            let game = ImplicitGame {
                plies: choices.below(8) as u16,
                scores: [1, 2, 3, 201][choices.below(4) as usize],
                transposes: choices.below(2) == 0,
                ..ImplicitGame::tree(seed, choices.below(4) as u8 + 1)
            };
            let depth = choices.below(6) as usize;
            compare(&mut unstored, (&game.root(), depth), &mut choices, &mut seen);
        }
        all_kinds_are_seen(&seen);
    }
}
