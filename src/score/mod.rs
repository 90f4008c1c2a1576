//! Scores, bounds and windows, from the point of view of the side to move.
//!
//! The same score for the other side is its negation. The integer type can represent values just outside
//! `-INFINITY..=INFINITY`, so `-alpha - 1` never overflows.
//!
//! # Mates
//!
//! A score within [`Score::MATE_RANGE`] of either end of the range is a mate score: with `MAX - n` the side
//! to move wins in n plies, with `MIN + n` it loses in n plies. The distance is counted in one of two ways:
//!
//! - *node-relative*, from the position itself: scores of evaluations, table entries and oracles;
//! - *root-relative*, from the root: scores inside a search. Such a score changes only its sign on its
//!   way up the tree.
//!
//! At ply p
//!
//! ```text
//! root-relative = node-relative, p plies further from the end    evaluate, probe
//! node-relative = root-relative, p plies nearer to the end       store, show
//! ```
//!
//! An oracle has no root: [`Score::for_parent`] turns the value of a child into one of the parent.
//!
//! Scores of games end at `MAX`, but window bounds can lie above it: seen from a node far from the root, a
//! bound may be a mate in fewer than 0 plies, which no position has as its value. Infinity is larger than all
//! of these, so that a node-relative window keeps its width.

// In the build for all scores, the result of each comparison is a decision.
#[cfg_attr(all_scores, path = "../../crates/all-scores/src/decisions/mod.rs")]
pub(crate) mod origin;

use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

use origin::Origin;

/// A score for the side to move, as searches and `evaluate` return it. The game defines the unit; a game may use the
/// values from [`Score::MIN`] to [`Score::MAX`].
#[derive(Clone, Copy, Default)]
#[cfg_attr(not(all_scores), derive(PartialEq, Eq, PartialOrd, Ord, Hash))]
pub struct Score(i32, Origin);

impl Score {
    /// The largest score that a game may use.
    pub const MAX: Self = Self::from_units(1_000_000_000);
    /// The smallest score that a game may use.
    pub const MIN: Self = Self::from_units(-1_000_000_000);
    /// The score that is larger than every other, used as the `beta` of an open root window.
    pub const INFINITY: Self = Self::from_units(Self::MAX.0 + 2 * Self::MATE_RANGE);
    /// The maximum distance of a mate score in plies, larger than the depth of any search. Larger distances saturate here.
    pub const MATE_RANGE: i32 = 1000;
    /// The maximum distance of a mate score that a game may return from `evaluate`, in plies. The rest of
    /// [`Score::MATE_RANGE`] is for the plies of a search. If the distance saturated, a mate would have different
    /// distances counted from the root and counted ply by ply.
    pub const LONGEST_MATE: i32 = 500;
    /// The largest score that is no mate score.
    pub const LARGEST: Self = Self::from_units(Self::MAX.0 - Self::MATE_RANGE - 1);
    const FURTHEST_MATE: Self = Self::from_units(Self::LARGEST.0 + 1);
    /// The draw score. Zero bytes decode to it.
    pub const ZERO: Self = Self::from_units(0);

    const fn from_units(value: i32) -> Self {
        Self(value, Origin::NONE)
    }

    /// The score with this number. [`Score::saturating`] takes any number.
    ///
    /// # Panics
    ///
    /// If `value` lies outside `MIN..=MAX`.
    #[inline]
    pub const fn new(value: i32) -> Self {
        assert!(
            value >= Self::MIN.0 && value <= Self::MAX.0,
            "a score lies between the least and the largest one"
        );
        Self::from_units(value)
    }

    /// Returns the score with this number; a `value` outside `MIN..=MAX` becomes the nearer end of the range.
    #[inline]
    pub const fn saturating(value: i64) -> Self {
        if value > Self::MAX.0 as i64 {
            Self::MAX
        } else if value < Self::MIN.0 as i64 {
            Self::MIN
        } else {
            Self::from_units(value as i32)
        }
    }

    /// Whether the score is a mate score, which infinity is not.
    #[inline]
    pub const fn is_mate(self) -> bool {
        !self.is_ordinary() && self.0.unsigned_abs() < Self::INFINITY.0 as u32
    }

