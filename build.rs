//! Generates the searches with seeded bugs from the sources of the correct ones, so that they differ in
//! nothing else.
//!
//! A bug of an algorithm is in a copy of that one file, with its hunk replaced. All bugs of what searches
//! share are in *one* copy of all files that a search goes through: a `match` on the active bug takes
//! the place of each hunk (mutant schemata: Untch, Offutt and Harrold 1993). With no bug active the copy
//! does the same as the original.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "src/bugs"]
mod bugs {
    pub mod record;
    pub mod records;
}

use bugs::record::{Bug, Change, Hunk};
use bugs::records::ALL;

/// The files that a search goes through, by module, and what each copied module exports.
const COPIED: &[(&str, &[&str], &str)] = &[
    (
        "search",
        &[
            "calls",
            "iteration",
            "multipv",
            "node",
            "ordering",
            "pruning",
            "quiescence",
            "results",
            "scratch",
            "state",
            "steps",
            "stopping",
            "transposition",
        ],
        "pub use {node::{Child, Node}, scratch::Scratch, state::{Callee, Search}};",
    ),
    ("table", &["slots"], "pub use slots::Table;"),
    ("algorithm", &["pvs_soft"], ""),
];

/// A copied table has the memory of a real one, which stores can walk, and its own operations.
const TABLE: &str = "\
#[derive(Default, Debug)]
pub struct Table(crate::table::Table);

impl std::ops::Deref for Table {
    type Target = crate::table::Table;
    fn deref(&self) -> &Self::Target { &self.0 }
}

impl std::ops::DerefMut for Table {
    fn deref_mut(&mut self) -> &mut Self::Target { &mut self.0 }
}
";

const ALLOW: &str = "#[allow(unused, missing_docs, clippy::all, clippy::pedantic)]";

fn main() {
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-env-changed=PVCHECK_MUTANTS");
    println!("cargo::rustc-env=PVCHECK_BUILD={:016x}", fingerprint(Path::new("src")));
    if env::var_os("CARGO_FEATURE_BUGS").is_none() {
        return;
    }
    let folder = env::var("OUT_DIR").expect("cargo names a folder for generated files");
    let text = algorithms() + &search();
    fs::write(format!("{folder}/injected.rs"), text).expect("the folder can be written to");
}

fn add(text: &mut String, item: &str) {
    writeln!(text, "{item}").expect("a string takes any text");
}

/// A copy of each algorithm that has a bug, and the function that finds it by the name of the bug.
fn algorithms() -> String {
    let (mut modules, mut arms) = (String::new(), String::new());
    for bug in ALL {
        let Change::Algorithm(hunk) = bug.change else { continue };
        let (_, function) = hunk.file.split_once('/').expect("a file of the module `algorithm`");
        let (name, module) = (bug.name, bug.name.replace('-', "_"));
        let mut source = code(hunk.file);
        if let Some(place) = place(bug, &hunk, &source) {
            source.replace_range(place, hunk.replacement);
        }
        add(&mut modules, &format!("{ALLOW}\npub(super) mod {module} {{\n{source}\n}}"));
        add(&mut arms, &format!("{name:?} => Some({module}::{function}),"));
    }
    format!(
        "{modules}\n/// The copy of an algorithm with the bug of this name.\n\
         pub(super) fn algorithm<P: crate::position::Position, S: crate::pv::PvStore, \
         O: crate::search::Observer<P>>(bug: &str) -> Option<crate::search::Callee<P, S, O>> {{\n\
         match bug {{\n{arms}_ => None,\n}}\n}}\n"
    )
}

