//! The words of reports, for the labels of their lines and the titles of findings.

use crate::verdict::{Finding, NoAnswerKind, ScoreVerdict};

named_enum! {
    /// The label of a line of a report.
    Label ["label"] {
        Found "found" "What is wrong, in a sentence.",
        Also "also" "What else the same search does wrong.",
        Detail "detail" "What exactly the engine did.",
        Printed "printed" "The line of text that the engine printed.",
        Recurs "recurs" "How many of several runs show the finding again.",
        Position "position" "The position that was searched, in the notation of its game.",
        Subject "subject" "What was tested: ALGORITHM+STORE[+OPTION...].",
        Line "line" "Which of several lines this is, or the moves of the line that was printed.",
        Score "score" "The score that was returned, beside the minimax value.",
        BestMove "best move" "The best move that was returned, where it is not the first one of the line.",
        Shown "shown" "The line that the search returned.",
        Stores "stores" "The line of each store.",
        Correct "correct" "The leftmost line that attains the minimax value.",
        Guarantee "guarantee" "The worst result that the subject may show, and on what that is based.",
        Threads "threads" "Which thread went on at which step.",
        Fault "fault" "What is wrong inside the search, and at which node.",
        Node "node" "The moves to the node at fault, what it returned, and why that does not follow.",
        Trace "trace" "Whether all nodes, and the result that was shown, follow from what the search returned before.",
        Cause "cause" "Why subjects of this kind show this result, or what the reason may be.",
        Answered "answered" "What was answered when the finding was shown, if no later run shows it.",
        Hint "hint" "What would make the result acceptable, or may be its cause.",
        Case "case" "The game and the circumstances of the search as text, from which the search is run again.",
        Replay "replay" "The command that shows the finding again.",
        Regression "regression" "Where the case is kept, so that later runs begin with it.",
        Commands "commands" "What the engine was sent.",
        Page "page" "Where the page is on which one steps through the search.",
        Drawing "drawing" "Where the game is drawn.",
        Declare "declare" "The strictest small set of features by which all results are valid: declare them if the search has them.",
        OrElse "or else" "What is so if the search has not all features of `declare`.",
        Checked "checked" "How many results the set of features was tried on.",
        Unusual "unusual" "The features of that set that few engines have.",
        Uncertain "uncertain" "Other sets of features that explain as many results.",
    }
}

impl Finding {
    /// Returns the title of the finding, a few words with which a report begins.
    pub fn title(self) -> String {
        match self {
            Self::NoAnswer(NoAnswerKind::Panicked) => "panic".to_owned(),
            Self::NoAnswer(NoAnswerKind::TimedOut) => "no answer in time".to_owned(),
            Self::NoAnswer(NoAnswerKind::Stopped) => "end of the program".to_owned(),
            Self::NoAnswer(NoAnswerKind::Invalid) => "answer that is not valid".to_owned(),
            Self::Line(kind) => format!("{} line", kind.name().replace('_', " ")),
            Self::Score(ScoreVerdict::Bound) => "only a bound of the score".to_owned(),
            Self::Score(ScoreVerdict::FalseBound) => "wrong bound of the score".to_owned(),
            Self::Score(_) => "wrong score".to_owned(),
            Self::Fault(kind) => kind.name().replace('_', " "),
        }
    }
}
