//! Which values a correct search may name: the least fixpoint.
//!
//! With entries of other drafts, or draws that depend on the path, one position at one
//! remaining depth has several valid values. For every position `p` and depth `d`,
//!
//! - `exact(p, d)` holds the values that a valid *value = v* can name,
//! - `high(p, d)` is the largest v for which *value >= v* is valid,
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
//! What a search leaves out or reduces by a guess adds rules of its own: see `selective.rs`; so do
//! quiescence and extensions: see [`Horizon`](super::Horizon).
//!
//! Why a correct search is never accused, by induction over the searches in the order in
//! which they end. A value that came by expansion has children that ended before, whose
//! claims are valid: the move that bears it was searched with the value inside its window,
//! or, of a bound, on the side of the bound. Any other move n failed low and so said
//! *value of its child >= -alpha*; then `-high` of that child is at most alpha, which is at most
//! the value, and that is all the maximum needs. A value that came from the table was an
//! expansion's, of the draft that it was stored with, and was valid there. A draw by
//! repetition is never stored, and so enters no other depth.
//!
//! The depths of a position are those at which walks from the searched roots come to it,
//! and no others: an entry of a draft that nobody can have searched is not there.

mod claims;
mod discover;
mod replay;
pub mod selective;
mod widen;

use std::ops::Range;

use crate::oracle::{Drafts, Memo, Rules};
use crate::position::{Move, Position};
use crate::score::Score;

pub use claims::Claim;

/// Depths at which a position is searched, a bit each.
pub(super) type Depths = u128;

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
    /// Where a pass leads to, where it counts.
    passes: Vec<Option<u32>>,
    /// Every value that can come up, seen from either side.
    values: Vec<Score>,
    /// The rank of a draw.
    zero: u32,
    /// For each rank that of the same value one ply further from the end.
    further: Vec<u32>,
    /// The plies to the end of the longest mate among the values; longer ones count as that.
    longest: i32,
    /// Where the states of each position begin: one for each of its depths.
    states: Vec<usize>,
    /// One more than the greatest depth, and words a set of ranks.
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
        let deepest = searched.iter().map(|&(_, depth)| depth).max().unwrap_or(0) + rules.horizon.plies;
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
            passes: Vec::new(),
            values: Vec::new(),
            zero: 0,
            further: Vec::new(),
            longest: 0,
            states: Vec::new(),
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
        let horizon = self.rules.horizon.plies;
        self.rules.drafts == Drafts::Deeper && (depth > horizon || depth == horizon && self.rules.leaves)
    }

    /// The rank of the same value seen from the other side.
    fn turned(&self, rank: u32) -> u32 {
        self.values.len() as u32 - 1 - rank
    }

    /// The rank at a parent of what its child is worth, by the rank of that seen from the
    /// parent's side.
    #[inline]
    fn rank_at_parent(&self, turned: u32) -> u32 {
        self.further[turned as usize]
    }

    /// The score, where it is among those that are told apart: of mates the longest ones are not.
    fn kept(&self, score: Score) -> Score {
        let longest = Score::MAX - self.longest;
        if !score.is_mate() {
            score
        } else if score > Score::ZERO {
            score.max(longest)
        } else {
            score.min(-longest)
        }
    }

    /// The value of this rank.
    fn value(&self, rank: u32) -> Score {
        self.values[rank as usize]
    }

    /// Whether a walk may come by for the second time with `depth` plies to go.
    fn is_draw(&self, node: usize, depth: usize) -> bool {
        self.repeated[node] >> depth & 1 > 0
    }

    /// Where a position stands with one of its depths.
    fn state(&self, node: usize, depth: usize) -> usize {
        let less_deep = self.depths[node] & ((1 << depth) - 1);
        debug_assert!(self.depths[node] >> depth & 1 > 0, "a depth that the position has");
        self.states[node] + less_deep.count_ones() as usize
    }

    /// The rank of `high`.
    fn high_rank(&self, node: usize, depth: usize) -> Rank {
        let drawn = self.is_draw(node, depth).then_some(self.zero);
        self.high[self.state(node, depth)].max(drawn)
    }

    /// The rank of `-low`.
    fn turned_low_rank(&self, node: usize, depth: usize) -> Rank {
        let drawn = self.is_draw(node, depth).then(|| self.turned(self.zero));
        self.turned_low[self.state(node, depth)].max(drawn)
    }

    /// The ranks of `exact`.
    fn exact_ranks(&self, node: usize, depth: usize) -> impl Iterator<Item = u32> {
        let state = self.state(node, depth);
        let drawn = self.is_draw(node, depth).then_some(self.zero);
        ranks(&self.exact[state * self.words..(state + 1) * self.words]).chain(drawn)
    }

    /// The number of a position that a search comes to with `depth` plies to go.
    fn searched(&self, position: &P, depth: usize) -> Option<usize> {
        let node = self.numbers.get(position, 0).checked_sub(1)? as usize;
        (depth < self.stride && self.depths[node] >> depth & 1 > 0).then_some(node)
    }

    /// The values that a correct search may name; none of a position that no search comes to
    /// at this depth.
    pub fn exact(&self, position: &P, depth: usize) -> impl Iterator<Item = Score> {
        let node = self.searched(position, depth).into_iter();
        node.flat_map(move |node| self.exact_ranks(node, depth)).map(|rank| self.value(rank))
    }

    /// The smallest v for which *value <= v* is valid, if there is one.
    pub fn low(&self, position: &P, depth: usize) -> Option<Score> {
        let turned = self.turned_low_rank(self.searched(position, depth)?, depth);
        turned.map(|rank| -self.value(rank))
    }

    /// The largest v for which *value >= v* is valid, if there is one.
    pub fn high(&self, position: &P, depth: usize) -> Option<Score> {
        self.high_rank(self.searched(position, depth)?, depth).map(|rank| self.value(rank))
    }
}

