//! Makes the searches that are wrong on purpose: each is the source of a real one
//! with a single hunk replaced, so that it cannot differ from it in anything else.
//!
//! Of a wrong algorithm there is a copy of its file. A bug of what all searches share is in a copy
//! of all files that a search goes through.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "src/bugs/mutations.rs"]
mod mutations;
#[path = "src/bugs/shared.rs"]
mod shared;

use mutations::{MUTATIONS, Mutation};
use shared::SHARED;

/// What a search goes through, by room.
const SEARCH: &[(&str, &[&str], &str)] = &[
    (
        "search",
        &["aside", "enter", "node", "order", "prune", "root", "scratch", "seam"],
        "pub use {node::{Child, Node}, scratch::Scratch, seam::{Callee, Search}};",
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

/// The copied search as one that can be tried; its scratch is its own.
const SEARCHER: &str = "\
#[derive(Default)]
pub struct Searcher(search::Scratch);

impl<P, S, O> crate::search::Searcher<P, S, O> for Searcher
where
    P: crate::position::Position,
    S: crate::pv::PvStore,
    O: crate::search::Observer<P>,
{
    fn forget(&mut self, _scratch: &mut crate::search::Scratch) { self.0.forget(); }

    fn search(
        &mut self,
        store: &mut S,
        observer: &mut O,
        _scratch: &mut crate::search::Scratch,
        task: crate::search::Task<'_, P>,
        each: impl FnMut(&O, &crate::search::Outcome<'_>),
    ) -> crate::search::Counts {
        let mut search = search::Search::new(store, observer, &mut self.0);
        let counts = search.root(algorithm::pvs_soft::pvs_soft, &task, each);
        counts.expect(\"no task is deeper than its store\")
    }
}
";

/// The unit tests of this crate, which are built apart from it, know the copy alone in which nothing is altered:
/// the others are most of the code, and `tests/` tries them.
const ELSEWHERE: &str = "#[cfg(not(test))]";

const ALLOW: &str = "#[allow(unused, missing_docs, clippy::all, clippy::pedantic)]";

fn main() {
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-env-changed=PVCHECK_MUTANTS");
    println!("cargo::rustc-env=PVCHECK_BUILD={:016x}", fingerprint(Path::new("src")));
    let mut modules = String::new();
    let mut arms = String::new();
    for mutation in MUTATIONS {
        let Mutation { bug, original, .. } = mutation;
        let path = format!("src/algorithm/{original}.rs");
        let wrong = applied(mutation, &path, &code(&path));
        let module = bug.replace('-', "_");
        add(&mut modules, &format!("{ELSEWHERE}\n{ALLOW}\npub(super) mod {module} {{\n{wrong}\n}}"));
        add(
            &mut arms,
            &format!(
                "{ELSEWHERE} {bug:?} => {{ use mutated::{module}::{original} as $chosen; Some($body) }}"
            ),
        );
    }
    let mut searches = String::new();
    for mutation in SHARED {
        let module = mutation.bug.replace('-', "_");
        add(&mut modules, &format!("{ELSEWHERE}\n{}", search(&module, Some(mutation))));
        let bug = mutation.bug;
        add(
            &mut searches,
            &format!("{ELSEWHERE} {bug:?} => {{ use mutated::{module}::Searcher as $chosen; Some($body) }}"),
        );
    }
    // What is not altered is to behave as the original does; a test looks at that.
    add(&mut modules, &format!("#[cfg(test)]\n{}", search("unaltered", None)));
    let folder = env::var("OUT_DIR").expect("cargo names a folder for what is made");
    let write = |file: &str, text: String| {
        fs::write(format!("{folder}/{file}"), text).expect("the folder can be written to");
    };
    write("mutated.rs", modules);
    write("chosen.rs", choice("with_mutation", &arms) + &choice("with_search", &searches));
}

fn add(text: &mut String, item: &str) {
    writeln!(text, "{item}").expect("a string takes any text");
}

/// A macro that runs a body with a name standing for what is chosen by the name of a bug.
fn choice(name: &str, arms: &str) -> String {
    format!(
        "macro_rules! {name} {{\n\
         ($name:expr, $chosen:ident => $body:expr) => {{ match $name {{\n{arms}_ => None,\n}} }};\n}}\n"
    )
}

/// The code of a file without the docs of its module and without its tests.
fn code(path: &str) -> String {
    let source = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let code: Vec<&str> = source.lines().filter(|line| !line.starts_with("//!")).collect();
    code.join("\n")
}

/// The code with the hunk replaced. Where it is not found somebody has changed the code and has to change the bug
/// too, unless it is mutation testing that alters the code everywhere (`docs/mutants.md`).
fn applied(mutation: &Mutation, path: &str, code: &str) -> String {
    mutation.apply(code).unwrap_or_else(|error| match env::var_os("PVCHECK_MUTANTS") {
        Some(_) => code.to_owned(),
        None => panic!("{path}: {error}"),
    })
}

/// What tells two builds of one version apart: a hash of the names and texts of all sources (FNV-1a, Fowler, Noll
/// and Vo 1991), which is the same on every machine, however lines end there.
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

/// A copy of all that a search goes through, wrong where `mutation` says.
fn search(module: &str, mutation: Option<&Mutation>) -> String {
    let mut copy = format!("{ALLOW}\npub(super) mod {module} {{\n{SEARCHER}");
    for (room, files, exports) in SEARCH {
        add(&mut copy, &format!("pub mod {room} {{\npub use crate::{room}::*;\n{exports}"));
        for file in *files {
            let path = format!("src/{room}/{file}.rs");
            let mut text = code(&path);
            if let Some(mutation) = mutation.filter(|one| one.original == format!("{room}/{file}")) {
                text = applied(mutation, &path, &text);
            }
            for (room, ..) in SEARCH {
                let own = format!("crate::bugs::mutated::{module}::{room}::");
                text = text.replace(&format!("crate::{room}::"), &own);
            }
            if let Some((before, rest)) =
                text.split_once("#[derive(Clone, Default, Debug)]\npub struct Table {")
            {
                let after = rest.split_once("\n}\n").expect("a struct ends").1;
                text = format!("{before}{TABLE}{after}");
            }
            add(&mut copy, &format!("pub mod {file} {{\n{text}\n}}"));
        }
        copy.push_str("}\n");
    }
    copy + "}"
}
