//! The binary `pvcheck`; the command line is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    pvcheck_cli::main()
}
