//! A position of any game, so that a search is compiled once for all of them.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::game::GraphPosition;
use crate::position::{Move, Position};
use crate::score::Score;

/// A position of any game. A position of a synthetic game is copied directly; any other position is an allocation.
#[derive(Clone)]
pub enum AnyPosition<'g> {
    /// A position of a synthetic game.
    Graph(GraphPosition<'g>),
    /// A position of another game, made by [`AnyPosition::new`].
    Other(OtherPosition),
}

/// A boxed position.
#[derive(Clone)]
pub struct OtherPosition(Arc<dyn ErasedPosition + Send + Sync>);

impl AnyPosition<'_> {
    /// Wraps a position of any game.
    pub fn new(position: impl Position + Send + Sync + 'static) -> Self {
        Self::Other(OtherPosition(Arc::new(position)))
    }
}

/// Declares the operations that every position has under its own name, for boxed positions and for [`AnyPosition`].
/// Each game implements the former by its own operations; the latter calls one or the other.
macro_rules! operations {
    ($(fn $name:ident($($arg:ident: $type:ty),*) -> $result:ty;)*) => {
        trait ErasedPosition: Any {
            $(fn $name(&self, $($arg: $type),*) -> $result;)*
            fn play(&self, mv: Move) -> OtherPosition;
            fn pass(&self) -> Option<OtherPosition>;
            fn equals(&self, other: &dyn Any) -> bool;
            fn add_to(&self, hasher: &mut dyn Hasher);
        }

        impl<P: Position + Send + Sync + 'static> ErasedPosition for P {
            $(fn $name(&self, $($arg: $type),*) -> $result {
                Position::$name(self, $($arg),*)
            })*

            fn play(&self, mv: Move) -> OtherPosition {
                OtherPosition(Arc::new(Position::play(self, mv)))
            }

            fn pass(&self) -> Option<OtherPosition> {
                Position::pass(self).map(|passed| OtherPosition(Arc::new(passed)))
            }

            fn equals(&self, other: &dyn Any) -> bool {
                other.downcast_ref::<P>() == Some(self)
            }

            fn add_to(&self, mut hasher: &mut dyn Hasher) {
                self.hash(&mut hasher);
            }
        }

        impl Position for AnyPosition<'_> {
            $(fn $name(&self, $($arg: $type),*) -> $result {
                match self {
                    Self::Graph(position) => Position::$name(position, $($arg),*),
                    Self::Other(position) => position.0.$name($($arg),*),
                }
            })*

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
        }
    };
}

operations! {
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
