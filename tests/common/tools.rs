//! The programs of others that some tests run. A test without its program is skipped, and the skip is reported at once,
//! and again at the end of `cargo test` by `tests/tidy/untested.rs`.
//!
//! `PVCHECK_REQUIRE=adapters,browser,engines,proof` in the environment makes each skip a failure. No test runs the
//! engines: `.ci/engines` does.

// Not every target that includes it uses all of it.
#![allow(dead_code)]

use std::collections::BTreeSet;
use std::fmt;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;

/// The words of `PVCHECK_REQUIRE`.
const KINDS: [&str; 4] = ["adapters", "browser", "engines", "proof"];

pub struct Tool {
    /// The word of `PVCHECK_REQUIRE` that requires the program.
    pub kind: &'static str,
    /// The names of the program, the usual name first.
    pub names: &'static [&'static str],
    /// The package of Debian.
    pub package: &'static str,
    /// The things that are not tested without the program.
    untested: &'static str,
}

pub const GCC: Tool = Tool {
    kind: "adapters",
    names: &["gcc"],
    package: "gcc",
    untested: "the adapter, the header and the engine in C",
};
pub const GPP: Tool =
    Tool { kind: "adapters", names: &["g++"], package: "g++", untested: "the adapter and the header in C++" };
pub const GO: Tool =
    Tool { kind: "adapters", names: &["go"], package: "golang-go", untested: "the adapter in Go" };
pub const PYTHON: Tool = Tool {
    kind: "adapters",
    names: &["python3"],
    package: "python3",
    untested: "the adapter in Python, and `pvcheck subject` on programs in Python",
};
pub const CHROMIUM: Tool = Tool {
    kind: "browser",
    names: &["chromium", "chromium-browser", "google-chrome"],
    package: "chromium",
    untested: "the explorer and the reports in a browser",
};

pub const COQ: Tool = Tool { kind: "proof", names: &["coqc"], package: "coq", untested: "the proofs" };
pub const OCAML: Tool = Tool {
    kind: "proof",
    names: &["ocamlopt"],
    package: "ocaml-nox",
    untested: "the searches of the proofs",
};
pub const FINDLIB: Tool = Tool { names: &["ocamlfind"], package: "ocaml-findlib", ..OCAML };

pub const ALL: [&Tool; 8] = [&GCC, &GPP, &GO, &PYTHON, &CHROMIUM, &COQ, &OCAML, &FINDLIB];

/// The packages of the programs that were reported missing.
static REPORTED: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());

impl Tool {
    /// Returns the path of the program. A missing program is reported on standard error, once per process, by
    /// `write_all`, which the test harness does not capture.
    ///
    /// # Panics
    ///
    /// If the program is missing and required.
    pub fn find(&self) -> Option<PathBuf> {
        let is_required = is_required(self.kind);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        let programs = self.names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
        let found = programs
            .map(|path| path.with_extension(std::env::consts::EXE_EXTENSION))
            .find(|path| path.is_file());
        if found.is_none() {
            assert!(!is_required, "{self}; PVCHECK_REQUIRE requires the {}", self.kind);
            if REPORTED.lock().expect("no thread panics while it has the lock").insert(self.package) {
                let _ = std::io::stderr().write_all(format!("SKIPPED: {self}\n").as_bytes());
            }
        }
        found
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { names, package, untested, .. } = self;
        write!(f, "{untested}: `{}` is not installed (Debian: `apt-get install {package}`)", names[0])
    }
}

/// Whether `PVCHECK_REQUIRE` has this word.
///
/// # Panics
///
/// If another of its words is unknown.
fn is_required(kind: &str) -> bool {
    let text = std::env::var("PVCHECK_REQUIRE").unwrap_or_default();
    let words: Vec<&str> = text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    for word in &words {
        let expected = KINDS.join(",");
        assert!(KINDS.contains(word), "PVCHECK_REQUIRE: unknown word `{word}`; expected some of {expected}");
    }
    words.contains(&kind)
}
