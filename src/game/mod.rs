//! Synthetic games to search, with the game graph, the text notation, random generation, and real games as graphs.

mod any;
#[doc(hidden)]
pub mod choices;
#[doc(hidden)]
pub mod examples;
pub mod freeze;
#[doc(hidden)]
pub mod graph;
pub mod growth;
pub mod notation;
#[cfg(feature = "proptest")]
pub mod strategy;
mod walks;

pub use any::{AnyPosition, OtherPosition};
pub use choices::{Choices, Seeded};
pub use freeze::{Freeze, Frozen, TooLarge, freeze};
pub(crate) use graph::Holder;
pub use graph::{Graph, GraphPosition, Link, LinkKind, Marks, NameId, PositionOf, SharedPosition};
pub use growth::{Growth, Kinds, STRONGLY, Shape, Sharing, Values};
#[doc(hidden)]
pub use walks::Visits;
