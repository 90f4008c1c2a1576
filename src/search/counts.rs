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
    /// How often a shortcut did something: a search of the root ended outside its window, a
    /// table entry ended a node, a repetition was a draw, or another move came first.
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
