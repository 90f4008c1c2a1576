//! The rules by which a trace is judged.

use pvcheck::named_enum;

named_enum! {
    /// A rule that a correct search which tells its reasons never breaks. The first ones state that the trace is whole: where one
    /// of these is broken, no other is judged.
    Rule ["rule"] {
        Untold "untold-return" "A function returned, and no reason was told.",
        NotBegun "not-told" "A node is entered, left or raised without what must be told before.",
        Numbering "numbering" "One of the first moves is illegal: squares are a1 = 0 to h8 = 63. Is it another game?",
        IllegalMove "illegal-move" "The move that was begun is not legal (castling in chess: the king takes its rook).",
        NullInCheck "null-in-check" "A null move was made in check.",
        TwoPositions "two-positions-one-key" "Two positions have one key: it leaves something out, or its random numbers are weak.",
        ChildWindow "child-window" "The window of a node is neither that of its parent nor a null window at alpha or beta.",
        AbortUsed "abort-used" "The result of a search that was stopped is used.",
        NoMoves "end-value" "The score is not that of the end of the game, or is one though a move is legal.",
        MoveTwice "move-twice" "A move is searched again after other moves: a wasted search, or `PV_MOVE` is told twice.",
        Lower "unsupported" "No move, and nothing else that was told, gives the score.",
        Reduced "reduced-only" "Only a search that was reduced gives the score.",
        BetterMove "better-move" "The last search of a move gives more than the score.",
        Missing "move-missing" "A move was neither searched nor told to be left out.",
        StandPatAbove "stand-pat-above" "Standing pat is worth more than the score.",
        ExcludedHere "excluded-here" "A move is excluded, and this is neither the root nor a search of the same node.",
        Leaf "leaf-value" "A leaf, or a node that stands pat, returns another value than the one that was told.",
        NullCutoff "null-cutoff" "The search after the null move does not give the score.",
        SameNode "same-node" "No search of the same node gives the score.",
        ProbCut "probcut" "No probe gives the score.",
        StaticCutoff "static-cutoff" "A static cutoff does not reach beta, or one by futility exceeds alpha.",
        MateDistance "mate-distance" "The score is nearer than a mate can be at this ply.",
        RaiseOther "raise-other" "Alpha is raised to another value than the search of the move returned.",
        RaiseReduced "raise-reduced" "Alpha is raised by a search that was reduced and not repeated.",
        RaiseNone "raise-none" "Alpha is raised to a value that does not exceed it.",
        RaiseBound "raise-bound" "Alpha is raised to a value that is only an upper bound.",
        RaiseReturned "raise-returned" "The score returned is another one than that of the last raise.",
        EntryUnknown "entry-unknown" "An entry is read that was never stored.",
        EntryKey "entry-key" "The entry that cuts off is one of another position.",
        EntryShallow "entry-shallow" "The entry that cuts off is shallower than the node.",
        EntryExcluded "entry-excluded" "A search without a move is cut off by the entry of that move.",
        EntryScore "entry-score" "The entry does not give the score.",
        StoreScore "store-score" "Another score is stored than the node returned.",
        StoreBound "store-bound" "The bound that is stored does not follow.",
        StoreDepth "store-depth" "An entry is stored as deeper than its node was searched.",
        StoreKey "store-key" "An entry is stored under another key.",
        StoreMove "store-move" "The move that is stored is not the one that gave the score.",
        StoreExcluded "store-excluded" "The result without a move is stored as that of the position.",
        NoDraw "no-draw" "The position was told to be a draw, and is none.",
        NoCycle "no-cycle" "A repetition was told to be near, and none is.",
        DrawScore "draw-score" "A draw has a score outside the range that was told.",
        Repetition "repetition-missed" "A repetition is not seen.",
        FiftyMoves "fifty-moves-missed" "A draw after fifty moves is not seen.",
        Cycle "cycle-score" "The score is not the one of the repetition that is near.",
        Evaluation "evaluation-changed" "One position has two evaluations.",
        EvaluationUnknown "evaluation-unknown" "An evaluation is read that was never told.",
        Line "line-other" "The line shown is not the chain of raises.",
        LineScore "line-score" "The score shown is not the one of the root.",
        LineBound "line-bound" "The bound shown does not follow.",
        LineShort "line-short" "The line shown ends before the chain of raises.",
        LineLong "line-long" "The line shown goes on where the search had nothing.",
        LineEnd "line-end" "The node at the end of the line has another value than the score.",
        RootRepeat "root-not-repeated" "A search of the root ended outside its window, and was not repeated.",
    }
}

impl Rule {
    /// Whether the rule is about the line that is shown, and not about nodes.
    pub fn is_of_lines(self) -> bool {
        matches!(
            self,
            Self::Line | Self::LineScore | Self::LineBound | Self::LineShort | Self::LineLong | Self::LineEnd
        )
    }

    /// Whether the trace is not whole where the rule is broken.
    pub fn is_of_telling(self) -> bool {
        matches!(self, Self::Untold | Self::NotBegun | Self::Numbering)
    }
}

named_enum! {
    /// What the score of a node rests on.
    Share {
        Full "moves" "Moves that were searched to their full depth, a search of the same node, or a mate.",
        Table "table" "An entry whose storing is in the trace.",
        Draw "draw" "A draw on the path.",
        Evaluation "evaluation" "The evaluation of a leaf or of standing pat.",
        Selection "quiescence" "All moves but those that quiescence leaves out.",
        Heuristic "null, probcut, multicut" "A search of its own that was told.",
        Static "static" "The evaluation and a margin: taken on trust.",
        LeftOut "left out" "Moves of which some were left out: taken on trust.",
        Reduced "reduced" "Moves of which some were searched less deep only: taken on trust.",
        Told "told" "A tablebase, a rule of the game or a bound that was told: taken on trust.",
        NotJudged "not judged" "Stopped, or below an illegal move.",
    }
}

impl Share {
    /// What no rule judges.
    pub const ON_TRUST: [Self; 5] = [Self::Static, Self::LeftOut, Self::Reduced, Self::Told, Self::NotJudged];
}
