//! The search for several lines (`MultiPV`), which repeats the root search without the best moves of better lines.

use crate::position::Position;
use crate::pv::PvStore;
use crate::search::results::Results;
use crate::search::{Callee, Observer, Search};

impl<P, S, O> Search<'_, P, S, O>
where
    P: Position,
    S: PvStore,
    O: Observer<P>,
{
    /// Finds as many lines in one iteration as the options request and the root has moves. The last line is the first
    /// with only a bound.
    pub(super) fn find_lines(
        &mut self,
        algorithm: Callee<P, S, O>,
        root: &P,
        depth: usize,
        results: &mut Results,
    ) {
        let moves = if depth == 0 { 1 } else { self.count_moves(root) };
        self.scratch.excluded_moves.clear();
        for rank in 0..moves.clamp(1, usize::from(self.options.lines)) {
            self.root.expected = results.completed.score(rank);
            let centre = self.root.expected.unwrap_or_else(|| root.evaluate());
            let found = results.current.add();
            self.iterate(algorithm, root, depth, centre, &mut |_, outcome| found.record(outcome));
            let Some(mv) = found.exact_best_move().filter(|_| !self.stopped) else { return };
            self.scratch.excluded_moves.push(mv);
        }
    }

    fn count_moves(&mut self, root: &P) -> usize {
        let moves = &mut self.scratch.moves;
        let first = moves.len();
        root.moves(moves);
        let count = moves.len() - first;
        moves.truncate(first);
        count
    }
}
