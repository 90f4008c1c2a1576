//! Witnessed values, which a correct search may return, computed as a least fixpoint.
//!
//! With table entries of greater drafts, or with draws that depend on the path, one position at one
//! remaining depth can have several valid values. A node that returns v makes a *claim*: *value >= v* if
//! it fails high, *value <= v* if it fails low, *value = v* otherwise. For every position `p` and
//! remaining depth `d`,
//!
//! - `exact(p, d)` is the set of all v for which the claim *value = v* is valid,
//! - `high(p, d)` is the largest v for which *value >= v* is valid,
//! - `low(p, d)` is the smallest v for which *value <= v* is valid.
//!
//! At the start the set is empty and both bounds are unknown. A value that *enters* is added to the set,
//! or replaces `high` if it is larger, or `low` if it is smaller. These rules are applied until nothing
//! changes:
//!
//! ```text
//! ground        d = 0 or p is terminal: evaluate(p) enters all three
//! negamax       high(p,d) = max over m of -low(p after m, d - 1)
//!               low(p,d)  = max over m of -high(p after m, d - 1)    if all of these are known
//!               v enters exact(p,d)  if some m has -v in exact(p after m, d - 1)
//!                                    and v >= -high(p after n, d - 1) for every other move n
//! depth mixing  what negamax gives at a d' > d at which p is searched also enters at d,
//!               if the search probes the table at d
//! repetition    0 enters all three if d plies remain at the second visit of p on a walk
//! sure draw     0 enters all three, and nothing else does, where p is read as the position after a move of a
//!               position to which every walk from a searched root passes p
//! ```
//!
//! Pruning and reductions add rules: see [`selective`]. So do quiescence and extensions: see
//! [`horizon`](super::horizon), and mate distance pruning: see the module `mates`.
//!
//! *Proof* that the oracle accepts every result of a correct search, by induction over the nodes in
//! the order in which their searches end. If a value comes from an expansion, the searches of the
//! children ended earlier, and their claims are valid. The best move was searched with the value
//! inside its window or, if the value is a bound, failed to the side of that bound. Every other move
//! n failed low, so its child claimed *value >= -alpha*. Then `-high` of that child is at most alpha,
//! and alpha is at most the value, as the rule for `exact` requires. If a value comes from the table,
//! an expansion at the stored draft returned it, and it was valid there. A draw by repetition is
//! never stored, so it enters at no other depth. The rules on draws are proved in the module `draws`.
//!
//! A position has only the depths at which a walk (a sequence of legal moves) from a searched root reaches
//! it: the table cannot contain an entry of any other draft.

mod claims;
mod discover;
mod draws;
pub(super) mod mates;
mod replay;
pub mod selective;
mod widen;

use std::ops::Range;

use crate::oracle::horizon::TreeRules;
use crate::oracle::{Drafts, Memo, Rules};
use crate::position::{Move, Position};
use crate::score::Score;

pub use claims::{ClaimPlace, ClaimValidity};
use draws::{DrawValues, Draws};

pub(in crate::oracle) type Depths = u128;

/// The maximum depth that can be judged, in plies.
const DEEPEST: usize = Depths::BITS as usize - 1;

type Rank = Option<u32>;

/// The witnessed values of all positions and depths that searches of some roots can reach. The
/// depths include the plies of quiescence.
#[derive(Clone, Debug)]
pub struct Witnessed<P> {
    rules: Rules,
    numbers: Memo<P, u32>,
    positions: Vec<P>,
    edges: Vec<Range<u32>>,
    /// The depths at which each position is searched.
    depths: Vec<Depths>,
    /// The depths that can remain at the second visit of each position on a walk. A draw is never
    /// stored in the table, so it is not stored in the sets either: [`DrawValues`] adds it.
    repeated: Vec<Depths>,
    moves: Vec<Move>,
    children: Vec<u32>,
    draws: Vec<Draws>,
    passes: Vec<Option<u32>>,
    values: Vec<Score>,
    zero: u32,
    /// For each rank, the rank of the same value one ply further from the end of the game.
    further: Vec<u32>,
    /// The distance of the longest mate among the values, in plies. Longer mates count as this mate.
    longest_mate: i32,
    states: Vec<usize>,
    stride: usize,
    words: usize,
    exact: Vec<u64>,
    high: Vec<Rank>,
    /// The negated `low` of each state, so that a maximum widens both bounds.
    negated_low: Vec<Rank>,
}

