//! The rules of the house that a machine can keep.
//!
//! Each rule is a function from text to a list of violations, `file:line: what`. One test asserts that
//! the list is empty for the whole project, another that the rule catches a text that breaks it.

use std::fs;
use std::path::Path;

/// The most lines of a file, and of a function from its `fn` to its closing brace.
const FILE_LINES: usize = 400;
const FUNCTION_LINES: usize = 70;

/// Modules of `src/`, lowest first. A room may import rooms of lower rank, those of its own group, and itself. The
/// oracle imports next to nothing (see [`ONLY`]) and still stands this high, so that no search can ask it what is true.
const RANKS: &[&[&str]] = &[
    &["score", "syntax"],
    &["position", "reach"],
    &["game", "pv", "table"],
    &["search"],
    &["algorithm"],
    &["subject", "case", "contract", "verdict", "oracle"],
    &["check"],
    &["enumerate", "campaign", "shrink", "report", "bugs"],
    &["cli", "fuzzing", "main", "lib"],
];

/// Rooms that may import less than their rank allows: these, and themselves.
const ONLY: &[(&str, &[&str])] = &[("oracle", &["position", "score"]), ("verdict", &["position", "score"])];

/// What the docs of an algorithm have, in this order.
const ALGORITHM_DOCS: &[&str] = &["*Source.*", "```text", "*Departures.*", "*Guarantee.*"];

/// The code of a text, with blanks for comments and literals so that lines stay where they are; and its literals.
fn lex(text: &str) -> (String, Vec<String>) {
    let (mut code, mut literals, mut rest) = (String::new(), Vec::new(), text);
    while let Some(next) = rest.chars().next() {
        let raw = raw_string(rest).filter(|_| !code.ends_with(is_of_word));
        let string = raw.or_else(|| string(rest));
        literals.extend(string.map(|(_, literal)| literal.to_owned()));
        let length = string.map(|(length, _)| length).or_else(|| comment(rest)).or_else(|| character(rest));
        match length {
            Some(length) => code.push_str(&blank(&rest[..length])),
            None => code.push(next),
        }
        rest = &rest[length.unwrap_or(next.len_utf8())..];
    }
    (code, literals)
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn blank(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { c } else { ' ' }).collect()
}

/// The length of the raw string with which `rest` begins, and its content.
fn raw_string(rest: &str) -> Option<(usize, &str)> {
    let body = ["r", "br", "cr"].iter().find_map(|prefix| rest.strip_prefix(prefix))?;
    let hashes = body.len() - body.trim_start_matches('#').len();
    let inside = body[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let end = inside.find(&close).expect("a raw string is closed");
    Some((rest.len() - inside.len() + end + close.len(), &inside[..end]))
}

/// The length of the string with which `rest` begins, and its content.
fn string(rest: &str) -> Option<(usize, &str)> {
    let length = rest.starts_with('"').then(|| quoted(rest, '"'))?;
    Some((length, rest[..length].trim_matches('"')))
}

/// The length of the literal with which `rest` begins, both quotes included.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    rest.len()
}

/// The length of the character literal with which `rest` begins; a lifetime is none.
fn character(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix('\'')?;
    let closed = inside.starts_with('\\') || inside.chars().nth(1) == Some('\'');
    closed.then(|| quoted(rest, '\''))
}

/// The length of the comment with which `rest` begins.
fn comment(rest: &str) -> Option<usize> {
    match rest.get(..2)? {
        "//" => rest.find('\n').or(Some(rest.len())),
        "/*" => rest.find("*/").map(|at| at + 2),
        _ => None,
    }
}

/// Where the item ends with which `code` begins: behind its body or its semicolon.
fn item_end(code: &str) -> usize {
    let mut open = 0;
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open -= 1,
            _ => {}
        }
        if open <= 0 && matches!(c, '}' | ';') {
            return at + 1;
        }
    }
    code.len()
}

/// The code of a file with blanks for every item under `#[cfg(test)]`; nothing of a file of unit tests.
fn without_tests(file: &str, code: &str) -> String {
    let is_test = file.starts_with("src/") && file.ends_with("/tests.rs");
    let (mut shown, mut rest) = (String::new(), if is_test { "" } else { code });
    while let Some(start) = rest.find("#[cfg(test)]") {
        let end = start + item_end(&rest[start..]);
        shown.push_str(&rest[..start]);
        shown.push_str(&blank(&rest[start..end]));
        rest = &rest[end..];
    }
    shown + rest
}

