//! Selective search options: which parts of its tree a search may skip, or search less deep.

/// Selective search options: what a search skips, reduces or cuts off by a guess. Margins are in the unit
/// of the game's scores, reductions in plies. The default is none of them.
///
/// All but internal iterative reduction act in null windows only. Late move reductions act at moves that
/// are searched with a null window, also at the root; the others act in nodes that have a null window,
/// which the root never has. [`Rules`](crate::oracle::Rules) describes what each may do to a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Selectivity {
    /// `null(R)`: from depth 2 on the side to move passes, but not twice in a row. The search after the
    /// pass is 1 + R plies less deep. If it reaches beta, the node is refuted (Beal, *Experiments with
    /// the Null Move*, 1989; Donninger, *Null Move and Deep Search*, 1993).
    pub null: Option<u8>,
    /// `lmr(R)`: from depth 2 on the third move and later moves are searched R plies less deep if their
    /// window is null, and again to the full depth unless the reduced search fails low (Romstad, *An
    /// Introduction to Late Move Reductions*).
    pub lmr: Option<u8>,
    /// `futility(M)`: at depth 1 a quiet move after the first is skipped if evaluation plus M does not
    /// exceed alpha (Schaeffer 1986; Heinz, *Extended Futility Pruning*, 1998).
    pub futility: Option<u32>,
    /// `static-null(M)`: a node returns its evaluation minus M per ply of depth, if that reaches
    /// beta (chessprogramming.org, *Reverse Futility Pruning*).
    pub static_null: Option<u32>,
    /// `razoring(M)`: a node at depth 1 returns its evaluation if evaluation plus M does not exceed
    /// alpha (Birmingham & Kent 1977).
    pub razoring: Option<u32>,
    /// `move-count(N)`: quiet moves after the first N are skipped (chessprogramming.org, *Futility
    /// Pruning*, section *Move Count Based Pruning*).
    pub move_count: Option<u8>,
    /// `iir`: from depth 2 on a node without a hash move is searched one ply less deep
    /// (chessprogramming.org, *Internal Iterative Reductions*).
    pub iir: bool,
}

impl Selectivity {
    /// No selective option.
    pub const NONE: Self = Self {
        null: None,
        lmr: None,
        futility: None,
        static_null: None,
        razoring: None,
        move_count: None,
        iir: false,
    };

    /// Whether any of them is set.
    pub fn is_any(&self) -> bool {
        *self != Self::NONE
    }

    /// Whether any of them is set that acts in null windows only.
    pub fn needs_null_windows(&self) -> bool {
        Self { iir: false, ..*self }.is_any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_internal_iterative_reduction_acts_without_null_windows() {
        let iir = Selectivity { iir: true, ..Selectivity::NONE };
        assert!(iir.is_any() && !iir.needs_null_windows());
        assert!(Selectivity { null: Some(1), ..iir }.needs_null_windows());
        assert!(!Selectivity::NONE.is_any() && !Selectivity::NONE.needs_null_windows());
    }
}
