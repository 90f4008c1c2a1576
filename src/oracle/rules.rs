//! The rules of a search, as far as an oracle needs them: plain data, independent of the search code.

use crate::oracle::Horizon;

/// The entries of a transposition table that a search may use for a cutoff, by draft.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Drafts {
    /// The search has no table.
    #[default]
    NoTable,
    /// Entries whose draft equals the remaining depth.
    Equal,
    /// Entries whose draft is at least the remaining depth.
    Deeper,
}

/// The features of a search that determine its valid scores and lines.
///
/// The default is the strictest set of rules: one fixed tree, whose value is minimax. Each
/// declared feature makes more scores valid. So declare exactly the features that the search has:
/// an unneeded one causes false negatives.
///
/// ```
/// use pvcheck::oracle::{Drafts, Rules};
///
/// let rules = Rules::FIXED_TREE.table(Drafts::Deeper).iterating();
/// assert!(!rules.is_fixed());
/// assert!(Rules::FIXED_TREE.table(Drafts::Equal).is_fixed(), "one value per position and depth");
/// ```
#[expect(clippy::struct_excessive_bools, reason = "the switches are independent: all combinations are valid")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rules {
    /// The table entries that may cause cutoffs.
    pub drafts: Drafts,
    /// Whether leaves probe the table too.
    pub leaves: bool,
    /// Whether the search deepens iteratively: all smaller depths were searched with the same table before.
    pub iterates: bool,
    /// Whether the table still contains the entries of preceding searches, of other roots or depths.
    pub keeps: bool,
    /// Whether a position that is already on the path is scored as a draw, 0.
    pub repetition: bool,
    /// Where the depth runs out, and how far quiescence goes below it.
    pub horizon: Horizon,
    /// If forcing moves are extended: the maximum length of a line in plies, without quiescence. The
    /// length is limited to twice the depth too.
    pub extends: Option<usize>,
    /// Whether an exact score may be joined from the bounds of two null-window searches.
    pub joins: bool,
    /// Whether an exact score may be joined from a bound of the table and a bound that the search found,
    /// because the window of a node is narrowed to the bound of its entry. The witnessed values never contain
    /// such a score.
    pub narrows: bool,
    /// The number of moves that may be searched before all others, in any order.
    pub reorders: u8,
    /// Null move: its reduction in plies, in addition to the ply of the null move itself. Applies to
    /// nodes with a null window, from depth 2 on.
    pub null: Option<u8>,
    /// Late move reductions: the reduction in plies. Applies to moves after the first two, from depth 2
    /// on.
    pub lmr: Option<u8>,
    /// Futility pruning: the margin added to the evaluation of the node. Applies to quiet moves after the
    /// first, at depth 1.
    pub futility: Option<u32>,
    /// Static null move: the margin subtracted from the evaluation of the node, per ply of depth.
    pub static_null: Option<u32>,
    /// Razoring: the margin. At depth 1 a node may return its evaluation as an upper bound.
    pub razoring: Option<u32>,
    /// Move count pruning: the number of moves after which quiet moves may be skipped.
    pub move_count: Option<u8>,
    /// Internal iterative reduction: whether a node below the root may be searched one ply less deep, from
    /// depth 2 on.
    pub iir: bool,
}

impl Rules {
    /// The rules of a search in which the window, the table and the clock do not influence the tree.
    pub const FIXED_TREE: Self = Self {
        drafts: Drafts::NoTable,
        leaves: false,
        iterates: false,
        keeps: false,
        repetition: false,
        horizon: Horizon::NO_QUIESCENCE,
        extends: None,
        joins: false,
        narrows: false,
        reorders: 0,
        null: None,
        lmr: None,
        futility: None,
        static_null: None,
        razoring: None,
        move_count: None,
        iir: false,
    };

    /// These rules with a table, of which these entries may cause cutoffs.
    #[must_use]
    pub const fn table(self, drafts: Drafts) -> Self {
        Self { drafts, ..self }
    }

    /// These rules with leaves that probe the table.
    #[must_use]
    pub const fn probing_leaves(self) -> Self {
        Self { leaves: true, ..self }
    }

    /// These rules with iterative deepening: all smaller depths were searched with the same table before.
    #[must_use]
    pub const fn iterating(self) -> Self {
        Self { iterates: true, ..self }
    }

    /// These rules with a table that still contains the entries of preceding searches.
    #[must_use]
    pub const fn keeping(self) -> Self {
        Self { keeps: true, ..self }
    }

    /// These rules with draws by repetition: a position that is already on the path is a draw.
    #[must_use]
    pub const fn drawing_repetitions(self) -> Self {
        Self { repetition: true, ..self }
    }

    /// These rules with exact scores that may be joined from two bounds.
    #[must_use]
    pub const fn joining(self) -> Self {
        Self { joins: true, ..self }
    }

    /// These rules with windows that are narrowed to the bounds of table entries.
    #[must_use]
    pub const fn narrowing(self) -> Self {
        Self { narrows: true, ..self }
    }

