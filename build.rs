//! Makes the algorithms that are wrong on purpose: each is the source of a real one
//! with a single hunk replaced, so that it cannot differ from it in anything else.

use std::fmt::Write;
use std::{env, fs};

#[path = "src/bugs/mutations.rs"]
mod mutations;

use mutations::MUTATIONS;

fn main() {
    println!("cargo::rerun-if-changed=src/algorithm");
    println!("cargo::rerun-if-changed=src/bugs/mutations.rs");
    let (mut modules, mut arms) = (String::new(), String::new());
    for mutation in MUTATIONS {
        let path = format!("src/algorithm/{}.rs", mutation.original);
        let source = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let code: Vec<&str> = source.lines().filter(|line| !line.starts_with("//!")).collect();
        let wrong = mutation.apply(&code.join("\n")).unwrap_or_else(|error| panic!("{path}: {error}"));
        let module = mutation.bug.replace('-', "_");
        let allow = "#[allow(unused, missing_docs, clippy::all, clippy::pedantic)]";
        writeln!(modules, "{allow}\npub(super) mod {module} {{\n{wrong}\n}}")
            .expect("a string takes any text");
        let (bug, original) = (mutation.bug, mutation.original);
        writeln!(arms, "{bug:?} => {{ use mutated::{module}::{original} as $callee; Some($body) }}")
            .expect("a string takes any text");
    }
    let chosen = format!(
        "macro_rules! with_mutation {{\n\
         ($name:expr, $callee:ident => $body:expr) => {{ match $name {{\n{arms}_ => None,\n}} }};\n}}"
    );
    let folder = env::var("OUT_DIR").expect("cargo names a folder for what is made");
    fs::write(format!("{folder}/mutated.rs"), modules).expect("the folder can be written to");
    fs::write(format!("{folder}/with_mutation.rs"), chosen).expect("the folder can be written to");
}
