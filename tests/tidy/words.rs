//! Words that no text may contain, each with the term to write instead: the worst confusions of the past.
//!
//! Names are read as words: `NoneOwed` and `none_owed` as "none owed". Line breaks are spaces, so that a phrase is
//! found wherever it is wrapped.

use super::{files, none, read};

struct Rule {
    /// Words and phrases, separated by `|`.
    forbidden: &'static str,
    instead: &'static str,
    /// Phrases that may contain them.
    allowed: &'static [&'static str],
}

const fn rule(forbidden: &'static str, instead: &'static str, allowed: &'static [&'static str]) -> Rule {
    Rule { forbidden, instead, allowed }
}

const RULES: &[Rule] = &[
    rule("room|rooms", "module", &["room for", "room in", "room to", "room left"]),
    rule("on purpose", "seeded bug, or intentionally", &[]),
    // The allowed words of this rule and the next ones are renamed JSON fields and bugs (CHANGELOG.md).
    rule("witness|witnesses", "counterexample", &["witnesses counterexamples"]),
    rule(
        "promise|promises|promised|promising",
        "guarantee",
        &["score promise guaranteed score", "promise guarantee"],
    ),
    rule("owe|owes|owed|owing", "due (`none_due`: no line due), or must have", &["none owed none due"]),
    rule(
        "believe|believes|believed|believing",
        "accept (a false negative when the claim is invalid)",
        &["reduced search believed"],
    ),
    rule("shortcut|shortcuts", "search option", &["shortcuts options"]),
    rule("accuse|accuses|accused|accusing", "report (a false positive when the search is correct)", &[]),
    rule("honest|honestly|dishonest", "valid (a claim, a value), or correct (a search)", &[]),
    rule("earlier search|earlier searches|two go before", "preceding search", &[]),
    rule("truth", "ground truth (`GroundTruth`)", &["ground truth"]),
    rule("stranger|strangers", "external search, or user", &[]),
    rule("door|doors", "adapter, or interface", &[]),
    rule("hear|hears|heard|hearing|untold|is told|are told|was told", "is notified, observes, is given", &[]),
    // Terms of programming are allowed.
    rule(
        "behind",
        "after, below or beyond",
        &["behind a feature", "behind a flag", "behind a switch", "behind pointers"],
    ),
];

/// This table has the words that it forbids, and proptest writes the regressions.
const EXEMPT: &[&str] = &["tests/tidy/words.rs", "tests/regressions/", "LICENSE"];

/// The words of a text in lower case, each with its line.
fn words(text: &str) -> Vec<(String, usize)> {
    let mut words = Vec::new();
    for (line, text) in text.lines().enumerate() {
        let (mut word, mut before) = (String::new(), ' ');
        for c in text.replace("\\n", " ").chars().chain([' ']) {
            let ends = !c.is_alphanumeric() || before.is_lowercase() && c.is_uppercase();
            if ends && !word.is_empty() {
                words.push((std::mem::take(&mut word), line + 1));
            }
            if c.is_alphanumeric() {
                word.extend(c.to_lowercase());
            }
            before = c;
        }
    }
    words
}

/// Whether `phrase` begins at this word.
fn begins(words: &[(String, usize)], phrase: &str) -> bool {
    let mut rest = words.iter();
    phrase.split(' ').all(|word| rest.next().is_some_and(|(next, _)| next == word))
}

/// Whether the word at `at` is in an allowed phrase.
fn is_allowed(rule: &Rule, words: &[(String, usize)], at: usize) -> bool {
    rule.allowed.iter().any(|phrase| {
        let length = phrase.split(' ').count();
        (0..length.min(at + 1)).any(|before| begins(&words[at - before..], phrase))
    })
}

/// The violations in this file, in the order of its lines; its name is a part of its text.
fn forbidden(file: &str, text: &str) -> Vec<String> {
    let mut words = words(text);
    words.extend(self::words(file));
    let mut violations = Vec::new();
    for (at, (_, line)) in words.iter().enumerate() {
        for rule in RULES {
            let mut phrases = rule.forbidden.split('|');
            if let Some(found) = phrases.find(|phrase| begins(&words[at..], phrase))
                && !is_allowed(rule, &words, at)
            {
                violations.push(format!("{file}:{line}: \"{found}\": write {}", rule.instead));
            }
        }
    }
    violations
}

#[test]
fn words_are_those_of_the_field() {
    let mut all = files("");
    all.retain(|file| !EXEMPT.iter().any(|exempt| file.starts_with(exempt)));
    let of = |file: &String| read(file).map_or_else(Vec::new, |text| forbidden(file, &text));
    none(&all.iter().flat_map(of).collect::<Vec<_>>());
}

#[test]
fn every_rule_finds_its_words_and_passes_its_exceptions() {
    for rule in RULES {
        for word in rule.forbidden.split('|') {
            for text in
                [word.to_owned(), word.to_uppercase(), format!("fn is_{}() {{}}", word.replace(' ', "_"))]
            {
                assert_eq!(forbidden("a.rs", &text).len(), 1, "{text}");
            }
        }
        for phrase in rule.allowed {
            let has_word = |word: &str| format!(" {phrase} ").contains(&format!(" {word} "));
            assert!(rule.forbidden.split('|').any(has_word), "{phrase} needs no exception");
            assert!(forbidden("a.md", phrase).is_empty(), "{phrase}");
        }
    }
}

#[test]
fn a_phrase_is_found_wherever_it_is_wrapped_and_with_its_line() {
    for text in ["/// It is wrong on\n    /// purpose.\nfn f() {}\n", "\"wrong on\\n \\\n   purpose\""] {
        let found = forbidden("src/a.rs", text);
        assert_eq!(found, ["src/a.rs:1: \"on purpose\": write seeded bug, or intentionally"]);
    }
    let lines = |text: &str| {
        let found = forbidden("a.md", text);
        found.iter().map(|one| one.split(' ').next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(lines("fn none_owed() {}\nenum Kind { NoneOwed }\n"), ["a.md:1:", "a.md:2:"]);
    assert_eq!(lines("one\ntwo\n\nHe is a stranger."), ["a.md:4:"]);
    assert_eq!(forbidden("src/room.rs", "").len(), 1);
    assert!(forbidden("src/a.rs", "/// Plain words.\nfn f() {}\n").is_empty());
}
