//! What an oracle has to know of a search: plain numbers, and nothing of how it is written.

use crate::oracle::Horizon;

/// Which entries of a transposition table a search may use in place of a search of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Drafts {
    /// There is no table.
    #[default]
    NoTable,
    /// Those that were searched exactly as deep as is wanted.
    Equal,
    /// Those that were searched as deep or deeper.
    Deeper,
}

/// What a search may do that changes what it may validly say.
///
/// The default is the strictest: one fixed tree, whose value is minimax. Each declaration
/// allows more, so declare what the search does and nothing else: what is allowed without
/// need is a blind spot.
///
/// ```
/// use pvcheck::oracle::{Drafts, Rules};
///
/// let rules = Rules::FIXED_TREE.table(Drafts::Deeper).iterating();
/// assert!(!rules.is_fixed());
/// assert!(Rules::FIXED_TREE.table(Drafts::Equal).is_fixed(), "what is met again is worth the same");
/// ```
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, and all combine")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rules {
    /// Which entries of a table count.
    pub drafts: Drafts,
    /// Whether leaves probe the table too.
    pub leaves: bool,
    /// Whether the root was searched to every smaller depth before.
    pub iterates: bool,
    /// Whether the table holds what earlier searches of other roots or depths left there.
    pub keeps: bool,
    /// Whether a position that stands on the path already is scored as a draw, 0.
    pub repetition: bool,
    /// Where the depth runs out, and what is searched behind that.
    pub horizon: Horizon,
    /// Where forcing moves are extended, as many plies as a line may have above the horizon at most; it
    /// may have twice the depth at most too.
    pub extends: Option<usize>,
    /// Whether an exact score may be joined from bounds of two null-window searches.
    pub joins: bool,
    /// How many moves may be tried before all others, whatever the game's order.
    pub reorders: u8,
    /// Where a node with a null window may be refuted by passing, from depth 2 on: the plies that
    /// this costs beside the pass itself.
    pub null: Option<u8>,
    /// Where a move after the first two may be refuted by a search that is less deep, from depth 2
    /// on: by how many plies.
    pub lmr: Option<u8>,
    /// Where a quiet move after the first may count as no better than the evaluation and this much,
    /// at depth 1.
    pub futility: Option<u32>,
    /// Where a node may count as no worse than its evaluation less this much for each ply of depth.
    pub static_null: Option<u32>,
    /// Where a node at depth 1 may count as no better than its evaluation; the margin.
    pub razoring: Option<u32>,
    /// Where quiet moves after the first so many may be left out.
    pub move_count: Option<u8>,
    /// Whether a node below the root may be searched a ply less deep, from depth 2 on.
    pub iir: bool,
}

impl Rules {
    /// Nothing that looks at a window, a table or the clock.
    pub const FIXED_TREE: Self = Self {
        drafts: Drafts::NoTable,
        leaves: false,
        iterates: false,
        keeps: false,
        repetition: false,
        horizon: Horizon::NO_QUIESCENCE,
        extends: None,
        joins: false,
        reorders: 0,
        null: None,
        lmr: None,
        futility: None,
        static_null: None,
        razoring: None,
        move_count: None,
        iir: false,
    };

    /// With a table of which these entries count.
    #[must_use]
    pub const fn table(self, drafts: Drafts) -> Self {
        Self { drafts, ..self }
    }

    /// Leaves probe the table too.
    #[must_use]
    pub const fn probing_leaves(self) -> Self {
        Self { leaves: true, ..self }
    }

    /// Every smaller depth was searched before, on the same table.
    #[must_use]
    pub const fn iterating(self) -> Self {
        Self { iterates: true, ..self }
    }

    /// The table holds what earlier searches left there.
    #[must_use]
    pub const fn keeping(self) -> Self {
        Self { keeps: true, ..self }
    }

    /// A position that stands on the path already is a draw.
    #[must_use]
    pub const fn drawing_repetitions(self) -> Self {
        Self { repetition: true, ..self }
    }

    /// Exact scores may be joined from two bounds.
    #[must_use]
    pub const fn joining(self) -> Self {
        Self { joins: true, ..self }
    }

    /// So many moves may be tried before all others, whatever the game's order.
    #[must_use]
    pub const fn reordering(self, moves: u8) -> Self {
        Self { reorders: moves, ..self }
    }

    /// Behind the depth noisy moves are searched, so many in a row at most; whether they are `hidden`
    /// from the line.
    #[must_use]
    pub const fn quiescing(self, plies: usize, hidden: bool) -> Self {
        Self { horizon: Horizon { plies, hides: hidden }, ..self }
    }

    /// A forcing move costs no depth, as long as no line gets longer than twice the depth or than this.
    #[must_use]
    pub const fn extending(self, longest: usize) -> Self {
        Self { extends: Some(longest), ..self }
    }

    /// Whether anything is left out or searched less deep than the depth says.
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

    /// Whether the search walks one fixed tree, or one whose value it cannot miss: every
    /// valid score is then minimax.
    pub const fn is_fixed(&self) -> bool {
        match self.drafts {
            _ if self.is_selective() => false,
            Drafts::NoTable => true,
            // What a position is worth at one depth may depend on the way to it.
            Drafts::Equal => !self.repetition && self.extends.is_none(),
            Drafts::Deeper => false,
        }
    }

    /// What decides which values are witnessed, and nothing else.
    pub(super) const fn of_values(self) -> Self {
        // The order decides which moves are late.
        let reorders = if self.is_selective() { self.reorders } else { 0 };
        Self { joins: false, reorders, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Rules = Rules::FIXED_TREE;

    #[test]
    fn each_word_says_one_thing_and_takes_nothing_back() {
        let words: [(Rules, Rules); 8] = [
            (PLAIN.table(Drafts::Deeper), Rules { drafts: Drafts::Deeper, ..PLAIN }),
            (PLAIN.probing_leaves(), Rules { leaves: true, ..PLAIN }),
            (PLAIN.iterating(), Rules { iterates: true, ..PLAIN }),
            (PLAIN.keeping(), Rules { keeps: true, ..PLAIN }),
            (PLAIN.drawing_repetitions(), Rules { repetition: true, ..PLAIN }),
            (PLAIN.joining(), Rules { joins: true, ..PLAIN }),
            (PLAIN.reordering(3), Rules { reorders: 3, ..PLAIN }),
            (PLAIN.extending(7), Rules { extends: Some(7), ..PLAIN }),
        ];
        for (said, meant) in words {
            assert_eq!(said, meant);
            assert_ne!(said, PLAIN);
        }
        let all = PLAIN.table(Drafts::Deeper).probing_leaves().iterating().keeping();
        let all = all.drawing_repetitions().joining().reordering(3).quiescing(4, true).extending(7);
        let horizon = Horizon { plies: 4, hides: true };
        let meant = Rules {
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
        assert_eq!(all, meant);
    }

    #[test]
    fn a_tree_is_fixed_while_no_entry_is_of_another_depth_or_way_and_nothing_is_guessed() {
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
            // The order decides which moves are late, and joined scores are no values.
            assert_eq!(selective.joining().reordering(2).of_values(), selective.reordering(2));
        }
        assert_eq!(deeper.joining().reordering(2).of_values(), deeper);
    }
}
