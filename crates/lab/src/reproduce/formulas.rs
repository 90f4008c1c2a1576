//! The formulas of the literature for uniform trees: numbers of leaves, and the branching factor.

use std::ops::{Add, Mul};

/// A value at `t` and its derivative there.
#[derive(Clone, Copy)]
struct Dual(f64, f64);

impl Dual {
    const ZERO: Self = Self(0.0, 0.0);
    const ONE: Self = Self(1.0, 0.0);

    fn one_minus(self) -> Self {
        Self(1.0 - self.0, -self.1)
    }

    /// Returns `x^terms`, and `1 + x + ... + x^(terms - 1)`, which is `(1 - x^terms) / (1 - x)` and is defined at 1
    /// too. By repeated squaring: the sum of `2k` terms is that of `k` terms, times `1 + x^k`.
    fn pow_and_sum(self, terms: u16) -> (Self, Self) {
        let (mut pow, mut sum) = (Self::ONE, Self::ZERO);
        for bit in (0..u16::BITS).rev() {
            (pow, sum) = (pow * pow, sum + sum * pow);
            if terms >> bit & 1 == 1 {
                (pow, sum) = (pow * self, sum * self + Self::ONE);
            }
        }
        (pow, sum)
    }
}

impl Add for Dual {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0, self.1 + other.1)
    }
}

impl Mul for Dual {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0, self.0 * other.1 + self.1 * other.0)
    }
}

/// Returns the expected number of leaves that alpha-beta reads in a uniform tree of different leaves in
/// random order. The formula is attributed to Baudet; exact means over all permutations confirm it.
///
/// ```text
/// f_0(t) = t, f_i = 1 - (1 - f_{i-1}^b)^b
/// r_i = (1 - f_{i-1}^b) / (1 - f_{i-1}), s_i = f_i / f_{i-1}^b
/// E = b^floor(d/2) + integral from 0 to 1 of R' S,
///     R = product of r_i, i <= ceil(d/2), S = product of s_i, i <= floor(d/2)
/// ```
///
/// Both quotients are geometric sums: `s_i` in `1 - f_{i-1}^b`. By Simpson's rule, with twice as many intervals until
/// the result does not change.
pub fn alpha_beta_leaves(branching: u16, depth: u8) -> f64 {
    const FEWEST: u32 = 1 << 12;
    const MOST: u32 = 1 << 20;
    const CHANGE: f64 = 1e-11;
    let integrand = |t: f64| {
        let (mut f, mut r, mut s) = (Dual(t, 1.0), Dual::ONE, Dual::ONE);
        for i in 1..=depth.div_ceil(2) {
            let (pow, sum) = f.pow_and_sum(branching);
            let unlike = pow.one_minus();
            let (unlike_pow, unlike_sum) = unlike.pow_and_sum(branching);
            r = r * sum;
            if i <= depth / 2 {
                s = s * unlike_sum;
            }
            f = unlike_pow.one_minus();
        }
        r.1 * s.0
    };
    let integral = |intervals: u32| {
        let weight = |at: u32| match at {
            _ if at == 0 || at == intervals => 1.0,
            _ if at % 2 == 1 => 4.0,
            _ => 2.0,
        };
        let width = f64::from(intervals).recip();
        (0..=intervals).map(|at| weight(at) * integrand(f64::from(at) * width)).sum::<f64>() * width / 3.0
    };
    let leaves = |intervals| f64::from(branching).powi(i32::from(depth / 2)) + integral(intervals);
    let (mut intervals, mut before) = (FEWEST, leaves(FEWEST));
    while intervals < MOST {
        intervals *= 2;
        let now = leaves(intervals);
        if (now - before).abs() <= CHANGE * now {
            return now;
        }
        before = now;
    }
    before
}

/// Returns the number of leaves of the minimal tree, `b^ceil(d/2) + b^floor(d/2) - 1` (Knuth & Moore 1975).
pub fn minimal_leaves(branching: u16, depth: u8) -> u64 {
    let leaves = |plies: u8| u64::from(branching).pow(u32::from(plies));
    leaves(depth.div_ceil(2)) + leaves(depth / 2) - 1
}

/// Returns the expected number of leaves that one null-window search reads in a uniform tree whose leaves are
/// won for the side to move there with `probability`, independently.
///
/// A position is won when a reply is lost, and moves are tried until one is found:
/// `P_k = 1 - P_{k-1}^b`, and `(1 - P_{k-1}^b) / (1 - P_{k-1})` moves are expected. The quotient is the sum of a
/// geometric series, which is defined at 1 too.
pub fn null_window_leaves(branching: u16, depth: u8, probability: f64) -> f64 {
    let (mut won, mut expected) = (probability, 1.0);
    for _ in 0..depth {
        expected *= (0..branching).fold(0.0, |sum, _| sum * won + 1.0);
        won = 1.0 - won.powi(i32::from(branching));
    }
    expected
}

/// Returns the limit of the number of leaves of alpha-beta per ply of depth, in random uniform trees:
/// `xi / (1 - xi)` with `xi^b + xi = 1` (attributed to Pearl). By bisection.
pub fn branching_limit(branching: u16) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    // Each step halves the interval; 64 steps are more than the digits of a number.
    for _ in 0..64 {
        let middle: f64 = f64::midpoint(low, high);
        if middle.powi(i32::from(branching)) + middle < 1.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low / (1.0 - low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_of_one_ply_has_as_many_leaves_as_moves() {
        for branching in [1, 2, 7, 1_000] {
            assert_eq!(minimal_leaves(branching, 1), u64::from(branching));
            let leaves = alpha_beta_leaves(branching, 1);
            assert!((leaves / f64::from(branching) - 1.0).abs() < 1e-10, "{branching}: {leaves}");
        }
    }

    #[test]
    fn the_minimal_tree_of_branching_3_and_depth_4_has_17_leaves() {
        assert_eq!((minimal_leaves(3, 4), minimal_leaves(2, 3), minimal_leaves(5, 0)), (17, 5, 1));
    }

    /// With a certain result, a lost position reads all its moves and a won one reads one.
    #[test]
    fn a_null_window_over_certain_leaves_reads_one_side_of_the_minimal_tree() {
        for (depth, leaves) in [(1, 3.0), (2, 3.0), (3, 9.0), (4, 9.0)] {
            assert!((null_window_leaves(3, depth, 1.0) - leaves).abs() < 1e-9, "depth {depth}");
        }
    }

    #[test]
    fn the_branching_limit_of_binary_trees_is_the_golden_ratio() {
        assert!((branching_limit(2) - f64::midpoint(1.0, 5.0_f64.sqrt())).abs() < 1e-12);
    }
}
