//! A set of fault kinds.

use crate::verdict::FaultKind;

/// The kinds of faults inside a search that a guarantee allows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Faults(u32);

impl Faults {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Returns this set with these kinds added.
    #[must_use]
    pub fn with(self, kinds: &[FaultKind]) -> Self {
        Self(kinds.iter().fold(self.0, |bits, &kind| bits | 1 << kind as u32))
    }

    /// Whether the set contains this kind.
    pub const fn contains(self, kind: FaultKind) -> bool {
        self.0 >> kind as u32 & 1 == 1
    }
}
