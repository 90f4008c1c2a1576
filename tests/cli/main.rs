//! What needs the `cli` feature: the command line as users and scripts meet it, and what reports show.

#[path = "../common/mod.rs"]
mod common;

mod bugs;
mod campaigns;
mod command;
mod commands;
mod json;
mod snapshots;
mod tables;
