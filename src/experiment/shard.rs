//! Shards, the parts of a run that is divided among several machines.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// One of the shards of a run, written as `k/n`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "json", serde(into = "String", try_from = "String"))]
pub struct Shard {
    /// The number of the shard, from 1.
    number: u64,
    of: u64,
}

impl Shard {
    /// Returns the shard with this number, from 1 to `of`; `None` for any other number.
    pub fn new(number: u64, of: u64) -> Option<Self> {
        (1..=of).contains(&number).then_some(Self { number, of })
    }

    pub const fn count(self) -> u64 {
        self.of
    }

    /// Returns the games of this shard out of `games`. The sizes of shards differ by at most 1.
    pub fn range(self, games: u64) -> Range<u64> {
        let border = |number: u64| (u128::from(games) * u128::from(number) / u128::from(self.of)) as u64;
        border(self.number - 1)..border(self.number)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        let shard = numbers.and_then(|(number, of)| Self::new(number, of));
        shard.ok_or_else(|| "expected k/n, with k from 1 to n".to_owned())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_contain_each_game_once_and_their_sizes_differ_by_at_most_one() {
        for (games, of) in [(0, 1), (10, 3), (7, 7), (3, 5), (u64::MAX, 3)] {
            let shards = (1..=of).map(|number| {
                Shard::new(number, of).expect("a number from 1 to the number of shards").range(games)
            });
            let shards: Vec<Range<u64>> = shards.collect();
            assert_eq!((shards[0].start, shards[shards.len() - 1].end), (0, games));
            assert!(shards.windows(2).all(|two| two[0].end == two[1].start), "{shards:?}");
            let sizes = || shards.iter().map(|shard| shard.end - shard.start);
            assert!(sizes().max().expect("a shard") - sizes().min().expect("a shard") <= 1, "{shards:?}");
        }
    }

    #[test]
    fn a_shard_is_numbered_from_one() {
        assert_eq!("2/3".parse::<Shard>().map(String::from), Ok("2/3".to_owned()));
        for text in ["0/3", "4/3", "1", "1/0", "a/b", "1/2/3", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
