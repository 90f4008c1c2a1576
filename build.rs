//! Generates the searches with seeded bugs from the sources of the correct searches, so that the bug is the
//! only difference.
//!
//! A bug of an algorithm is in a copy of the algorithm's file, with one hunk replaced. All bugs of the code
//! that searches share are in *one* copy of its files: each hunk is replaced by a `match` on the active bug
//! (mutant schemata: Untch, Offutt and Harrold 1993). With no bug active the copy gives the same results as
//! the original.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{env, fs, path};

#[path = "src/bugs"]
mod bugs {
    pub mod record;
    pub mod records;
}

use bugs::record::{Bug, Change, Hunk, find};
use bugs::records::ALL;

/// The files of the shared search, by module, and the exports of each copied module.
const COPIED: &[(&str, &[&str], &str)] = &[
    (
        "search",
        &[
            "calls", "iteration", "multipv", "node", "ordering", "parallel", "pruning", "quiescence",
            "results", "scratch", "state", "steps", "stopping", "transposition",
        ],
        "pub use {node::{Child, Node}, scratch::Scratch, state::{Callee, Search}};",
    ),
    ("table", &["slots"], "pub use slots::Table;"),
    ("algorithm", &["pvs_soft"], ""),
];

/// The copied table. It wraps a real one, so that stores can walk it, and has operations of its own.
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

/// Where a search starts a thread, and the same with the active bug of the thread that starts it.
const SPAWN: [&str; 2] = [
    "scope.spawn(move || {",
    "let inherited = crate::bugs::switch::inherited();\nscope.spawn(move || {\ninherited.enter();",
];

/// The folders of the sources that decide the results of a run which several machines share. A published package has
/// the first one only.
const SOURCES: &[&str] = &["src", "crates/chess/src"];

const ALLOW: &str = "#[allow(unused, missing_docs, clippy::all, clippy::pedantic)]";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(all_scores)");
    if env::var("CARGO_PKG_NAME").is_ok_and(|name| name == "pvcheck-all-scores") {
        println!("cargo::rustc-cfg=all_scores");
        // It has none of these.
        println!(r#"cargo::rustc-check-cfg=cfg(feature, values("json", "proptest"))"#);
        env::set_current_dir("../..").expect("the crate is in a folder of the workspace");
    }
    let folders = SOURCES.iter().map(Path::new).filter(|folder| folder.is_dir());
    folders.clone().for_each(|folder| {
        println!("cargo::rerun-if-changed={}", path::absolute(folder).expect("a folder").display());
    });
    println!("cargo::rerun-if-env-changed=PVCHECK_MUTANTS");
    println!("cargo::rustc-env=PVCHECK_BUILD={:016x}", fingerprint(folders));
    if env::var_os("CARGO_FEATURE_BUGS").is_none() {
        return;
    }
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let text = stores() + &algorithms() + &search();
    fs::write(format!("{folder}/injected.rs"), text).expect("OUT_DIR is writable");
}

/// Returns a function that finds the altered store of a bug by the name of its alteration.
fn stores() -> String {
    let name = |bug: &Bug| if let Change::Store(name) = bug.change { Some(name) } else { None };
    let names: BTreeSet<&str> = ALL.iter().filter_map(name).collect();
    let store = |name| format!("crate::bugs::stores::Altered::<crate::bugs::stores::{name}>::default()");
    let arm = |name| format!("{name:?} => Some(crate::pv::AnyStore::new({})),\n", store(name));
    format!(
        "/// The store with the alteration of this name.\n\
         pub(super) fn altered(name: &str) -> Option<crate::pv::AnyStore<'static>> {{\n\
         match name {{\n{}_ => None,\n}}\n}}\n",
        names.into_iter().map(arm).collect::<String>()
    )
}

/// Returns one copy of an algorithm's file per bug, and a function that finds the copy by the bug's name.
fn algorithms() -> String {
    let (mut modules, mut arms) = (String::new(), String::new());
    for bug in ALL {
        let Change::Algorithm { original, replacement } = bug.change else { continue };
        let function = bug.subject.split('+').next().unwrap_or_default().replace('-', "_");
        let (name, module, file) = (bug.name, bug.name.replace('-', "_"), format!("algorithm/{function}"));
        let mut source = code(&file);
        if let Some(place) = place(bug, &file, find(original, &source)) {
            source.replace_range(place, replacement);
        }
        modules += &format!("{ALLOW}\npub(super) mod {module} {{\n{source}\n}}\n");
        arms += &format!("{name:?} => Some({module}::{function}),\n");
    }
    format!(
        "{modules}\n/// The copy of an algorithm with the bug of this name.\n\
         pub(super) fn algorithm<P: crate::position::Position, S: crate::pv::PvStore, \
         O: crate::search::Observer<P>>(bug: &str) -> Option<crate::search::Callee<P, S, O>> {{\n\
         match bug {{\n{arms}_ => None,\n}}\n}}\n"
    )
}

