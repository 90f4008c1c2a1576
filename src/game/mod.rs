//! Synthetic games to search: the game graph, its text notation, and random generation.

pub mod choices;
pub mod examples;
pub mod graph;
pub mod growth;
pub mod notation;
#[cfg(feature = "proptest")]
pub mod strategy;
mod walks;

pub use choices::{Choices, Seeded};
pub use graph::{Children, Graph, GraphPosition, Link, LinkKind, Marks};
pub use growth::{Growth, Shape, Sharing, Values};
pub use walks::Visits;
