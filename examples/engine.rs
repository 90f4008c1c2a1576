//! An engine of about 200 lines, and the suite of tests that verifies it at every node: principal variation search with a
//! transposition table, iterative deepening, quiescence, the null move, late move reductions, mates and a node limit.
//!
//! The engine searches any game, and *tells* its nodes: each is entered, and left with the reason of its score. So it need not
//! declare what it prunes and reduces. [`verification`] declares the facts alone.
//!
//! ```console
//! $ cargo test --example engine
//! $ cargo run --example engine
//! ```

use pvcheck::prelude::*;

/// The number of table entries, if the request does not limit it.
const ENTRIES: usize = 1 << 12;

/// The most plies of quiescence. They are part of the plies that a node has to go when it is told.
const QUIESCENCE: usize = 4;

/// An engine. Its table stays from one search to the next.
#[derive(Default)]
pub struct Engine {
    table: Vec<Option<Entry>>,
    nodes: u64,
}

/// A score, fail-soft, and the line. A mate counts the plies from its own position, so that an entry of the table is right at
/// every ply: see [`Score::for_parent`].
type Found = (Score, Vec<Move>);

/// Whether a search to `depth` in this window may return the score of this entry. A deeper search is good enough, too.
fn is_enough(entry: &Entry, depth: usize, window: Window) -> bool {
    entry.draft >= depth
        && match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= window.beta,
            Bound::Upper => entry.score <= window.alpha,
        }
}

impl Engine {
    /// Searches deeper and deeper, and returns the result of the last iteration that was completed.
    pub fn search<P: Position>(&mut self, request: &Request<'_, P>) -> Answer {
        self.table.resize(request.table_entries().unwrap_or(ENTRIES), None);
        self.nodes = 0;
        let mut answer = Answer::nothing_searched(request.root().evaluate());
        // Depth 0 is an iteration only if no other one was requested.
        for depth in request.depth().min(1)..=request.depth() {
            let found = self.negamax(request, request.root(), depth, 0, Window::FULL);
            let Some((score, line)) = found else { break };
            answer = Answer::exact(score, line).of_depth(depth);
        }
        answer
    }

    /// Counts a node; `None` if the search has to stop.
    fn count<P: Position>(&mut self, request: &Request<'_, P>) -> Option<()> {
        let goes_on = request.node_limit() != Some(self.nodes);
        self.nodes += 1;
        goes_on.then_some(())
    }

