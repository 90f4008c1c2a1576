//! Scores, bounds and windows: numbers with a side.
//!
//! A score is always seen from the side to move (negamax); handing it to the
//! other side is a minus sign. The representable range leaves room for one step
//! beyond infinity in either direction, so `-alpha - 1` never overflows.
//!
//! # Mates
//!
//! A score within [`Score::MATE_RANGE`] of the ends says how far the end of the game is:
//! `MAX - n` that the side to move wins in n plies, `MIN + n` that it loses in n. Such a score
//! counts from somewhere. What a game evaluates, a table holds and an oracle says counts from
//! the position itself (*node-relative*); inside a search it counts from the root
//! (*root-relative*), so that a score goes up the tree unchanged but for its sign. At ply p
//!
//! ```text
//! root-relative = node-relative, p plies further from the end    evaluate, probe
//! node-relative = root-relative, p plies nearer to the end       store, show
//! ```
//!
//! An oracle has no root: there a child's value is worth to its parent one ply further
//! from the end, and negated ([`Score::for_parent`]).
//!
//! Only scores of games stop at `MAX`. The edge of a window, seen from a node far from the root,
//! may ask for a mate sooner than at once, which no value is; infinity lies beyond all of these, so
//! that windows stay as wide as they are when they are turned.

use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

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
    pub const INFINITY: Self = Self(Self::MAX.0 + 2 * Self::MATE_RANGE);
    /// The most plies to the end of the game that a score can count: more than a search is deep.
    /// A mate that would be further stays there.
    pub const MATE_RANGE: i32 = 1000;
    /// The most plies to the end that a game may evaluate a position to. What is left of
    /// [`Score::MATE_RANGE`] is for the plies of a search: a mate that stayed at its end would be
    /// another one counted from the root than counted ply by ply.
    pub const LONGEST_MATE: i32 = 500;
    /// The largest score that is no mate.
    pub const LARGEST: Self = Self(Self::MAX.0 - Self::MATE_RANGE - 1);
    /// The mate that is as far from the end as one can be.
    const FURTHEST: Self = Self(Self::LARGEST.0 + 1);
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

    /// Whether the score counts plies to the end of the game; infinity does not.
    #[inline]
    pub const fn is_mate(self) -> bool {
        !self.is_ordinary() && self.0.unsigned_abs() < Self::INFINITY.0 as u32
    }

    /// Neither a mate nor infinite: a single comparison, as a search asks this of every number.
    #[inline]
    const fn is_ordinary(self) -> bool {
        self.0.wrapping_add(Self::LARGEST.0).cast_unsigned() <= 2 * Self::LARGEST.0.cast_unsigned()
    }

    /// Whether a game may evaluate a position to this: any number in the range, but no mate
    /// beyond [`Score::LONGEST_MATE`].
    #[inline]
    pub const fn is_static(self) -> bool {
        let size = self.0.unsigned_abs();
        self.is_ordinary() || size >= (Self::MAX.0 - Self::LONGEST_MATE) as u32 && size <= Self::MAX.0 as u32
    }

    /// This evaluation and a margin: none of a mate, of which no margin says anything, and none that
    /// would be one.
    pub fn with_margin(self, margin: i64) -> Option<Self> {
        let sum = i64::from(self.0) + margin;
        let fits = self.is_ordinary() && sum.unsigned_abs() <= u64::from(Self::LARGEST.0.unsigned_abs());
        fits.then(|| Self::saturating(sum))
    }

    /// The same score `plies` further from the end of the game: nothing but a mate moves.
    #[inline]
    #[must_use]
    pub fn further(self, plies: usize) -> Self {
        if self.is_ordinary() { self } else { self.outwards(-(plies as i32)) }
    }

    /// The same score `plies` nearer to the end of the game: nothing but a mate moves, and
    /// none becomes infinite.
    #[inline]
    #[must_use]
    pub fn nearer(self, plies: usize) -> Self {
        if self.is_ordinary() { self } else { self.outwards(plies as i32) }
    }

    /// A mate so much further from zero: it stays one, and finite.
    #[cold]
    #[inline(never)]
    fn outwards(self, step: i32) -> Self {
        if !self.is_mate() {
            return self;
        }
        let size = (self.0.abs() + step).clamp(Self::FURTHEST.0, Self::INFINITY.0 - 1);
        Self(size * self.0.signum())
    }

    /// What the value of a child is worth to its parent: one ply further from the end of the
    /// game, and negated.
    #[inline]
    #[must_use]
    pub fn for_parent(self) -> Self {
        -self.further(1)
    }

    /// What a child must be worth for its parent to be worth this: the inverse of
    /// [`Score::for_parent`].
    #[inline]
    #[must_use]
    pub fn for_child(self) -> Self {
        -self.nearer(1)
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
            Self(value @ 1..) if self.is_mate() => f.pad(&format!("#{}", Self::MAX.0 - value)),
            Self(value) if self.is_mate() => f.pad(&format!("-#{}", value - Self::MIN.0)),
            Self(value) => f.pad(&value.to_string()),
        }
    }
}

impl FromStr for Score {
    /// What was expected.
    type Err = String;

    /// A number, or `#n` and `-#n` for mates in n plies: what a game may evaluate to.
    fn from_str(text: &str) -> Result<Self, String> {
        let mate = |plies: &str, end: Self| {
            Some(end.further(plies.parse().ok().filter(|&plies| plies <= Self::MATE_RANGE as usize)?))
        };
        let score = match (text.strip_prefix('#'), text.strip_prefix("-#")) {
            (Some(plies), _) => mate(plies, Self::MAX),
            (_, Some(plies)) => mate(plies, Self::MIN),
            _ => text.parse().ok().and_then(Self::new),
        };
        score.filter(|score| score.is_static()).ok_or_else(|| {
            let (most, plies) = (Self::LARGEST, Self::LONGEST_MATE);
            format!("a whole number from -{most} to {most}, or a mate from #0 to #{plies}, with a `-` before it or without")
        })
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

    /// The same window `plies` nearer to the end of the game: a root-relative one as the node at
    /// that ply sees it.
    #[inline]
    #[must_use]
    pub fn nearer(self, plies: usize) -> Self {
        Self { alpha: self.alpha.nearer(plies), beta: self.beta.nearer(plies) }
    }

    /// The window of a child, both node-relative.
    #[inline]
    #[must_use]
    pub fn for_child(self) -> Self {
        Self { alpha: self.beta.for_child(), beta: self.alpha.for_child() }
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
mod tests;
