//! The source of random choices that every generated game is built from.
//!
//! A choice is a number below a limit, and **zero means less**: a leaf, the score 0, an option switched off.
//! A fuzzer's bytes and a seeded generator are both sources of choices: smaller bytes make smaller games.

use arbitrary::Unstructured;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

pub trait Choices {
    /// Returns a number below `limit`; 0 when `limit` is 0 or 1.
    fn below(&mut self, limit: u32) -> u32;

    /// Returns true with probability 1/`n`; false when the source is exhausted.
    fn one_in(&mut self, n: u32) -> bool {
        n > 0 && self.below(n) == n - 1
    }
}

/// The choices from a seed, drawn by `Pcg64Mcg`. The output is part of the definition of this generator, so a seed
/// generates the same games in every version of the library.
#[derive(Clone, Debug)]
pub struct Seeded(Pcg64Mcg);

impl Seeded {
    /// Returns the choices for game `index` of a campaign with this `seed`.
    pub fn new(seed: u64, index: u64) -> Self {
        // Each game has its own generator, as the games of shards must not depend on each other. The odd
        // constant (2^64 / golden ratio) spreads neighbouring indices, and `seed_from_u64` mixes the rest.
        let mixed = seed.rotate_left(32) ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Self(Pcg64Mcg::seed_from_u64(mixed))
    }
}

impl Choices for Seeded {
    #[inline]
    fn below(&mut self, limit: u32) -> u32 {
        // Multiply and shift (Lemire 2019, without the rejection step): the bias is below
        // limit / 2^32, and every call consumes exactly one word, which keeps streams aligned.
        ((u64::from(self.0.next_u32()) * u64::from(limit)) >> 32) as u32
    }
}

impl Choices for Unstructured<'_> {
    fn below(&mut self, limit: u32) -> u32 {
        // Without bytes the choice is "less", so that every game ends.
        if limit <= 1 { 0 } else { self.int_in_range(0..=limit - 1).unwrap_or(0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seeded_stream_is_part_of_the_definition() {
        let mut choices = Seeded::new(1, 2);
        let drawn: Vec<u32> = (0..6).map(|_| choices.below(1000)).collect();
        // If these numbers change, every stored seed and snapshot is invalid.
        assert_eq!(drawn, [802, 785, 580, 762, 97, 993]);
    }

    #[test]
    fn an_exhausted_source_returns_zero_and_false() {
        let mut exhausted = Unstructured::new(&[]);
        assert_eq!(exhausted.below(1000), 0);
        assert!(!exhausted.one_in(3));
    }
}
