//! Families of random trees, and the games of a reproduction.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use pvcheck::campaign::{Games, Grown, Random};
use pvcheck::enumerate::{Leaves, Scope, ScopeError};
use pvcheck::game::{Choices, Graph, Growth, STRONGLY, Seeded, Shape, Sharing, Values};
use pvcheck::score::Score;
use pvcheck::syntax::{SyntaxError, suggest};

/// A model of random trees. All but `mixed` are uniform trees, searched to their height.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// `permutations`: the leaves are different numbers in random order (Fuller, Gaschnig & Gillogly, *Analysis of the
    /// alpha-beta pruning algorithm*, 1973). Between two neighbours there is no other score.
    Permutations,
    /// `values:K`: each leaf is a number from 0 to K-1, independently; so there are ties (Baudet, *On the branching
    /// factor of the alpha-beta pruning algorithm*, 1978).
    Values(u32),
    /// `ordered:P`: ordered trees; the best move is the first one in P percent of the positions. With at most
    /// four moves, it also is in two of three of the others: in 90 percent with P = 70. See
    /// [`Values::Ordered`]. `ordered` is `ordered:70`: strongly ordered trees (Marsland & Campbell, *Parallel
    /// search of strongly ordered game trees*, 1982).
    Ordered(u32),
    /// `incremental:K`: each move changes the score by a random number from -K to K, so that the value of a leaf is the
    /// alternating sum of its path (branch-dependent scores: Newborn, *The efficiency of the alpha-beta search on trees
    /// with branch-dependent terminal node scores*, 1977).
    Incremental(u32),
    /// `win-loss:P`: each leaf is won for the side to move there with probability P, independently, or else lost
    /// (Pearl, *Asymptotic properties of minimax trees and game-searching procedures*, 1980). In millionths.
    WinLoss(u32),
    /// `mixed`: the generator of `pvcheck matrix`. It draws shapes, values, shared positions and depths.
    Mixed,
}

const CERTAIN: u32 = 1_000_000;

impl Family {
    const FORMS: [&str; 6] =
        ["permutations", "values:K", "ordered:P", "incremental:K", "win-loss:P", "mixed"];

    /// Returns the probability that a leaf is won, if that is all that leaves differ in.
    pub fn probability(self) -> Option<f64> {
        match self {
            Self::WinLoss(millionths) => Some(f64::from(millionths) / f64::from(CERTAIN)),
            _ => None,
        }
    }

    fn leaves(self) -> Option<Leaves> {
        match self {
            Self::Permutations => Some(Leaves::Permutations),
            Self::Values(k) => Some(Leaves::Values(k)),
            Self::WinLoss(millionths) if 2 * millionths == CERTAIN => Some(Leaves::Values(2)),
            Self::Ordered(_) | Self::Incremental(_) | Self::WinLoss(_) | Self::Mixed => None,
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Permutations => f.pad("permutations"),
            Self::Values(k) => f.pad(&format!("values:{k}")),
            Self::Ordered(STRONGLY) => f.pad("ordered"),
            Self::Ordered(first) => f.pad(&format!("ordered:{first}")),
            Self::Incremental(k) => f.pad(&format!("incremental:{k}")),
            Self::WinLoss(_) => f.pad(&format!("win-loss:{}", self.probability().unwrap_or_default())),
            Self::Mixed => f.pad("mixed"),
        }
    }
}

impl FromStr for Family {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let wrong = |problem: &str, number: &str, expected: &str| {
            SyntaxError::new(text, text.len() - number.len()..text.len(), problem, expected)
        };
        let whole = |number: &str, range: RangeInclusive<u32>, expected: &str| {
            let found = number.parse().ok().filter(|number| range.contains(number));
            found.ok_or_else(|| wrong("invalid number", number, expected))
        };
        match text.split_once(':') {
            None if text == "permutations" => Ok(Self::Permutations),
            None if text == "ordered" => Ok(Self::Ordered(STRONGLY)),
            None if text == "mixed" => Ok(Self::Mixed),
            Some(("values", k)) => {
                let expected = "a whole number from 1 to 1000000000, as in `values:2`";
                whole(k, 1..=1_000_000_000, expected).map(Self::Values)
            }
            Some(("incremental", k)) => {
                let expected = "a whole number from 1 to 1000000, as in `incremental:100`";
                whole(k, 1..=1_000_000, expected).map(Self::Incremental)
            }
            Some(("ordered", first)) => {
                let expected = "a whole number of percent from 0 to 100, as in `ordered:70`";
                whole(first, 0..=100, expected).map(Self::Ordered)
            }
            Some(("win-loss", p)) => {
                let expected = "a probability from 0 to 1 with at most six decimals, as in `win-loss:0.5`";
                let (whole, decimals) = p.split_once('.').unwrap_or((p, ""));
                let millionths = format!("{whole}{decimals:0<6}").parse().ok();
                let has_digits =
                    (1..=6).contains(&decimals.len()) || !whole.is_empty() && decimals.is_empty();
                let is_within = |millionths: &u32| *millionths <= CERTAIN && has_digits;
                let millionths =
                    millionths.filter(is_within).ok_or_else(|| wrong("invalid probability", p, expected));
                millionths.map(Self::WinLoss)
            }
            _ => {
                let expected = suggest(text, Self::FORMS);
                Err(SyntaxError::new(text, 0..text.len(), format!("unknown family `{text}`"), expected))
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Size {
    pub branching: u16,
    pub depth: u8,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("branching {}, depth {}", self.branching, self.depth))
    }
}

impl Size {
    pub const MAX_BRANCHING: u16 = 1_000;
    pub const MAX_DEPTH: u8 = 32;
    pub const MAX_LEAVES: u64 = 1_000_000;