/// Returns the copy of all files of the shared search.
fn search() -> String {
    let is_copied = |file: &str| {
        COPIED.iter().any(|(module, files, _)| files.iter().any(|one| file == format!("{module}/{one}")))
    };
    for bug in ALL {
        let Change::Search(hunks) = &bug.change else { continue };
        let other = hunks.iter().find(|hunk| !is_copied(hunk.file));
        assert!(other.is_none(), "{}: no search goes through this file: {other:?}", bug.name);
    }
    let mut copy = format!("{ALLOW}\npub(super) mod shared {{\n");
    for (module, files, exports) in COPIED {
        copy += &format!("pub mod {module} {{\npub use crate::{module}::*;\n{exports}\n");
        for file in *files {
            let mut source = with_bugs(&format!("{module}/{file}")).replace(SPAWN[0], SPAWN[1]);
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
            copy += &format!("pub mod {file} {{\n{source}\n}}\n");
        }
        copy.push_str("}\n");
    }
    assert!(copy.contains(SPAWN[1]), "a search that starts threads is copied");
    copy + "}\n"
}

/// The hunks of one place in the source, each with the index of its bug.
type Choices = Vec<(usize, &'static Hunk)>;

/// Returns a file of the shared search in which each hunk is a `match` on the active bug.
fn with_bugs(file: &str) -> String {
    let mut source = code(file);
    let mut places = BTreeMap::<usize, (Range<usize>, Choices)>::new();
    for (index, bug) in ALL.iter().enumerate() {
        let Change::Search(hunks) = &bug.change else { continue };
        for hunk in hunks.iter().filter(|hunk| hunk.file == file) {
            let Some(place) = place(bug, file, hunk.find(&source)) else { continue };
            let (known, choices) = places.entry(place.start).or_insert((place.clone(), Vec::new()));
            let first = choices.first().map_or("", |&(index, _)| ALL[index].name);
            assert_eq!(*known, place, "{} and {first} need the same `original` at this place", bug.name);
            choices.push((index, hunk));
        }
    }
    for ((one, first), (next, second)) in places.values().zip(places.values().skip(1)) {
        let [first, second] = [first, second].map(|choices| ALL[choices[0].0].name);
        assert!(
            one.end <= next.start,
            "the hunks of {first} and {second} overlap: both need the same `original`"
        );
    }
    for (place, choices) in places.into_values().rev() {
        let choice = choice(&source[place.clone()], &choices);
        source.replace_range(place, &choice);
    }
    source
}

/// Returns an expression or statement that runs the hunk of the active bug, or else `original`. Bugs are
/// counted from 1.
fn choice(original: &str, choices: &[(usize, &Hunk)]) -> String {
    let mut arms = String::new();
    for (index, hunk) in choices {
        arms += &format!("{} => {{ {} }}\n", index + 1, hunk.replacement);
    }
    let choice = format!("match crate::bugs::switch::active() {{\n{arms}_ => {{ {original} }}\n}}");
    let is_statement = original.ends_with([';', '}']);
    if is_statement { choice } else { format!("({choice})") }
}

/// Returns the byte range of a hunk that was found in this file.
///
/// Panics if the hunk is missing: whoever changes code that a seeded bug replaces has to change its record
/// too. In mutation testing (`docs/internals/sensitivity.md`), which alters the code, it returns `None` instead.
fn place(bug: &Bug, file: &str, found: Result<Range<usize>, String>) -> Option<Range<usize>> {
    match (found, env::var_os("PVCHECK_MUTANTS")) {
        (Ok(place), _) => Some(place),
        (Err(_), Some(_)) => None,
        (Err(error), None) => panic!("src/{file}.rs, seeded bug {}: {error}", bug.name),
    }
}

/// Returns the code of a file without its module documentation and without its tests.
fn code(file: &str) -> String {
    let path = format!("src/{file}.rs");
    let source = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let code: Vec<&str> = source.lines().filter(|line| !line.starts_with("//!")).collect();
    code.join("\n") + "\n"
}

/// Returns a hash of the names and texts of the sources in these folders, which distinguishes two builds of one version
/// (FNV-1a: Fowler, Noll and Vo 1991). It is the same on every machine, as it ignores carriage returns.
fn fingerprint<'f>(folders: impl Iterator<Item = &'f Path>) -> u64 {
    let mut files = Vec::new();
    folders.for_each(|folder| list(folder, &mut files));
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for file in files {
        let text = fs::read(&file).expect("a source file is readable");
        let name = file.to_string_lossy().replace('\\', "/");
        let text = text.into_iter().filter(|&byte| byte != b'\r');
        for byte in name.bytes().chain([0]).chain(text).chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

/// Adds all source files in `folder` to `files`.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a source folder is readable") {
        let entry = entry.expect("a source folder is readable");
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
