//! The replay of a line by witnessed values.
//!
//! Each position of the line must attain the score at one of the depths that can remain there.

use std::ops::Range;

use super::{ClaimPlace, Depths, Witnessed, bits};
use crate::oracle::{ReplayResult, RootMoveSet};
use crate::position::{Move, Position};
use crate::score::{Bound, Score};

impl<P: Position> Witnessed<P> {
    /// Replays `line`, whose moves are all legal, and which a search returned with `score` at `root` with
    /// `remaining` plies.
    ///
    /// A line may continue with the line of an entry of greater draft, so several depths may remain at
    /// one of its positions. The line is unsound at the first ply at which the move supports the score at
    /// none of these depths.
    pub fn walk(
        &self,
        root: &P,
        remaining: usize,
        move_set: RootMoveSet<'_>,
        score: Score,
        line: &[Move],
    ) -> ReplayResult {
        let is_claimed = || {
            let at = ClaimPlace { position: root, remaining, excluded: move_set.excluded_moves() };
            self.may_show(self.root_claim(&at, false, Bound::Exact, score))
        };
        if move_set != RootMoveSet::SearchedSoFar && !is_claimed() {
            return ReplayResult::Unsound { ply: 0 };
        }
        let mut path = vec![root.clone()];
        let (mut depths, mut expected): (Depths, _) = (1 << remaining, score);
        for (ply, &mv) in line.iter().enumerate() {
            if self.is_drawn(&path) {
                return ReplayResult::PastDraw { ply };
            }
            let root = (ply == 0).then_some(move_set);
            depths = self.depths_after(&path[ply], root, depths, mv, expected);
            expected = expected.for_child();
            path.push(path[ply].play(mv));
            if depths == 0 || self.is_drawn(&path) && expected != Score::ZERO {
                return ReplayResult::Unsound { ply: ply + 1 };
            }
        }
        if self.may_end(&path, depths, expected) {
            ReplayResult::Whole { leftmost: false }
        } else {
            ReplayResult::Truncated
        }
    }

    fn is_drawn(&self, path: &[P]) -> bool {
        let (end, before) = path.split_last().expect("a path contains at least the root");
        self.rules.draws() && before.contains(end)
    }

    /// Whether a line may end with the value `score` at the last position of `path`, where one of `depths` remains.
    fn may_end(&self, path: &[P], depths: Depths, score: Score) -> bool {
        let (end, horizon) = (&path[path.len() - 1], self.rules.horizon);
        let is_best = |remaining| {
            let at = ClaimPlace { position: end, remaining, excluded: &[] };
            self.nothing_beats(&at, Move::NULL, score)
        };
        let stands_pat = |remaining: usize| {
            horizon.is_past(remaining)
                && (horizon.ends_lines(remaining)
                    || end.evaluate() == score && (remaining == 0 || is_best(remaining)))
        };
        self.is_drawn(path)
            || end.is_terminal()
            || bits(depths).any(|remaining| stands_pat(remaining as usize))
    }

    /// The depths that may remain after `mv`, a move that must support `score` at one of `depths`. For a
    /// move of the root, `root` is the set of moves with which it is compared.
    fn depths_after(
        &self,
        position: &P,
        root: Option<RootMoveSet<'_>>,
        depths: Depths,
        mv: Move,
        score: Score,
    ) -> Depths {
        let (mut after, move_set) = (0, root.unwrap_or(RootMoveSet::ALL));
        for wanted in bits(depths).map(|remaining| remaining as usize) {
            // A table entry never cuts off the root.
            let wanted_only = wanted..wanted + 1;
            let usable_depths =
                if root.is_some() { wanted_only } else { self.usable_depths(position, wanted) };
            // Where lines omit quiescence, only an entry of a greater draft continues a line at the horizon.
            for remaining in usable_depths.filter(|&remaining| !self.rules.horizon.ends_lines(remaining)) {
                let at = ClaimPlace { position, remaining, excluded: move_set.excluded_moves() };
                if move_set == RootMoveSet::SearchedSoFar || self.supports(&at, mv, Bound::Exact, score) {
                    after |= self.supporting_depths(&at, mv, Bound::Exact, score);
                }
            }
        }
        after
    }

    /// Returns the depths whose values the search may use at `position` with `remaining` plies. These are this depth,
    /// smaller ones if the node may be reduced, and greater drafts of table entries if the node probes the table.
    fn usable_depths(&self, position: &P, remaining: usize) -> Range<usize> {
        let probes = self.probes(remaining) && self.searched(position, remaining).is_some();
        let reduced = self.rules.reduced_nodes(remaining);
        let least = if reduced.is_empty() { remaining } else { reduced.start };
        least..if probes { self.stride } else { remaining + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::oracle::{Drafts, Rules};

    /// `e` is at the horizon after four moves, where lines end. Its entry of the second root move has draft 3,
    /// and the line goes on with the line of this entry.
    #[test]
    fn a_line_that_omits_quiescence_may_continue_at_the_horizon_by_a_deeper_entry() {
        let game: Graph = "[[[1[e:[0]]]] e]".parse().expect("a game");
        let rules = Rules::FIXED_TREE.tt(Drafts::Deeper).quiescence(2, false);
        let line = [Move::new(0); 5];
        for (rules, expected) in [
            (rules.tt_leaves(), ReplayResult::Whole { leftmost: false }),
            (rules, ReplayResult::Unsound { ply: 5 }),
        ] {
            let sets = Witnessed::new(&rules, &[(game.root(), 4)]);
            let walk = |line| sets.walk(&game.root(), 6, RootMoveSet::ALL, Score::ZERO, line);
            assert_eq!(walk(&line), expected);
            assert_eq!(
                walk(&line[..4]),
                ReplayResult::Whole { leftmost: false },
                "the line may end there too"
            );
        }
    }
}
