//! The replay of a line by witnessed values.

use std::ops::Range;

use super::{Claim, Depths, Witnessed, bits};
use crate::oracle::{Among, Walk};
use crate::position::{Move, Position};
use crate::score::{Bound, Score};

impl<P: Position> Witnessed<P> {
    /// Replays `line`, whose moves are all legal and which is said to be worth `score` at `root`, with
    /// `left` plies to go.
    ///
    /// A line may go on as an entry of a greater draft has it; so a position on it may have
    /// any of several depths left. It is unsound at the first ply where none is left at which
    /// the move bears the score.
    pub fn walk(&self, root: &P, left: usize, among: Among<'_>, score: Score, line: &[Move]) -> Walk {
        let is_claimed = || self.root_claim(root, left, among.better(), Bound::Exact, score) == Claim::Honest;
        if among != Among::SoFar && !is_claimed() {
            return Walk::Unsound { ply: 0 };
        }
        let mut path = vec![root.clone()];
        let (mut depths, mut carried): (Depths, _) = (1 << left, score);
        for (ply, &mv) in line.iter().enumerate() {
            if self.is_drawn(&path) {
                return Walk::PastDraw { ply };
            }
            let root = (ply == 0).then_some(among);
            depths = self.depths_after(&path[ply], root, depths, mv, carried);
            carried = carried.for_child();
            path.push(path[ply].play(mv));
            if depths == 0 || self.is_drawn(&path) && carried != Score::ZERO {
                return Walk::Unsound { ply: ply + 1 };
            }
        }
        if self.may_end(&path, depths, carried) { Walk::Whole { leftmost: false } } else { Walk::Short }
    }

    /// Whether the end of a path stood on it before, and that is a draw.
    fn is_drawn(&self, path: &[P]) -> bool {
        let (end, before) = path.split_last().expect("a path has an end");
        self.rules.repetition && before.contains(end)
    }

    /// Whether a line that is worth `carried` in the end may end there, with any of these depths left.
    fn may_end(&self, path: &[P], depths: Depths, carried: Score) -> bool {
        let (end, horizon) = (&path[path.len() - 1], self.rules.horizon);
        let stands_pat = |left: usize| {
            horizon.is_past(left)
                && (horizon.ends_lines(left)
                    || end.evaluate() == carried
                        && (left == 0 || self.nothing_beats(end, left, &[], Move::NULL, carried)))
        };
        self.is_drawn(path) || end.is_terminal() || bits(depths).any(|left| stands_pat(left as usize))
    }

    /// The depths that may be left after `mv`, which has to bear `score`; `root` says among which
    /// moves, where it is one of the root.
    fn depths_after(
        &self,
        position: &P,
        root: Option<Among<'_>>,
        depths: Depths,
        mv: Move,
        score: Score,
    ) -> Depths {
        let mut after = 0;
        for wanted in bits(depths).map(|left| left as usize) {
            if self.rules.horizon.ends_lines(wanted) {
                continue;
            }
            // A root does not end by an entry of its own.
            let own = wanted..wanted + 1;
            let standing_in = if root.is_some() { own } else { self.standing_in(position, wanted) };
            for left in standing_in {
                let borne = match root.unwrap_or(Among::ALL) {
                    Among::SoFar => true,
                    Among::AllBut(better) => self.bears(position, left, better, mv, Bound::Exact, score),
                };
                if borne {
                    after |= self.leads_to(position, left, mv, Bound::Exact, score);
                }
            }
        }
        after
    }

    /// The depths whose search may stand in where `left` plies are wanted of `position`: that
    /// one, the one below it where nodes may be searched less deep, and greater ones that an entry can
    /// have.
    fn standing_in(&self, position: &P, left: usize) -> Range<usize> {
        let probes = self.probes(left) && self.searched(position, left).is_some();
        let least = if self.may_be_shallower(left) { left - 1 } else { left };
        least..if probes { self.stride } else { left + 1 }
    }
}
