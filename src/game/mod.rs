//! Games to search: synthetic ones, how they are written, and how they grow.

pub mod choices;
pub mod examples;
pub mod graph;
pub mod growth;
pub mod notation;
#[cfg(feature = "proptest")]
pub mod strategy;
mod walks;

pub use choices::{Choices, Seeded};
pub use graph::{By, Children, Graph, GraphPosition, Link, Marks};
pub use growth::{Growth, Shape, Sharing, Values};
pub use walks::Visits;
