//! Every small game: exhaustive scopes, each game of which has a number.
//!
//! A scope is a uniform tree and a way to fill its leaves. Game `i` is computed
//! from `i` alone, so a scope can be cut into pieces anywhere and the pieces add
//! up. Inner positions are worth 0: no search reads them there.

use std::fmt;
use std::str::FromStr;

use crate::campaign::Games;
use crate::game::Tree;
use crate::score::Score;
use crate::syntax::{SyntaxError, suggest};

/// How the leaves of a scope are filled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaves {
    /// Every order of distinct scores `0..n`: n! games.
    Permutations,
    /// Every weak ordering, ties allowed: as many games as the n-th Fubini number.
    /// Searches compare scores and do nothing else with them, so these are all
    /// games there are, up to what no search can tell apart.
    Orderings,
    /// Every assignment from `0..K`: K^n games.
    Values(u32),
}

impl fmt::Display for Leaves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Permutations => f.pad("permutations"),
            Self::Orderings => f.pad("orderings"),
            Self::Values(k) => f.pad(&format!("values:{k}")),
        }
    }
}

impl FromStr for Leaves {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        match text.split_once(':') {
            None if text == "permutations" => Ok(Self::Permutations),
            None if text == "orderings" => Ok(Self::Orderings),
            Some(("values", k)) => {
                let expected = "a whole number from 1 to 1000000000, as in `values:2`";
                let span = text.len() - k.len()..text.len();
                let k = k.parse().ok().filter(|k| (1..=1_000_000_000).contains(k));
                k.map(Self::Values)
                    .ok_or_else(|| SyntaxError::new(text, span, "no number of values", expected))
            }
            _ => {
                let expected = suggest(text, ["permutations", "orderings", "values:K"]);
                Err(SyntaxError::new(text, 0..text.len(), format!("unknown leaves `{text}`"), expected))
            }
        }
    }
}

/// Every game on one uniform tree.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Moves of every inner position.
    pub branching: u16,
    /// Height of the tree, and depth of the search.
    pub depth: usize,
    /// How the leaves are filled.
    pub leaves: Leaves,
    tree: Tree,
    first_leaf: usize,
    games: u64,
    /// Completions of weak orderings, see [`orderings_table`].
    completions: Vec<Vec<u64>>,
}

/// A scope has more games than anyone can play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScopeError {
    /// The tree alone is too large.
    #[error("a tree of branching {branching} and depth {depth} has more than {} leaves", Scope::MOST_LEAVES)]
    TooManyLeaves {
        /// Moves of every inner position.
        branching: u16,
        /// Height of the tree.
        depth: usize,
    },
    /// The fillings of its leaves are too many.
    #[error("{leaves} of {count} leaves are more than {} games", Scope::MOST_GAMES)]
    TooManyGames {
        /// How the leaves were to be filled.
        leaves: Leaves,
        /// Their number.
        count: usize,
    },
    /// No moves at all.
    #[error("branching 0 leaves no game to play; expected at least 1")]
    NoMoves,
}

impl Scope {
    /// More leaves than this have too many orders to be played.
    pub const MOST_LEAVES: usize = 64;
    /// About four months on one core.
    pub const MOST_GAMES: u64 = 1_000_000_000_000;

    /// The scope of all fillings of a uniform tree.
    ///
    /// # Errors
    ///
    /// When it has more games than [`Scope::MOST_GAMES`], or none.
    pub fn new(branching: u16, depth: usize, leaves: Leaves) -> Result<Self, ScopeError> {
        if branching == 0 && depth > 0 {
            return Err(ScopeError::NoMoves);
        }
        let count = u32::try_from(depth).ok().and_then(|depth| usize::from(branching).checked_pow(depth));
        let count = count
            .filter(|&count| count <= Self::MOST_LEAVES && depth <= Self::MOST_LEAVES)
            .ok_or(ScopeError::TooManyLeaves { branching, depth })?;
        let completions = orderings_table(count);
        let games = match leaves {
            Leaves::Permutations => (1..=count as u64).try_fold(1u64, u64::checked_mul),
            Leaves::Orderings => Some(completions[count][0]).filter(|&games| games < u64::MAX),
            Leaves::Values(k) => u64::from(k).checked_pow(count as u32),
        };
        let games = games
            .filter(|&games| games <= Self::MOST_GAMES)
            .ok_or(ScopeError::TooManyGames { leaves, count })?;
        let tree = Tree::uniform(branching, depth as u8);
        let first_leaf = tree.len() - count;
        Ok(Self { branching, depth, leaves, tree, first_leaf, games, completions })
    }
}

impl Games for Scope {
    fn count(&self) -> u64 {
        self.games
    }

    fn game(&self, index: u64, tree: &mut Tree) -> usize {
        if tree.len() != self.tree.len() {
            tree.clone_from(&self.tree);
        }
        let mut give = |leaf: usize, score: u64| {
            tree.set_score(self.first_leaf + leaf, Score::saturating(score as i64));
        };
        let count = self.tree.len() - self.first_leaf;
        match self.leaves {
            Leaves::Permutations => permutation(index, count, &mut give),
            Leaves::Orderings => ordering(index, count, &self.completions, &mut give),
            Leaves::Values(k) => {
                let mut rest = index;
                for leaf in (0..count).rev() {
                    give(leaf, rest % u64::from(k));
                    rest /= u64::from(k);
                }
            }
        }
        self.depth
    }
}

