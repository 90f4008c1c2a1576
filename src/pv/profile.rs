//! The facts about a store that the contract, reports, fuzzing and tests use.

/// The facts known of a store from its code, from which the [contract](crate::contract) derives what lines must be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StoreProfile {
    /// The source of the line of the store.
    pub line: LineSource,
    /// The table from which the store reads its line, or the end of its line.
    pub table: TableSource,
}

/// The source of the line of a store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineSource {
    /// The store keeps no line.
    Nothing,
    /// Each node has a line, and a raise takes over the whole line of the child, by copying or swapping.
    Copies,
    /// All nodes share one array, in which a raise writes its move at its ply before the moves that are already there.
    SingleArray(ArrayRule),
    /// A table has an entry for each position, whichever node left it there.
    Entries,
}

/// The writes to a single array in addition to raises.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayRule {
    /// A terminator is written where a value comes without a search below.
    Terminators,
    /// The store writes nothing but raises to the array.
    RaisesAlone,
    /// Terminators are written, and refutations in null windows.
    Refutations,
}

/// The table from which a store reads when the search has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableSource {
    /// The store reads no table.
    None,
    /// The store reads its own table of exact results.
    Own(OwnTable),
    /// The store reads the table of the search.
    Search(Follows),
}

/// The contents of the own table of a store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnTable {
    /// The table has the best move of a position.
    Moves,
    /// The table has the best move of a position, and the key of the position after the move.
    Fragments,
    /// The table has the whole line of a position.
    Lines,
}

/// The entries of the table of the search that a walk follows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Follows {
    /// The walk follows all entries, and checks nothing but the length.
    Any,
    /// The walk follows entries whose move is legal.
    Legal,
    /// The walk follows exact entries whose move is legal.
    Exact,
    /// The walk follows exact entries with a legal move whose draft and score fit.
    Fitting,
}

impl StoreProfile {
    /// The profile of a store that keeps no line.
    pub const NOTHING: Self = Self { line: LineSource::Nothing, table: TableSource::None };

    /// The profile of a store whose raises copy lines, and which reads no table.
    pub(crate) const COPIES: Self = Self { line: LineSource::Copies, table: TableSource::None };

    /// Returns the profile of a single array with this rule.
    pub const fn single_array(rule: ArrayRule) -> Self {
        Self { line: LineSource::SingleArray(rule), table: TableSource::None }
    }

    /// Returns the profile of a walk of the table of the search that follows these entries.
    pub const fn walk(follows: Follows) -> Self {
        Self { line: LineSource::Entries, table: TableSource::Search(follows) }
    }

    /// Returns the profile of a walk of the store's own table.
    pub(crate) const fn of_own_table(table: OwnTable) -> Self {
        Self { line: LineSource::Entries, table: TableSource::Own(table) }
    }

    /// Returns the profile of the store with a line that is continued from `table` where its rows cut it short.
    #[must_use]
    pub(crate) const fn continued_from(self, table: TableSource) -> Self {
        Self { table, ..self }
    }

    /// Whether the store keeps a line, so that a search has to return a line.
    pub const fn keeps_lines(&self) -> bool {
        !matches!(self.line, LineSource::Nothing)
    }

    /// Whether a raise takes over the whole line of the child.
    pub const fn copies(&self) -> bool {
        matches!(self.line, LineSource::Copies)
    }

    /// Whether the line of the store consists of raises alone.
    pub const fn only_copies(&self) -> bool {
        self.copies() && matches!(self.table, TableSource::None)
    }

    /// Whether the store is an array that all nodes share.
    pub(crate) const fn is_single_array(self) -> bool {
        matches!(self.line, LineSource::SingleArray(_))
    }

    /// Whether the store reads its whole line from a table.
    pub const fn only_reads(&self) -> bool {
        matches!(self.line, LineSource::Entries)
    }

    /// Whether the store reads its line, or the end of its line, from the table of the search when the search has ended.
    pub const fn walks(&self) -> bool {
        matches!(self.table, TableSource::Search(_))
    }

    /// Whether the store walks the table of the search and follows only entries that fit the score and the remaining plies.
    pub(crate) const fn checks_depths(self) -> bool {
        matches!(self.table, TableSource::Search(Follows::Fitting))
    }

    /// Whether the store continues a line that the rows cut short from whole lines that were kept of its positions.
    pub const fn appends_lines(&self) -> bool {
        matches!(self.table, TableSource::Own(OwnTable::Lines))
    }

    /// Returns the family of the store.
    pub const fn family(&self) -> Family {
        match (self.line, self.table) {
            (LineSource::Nothing, _) => Family::NoLine,
            (LineSource::Copies, TableSource::None) => Family::Copying,
            (LineSource::SingleArray(ArrayRule::Terminators), _) => Family::SingleArray,
            (LineSource::SingleArray(_), _) => Family::UnsafeArray,
            (_, TableSource::Search(Follows::Fitting)) => Family::CheckedWalk,
            (_, TableSource::Own(_)) => Family::OwnTable,
            (_, _) => Family::PlainWalk,
        }
    }
}

named_enum! {
    /// A family of stores that work in the same way; a summary of results has one entry for each family.
    Family {
        Copying "triangular & co." "Each node has its own row; a raise copies the child's line into it, or swaps the two.",
        SingleArray "single array" "One array for all nodes, with a terminator where a value comes without a search below.",
        UnsafeArray "bare array" "One array for all nodes, without terminators, or with refutations of null-window nodes: known mistakes.",
        CheckedWalk "checked walk" "Entries of the search's table, followed only while bound, draft and score fit.",
        OwnTable "PV table" "A second table for moves, fragments or whole lines of PV-nodes.",
        PlainWalk "table walk" "Entries of the search's table, followed without a check of draft and score.",
        NoLine "no line" "No line is kept.",
    }
}
