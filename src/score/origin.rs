//! Where a score is from: nothing in this build. In the build for all scores, its leaf.

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Origin;

impl Origin {
    pub const NONE: Self = Self;

    #[inline]
    pub const fn negated(self) -> Self {
        self
    }
}
