//! The findings of a trial, which are verdicts on scores and lines, and faults inside a search.

#[cfg(feature = "json")]
mod json;

use std::fmt;

use crate::position::{Move, Position};
use crate::score::{Score, Window};
use crate::syntax::counted;

named_enum! {
    /// The verdict on a score, from best to worst.
    ScoreVerdict {
        /// The score is the minimax value.
        Exact "exact",
        /// A correct search may return the score as exact.
        Witnessed "witnessed",
        /// The score lies between two valid bounds, and the method may join these to an exact score.
        Joined "joined",
        /// Nothing is claimed about the score: no values are known for the rules of the search.
        NotJudged "not_judged",
        /// The search declared a bound, and it is valid.
        Bound "bound",
        /// No correct search may return the score as exact.
        Unwitnessed "unwitnessed",
        /// The search declared a bound, and it is invalid.
        FalseBound "false_bound",
    }
}

impl ScoreVerdict {
    /// Whether the verdict is a fault under every guarantee.
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::Unwitnessed | Self::FalseBound)
    }
}

named_enum! {
    /// The verdict on a line, without its ply, from best to worst.
    LineKind {
        /// The leftmost optimal line, complete.
        Same "same",
        /// Another sound line, complete.
        Equivalent "equivalent",
        /// A sound line that ends before the full depth and before the end of the game.
        Truncated "truncated",
        /// No line is shown, and none is due.
        NoneDue "none_due",
        /// A sound line that is longer than the depth allows: it continues with the line of a table entry
        /// of greater draft.
        Overlong "overlong",
        /// No line is shown, but one is due.
        Missing "missing",
        /// A line is shown, but the score is only a bound, which proves no line.
        Unproven "unproven",
        /// The line continues after a position that the search scored as a draw.
        PastDraw "past_draw",
        /// The line is legal, but from some ply on its positions do not have the score of the line.
        Unsound "unsound",
        /// The line contains a move that is not legal in its position, or a move after the end of the game.
        Illegal "illegal",
        /// The extraction of the line did not end within the maximum PV length.
        Runaway "runaway",
    }
}

named_enum! {
    /// The reason why a sound line ends before the full depth and before the end of the game.
    Truncation {
        /// A table cutoff ended the search of the node.
        Cutoff "cutoff",
        /// Only a bound is known for the position.
        Bound "bound",
        /// The next move would repeat a position of the line.
        Draw "draw",
        /// The entry has another draft, or the score comes from below the depth of the search.
        Depth "depth",
        /// The entry is exact, but has another score: the position's score on another path.
        Score "score",
        /// The entry of the position, or the slot of the array, was overwritten.
        Overwritten "overwritten",
    }
}

named_enum! {
    /// The verdict of the trace check on whether a result follows from what the search returned before.
    TraceVerdict {
        /// Every step is derivable.
        Derived "derived",
        /// Some step is not.
        Fault "fault",
        /// Each position has one value, so that the result is compared with minimax; or the search does not
        /// report its nodes.
        NotJudged "not_judged",
    }
}

impl TraceVerdict {
    /// Returns the verdict on a search and its line together. Without a verdict on the search, the line is not judged.
    #[must_use]
    pub fn and(self, line: Self) -> Self {
        match (self, line) {
            (Self::NotJudged, _) => Self::NotJudged,
            (Self::Fault, _) | (_, Self::Fault) => Self::Fault,
            (Self::Derived, _) => Self::Derived,
        }
    }
}

/// The verdict on a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LineVerdict {
    /// The kind of the verdict.
    pub kind: LineKind,
    /// The ply of the first position that does not attain the score (`unsound`), of the draw (`past_draw`), or of the
    /// position in which the move is illegal (`illegal`).
    pub ply: Option<usize>,
    /// The reason why a truncated line ends, where it is known.
    pub truncation: Option<Truncation>,
    /// Whether the trace of the search supports the line.
    pub trace: TraceVerdict,
    /// Whether the line is sound, but begins with another move than the best move.
    pub other_move: bool,
}

impl LineVerdict {
    /// Returns the worse of two verdicts, or `self` if both are equally bad.
    #[must_use]
    pub fn or_worse(self, other: Self) -> Self {
        let worse = if other.kind > self.kind { other } else { self };
        let is_fault = self.trace == TraceVerdict::Fault || other.trace == TraceVerdict::Fault;
        let trace = if is_fault { TraceVerdict::Fault } else { worse.trace };
        Self { trace, other_move: self.other_move || other.other_move, ..worse }
    }

