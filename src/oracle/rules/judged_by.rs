//! The judge that decides whether a result is right.

use super::Rules;

named_enum! {
    /// A judge that decides whether nodes, scores and lines are right.
    JudgedBy {
        /// Plain minimax of the one tree that the search walks: a position has one value on each path.
        Minimax "minimax",
        /// The trace of this very run: a result follows from what the run returned before.
        Trace "nodes",
        /// The sets of witnessed values: what some correct search may return.
        Sets "sets",
        /// Facts that hold for every search: the score is one of the evaluations that the game can reach, the line is legal and as
        /// long as is due, and its end has the value of the score where nothing declared can change that.
        Facts "facts",
        /// The line alone, of a search that declares `lines-only`: legal, whole, and its last position has the value of the score.
        LineAlone "lines",
        /// Nothing but the legality of moves, as the search returned no score, and no values are known without one.
        NoScore "no-score",
        /// Nothing, as only lines are judged, and the search returned none.
        NoLine "no-line",
        /// Nothing but the line, as moves lead to too many positions for the facts about the score.
        TooManyPositions "too-many-positions",
    }
}

impl JudgedBy {
    /// Returns the phrase by which a report describes results of this judge.
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::Minimax => "judged by minimax",
            Self::Trace => "judged by their nodes",
            Self::Sets => "judged by the sets of valid values",
            Self::Facts => "judged by facts alone",
            Self::LineAlone => "judged by their lines alone",
            Self::NoScore => "not judged without a score",
            Self::NoLine => "not judged without a line",
            Self::TooManyPositions => "not judged for too many positions",
        }
    }

    /// Whether the judge decides about more than the legality of moves and the length of lines.
    pub const fn is_a_judge(self) -> bool {
        !matches!(self, Self::NoScore | Self::NoLine | Self::TooManyPositions)
    }
}

impl Rules {
    /// Returns the judge of a result of a search by these rules, as in the table of `docs/findings.md`. `by_trace`
    /// states whether the trace can decide: the search reported all nodes on which the result depends, and the trace
    /// proves the score, if it is one.
    ///
    /// With quiet plies the path of positions does not determine the value of a node in the fixed tree, as several moves may
    /// lead from one position to the next. So the trace judges the nodes, and minimax the score and the line.
    pub fn judged_by(&self, by_trace: bool) -> JudgedBy {
        match by_trace {
            _ if self.lines_only => JudgedBy::LineAlone,
            true if self.quiet_plies.is_some() => JudgedBy::Trace,
            _ if self.is_fixed() => JudgedBy::Minimax,
            true => JudgedBy::Trace,
            false if self.has_sets() => JudgedBy::Sets,
            false => JudgedBy::Facts,
        }
    }
}
