//! Imports point one way: which modules of `src/` a module may import.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Item, ItemUse, Macro, Path, UseTree};

use super::rust::{attributes, is_test, parse};
use super::{holds, sources};

/// The modules of `src/`, lowest first. A module may import modules of lower rank, those of its own group, and itself.
/// The oracle imports next to nothing (see [`ONLY`]) and is this high all the same, so that no search can import it.
const RANKS: &[&[&str]] = &[
    &["score", "syntax", "process"],
    &["position", "ply_limits", "laws"],
    &["game", "chess", "ground_truth", "feature"],
    &["pv", "table"],
    &["search"],
    &["algorithm"],
    &["subject", "case", "contract", "cost", "verdict", "oracle"],
    &["check", "draw", "recording", "uci"],
    &["enumerate", "campaign", "claims", "large", "reproduce", "shrink", "report", "bugs", "journal"],
    &["verify"],
    &["cli", "site", "fuzzing", "prelude", "main", "lib"],
];

/// Modules that may import less than their rank allows: these, and themselves.
const ONLY: &[(&str, &[&str])] = &[
    ("oracle", &["position", "score"]),
    // Its records contain the rules of the oracle that follow from an option.
    ("feature", &["score", "syntax", "ply_limits", "game", "oracle"]),
    ("verdict", &["position", "score"]),
    ("chess", &["position", "score", "syntax"]),
    ("ground_truth", &[]),
];

/// The modules that a file imports, or names by a path.
#[derive(Default)]
struct Imports {
    /// Module of this crate, line, and whether a test imports it.
    modules: Vec<(String, usize, bool)>,
    /// Lines of code without tests with a path that begins with `super` this many times.
    supers: Vec<(usize, usize)>,
    in_test: bool,
}

impl Imports {
    fn of(file: &str, text: &str) -> Self {
        let mut imports = Self { in_test: is_unit_tests(file), ..Self::default() };
        imports.visit_file(&parse(file, text));
        imports
    }

    /// Notes a path by its first segments.
    fn note(&mut self, segments: &[String], line: usize) {
        let supers = segments.iter().take_while(|segment| *segment == "super").count();
        // `pub(super)` is no path to anything.
        if (1..segments.len()).contains(&supers) && !self.in_test {
            self.supers.push((supers, line));
        }
        if let [root, module, ..] = segments
            && (root == "crate" || root == "pvcheck")
        {
            self.modules.push((module.clone(), line, self.in_test));
        }
    }

    /// Notes each path of a `use`, by the segments before `tree`.
    fn note_tree(&mut self, before: &[String], tree: &UseTree) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => {
                let segments = with(&path.ident);
                let is_super = path.ident == "super";
                if segments.len() < 2 || is_super {
                    return self.note_tree(&segments, &path.tree);
                }
                self.note(&segments, path.ident.span().start().line);
            }
            UseTree::Name(name) => self.note(&with(&name.ident), name.ident.span().start().line),
            UseTree::Rename(name) => self.note(&with(&name.ident), name.ident.span().start().line),
            UseTree::Glob(glob) => {
                let every = [before, &["*".to_owned()]].concat();
                self.note(&every, glob.star_token.span.start().line);
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.note_tree(before, tree)),
        }
    }

    /// Notes the paths among the tokens of a macro, which have no grammar.
    fn note_tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut line) = (Vec::new(), 0);
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.note(&std::mem::take(&mut path), line);
                    }
                    line = name.span().start().line;
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                other => {
                    self.note(&std::mem::take(&mut path), line);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.note_tokens(group.stream());
                    }
                }
            }
        }
        self.note(&path, line);
    }
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item(&mut self, item: &'ast Item) {
        let before = self.in_test;
        self.in_test |= is_test(attributes(item));
        visit::visit_item(self, item);
        self.in_test = before;
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.note_tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.note(&segments, path.segments[0].ident.span().start().line);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.note_tokens(called.tokens.clone());
        visit::visit_macro(self, called);
    }
}

fn is_unit_tests(file: &str) -> bool {
    file.ends_with("/tests.rs") || file.contains("/tests/")
}

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
    if name == "bugs" && rank(module) < rank("cli") {
        return Some(format!("`{module}` may not import `bugs`"));
    }
    match rank(name) {
        // A name of the root would hide the module that it comes from.
        None => Some(format!("`crate::{name}` is no module of RANKS")),
        Some(above) => (rank(module) < Some(above)).then(|| format!("`{name}` is above `{module}`")),
    }
}

fn wrong_imports(file: &str, text: &str) -> Vec<String> {
    let path = file.strip_prefix("src/").expect("a file of the crate");
    let module = path.split(['/', '.']).next().unwrap_or_default();
    if rank(module).is_none() {
        return vec![format!("{file}:1: the module `{module}` has no rank in RANKS")];
    }
    let imports = Imports::of(file, text);
    let mut wrong = Vec::new();
    for (name, line, in_test) in &imports.modules {
        // The tests of the oracle need a game and no search.
        let exempt = *in_test && (module != "oracle" || name == "game");
        if let Some(why) = objection(module, name).filter(|_| !exempt) {
            wrong.push(format!("{file}:{line}: {why}"));
        }
    }
    // A path up from a module of `src/` itself leads to another one; two steps up are hard to follow from anywhere.
    let depth = path.trim_end_matches("/mod.rs").split('/').count();
    let most = usize::from(depth > 1);
    let up = imports.supers.iter().filter(|&&(supers, _)| supers > most);
    wrong.extend(up.map(|(_, line)| format!("{file}:{line}: a path up to another module; write `crate::`")));
    wrong
}

#[test]
fn imports_point_one_way() {
    holds(wrong_imports, &sources(&["src"]));
}

#[test]
fn an_import_that_points_the_other_way_is_found() {
    let whys = |file: &str, text: &str| wrong_imports(file, text).join("; ");
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
        ("src/report/html.rs", "use crate::bugs::Bug;", "`report` may not import `bugs`"),
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
    let fine = "use crate::pv; // crate::cli\n#[cfg(test)] mod tests { use crate::check; use super::*; }\n";
    assert_eq!(whys("src/search/mod.rs", fine), "");
    assert_eq!(whys("src/cli/bugs.rs", "use crate::check; use crate::bugs::Bug; use super::Show;"), "");
    assert_eq!(whys("src/game/graph/mod.rs", "pub(super) use super::Choices;"), "");
    assert_eq!(whys("src/oracle/walk.rs", "#[cfg(test)] mod tests { use crate::game::Graph; }"), "");
    assert_eq!(whys("src/oracle/ground_truth/tests.rs", "use crate::game::Graph;"), "");
    assert_eq!(whys("src/pv/triangular.rs", "fn f() { g(\"crate::search::Node\") }"), "");
}
