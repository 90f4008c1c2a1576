//! Classes of findings in the output of an engine.

use std::fmt;
use std::str::FromStr;

use crate::Ending;
use crate::trace::Rule;
use pvcheck::named_enum;
use pvcheck::syntax::SyntaxError;

named_enum! {
    /// How certain it is that something is wrong.
    Severity {
        Warning "warning" "It is likely, or a matter of convention.",
        Error "error" "It is proven.",
    }
}

/// What counts as one finding: a class, and for the class `trace` the rule that the nodes break.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FindingKind {
    /// The class.
    pub class: Class,
    /// The broken rule; `None` for a class of lines, and for each rule.
    pub rule: Option<Rule>,
}

impl FindingKind {
    /// The finding in one sentence.
    pub const fn summary(self) -> &'static str {
        match self.rule {
            Some(rule) => rule.summary(),
            None => self.class.summary(),
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = self.rule.map_or(String::new(), |rule| format!("/{rule}"));
        write!(f, "{}{rule}", self.class)
    }
}

impl FromStr for FindingKind {
    type Err = SyntaxError;

    /// Reads a class, or `trace/` and a rule.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let rule = text.strip_prefix("trace/");
        let class = rule.map_or_else(|| text.parse(), |_| Ok(Class::Trace))?;
        let rule = rule.map(str::parse::<Rule>).transpose();
        Ok(Self { class, rule: rule.map_err(|error| error.within(text, "trace/".len()))? })
    }
}

macro_rules! classes {
    ($($severity:ident $variant:ident $name:literal $summary:literal,)*) => {
        named_enum! {
            /// A class of findings in what an engine prints. The names are those of the peers where they have one.
            Class ["class"] { $($variant $name $summary,)* }
        }

        impl Class {
            /// Returns whether findings of the class are errors, which are proven, or warnings.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }
        }
    };
}

