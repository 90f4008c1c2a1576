//! What a trial found: verdicts on scores and lines, and faults inside a search.

#[cfg(feature = "cli")]
mod json;

use std::fmt;

use crate::position::Move;
use crate::score::{Score, Window};

macro_rules! kinds {
    ($(#[$meta:meta])* $name:ident { $($(#[doc = $doc:literal])+ $variant:ident $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $($(#[doc = $doc])+ $variant,)*
        }

        impl $name {
            /// All of them, in the order in which they stand here.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name in cases and in JSON.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

kinds! {
    /// What was found about a score, from best to worst.
    ScoreVerdict {
        /// It is the minimax value.
        Exact "exact",
        /// A correct search may name it.
        Witnessed "witnessed",
        /// Two valid bounds meet in it.
        Joined "joined",
        /// A bound was declared, and it is true.
        Bound "bound",
        /// No correct search may name it.
        Unwitnessed "unwitnessed",
        /// A bound was declared, and it is false.
        FalseBound "false_bound",
    }
}

impl ScoreVerdict {
    /// Whether no guarantee allows it.
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::Unwitnessed | Self::FalseBound)
    }
}

kinds! {
    /// What was found about a line, without the place, from best to worst.
    LineKind {
        /// The leftmost optimal line, whole.
        Same "same",
        /// Another sound line, whole.
        Equivalent "equivalent",
        /// A sound line that stops before the depth and before the end of the game.
        Truncated "truncated",
        /// Rightly without a line.
        NoneDue "none_due",
        /// No line where one was owed.
        Missing "missing",
        /// A line shown where only a bound is known.
        Unproven "unproven",
        /// Goes on after a draw that the search scored as one.
        PastDraw "past_draw",
        /// Legal, but from some ply on its score is not witnessed.
        Unsound "unsound",
        /// A move that the position does not have, or after the end of the game.
        Illegal "illegal",
        /// Extraction did not end within the maximum length.
        Runaway "runaway",
    }
}

kinds! {
    /// Why a sound line stops before the depth and before the end of the game.
    Truncation {
        /// A table entry ended the search of the node.
        Cutoff "cutoff",
        /// The position is known by bounds alone.
        Bound "bound",
        /// The line would come back to a position that stands on it.
        Draw "draw",
        /// The entry is of another draft, or the score is from beyond the depth of the search.
        Depth "depth",
        /// The entry is exact and of another score, which the position has on another path.
        Score "score",
        /// What stood there has made room: the entry of the position, or the slot of the array.
        Overwritten "overwritten",
    }
}

/// What was found about a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LineVerdict {
    /// What it is.
    pub kind: LineKind,
    /// Where: for `unsound` the ply of the first position that does not carry the
    /// score, for `illegal` the ply of the position that lacks the move.
    pub ply: Option<usize>,
    /// For `truncated` why it stops there, where that is known.
    pub truncation: Option<Truncation>,
}

impl LineVerdict {
    /// The worse one of what was found of two lines; the first of equals.
    #[must_use]
    pub fn or_worse(self, other: Self) -> Self {
        if other.kind > self.kind { other } else { self }
    }
}

impl From<LineKind> for LineVerdict {
    fn from(kind: LineKind) -> Self {
        Self { kind, ply: None, truncation: None }
    }
}

impl fmt::Display for LineVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ply {
            Some(ply) => f.pad(&format!("{} at ply {ply}", self.kind)),
            None => f.pad(self.kind.name()),
        }
    }
}

/// Where a search ended, which decides what a bound is owed for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// Its score lies inside the root window.
    Inside,
    /// It lies outside.
    Outside,
    /// The search was stopped, and the score is of what it had come to.
    Stopped,
}

/// What one search with one store is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Verdict {
    /// On its score.
    pub score: ScoreVerdict,
    /// On its line.
    pub line: LineVerdict,
}

/// A breach inside a search, seen by its observer; always a fault, whatever was guaranteed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// A node was searched with `alpha >= beta`.
    EmptyWindow {
        /// Plies left at the node, those of quiescence too.
        depth: usize,
        /// Its window.
        window: Window,
    },
    /// A node's result breaks `min(value, beta) <= returned <= max(value, alpha)`.
    BoundLaw {
        /// Plies left at the node, those of quiescence too.
        depth: usize,
        /// Its window.
        window: Window,
        /// Its value.
        value: Score,
        /// What the search returned.
        returned: Score,
    },
    /// What a node returned is no valid claim, where several values are witnessed.
    Unwitnessed {
        /// Plies left at the node, those of quiescence too.
        depth: usize,
        /// Its window.
        window: Window,
        /// What the search returned.
        returned: Score,
    },
    /// A leaf was evaluated that alpha-beta prunes.
    PrunedLeaf {
        /// What the leaf is worth, from its side to move.
        value: Score,
    },
    /// One move both raised alpha and refuted its node: a line was recorded that
    /// the window does not contain.
    RaisedRefutation {
        /// Distance of the node from the root.
        ply: usize,
    },
    /// Two lines begin with the same move.
    SameMove {
        /// The move.
        mv: Move,
    },
    /// A line is worth more than one that is shown before it.
    OutOfOrder {
        /// Which line, from 0.
        rank: usize,
    },
    /// There are more lines or fewer than were asked for and the root has moves.
    LineCount {
        /// Lines that were shown.
        shown: usize,
        /// Lines that are owed.
        expected: usize,
    },
    /// A line is said to be the best without other moves than those that better lines begin with.
    Excluded {
        /// Which line, from 0.
        rank: usize,
    },
    /// More nodes were entered than the search may.
    OverLimit {
        /// Nodes that were entered.
        entered: u64,
        /// Nodes that it may enter.
        limit: u64,
    },
    /// What is shown is of an iteration that has not ended, and nobody has asked for that.
    Unfinished {
        /// The depth of that iteration.
        depth: usize,
    },
    /// An iteration is shown although a later one has ended.
    StaleIteration {
        /// The depth of that iteration.
        shown: usize,
        /// The depth of the last one that has ended.
        completed: usize,
    },
    /// The move that the search names as best is not worth its score, or there is
    /// none although the score says that there is.
    WrongMove {
        /// The move.
        mv: Option<Move>,
    },
}

