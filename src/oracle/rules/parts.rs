//! Ranges and limits that a search declares, which state what the search may do, not what it does in each case.

use std::ops::RangeInclusive;

/// A range of plies, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plies {
    /// The least number of plies.
    pub least: u8,
    /// The greatest number of plies, at least `least`.
    pub most: u8,
}

impl Plies {
    /// Returns the range that contains only this number of plies.
    pub const fn exactly(plies: u8) -> Self {
        Self { least: plies, most: plies }
    }

    /// Returns the range between these numbers of plies, both included.
    pub const fn between(least: u8, most: u8) -> Self {
        Self { least, most }
    }

    /// Returns the depths that may remain of `depth` after a reduction by a number of this range, at least 0.
    pub(in crate::oracle) fn reduced(self, depth: usize) -> RangeInclusive<usize> {
        depth.saturating_sub(usize::from(self.most))..=depth.saturating_sub(usize::from(self.least))
    }
}

impl From<u8> for Plies {
    fn from(plies: u8) -> Self {
        Self::exactly(plies)
    }
}

impl From<RangeInclusive<u8>> for Plies {
    fn from(plies: RangeInclusive<u8>) -> Self {
        Self::between(*plies.start(), *plies.end())
    }
}

/// The range of plies by which a move is extended, both ends included. Negative numbers reduce the move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ExtraPlies {
    /// The least number of plies.
    pub least: i8,
    /// The greatest number of plies, at least `least`.
    pub most: i8,
}

impl ExtraPlies {
    /// An extension by one ply.
    pub const ONE: Self = Self::between(1, 1);

    /// Returns the range between these numbers of plies, both included.
    pub const fn between(least: i8, most: i8) -> Self {
        Self { least, most }
    }
}

/// Late move reductions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reductions {
    /// The plies by which a move may be reduced.
    pub plies: Plies,
    /// The number of moves that are searched first and are never reduced.
    pub after: u8,
}

impl Reductions {
    /// Returns a reduction by `plies` of moves after the first two.
    pub const fn by_plies(plies: u8) -> Self {
        Self { plies: Plies::exactly(plies), after: 2 }
    }
}

/// Makes a reduction of moves after the first two from a number or range of plies.
impl<P: Into<Plies>> From<P> for Reductions {
    fn from(plies: P) -> Self {
        Self { plies: plies.into(), after: 2 }
    }
}

/// A margin between the evaluation of a node and its window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Margin {
    /// Units of score for each ply of depth, without quiescence.
    pub per_ply: u32,
    /// The greatest depth at which the margin applies, without quiescence.
    pub deepest: u8,
}

impl Margin {
    /// A margin that applies at depth 1 only.
    pub const fn at_one(margin: u32) -> Self {
        Self { per_ply: margin, deepest: 1 }
    }

    /// A margin that applies at every depth.
    pub const fn at_all(per_ply: u32) -> Self {
        Self { per_ply, deepest: u8::MAX }
    }

    #[inline]
    pub(in crate::oracle) fn margin_at(self, depth: usize) -> Option<i64> {
        let applies = 1 <= depth && depth <= usize::from(self.deepest);
        applies.then(|| i64::from(self.per_ply) * depth as i64)
    }
}

/// The rule by which a position that occurred before is a draw. A number of occurrences includes the current one, so 2
/// is the first repetition; 0 means never.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Repetition {
    /// The number of occurrences on the path from the root that makes a draw.
    pub on_path: u8,
    /// The number of occurrences on the path and before the root together that makes a draw.
    pub in_game: u8,
    /// Whether the root belongs to the path, not to the positions before it.
    pub root_counts: bool,
}

impl Repetition {
    /// A draw at the first repetition of a position on the path, the root included.
    pub const FIRST: Self = Self { on_path: 2, in_game: 0, root_counts: true };

    /// A draw at the third occurrence of a position, where occurrences before the root count.
    pub const THIRD: Self = Self { on_path: 3, in_game: 3, root_counts: true };
}

/// The moves that may be extended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Extended {
    /// Every forcing move is extended.
    #[default]
    Forcing,
    /// A forcing move may be extended.
    SomeForcing,
    /// Any move may be extended.
    Any,
}