    pub fn leaves(self) -> Option<u64> {
        let is_within = (1..=Self::MAX_BRANCHING).contains(&self.branching)
            && (1..=Self::MAX_DEPTH).contains(&self.depth);
        let leaves = u64::from(self.branching).checked_pow(u32::from(self.depth));
        leaves.filter(|&leaves| is_within && leaves <= Self::MAX_LEAVES)
    }
}

struct Uniform {
    family: Family,
    tree: Graph,
    first_leaf: usize,
    size: Size,
    seed: u64,
    games: u64,
}

impl Games for Uniform {
    fn count(&self) -> u64 {
        self.games
    }

    fn game(&self, index: u64, tree: &mut Graph) -> usize {
        tree.copy_from(&self.tree);
        let mut choices = Seeded::new(self.seed, index);
        let leaves = self.first_leaf..tree.len();
        match self.family {
            Family::Values(k) => {
                leaves.for_each(|leaf| tree.set_score(leaf, Score::saturating(i64::from(choices.below(k)))));
            }
            Family::WinLoss(wins) => leaves.for_each(|leaf| {
                tree.set_score(leaf, Score::ZERO + if choices.below(CERTAIN) < wins { 1 } else { -1 });
            }),
            _ => {
                // Fisher & Yates 1938, Durstenfeld 1964.
                for (rank, leaf) in leaves.enumerate() {
                    let other = leaf - choices.below(rank as u32 + 1) as usize;
                    tree.set_score(leaf, tree.score(other));
                    tree.set_score(other, Score::saturating(rank as i64));
                }
            }
        }
        usize::from(self.size.depth)
    }
}

struct WinsAndLosses(Scope);

impl Games for WinsAndLosses {
    fn count(&self) -> u64 {
        self.0.count()
    }

