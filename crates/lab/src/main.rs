//! The binary `pvcheck-lab`; its commands are in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    pvcheck_lab::main()
}
