//! What a search tells about its nodes, where an observer cannot compute it.

use crate::position::Move;
use crate::score::{Bound, Score, Window};

/// An event at a node that was entered and has not returned. Scores and windows are those of the node: mates are counted from
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// The search of this move begins; [`Move::NULL`] is a pass. The number is the plies that remain after the move at its full
    /// depth: a search with fewer plies is reduced. A move may be searched several times. If the search stops, it may end without a node.
    Move(Move, usize),
    /// This move is left out.
    Skipped(Move, SkipReason),
    /// The node is searched with so many plies to go, fewer than its caller requested.
    Reduced(usize),
    /// This entry of the table narrows the window to this one.
    Narrowed(Entry, Window),
    /// Alpha begins at this value, which a draw near the node or the distance of mates guarantees.
    Alpha(Score),
    /// The node is searched without this move.
    Without(Move),
    /// The next search of this move is a test to a smaller depth, which shows only whether the move reaches beta.
    Probe(Move),
    /// This move raised alpha, and the line was recorded.
    Raised(Move),
    /// This move is the best one so far, of which only a bound is known.
    BestByBound(Move),
    /// This move refuted the node.
    Refuted(Move),
    /// The node returns next, at this line of the search's source.
    Line(u32),
    /// The node returns next, for this reason.
    Leaves(Why),
    /// The node has returned, and this entry is written for it next.
    Stores(Entry),
}

/// The reason why a node returns its score.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Why {
    /// The moves or standing pat decide, the depth has run out, or the game is over.
    #[default]
    Moves,
    /// The position is a draw on its path.
    Draw,
    /// This entry of the table has the score.
    Table(Entry),
    /// This evaluation is far above beta (static null move) or far below alpha (razoring).
    Static(Score),
    /// A search after a pass reached beta (null move).
    Pass,
    /// The tests of so many moves reached beta (`ProbCut` 1, multi-cut more).
    Cut(u8),
    /// A search of the same position inside the node shows it.
    SameNode,
    /// This entry of the position after this move refutes the node (enhanced transposition cutoff).
    ChildEntry(Move, Entry),
}

/// The reason why a move is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SkipReason {
    /// Many moves came before it (move count pruning).
    Late,
    /// The evaluation and a margin do not exceed alpha (futility pruning).
    Futile,
    /// Another reason, such as a bad exchange or a bad history.
    Other,
}

/// An entry of the table, which is the result of searching a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The key of the position, or the bits of the key that the table compares.
    pub key: u64,
    /// The depth to which the position was searched.
    pub draft: usize,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The score, from the side to move.
    pub score: Score,
    /// The last move that raised alpha or refuted the position. After a fail-low, the move of an older entry of the
    /// position, or null.
    pub mv: Move,
}
