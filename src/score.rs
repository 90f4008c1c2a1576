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
mod tests {
    use super::*;

    #[test]
    fn one_step_beyond_infinity_does_not_overflow() {
        assert_eq!((-Score::INFINITY - 1).get(), -1_000_002_001);
        assert_eq!((Score::INFINITY + 1).get(), 1_000_002_001);
        assert_eq!(Window::around(Score::MAX, u32::MAX).beta, Score::INFINITY);
    }

    /// Scores about every place where the law changes.
    fn interesting() -> Vec<Score> {
        let ends = [Score::ZERO, Score::FURTHEST, Score::MAX, Score::INFINITY];
        let mut scores: Vec<Score> =
            ends.iter().flat_map(|&end| (-3..=3).map(move |step| end + step)).collect();
        scores.extend(scores.clone().into_iter().map(Neg::neg));
        scores.sort_unstable();
        scores.dedup();
        scores
    }

    #[test]
    fn a_parent_is_a_ply_further_from_the_end() {
        assert_eq!(Score::MIN.for_parent(), Score::MAX - 1);
        assert_eq!(Score::MAX.for_parent(), Score::MIN + 1);
        assert_eq!(Score(7).for_parent(), Score(-7));
        assert_eq!((Score::MAX - 1).for_child(), Score::MIN);
        for score in [Score::ZERO, Score::LARGEST, Score::INFINITY, -Score::INFINITY - 1] {
            assert!(!score.is_mate());
            assert_eq!((score.further(9), score.nearer(9)), (score, score));
        }
        assert!(Score::FURTHEST.is_mate() && Score::MIN.is_mate());
    }

    #[test]
    fn steps_to_and_from_the_end_undo_each_other() {
        for score in interesting() {
            for plies in 0..3 {
                assert_eq!((-score).further(plies), -score.further(plies));
                assert_eq!((-score).nearer(plies), -score.nearer(plies));
                assert_eq!(score.further(plies).further(1), score.further(plies + 1));
                // What saturates is at most a few plies from the longest mate, or infinity.
                let (longest, infinity) = (Score::FURTHEST + 3, Score::INFINITY - 3);
                let size = Score(score.0.abs());
                if size < Score::FURTHEST || size >= longest {
                    assert_eq!(score.further(plies).nearer(plies), score, "{}", score.0);
                }
                if size < infinity || size >= Score::INFINITY {
                    assert_eq!(score.nearer(plies).further(plies), score, "{}", score.0);
                    assert_eq!(score.for_child().for_parent(), score);
                }
            }
        }
    }

    #[test]
    fn no_step_changes_which_score_is_the_better() {
        for pair in interesting().windows(2) {
            for plies in [0, 1, 2, 64] {
                assert!(pair[0].further(plies) <= pair[1].further(plies));
                assert!(pair[0].nearer(plies) <= pair[1].nearer(plies));
                assert!(pair[0].for_parent() >= pair[1].for_parent());
            }
        }
    }

    #[test]
    fn a_window_that_asks_too_much_stays_a_window() {
        // Found at the root: a mate in 3. Five plies down it could only be beaten by one before now.
        let window = Window::new(Score::MAX - 3, Score::MAX - 2).nearer(5);
        assert!(!window.is_open() && !window.is_empty() && window.alpha > Score::MAX);
        assert_eq!(window.bound(Score::MAX), Bound::Upper);
        assert_eq!(Window::FULL.nearer(64), Window::FULL);
        let window = Window::new(Score::MIN + 4, Score(3));
        assert_eq!(window.for_child(), Window::new(Score(-3), Score::MAX - 3));
    }

    #[test]
    fn mates_are_written_with_a_hash() {
        let text = |score: Score| score.to_string();
        assert_eq!([Score::MAX, Score::MAX - 12].map(text), ["#0", "#12"]);
        assert_eq!([Score::MIN, Score::MIN + 3].map(text), ["-#0", "-#3"]);
        assert_eq!(text(Score::LARGEST), "999998999");
        assert_eq!([Score::INFINITY, -Score::INFINITY].map(text), ["inf", "-inf"]);
    }

    #[test]
    fn no_game_evaluates_to_a_mate_that_a_search_could_lose() {
        let read = |text: &str| text.parse::<Score>();
        assert_eq!(read("#500"), Ok(Score::MAX - 500));
        assert_eq!(read("-#0"), Ok(Score::MIN));
        assert_eq!(read("1000000000"), Ok(Score::MAX));
        assert_eq!(read("-999998999"), Ok(-Score::LARGEST));
        for text in
            ["#501", "-#501", "#1001", "999998999.", "999999000", "-999999499", "1000000001", "#", "#-1"]
        {
            let expected = "a whole number from -999998999 to 999998999, or a mate from #0 to #500";
            assert!(read(text).is_err_and(|error| error.starts_with(expected)), "{text}");
        }
        assert!(!Score::INFINITY.is_static() && !(Score::MAX + 1).is_static());
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