classes! {
    Error Crashed "crashed" "The engine exited, or closed its output, before it answered.",
    Error TimedOut "no-answer" "The engine did not answer in time.",
    Error TimeForfeit "time-forfeit" "The engine answered after the time of its clock was over.",
    Error IgnoresStop "ignores-stop" "The engine did not answer `stop` with `bestmove` in time.",
    Error IgnoresQuit "ignores-quit" "The engine did not exit in time after `quit`.",
    Error Flood "flood" "The engine printed more lines in one search than any search needs.",
    Error NotText "not-text" "A line is not UTF-8 text, or longer than any line of UCI.",
    Error NotUci "not-uci" "The engine did not answer `uci` with `uciok`.",
    Error IllegalMove "illegal-move" "A move of the line is not legal.",
    Error StaleLine "stale-line" "The line is not legal here, but it was in a position that the same process searched before.",
    Error AfterCheckmate "after-checkmate" "The line goes on after checkmate.",
    Error AfterStalemate "after-stalemate" "The line goes on after stalemate.",
    Error CastlingNotation "castling-notation" "A castling move has the notation of the other kind of chess (Chess960 or standard).",
    Error NoBestMove "no-best-move" "The answer has no move although there are legal moves.",
    Error IllegalBestMove "illegal-best-move" "The best move is not legal.",
    Error OtherBestMove "other-best-move" "The best move is not the first move of the last exact line.",
    Error IllegalPonder "illegal-ponder" "The move to ponder is not legal after the best move.",
    Error WrongMate "wrong-mate" "The claimed mate does not exist, or the line mates earlier and that is forced: proven by search, or by endgame tables.",
    Error WrongValue "wrong-value" "An endgame table gives another result: a mate where there is none, or on the other side.",
    Error MateOtherSide "mate-other-side" "The line of a mate score ends with the mate of the other side.",
    Error MateTooLong "mate-line-too-long" "The line of a mate score has more moves than the mate.",
    Error MateWithoutMate "mate-line-without-mate" "The line of a mate score has as many moves as the mate, and does not end with mate.",
    Error DefenderHelps "defender-helps" "A move in the line of a mate score is wrong: with it the mate takes longer, or comes sooner than it must.",
    Error SameMoveTwice "same-move-twice" "Two lines of one iteration begin with the same move (MultiPV).",
    Error MissingRank "missing-line" "Fewer lines than requested and possible (MultiPV).",
    Error AfterBestMove "after-bestmove" "A line of moves, or another best move, comes after `bestmove`.",
    Error Malformed "malformed-line" "An info line breaks the grammar of UCI.",
    Error EmptyLine "empty-line" "An exact score has no line; a warning if it does not recur.",
    Error NotRepeatable "not-repeatable" "The same search with one thread, after `ucinewgame`, has another result.",
    Error Trace "trace" "The engine's trace breaks a rule (`--trace`): the result of a node does not follow from what the search told.",
    Warning AfterThreefold "after-threefold" "The line goes on after a position occurred for the third time.",
    Warning AfterFiftyMoves "after-fifty-moves" "The line goes on after fifty moves without a capture or a pawn move.",
    Warning AfterDeadPosition "after-dead-position" "The line goes on after a position in which neither side can mate.",
    Warning MateByClock "mate-after-fifty-moves" "The fifty-move rule ends the game before the claimed mate.",
    Warning MateIncomplete "mate-line-incomplete" "The line of a mate score ends before the mate.",
    Warning MateDistance "mate-distance" "The line of a mate score mates earlier than the score states.",
    Warning LongerMate "longer-mate" "An endgame table has a shorter mate than the exact score.",
    Warning OtherPonder "other-ponder" "The move to ponder is not the second move of the last exact line.",
    Warning LineOrder "line-order" "A line has a greater score than the line before it (MultiPV).",
    Warning RankBeyondLimit "rank-beyond-limit" "A line has a rank beyond the number of lines that were requested (MultiPV).",
    Warning Slow "slow" "The engine did not answer in time, but it did after `stop`.",
    Warning EarlyBestMove "early-best-move" "The engine answered `go infinite` before `stop`, or `go ponder` before that or `ponderhit`.",
    Warning NoLine "no-line" "A search answered without any line, although there are several moves and it was long enough.",
    Warning DepthNotReached "depth-not-reached" "A search to a depth ended before that depth, without a mate and although there are several moves.",
    Warning DepthBeyondLimit "depth-beyond-limit" "The depth is greater than the depth that was requested.",
    Warning DepthDecreases "depth-decreases" "The depth is less than that of an earlier line of the search.",
    Warning SecondLineDiffers "second-line-differs" "A search of all moves but the first line's has a score that is five pawns or more from that of the second line (MultiPV).",
    Warning EndValueDiffers "end-value-differs" "The position at the end of the line has another value than the score.",
}

impl Class {
    /// Whether the answer to another search would show a finding of the class.
    pub(super) const fn may_be_of_another_search(self) -> bool {
        matches!(
            self,
            Self::IllegalMove
                | Self::StaleLine
                | Self::NoBestMove
                | Self::IllegalBestMove
                | Self::OtherBestMove
                | Self::IllegalPonder
                | Self::NoLine
                | Self::DepthNotReached
                | Self::DepthDecreases
        )
    }

    /// Whether a finding of the class is known only when a time is over.
    pub const fn waits(self) -> bool {
        matches!(self, Self::TimedOut | Self::IgnoresStop | Self::IgnoresQuit | Self::Slow)
    }

    /// Whether the class means that the line of a mate score does not fit the mate.
    pub(super) const fn is_of_a_mate_line(self) -> bool {
        matches!(self, Self::MateTooLong | Self::MateWithoutMate | Self::MateIncomplete | Self::MateDistance)
    }

    /// The class of a line that goes on after the game has ended by `ending`.
    pub(super) const fn after(ending: Ending) -> Self {
        match ending {
            Ending::Checkmate => Self::AfterCheckmate,
            Ending::Stalemate => Self::AfterStalemate,
            Ending::DeadPosition => Self::AfterDeadPosition,
            Ending::FiftyMoves => Self::AfterFiftyMoves,
            Ending::Threefold => Self::AfterThreefold,
        }
    }
}
