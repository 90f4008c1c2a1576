//! Tests of the studies in the book: the program `pvcheck-lab`, and the searches of every score.

#[path = "../common/mod.rs"]
mod common;

// The tests of `pvcheck` use the rest of these modules, and of the driver of engines.
#[allow(dead_code)]
#[path = "../cli/book.rs"]
mod book;
#[allow(dead_code)]
#[path = "../cli/command.rs"]
mod command;

mod all_scores;
mod bugs;
mod by_move;
mod claims;
mod docs;
mod engine;
mod every_score;
mod exhaust;

/// The program that is tested.
pub const PVCHECK: &str = env!("CARGO_BIN_EXE_pvcheck-lab");
