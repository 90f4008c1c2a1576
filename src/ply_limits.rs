//! The limits of a search in plies, for depth, quiescence, extensions and line length.

/// The length of the longest line that every store of this crate can hold, in plies.
pub const CAPACITY: usize = 64;

/// The limits of a search in plies.
///
/// A count of remaining plies includes those of quiescence. Where only these remain, the depth has run out.
///
/// ```text
/// remaining at the root             depth + quiescence
/// remaining after a move            one ply less
/// remaining after an extended move  the same number
/// ```
///
/// A forcing move is extended while the longest possible line below it stays within the
/// maximum PV length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyLimits {
    /// The plies that remain at the root, including those of quiescence.
    pub plies: usize,
    /// The plies of quiescence.
    pub quiescence: usize,
    /// The maximum number of moves in a line.
    pub max_pv_length: usize,
    pub extends: bool,
}

impl PlyLimits {
    pub const fn for_depth(depth: usize) -> Self {
        Self { plies: depth, quiescence: 0, max_pv_length: depth, extends: false }
    }

    /// The depth of the search.
    pub const fn depth(&self) -> usize {
        self.plies - self.quiescence
    }

    /// Returns the plies that remain when `reduction` of `remaining` plies are left out. The plies of quiescence, which are
    /// part of `remaining`, are never left out.
    pub const fn reduced(&self, remaining: usize, reduction: u8) -> usize {
        self.quiescence + (remaining - self.quiescence).saturating_sub(reduction as usize)
    }

    /// The remaining plies after a move of a node at `ply` with `remaining` plies, at least one.
    #[inline]
    pub const fn plies_after(&self, ply: usize, remaining: usize, forcing: bool) -> usize {
        let extended = self.extends
            && forcing
            && remaining > self.quiescence
            && ply + 1 + remaining <= self.max_pv_length;
        if extended { remaining } else { remaining - 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forcing_moves_are_extended_until_the_line_would_be_too_long() {
        let ply_limits = PlyLimits { plies: 3, quiescence: 1, max_pv_length: 5, extends: true };
        assert_eq!(ply_limits.depth(), 2);
        assert_eq!(ply_limits.plies_after(0, 3, false), 2);
        assert_eq!(ply_limits.plies_after(0, 3, true), 3);
        assert_eq!(ply_limits.plies_after(1, 3, true), 3);
        assert_eq!(
            ply_limits.plies_after(2, 3, true),
            2,
            "the maximum is five moves: three are played, and three more would remain"
        );
        assert_eq!(ply_limits.plies_after(0, 1, true), 0, "no move is extended in quiescence");
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
