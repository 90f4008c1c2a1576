//! The commands of README.md and of the book that need more than a few seconds.

use std::path::Path;

use crate::book::run_commands;

#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn the_slow_commands_print_what_the_pages_show() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("slow-pages");
    let run = run_commands(true, env!("CARGO_BIN_EXE_pvcheck"), &folder);
    assert!(run > 3, "{run} commands");
}

/// Each line of the table of claims is that of a run on the whole sets of games. A share of the run tests as many of the lines.
#[test]
#[ignore = "takes minutes: `cargo exhaustive`"]
fn the_page_of_claims_has_the_results_of_the_whole_run() {
    use pvcheck_lab::claims::Claim;
    let page = include_str!("../../docs/claims.md");
    let is_claim = |line: &&str| {
        ["| proven ", "| confirmed ", "| refuted ", "| measured "].iter().any(|begin| line.starts_with(begin))
    };
    let lines: Vec<&str> = page.lines().filter(is_claim).collect();
    let names: Vec<&str> = lines.iter().filter_map(|line| line.split('`').nth(1)).collect();
    let all: Vec<&str> = Claim::all().map(|claim| claim.id).collect();
    assert_eq!(names, all, "update the page by `pvcheck claims --markdown`");
    let tested = super::share(names.len() as u64) as usize;
    let names: Vec<&str> = names.iter().copied().step_by(names.len().div_ceil(tested)).collect();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_pvcheck"))
        .args(["claims", "--markdown", "--quiet"])
        .args(&names)
        .output()
        .expect("the program runs");
    let table = String::from_utf8(output.stdout).expect("text");
    let found: Vec<&str> = table.lines().skip(2).collect();
    assert_eq!(found.len(), names.len(), "{}", String::from_utf8_lossy(&output.stderr));
    for line in found {
        assert!(lines.contains(&line), "the page has another line than this:\n{line}");
    }
}
