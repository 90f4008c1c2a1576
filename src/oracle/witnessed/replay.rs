//! The replay of a line by witnessed values.

use std::ops::Range;

use super::{Claim, Depths, Witnessed, bits};
use crate::oracle::{RootMoveSet, Walk};
use crate::position::{Move, Position};
use crate::score::{Bound, Score};

impl<P: Position> Witnessed<P> {
    /// Replays `line`, whose moves are all legal and which is said to be worth `score` at `root`, with
    /// `left` plies to go.
    ///
    /// A line may go on as an entry of a greater draft has it; so a position on it may have
    /// any of several depths left. It is unsound at the first ply where none is left at which
    /// the move bears the score.
    pub fn walk(
        &self,
        root: &P,
        remaining: usize,
        move_set: RootMoveSet<'_>,
        score: Score,
        line: &[Move],
    ) -> Walk {
        let is_claimed = || {
            self.root_claim(root, remaining, move_set.excluded_moves(), Bound::Exact, score) == Claim::Valid
        };
        if move_set != RootMoveSet::SearchedSoFar && !is_claimed() {
            return Walk::Unsound { ply: 0 };
        }
        let mut path = vec![root.clone()];
        let (mut depths, mut carried): (Depths, _) = (1 << remaining, score);
        for (ply, &mv) in line.iter().enumerate() {
            if self.is_drawn(&path) {
                return Walk::PastDraw { ply };
            }
            let root = (ply == 0).then_some(move_set);
            depths = self.depths_after(&path[ply], root, depths, mv, carried);
            carried = carried.for_child();
            path.push(path[ply].play(mv));
            if depths == 0 || self.is_drawn(&path) && carried != Score::ZERO {
                return Walk::Unsound { ply: ply + 1 };
            }
        }
        if self.may_end(&path, depths, carried) { Walk::Whole { leftmost: false } } else { Walk::Truncated }
    }

    /// Whether the end of a path stood on it before, and that is a draw.
    fn is_drawn(&self, path: &[P]) -> bool {
        let (end, before) = path.split_last().expect("a path has an end");
        self.rules.repetition && before.contains(end)
    }

    /// Whether a line that is worth `carried` in the end may end there, with any of these depths left.
    fn may_end(&self, path: &[P], depths: Depths, carried: Score) -> bool {
        let (end, horizon) = (&path[path.len() - 1], self.rules.horizon);
        let stands_pat = |remaining: usize| {
            horizon.is_past(remaining)
                && (horizon.ends_lines(remaining)
                    || end.evaluate() == carried
                        && (remaining == 0 || self.nothing_beats(end, remaining, &[], Move::NULL, carried)))
        };
        self.is_drawn(path)
            || end.is_terminal()
            || bits(depths).any(|remaining| stands_pat(remaining as usize))
    }

    /// The depths that may be left after `mv`, which has to bear `score`; `root` says among which
    /// moves, where it is one of the root.
    fn depths_after(
        &self,
        position: &P,
        root: Option<RootMoveSet<'_>>,
        depths: Depths,
        mv: Move,
        score: Score,
    ) -> Depths {
        let mut after = 0;
        for wanted in bits(depths).map(|remaining| remaining as usize) {
            if self.rules.horizon.ends_lines(wanted) {
                continue;
            }
            // A root does not end by an entry of its own.
            let own = wanted..wanted + 1;
            let usable_depths = if root.is_some() { own } else { self.usable_depths(position, wanted) };
            for remaining in usable_depths {
                let supported = match root.unwrap_or(RootMoveSet::ALL) {
                    RootMoveSet::SearchedSoFar => true,
                    RootMoveSet::AllExcept(excluded_moves) => {
                        self.supports(position, remaining, excluded_moves, mv, Bound::Exact, score)
                    }
                };
                if supported {
                    after |= self.leads_to(position, remaining, mv, Bound::Exact, score);
                }
            }
        }
        after
    }

    /// The depths whose search may stand in where `left` plies are wanted of `position`: that
    /// one, the one below it where nodes may be searched less deep, and greater ones that an entry can
    /// have.
    fn usable_depths(&self, position: &P, remaining: usize) -> Range<usize> {
        let probes = self.probes(remaining) && self.searched(position, remaining).is_some();
        let least = if self.may_reduce_node(remaining) { remaining - 1 } else { remaining };
        least..if probes { self.stride } else { remaining + 1 }
    }
}
