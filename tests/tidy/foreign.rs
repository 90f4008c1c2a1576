//! Text of others reaches the terminal by one way: the names of files by `input::name`, and what programs write by `process`.

use super::holds;
use super::source::Source;

/// What shows such text as it is, and the only file that may have it.
const RAW: [(&str, &str); 3] = [
    (".display()", "crates/cli/src/commands/input.rs"),
    ("ChildStdout", "src/process/mod.rs"),
    ("ChildStderr", "src/process/mod.rs"),
];

fn raw_text(source: &Source) -> Vec<String> {
    let lines = source.text.lines().zip(1..).filter(|(_, number)| source.code.contains(number));
    let found = lines.flat_map(|(line, number)| {
        let raw = RAW.iter().filter(move |(raw, file)| line.contains(raw) && source.file != *file);
        raw.map(move |(raw, file)| format!("{}:{number}: `{raw}`, which belongs to {file}", source.file))
    });
    found.collect()
}

#[test]
fn text_of_others_is_cleaned_where_it_comes_in() {
    holds(raw_text, &["crates/cli", "crates/chess/src/uci", "src/process", "src/verify/program.rs"]);
}

#[test]
fn a_raw_name_is_found() {
    let text = "fn f() {\n    g(path.display());\n}";
    let found = ["a.rs:2: `.display()`, which belongs to crates/cli/src/commands/input.rs"];
    assert_eq!(raw_text(&Source::new("a.rs", text)), found);
    assert!(raw_text(&Source::new("crates/cli/src/commands/input.rs", text)).is_empty());
}
