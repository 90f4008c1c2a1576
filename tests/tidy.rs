//! The rules of the house that a machine can keep.
//!
//! Each rule is a function from text to a list of violations, `file:line: what`.
//! One test asserts that the list is empty for the whole project, another that
//! the rule catches a text that breaks it.

use std::fs;
use std::path::{Path, PathBuf};

/// The most lines of a file.
const FILE_LINES: usize = 400;

/// The most lines of a function, from the line of its `fn` to its closing brace.
const FUNCTION_LINES: usize = 70;

/// The rooms of `src/`, lowest first. A room may import rooms of lower rank, those
/// of its own group, and itself. The oracle imports next to nothing (see [`ONLY`])
/// and still stands this high, so that no search can ask it what is true.
const RANKS: &[&[&str]] = &[
    &["score", "syntax"],
    &["position"],
    &["game", "pv", "table"],
    &["search"],
    &["algorithm"],
    &["subject", "case", "contract", "verdict", "oracle"],
    &["check"],
    &["enumerate", "campaign", "shrink", "report", "bugs"],
    &["cli", "main", "lib"],
];

/// Rooms that may import less than their rank allows: these, and themselves.
const ONLY: &[(&str, &[&str])] = &[("oracle", &["position", "score"]), ("verdict", &["score"])];

/// What the oracle's tests may import: a game to be right about, and no search.
const IN_TESTS_OF_ORACLE: &[&str] = &["oracle", "position", "score", "game"];

/// The only rooms that may enter `bugs`.
const ENTER_BUGS: &[&str] = &["bugs", "cli", "main"];

/// Beginnings of snapshot names that are built at run time: a page a divergence.
const BUILT_NAMES: &[&str] = &["page-"];

/// What the docs of an algorithm have, in this order.
const ALGORITHM_DOCS: &[&str] = &["*Source.*", "```text", "*Departures.*", "*Promise.*"];

/// A source text taken apart.
struct Source {
    /// The text with blanks for comments and literals; lines stay where they are.
    code: String,
    /// What stands between the quotes of its string literals.
    literals: Vec<String>,
}

fn lex(text: &str) -> Source {
    let mut source = Source { code: String::new(), literals: Vec::new() };
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let in_word = source.code.ends_with(is_of_word);
        let length = if let Some((length, literal)) = raw_string(rest).filter(|_| !in_word) {
            source.literals.push(literal.to_owned());
            length
        } else if next == '"' {
            let length = quoted(rest, '"');
            source.literals.push(rest[..length].trim_matches('"').to_owned());
            length
        } else if let Some(length) = comment(rest).or_else(|| character(rest)) {
            length
        } else {
            source.code.push(next);
            rest = &rest[next.len_utf8()..];
            continue;
        };
        source.code.push_str(&blank(&rest[..length]));
        rest = &rest[length..];
    }
    source
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

/// The length of the comment with which `rest` begins; block comments nest.
fn comment(rest: &str) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    let (mut at, mut open) = (0, 0);
    while open > 0 || at == 0 {
        let here = rest.get(at..)?;
        if here.starts_with("/*") {
            (open, at) = (open + 1, at + 2);
        } else if open == 0 {
            return None;
        } else if here.starts_with("*/") {
            (open, at) = (open - 1, at + 2);
        } else {
            at += here.chars().next()?.len_utf8();
        }
    }
    Some(at)
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

/// The code with blanks for every item under `#[cfg(test)]`.
fn without_tests(code: &str) -> String {
    let (mut shown, mut rest) = (String::new(), code);
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
    let code = lex(text).code;
    let mut long = Vec::new();
    for at in places(&code, "fn ") {
        let lines = code[at..at + item_end(&code[at..])].lines().count();
        if lines > FUNCTION_LINES {
            let name = code[at + 3..].split(['(', '<']).next().unwrap_or_default();
            long.push(format!("{file}:{}: `{name}` has {lines} lines", line(&code, at)));
        }
    }
    long
}

/// The first names of all paths into this crate, with their lines.
fn imports(code: &str) -> Vec<(usize, &str)> {
    let mut imports = Vec::new();
    for root in ["crate::", "pvcheck::"] {
        for at in places(code, root) {
            let names = first_names(&code[at + root.len()..]);
            imports.extend(names.into_iter().map(|name| (line(code, at), name)));
        }
    }
    imports
}

