//! The command line of pvcheck, and its reports; the library is for the programs of this project and their tests.

// Every function that fails returns the text that is printed, and the exit status. What is unused of a library for two programs is harmless.
#![allow(clippy::missing_errors_doc, clippy::return_self_not_must_use)]

pub mod commands;
pub mod report;
mod site;

pub use commands::main;
