//! A test that needs a program which is missing is skipped, which is reported; if the program is required, the
//! test fails.

use std::collections::BTreeMap;
use std::process::{Command, Output};

use crate::book::{Page, ROOT};
use crate::command::{stderr, stdout};
use crate::tools;

/// Runs tests of this binary where no program is installed, with this `PVCHECK_REQUIRE`.
fn run(required: &str) -> Output {
    let nothing = tempfile::tempdir().expect("a folder");
    Command::new(std::env::current_exe().expect("a path"))
        .args(["adapters::", "browser::", "proof::a_mistake", "subject::a_right_program_has_no_findings"])
        .arg("--test-threads=1")
        .env("PATH", nothing.path())
        .env("PVCHECK_REQUIRE", required)
        .output()
        .expect("it runs")
}

/// The output of tests that pass is captured, and this is not.
#[test]
fn without_the_programs_the_tests_pass_and_report_what_is_not_tested() {
    for required in ["", "engines"] {
        let output = run(required);
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(0), "{}{error}", stdout(&output));
        for tool in tools::ALL {
            assert_eq!(error.matches(&format!("SKIPPED: {tool}\n")).count(), 1, "{error}");
        }
        assert!(error.contains(
            "SKIPPED: the adapter in Go: `go` is not installed (Debian: `apt-get install golang-go`)\n"
        ));
    }
}

#[test]
fn a_required_program_that_is_missing_is_a_failure_that_names_what_to_install() {
    for required in ["adapters", "adapters, browser"] {
        let output = run(required);
        assert_eq!(output.status.code(), Some(101), "{}", stderr(&output));
        for tool in tools::ALL {
            let message = format!("{tool}; PVCHECK_REQUIRE requires the");
            let has_message = stdout(&output).contains(&message);
            assert_eq!(has_message, required.contains(tool.kind), "{}", stdout(&output));
        }
    }
}

#[test]
fn an_unknown_word_is_an_error() {
    let output = run("adapters,engine");
    assert_eq!(output.status.code(), Some(101), "{}", stderr(&output));
    let expected = "PVCHECK_REQUIRE: unknown word `engine`; expected some of adapters,browser,engines,proof";
    assert_eq!(stdout(&output).matches(expected).count(), 17, "{}", stdout(&output));
}

#[test]
fn a_missing_engine_is_a_warning_and_if_it_is_required_an_error() {
    for (required, status, word) in
        [("", 0, "WARNING"), ("browser", 0, "WARNING"), ("browser,engines", 1, "ERROR")]
    {
        let output = Command::new("sh")
            .args([&format!("{ROOT}/.ci/engines"), "true", "no-such-engine"])
            .env("PVCHECK_REQUIRE", required)
            .output()
            .expect("a shell");
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(status), "{required}: {error}");
        assert!(error.starts_with(&format!("{word}: no-such-engine is not installed")), "{error}");
    }
}

/// `.ci/run` installs every program, and requires all of them.
#[test]
fn the_build_server_has_every_program() {
    let script = Page::read(".ci/run").text;
    let pairs: BTreeMap<&str, &str> =
        script.split([' ', ';', '\n']).filter_map(|word| word.split_once(':')).collect();
    for tool in tools::ALL {
        assert_eq!(pairs.get(tool.names.join(",").as_str()), Some(&tool.package));
    }
    assert!(script.contains("export PVCHECK_REQUIRE=adapters,browser,engines,proof\n"));
}
