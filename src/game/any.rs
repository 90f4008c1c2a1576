//! A position of any game, so that a search is compiled once for all of them.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use crate::game::GraphPosition;
use crate::position::{Move, Position};
use crate::score::Score;

/// A position of any game. That of a synthetic game is copied as it is; each other one is an allocation.
#[derive(Clone)]
pub enum AnyPosition<'g> {
    /// Of a synthetic game.
    Graph(GraphPosition<'g>),
    /// Of another game: see [`AnyPosition::new`].
    Other(OtherPosition),
}

/// A boxed position.
#[derive(Clone)]
pub struct OtherPosition(Rc<dyn ErasedPosition>);

impl AnyPosition<'_> {
    /// A position of any game.
    pub fn new(position: impl Position + 'static) -> Self {
        Self::Other(OtherPosition(Rc::new(position)))
    }
}

trait ErasedPosition: Any {
    fn moves(&self, moves: &mut Vec<Move>);
    fn play(&self, mv: Move) -> OtherPosition;
    fn evaluate(&self) -> Score;
    fn is_terminal(&self) -> bool;
    fn pass(&self) -> Option<OtherPosition>;
    fn is_noisy(&self, mv: Move) -> bool;
    fn is_forcing(&self, mv: Move) -> bool;
    fn key(&self) -> u64;
    fn move_name(&self, mv: Move) -> String;
    fn name(&self) -> Option<String>;
    fn ordinal(&self) -> Option<usize>;
    fn equals(&self, other: &dyn Any) -> bool;
    fn add_to(&self, hasher: &mut dyn Hasher);
}

impl<P: Position + 'static> ErasedPosition for P {
    fn moves(&self, moves: &mut Vec<Move>) {
        Position::moves(self, moves);
    }

    fn play(&self, mv: Move) -> OtherPosition {
        OtherPosition(Rc::new(Position::play(self, mv)))
    }

    fn evaluate(&self) -> Score {
        Position::evaluate(self)
    }

    fn is_terminal(&self) -> bool {
        Position::is_terminal(self)
    }

    fn pass(&self) -> Option<OtherPosition> {
        Position::pass(self).map(|passed| OtherPosition(Rc::new(passed)))
    }

    fn is_noisy(&self, mv: Move) -> bool {
        Position::is_noisy(self, mv)
    }

    fn is_forcing(&self, mv: Move) -> bool {
        Position::is_forcing(self, mv)
    }

    fn key(&self) -> u64 {
        Position::key(self)
    }

    fn move_name(&self, mv: Move) -> String {
        Position::move_name(self, mv)
    }

    fn name(&self) -> Option<String> {
        Position::name(self)
    }

    fn ordinal(&self) -> Option<usize> {
        Position::ordinal(self)
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<P>() == Some(self)
    }

    fn add_to(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

impl PartialEq for AnyPosition<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Graph(position), Self::Graph(other)) => position == other,
            (Self::Other(position), Self::Other(other)) => {
                let other: &dyn Any = &*other.0;
                position.0.equals(other)
            }
            _ => false,
        }
    }
}

impl Eq for AnyPosition<'_> {}

impl Hash for AnyPosition<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Graph(position) => position.hash(state),
            Self::Other(position) => position.0.add_to(state),
        }
    }
}

impl fmt::Debug for AnyPosition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Graph(position) => position.fmt(f),
            Self::Other(position) => f.write_str(&position.0.name().unwrap_or_default()),
        }
    }
}

/// The calls of [`Position`], passed on.
macro_rules! pass_on {
    ($(fn $name:ident($($arg:ident: $type:ty),*) -> $result:ty;)*) => {
        $(fn $name(&self, $($arg: $type),*) -> $result {
            match self {
                Self::Graph(position) => Position::$name(position, $($arg),*),
                Self::Other(position) => position.0.$name($($arg),*),
            }
        })*
    };
}

impl Position for AnyPosition<'_> {
    fn play(&self, mv: Move) -> Self {
        match self {
            Self::Graph(position) => Self::Graph(Position::play(position, mv)),
            Self::Other(position) => Self::Other(position.0.play(mv)),
        }
    }

    fn pass(&self) -> Option<Self> {
        match self {
            Self::Graph(position) => Position::pass(position).map(Self::Graph),
            Self::Other(position) => position.0.pass().map(Self::Other),
        }
    }

    pass_on! {
        fn moves(moves: &mut Vec<Move>) -> ();
        fn evaluate() -> Score;
        fn is_terminal() -> bool;
        fn is_noisy(mv: Move) -> bool;
        fn is_forcing(mv: Move) -> bool;
        fn key() -> u64;
        fn move_name(mv: Move) -> String;
        fn name() -> Option<String>;
        fn ordinal() -> Option<usize>;
    }
}
