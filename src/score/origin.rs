//! The origin of a score, which is nothing in this build, and a leaf in the build for all scores.

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Origin;

impl Origin {
    pub const NONE: Self = Self;

    #[inline]
    pub const fn negated(self) -> Self {
        self
    }
}