impl<P: Position> Witnessed<P> {
    /// The witnessed values after searches of these roots to these depths, all under `rules` and with the
    /// table cleared only before the first one.
    ///
    /// # Panics
    ///
    /// When a depth exceeds 127 plies, including those of quiescence and of extensions by more than one ply.
    pub fn new(rules: &Rules, searched: &[(P, usize)]) -> Self {
        let mut sets = Self::empty(rules, searched);
        sets.discover(searched, usize::MAX);
        sets.find_draws(searched);
        sets.rank_values();
        sets.widen();
        sets
    }

    /// Whether the searches reach at most `most` pairs of a position and a depth.
    pub(in crate::oracle) fn visits_at_most(rules: &Rules, searched: &[(P, usize)], most: usize) -> bool {
        Self::empty(rules, searched).discover(searched, most)
    }

    fn empty(rules: &Rules, searched: &[(P, usize)]) -> Self {
        // Extensions by more than one ply lead to more depth than that of the root.
        let deepest = |depth| {
            if rules.plies_gained() > 0 { TreeRules::from_rules(rules).longest(depth) } else { depth }
        };
        let deepest =
            searched.iter().map(|&(_, depth)| deepest(depth)).max().unwrap_or(0) + rules.horizon.plies;
        assert!(deepest <= DEEPEST, "the depth of a search must not exceed {DEEPEST} plies");
        Self {
            rules: *rules,
            numbers: Memo::cleared(Vec::new(), 1, 0),
            positions: Vec::new(),
            edges: Vec::new(),
            depths: Vec::new(),
            repeated: Vec::new(),
            moves: Vec::new(),
            children: Vec::new(),
            draws: Vec::new(),
            passes: Vec::new(),
            values: Vec::new(),
            zero: 0,
            further: Vec::new(),
            longest_mate: 0,
            states: Vec::new(),
            stride: deepest + 1,
            words: 0,
            exact: Vec::new(),
            high: Vec::new(),
            negated_low: Vec::new(),
        }
    }

    fn probes(&self, depth: usize) -> bool {
        let horizon = self.rules.horizon.plies;
        self.rules.drafts == Drafts::Deeper && (depth > horizon || depth == horizon && self.rules.leaves)
    }

    fn negated(&self, rank: u32) -> u32 {
        self.values.len() as u32 - 1 - rank
    }

    /// The rank of a child's value as its parent sees it, given the rank of the negated value. Only mates
    /// change: they are one ply further away.
    #[inline]
    fn rank_at_parent(&self, negated: u32) -> u32 {
        self.further[negated as usize]
    }

    /// Returns the score, limited to the longest mate among the values.
    fn limit_mate(&self, score: Score) -> Score {
        let longest = Score::MAX - self.longest_mate;
        if !score.is_mate() {
            score
        } else if score > Score::ZERO {
            score.max(longest)
        } else {
            score.min(-longest)
        }
    }

    fn value(&self, rank: u32) -> Score {
        self.values[rank as usize]
    }

    fn state(&self, node: usize, depth: usize) -> usize {
        let smaller_depths = self.depths[node] & ((1 << depth) - 1);
        assert!(self.depths[node] >> depth & 1 > 0, "the position must be searched at this depth");
        self.states[node] + smaller_depths.count_ones() as usize
    }

    fn searched(&self, position: &P, depth: usize) -> Option<usize> {
        let node = self.numbers.get(position, 0).checked_sub(1)? as usize;
        (depth < self.stride && self.depths[node] >> depth & 1 > 0).then_some(node)
    }

    /// The values of a position; `None` if no search reaches the position at this depth.
    fn values_of(&self, position: &P, depth: usize) -> Option<DrawValues<'_>> {
        self.searched(position, depth).map(|node| self.values_at(node, depth))
    }

    /// All v for which *value = v* is valid; empty if no search reaches the position at this depth.
    pub fn exact(&self, position: &P, depth: usize) -> impl Iterator<Item = Score> {
        let values = self.values_of(position, depth).into_iter();
        values.flat_map(DrawValues::exact).map(|rank| self.value(rank))
    }

    /// The smallest v for which *value <= v* is valid; `None` if no v is valid.
    pub fn low(&self, position: &P, depth: usize) -> Option<Score> {
        self.values_of(position, depth)?.negated_low.map(|rank| -self.value(rank))
    }

    /// The largest v for which *value >= v* is valid; `None` if no v is valid.
    pub fn high(&self, position: &P, depth: usize) -> Option<Score> {
        self.values_of(position, depth)?.high.map(|rank| self.value(rank))
    }
}