    /// These rules with `moves` moves that may be searched before all others, in any order.
    #[must_use]
    pub const fn reordering(self, moves: u8) -> Self {
        Self { reorders: moves, ..self }
    }

    /// These rules with quiescence of at most `plies` plies; `hidden`: whether the line omits its moves.
    #[must_use]
    pub const fn quiescing(self, plies: usize, hidden: bool) -> Self {
        Self { horizon: Horizon { plies, hides: hidden }, ..self }
    }

    /// These rules with extensions: a forcing move costs no depth while lines stay within twice the depth and
    /// within `longest` plies, both without quiescence.
    #[must_use]
    pub const fn extending(self, longest: usize) -> Self {
        Self { extends: Some(longest), ..self }
    }

    /// Whether the search prunes or reduces anything that alpha-beta would search to the full depth.
    pub const fn is_selective(&self) -> bool {
        let Self { null, lmr, futility, static_null, razoring, move_count, iir, .. } = self;
        null.is_some()
            || lmr.is_some()
            || futility.is_some()
            || static_null.is_some()
            || razoring.is_some()
            || move_count.is_some()
            || *iir
    }

    /// Whether minimax is the only valid value: the search walks one fixed tree, or its table entries
    /// always have the value of that tree.
    pub const fn is_fixed(&self) -> bool {
        match self.drafts {
            _ if self.is_selective() => false,
            Drafts::NoTable => true,
            // The value of a position at one depth may depend on the path to it.
            Drafts::Equal => !self.repetition && self.extends.is_none(),
            Drafts::Deeper => false,
        }
    }

    /// These rules without those that do not influence the witnessed values.
    pub(super) const fn of_values(self) -> Self {
        // The order of the moves decides which moves are late.
        let reorders = if self.is_selective() { self.reorders } else { 0 };
        Self { joins: false, narrows: false, reorders, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Rules = Rules::FIXED_TREE;

    #[test]
    fn each_builder_method_sets_its_own_fields_only() {
        let built: [(Rules, Rules); 9] = [
            (PLAIN.table(Drafts::Deeper), Rules { drafts: Drafts::Deeper, ..PLAIN }),
            (PLAIN.probing_leaves(), Rules { leaves: true, ..PLAIN }),
            (PLAIN.iterating(), Rules { iterates: true, ..PLAIN }),
            (PLAIN.keeping(), Rules { keeps: true, ..PLAIN }),
            (PLAIN.drawing_repetitions(), Rules { repetition: true, ..PLAIN }),
            (PLAIN.joining(), Rules { joins: true, ..PLAIN }),
            (PLAIN.narrowing(), Rules { narrows: true, ..PLAIN }),
            (PLAIN.reordering(3), Rules { reorders: 3, ..PLAIN }),
            (PLAIN.extending(7), Rules { extends: Some(7), ..PLAIN }),
        ];
        for (rules, expected) in built {
            assert_eq!(rules, expected);
            assert_ne!(rules, PLAIN);
        }
        let all = PLAIN.table(Drafts::Deeper).probing_leaves().iterating().keeping();
        let all = all.drawing_repetitions().joining().reordering(3).quiescing(4, true).extending(7);
        let horizon = Horizon { plies: 4, hides: true };
        let expected = Rules {
            drafts: Drafts::Deeper,
            leaves: true,
            iterates: true,
            keeps: true,
            repetition: true,
            joins: true,
            reorders: 3,
            horizon,
            extends: Some(7),
            ..PLAIN
        };
        assert_eq!(all, expected);
    }

    #[test]
    fn a_tree_is_fixed_without_deeper_drafts_path_dependent_entries_and_selectivity() {
        let equal = PLAIN.table(Drafts::Equal);
        for fixed in
            [PLAIN, PLAIN.drawing_repetitions(), PLAIN.extending(4), equal, equal.quiescing(2, false)]
        {
            assert!(fixed.is_fixed() && !fixed.is_selective(), "{fixed:?}");
        }
        let deeper = PLAIN.table(Drafts::Deeper);
        for mixed in [deeper, equal.drawing_repetitions(), equal.extending(4)] {
            assert!(!mixed.is_fixed() && !mixed.is_selective(), "{mixed:?}");
        }
        for selective in [
            Rules { null: Some(0), ..PLAIN },
            Rules { lmr: Some(1), ..PLAIN },
            Rules { futility: Some(0), ..PLAIN },
            Rules { static_null: Some(0), ..PLAIN },
            Rules { razoring: Some(0), ..PLAIN },
            Rules { move_count: Some(1), ..PLAIN },
            Rules { iir: true, ..PLAIN },
        ] {
            assert!(selective.is_selective() && !selective.is_fixed(), "{selective:?}");
            // The order of the moves decides which moves are late; joined scores are not witnessed values.
            assert_eq!(selective.joining().reordering(2).of_values(), selective.reordering(2));
        }
        assert_eq!(deeper.joining().reordering(2).of_values(), deeper);
    }
}
