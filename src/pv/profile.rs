//! The facts about a store that others rely on: the contract, reports, fuzzing and tests.

/// What is known of a store from its code; the [contract](crate::contract) derives from it what lines must
/// be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StoreProfile {
    /// What a raise records.
    pub line: LineSource,
    /// The table that its line, or the end of it, is read from.
    pub table: TableSource,
}

/// What a line is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineSource {
    /// There is no line.
    Nothing,
    /// A line of each node: a raise takes over the child's whole line, by copying or swapping.
    Copies,
    /// One array for all nodes: a raise writes its move at its ply, and what follows is there already.
    SingleArray(ArrayRule),
    /// What a table holds of each position, whichever node left it there.
    Entries,
}

/// What is written to a single array beside raises.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayRule {
    /// A terminator, where a value comes without a search below.
    Terminators,
    /// Nothing.
    RaisesAlone,
    /// Terminators, and refutations in null windows.
    Refutations,
}

/// Where a store reads from when the search has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableSource {
    /// Nowhere.
    None,
    /// Its own table, of exact results.
    Own(OwnTable),
    /// The table of the search.
    Search(Follows),
}

/// What a store's own table holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OwnTable {
    /// The best move of a position.
    Moves,
    /// The best move of a position, and the key of the position after it.
    Fragments,
    /// The whole line of a position.
    Lines,
}

/// Which entries of the table of the search a walk follows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Follows {
    /// All of them: nothing is checked but the length.
    Any,
    /// Those whose move is legal.
    Legal,
    /// Those that are exact too.
    Exact,
    /// Those whose draft and score fit too.
    Fitting,
}

impl StoreProfile {
    /// That of a store that keeps no line.
    pub const NOTHING: Self = Self { line: LineSource::Nothing, table: TableSource::None };

    /// That of a store whose raises copy, and which reads no table.
    pub const COPIES: Self = Self { line: LineSource::Copies, table: TableSource::None };

    /// That of a single array with this rule.
    pub const fn single_array(rule: ArrayRule) -> Self {
        Self { line: LineSource::SingleArray(rule), table: TableSource::None }
    }

    /// That of a walk of the table of the search that follows these entries.
    pub const fn walk(follows: Follows) -> Self {
        Self { line: LineSource::Entries, table: TableSource::Search(follows) }
    }

    /// That of a walk of a table of the store's own.
    pub const fn of_own_table(table: OwnTable) -> Self {
        Self { line: LineSource::Entries, table: TableSource::Own(table) }
    }

    /// The same store, which continues a line that its rows cut short with what it reads from `table`.
    #[must_use]
    pub const fn continued_from(self, table: TableSource) -> Self {
        Self { table, ..self }
    }

    /// Whether it keeps a line at all, so that one is due.
    pub const fn keeps_lines(&self) -> bool {
        !matches!(self.line, LineSource::Nothing)
    }

    /// Whether a raise takes over the child's whole line.
    pub const fn copies(&self) -> bool {
        matches!(self.line, LineSource::Copies)
    }

    /// Whether raises are all that its line is made of.
    pub const fn only_copies(&self) -> bool {
        self.copies() && matches!(self.table, TableSource::None)
    }

    /// Whether it is an array that all nodes share.
    pub const fn is_single_array(&self) -> bool {
        matches!(self.line, LineSource::SingleArray(_))
    }

    /// Whether all of its line is read from a table.
    pub const fn only_reads(&self) -> bool {
        matches!(self.line, LineSource::Entries)
    }

    /// Whether its line, or the end of it, is read from the table of the search when that has ended.
    pub const fn walks(&self) -> bool {
        matches!(self.table, TableSource::Search(_))
    }

    /// Whether it walks the table of the search and follows only what fits the score and the plies that are left.
    pub const fn checks_depths(&self) -> bool {
        matches!(self.table, TableSource::Search(Follows::Fitting))
    }

    /// Whether a line that the rows cut short is continued from whole lines that were kept of its positions.
    pub const fn appends_lines(&self) -> bool {
        matches!(self.table, TableSource::Own(OwnTable::Lines))
    }

    /// Returns the family of stores that it belongs to.
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
    /// Stores that work in the same way; a summary of results has one entry for each family.
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
