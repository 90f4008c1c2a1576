//! Numbered assignments of scores to the leaves of a tree.

use std::fmt;
use std::str::FromStr;

use crate::syntax::{SyntaxError, quoted, suggest};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaves {
    /// Every order of distinct scores `0..n`, which gives n! games.
    Permutations,
    /// Every weak ordering, which allows ties; the number of games is the n-th Fubini number. Searches only compare
    /// scores, and use the fact that there is none between two neighbours. So these are all games, up to the distances
    /// between scores ([`Scope::with_gap`](super::Scope::with_gap)).
    Orderings,
    /// Every assignment of scores from `0..K`, which gives K^n games.
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
                    .ok_or_else(|| SyntaxError::new(text, span, "invalid number of values", expected))
            }
            _ => {
                let expected = suggest(text, ["permutations", "orderings", "values:K"]);
                let problem = format!("unknown leaves {}", quoted(text));
                Err(SyntaxError::new(text, 0..text.len(), problem, expected))
            }
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct LeafAssignments {
    leaves: Leaves,
    count: usize,
    completions: Vec<Vec<u64>>,
    pub games: u64,
}

impl LeafAssignments {
    /// Returns the assignments for `count` leaves, or `None` if a `u64` cannot count the assignments.
    pub fn new(leaves: Leaves, count: usize) -> Option<Self> {
        let completions = if leaves == Leaves::Orderings { orderings_table(count) } else { Vec::new() };
        let games = match leaves {
            Leaves::Permutations => (1..=count as u64).try_fold(1u64, u64::checked_mul),
            Leaves::Orderings => Some(completions[count][0]).filter(|&games| games < u64::MAX),
            Leaves::Values(k) => u64::from(k).checked_pow(count as u32),
        };
        Some(Self { leaves, count, completions, games: games? })
    }

    pub fn highest(&self) -> u64 {
        match self.leaves {
            Leaves::Permutations | Leaves::Orderings => self.count.saturating_sub(1) as u64,
            Leaves::Values(k) => u64::from(k.saturating_sub(1)),
        }
    }

    pub fn fill(&self, index: u64, mut give: impl FnMut(usize, u64)) {
        match self.leaves {
            Leaves::Permutations => permutation(index, self.count, &mut give),
            Leaves::Orderings => ordering(index, self.count, &self.completions, &mut give),
            Leaves::Values(k) => {
                let mut rest = index;
                for leaf in (0..self.count).rev() {
                    give(leaf, rest % u64::from(k));
                    rest /= u64::from(k);
                }
            }
        }
    }
}

/// Gives every leaf its rank in the `index`-th permutation of `0..count` in lexicographic order (Lehmer code).
fn permutation(index: u64, count: usize, give: &mut impl FnMut(usize, u64)) {
    let mut unused: u64 = if count == 64 { u64::MAX } else { (1 << count) - 1 };
    let mut block: u64 = (1..=count as u64).product();
    let mut rest = index;
    for leaf in 0..count {
        block /= (count - leaf) as u64;
        let mut skip = rest / block;
        rest %= block;
        let mut bits = unused;
        while skip > 0 {
            bits &= bits - 1;
            skip -= 1;
        }
        let number = bits.trailing_zeros();
        unused &= !(1 << number);
        give(leaf, u64::from(number));
    }
}

/// Returns a table of the numbers of completions of weak orderings: `table[r][u * (n + 1) + h]` is the
/// number of ways in which `r` more leaves complete a weak ordering of `n` leaves, when the ranks so far use
/// `u` different numbers and leave `h` holes below the highest one. The numbers saturate.
///
/// A weak ordering is written as ranks that use every number from 0 to the highest one. The next rank
/// repeats a number in use, fills a hole, or is above the highest number and leaves new holes below itself.
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

/// Gives every leaf its rank in the `index`-th weak ordering of `count` leaves, in lexicographic order of ranks.
fn ordering(index: u64, count: usize, completions: &[Vec<u64>], give: &mut impl FnMut(usize, u64)) {
    let width = count + 1;
    let (mut in_use, mut used, mut top) = (0u64, 0usize, 0usize);
    let mut rest = index;
    for leaf in 0..count {
        let remaining = count - leaf - 1;
        for rank in 0.. {
            let again = in_use >> rank & 1 == 1;
            let new_used = used + usize::from(!again);
            let new_top = top.max(rank + 1);
            let holes = new_top - new_used;
            let ways = if holes > remaining { 0 } else { completions[remaining][new_used * width + holes] };
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
    use super::*;

    #[test]
    fn printed_leaves_parse_to_the_same_leaves() {
        for leaves in [Leaves::Permutations, Leaves::Orderings, Leaves::Values(2)] {
            assert_eq!(leaves.to_string().parse(), Ok(leaves));
        }
        assert!("permutation".parse::<Leaves>().expect_err("wrong").expected.starts_with("`permutations`"));
        assert!("values:0".parse::<Leaves>().is_err());
        assert!("values".parse::<Leaves>().is_err());
    }
}
