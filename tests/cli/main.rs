//! Tests that need the command line: as users and scripts call it, the reports, and the claims that take minutes.

#[path = "../common/mod.rs"]
mod common;

#[path = "../common/tools.rs"]
mod tools;

/// The program that is tested.
pub const PVCHECK: &str = env!("CARGO_BIN_EXE_pvcheck");

/// Its engine, but for one thing that goes wrong.
const DOUBLE: &str = env!("CARGO_BIN_EXE_misbehaving-engine");

mod adapters;
mod book;
mod browser;
mod campaigns;
mod chess;
mod command;
mod commands;
mod docs;
mod engine;
#[path = "../exhaustive/mod.rs"]
mod exhaustive;
mod explorer;
mod first_contact;
#[rustfmt::skip] // As in the guide.
mod guide;
mod json;
mod limits;
mod mistakes;
#[rustfmt::skip] // As in the guide.
mod observed;
mod output;
mod proof;
mod report;
mod review;
#[rustfmt::skip] // As in README.md.
mod own_search;
#[rustfmt::skip] // As in the guide.
mod root_mates;
mod skips;
mod snapshots;
mod subject;
mod tables;
mod trace;
mod trace_crate;
mod uci;