    /// Whether the score is neither a mate score nor infinite. The test takes one comparison, because a search calls it
    /// for every score.
    #[inline]
    #[doc(hidden)]
    pub const fn is_ordinary(self) -> bool {
        self.0.wrapping_add(Self::LARGEST.0).cast_unsigned() <= 2 * Self::LARGEST.0.cast_unsigned()
    }

    /// Whether `evaluate` may return this score, which is every score in the range except mates longer than
    /// [`Score::LONGEST_MATE`].
    #[inline]
    pub const fn is_static(self) -> bool {
        let size = self.0.unsigned_abs();
        self.is_ordinary() || size >= (Self::MAX.0 - Self::LONGEST_MATE) as u32 && size <= Self::MAX.0 as u32
    }

    /// Returns the sum of this evaluation and a margin. `None` if this is a mate score, where a margin has no meaning,
    /// or if the sum would be one.
    pub fn with_margin(self, margin: i64) -> Option<Self> {
        let sum = i64::from(self.0) + margin;
        let fits = self.is_ordinary() && sum.unsigned_abs() <= u64::from(Self::LARGEST.0.unsigned_abs());
        fits.then_some(Self(sum as i32, self.1))
    }

    /// Returns the score `plies` further from the end of the game. Only mate scores change.
    #[inline]
    #[must_use]
    pub fn further(self, plies: usize) -> Self {
        if self.is_ordinary() { self } else { self.away_from_zero(-(plies as i32)) }
    }

    /// Returns the score `plies` nearer to the end of the game. Only mate scores change, and stay finite.
    #[inline]
    #[must_use]
    pub fn nearer(self, plies: usize) -> Self {
        if self.is_ordinary() { self } else { self.away_from_zero(plies as i32) }
    }

    /// Moves a mate score away from zero by `step`, within the finite mate scores. Other scores stay unchanged.
    // Not `inline(never)`: a call whose result is not used is left out only where the body is known.
    #[cold]
    #[inline]
    fn away_from_zero(self, step: i32) -> Self {
        if !self.is_mate() {
            return self;
        }
        let size = (self.0.abs() + step).clamp(Self::FURTHEST_MATE.0, Self::INFINITY.0 - 1);
        Self::from_units(size * self.0.signum())
    }

    /// Returns the score of a child as its parent sees it, one ply further from the end of the game, and negated.
    #[inline]
    #[must_use]
    pub fn for_parent(self) -> Self {
        -self.further(1)
    }

    /// Returns the score that a child must have for this score of its parent, as the inverse of [`Score::for_parent`].
    #[inline]
    #[must_use]
    pub fn for_child(self) -> Self {
        -self.nearer(1)
    }

    #[cfg(all_scores)]
    pub(crate) const fn from_leaf(value: i32, origin: Origin) -> Self {
        Self(value, origin)
    }

    #[cfg(all_scores)]
    pub(crate) const fn origin(self) -> Origin {
        self.1
    }

    /// Returns the number of the score.
    #[inline]
    pub const fn get(self) -> i32 {
        self.0
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0, self.1.negated())
    }
}

impl Add<i32> for Score {
    type Output = Self;
    #[inline]
    fn add(self, step: i32) -> Self {
        Self(self.0 + step, self.1)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    #[inline]
    fn sub(self, step: i32) -> Self {
        Self(self.0 - step, self.1)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const INFINITE: i32 = Score::INFINITY.0;
        const MINUS_INFINITE: i32 = -INFINITE;
        match self.0 {
            INFINITE => f.pad("inf"),
            MINUS_INFINITE => f.pad("-inf"),
            value @ 1.. if self.is_mate() => f.pad(&format!("#{}", Self::MAX.0 - value)),
            value if self.is_mate() => f.pad(&format!("-#{}", value - Self::MIN.0)),
            value => f.pad(&value.to_string()),
        }
    }
}

impl FromStr for Score {
    /// A description of the expected text.
    type Err = String;

