//! Imports point one way: which modules of `src/` a module may import.

use std::collections::{BTreeMap, BTreeSet};

use super::source::Source;
use super::{holds, sources};

/// The modules of the library, lowest first. Cargo keeps the order of the crates. A module may import modules of lower rank, those of its own group, and itself.
/// The oracle imports next to nothing (see [`ONLY`]) and is this high all the same, so that no search can import it.
const RANKS: &[&[&str]] = &[
    &["score", "syntax", "number", "process", "experiment"],
    &["position", "ply_limits", "laws", "told"],
    &["game", "feature"],
    &["turns"],
    &["pv", "table"],
    &["search"],
    &["algorithm"],
    &["subject", "case", "contract", "cost", "verdict", "oracle"],
    &["check", "draw"],
    &["enumerate", "campaign", "recording", "shrink", "bugs"],
    &["verify"],
    &["prelude", "lib"],
];

/// Modules that may import less than their rank allows: these, and themselves.
const ONLY: &[(&str, &[&str])] = &[
    ("oracle", &["position", "score", "told"]),
    // Its records contain the rules of the oracle that follow from an option.
    ("feature", &["score", "syntax", "ply_limits", "game", "oracle"]),
    ("verdict", &["position", "score", "syntax"]),
];

fn rank(module: &str) -> Option<usize> {
    RANKS.iter().position(|group| group.contains(&module))
}

/// Why `module` may not import `name`.
fn objection(module: &str, name: &str) -> Option<String> {
    if name == module {
        return None;
    }
    if let Some((_, only)) = ONLY.iter().find(|(one, _)| *one == module) {
        let why = format!("`{module}` may import only {only:?}, not `{name}`");
        return (!only.contains(&name)).then_some(why);
    }
    if name == "bugs" {
        return Some(format!("`{module}` may not import `bugs`"));
    }
    match rank(name) {
        // A name of the root would hide the module that it comes from.
        None => Some(format!("`crate::{name}` is no module of RANKS")),
        Some(above) => (rank(module) < Some(above)).then(|| format!("`{name}` is above `{module}`")),
    }
}

/// The path of a file below `src/`, and the module of the library that it belongs to.
fn module_of(file: &str) -> (&str, &str) {
    let path = file.strip_prefix("src/").expect("a file of the crate");
    (path, path.split(['/', '.']).next().unwrap_or_default())
}

fn wrong_imports(source: &Source) -> Vec<String> {
    let file = &source.file;
    let (path, module) = module_of(file);
    if rank(module).is_none() {
        return vec![format!("{file}:1: the module `{module}` has no rank in RANKS")];
    }
    // A path up from a module of `src/` itself leads to another one; two steps up are hard to follow from anywhere.
    let depth = path.trim_end_matches("/mod.rs").split('/').count();
    let most = usize::from(depth > 1);
    let mut wrong = Vec::new();
    for path in &source.paths {
        let at = format!("{file}:{}", path.line);
        let ups = path.segments.iter().take_while(|segment| *segment == "super").count();
        // `pub(super)` is no path to anything.
        if ups > most && ups < path.segments.len() && !path.in_test {
            wrong.push(format!("{at}: a path up to another module; write `crate::`"));
        }
        let [root, name, ..] = path.segments.as_slice() else { continue };
        // The tests of the oracle need a game and no search.
        let exempt = path.in_test && (module != "oracle" || name == "game");
        if (root == "crate" || root == "pvcheck") && !exempt {
            wrong.extend(objection(module, name).map(|why| format!("{at}: {why}")));
        }
    }
    wrong
}

#[test]
fn imports_point_one_way() {
    holds(wrong_imports, &["src"]);
}

/// The modules of a folder that import each other by way of others, tests aside. A path to one of them begins with one of `roots`.
fn circles<'s>(sources: impl Iterator<Item = &'s Source>, folder: &str, roots: &[&[&str]]) -> Vec<&'s str> {
    let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for source in sources {
        let Some(path) = source.file.strip_prefix(folder) else { continue };
        let module = path.split(['/', '.']).next().unwrap_or_default();
        let paths = source.paths.iter().filter(|path| !path.in_test);
        let used = paths.filter_map(|path| {
            let is_root = |root: &&&[&str]| path.segments.iter().zip(**root).all(|(one, other)| one == other);
            let name = path.segments.get(roots.iter().find(is_root)?.len())?;
            (name != module).then_some(name.as_str())
        });
        imports.entry(module).or_default().extend(used);
    }
    // A module that imports none of the others, or that none of them imports, is in no circle.
    let is_end = |imports: &BTreeMap<&str, BTreeSet<&str>>, end: &str| {
        let imports_none = imports[end].iter().all(|used| !imports.contains_key(used));
        imports_none || imports.values().all(|used| !used.contains(end))
    };
    while let Some(end) = imports.keys().copied().find(|end| is_end(&imports, end)) {
        imports.remove(end);
    }
    imports.into_keys().collect()
}