/// The first name of a path, or of each path in a group.
fn first_names(path: &str) -> Vec<&str> {
    let first = |path: &'_ str| path.find(|c| !is_of_word(c)).unwrap_or(path.len());
    let Some(group) = path.strip_prefix('{') else { return vec![&path[..first(path)]] };
    let (mut names, mut open, mut start) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        if open == 0 && matches!(c, ',' | '}') {
            let member = group[start..at].trim_start();
            names.push(&member[..first(member)]);
            start = at + 1;
        }
        match c {
            '}' if open == 0 => break,
            '{' => open += 1,
            '}' => open -= 1,
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
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
    if name == "bugs" && !ENTER_BUGS.contains(&room) {
        return Some(format!("`{room}` may not enter `bugs`"));
    }
    match rank(name) {
        // A name of the crate's root would hide the room that it comes from. The
        // command line has a root of its own, whose names are no rooms.
        None => (rank(room) < rank("cli")).then(|| format!("`{name}` is no room of RANKS")),
        Some(above) => (rank(room) < Some(above)).then(|| format!("`{name}` stands above `{room}`")),
    }
}

fn wrong_imports(file: &str, text: &str) -> Vec<String> {
    let path = file.strip_prefix("src/").expect("a file of the crate");
    let room = path.split(['/', '.']).next().unwrap_or_default();
    if rank(room).is_none() {
        return vec![format!("{file}:1: the room `{room}` has no rank in RANKS")];
    }
    let code = lex(text).code;
    let shown = without_tests(&code);
    let shown = imports(&shown);
    let objections = shown.iter().filter_map(|&(line, name)| Some((line, objection(room, name)?)));
    let mut wrong: Vec<_> = objections.map(|(line, why)| format!("{file}:{line}: {why}")).collect();
    for (line, name) in imports(&code) {
        let in_tests = room == "oracle" && !shown.contains(&(line, name));
        if in_tests && !IN_TESTS_OF_ORACLE.contains(&name) {
            wrong.push(format!("{file}:{line}: even in its tests the oracle may not import `{name}`"));
        }
    }
    wrong
}

fn left_behind(file: &str, text: &str) -> Vec<String> {
    let code = lex(text).code;
    let shown = without_tests(&code);
    let mut found: Vec<usize> = shown.match_indices(".unwrap()").map(|(at, _)| line(&shown, at)).collect();
    let mut violations: Vec<_> = found
        .drain(..)
        .map(|line| format!("{file}:{line}: `unwrap`; say by `expect` why it cannot fail"))
        .collect();
    for word in ["todo!", "unimplemented!", "dbg!"] {
        violations.extend(places(&code, word).map(|at| format!("{file}:{}: `{word}`", line(&code, at))));
    }
    violations
}

/// Snapshots that no test names, and such as wait for review.
fn orphans(snapshots: &[&str], literals: &[String]) -> Vec<String> {
    let mut orphans = Vec::new();
    for file in snapshots {
        let name = file.rsplit('/').next().unwrap_or_default();
        if let Some(name) = name.strip_suffix(".snap") {
            let built = |one: &str| name.starts_with(one) && literals.iter().any(|it| it.starts_with(one));
            if !literals.iter().any(|literal| literal == name) && !BUILT_NAMES.iter().any(|one| built(one)) {
                orphans.push(format!("{file}:1: no test names this snapshot"));
            }
        } else if name.ends_with(".snap.new") {
            orphans.push(format!("{file}:1: this snapshot waits for review"));
        }
    }
    orphans
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

/// The files below `directory`, as paths from the project's root with `/`, and their text.
fn files(directory: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut files, mut left) = (Vec::new(), vec![root.join(directory)]);
    while let Some(directory) = left.pop() {
        // Not every directory that has rules exists, and what is built is not ours.
        if !directory.is_dir() || directory.ends_with("target") {
            continue;
        }
        for entry in fs::read_dir(&directory).expect("a directory that can be read") {
            let path: PathBuf = entry.expect("an entry that can be read").path();
            if path.is_dir() {
                left.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                let name = path.strip_prefix(root).expect("a file of the project").to_string_lossy();
                files.push((name.replace('\\', "/"), text));
            }
        }
    }
    files.sort();
    files
}