fn ranks(words: &[u64]) -> impl Iterator<Item = u32> {
    words.iter().zip(0u32..).flat_map(|(&word, index)| bits(word).map(move |bit| index * u64::BITS + bit))
}

pub(in crate::oracle) fn bits(word: impl Into<u128>) -> impl Iterator<Item = u32> {
    let mut rest = word.into();
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros();
        (rest != 0).then(|| {
            rest &= rest - 1;
            bit
        })
    })
}

/// Tests on small games whose valid values can be computed by hand.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::game::examples::{NARROWING, game};
    use crate::oracle::{Oracle, ReplayResult, RootMoveSet};
    use crate::score::Bound;

    fn score(value: i32) -> Score {
        Score::new(value)
    }

    fn line(numbers: &[u16]) -> Vec<Move> {
        numbers.iter().map(|&number| Move::new(number)).collect()
    }

    const DEEPER: Rules = Rules::FIXED_TREE.tt(Drafts::Deeper);

    fn exact(game: &Graph, rules: Rules, depth: usize) -> Vec<i32> {
        let sets = Witnessed::new(&rules, &[(game.root(), depth)]);
        sets.exact(&game.root(), depth).map(Score::get).collect()
    }

    #[test]
    fn the_narrowing_game_has_two_values_and_none_between() {
        let game = game(NARROWING);
        let root = game.root();
        let sets = Witnessed::new(&DEEPER, &[(root, 6)]);
        assert_eq!(exact(&game, DEEPER, 6), [1, 4]);
        assert_eq!((sets.low(&root, 6), sets.high(&root, 6)), (Some(score(1)), Some(score(4))));
        assert_eq!(sets.claim(&root, 6, Bound::Exact, score(4)), ClaimValidity::Valid);
        assert_eq!(
            sets.claim(&root, 6, Bound::Exact, score(2)),
            ClaimValidity::Between,
            "inside the interval, but not a member of exact"
        );
        assert_eq!(sets.claim(&root, 6, Bound::Exact, score(5)), ClaimValidity::Invalid);
        assert_eq!(sets.claim(&root, 6, Bound::Lower, score(4)), ClaimValidity::Valid);
        assert_eq!(sets.claim(&root, 6, Bound::Lower, score(5)), ClaimValidity::Invalid);
        assert_eq!(exact(&game, Rules::FIXED_TREE.tt(Drafts::Equal), 6), [1]);
    }

    /// Minimax is the only valid value if each position is reached at one depth only, or only entries of equal draft are used.
    #[test]
    fn without_depth_mixing_the_only_valid_value_is_minimax() {
        for (text, rules) in [
            ("[[3 5] [2 9]]", DEEPER),
            ("[[a:[1 2] 3] [a [0 4]]]", DEEPER),
            (NARROWING, Rules::FIXED_TREE),
            (NARROWING, Rules::FIXED_TREE.repetition()),
            ("a:[1 b:[a 2]]", Rules::FIXED_TREE.tt(Drafts::Equal)),
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
        // `a` is searched to depth 1 after the first root move, and is a leaf after the second one.
        let game = game("[a:7[1] [a]]");
        assert_eq!(exact(&game, DEEPER, 2), [7], "the first root move has the value 1, the second one 7");
        assert_eq!(
            exact(&game, DEEPER.tt_leaves(), 2),
            [1, 7],
            "the second root move has the value 7, or -1 by the entry of `a`"
        );
    }

    /// A preceding search leaves entries of its drafts in the table. An iteration leaves entries of smaller
    /// drafts than the next one.
    #[test]
    fn preceding_searches_make_more_values_valid() {
        // The value of the root is 5 at depth 1, an evaluation, and 1 at depth 2.
        let game = game("[-5[1]]");
        let root = game.root();
        let after = |searched: &[(_, usize)]| -> Vec<i32> {
            let sets = Witnessed::new(&DEEPER.tt_leaves(), searched);
            sets.exact(&root, 1).map(Score::get).collect()
        };
        assert_eq!(after(&[(root, 1)]), [5]);
        assert_eq!(after(&[(root, 1), (root, 2)]), [1, 5]);
        // The root itself is never cut off by the entry of its deeper search.
        let sets = Witnessed::new(&DEEPER, &[(root, 1), (root, 2)]);
        assert_eq!(sets.exact(&root, 1).map(Score::get).collect::<Vec<_>>(), [1, 5]);
        assert_eq!(
            sets.root_claim(&ClaimPlace::whole(&root, 1), false, Bound::Exact, score(5)),
            ClaimValidity::Valid
        );
        assert_eq!(
            sets.root_claim(&ClaimPlace::whole(&root, 1), false, Bound::Exact, score(1)),
            ClaimValidity::Between
        );
        assert_eq!(
            sets.root_claim(&ClaimPlace::whole(&root, 1), false, Bound::Lower, score(1)),
            ClaimValidity::Valid
        );
        assert_eq!(
            sets.root_claim(&ClaimPlace::whole(&root, 1), false, Bound::Upper, score(1)),
            ClaimValidity::Invalid
        );
    }

    #[test]
    fn a_draw_by_repetition_is_valid_where_a_walk_returns() {
        // The root leads to `a` and to `b`, which lead to each other.
        let game = game("[a:3[b:4[a]] b]");
        let rules = Rules::FIXED_TREE.tt(Drafts::Equal);
        assert_eq!(exact(&game, rules, 3), [-3]);
        // At depth 3 each of `a` and `b` is reached a second time at depth 0: a draw, but its evaluation if it
        // were reached on a path without the first visit.
        assert_eq!(exact(&game, rules.repetition(), 3), [-3, 0]);
        assert_eq!(exact(&game, rules.repetition(), 2), [4], "no position is repeated yet");
    }

    #[test]
    fn a_line_may_continue_with_the_line_of_a_deeper_entry() {
        let game = game(NARROWING);
        let root = game.root();
        let sets = Witnessed::new(&DEEPER, &[(root, 6)]);
        let walk =
            |value, numbers: &[u16]| sets.walk(&root, 6, RootMoveSet::ALL, score(value), &line(numbers));
        // The first move attains 1, with a whole line and with a truncated one.
        assert_eq!(walk(1, &[0, 2]), ReplayResult::Whole { leftmost: false });
        assert_eq!(walk(1, &[0]), ReplayResult::Truncated);
        // The second move attains 4 only by an entry of `a` of draft 4, at the end of the chain. The line
        // of that entry makes the whole line longer than the depth of the search.
        assert_eq!(walk(4, &[1, 0, 0, 0]), ReplayResult::Truncated);
        assert_eq!(walk(4, &[1, 0, 0, 0, 0, 0, 0]), ReplayResult::Unsound { ply: 7 });
        assert_eq!(walk(4, &[1, 0, 0, 0, 0, 0, 1]), ReplayResult::Whole { leftmost: false });
        assert_eq!(
            walk(4, &[1, 0, 0, 0, 1]),
            ReplayResult::Unsound { ply: 5 },
            "the value is 1 at every depth"
        );
        assert_eq!(walk(4, &[0, 2]), ReplayResult::Unsound { ply: 1 });
        assert_eq!(walk(2, &[1, 0, 0, 0]), ReplayResult::Unsound { ply: 0 });
    }

    #[test]
    fn a_line_ends_at_a_draw() {
        let game = game("a:3[5 [a]]");
        let root = game.root();
        let rules = Rules::FIXED_TREE.tt(Drafts::Equal).repetition();
        let sets = Witnessed::new(&rules, &[(root, 4)]);
        let walk =
            |value, numbers: &[u16]| sets.walk(&root, 4, RootMoveSet::ALL, score(value), &line(numbers));
        assert_eq!(walk(0, &[1, 0]), ReplayResult::Whole { leftmost: false });
        assert_eq!(walk(0, &[1, 0, 1]), ReplayResult::PastDraw { ply: 2 });
        assert_eq!(walk(0, &[1]), ReplayResult::Truncated);
        assert_eq!(walk(0, &[0]), ReplayResult::Unsound { ply: 1 });
    }
}
