//! The claims that take minutes, as they are checked on whole scopes: `cargo exhaustive`. `cargo test` ignores them.

mod aspiration;
mod chess;
mod docs;
mod faces;
mod ground_truth;
mod ordered_trees;
mod proof;
mod random_options;
mod uci;
mod uniform_trees;
