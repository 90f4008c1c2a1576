//! The binary `pvcheck`; the command line is in the library's module `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    pvcheck::cli::main()
}
