//! The profile of an algorithm: what the contract, the cost model, campaigns and tests know of it.

use super::{alpha_beta_hard, minimax};

/// The facts about an algorithm, from its published code. The [contract](crate::contract) derives from them
/// what score and line must be. For your own search, use one of the constants, or one with some fields
/// changed.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, all of which combine")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Profile {
    /// In which nodes a window limits the search.
    pub windows: Windows,
    /// How it searches the moves after the first one.
    pub later_moves: LaterMoves,
    /// Where it searches a move a second time.
    pub re_searches: ReSearches,
    /// Whether it omits the second search where the depth implies that the child is a leaf, and uses the
    /// score of the null window instead. The child is not a leaf if its move is extended, and its score may
    /// be only a bound if it comes from a table entry.
    pub omits_re_search_above_leaves: bool,
    /// Which score it uses if the second search does not confirm the null-window score.
    pub unconfirmed: Unconfirmed,
    /// Whether an exact score may combine two bounds that null-window searches found in different trees. This
    /// happens if it starts the second search at the null-window score, keeps the larger of both scores, or
    /// uses a null-window score as the value.
    pub joins_bounds: bool,
    /// Whether it evaluates no leaf that alpha-beta prunes (Reinefeld 1989), as long as no search option
    /// changes the order of moves or the windows.
    pub is_within_alpha_beta: bool,
    /// Whether it may end inside the root window with the best move and only a bound for its value, because
    /// it did not search that move exactly.
    pub may_end_with_bound: bool,
    /// Whether its scores, and the moves that it chooses by them, are wrong even without search options.
    pub returns_wrong_scores: bool,
}

/// The nodes in which a window limits the search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Windows {
    /// None: every node is a PV-node.
    None,
    /// Only those that are searched with a null window (the tests of Scout).
    Tests,
    /// All nodes below the root; the window with which the root is called is ignored.
    BelowRoot,
    /// All nodes; the root has the window with which it is called.
    Everywhere,
}

/// How an algorithm searches the moves after the first one: decides which parts of a line are overwritten.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LaterMoves {
    /// With an open window: the search of a refuted move also writes its line.
    Open,
    /// With a null window, then with a window that contains the null-window score.
    NullThenOpen,
    /// With a null window, then with `(score, beta)`.
    NullThenFromScore,
    /// With a null window, and in the last two plies without a second search.
    NullOnly,
    /// With a null window, like the first move: no move ever raises alpha.
    NeverOpen,
}

/// Where an algorithm searches a move a second time. This decides how much a search may cost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReSearches {
    /// Nowhere.
    Nowhere,
    /// In nodes with an open window: at each ply of a line, moves may be searched twice.
    OpenWindows,
    /// In nodes with a null window too, where it gains nothing: each ply may double the cost.
    AllWindows,
    /// At the root, repeatedly until two bounds meet. This makes sense only with a table.
    Root,
}

/// Which score counts if a null-window search finds that a move is better and the second search finds that it
/// is not. This never happens where each position has one value, but it does where positions have several.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unconfirmed {
    /// The score of the second search counts, so a move that it does not confirm does not raise alpha.
    Rejected,
    /// The larger of both scores counts: it may combine two bounds.
    LargerScore,
    /// The move becomes the best one, with the score of the second search even if that is worse than the best
    /// so far; or the null-window score itself is used as the value.
    Accepted,
}

impl Profile {
    /// The profile of minimax: no window, and every leaf may be evaluated.
    pub const MINIMAX: Self = minimax::PROFILE;

    /// The profile of alpha-beta.
    pub const ALPHA_BETA: Self = alpha_beta_hard::PROFILE;

    /// The profile of PVS with the re-search `(alpha, beta)` in nodes with an open window.
    pub const PVS: Self = Self {
        later_moves: LaterMoves::NullThenOpen,
        re_searches: ReSearches::OpenWindows,
        ..Self::ALPHA_BETA
    };

    /// Whether it uses the window with which the root is called; other algorithms ignore that window.
    pub const fn has_root_window(&self) -> bool {
        matches!(self.windows, Windows::Everywhere)
    }

    /// Whether it searches the root repeatedly, which makes sense only with a table.
    pub const fn needs_table(&self) -> bool {
        matches!(self.re_searches, ReSearches::Root)
    }
}
