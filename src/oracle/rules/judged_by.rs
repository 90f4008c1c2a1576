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
    /// The line alone, of which each move must be legal; under [`Rules::LINES_ONLY`] it must also be whole, and its last
    /// position must have the value of the score. Nothing else is said about the score.
    LineAlone,
}

impl Rules {
    /// The judge of a result of a search by these rules; the table of `docs/findings.md` has the same lines. `by_trace`: whether the
    /// trace can decide. For a node it can if the search reported all nodes on which the result depends, for a score only if
    /// it also proves that score.
    pub const fn judged_by(&self, by_trace: bool) -> JudgedBy {
        match by_trace {
            _ if self.lines_only => JudgedBy::LineAlone,
            _ if self.is_fixed() => JudgedBy::Minimax,
            true => JudgedBy::Trace,
            false if self.has_sets() => JudgedBy::Sets,
            false => JudgedBy::LineAlone,
        }
    }
}