/// Where `word` begins and no other word ends in it.
fn places<'c>(code: &'c str, word: &'c str) -> impl Iterator<Item = usize> {
    code.match_indices(word).map(|(at, _)| at).filter(|&at| !code[..at].ends_with(is_of_word))
}

fn line(code: &str, at: usize) -> usize {
    code[..at].matches('\n').count() + 1
}

fn long_files(file: &str, text: &str) -> Vec<String> {
    let lines = text.lines().count();
    let long = format!("{file}:{lines}: the file has more than {FILE_LINES} lines");
    (lines > FILE_LINES).then_some(long).into_iter().collect()
}

fn long_functions(file: &str, text: &str) -> Vec<String> {
    let code = lex(text).0;
    let functions = places(&code, "fn ").map(|at| (at, &code[at..at + item_end(&code[at..])]));
    let long = functions.filter(|(_, function)| function.lines().count() > FUNCTION_LINES);
    long.map(|(at, function)| {
        let name = function[3..].split(['(', '<']).next().unwrap_or_default();
        format!("{file}:{}: `{name}` has {} lines", line(&code, at), function.lines().count())
    })
    .collect()
}

/// The first names of all paths into this crate, with their lines; of a group, nothing.
fn imports(code: &str) -> Vec<(usize, &str)> {
    let paths = ["crate::", "pvcheck::"]
        .into_iter()
        .flat_map(|root| places(code, root).map(move |at| (line(code, at), &code[at + root.len()..])));
    paths.map(|(line, path)| (line, path.split(|c| !is_of_word(c)).next().unwrap_or_default())).collect()
}

fn rank(room: &str) -> Option<usize> {
    RANKS.iter().position(|group| group.contains(&room))
}

/// Why `room` may not import `name`.
fn objection(room: &str, name: &str) -> Option<String> {
    if name == room {
        return None;
    }
    if let Some((_, only)) = ONLY.iter().find(|(one, _)| *one == room) {
        let why = format!("`{room}` may import only {only:?}, not `{name}`");
        return (!only.contains(&name)).then_some(why);
    }
    if name == "bugs" && rank(room) < rank("cli") {
        return Some(format!("`{room}` may not enter `bugs`"));
    }
    match rank(name) {
        // A group, or a name of the root, would hide the room that it comes from.
        None => Some(format!("`crate::{name}` names no module of RANKS")),
        Some(above) => (rank(room) < Some(above)).then(|| format!("`{name}` stands above `{room}`")),
    }
}

fn wrong_imports(file: &str, text: &str) -> Vec<String> {
    let path = file.strip_prefix("src/").expect("a file of the crate");
    let room = path.split(['/', '.']).next().unwrap_or_default();
    if rank(room).is_none() {
        return vec![format!("{file}:1: the module `{room}` has no rank in RANKS")];
    }
    let code = lex(text).0;
    let shown = without_tests(file, &code);
    let shown = imports(&shown);
    let mut wrong = Vec::new();
    for (line, name) in imports(&code) {
        // The oracle's tests need a game to be right about, and still no search.
        let exempt = !shown.contains(&(line, name)) && (room != "oracle" || name == "game");
        if let Some(why) = objection(room, name).filter(|_| !exempt) {
            wrong.push(format!("{file}:{line}: {why}"));
        }
    }
    wrong
}

fn left_behind(file: &str, text: &str) -> Vec<String> {
    let code = lex(text).0;
    let shown = without_tests(file, &code);
    let unwraps = shown.match_indices(".unwrap()");
    let words = ["todo!", "unimplemented!", "dbg!"].into_iter();
    let others = words.flat_map(|word| places(&code, word).map(move |at| (at, word)));
    // In the file of a room itself the path up is a path to another room.
    let up =
        if file.ends_with("mod.rs") || file.matches('/').count() == 1 { "super::" } else { "super::super" };
    let ups = places(&shown, up).map(|at| (at, up));
    unwraps
        .chain(others)
        .chain(ups)
        .map(|(at, word)| format!("{file}:{}: `{word}`", line(&code, at)))
        .collect()
}

