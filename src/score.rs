//! Scores, bounds and windows: numbers with a side.
//!
//! A score is always seen from the side to move (negamax); handing it to the
//! other side is a minus sign. The representable range leaves room for one step
//! beyond infinity in either direction, so `-alpha - 1` never overflows.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// What a search returns and what `evaluate` says, from the side to move.
///
/// Unit: whatever the game counts in. Range of a value that a game may use:
/// [`Score::MIN`] to [`Score::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// The largest score that a game may use.
    pub const MAX: Self = Self(1_000_000_000);
    /// The smallest score that a game may use.
    pub const MIN: Self = Self(-1_000_000_000);
    /// Above every score; the `beta` of an open root window.
    pub const INFINITY: Self = Self(1_000_000_001);
    /// The draw score, and the score that zero bytes decode to.
    pub const ZERO: Self = Self(0);

    /// A score, or `None` when `value` lies outside `MIN..=MAX`.
    #[inline]
    pub const fn new(value: i32) -> Option<Self> {
        if value >= Self::MIN.0 && value <= Self::MAX.0 { Some(Self(value)) } else { None }
    }

    /// A score, with what lies outside the range moved to its end.
    #[inline]
    pub const fn saturating(value: i64) -> Self {
        if value > Self::MAX.0 as i64 {
            Self::MAX
        } else if value < Self::MIN.0 as i64 {
            Self::MIN
        } else {
            Self(value as i32)
        }
    }

    /// The number itself.
    #[inline]
    pub const fn get(self) -> i32 {
        self.0
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    #[inline]
    fn add(self, step: i32) -> Self {
        Self(self.0 + step)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    #[inline]
    fn sub(self, step: i32) -> Self {
        Self(self.0 - step)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::INFINITY => f.pad("inf"),
            s if s == -Self::INFINITY => f.pad("-inf"),
            Self(value) => f.pad(&value.to_string()),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a returned score says about the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// The value is the score.
    Exact,
    /// The value is at least the score: the search failed high.
    Lower,
    /// The value is at most the score: the search failed low.
    Upper,
}

/// The window `(alpha, beta)` that a search was called with.
///
/// *Open* when a score fits strictly between the two, *null* when none does
/// (`beta = alpha + 1`), and empty, which no search may be called with, when
/// `alpha >= beta`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Window {
    /// A score of at most `alpha` fails low.
    pub alpha: Score,
    /// A score of at least `beta` fails high.
    pub beta: Score,
}

impl Window {
    /// `(-inf, inf)`: every score is exact.
    pub const FULL: Self = Self { alpha: Score(-Score::INFINITY.0), beta: Score::INFINITY };

    /// The window from `alpha` to `beta`.
    #[inline]
    pub const fn new(alpha: Score, beta: Score) -> Self {
        Self { alpha, beta }
    }

    /// The window of half-width `width` about `centre`, kept inside [`Window::FULL`].
    pub fn around(centre: Score, width: u32) -> Self {
        let width = i64::from(width);
        let limit = i64::from(Score::INFINITY.get());
        let clamp = |value: i64| Score(value.clamp(-limit, limit) as i32);
        Self { alpha: clamp(i64::from(centre.get()) - width), beta: clamp(i64::from(centre.get()) + width) }
    }

    /// Whether a score fits strictly inside.
    #[inline]
    pub fn is_open(self) -> bool {
        self.beta.0 - self.alpha.0 > 1
    }

    /// Whether the window is empty: no search may be called with it.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// What `score`, returned from a search of this window, says about the value.
    #[inline]
    pub fn bound(self, score: Score) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }

    /// The one line of Nipkow (ITP 2024) that fail-hard and fail-soft results
    /// both satisfy: `min(value, beta) <= returned <= max(value, alpha)`.
    #[inline]
    pub fn admits(self, value: Score, returned: Score) -> bool {
        value.min(self.beta) <= returned && returned <= value.max(self.alpha)
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_step_beyond_infinity_does_not_overflow() {
        assert_eq!((-Score::INFINITY - 1).get(), -1_000_000_002);
        assert_eq!((Score::INFINITY + 1).get(), 1_000_000_002);
        assert_eq!(Window::around(Score::MAX, u32::MAX).beta, Score::INFINITY);
    }

    #[test]
    fn the_bound_law_rejects_what_it_should() {
        let window = Window::new(Score(0), Score(10));
        assert!(window.admits(Score(5), Score(5)));
        assert!(!window.admits(Score(5), Score(6)));
        // Outside, fail-soft may say anything between the value and the window's edge.
        assert!(window.admits(Score(-7), Score(-7)));
        assert!(window.admits(Score(-7), Score(0)));
        assert!(!window.admits(Score(-7), Score(1)));
        assert!(!window.admits(Score(-7), Score(-8)));
        assert!(window.admits(Score(12), Score(10)));
        assert!(!window.admits(Score(12), Score(9)));
    }
}
