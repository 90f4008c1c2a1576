//! The words of everything that people read, by the table in `table.rs`.
//!
//! `PVCHECK_WORDS=src/search cargo test --test tidy words` checks one file or directory.

use regex_lite::Regex;

use super::table::{Allow, RULES, Rule, Where};
use super::text::{Read, Text};
use super::{files, none, read};

/// The table itself and its tests have the words that it forbids, proptest writes the regressions, and the schema is
/// generated from doc comments.
const EXEMPT: &[&str] = &[
    "tests/tidy/table.rs",
    "tests/tidy/words.rs",
    "tests/tidy/text.rs",
    "tests/regressions/",
    "docs/schema.json",
    "LICENSE",
];

/// A rule with its compiled pattern and exceptions.
struct Compiled {
    rule: &'static Rule,
    pattern: Regex,
    /// The exceptions that are phrases.
    phrases: Vec<Regex>,
}

impl Compiled {
    fn new(rule: &'static Rule) -> Self {
        let phrases = rule.allow.iter().filter_map(|allow| match allow {
            Allow::Phrase(phrase) => Some(regex(&regex_lite::escape(phrase))),
            Allow::In(_) => None,
        });
        Self { rule, pattern: regex(rule.pattern), phrases: phrases.collect() }
    }

    fn applies_to(&self, file: &str) -> bool {
        !self.rule.allow.iter().any(|allow| matches!(allow, Allow::In(path) if file.starts_with(path)))
    }

    fn violations(&self, file: &str, text: &Text) -> Vec<(usize, String)> {
        let describe = |found: regex_lite::Match<'_>| {
            let line = text.line(found.start());
            let words = found.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
            (line, format!("{file}:{line}: \"{words}\": write {}", self.rule.instead))
        };
        self.found(&text.text).into_iter().map(describe).collect()
    }

    /// The matches outside of the exceptions.
    fn found<'t>(&self, text: &'t str) -> Vec<regex_lite::Match<'t>> {
        let allowed: Vec<_> = self.phrases.iter().flat_map(|phrase| phrase.find_iter(text)).collect();
        let is_allowed = |found: &regex_lite::Match<'_>| {
            allowed.iter().any(|phrase| phrase.start() <= found.start() && found.end() <= phrase.end())
        };
        self.pattern.find_iter(text).filter(|found| !is_allowed(found)).collect()
    }
}

/// Without regard to case, unless the pattern begins with `(?-i)`; a space is any white space.
fn regex(pattern: &str) -> Regex {
    let pattern = format!("(?i){}", pattern.replace(' ', r"\s+"));
    Regex::new(&pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"))
}

fn compiled() -> Vec<Compiled> {
    RULES.iter().map(Compiled::new).collect()
}

/// The violations in this file, in the order of its lines.
fn forbidden(rules: &[Compiled], file: &str, text: &str) -> Vec<String> {
    let Read { prose, code } = Read::new(file, text);
    let mut violations = Vec::new();
    for compiled in rules.iter().filter(|rule| rule.applies_to(file)) {
        if compiled.rule.within != Where::Code {
            violations.extend(compiled.violations(file, &prose));
        }
        if compiled.rule.within != Where::Prose {
            violations.extend(compiled.violations(file, &code));
        }
        // A file's own name; words that only prose must not have are fine there.
        if compiled.rule.within != Where::Prose && !compiled.found(&file.replace('_', " ")).is_empty() {
            violations.push((0, format!("{file}: the name of the file: write {}", compiled.rule.instead)));
        }
    }
    violations.sort();
    violations.into_iter().map(|(_, violation)| violation).collect()
}

#[test]
fn words_are_those_of_the_field() {
    let only = std::env::var("PVCHECK_WORDS").unwrap_or_default();
    let only = only.trim_start_matches("./").trim_end_matches('/');
    let mut all = files("");
    all.retain(|file| file.starts_with(only) && !EXEMPT.iter().any(|exempt| file.starts_with(exempt)));
    assert!(!all.is_empty(), "no files in `{only}`");
    let rules = compiled();
    let of = |file: String| read(&file).map_or_else(Vec::new, |text| forbidden(&rules, &file, &text));
    none(&all.into_iter().flat_map(of).collect::<Vec<_>>());
}

#[test]
fn every_rule_finds_its_example_and_passes_its_exceptions() {
    for rule in compiled() {
        let Rule { pattern, examples, within, allow, .. } = rule.rule;
        assert!(!examples.is_empty(), "{pattern} has an example");
        let file = |text: &str| match within {
            Where::Code => ("a.rs", text.to_owned()),
            Where::Anywhere | Where::Prose => ("a.md", text.to_owned()),
        };
        for example in *examples {
            let (name, text) = file(example);
            assert_eq!(forbidden(&[Compiled::new(rule.rule)], name, &text).len(), 1, "{pattern}: {example}");
        }
        for allow in *allow {
            if let Allow::Phrase(phrase) = allow {
                assert!(rule.pattern.is_match(phrase), "{phrase} needs no exception from {pattern}");
                let (name, text) = file(phrase);
                assert!(
                    forbidden(&[Compiled::new(rule.rule)], name, &text).is_empty(),
                    "{pattern}: {phrase}"
                );
            }
        }
    }
}

#[test]
fn a_phrase_is_found_wherever_it_is_wrapped_and_with_its_line() {
    let rules = compiled();
    let text = "/// It is wrong on\n    /// purpose.\nfn f() {}\n";
    let found = forbidden(&rules, "src/a.rs", text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("src/a.rs:1: \"on purpose\": write "), "{found:?}");
    let found = forbidden(&rules, "src/a.rs", "fn none_owed() {}\nenum Kind { NoneOwed }\n");
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[1].starts_with("src/a.rs:2: \"Owed\""), "{found:?}");
    assert_eq!(
        forbidden(&rules, "docs/a.md", "one\ntwo\n\nHe is a nobody.")[0].split(' ').next(),
        Some("docs/a.md:4:")
    );
    assert!(forbidden(&rules, "src/a.rs", "/// Plain words.\nfn f() {}\n").is_empty());
}