    /// Returns in words why the line is unsound from its move `number` on, counted from 1.
    #[doc(hidden)]
    pub fn unsound_from(self, number: usize) -> String {
        let first = if number == 1 { "first move".to_owned() } else { format!("first {number} moves") };
        match self.trace {
            _ if number == 0 => "the score is not a value of the root, so no line attains it".to_owned(),
            TraceVerdict::Fault => {
                format!("legal but wrong: the search did not find the score after its {first}")
            }
            _ => format!("legal but wrong: no line that attains the score begins with its {first}"),
        }
    }
}

impl From<LineKind> for LineVerdict {
    fn from(kind: LineKind) -> Self {
        Self { kind, ply: None, truncation: None, trace: TraceVerdict::NotJudged, other_move: false }
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

/// The end of a search, which decides whether its score may be a bound and whether a line is due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The score lies inside the root window.
    Inside,
    /// The score lies outside the root window.
    Outside,
    /// The search was stopped, and its score is that of the moves searched so far.
    Stopped,
}

/// The verdict on the result of one search with one store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Verdict {
    /// The verdict on the score.
    pub score: ScoreVerdict,
    /// The verdict on the line.
    pub line: LineVerdict,
}

impl Verdict {
    /// Returns the finding, which is a wrong score, else a fault inside the search, else the kind of the line.
    pub fn finding(self, fault: Option<Fault>) -> Finding {
        match fault {
            _ if self.score.is_fault() => Finding::Score(self.score),
            Some(fault) => Finding::Fault(fault.kind()),
            None => Finding::Line(self.line.kind),
        }
    }

    /// Returns the number, from 1, of the first wrong move. A wrong score makes no move wrong, because no line attains it.
    pub fn first_wrong_move(self) -> Option<usize> {
        let Self { score, line: LineVerdict { kind, ply, .. } } = self;
        match kind {
            LineKind::Unsound => ply.filter(|&number| number > 0 && !score.is_fault()),
            LineKind::PastDraw | LineKind::Illegal => ply.map(|ply| ply + 1),
            _ => None,
        }
    }
}

/// A violation inside a search, detected by the observer of the search. A violation is a fault under every guarantee.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Fault {
    /// A node was searched with `alpha >= beta`.
    #[error("the window {window} of a node with {} remaining is empty", plies(*depth))]
    EmptyWindow {
        /// The plies that remain at the node, including those of quiescence.
        depth: usize,
        /// The window of the node.
        window: Window,
    },
    /// The result of a node violates `min(value, beta) <= returned <= max(value, alpha)`.
    #[error("a node with {} remaining, window {window} and value {value} returned {returned}", plies(*depth))]
    BoundLaw {
        /// The plies that remain at the node, including those of quiescence.
        depth: usize,
        /// The window of the node.
        window: Window,
        /// The value of the node.
        value: Score,
        /// The score that the search returned.
        returned: Score,
    },
    /// The claim of a node does not follow from what the search returned before.
    #[error(
        "a node at ply {ply} with {} remaining and window {window} returned {returned}, which does not \
         follow from what the search returned before",
        plies(*depth)
    )]
    FalseClaim {
        /// The distance of the node from the root.
        ply: usize,
        /// The plies that remain at the node, including those of quiescence.
        depth: usize,
        /// The window of the node.
        window: Window,
        /// The score that the search returned.
        returned: Score,
    },
    /// What a node returned was not told, although the search tells its nodes. Nothing else is claimed about the search.
    #[error("what the search of a node at ply {ply} with {} remaining returned was not told", plies(*depth))]
    Untold {
        /// The distance of the node from the root.
        ply: usize,
        /// The plies that remain at the node, including those of quiescence.
        depth: usize,
    },
    /// No search of the root to the depth of the result returned its score and bound.
    #[error("no search of the root to depth {depth} returned the score and the bound")]
    NotReturned {
        /// The depth of the result.
        depth: usize,
    },
    /// Two different positions of the game have the same key, or a position has several keys. The fault is in the game,
    /// and nothing else is claimed about the search.
    #[error("different positions have the key {key:#x}, or a position with it has another key too")]
    PositionKeys {
        /// The key of the position.
        key: u64,
    },
    /// The search evaluated a leaf that alpha-beta prunes.
    #[error("the search evaluated a leaf of value {value}, which alpha-beta prunes")]
    PrunedLeaf {
        /// The value of the leaf, for its side to move.
        value: Score,
    },
    /// One move both raised alpha and failed high, so that the search recorded a line whose score is outside the window.
    #[error("a node at ply {ply} recorded the line of a move that failed high")]
    RaisedRefutation {
        /// The distance of the node from the root.
        ply: usize,
    },
    /// Two lines begin with the same move.
    #[error("{}", self.with_names(|mv| mv.to_string()))]
    SameMove {
        /// The first move of both lines.
        mv: Move,
    },
    /// A line has a higher score than the line shown before it.
    #[error("line {} has a higher score than the line before it", rank + 1)]
    OutOfOrder {
        /// The index of the line, from 0.
        rank: usize,
    },
    /// The number of lines is not the smaller of the number requested and the number of root moves.
    #[error("the number of lines is {shown}, but must be {expected}")]
    LineCount {
        /// The number of lines that are shown.
        shown: usize,
        /// The number of lines that are due.
        expected: usize,
    },
    /// The search of a line excluded other root moves than the first moves of the better lines.
    #[error("line {} excludes other moves than the first moves of better lines", rank + 1)]
    Excluded {
        /// The index of the line, from 0.
        rank: usize,
    },
    /// The search entered more nodes than its node limit.
    #[error("the search entered {entered} nodes, but its node limit is {limit}")]
    OverLimit {
        /// The number of nodes entered.
        entered: u64,
        /// The node limit.
        limit: u64,
    },
    /// The result is from an unfinished iteration, but the best move so far was not requested.
    #[error("the result is from the iteration of depth {depth}, which is not completed")]
    Unfinished {
        /// The depth of the unfinished iteration.
        depth: usize,
    },
    /// The result is from an iteration before the last completed one.
    #[error("the result is from depth {shown}, although depth {completed} is completed")]
    StaleIteration {
        /// The depth of the iteration that is shown.
        shown: usize,
        /// The depth of the last completed iteration.
        completed: usize,
    },
    /// The best move does not attain the score, or the search returns no best move although its
    /// score requires one.
    #[error("{}", self.with_names(|mv| mv.to_string()))]
    WrongMove {
        /// The best move that the search returned.
        mv: Option<Move>,
    },
    /// The best move and the line both attain the score, but the line begins with another move.
    #[error("{}", self.with_names(|mv| mv.to_string()))]
    OtherMove {
        /// The best move.
        best: Move,
        /// The first move of the line.
        first: Move,
    },
}