impl Fault {
    /// The check that saw it.
    pub const fn kind(self) -> FaultKind {
        match self {
            Self::EmptyWindow { .. } => FaultKind::EmptyWindow,
            Self::BoundLaw { .. } => FaultKind::BoundLaw,
            Self::Unwitnessed { .. } => FaultKind::FalseClaim,
            Self::PrunedLeaf { .. } => FaultKind::PrunedLeaf,
            Self::RaisedRefutation { .. } => FaultKind::RaisedRefutation,
            Self::WrongMove { .. } => FaultKind::WrongMove,
            Self::SameMove { .. } => FaultKind::SameMove,
            Self::OutOfOrder { .. } => FaultKind::OutOfOrder,
            Self::LineCount { .. } => FaultKind::LineCount,
            Self::StaleIteration { .. } => FaultKind::StaleIteration,
            Self::Excluded { .. } => FaultKind::Excluded,
            Self::OverLimit { .. } => FaultKind::OverLimit,
            Self::Unfinished { .. } => FaultKind::Unfinished,
        }
    }
}

fn plies(count: usize) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyWindow { depth, window } => {
                write!(f, "a node with {} to go was searched with the empty window {window}", plies(*depth))
            }
            Self::BoundLaw { depth, window, value, returned } => write!(
                f,
                "a node with {} to go and the window {window} is worth {value}, and the search returned {returned}",
                plies(*depth)
            ),
            Self::Unwitnessed { depth, window, returned } => write!(
                f,
                "of a node with {} to go and the window {window} the search returned {returned}, which no correct search claims",
                plies(*depth)
            ),
            Self::PrunedLeaf { value } => {
                write!(f, "a leaf worth {value} was evaluated, which alpha-beta prunes")
            }
            Self::RaisedRefutation { ply } => {
                write!(f, "a node at ply {ply} recorded the line of the move that refuted it")
            }
            Self::WrongMove { mv: Some(mv) } => {
                write!(f, "the search gives move {mv} as best, which does not attain its score")
            }
            Self::WrongMove { mv: None } => write!(f, "the search gives no best move"),
            Self::SameMove { mv } => write!(f, "two lines begin with move {mv}"),
            Self::OutOfOrder { rank } => {
                write!(f, "line {} is worth more than the one before it", rank + 1)
            }
            Self::Excluded { rank } => {
                write!(f, "line {} is not the best without those before it", rank + 1)
            }
            Self::OverLimit { entered, limit } => {
                write!(f, "{entered} nodes were entered, at most {limit} may be")
            }
            Self::Unfinished { depth } => {
                write!(f, "what is shown is of the iteration of depth {depth}, which has not ended")
            }
            Self::StaleIteration { shown, completed } => {
                write!(f, "the iteration of depth {shown} is shown, and that of depth {completed} has ended")
            }
            Self::LineCount { shown, expected } => {
                write!(f, "{shown} lines are shown, and {expected} are owed")
            }
        }
    }
}

kinds! {
    /// The checks made on the search itself, at every node and in the end.
    FaultKind {
        /// No node is searched with an empty window.
        EmptyWindow "empty_window",
        /// `min(value, beta) <= returned <= max(value, alpha)`.
        BoundLaw "bound_law",
        /// What a node returns is a valid claim, where several values are witnessed.
        FalseClaim "false_claim",
        /// No leaf is evaluated that alpha-beta prunes.
        PrunedLeaf "pruned_leaf",
        /// No move both raises alpha and refutes its node.
        RaisedRefutation "raised_refutation",
        /// The best move bears the score.
        WrongMove "wrong_move",
        /// No two lines begin with the same move.
        SameMove "same_move",
        /// No line is worth more than one before it.
        OutOfOrder "out_of_order",
        /// There are as many lines as are asked for, or as the root has moves.
        LineCount "line_count",
        /// What a stopped search shows is of the last iteration that has ended, or of the one under way.
        StaleIteration "stale_iteration",
        /// A line is the best without the moves that better lines begin with, and without no others.
        Excluded "excluded",
        /// A search enters no more nodes than it may.
        OverLimit "over_limit",
        /// What is shown is of an iteration that has ended, unless the best move so far is asked for.
        Unfinished "unfinished",
    }
}

/// A kind of finding: what a counterexample shows, a case expects and a shrinker keeps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Finding {
    /// About the line.
    Line(LineKind),
    /// About the score.
    Score(ScoreVerdict),
    /// About a node inside the search.
    Fault(FaultKind),
}

impl Finding {
    /// Every kind of finding.
    pub fn all() -> impl Iterator<Item = Self> {
        let lines = LineKind::ALL.iter().copied().map(Self::Line);
        let scores = ScoreVerdict::ALL.iter().copied().map(Self::Score);
        lines.chain(scores).chain(FaultKind::ALL.iter().copied().map(Self::Fault))
    }

    /// The name in cases and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line(kind) => kind.name(),
            Self::Score(verdict) => verdict.name(),
            Self::Fault(kind) => kind.name(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_findings_differ() {
        let names: std::collections::BTreeSet<_> = Finding::all().map(Finding::name).collect();
        assert_eq!(names.len(), Finding::all().count());
    }
}
