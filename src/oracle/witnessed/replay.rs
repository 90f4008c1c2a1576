//! The replay of a line by witnessed values.

use std::ops::Range;

use super::{Claim, Depths, Witnessed, bits};
use crate::oracle::Walk;
use crate::position::{Move, Position};
use crate::score::{Bound, Score};

impl<P: Position> Witnessed<P> {
    /// Replays `line`, whose moves are all legal and which is said to be worth `score` at `root`.
    ///
    /// A line may go on as an entry of a greater draft has it; so a position on it may have
    /// any of several depths left. It is unsound at the first ply where none is left at which
    /// the move bears the score.
    pub fn walk(&self, root: &P, depth: usize, score: Score, line: &[Move]) -> Walk {
        if self.root_claim(root, depth, Bound::Exact, score) != Claim::Honest {
            return Walk::Unsound { ply: 0 };
        }
        let mut path = vec![root.clone()];
        let (mut depths, mut carried): (Depths, _) = (1 << depth, score);
        for (ply, &mv) in line.iter().enumerate() {
            if self.is_drawn(&path) {
                return Walk::PastDraw { ply };
            }
            depths = self.depths_after(&path[ply], ply == 0, depths, mv, carried);
            carried = carried.for_child();
            path.push(path[ply].play(mv));
            if depths == 0 || self.is_drawn(&path) && carried != Score::ZERO {
                return Walk::Unsound { ply: ply + 1 };
            }
        }
        let over = depths & 1 > 0 || self.is_drawn(&path) || path[line.len()].is_terminal();
        if over { Walk::Whole { leftmost: false } } else { Walk::Short }
    }

    /// Whether the end of a path stood on it before, and that is a draw.
    fn is_drawn(&self, path: &[P]) -> bool {
        let (end, before) = path.split_last().expect("a path has an end");
        self.rules.repetition && before.contains(end)
    }

    /// The depths that may be left after `mv`, which has to bear `score`.
    fn depths_after(&self, position: &P, is_root: bool, depths: Depths, mv: Move, score: Score) -> Depths {
        let mut after = 0;
        for wanted in bits(depths).map(|depth| depth as usize) {
            // A root does not end by an entry of its own.
            let own = wanted..wanted + 1;
            let standing_in = if is_root { own } else { self.standing_in(position, wanted) };
            for depth in standing_in {
                if self.bears(position, depth, mv, Bound::Exact, score) {
                    after |= 1 << (depth - 1);
                }
            }
        }
        after
    }

    /// The depths whose search may stand in where `depth` plies are wanted of `position`: that
    /// one, the one below it where nodes may be searched less deep, and greater ones that an entry can
    /// have.
    fn standing_in(&self, position: &P, depth: usize) -> Range<usize> {
        let probes = self.probes(depth) && self.searched(position, depth).is_some();
        let least = if self.rules.iir && depth >= 2 { depth - 1 } else { depth };
        least..if probes { self.stride } else { depth + 1 }
    }
}
