//! Which values an honest search may name: the least fixpoint.
//!
//! With entries of other drafts, or draws that depend on the path, one position at one
//! remaining depth has several honest values. For every position `p` and depth `d`,
//!
//! - `exact(p, d)` holds the values that an honest *value = v* can name,
//! - `high(p, d)` is the largest v for which *value >= v* is honest,
//! - `low(p, d)` is the smallest v for which *value <= v* is.
//!
//! All three begin with nothing and are widened by these rules until nothing changes:
//!
//! ```text
//! ground        d = 0 or p over:  evaluate(p) in all three
//! negamax       high(p,d) = max over m of -low(p after m, d - 1)
//!               low(p,d)  = max over m of -high(p after m, d - 1)    if all are known
//!               v in exact(p,d)  if some m has -v in exact(p after m, d - 1)
//!                                and v >= -high(p after n, d - 1) for every other move n
//! deeper draft  what negamax gives at d' > d, and p is searched at d', enters at d
//!               where the table is probed
//! repetition    0 enters where the second visit of p on a walk leaves d
//! ```
//!
//! Why an honest search is never accused, by induction over the searches in the order in
//! which they end. A value that came by expansion has children that ended before, whose
//! claims are honest: the move that bears it was searched with the value inside its window,
//! or, of a bound, on the side of the bound. Any other move n failed low and so said
//! *value of its child >= -alpha*; then `-high` of that child is at most alpha, which is at most
//! the value, and that is all the maximum needs. A value that came from the table was an
//! expansion's, of the draft that it was stored with, and was honest there. A draw by
//! repetition is never stored, and so enters no other depth.
//!
//! The depths of a position are those at which walks from the searched roots come to it,
//! and no others: an entry of a draft that nobody can have searched is not there.

mod reach;
mod replay;
mod widen;

use std::ops::Range;

use crate::oracle::{Drafts, Memo, Rules};
use crate::position::{Move, Position};
use crate::score::{Bound, Score};

/// What is to be said of a claim about a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Claim {
    /// An honest search may make it.
    Honest,
    /// No single honest search names this value, but it lies between honest bounds.
    Between,
    /// No honest search may make it.
    False,
}

/// Depths at which a position is searched, a bit each.
type Depths = u128;

/// The deepest search that can be judged, in plies.
const DEEPEST: usize = Depths::BITS as usize - 1;

/// A value by its place among all values that can come up, ascending; `None` is below all:
/// nothing is known.
type Rank = Option<u32>;

/// The witnessed values of every position and depth that searches of some roots come to.
#[derive(Clone, Debug)]
pub struct Witnessed<P> {
    rules: Rules,
    /// The number of each position, from 1; 0 is that of one nobody comes to.
    numbers: Memo<P, u32>,
    positions: Vec<P>,
    /// For each position where its moves stand, and the depths at which it is searched.
    edges: Vec<Range<u32>>,
    depths: Vec<Depths>,
    /// Where a walk comes by a second time: the depths that are then left. Draws are added to
    /// the sets where these are read, as they are never stored.
    repeated: Vec<Depths>,
    /// The moves, and the positions that they lead to.
    moves: Vec<Move>,
    children: Vec<u32>,
    /// Every value that can come up, seen from either side.
    values: Vec<Score>,
    /// The rank of a draw.
    zero: u32,
    /// Depths a position, and words a set of ranks.
    stride: usize,
    words: usize,
    /// The three, for each position and depth; of `low` the rank that the other side sees, so
    /// that both bounds widen upwards.
    exact: Vec<u64>,
    high: Vec<Rank>,
    turned_low: Vec<Rank>,
}

impl<P: Position> Witnessed<P> {
    /// The witnessed values after searches of these roots to these depths, all since the
    /// table was emptied last; `rules` say what the searches may do.
    ///
    /// # Panics
    ///
    /// When a depth is above 127 plies.
    pub fn new(rules: &Rules, searched: &[(P, usize)]) -> Self {
        let deepest = searched.iter().map(|&(_, depth)| depth).max().unwrap_or(0);
        assert!(deepest <= DEEPEST, "a search of at most {DEEPEST} plies");
        let mut sets = Self {
            rules: *rules,
            numbers: Memo::cleared(Vec::new(), 1, 0),
            positions: Vec::new(),
            edges: Vec::new(),
            depths: Vec::new(),
            repeated: Vec::new(),
            moves: Vec::new(),
            children: Vec::new(),
            values: Vec::new(),
            zero: 0,
            stride: deepest + 1,
            words: 0,
            exact: Vec::new(),
            high: Vec::new(),
            turned_low: Vec::new(),
        };
        sets.discover(searched);
        sets.find_repetitions();
        sets.rank_values();
        sets.widen();
        sets
    }

    /// Whether a node with `depth` plies to go may use entries of greater drafts.
    fn probes(&self, depth: usize) -> bool {
        self.rules.drafts == Drafts::Deeper && (depth > 0 || self.rules.leaves)
    }

    /// The rank of the same value seen from the other side.
    fn turned(&self, rank: u32) -> u32 {
        self.values.len() as u32 - 1 - rank
    }

    /// The value of this rank.
    fn value(&self, rank: u32) -> Score {
        self.values[rank as usize]
    }

    /// Whether a walk may come by for the second time with `depth` plies to go.
    fn is_draw(&self, node: usize, depth: usize) -> bool {
        self.repeated[node] >> depth & 1 > 0
    }

