//! What an oracle has to know of a search: plain numbers, and nothing of how it is written.

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

/// What a search may do that changes what it may honestly say.
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
    /// Whether the root was searched to every smaller depth before, on the same table.
    pub iterates: bool,
    /// Whether the table holds what earlier searches of other roots or depths left there.
    pub keeps: bool,
    /// Whether a position that stands on the path already is scored as a draw, 0.
    pub repetition: bool,
    /// Whether an exact score may be joined from bounds of two null-window searches.
    pub joins: bool,
    /// Whether moves are tried in another order than the game's.
    pub reorders: bool,
}

impl Rules {
    /// Nothing that looks at a window, a table or the clock.
    pub const FIXED_TREE: Self = Self {
        drafts: Drafts::NoTable,
        leaves: false,
        iterates: false,
        keeps: false,
        repetition: false,
        joins: false,
        reorders: false,
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

    /// Moves are tried in another order than the game's.
    #[must_use]
    pub const fn reordering(self) -> Self {
        Self { reorders: true, ..self }
    }

    /// Whether the search walks one fixed tree, or one whose value it cannot miss: every
    /// honest score is then minimax.
    pub const fn is_fixed(&self) -> bool {
        match self.drafts {
            Drafts::NoTable => true,
            Drafts::Equal => !self.repetition,
            Drafts::Deeper => false,
        }
    }

    /// What decides which values are witnessed, and nothing else.
    pub(super) const fn of_values(self) -> Self {
        Self { joins: false, reorders: false, ..self }
    }
}
