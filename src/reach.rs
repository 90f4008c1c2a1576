//! How far the lines of a search can go.

/// How far the lines of a search can go. Plies that are left count those of quiescence too:
/// where no more than these are left, the depth has run out and only noisy moves are tried.
///
/// ```text
/// plies left at the root    depth + quiescence
/// behind a move             one less; as many behind a forcing one, while the line stays short enough
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Plies left at the root.
    pub plies: usize,
    /// Plies of quiescence among them.
    pub quiescence: usize,
    /// The most moves that a line can have.
    pub longest: usize,
    /// Whether forcing moves are extended: they cost no ply.
    pub extends: bool,
}

impl Reach {
    /// Of a search to `depth` that neither extends moves nor goes on behind that.
    pub const fn to(depth: usize) -> Self {
        Self { plies: depth, quiescence: 0, longest: depth, extends: false }
    }

    /// The depth of the search.
    pub const fn depth(&self) -> usize {
        self.plies - self.quiescence
    }

    /// The plies that are left of these when a search is reduced: the depth runs out at worst, and quiescence is
    /// as long as ever. At least the plies of quiescence are left.
    pub const fn less(&self, left: usize, reduction: u8) -> usize {
        self.quiescence + (left - self.quiescence).saturating_sub(reduction as usize)
    }

    /// Plies left behind a move of a node at `ply` that has `left` of them, at least one.
    #[inline]
    pub const fn behind(&self, ply: usize, left: usize, forcing: bool) -> usize {
        let kept = self.extends && forcing && left > self.quiescence && ply + 1 + left <= self.longest;
        if kept { left } else { left - 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forcing_moves_cost_nothing_until_the_line_would_be_too_long() {
        let reach = Reach { plies: 3, quiescence: 1, longest: 5, extends: true };
        assert_eq!(reach.depth(), 2);
        assert_eq!(reach.behind(0, 3, false), 2);
        assert_eq!(reach.behind(0, 3, true), 3);
        assert_eq!(reach.behind(1, 3, true), 3);
        assert_eq!(reach.behind(2, 3, true), 2, "the line may have five moves, and three would be left");
        assert_eq!(reach.behind(0, 1, true), 0, "nothing is extended in quiescence");
        assert_eq!(Reach::to(3).behind(0, 2, true), 1);
        assert_eq!((reach.less(3, 0), reach.less(3, 1), reach.less(3, 9), reach.less(1, 1)), (3, 2, 1, 1));
    }
}