const LIBRARY: &[&[&str]] = &[&["crate"]];
const UCI: &[&[&str]] = &[&["super"], &["crate", "uci"]];

#[test]
fn modules_import_each_other_in_no_circle() {
    assert_eq!(circles(sources(&["src"]), "src/", LIBRARY), [""; 0]);
    assert_eq!(circles(sources(&["crates"]), "crates/chess/src/uci/", UCI), [""; 0]);
}

#[test]
fn a_circle_of_modules_is_found() {
    let circle = |texts: [(&str, &str); 3]| {
        let sources = texts.map(|(file, text)| Source::new(file, text));
        circles(sources.iter(), "src/", LIBRARY).join(" ")
    };
    let first = ("src/case.rs", "use crate::cost::Cost;");
    let second = ("src/cost/mod.rs", "use crate::subject::Subject;");
    let third = |text| circle([first, second, ("src/subject.rs", text)]);
    assert_eq!(third("use crate::case::Case;"), "case cost subject");
    assert_eq!(third("#[cfg(test)] mod tests { use crate::case::Case; }"), "");
    assert_eq!(third("use crate::{cost::Cost, subject::Subject};"), "cost subject");
    let engine = [("a/class.rs", "use super::plan::Plan;"), ("a/plan/mod.rs", "use super::go::Go;")];
    let engine = engine.into_iter().chain([("a/go.rs", "use crate::uci::class::Class;"), ("a/root.rs", "")]);
    let engine = engine.map(|(file, text)| Source::new(file, text)).collect::<Vec<_>>();
    assert_eq!(circles(engine.iter(), "a/", UCI).join(" "), "class go plan");
}

#[test]
fn an_import_that_points_the_other_way_is_found() {
    let whys = |file: &str, text: &str| wrong_imports(&Source::new(file, text)).join("; ");
    let ranks = [
        (
            "src/pv/triangular.rs",
            "\nuse crate::search::Node;",
            "src/pv/triangular.rs:2: `search` is above `pv`",
        ),
        ("src/pv/triangular.rs", "use crate::{pv::At, search};", "`search` is above `pv`"),
        ("src/pv/triangular.rs", "use crate::{pv::At,\nsearch::Node};", "src/pv/triangular.rs:2: `search`"),
        ("src/pv/triangular.rs", "use crate::*;", "`crate::*` is no module"),
        ("src/search/node.rs", "fn f() { crate::oracle::Oracle::new() }", "`oracle` is above `search`"),
        ("src/search/node.rs", "fn f() { g!(1, [crate::oracle::new()]) }", "`oracle` is above `search`"),
        ("src/search/node.rs", "macro_rules! f { () => { $crate::oracle::new() } }", "`oracle` is above"),
        ("src/search/node.rs", "fn f() -> Vec<crate::oracle::Oracle> { g() }", "`oracle` is above `search`"),
        ("src/score.rs", "use pvcheck::position;", "`position` is above `score`"),
        ("src/check.rs", "use crate::bugs::Bug;", "`check` may not import `bugs`"),
        ("src/verify/run.rs", "use crate::bugs::Bug;", "`verify` may not import `bugs`"),
        ("src/case.rs", "use crate::SearchOptions;", "`crate::SearchOptions` is no module"),
        ("src/oracle/walk.rs", "use crate::pv::At;", "`oracle` may import only"),
        ("src/oracle/walk.rs", "#[cfg(test)] mod tests { use crate::search; }", "`oracle` may import only"),
        ("src/oracle/tests.rs", "use crate::search;", "`oracle` may import only"),
        ("src/news/mod.rs", "", "the module `news` has no rank"),
        ("src/oracle/mod.rs", "use super::search::Search;", "a path up"),
        ("src/oracle/walk/step.rs", "use super::super::Oracle;", "a path up"),
        ("src/oracle/walk.rs", "fn f() { super::super::g() }", "a path up"),
    ];
    for (file, text, why) in ranks {
        assert!(whys(file, text).contains(why), "{file}, {text}: {}", whys(file, text));
    }
    let fine =
        "use crate::pv; // crate::verify\n#[cfg(test)] mod tests { use crate::check; use super::*; }\n";
    assert_eq!(whys("src/search/mod.rs", fine), "");
    assert_eq!(
        whys("src/verify/run.rs", "use crate::check; use crate::shrink::shrink; use super::Show;"),
        ""
    );
    assert_eq!(whys("src/game/graph/mod.rs", "pub(super) use super::Choices;"), "");
    assert_eq!(whys("src/oracle/walk.rs", "#[cfg(test)] mod tests { use crate::game::Graph; }"), "");
    assert_eq!(whys("src/oracle/ground_truth/tests.rs", "use crate::game::Graph;"), "");
    assert_eq!(whys("src/pv/triangular.rs", "fn f() { g(\"crate::search::Node\") }"), "");
}
