//! What a search did, in numbers.

use std::ops::AddAssign;

/// What a search did, in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Entries into the search, the root's included.
    pub nodes: u64,
    /// Evaluations of leaves, revisits too.
    pub leaf_evaluations: u64,
    /// Second searches of a move by the algorithm.
    pub re_searches: u64,
    /// Re-searches whose score did not exceed the alpha of their node.
    pub unconfirmed: u64,
    /// Searches of the root that ended outside their window.
    pub failed: u64,
    /// Nodes whose search a table entry ended.
    pub table_cutoffs: u64,
    /// Nodes that were draws by repetition.
    pub repetitions: u64,
    /// Nodes at which another move was tried first than the game has first.
    pub reordered: u64,
}

impl Counts {
    /// Nothing was done.
    pub const NONE: Self = Self {
        nodes: 0,
        leaf_evaluations: 0,
        re_searches: 0,
        unconfirmed: 0,
        failed: 0,
        table_cutoffs: 0,
        repetitions: 0,
        reordered: 0,
    };

    /// How often each shortcut did something, by its name: a search of the root ended outside
    /// its window, a table entry ended a node, a repetition was a draw, another move came first.
    pub const fn acts(&self) -> [(&'static str, u64); 4] {
        [
            ("aspiration", self.failed),
            ("tt", self.table_cutoffs),
            ("repetition", self.repetitions),
            ("order", self.reordered),
        ]
    }

    /// How often any of them did.
    pub const fn acted(&self) -> u64 {
        self.failed + self.table_cutoffs + self.repetitions + self.reordered
    }
}

impl AddAssign for Counts {
    #[inline]
    fn add_assign(&mut self, more: Self) {
        self.nodes += more.nodes;
        self.leaf_evaluations += more.leaf_evaluations;
        self.re_searches += more.re_searches;
        self.unconfirmed += more.unconfirmed;
        self.failed += more.failed;
        self.table_cutoffs += more.table_cutoffs;
        self.repetitions += more.repetitions;
        self.reordered += more.reordered;
    }
}