    fn negamax<P: Position>(
        &mut self,
        request: &Request<'_, P>,
        position: &P,
        depth: usize,
        ply: usize,
        window: Window,
    ) -> Option<Found> {
        if depth == 0 {
            return self.quiesce(request, position, QUIESCENCE, ply, window);
        }
        self.count(request)?;
        let node = request.enter(position, ply, depth + QUIESCENCE, window);
        if position.is_terminal() {
            node.evaluated();
            return Some((node.leave(position.evaluate(), Why::Moves), Vec::new()));
        }
        let key = position.key();
        let slot = (key % self.table.len() as u64) as usize;
        let entry = self.table[slot].filter(|entry| entry.key == key);
        // Not at the root: an entry of a deeper search before is no result of this search, and its line is one move.
        if let Some(entry) = entry.filter(|entry| ply > 0 && is_enough(entry, depth, window)) {
            return Some((node.leave(entry.score, Why::Table(entry)), vec![entry.mv]));
        }
        // The null move: to pass is worse than the best move.
        if depth >= 2
            && !window.is_open()
            && let Some(passed) = position.pass()
        {
            node.mv(Move::NULL, depth - 2 + QUIESCENCE);
            let (score, _) = self.negamax(request, &passed, depth - 2, ply + 1, window.for_child())?;
            if score.for_parent() >= window.beta {
                return Some((node.leave(score.for_parent(), Why::Pass), Vec::new()));
            }
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves.sort_by_key(|&mv| entry.is_none_or(|entry| entry.mv != mv));
        let (mut best, mut line) = (-Score::INFINITY, Vec::new());
        for (index, &mv) in moves.iter().enumerate() {
            let window = Window { alpha: window.alpha.max(best), ..window };
            if window.alpha >= window.beta {
                break;
            }
            node.mv(mv, depth - 1 + QUIESCENCE);
            let is_late = index >= 2 && depth >= 2 && !position.is_noisy(mv);
            let (score, rest) =
                self.search_move(request, &position.play(mv), depth, ply, window, index, is_late)?;
            if score > best {
                (best, line) = (score, [vec![mv], rest].concat());
            }
        }
        let entry = Entry { key, draft: depth, bound: window.bound(best), score: best, mv: line[0] };
        let score = node.store(best, entry);
        self.table[slot] = Some(entry);
        Some((score, line))
    }

    /// Searches a move: a late one less deep at first, all but the first one with a null window at first.
    #[expect(clippy::too_many_arguments, reason = "as engines do")]
    fn search_move<P: Position>(
        &mut self,
        request: &Request<'_, P>,
        child: &P,
        depth: usize,
        ply: usize,
        window: Window,
        index: usize,
        is_late: bool,
    ) -> Option<Found> {
        let null = Window::new(window.alpha, window.alpha + 1);
        let mut search = |depth, window: Window| {
            let (score, line) = self.negamax(request, child, depth, ply + 1, window.for_child())?;
            Some((score.for_parent(), line))
        };
        if is_late {
            let found = search(depth - 2, null)?;
            if found.0 <= window.alpha {
                return Some(found);
            }
        }
        if index > 0 && window != null {
            let found = search(depth - 1, null)?;
            if found.0 <= window.alpha {
                return Some(found);
            }
        }
        search(depth - 1, window)
    }

    /// Stands pat, or makes noisy moves.
    fn quiesce<P: Position>(
        &mut self,
        request: &Request<'_, P>,
        position: &P,
        plies: usize,
        ply: usize,
        window: Window,
    ) -> Option<Found> {
        self.count(request)?;
        let node = request.enter(position, ply, plies, window);
        node.evaluated();
        let (mut best, mut line) = (position.evaluate(), Vec::new());
        if plies == 0 || position.is_terminal() {
            return Some((node.leave(best, Why::Moves), line));
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        for mv in moves.into_iter().filter(|&mv| position.is_noisy(mv)) {
            let window = Window { alpha: window.alpha.max(best), ..window };
            if window.alpha >= window.beta {
                break;
            }
            let child = self.quiesce(request, &position.play(mv), plies - 1, ply + 1, window.for_child())?;
            if child.0.for_parent() > best {
                (best, line) = (child.0.for_parent(), [vec![mv], child.1].concat());
            }
        }
        Some((node.leave(best, Why::Moves), line))
    }
}

/// The engine, and what it declares:
///
/// - `tells()`: it tells its nodes, so that it may prune and reduce as it likes.
/// - `tt(Drafts::Deeper)`: an entry of a deeper search replaces a search. With `==` in the place of `>=` in [`is_enough`],
///   `Drafts::Equal` would be enough.
/// - `deepening()`: the table has the entries of the iterations before.
/// - `quiescence(...)`: how many plies the noisy moves after the depth have, and that the line shows them.
/// - `known("truncated")`: a score from the table comes with one move, so the line ends there.
///
/// It does not declare `tt_keep()`: where the suite runs other searches before, that is added by itself.
pub fn verification() -> Verification {
    let facts = Rules::FIXED_TREE.tells().tt(Drafts::Deeper).deepening().quiescence(QUIESCENCE, true);
    verify_object(Engine::default, |engine: &mut Engine, request: &Request<'_>| engine.search(request))
        .declares(facts)
        .known("truncated")
        .games(RandomGames::seed(1).count(5_000).mates().marks())
}

fn main() {
    println!("{}", verification().report());
}

#[cfg(test)]
pvcheck::suite!(the_engine, verification());

#[cfg(test)]
mod tests {
    use pvcheck::verdict::LineKind;

    use super::*;

    #[test]
    fn the_fact_of_the_table_is_needed() {
        let facts = Rules::FIXED_TREE.tells().deepening().quiescence(QUIESCENCE, true);
        for less in [facts, facts.tt(Drafts::Equal)] {
            let report = verification().declares(less).warm(4).report();
            assert!(!report.is_clean(), "{less:?}");
        }
        assert!(verification().report().lines(LineKind::Truncated) > 0);
    }
}