/// Snapshots whose name stands in no string literal, and such as wait for review.
/// No name is built at run time; that is what makes orphans visible.
fn orphans(snapshots: &[impl AsRef<str>], literals: &[String]) -> Vec<String> {
    let what = |file: &str| match file.rsplit('/').next()?.split_once(".snap")? {
        (name, "") if literals.iter().any(|literal| literal == name) => None,
        (_, "") => Some(format!("{file}:1: no test names this snapshot")),
        _ => Some(format!("{file}:1: this snapshot waits for review")),
    };
    snapshots.iter().filter_map(|file| what(file.as_ref())).collect()
}

fn undocumented(file: &str, text: &str) -> Vec<String> {
    let docs = text.lines().take_while(|line| line.starts_with("//!")).collect::<Vec<_>>().join("\n");
    let mut rest = docs.as_str();
    for section in ALGORITHM_DOCS {
        match rest.split_once(section) {
            Some((_, after)) => rest = after,
            None => return vec![format!("{file}:1: no `{section}`, or not in its place")],
        }
    }
    Vec::new()
}

/// The files below `directory`, by their paths from the project's root, and their text.
fn files(directory: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join(directory);
    // Not every directory that has rules exists, and what is built is not ours.
    if !path.is_dir() || path.ends_with("target") {
        return Vec::new();
    }
    let entries = fs::read_dir(path).expect("a directory that can be read");
    let names = entries.map(|entry| entry.expect("an entry that can be read").file_name());
    let mut paths: Vec<_> = names.map(|name| format!("{directory}/{}", name.to_string_lossy())).collect();
    paths.sort_unstable();
    let below = |path: String| match fs::read_to_string(root.join(&path)) {
        Ok(text) => vec![(path, text)],
        Err(_) => files(&path),
    };
    paths.into_iter().flat_map(below).collect()
}

/// The Rust files of the project; a rule that looks at none of them keeps nothing.
fn sources(directories: &[&str]) -> Vec<(String, String)> {
    let all = directories.iter().flat_map(|directory| files(directory));
    let sources: Vec<_> = all.filter(|(file, _)| file.rsplit('.').next() == Some("rs")).collect();
    assert!(!sources.is_empty(), "no sources in {directories:?}");
    sources
}

fn keeps(rule: fn(&str, &str) -> Vec<String>, sources: &[(String, String)]) {
    none(&sources.iter().flat_map(|(file, text)| rule(file, text)).collect::<Vec<_>>());
}

fn none(violations: &[String]) {
    assert!(violations.is_empty(), "{} violations:\n{}", violations.len(), violations.join("\n"));
}

const EVERYWHERE: &[&str] = &["src", "tests", "benches", "examples", "fuzz"];

#[test]
fn no_file_is_long() {
    keeps(long_files, &sources(EVERYWHERE));
}

#[test]
fn a_long_file_is_seen() {
    assert!(long_files("a.rs", &"\n".repeat(400)).is_empty());
    assert_eq!(long_files("a.rs", &"\n".repeat(401)), ["a.rs:401: the file has more than 400 lines"]);
}

#[test]
fn no_function_is_long() {
    keeps(long_functions, &sources(EVERYWHERE));
}

#[test]
fn a_long_function_is_seen_whatever_stands_in_it() {
    // Braces and quotes that are none would end the function early, or never.
    let tricks = r##"let _ = ("}\"}", r#"}"}"#, '}', '"', '\'', b'}'); // }
        /* } */ fn inner<'a>(_: &'a [u8; 2]) -> fn(&'a u8) { todo!() }
        "##;
    let function =
        |lines: usize| format!("\nfn long<T>() {{\n{tricks}{}}}\nfn next();\n", "\n".repeat(lines));
    assert!(long_functions("a.rs", &function(66)).is_empty());
    assert_eq!(long_functions("a.rs", &function(67)), ["a.rs:2: `long` has 71 lines"]);
}

#[test]
fn imports_point_one_way() {
    keeps(wrong_imports, &sources(&["src"]));
}

