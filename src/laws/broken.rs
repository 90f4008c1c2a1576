//! The laws by name, and what is reported of a broken one.

use std::fmt;

named_enum! {
    /// A method of a game whose answers are compared.
    Method {
        Eq "eq" "[`PartialEq`].",
        Hash "hash" "[`Hash`](std::hash::Hash).",
        Key "key" "[`Position::key`](crate::position::Position::key).",
        IsTerminal "is_terminal" "[`Position::is_terminal`](crate::position::Position::is_terminal).",
        Evaluate "evaluate" "[`Position::evaluate`](crate::position::Position::evaluate).",
        Moves "moves" "[`Position::moves`](crate::position::Position::moves).",
        IsNoisy "is_noisy" "[`Position::is_noisy`](crate::position::Position::is_noisy).",
        IsForcing "is_forcing" "[`Position::is_forcing`](crate::position::Position::is_forcing).",
        Play "play" "[`Position::play`](crate::position::Position::play).",
        Pass "pass" "[`Position::pass`](crate::position::Position::pass).",
        Ordinal "ordinal" "[`Position::ordinal`](crate::position::Position::ordinal).",
        MoveName "move_name" "[`Position::move_name`](crate::position::Position::move_name).",
        Name "name" "[`Position::name`](crate::position::Position::name).",
    }
}

/// A law of games. Nothing is required of the moves of a terminal position: no search reads them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Law {
    /// No method panics.
    Panics,
    /// A position is equal to itself and to its clone, and `a == b` means `b == a`.
    Equality,
    /// Equal positions have the same answers, and moves lead from them to equal positions.
    Equal(Method),
    /// A method has the same answer when it is called again.
    Again(Method),
    /// To play and to pass does not change the position.
    Unchanged(Method),
    /// `moves` appends to the vector, and does not change what is in it.
    Appends,
    /// No move occurs twice in `moves`.
    DistinctMoves,
    /// No move is `Move::NULL` or `Move::POISON`.
    ReservedMoves,
    /// A position that is not terminal has a move.
    HasMoves,
    /// `evaluate` is in the range that `Score::is_static` allows.
    Range,
    /// A terminal position has no pass.
    PassesWhenOver,
    /// The position after a pass is another one: the other side is to move. The positions of a
    /// [`Graph`](crate::game::Graph) have no side to move and may break this law.
    PassesToItself,
    /// Different positions have different ordinals.
    DistinctOrdinals,
    /// The moves of a position have different names.
    DistinctNames,
    /// A name is not empty and has no line break.
    OneLine,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Panics => f.write_str("no method panics"),
            Self::Equality => {
                f.write_str("a position is equal to itself and to its clone, and `==` is symmetric")
            }
            Self::Equal(Method::Play) => f.write_str("a move leads from equal positions to equal positions"),
            Self::Equal(method) => write!(f, "`{method}` is the same for equal positions"),
            Self::Again(method) => write!(f, "`{method}` has the same result when it is called again"),
            Self::Unchanged(method) => {
                write!(f, "to play and to pass does not change `{method}` of the position")
            }
            Self::Appends => f.write_str("`moves` appends to the vector and changes nothing in it"),
            Self::DistinctMoves => f.write_str("no move occurs twice in `moves`"),
            Self::ReservedMoves => f.write_str("no move is `Move::NULL` or `Move::POISON`"),
            Self::HasMoves => f.write_str("a position that is not terminal has a move"),
            Self::Range => f.write_str("`evaluate` is in the range that `Score::is_static` allows"),
            Self::PassesWhenOver => f.write_str("a terminal position has no pass"),
            Self::PassesToItself => f.write_str("the position after a pass is another one"),
            Self::DistinctOrdinals => f.write_str("different positions have different ordinals"),
            Self::DistinctNames => f.write_str("the moves of a position have different names"),
            Self::OneLine => f.write_str("a name is not empty and has no line break"),
        }
    }
}

/// Where a position is: the moves that lead to it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Place {
    /// The index of the given position from which the moves lead, from 0.
    pub start: usize,
    /// The names of these moves; `pass` for a pass.
    pub path: Vec<String>,
    /// The name of the position, if it has one.
    pub name: Option<String>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { start, path, name } = self;
        let number = start + 1;
        if path.is_empty() {
            write!(f, "given position {number}")?;
        } else {
            write!(f, "the position after {} from given position {number}", path.join(" "))?;
        }
        name.as_ref().map_or(Ok(()), |name| write!(f, " ({name})"))
    }
}

/// A broken law.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The law.
    pub law: Law,
    /// The position at which it is broken.
    pub place: Place,
    /// Where two positions break the law together, the other one.
    pub other: Option<Place>,
    /// What the law requires there.
    pub expected: String,
    /// What was found.
    pub found: String,
}

impl fmt::Display for Broken {
    /// Three lines: the law, the positions, and what was found.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { law, place, other, expected, found } = self;
        write!(f, "the game breaks a law: {law}\nat {place}")?;
        if let Some(other) = other {
            write!(f, ", and {other}")?;
        }
        write!(f, "\nexpected {expected}, found {found}")
    }
}

impl std::error::Error for Broken {}

/// Two different positions with the same key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collision {
    /// The key.
    pub key: u64,
    /// The position that was found first.
    pub first: Place,
    /// The other position.
    pub second: Place,
}

impl fmt::Display for Collision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, first, second } = self;
        write!(f, "two different positions have the key {key:#x}: {first}, and {second}")
    }
}
