//! The one source of choices from which every game grows.
//!
//! A choice is a number below a limit, and **zero means less**: a leaf, score 0,
//! a switch off. Bytes from a fuzzer and a seeded generator answer the same
//! questions, so what one of them found the other can express, and making bytes
//! smaller makes games smaller.

use arbitrary::Unstructured;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Answers questions of the form "which of `n`?".
pub trait Choices {
    /// A number below `limit`; 0 when `limit` is 0 or 1.
    fn below(&mut self, limit: u32) -> u32;

    /// True once in `n` times; a source that has run dry says no.
    fn one_in(&mut self, n: u32) -> bool {
        n > 0 && self.below(n) == n - 1
    }
}

/// Choices from a seed, by `Pcg64Mcg`: a named generator whose output is part of
/// its definition, so that what was stored yesterday grows again tomorrow.
#[derive(Clone, Debug)]
pub struct Seeded(Pcg64Mcg);

impl Seeded {
    /// The choices for game `index` of a campaign with this `seed`.
    pub fn new(seed: u64, index: u64) -> Self {
        // A campaign's games must not depend on each other, or shards could not be added up:
        // each has a generator of its own. The odd constant (2^64 / golden ratio) spreads
        // neighbouring indices, and `seed_from_u64` mixes the rest.
        let mixed = seed.rotate_left(32) ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Self(Pcg64Mcg::seed_from_u64(mixed))
    }
}

impl Choices for Seeded {
    #[inline]
    fn below(&mut self, limit: u32) -> u32 {
        // Multiply and shift (Lemire 2019, without the rejection step): the bias is below
        // limit / 2^32, and every call takes exactly one word, which keeps streams aligned.
        ((u64::from(self.0.next_u32()) * u64::from(limit)) >> 32) as u32
    }
}

impl Choices for Unstructured<'_> {
    fn below(&mut self, limit: u32) -> u32 {
        // Out of bytes means "less", which ends every growth.
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
        // Written down once: a change makes every stored seed and snapshot worthless.
        assert_eq!(drawn, [802, 785, 580, 762, 97, 993]);
    }

    #[test]
    fn a_source_that_has_run_dry_says_less() {
        let mut dry = Unstructured::new(&[]);
        assert_eq!(dry.below(1000), 0);
        assert!(!dry.one_in(3));
    }
}
