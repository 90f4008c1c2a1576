//! The command line of pvcheck, and its reports.

mod commands;
pub mod report;
mod site;

pub use commands::main;
