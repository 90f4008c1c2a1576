//! Games to search: synthetic trees, how they are written, and how they grow.

pub mod choices;
pub mod growth;
pub mod notation;
#[cfg(feature = "proptest")]
pub mod strategy;
pub mod tree;

pub use choices::{Choices, Seeded};
pub use growth::{Growth, Shape, Values};
pub use tree::{Tree, TreePosition};
