//! The two measures alone, for `cargo mutants`: few tests, quickly built. `cargo test` runs them as a module of
//! `tests/it`.

#[path = "../common/mod.rs"]
mod common;

#[path = "../it/measures.rs"]
mod measures;