    /// The rank of `high`.
    fn high_rank(&self, node: usize, depth: usize) -> Rank {
        let drawn = self.is_draw(node, depth).then_some(self.zero);
        self.high[node * self.stride + depth].max(drawn)
    }

    /// The rank of `-low`.
    fn turned_low_rank(&self, node: usize, depth: usize) -> Rank {
        let drawn = self.is_draw(node, depth).then(|| self.turned(self.zero));
        self.turned_low[node * self.stride + depth].max(drawn)
    }

    /// The ranks of `exact`.
    fn exact_ranks(&self, node: usize, depth: usize) -> impl Iterator<Item = u32> {
        let state = node * self.stride + depth;
        let drawn = self.is_draw(node, depth).then_some(self.zero);
        ranks(&self.exact[state * self.words..(state + 1) * self.words]).chain(drawn)
    }

    /// The number of a position that a search comes to with `depth` plies to go.
    fn searched(&self, position: &P, depth: usize) -> Option<usize> {
        let node = self.numbers.get(position, 0).checked_sub(1)? as usize;
        (depth < self.stride && self.depths[node] >> depth & 1 > 0).then_some(node)
    }

    /// The values that an honest search may name; none of a position that no search comes to
    /// at this depth.
    pub fn exact(&self, position: &P, depth: usize) -> impl Iterator<Item = Score> {
        let node = self.searched(position, depth).into_iter();
        node.flat_map(move |node| self.exact_ranks(node, depth)).map(|rank| self.value(rank))
    }

    /// The smallest v for which *value <= v* is honest, if there is one.
    pub fn low(&self, position: &P, depth: usize) -> Option<Score> {
        let turned = self.turned_low_rank(self.searched(position, depth)?, depth);
        turned.map(|rank| -self.value(rank))
    }

    /// The largest v for which *value >= v* is honest, if there is one.
    pub fn high(&self, position: &P, depth: usize) -> Option<Score> {
        self.high_rank(self.searched(position, depth)?, depth).map(|rank| self.value(rank))
    }

    /// What is to be said of `bound score` about `position` with `depth` plies to go.
    pub fn claim(&self, position: &P, depth: usize, bound: Bound, score: Score) -> Claim {
        let above = self.low(position, depth).is_some_and(|low| low <= score);
        let below = self.high(position, depth).is_some_and(|high| score <= high);
        match bound {
            Bound::Upper if above => Claim::Honest,
            Bound::Lower if below => Claim::Honest,
            Bound::Exact if self.exact(position, depth).any(|value| value == score) => Claim::Honest,
            Bound::Exact if above && below => Claim::Between,
            _ => Claim::False,
        }
    }

    /// The same of what the search of a root says, which does not end by an entry of its own:
    /// only what some move of it bears.
    pub fn root_claim(&self, root: &P, depth: usize, bound: Bound, score: Score) -> Claim {
        let claim = self.claim(root, depth, bound, score);
        let Some(node) = self.searched(root, depth).filter(|_| depth > 0 && !root.is_terminal()) else {
            return claim;
        };
        let mut moves = self.edges[node].clone().map(|edge| self.moves[edge as usize]);
        let borne = match bound {
            Bound::Upper => self.nothing_beats(root, depth, Move::NULL, score),
            Bound::Exact | Bound::Lower => moves.any(|mv| self.bears(root, depth, mv, bound, score)),
        };
        match (claim, bound) {
            (Claim::Honest, Bound::Exact) if !borne => Claim::Between,
            (Claim::Honest, _) if !borne => Claim::False,
            (claim, _) => claim,
        }
    }

    /// Whether `mv` bears `bound score` at `position`, searched to `depth`: the claim is one
    /// that an honest expansion can make by this move.
    pub fn bears(&self, position: &P, depth: usize, mv: Move, bound: Bound, score: Score) -> bool {
        let Some(below) = depth.checked_sub(1) else { return false };
        let turned = match bound {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        };
        let borne = self.claim(&position.play(mv), below, turned, -score) == Claim::Honest;
        borne && (bound == Bound::Lower || self.nothing_beats(position, depth, mv, score))
    }

    /// Whether an honest search may find that no move of `position` beside `mv` is worth more
    /// than `score`.
    pub fn nothing_beats(&self, position: &P, depth: usize, mv: Move, score: Score) -> bool {
        let (Some(node), Some(below)) = (self.searched(position, depth), depth.checked_sub(1)) else {
            return false;
        };
        self.edges[node].clone().filter(|&edge| self.moves[edge as usize] != mv).all(|edge| {
            let high = self.high_rank(self.children[edge as usize] as usize, below);
            high.is_some_and(|rank| -self.value(rank) <= score)
        })
    }
}

/// The ranks in a set of them, ascending.
fn ranks(words: &[u64]) -> impl Iterator<Item = u32> {
    words.iter().zip(0u32..).flat_map(|(&word, index)| bits(word).map(move |bit| index * u64::BITS + bit))
}

/// The places of the bits that are set, ascending.
fn bits(word: impl Into<u128>) -> impl Iterator<Item = u32> {
    let mut left = word.into();
    std::iter::from_fn(move || {
        let bit = left.trailing_zeros();
        (left != 0).then(|| {
            left &= left - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests;