/// The `index`-th permutation of `0..count` in lexicographic order (Lehmer code).
fn permutation(index: u64, count: usize, give: &mut impl FnMut(usize, u64)) {
    let mut left: u64 = if count == 64 { u64::MAX } else { (1 << count) - 1 };
    let mut block: u64 = (1..=count as u64).product();
    let mut rest = index;
    for leaf in 0..count {
        block /= (count - leaf) as u64;
        let mut skip = rest / block;
        rest %= block;
        let mut bits = left;
        while skip > 0 {
            bits &= bits - 1;
            skip -= 1;
        }
        let number = bits.trailing_zeros();
        left &= !(1 << number);
        give(leaf, u64::from(number));
    }
}

/// `table[r][u * (n + 1) + h]`: in how many ways `r` more leaves complete a weak
/// ordering of `n` whose ranks so far are `u` numbers that leave `h` holes below
/// the highest; saturating.
///
/// A weak ordering is written as ranks that use every number from 0 to their
/// highest. The next rank repeats one in use, fills a hole, or goes above the
/// highest and leaves new holes below itself.
fn orderings_table(n: usize) -> Vec<Vec<u64>> {
    let width = n + 1;
    let mut table = vec![vec![0u64; width * (2 * width)]; width];
    for used in 0..width {
        table[0][used * width] = 1;
    }
    for r in 1..=n {
        for used in 0..=n - r {
            for holes in 0..=r.min(width - 1) {
                let again = (used as u64).saturating_mul(table[r - 1][used * width + holes]);
                let fill = match holes {
                    0 => 0,
                    _ => (holes as u64).saturating_mul(table[r - 1][(used + 1) * width + holes - 1]),
                };
                let above = (holes..r).map(|holes| table[r - 1][(used + 1) * width + holes]);
                let above = above.fold(0u64, u64::saturating_add);
                table[r][used * width + holes] = again.saturating_add(fill).saturating_add(above);
            }
        }
    }
    table
}

/// The `index`-th weak ordering of `count` leaves, in lexicographic order of ranks.
fn ordering(index: u64, count: usize, completions: &[Vec<u64>], give: &mut impl FnMut(usize, u64)) {
    let width = count + 1;
    let (mut in_use, mut used, mut top) = (0u64, 0usize, 0usize);
    let mut rest = index;
    for leaf in 0..count {
        let left = count - leaf - 1;
        for rank in 0.. {
            let again = in_use >> rank & 1 == 1;
            let new_used = used + usize::from(!again);
            let new_top = top.max(rank + 1);
            let holes = new_top - new_used;
            let ways = if holes > left { 0 } else { completions[left][new_used * width + holes] };
            if rest < ways {
                (in_use, used, top) = (in_use | 1 << rank, new_used, new_top);
                give(leaf, rank as u64);
                break;
            }
            rest -= ways;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn games(scope: &Scope) -> BTreeSet<Vec<i32>> {
        let mut tree = Tree::leaf(Score::ZERO);
        let leaves =
            |tree: &Tree| (scope.first_leaf..tree.len()).map(|leaf| tree.score(leaf).get()).collect();
        (0..scope.count())
            .map(|index| {
                scope.game(index, &mut tree);
                leaves(&tree)
            })
            .collect()
    }

    /// Counts from the definitions; Fubini numbers are OEIS A000670.
    #[test]
    fn a_scope_names_every_game_once() {
        for (branching, depth, leaves, count) in [
            (2, 2, Leaves::Permutations, 24),
            (2, 3, Leaves::Permutations, 40_320),
            (2, 2, Leaves::Orderings, 75),
            (5, 1, Leaves::Orderings, 541),
            (6, 1, Leaves::Orderings, 4_683),
            (2, 3, Leaves::Orderings, 545_835),
            (2, 2, Leaves::Values(3), 81),
            (3, 0, Leaves::Values(4), 4),
        ] {
            let scope = Scope::new(branching, depth, leaves).expect("a small scope");
            assert_eq!(scope.count(), count, "({branching}, {depth}) {leaves}");
            let games = games(&scope);
            assert_eq!(games.len() as u64, count, "({branching}, {depth}) {leaves}: all differ");
            if leaves == Leaves::Orderings {
                assert!(games.iter().all(|ranks| {
                    let used: BTreeSet<i32> = ranks.iter().copied().collect();
                    used.iter().copied().eq(0..used.len() as i32)
                }));
            }
        }
        assert_eq!(Scope::new(3, 2, Leaves::Orderings).expect("a scope").count(), 7_087_261);
    }

    #[test]
    fn a_scope_that_nobody_can_play_is_refused() {
        assert!(matches!(Scope::new(2, 4, Leaves::Permutations), Err(ScopeError::TooManyGames { .. })));
        assert!(matches!(Scope::new(8, 2, Leaves::Orderings), Err(ScopeError::TooManyGames { .. })));
        assert!(matches!(Scope::new(2, 99, Leaves::Orderings), Err(ScopeError::TooManyLeaves { .. })));
        assert!(matches!(Scope::new(1, 99, Leaves::Values(1)), Err(ScopeError::TooManyLeaves { .. })));
        assert_eq!(Scope::new(0, 2, Leaves::Orderings).err(), Some(ScopeError::NoMoves));
    }

    #[test]
    fn leaves_are_read_as_they_are_printed() {
        for leaves in [Leaves::Permutations, Leaves::Orderings, Leaves::Values(2)] {
            assert_eq!(leaves.to_string().parse(), Ok(leaves));
        }
        assert!("permutation".parse::<Leaves>().expect_err("wrong").expected.starts_with("`permutations`"));
        assert!("values:0".parse::<Leaves>().is_err());
        assert!("values".parse::<Leaves>().is_err());
    }
}
