//! The adapters in `examples/adapters/`: they keep the protocol, have no findings, and their seeded bugs are found.

use std::process::Command;

use serde_json::Value;

use crate::book::ROOT;
use crate::command::{fresh, pvcheck, result, stderr, stdout};

/// An adapter: its language, the command that compiles it, and the packages to install.
struct Adapter {
    language: &'static str,
    file: &'static str,
    compiler: &'static [&'static str],
    package: &'static str,
}

/// The languages, with commas between them, whose compilers need not be there.
const SKIP: &str = "PVCHECK_SKIP_ADAPTERS";

impl Adapter {
    fn source(&self) -> String {
        format!("{ROOT}/examples/adapters/{}", self.file)
    }

    /// Returns the command that runs the adapter, which is compiled before; `None` if it is to be skipped.
    ///
    /// # Panics
    ///
    /// When the compiler is missing, and the language is not to be skipped.
    fn command(&self) -> Option<String> {
        let Self { language, compiler, package, .. } = *self;
        let skipped = std::env::var(SKIP).unwrap_or_default();
        if skipped.split(',').any(|name| name.trim().eq_ignore_ascii_case(language)) {
            eprintln!("the adapter in {language} is skipped, as {SKIP} lists it");
            return None;
        }
        let (tool, flags) = compiler.split_first().expect("a compiler has a name");
        let program = fresh(&format!("adapter-{package}"));
        let mut command = Command::new(tool);
        // A single file is no module. What the compiler keeps for the next time is in this folder too.
        command.env("GO111MODULE", "off").env("GOCACHE", format!("{}/go", env!("CARGO_TARGET_TMPDIR")));
        if flags.is_empty() {
            command.arg("--version");
        } else {
            command.args(flags).args(["-o", &program, &self.source()]);
        }
        let output = command.output().unwrap_or_else(|error| {
            panic!(
                "`{tool}` for the adapter in {language}: {error}. Install it (Debian: `apt-get install {package}`), \
                 or skip this language with {SKIP}={language}"
            )
        });
        assert!(output.status.success(), "{tool}: {}", stderr(&output));
        Some(if flags.is_empty() { format!("{tool} {}", self.source()) } else { program })
    }

    /// Asserts that the adapter is right, and that its seeded bug is found as these kinds of findings, in the order of their names.
    fn check(&self, findings: &[&str]) {
        let Some(command) = self.command() else { return };
        result(&["subject", "--cmd", &command, "--conformance"]);
        for more in [&[][..], &["--cycles", "--mates", "--marks", "--warm", "2"]] {
            result(&[&["subject", "--cmd", &command, "--games", "300", "--quiet"], more].concat());
        }
        let with_bug = format!("{command} bug");
        let output =
            pvcheck(&["subject", "--cmd", &with_bug, "--games", "300", "--format", "json", "--quiet"]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        let found: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        let rows = found["rows"].as_array().expect("rows");
        let mut names: Vec<&str> = rows.iter().filter_map(|row| row["finding"].as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, findings, "{found:#}");
    }
}

#[test]
fn the_adapter_in_c_is_right_and_its_stale_row_is_found() {
    let compiler = &["gcc", "-O1", "-Wall", "-Wextra", "-Werror"];
    Adapter { language: "C", file: "adapter.c", compiler, package: "gcc" }.check(&["illegal"]);
}

#[test]
fn the_adapter_in_cpp_is_right_and_its_wrong_sign_is_found() {
    let compiler = &["g++", "-O1", "-std=c++17", "-Wall", "-Wextra", "-Werror"];
    Adapter { language: "C++", file: "adapter.cpp", compiler, package: "g++" }
        .check(&["unsound", "unwitnessed"]);
}

#[test]
fn the_adapter_in_go_is_right_and_its_line_of_an_equal_score_is_found() {
    Adapter { language: "Go", file: "adapter.go", compiler: &["go", "build"], package: "golang-go" }
        .check(&["unsound"]);
}

#[test]
fn the_adapter_in_python_is_right_and_its_single_array_is_found() {
    Adapter { language: "Python", file: "adapter.py", compiler: &["python3"], package: "python3" }.check(&[
        "illegal",
        "truncated",
        "unsound",
    ]);
}

/// The message of a missing compiler, which is no silent skip.
#[test]
#[should_panic(expected = "apt-get install golang-go")]
fn a_missing_compiler_is_an_error_with_what_to_install() {
    let compiler = &["no-such-compiler", "build"];
    Adapter { language: "no language", file: "adapter.go", compiler, package: "golang-go" }.check(&[]);
}