impl Fault {
    /// Returns the kind of the check that detects this fault.
    pub const fn kind(self) -> FaultKind {
        match self {
            Self::EmptyWindow { .. } => FaultKind::EmptyWindow,
            Self::BoundLaw { .. } => FaultKind::BoundLaw,
            Self::FalseClaim { .. } => FaultKind::FalseClaim,
            Self::Untold { .. } => FaultKind::Untold,
            Self::NotReturned { .. } => FaultKind::NotReturned,
            Self::PositionKeys { .. } => FaultKind::PositionKeys,
            Self::PrunedLeaf { .. } => FaultKind::PrunedLeaf,
            Self::RaisedRefutation { .. } => FaultKind::RaisedRefutation,
            Self::WrongMove { .. } => FaultKind::WrongMove,
            Self::OtherMove { .. } => FaultKind::OtherMove,
            Self::SameMove { .. } => FaultKind::SameMove,
            Self::OutOfOrder { .. } => FaultKind::OutOfOrder,
            Self::LineCount { .. } => FaultKind::LineCount,
            Self::StaleIteration { .. } => FaultKind::StaleIteration,
            Self::Excluded { .. } => FaultKind::Excluded,
            Self::OverLimit { .. } => FaultKind::OverLimit,
            Self::Unfinished { .. } => FaultKind::Unfinished,
        }
    }

    /// Returns the fault in words, with its moves in the words of the game. `root` is the root of the search.
    pub fn describe<P: Position>(self, root: &P) -> String {
        self.with_names(|mv| root.move_name(mv))
    }

    /// Returns the fault in words, with each move of the root named by `name`.
    fn with_names(self, name: impl Fn(Move) -> String) -> String {
        match self {
            Self::WrongMove { mv: Some(mv) } => {
                format!("the best move {} does not attain the score", name(mv))
            }
            Self::OtherMove { best, first } => {
                format!("the best move is {}, but the line begins with {}", name(best), name(first))
            }
            Self::SameMove { mv } => format!("two lines begin with move {}", name(mv)),
            Self::WrongMove { mv: None } => "the search returned no best move".to_owned(),
            other => other.to_string(),
        }
    }
}

fn plies(count: usize) -> String {
    counted(count, "ply", "plies")
}