    /// Reads a number, or a mate in n plies as `#n` or `-#n`. Only scores that `evaluate` may return are accepted
    /// ([`Score::is_static`]).
    fn from_str(text: &str) -> Result<Self, String> {
        let mate = |plies: &str, end: Self| {
            Some(end.further(plies.parse().ok().filter(|&plies| plies <= Self::MATE_RANGE as usize)?))
        };
        let score = match (text.strip_prefix('#'), text.strip_prefix("-#")) {
            (Some(plies), _) => mate(plies, Self::MAX),
            (_, Some(plies)) => mate(plies, Self::MIN),
            _ => text.parse().ok().map(Self::from_units),
        };
        score.filter(|score| score.is_static()).ok_or_else(|| {
            let (most, plies) = (Self::LARGEST, Self::LONGEST_MATE);
            format!(
                "a whole number from -{most} to {most}, or a mate from #0 to #{plies}, with an optional `-`"
            )
        })
    }
}

crate::syntax::debug_is_display!(Score);

/// The relation between a returned score and the value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Bound {
    /// The value is the score.
    #[default]
    Exact,
    /// The value is at least the score, because the search failed high.
    Lower,
    /// The value is at most the score, because the search failed low.
    Upper,
}

impl Bound {
    /// The name of the bound in JSON and in the protocol of programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Lower => "lower",
            Self::Upper => "upper",
        }
    }

    /// Returns the words that follow a score with this bound.
    #[doc(hidden)]
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Exact => "",
            Self::Lower => " or more",
            Self::Upper => " or less",
        }
    }
}

/// The window `(alpha, beta)` that a search was called with.
///
/// It is *open* if a score fits strictly between the two, *null* if none does (`beta = alpha + 1`), and
/// *empty* if `alpha >= beta`. No search may be called with an empty window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Window {
    /// The lower end of the window; a score of at most `alpha` fails low.
    pub alpha: Score,
    /// The upper end of the window; a score of at least `beta` fails high.
    pub beta: Score,
}

impl Window {
    /// The window `(-inf, inf)`, in which every score is exact.
    pub const FULL: Self = Self { alpha: Score::from_units(-Score::INFINITY.0), beta: Score::INFINITY };

    /// The window from `alpha` to `beta`.
    #[inline]
    pub const fn new(alpha: Score, beta: Score) -> Self {
        Self { alpha, beta }
    }

    /// The window of half-width `width` about `centre`, kept inside [`Window::FULL`].
    pub fn around(centre: Score, width: u32) -> Self {
        // Half of the range of integers: no sum overflows.
        let width = width.min(Score::MAX.0.unsigned_abs()).cast_signed();
        Self { alpha: (centre - width).max(-Score::INFINITY), beta: (centre + width).min(Score::INFINITY) }
    }

    /// Returns the window `plies` nearer to the end of the game. A window that is root-relative at ply `plies` becomes
    /// node-relative.
    #[inline]
    #[must_use]
    pub fn nearer(self, plies: usize) -> Self {
        Self { alpha: self.alpha.nearer(plies), beta: self.beta.nearer(plies) }
    }

    /// Returns the window of a child; both windows are node-relative.
    #[inline]
    #[must_use]
    pub fn for_child(self) -> Self {
        Self { alpha: self.beta.for_child(), beta: self.alpha.for_child() }
    }

    /// Whether an end of the window is a mate now, as nearer ones become ([`Score::nearer`]) that a search counts from its root.
    pub(crate) fn is_beyond_mates(self) -> bool {
        [self.alpha, self.beta].iter().any(|&end| end == Score::MAX || end == Score::MIN)
    }

    /// Whether a score fits strictly inside the window.
    #[inline]
    pub fn is_open(self) -> bool {
        self.alpha + 1 < self.beta
    }

    /// Whether the window is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// Returns the bound of `score` if a search with this window returned it.
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

    /// Whether a search with this window may return `returned` if the value is `value`, by `min(value, beta) <=
    /// returned <= max(value, alpha)`. Fail-hard and fail-soft results both satisfy this inequality (Nipkow, ITP 2024).
    #[inline]
    pub fn admits(self, value: Score, returned: Score) -> bool {
        // A search has compared what it returns with its window: so nothing else is compared where that decides.
        (returned >= self.beta || returned >= value) && (returned <= self.alpha || returned <= value)
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.alpha, self.beta)
    }
}

#[cfg(test)]
mod tests;
