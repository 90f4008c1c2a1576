//! Which parts of its tree a search may leave out, or search less deep.

use std::fmt;

/// The selective search options: what a search leaves out or reduces by a guess. Margins are in the unit
/// of the game's scores, reductions in plies; the default is none of them.
///
/// All but internal iterative reduction act in null windows alone: late move reductions at moves that
/// are searched with one, at the root too, the others in nodes that have one, which no root has. What
/// each may do to a value stands in [`Rules`](crate::oracle::Rules).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Selectivity {
    /// `null(R)`: at depth 2 and beyond the side to move passes, not twice in a row; the search behind
    /// that is 1 + R plies less deep, and the node is refuted when it reaches beta (Beal,
    /// *Experiments with the Null Move*, 1989; Donninger, *Null Move and Deep Search*, 1993).
    pub null: Option<u8>,
    /// `lmr(R)`: at depth 2 and beyond the third move and later ones are searched R plies less
    /// deep where their window is null, and again to the full depth unless that fails low (Romstad,
    /// *An Introduction to Late Move Reductions*).
    pub lmr: Option<u8>,
    /// `futility(M)`: at depth 1 a quiet move after the first is skipped when evaluation and margin
    /// do not exceed alpha (Schaeffer 1986; Heinz, *Extended Futility Pruning*, 1998).
    pub futility: Option<u32>,
    /// `static-null(M)`: a node returns its evaluation less M for each ply of depth, when that
    /// reaches beta (chessprogramming.org, *Reverse Futility Pruning*).
    pub static_null: Option<u32>,
    /// `razoring(M)`: a node at depth 1 returns its evaluation when that and the margin do not exceed
    /// alpha (Birmingham & Kent 1977).
    pub razoring: Option<u32>,
    /// `move-count(N)`: quiet moves after the first N are skipped (chessprogramming.org, *Futility
    /// Pruning*, section *Move Count Based Pruning*).
    pub move_count: Option<u8>,
    /// `iir`: a node for whose position the table has no move is searched a ply less deep, from
    /// depth 2 on (chessprogramming.org, *Internal Iterative Reductions*).
    pub iir: bool,
}

impl Selectivity {
    /// None of them.
    pub const NONE: Self = Self {
        null: None,
        lmr: None,
        futility: None,
        static_null: None,
        razoring: None,
        move_count: None,
        iir: false,
    };

    /// Whether there is any.
    pub const fn is_any(&self) -> bool {
        let Self { null, lmr, futility, static_null, razoring, move_count, iir } = self;
        null.is_some()
            || lmr.is_some()
            || futility.is_some()
            || static_null.is_some()
            || razoring.is_some()
            || move_count.is_some()
            || *iir
    }

    /// Whether there is any that acts in null windows, and so in no other.
    pub const fn needs_null_windows(&self) -> bool {
        Self { iir: false, ..*self }.is_any()
    }
}

impl fmt::Display for Selectivity {
    /// As in a subject: each with a plus sign before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = [("null", self.null), ("lmr", self.lmr), ("move-count", self.move_count)];
        for (name, number) in plies.into_iter().filter_map(|(name, number)| Some((name, number?))) {
            write!(f, "+{name}({number})")?;
        }
        let margins =
            [("futility", self.futility), ("static-null", self.static_null), ("razoring", self.razoring)];
        for (name, margin) in margins.into_iter().filter_map(|(name, margin)| Some((name, margin?))) {
            write!(f, "+{name}({margin})")?;
        }
        if self.iir { f.write_str("+iir") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_iterative_reductions_alone_act_in_any_window() {
        let iir = Selectivity { iir: true, ..Selectivity::NONE };
        assert!(iir.is_any() && !iir.needs_null_windows());
        assert!(Selectivity { null: Some(1), ..iir }.needs_null_windows());
        assert!(!Selectivity::NONE.is_any() && !Selectivity::NONE.needs_null_windows());
    }
}
