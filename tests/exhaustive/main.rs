//! The claims that take minutes, as they are checked on whole scopes: `cargo exhaustive`. `cargo test` leaves them out.

#[path = "../common/mod.rs"]
mod common;

#[path = "../common/book.rs"]
mod book;

mod aspiration;
mod chess;
mod docs;
mod engine;
mod faces;
mod ground_truth;
mod ordered_trees;
mod random_options;
mod uci;
mod uniform_trees;
