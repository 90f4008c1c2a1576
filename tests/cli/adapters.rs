//! The adapters in `examples/adapters/`: they keep the protocol, have no findings, and their seeded bugs are found.

use std::process::Command;

use serde_json::Value;

use crate::book::ROOT;
use crate::command::{fresh, result, stderr, with_status};
use crate::tools::{self, Tool};

/// An adapter. If the tool is a compiler, it is called with these flags.
struct Adapter {
    file: &'static str,
    tool: &'static Tool,
    flags: &'static [&'static str],
}

impl Adapter {
    fn source(&self) -> String {
        format!("{ROOT}/examples/adapters/{}", self.file)
    }

    /// Returns the command that runs the adapter, which is compiled before; `None` if the tool is missing.
    fn command(&self) -> Option<String> {
        let tool = self.tool.find()?;
        if self.flags.is_empty() {
            return Some(format!("'{}' {}", tool.display(), self.source()));
        }
        let program = fresh(&format!("adapter-{}", self.tool.package));
        let mut command = Command::new(tool);
        // A single file is no module. What the compiler keeps for the next time is in this folder too.
        command.env("GO111MODULE", "off").env("GOCACHE", format!("{}/go", env!("CARGO_TARGET_TMPDIR")));
        let output = command.args(self.flags).args(["-o", &program, &self.source()]).output();
        let output = output.expect("the compiler runs");
        assert!(output.status.success(), "{}: {}", self.file, stderr(&output));
        Some(program)
    }

    /// Asserts that the adapter is right, and that its seeded bug is found as these kinds of findings, in the order of their names.
    fn check(&self, findings: &[&str]) {
        let Some(command) = self.command() else { return };
        result(&["subject", "--cmd", &command, "--conformance"]);
        for more in [&[][..], &["--cycles", "--mates", "--marks", "--warm", "2"]] {
            result(&[&["subject", "--cmd", &command, "--games", "300", "--quiet"], more].concat());
        }
        let told = ["subject", "--cmd", &command, "--games", "300", "--declare", "tells", "--format", "json"];
        let told: Value = serde_json::from_str(&result(&told)).expect("JSON");
        assert_eq!(told["scope"]["judged"]["nodes"], 300, "{told:#}");
        let with_bug = format!("{command} bug");
        let args = ["subject", "--cmd", &with_bug, "--games", "300", "--format", "json", "--quiet"];
        let found: Value = serde_json::from_str(&with_status(2, &args)).expect("JSON");
        let rows = found["rows"].as_array().expect("rows");
        let mut names: Vec<&str> = rows.iter().filter_map(|row| row["finding"].as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, findings, "{found:#}");
    }
}

#[test]
fn the_adapter_in_c_is_right_and_its_stale_row_is_found() {
    let flags = &["-O1", "-Wall", "-Wextra", "-Werror"];
    Adapter { file: "adapter.c", tool: &tools::GCC, flags }.check(&["illegal"]);
}

#[test]
fn the_adapter_in_cpp_is_right_and_its_wrong_sign_is_found() {
    let flags = &["-O1", "-std=c++17", "-Wall", "-Wextra", "-Werror"];
    Adapter { file: "adapter.cpp", tool: &tools::GPP, flags }.check(&["bound_law", "unwitnessed"]);
}

#[test]
fn the_adapter_in_go_is_right_and_its_line_of_an_equal_score_is_found() {
    Adapter { file: "adapter.go", tool: &tools::GO, flags: &["build"] }.check(&["unsound"]);
}

#[test]
fn the_adapter_in_python_is_right_and_its_single_array_is_found() {
    let findings = &["illegal", "truncated", "unsound"];
    Adapter { file: "adapter.py", tool: &tools::PYTHON, flags: &[] }.check(findings);
}
