//! The laws of games by name, and the report of a broken law.

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

/// A law of games. Terminal positions may have any moves, because no search reads them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Law {
    /// No method panics.
    #[error("no method panics")]
    Panics,
    /// A position is equal to itself and to its clone, and `a == b` implies `b == a`.
    #[error("a position is equal to itself and to its clone, and `==` is symmetric")]
    Equality,
    /// Equal positions have the same answers, and equal moves of equal positions lead to equal positions.
    #[error("{}", equal(*.0))]
    Equal(Method),
    /// A method returns the same answer when the method is called again.
    #[error("`{0}` has the same result when it is called again")]
    Again(Method),
    /// Playing and passing do not change the position.
    #[error("to play and to pass does not change `{0}` of the position")]
    Unchanged(Method),
    /// `moves` appends to the vector, and does not change the moves that the vector contains.
    #[error("`moves` appends to the vector and changes nothing in it")]
    Appends,
    /// No move occurs twice in `moves`.
    #[error("no move occurs twice in `moves`")]
    DistinctMoves,
    /// No move is `Move::NULL` or `Move::POISON`.
    #[error("no move is `Move::NULL` or `Move::POISON`")]
    ReservedMoves,
    /// A position that is not terminal has a move.
    #[error("a position that is not terminal has a move")]
    HasMoves,
    /// `evaluate` is in the range that `Score::is_static` allows.
    #[error("`evaluate` is in the range that `Score::is_static` allows")]
    Range,
    /// A terminal position has no pass.
    #[error("a terminal position has no pass")]
    PassesWhenOver,
    /// The position after a pass is another position, because the other side is to move. The positions of a
    /// [`Graph`](crate::game::Graph) have no side to move and may break this law.
    #[error("the position after a pass is another one")]
    PassesToItself,
    /// Different positions have different ordinals.
    #[error("different positions have different ordinals")]
    DistinctOrdinals,
    /// The moves of a position have different names.
    #[error("the moves of a position have different names")]
    DistinctNames,
    /// A name is not empty and has no line break.
    #[error("a name is not empty and has no line break")]
    OneLine,
}

fn equal(method: Method) -> String {
    match method {
        Method::Play => "a move leads from equal positions to equal positions".to_owned(),
        method => format!("`{method}` is the same for equal positions"),
    }
}

/// The path of moves that leads to a position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PositionPath {
    /// The index of the given position from which the moves lead, from 0.
    pub start: usize,
    /// The names of the moves of the path, with `pass` for a pass.
    pub path: Vec<String>,
    /// The name of the position; `None` for a position without a name.
    pub name: Option<String>,
}

impl fmt::Display for PositionPath {
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

/// A broken law. Its text has three lines: the law, the positions, and what was found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the game breaks a law: {law}\nat {place}{}\nexpected {expected}, found {found}",
    .other.as_ref().map_or(String::new(), |other| format!(", and {other}"))
)]
pub struct Broken {
    /// The law.
    pub law: Law,
    /// The position at which the law is broken.
    pub place: PositionPath,
    /// The second position, if two positions break the law together.
    pub other: Option<PositionPath>,
    /// The answer that the law requires.
    pub expected: String,
    /// The answer that was found.
    pub found: String,
}

/// Two different positions with the same key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collision {
    /// The key of both positions.
    pub key: u64,
    /// The position that was found first.
    pub first: PositionPath,
    /// The position that was found second.
    pub second: PositionPath,
}

impl fmt::Display for Collision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, first, second } = self;
        write!(f, "two different positions have the key {key:#x}: {first}, and {second}")
    }
}