named_enum! {
    /// The checks of the search itself, at every node and after its end.
    FaultKind {
        /// No node is searched with an empty window.
        EmptyWindow "empty_window",
        /// Every result satisfies `min(value, beta) <= returned <= max(value, alpha)`.
        BoundLaw "bound_law",
        /// The claim of every node follows from what the search returned before, where nodes can have
        /// several valid values.
        FalseClaim "false_claim",
        /// A search that tells its nodes tells what each of them returns, that of the root too.
        Untold "untold",
        /// The search evaluates no leaf that alpha-beta prunes.
        PrunedLeaf "pruned_leaf",
        /// No move both raises alpha and fails high.
        RaisedRefutation "raised_refutation",
        /// The best move attains the score.
        WrongMove "wrong_move",
        /// No two lines begin with the same move.
        SameMove "same_move",
        /// No line has a higher score than the line before it.
        OutOfOrder "out_of_order",
        /// The number of lines is the smaller of the number requested and the number of root moves.
        LineCount "line_count",
        /// The result of a stopped search, or of several threads, is from the last completed iteration, or from the unfinished
        /// one.
        StaleIteration "stale_iteration",
        /// The search of a line excludes the first moves of the better lines, and no other root moves.
        Excluded "excluded",
        /// The search enters no more nodes than its node limit.
        OverLimit "over_limit",
        /// The result is from a completed iteration, unless the best move so far was requested.
        Unfinished "unfinished",
        /// The score and the bound are those that the last search of the root returned.
        NotReturned "not_returned",
        /// Equal positions have equal keys, and different positions different ones.
        PositionKeys "position_keys",
        /// The line begins with the best move.
        OtherMove "other_move",
    }
}

named_enum! {
    /// The reason why a search gave no valid answer.
    NoAnswerKind {
        /// The search panicked.
        Panicked "panicked",
        /// The search did not answer in time.
        TimedOut "timed_out",
        /// The program of the search stopped running.
        Stopped "stopped",
        /// The answer is not valid.
        Invalid "invalid",
    }
}

/// A kind of finding, which a counterexample shows, a case file expects, and the shrinker preserves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Finding {
    /// A search under test gave no valid answer.
    NoAnswer(NoAnswerKind),
    /// A finding about the line.
    Line(LineKind),
    /// A finding about the score.
    Score(ScoreVerdict),
    /// A fault inside the search.
    Fault(FaultKind),
}

impl Finding {
    /// The finding that the search did not answer in time.
    pub(crate) const TIMED_OUT: Self = Self::NoAnswer(NoAnswerKind::TimedOut);

    /// Every kind of finding that an answer may show.
    pub fn all() -> impl Iterator<Item = Self> {
        let lines = LineKind::ALL.iter().copied().map(Self::Line);
        let scores = ScoreVerdict::ALL.iter().copied().map(Self::Score);
        lines.chain(scores).chain(FaultKind::ALL.iter().copied().map(Self::Fault))
    }

    /// The name of the finding in case files and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoAnswer(kind) => kind.name(),
            Self::Line(kind) => kind.name(),
            Self::Score(verdict) => verdict.name(),
            Self::Fault(kind) => kind.name(),
        }
    }
}

impl From<LineKind> for Finding {
    fn from(kind: LineKind) -> Self {
        Self::Line(kind)
    }
}

impl From<FaultKind> for Finding {
    fn from(kind: FaultKind) -> Self {
        Self::Fault(kind)
    }
}

impl From<ScoreVerdict> for Finding {
    fn from(verdict: ScoreVerdict) -> Self {
        Self::Score(verdict)
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
    fn faults_with_moves_are_described_by_their_names() {
        let game: crate::game::Graph = r#"["a" 1 "b" 2 3]"#.parse().expect("a game");
        let [a, b, c] = [0, 1, 2].map(Move::new);
        for (fault, text, with_names) in [
            (
                Fault::WrongMove { mv: Some(b) },
                "the best move 1 does not attain the score",
                "the best move b does not attain the score",
            ),
            (
                Fault::WrongMove { mv: None },
                "the search returned no best move",
                "the search returned no best move",
            ),
            (
                Fault::OtherMove { best: a, first: c },
                "the best move is 0, but the line begins with 2",
                "the best move is a, but the line begins with 2",
            ),
            (Fault::SameMove { mv: a }, "two lines begin with move 0", "two lines begin with move a"),
        ] {
            assert_eq!((fault.to_string().as_str(), &*fault.describe(&game.root())), (text, with_names));
        }
    }

    #[test]
    fn no_two_findings_have_the_same_name() {
        let names: std::collections::BTreeSet<_> = Finding::all().map(Finding::name).collect();
        assert_eq!(names.len(), Finding::all().count());
    }
}