/// The ranks in a set of them, ascending.
fn ranks(words: &[u64]) -> impl Iterator<Item = u32> {
    words.iter().zip(0u32..).flat_map(|(&word, index)| bits(word).map(move |bit| index * u64::BITS + bit))
}

/// The places of the bits that are set, ascending.
fn bits(word: impl Into<u128>) -> impl Iterator<Item = u32> {
    let mut rest = word.into();
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros();
        (rest != 0).then(|| {
            rest &= rest - 1;
            bit
        })
    })
}

/// Small games whose valid values can be worked out by hand.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::game::examples::NARROWING;
    use crate::oracle::{Oracle, RootMoveSet, Walk};
    use crate::score::Bound;

    fn game(text: &str) -> Graph {
        text.parse().expect("a game")
    }

    fn score(value: i32) -> Score {
        Score::new(value).expect("in range")
    }

    fn line(numbers: &[u16]) -> Vec<Move> {
        numbers.iter().map(|&number| Move::new(number)).collect()
    }

    const DEEPER: Rules = Rules::FIXED_TREE.table(Drafts::Deeper);

    fn exact(game: &Graph, rules: Rules, depth: usize) -> Vec<i32> {
        let sets = Witnessed::new(&rules, &[(game.root(), depth)]);
        sets.exact(&game.root(), depth).map(Score::get).collect()
    }

    #[test]
    fn the_narrowing_game_has_two_values_and_what_lies_between_is_neither() {
        let game = game(NARROWING);
        let root = game.root();
        let sets = Witnessed::new(&DEEPER, &[(root, 6)]);
        assert_eq!(exact(&game, DEEPER, 6), [1, 4]);
        assert_eq!((sets.low(&root, 6), sets.high(&root, 6)), (Some(score(1)), Some(score(4))));
        assert_eq!(sets.claim(&root, 6, Bound::Exact, score(4)), Claim::Valid);
        assert_eq!(
            sets.claim(&root, 6, Bound::Exact, score(2)),
            Claim::Between,
            "the interval is blind to it"
        );
        assert_eq!(sets.claim(&root, 6, Bound::Exact, score(5)), Claim::Invalid);
        assert_eq!(sets.claim(&root, 6, Bound::Lower, score(4)), Claim::Valid);
        assert_eq!(sets.claim(&root, 6, Bound::Lower, score(5)), Claim::Invalid);
        assert_eq!(exact(&game, Rules::FIXED_TREE.table(Drafts::Equal), 6), [1]);
    }

    /// Where each position is met at one depth, or no other draft counts, nothing but minimax
    /// is valid, at any position.
    #[test]
    fn without_mixed_depths_the_only_valid_value_is_minimax() {
        for (text, rules) in [
            ("[[3 5] [2 9]]", DEEPER),
            ("[[a:[1 2] 3] [a [0 4]]]", DEEPER),
            (NARROWING, Rules::FIXED_TREE),
            (NARROWING, Rules::FIXED_TREE.drawing_repetitions()),
            ("a:[1 b:[a 2]]", Rules::FIXED_TREE.table(Drafts::Equal)),
        ] {
            let game = game(text);
            for depth in 0..7 {
                let minimax = Oracle::new(&game.root(), depth).score();
                let sets = Witnessed::new(&rules, &[(game.root(), depth)]);
                assert_eq!(
                    sets.exact(&game.root(), depth).collect::<Vec<_>>(),
                    [minimax],
                    "{text} at {depth}"
                );
                assert_eq!(sets.low(&game.root(), depth), Some(minimax));
                assert_eq!(sets.high(&game.root(), depth), Some(minimax));
            }
        }
    }

    #[test]
    fn leaves_use_entries_only_where_they_probe() {
        // `a` is a leaf behind the chain, and searched a ply deep behind the first move.
        let game = game("[a:7[1] [a]]");
        assert_eq!(exact(&game, DEEPER, 2), [7], "the better of 1, by `a`, and 7, by the chain");
        assert_eq!(exact(&game, DEEPER.probing_leaves(), 2), [1, 7], "by the chain 7, or -1 by an entry");
    }

    /// An earlier search puts its drafts into the table, an iteration its smaller depths.
    #[test]
    fn what_was_searched_before_counts() {
        // One ply deep the root is worth 5, as the position evaluates; two plies deep 1.
        let game = game("[-5[1]]");
        let root = game.root();
        let after = |searched: &[(_, usize)]| -> Vec<i32> {
            let sets = Witnessed::new(&DEEPER.probing_leaves(), searched);
            sets.exact(&root, 1).map(Score::get).collect()
        };
        assert_eq!(after(&[(root, 1)]), [5]);
        assert_eq!(after(&[(root, 1), (root, 2)]), [1, 5]);
        // The root itself does not end by the entry of its deeper search.
        let sets = Witnessed::new(&DEEPER, &[(root, 1), (root, 2)]);
        assert_eq!(sets.exact(&root, 1).map(Score::get).collect::<Vec<_>>(), [1, 5]);
        assert_eq!(sets.root_claim(&root, 1, &[], Bound::Exact, score(5)), Claim::Valid);
        assert_eq!(sets.root_claim(&root, 1, &[], Bound::Exact, score(1)), Claim::Between);
        assert_eq!(sets.root_claim(&root, 1, &[], Bound::Lower, score(1)), Claim::Valid);
        assert_eq!(sets.root_claim(&root, 1, &[], Bound::Upper, score(1)), Claim::Invalid);
    }

    #[test]
    fn a_draw_by_repetition_is_valid_where_a_walk_comes_back() {
        // The root may end the game for -5 or give the move to a position that gives it back.
        let game = game("a:3[5 [a]]");
        let rules = Rules::FIXED_TREE.table(Drafts::Equal);
        assert_eq!(exact(&game, rules, 2), [3]);
        // Two plies deep the second visit of the root is at depth 0: by another path it would be 3.
        assert_eq!(exact(&game, rules.drawing_repetitions(), 2), [0, 3]);
        assert_eq!(exact(&game, rules.drawing_repetitions(), 1), [0], "nobody has come back yet");
    }

    #[test]
    fn a_line_goes_on_as_a_deeper_entry_has_it() {
        let game = game(NARROWING);
        let root = game.root();
        let sets = Witnessed::new(&DEEPER, &[(root, 6)]);
        let walk =
            |value, numbers: &[u16]| sets.walk(&root, 6, RootMoveSet::ALL, score(value), &line(numbers));
        // TreeValues 1 by the first move, whole and in part.
        assert_eq!(walk(1, &[0, 2]), Walk::Whole { leftmost: false });
        assert_eq!(walk(1, &[0]), Walk::Truncated);
        // TreeValues 4 only by an entry of `a` with four plies to go, at the end of the chain, and its line.
        // It is longer than the depth of the search.
        assert_eq!(walk(4, &[1, 0, 0, 0]), Walk::Truncated);
        assert_eq!(walk(4, &[1, 0, 0, 0, 0, 0, 0]), Walk::Unsound { ply: 7 });
        assert_eq!(walk(4, &[1, 0, 0, 0, 0, 0, 1]), Walk::Whole { leftmost: false });
        assert_eq!(walk(4, &[1, 0, 0, 0, 1]), Walk::Unsound { ply: 5 }, "worth 1 at every depth");
        assert_eq!(walk(4, &[0, 2]), Walk::Unsound { ply: 1 });
        assert_eq!(walk(2, &[1, 0, 0, 0]), Walk::Unsound { ply: 0 });
    }

    #[test]
    fn a_line_ends_with_a_draw() {
        let game = game("a:3[5 [a]]");
        let root = game.root();
        let rules = Rules::FIXED_TREE.table(Drafts::Equal).drawing_repetitions();
        let sets = Witnessed::new(&rules, &[(root, 4)]);
        let walk =
            |value, numbers: &[u16]| sets.walk(&root, 4, RootMoveSet::ALL, score(value), &line(numbers));
        assert_eq!(walk(0, &[1, 0]), Walk::Whole { leftmost: false });
        assert_eq!(walk(0, &[1, 0, 1]), Walk::PastDraw { ply: 2 });
        assert_eq!(walk(0, &[1]), Walk::Truncated);
        assert_eq!(walk(0, &[0]), Walk::Unsound { ply: 1 });
    }
}