/// The copy of all files that a search goes through.
fn search() -> String {
    let mut copy = format!("{ALLOW}\npub(super) mod shared {{\n");
    for (module, files, exports) in COPIED {
        add(&mut copy, &format!("pub mod {module} {{\npub use crate::{module}::*;\n{exports}"));
        for file in *files {
            let mut source = with_bugs(&format!("{module}/{file}"));
            for (module, ..) in COPIED {
                let own = format!("crate::bugs::injected::shared::{module}::");
                source = source.replace(&format!("crate::{module}::"), &own);
            }
            if let Some((before, rest)) =
                source.split_once("#[derive(Clone, Default, Debug)]\npub struct Table {")
            {
                let after = rest.split_once("\n}\n").expect("a struct ends").1;
                source = format!("{before}{TABLE}{after}");
            }
            add(&mut copy, &format!("pub mod {file} {{\n{source}\n}}"));
        }
        copy.push_str("}\n");
    }
    copy + "}\n"
}

/// The hunks of one place, each with the index of its bug.
type Choices = Vec<(usize, &'static Hunk)>;

/// A file of the shared search in which each hunk is a choice by the active bug.
fn with_bugs(file: &str) -> String {
    let mut source = code(file);
    let mut places = BTreeMap::<usize, (Range<usize>, Choices)>::new();
    for (index, bug) in ALL.iter().enumerate() {
        let Change::Search(hunks) = &bug.change else { continue };
        for hunk in hunks.iter().filter(|hunk| hunk.file == file) {
            let Some(place) = place(bug, hunk, &source) else { continue };
            let (known, choices) = places.entry(place.start).or_insert((place.clone(), Vec::new()));
            assert_eq!(*known, place, "{}: another bug of this place has another hunk", bug.name);
            choices.push((index, hunk));
        }
    }
    let ends = places.values().map(|(place, _)| place.end);
    for (end, &next) in ends.zip(places.keys().skip(1)) {
        assert!(end <= next, "{file}: hunks overlap at {:?}", &source[next..end]);
    }
    for (place, choices) in places.into_values().rev() {
        let choice = choice(&source[place.clone()], &choices);
        source.replace_range(place, &choice);
    }
    source
}

/// An expression or statement that stands for `original`, or for the hunk of the active bug. Bugs are
/// counted from 1.
fn choice(original: &str, choices: &[(usize, &Hunk)]) -> String {
    let mut arms = String::new();
    for (index, hunk) in choices {
        add(&mut arms, &format!("{} => {{ {} }}", index + 1, hunk.replacement));
    }
    let choice = format!("match crate::bugs::switch::active() {{\n{arms}_ => {{ {original} }}\n}}");
    let is_statement = original.ends_with([';', '}']);
    if is_statement { choice } else { format!("({choice})") }
}

/// Where the hunk is. If it is not there, somebody has changed the code and has to change the bug too,
/// unless it is mutation testing that alters the code (`docs/mutants.md`).
fn place(bug: &Bug, hunk: &Hunk, source: &str) -> Option<Range<usize>> {
    match (hunk.find(source), env::var_os("PVCHECK_MUTANTS")) {
        (Ok(place), _) => Some(place),
        (Err(_), Some(_)) => None,
        (Err(error), None) => panic!("src/{}.rs, seeded bug {}: {error}", hunk.file, bug.name),
    }
}

/// The code of a file without the docs of its module and without its tests.
fn code(file: &str) -> String {
    let path = format!("src/{file}.rs");
    let source = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let code: Vec<&str> = source.lines().filter(|line| !line.starts_with("//!")).collect();
    code.join("\n") + "\n"
}

/// A hash of the names and texts of all sources, which tells two builds of one version apart (FNV-1a:
/// Fowler, Noll and Vo 1991). It is the same on every machine, whatever the line ends there.
fn fingerprint(folder: &Path) -> u64 {
    let mut files = Vec::new();
    list(folder, &mut files);
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for file in files {
        let text = fs::read(&file).expect("a source can be read");
        let name = file.to_string_lossy().replace('\\', "/");
        let text = text.into_iter().filter(|&byte| byte != b'\r');
        for byte in name.bytes().chain([0]).chain(text).chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder can be read") {
        let entry = entry.expect("a folder can be read");
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        let is_source = path.extension().is_some_and(|name| name == "rs" || name == "case");
        if path.is_dir() {
            list(&path, files);
        } else if is_source && !hidden {
            files.push(path);
        }
    }
}
