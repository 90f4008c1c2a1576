//! How far the lines of a search can go.

/// How far the lines of a search can go. Plies that are left count those of quiescence too:
/// where no more than these are left, the depth has run out and only noisy moves are tried.
///
/// ```text
/// plies left at the root    depth + quiescence
/// behind a move             one less; as many behind a forcing one, while the line stays short enough
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyLimits {
    /// Plies left at the root.
    pub plies: usize,
    /// Plies of quiescence among them.
    pub quiescence: usize,
    /// The most moves that a line can have.
    pub max_pv_length: usize,
    /// Whether forcing moves are extended: they cost no ply.
    pub extends: bool,
}

impl PlyLimits {
    /// Of a search to `depth` that neither extends moves nor goes on behind that.
    pub const fn for_depth(depth: usize) -> Self {
        Self { plies: depth, quiescence: 0, max_pv_length: depth, extends: false }
    }

    /// The depth of the search.
    pub const fn depth(&self) -> usize {
        self.plies - self.quiescence
    }

    /// The plies that are left of these when a search is reduced: the depth runs out at worst, and quiescence is
    /// as long as ever. At least the plies of quiescence are left.
    pub const fn reduced(&self, remaining: usize, reduction: u8) -> usize {
        self.quiescence + (remaining - self.quiescence).saturating_sub(reduction as usize)
    }

    /// Plies left behind a move of a node at `ply` that has `left` of them, at least one.
    #[inline]
    pub const fn plies_after(&self, ply: usize, remaining: usize, forcing: bool) -> usize {
        let kept = self.extends
            && forcing
            && remaining > self.quiescence
            && ply + 1 + remaining <= self.max_pv_length;
        if kept { remaining } else { remaining - 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forcing_moves_cost_nothing_until_the_line_would_be_too_long() {
        let ply_limits = PlyLimits { plies: 3, quiescence: 1, max_pv_length: 5, extends: true };
        assert_eq!(ply_limits.depth(), 2);
        assert_eq!(ply_limits.plies_after(0, 3, false), 2);
        assert_eq!(ply_limits.plies_after(0, 3, true), 3);
        assert_eq!(ply_limits.plies_after(1, 3, true), 3);
        assert_eq!(
            ply_limits.plies_after(2, 3, true),
            2,
            "the line may have five moves, and three would be left"
        );
        assert_eq!(ply_limits.plies_after(0, 1, true), 0, "nothing is extended in quiescence");
        assert_eq!(PlyLimits::for_depth(3).plies_after(0, 2, true), 1);
        assert_eq!(
            (
                ply_limits.reduced(3, 0),
                ply_limits.reduced(3, 1),
                ply_limits.reduced(3, 9),
                ply_limits.reduced(1, 1)
            ),
            (3, 2, 1, 1)
        );
    }
}
