//! An engine of about 100 lines, and the suite of tests that verifies its principal variations: alpha-beta with a
//! transposition table, iterative deepening, lines that are returned with the scores, and a node limit.
//!
//! The engine searches any game. [`verification`] declares what it does beyond minimax of a fixed tree, each with its
//! reason. What a search does without declaring it is reported as wrong; what it declares without doing it lets wrong
//! results pass. So an engine declares as little as it can.
//!
//! ```console
//! $ cargo test --example engine
//! $ cargo run --example engine
//! ```

use pvcheck::prelude::*;

/// The number of table entries, if the request does not limit it.
const ENTRIES: usize = 1 << 12;

/// What is known about a position from a search of it.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    depth: usize,
    score: Score,
    bound: Bound,
    best: Move,
}

impl Entry {
    /// Whether a search to `depth` in this window may return the score of this entry. An exact score of a deeper
    /// search is good enough too.
    fn is_enough(&self, depth: usize, window: Window) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.score >= window.beta,
                Bound::Upper => self.score <= window.alpha,
            }
    }
}

/// An engine. Its table stays from one search to the next.
#[derive(Default)]
pub struct Engine {
    table: Vec<Option<Entry>>,
    nodes: u64,
    node_limit: Option<u64>,
}

impl Engine {
    /// Searches deeper and deeper, and returns the result of the last iteration that was completed.
    pub fn search<P: Position>(&mut self, request: &Request<'_, P>) -> Answer {
        self.table.resize(request.table_entries().unwrap_or(ENTRIES), None);
        (self.nodes, self.node_limit) = (0, request.node_limit());
        let mut answer = Answer::nothing_searched(request.root().evaluate());
        // Depth 0 is an iteration only if no other one was requested.
        for depth in request.depth().min(1)..=request.depth() {
            let Some((score, line)) = self.negamax(request.root(), depth, 0, Window::FULL) else { break };
            answer = Answer::exact(score, line).of_depth(depth);
        }
        answer
    }

    /// Returns the score, fail-soft, and the line; `None` if the node limit was reached. A mate counts the plies from
    /// its own position, so that an entry of the table is right at every ply: see [`Score::for_parent`].
    fn negamax(
        &mut self,
        position: &impl Position,
        depth: usize,
        ply: usize,
        window: Window,
    ) -> Option<(Score, Vec<Move>)> {
        if self.node_limit == Some(self.nodes) {
            return None;
        }
        self.nodes += 1;
        if depth == 0 || position.is_terminal() {
            return Some((position.evaluate(), Vec::new()));
        }
        let key = position.key();
        let slot = (key % self.table.len() as u64) as usize;
        let entry = self.table[slot].filter(|entry| entry.key == key);
        // Not at the root: an entry of a deeper search before is no result of this search, and its line is one move.
        if let Some(entry) = entry.filter(|entry| ply > 0 && entry.is_enough(depth, window)) {
            return Some((entry.score, vec![entry.best]));
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves.sort_by_key(|&mv| entry.is_none_or(|entry| entry.best != mv));
        let (mut best, mut line) = (-Score::INFINITY, Vec::new());
        for mv in moves {
            let alpha = window.alpha.max(best);
            if alpha >= window.beta {
                break;
            }
            let child = Window { alpha, ..window }.for_child();
            let (score, rest) = self.negamax(&position.play(mv), depth - 1, ply + 1, child)?;
            if score.for_parent() > best {
                (best, line) = (score.for_parent(), [vec![mv], rest].concat());
            }
        }
        let bound = match best {
            _ if best >= window.beta => Bound::Lower,
            _ if best <= window.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        self.table[slot] = Some(Entry { key, depth, score: best, bound, best: line[0] });
        Some((best, line))
    }
}

/// The engine, and what it declares:
///
/// - `tt(Drafts::Deeper)`: an entry of a deeper search replaces a search. With `>=` in [`Entry::is_enough`], a score
///   may be that of a position which was searched more deeply than requested. With `==` in its place,
///   `Drafts::Equal` would be enough, and fewer wrong scores would pass.
/// - `deepening()`: the table has the entries of the iterations before, which were of other depths. That is what it
///   does, although no random game so far has shown a difference.
/// - `known("truncated")`: a score from the table comes with one move, so the line ends there. An engine that
///   does not take scores from the table in an open window would not need this.
///
/// It does not declare `tt_keep()`: where the suite runs other searches before, that is added by itself.
pub fn verification() -> Verification {
    verify_object(Engine::default, |engine: &mut Engine, request: &Request<'_>| engine.search(request))
        .declares(Rules::FIXED_TREE.tt(Drafts::Deeper).deepening())
        .known("truncated")
        .games(RandomGames::seed(1).count(5_000).mates())
}

fn main() {
    println!("{}", verification().report());
}

#[cfg(test)]
pvcheck::suite!(the_engine, verification());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declaration_of_the_table_is_needed() {
        let none = Rules::FIXED_TREE;
        for less in [none, none.tt(Drafts::Equal).deepening()] {
            let report = verification().declares(less).warm(4).report();
            assert!(!report.is_clean(), "{less:?}");
        }
        assert!(verification().report().lines(LineKind::Truncated) > 0);
    }
}
