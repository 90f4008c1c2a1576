//! The studies in the book of pvcheck: claims of the literature, the kill matrix of seeded bugs, every score at once.

// Every function that fails returns the text that is printed, and the exit status.
#![allow(clippy::missing_errors_doc)]

pub mod all_scores;
pub mod claims;
mod commands;

pub use commands::main;