#[test]
fn an_import_that_points_the_other_way_is_seen() {
    let whys = |file: &str, text: &str| wrong_imports(file, text).join("; ");
    let ranks = [
        ("src/pv/none.rs", "\nuse crate::search::Node;", "src/pv/none.rs:2: `search` stands above `pv`"),
        ("src/pv/none.rs", "use crate::{pv::At, search};", "`crate::` names no module"),
        ("src/search/state.rs", "fn f() { crate::oracle::Oracle::new() }", "`oracle` stands above `search`"),
        ("src/score.rs", "use pvcheck::position;", "`position` stands above `score`"),
        ("src/check.rs", "use crate::bugs::Bug;", "`check` may not enter `bugs`"),
        ("src/report/html.rs", "use crate::bugs::Bug;", "`report` may not enter `bugs`"),
        ("src/case.rs", "use crate::SearchOption;", "`crate::SearchOption` names no module"),
        ("src/oracle/walk.rs", "use crate::pv::At;", "`oracle` may import only"),
        ("src/oracle/walk.rs", "#[cfg(test)] mod tests { use crate::search; }", "`oracle` may import only"),
        ("src/oracle/tests.rs", "use crate::search;", "`oracle` may import only"),
        ("src/news/mod.rs", "", "the module `news` has no rank"),
    ];
    for (file, text, why) in ranks {
        assert!(whys(file, text).contains(why), "{file}, {text}: {}", whys(file, text));
    }
    let fine = "use crate::pv; // crate::cli\n#[cfg(test)] mod tests { use crate::check; }\n";
    assert_eq!(whys("src/search/mod.rs", fine), "");
    assert_eq!(whys("src/cli/bugs.rs", "use crate::check; use crate::bugs::Bug;"), "");
    assert_eq!(whys("src/oracle/walk.rs", "#[cfg(test)] mod tests { use crate::game::Graph; }"), "");
    assert_eq!(whys("src/oracle/ground_truth/tests.rs", "use crate::game::Graph;"), "");
}

#[test]
fn nothing_is_left_behind() {
    keeps(left_behind, &sources(&["src"]));
}

#[test]
fn what_was_left_behind_is_seen() {
    let text = "fn f() {\n    g().unwrap();\n    dbg!(1);\n    todo!()\n}\nfn g() { unimplemented!() }\n";
    let lines: Vec<_> = left_behind("a.rs", text).into_iter().map(|why| why[..6].to_owned()).collect();
    assert_eq!(lines, ["a.rs:2", "a.rs:4", "a.rs:6", "a.rs:3"]);
    assert_eq!(left_behind("src/oracle/mod.rs", "use super::search::Search;").len(), 1);
    assert!(left_behind("src/cli/run.rs", "use super::OutputArgs;").is_empty());
    let after = "#[cfg(test)]\nmod tests {}\nfn f() { g().unwrap() }";
    assert_eq!(left_behind("a.rs", after).len(), 1, "only the item under the attribute is exempt");
    let fine =
        "/// `x.unwrap()`, todo!\nfn f() { g(\"dbg!\") }\n#[cfg(test)]\nmod t { fn f() { g().unwrap() } }\n";
    assert!(left_behind("a.rs", fine).is_empty());
}

#[test]
fn no_snapshot_is_an_orphan() {
    // This file speaks of snapshots and takes none.
    let sources = sources(&["src", "tests"]).into_iter().filter(|(file, _)| file != "tests/tidy.rs");
    let literals: Vec<_> = sources.flat_map(|(_, text)| lex(&text).1).collect();
    let snapshots: Vec<_> = files("snapshots").into_iter().map(|(file, _)| file).collect();
    none(&orphans(&snapshots, &literals));
}

#[test]
fn an_orphan_is_seen() {
    let literals = lex("// \"gone\"\nf(\"census\", r#\"contract\"#);").1;
    assert_eq!(literals, ["census", "contract"]);
    let fine = ["snapshots/census.snap", "snapshots/contract.snap"];
    assert!(orphans(&fine, &literals).is_empty());
    assert_eq!(orphans(&["snapshots/gone.snap"], &literals).len(), 1);
    assert_eq!(orphans(&["snapshots/census.snap.new"], &literals).len(), 1);
}

#[test]
fn every_algorithm_has_docs_in_the_fixed_form() {
    let mut algorithms = sources(&["src/algorithm"]);
    algorithms.retain(|(file, _)| file != "src/algorithm/mod.rs");
    assert!(!algorithms.is_empty());
    keeps(undocumented, &algorithms);
}

#[test]
fn docs_without_a_section_are_seen() {
    let docs = "//! *Source.* x\n//! ```text\n//! ```\n//! *Departures.* x\n//! *Guarantee.* x\n";
    assert!(undocumented("a.rs", docs).is_empty());
    for section in ALGORITHM_DOCS {
        let missing = docs.replace(section, "");
        assert_eq!(undocumented("a.rs", &missing).len(), 1, "{section}");
        let elsewhere = format!("{missing}\n//! {section}\n");
        assert_eq!(undocumented("a.rs", &elsewhere).len(), 1, "{section}");
    }
}
