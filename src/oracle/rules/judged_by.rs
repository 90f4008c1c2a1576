//! Which judge decides whether a result is right.

use super::Rules;

/// A judge of results: of nodes, of the score, of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JudgedBy {
    /// Plain minimax of the one tree that the search walks: a position has one value.
    Minimax,
    /// The trace of this very run: a result follows from what the run returned before.
    Trace,
    /// The sets of witnessed values: what some correct search may return.
    Sets,
    /// Nobody: of a line it is known whether its moves are legal, and no more.
    Nobody,
}

impl Rules {
    /// The judge of a result of a search by these rules; the table of `docs/checked.md` has the same lines. `is_traced`: whether
    /// the search reported all nodes on which the result depends.
    pub const fn judged_by(&self, is_traced: bool) -> JudgedBy {
        match is_traced {
            _ if self.lines_only => JudgedBy::Nobody,
            _ if self.is_fixed() => JudgedBy::Minimax,
            true => JudgedBy::Trace,
            false if self.has_sets() => JudgedBy::Sets,
            false => JudgedBy::Nobody,
        }
    }
}