    fn game(&self, index: u64, tree: &mut Graph) -> usize {
        let depth = self.0.game(index, tree);
        for node in 0..tree.len() {
            if tree.is_leaf(node) && tree.score(node) == Score::ZERO {
                tree.set_score(node, Score::ZERO - 1);
            }
        }
        depth
    }
}

pub fn sample(family: Family, size: Size, seed: u64, games: u64) -> Box<dyn Games> {
    let Size { branching, depth } = size;
    let mut of_size = Seeded::new(seed, u64::from(branching) << 8 | u64::from(depth));
    let seed = match family {
        Family::Mixed => seed,
        _ => u64::from(of_size.below(u32::MAX)) << 32 | u64::from(of_size.below(u32::MAX)),
    };
    let values = match family {
        Family::Mixed => return Box::new(Random { seed, games }),
        Family::Ordered(first) => Values::Ordered(first),
        Family::Incremental(k) => Values::EdgeSums(k),
        Family::Permutations | Family::Values(_) | Family::WinLoss(_) => {
            let tree = Graph::uniform(branching, depth);
            let first_leaf = (0..tree.len()).find(|&node| tree.is_leaf(node)).unwrap_or(0);
            return Box::new(Uniform { family, tree, first_leaf, size, seed, games });
        }
    };
    let growth = Growth { shape: Shape::Uniform, sharing: Sharing::None, values, branching, height: depth };
    Box::new(Grown { growth, seed, games })
}

pub const MAX_EXACT: u64 = 1_000_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotExact {
    #[error("the trees of `{0}` cannot be enumerated; expected permutations, values:K or win-loss:0.5")]
    Family(Family),
    #[error("{size}: {games} trees; expected at most {MAX_EXACT}")]
    TooMany { size: Size, games: u64 },
    #[error(transparent)]
    Scope(ScopeError),
}

/// Returns all games of a family of this size.
///
/// # Errors
///
/// If they cannot be enumerated, or are too many.
pub fn all(family: Family, size: Size) -> Result<Box<dyn Games>, NotExact> {
    let leaves = family.leaves().ok_or(NotExact::Family(family))?;
    let scope = Scope::uniform(size.branching, usize::from(size.depth), leaves).map_err(NotExact::Scope)?;
    let games = scope.count();
    if games > MAX_EXACT {
        return Err(NotExact::TooMany { size, games });
    }
    Ok(match family {
        Family::WinLoss(_) => Box::new(WinsAndLosses(scope)),
        _ => Box::new(scope),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { branching: 2, depth: 3 };

    /// The scores of the leaves of each game, in order.
    fn leaves(games: &dyn Games) -> Vec<Vec<i32>> {
        let mut tree = Graph::default();
        let leaves = |index| {
            games.game(index, &mut tree);
            let leaves = (0..tree.len()).filter(|&node| tree.is_leaf(node));
            leaves.map(|leaf| tree.score(leaf).get()).collect()
        };
        (0..games.count()).map(leaves).collect()
    }

    #[test]
    fn printed_families_parse_to_the_same_families() {
        let families = [
            "permutations", "values:3", "ordered", "ordered:0", "ordered:100", "incremental:7",
            "win-loss:0.25", "win-loss:1", "mixed",
        ];
        for text in families {
            assert_eq!(text.parse::<Family>().map(|family| family.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("win-loss:.5".parse(), Ok(Family::WinLoss(500_000)));
        for text in [
            "win-loss:1.000001", "win-loss:0.1234567", "win-loss:", "values:", "incremental:0", "values",
            "ordered:101", "ordered:",
        ] {
            assert!(text.parse::<Family>().is_err(), "{text}");
        }
    }

    #[test]
    fn each_permutation_is_about_as_frequent_as_any_other() {
        let size = Size { branching: 3, depth: 1 };
        let drawn = leaves(&*sample(Family::Permutations, size, 1, 6_000));
        for permutation in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let count = drawn.iter().filter(|leaves| leaves[..] == permutation).count();
            assert!((880..1_120).contains(&count), "{permutation:?}: {count} of 6,000");
        }
    }

    #[test]
    fn leaves_are_drawn_from_the_values_of_their_family() {
        let drawn = |family: &str| {
            let family = family.parse().expect("a family");
            leaves(&*sample(family, SIZE, 1, 2_000)).concat()
        };
        let share = |drawn: &[i32], score| {
            drawn.iter().filter(|&&one| one == score).count() as f64 / drawn.len() as f64
        };
        let won = drawn("win-loss:0.2");
        assert!((share(&won, 1) - 0.2).abs() < 0.02 && share(&won, 1) + share(&won, -1) > 0.999);
        let values = drawn("values:4");
        assert!((0..4).all(|score| (share(&values, score) - 0.25).abs() < 0.02));
        // Three steps of at most 5.
        let steps = drawn("incremental:5");
        assert_eq!((steps.iter().min(), steps.iter().max()), (Some(&-15), Some(&15)));
    }

    #[test]
    fn games_depend_on_the_seed_and_on_the_size() {
        let drawn = |seed, branching, depth| {
            leaves(&*sample(Family::Permutations, Size { branching, depth }, seed, 20)).concat()
        };
        assert_eq!(drawn(1, 2, 2), drawn(1, 2, 2));
        assert_ne!(drawn(1, 2, 2), drawn(2, 2, 2));
        // Both have four leaves.
        assert_ne!(drawn(1, 2, 2), drawn(1, 4, 1));
    }

    #[test]
    fn all_trees_of_wins_and_losses_have_only_these_scores() {
        let every = leaves(&*all(Family::WinLoss(500_000), SIZE).unwrap_or_else(|error| panic!("{error}")));
        assert_eq!(every.len(), 256);
        assert!(every.iter().flatten().all(|&score| score == 1 || score == -1));
        assert_eq!(every.iter().flatten().sum::<i32>(), 0);
    }

    #[test]
    fn families_that_are_not_equally_likely_are_not_enumerated() {
        for family in
            [Family::WinLoss(400_000), Family::Ordered(STRONGLY), Family::Incremental(1), Family::Mixed]
        {
            assert_eq!(all(family, SIZE).err(), Some(NotExact::Family(family)));
        }
        let size = Size { branching: 10, depth: 1 };
        let too_many = NotExact::TooMany { size, games: 3_628_800 };
        assert_eq!(all(Family::Permutations, size).err(), Some(too_many));
    }
}
