//! The profile of an algorithm, with the facts that the contract, the cost model, campaigns and tests use.

use super::{alpha_beta_hard, minimax};

/// The facts about an algorithm, from its published code. The [contract](crate::contract) derives from them
/// what score and line must be. For your own search, use one of the constants, or one with some fields
/// changed.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, all of which combine")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Profile {
    /// The nodes in which a window limits the search.
    pub windows: Windows,
    /// The way in which the algorithm searches the moves after the first one.
    pub later_moves: LaterMoves,
    /// The nodes in which the algorithm searches a move a second time.
    pub re_searches: ReSearches,
    /// Whether the algorithm omits the second search where the depth implies that the child is a leaf, and uses the
    /// null-window score. The child is not a leaf if its move is extended, and its score may be only a bound if it
    /// comes from a table entry.
    pub omits_re_search_above_leaves: bool,
    /// The score that counts if the second search does not confirm the null-window score.
    pub unconfirmed: Unconfirmed,
    /// Whether an exact score may combine two bounds that null-window searches found in different trees. This happens
    /// if the algorithm starts the second search at the null-window score, keeps the larger of both scores, or uses a
    /// null-window score as the value.
    pub joins_bounds: bool,
    /// Whether the algorithm evaluates no leaf that alpha-beta prunes (Reinefeld 1989), as long as no search option
    /// changes the order of moves or the windows.
    pub is_within_alpha_beta: bool,
    /// Whether the algorithm may end inside the root window with the best move and only a bound for its value, because
    /// it did not search that move exactly.
    pub may_end_with_bound: bool,
    /// Whether the scores of the algorithm, and the moves that it chooses by them, are wrong even without search options.
    pub returns_wrong_scores: bool,
}

/// The nodes in which a window limits the search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Windows {
    /// No window limits any node, so that every node is a PV-node.
    None,
    /// A window limits only nodes that are searched with a null window (the tests of Scout).
    Tests,
    /// A window limits all nodes below the root; the window with which the root is called is ignored.
    BelowRoot,
    /// A window limits all nodes; the root has the window with which it is called.
    Everywhere,
}

/// The way in which an algorithm searches the moves after the first one, which decides the parts of a line that are overwritten.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LaterMoves {
    /// Later moves are searched with an open window, so the search of a refuted move also writes its line.
    Open,
    /// Later moves are searched with a null window, then with a window that contains the null-window score.
    NullThenOpen,
    /// Later moves are searched with a null window, then with `(score, beta)`.
    NullThenFromScore,
    /// Later moves are searched with a null window, and in the last two plies without a second search.
    NullOnly,
    /// All moves are searched with a null window, so no move ever raises alpha.
    NeverOpen,
}

/// The nodes in which an algorithm searches a move a second time, which decide how much a search may cost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReSearches {
    /// No move is searched a second time.
    Nowhere,
    /// Moves are searched again in nodes with an open window, so up to twice at each ply of a line.
    OpenWindows,
    /// Moves are searched again in nodes with a null window too, without gain, and each ply may double the cost.
    AllWindows,
    /// The root is searched again until two bounds meet, which makes sense only with a table.
    Root,
}

/// The score that counts if a null-window search finds that a move is better and the second search does not. This
/// happens only where positions have several values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unconfirmed {
    /// The score of the second search counts, so a move without confirmation does not raise alpha.
    Rejected,
    /// The larger of both scores counts, and may combine two bounds.
    LargerScore,
    /// The move becomes the best one. Its score is that of the second search, even if it is worse than the best so far,
    /// or else the null-window score.
    Accepted,
}

impl Profile {
    /// The profile of minimax, which has no window and may evaluate every leaf.
    pub const MINIMAX: Self = minimax::PROFILE;

    /// The profile of alpha-beta.
    pub const ALPHA_BETA: Self = alpha_beta_hard::PROFILE;

    /// The profile of PVS with the re-search `(alpha, beta)` in nodes with an open window.
    pub const PVS: Self = Self {
        later_moves: LaterMoves::NullThenOpen,
        re_searches: ReSearches::OpenWindows,
        ..Self::ALPHA_BETA
    };

    /// Whether the algorithm uses the window with which the root is called, instead of ignoring it.
    pub const fn has_root_window(&self) -> bool {
        matches!(self.windows, Windows::Everywhere)
    }

    /// Whether the algorithm searches the root repeatedly, which makes sense only with a table.
    pub const fn needs_table(&self) -> bool {
        matches!(self.re_searches, ReSearches::Root)
    }
}
