//! Seeded bugs of the engine: faults of real engines, one at a time.

macro_rules! bugs {
    ($($(#[doc = $doc:literal])+ $bug:ident $name:literal,)*) => {
        /// A seeded bug.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Bug { $($(#[doc = $doc])+ $bug,)* }

        impl Bug {
            /// All bugs: those of the search and the table, those of the line, and those that were added later.
            pub const ALL: &[Self] = &[$(Self::$bug,)*];

            /// The name of the bug in reports.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$bug => $name,)* }
            }
        }
    };
}

bugs! {
    /// A null-window score above alpha is taken as the value, without a re-search.
    NoReSearch "no re-search after a null window",
    /// A reduced search that fails high is not repeated to the full depth.
    NoFullDepthSearch "no re-search after a reduction",
    /// A score that failed low is stored as exact.
    FailLowStoredAsExact "fail-low stored as exact",
    /// The larger of the two scores of the null window and the re-search is kept.
    LargerScore "larger of both scores",
    /// A bound in the table narrows the window, and a score outside of the narrowed window is returned as if
    /// it were inside.
    NarrowedWindow "window narrowed by an entry",
    /// A probe does not compare the draft of the entry with the depth.
    DraftUnchecked "draft not checked",
    /// The last move of a node is searched one ply less deep.
    LastMoveShallow "last move a ply short",
    /// The last move of a node is not searched, unless it is the only one.
    LastMoveForgotten "last move forgotten",
    /// At odd plies a leaf is evaluated for the other side.
    WrongSide "leaf for the wrong side",
    /// Mate scores are stored and probed as they are counted from the root.
    MateUnadjusted "mate scores not adjusted",
    /// The score after a null move is not negated.
    NullMoveSign "sign of the null move",
    /// Repetitions are never tested.
    RepetitionIgnored "repetition ignored",
    /// The score of a draw by repetition is stored in the table, as exact at every depth.
    DrawStored "draw stored",
    /// The position after a null move has the key of the position before it.
    PassSharesKey "null move shares the key",
    /// The table compares the ages of entries by their last two bits, so that entries from before its clearing
    /// are read again.
    OldEntries "old entries read again",
    /// A table cutoff leaves the row of its ply as it was.
    StaleRowOnHit "stale row on a table hit",
    /// A leaf leaves the row of its ply as it was.
    StaleRowOnLeaf "stale row on a leaf",
    /// A draw by repetition leaves the row of its ply as it was.
    StaleRowOnDraw "stale row on a draw",
    /// A move is recorded although its re-search refuted it.
    RefutedReSearch "line of a refuted re-search",
    /// The line of the iteration before is shown.
    LineOfLastIteration "line of the last iteration",
    /// The line is continued with the moves of table entries, whatever their bound and draft.
    TableMovesAppended "table moves appended",
    /// Rows are recorded in null windows too, and a table cutoff of an open window leaves such a row.
    NullWindowTail "tail of a null window",
    /// The line continues with the first legal move after its end.
    OneMoveTooMany "one move too many",
    /// As `NarrowedWindow`, and the result is stored as exact or a bound by the window that was not narrowed.
    OriginalWindow "bound of the original window",
}

impl Bug {
    /// Whether scores are right and only lines are wrong.
    pub fn is_of_line(self) -> bool {
        (Self::StaleRowOnHit as usize..=Self::OneMoveTooMany as usize).contains(&(self as usize))
    }
}
