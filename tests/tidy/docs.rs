//! The fixed form of an algorithm's docs.

use super::{holds, sources};

/// The sections of an algorithm's docs, in this order.
const SECTIONS: &[&str] = &["*Source.*", "```text", "*Departures.*", "*Guarantee.*"];

fn missing_sections(file: &str, text: &str) -> Vec<String> {
    let docs = text.lines().take_while(|line| line.starts_with("//!")).collect::<Vec<_>>().join("\n");
    let mut rest = docs.as_str();
    for section in SECTIONS {
        match rest.split_once(section) {
            Some((_, after)) => rest = after,
            None => return vec![format!("{file}:1: no `{section}`, or not in its place")],
        }
    }
    Vec::new()
}

#[test]
fn every_algorithm_has_docs_in_the_fixed_form() {
    let mut algorithms = sources(&["src/algorithm"]);
    // The other files are algorithms.
    algorithms
        .retain(|(file, _)| !["src/algorithm/mod.rs", "src/algorithm/profile.rs"].contains(&file.as_str()));
    assert!(!algorithms.is_empty());
    holds(missing_sections, &algorithms);
}

#[test]
fn a_missing_section_is_found() {
    let docs = "//! *Source.* x\n//! ```text\n//! ```\n//! *Departures.* x\n//! *Guarantee.* x\n";
    assert!(missing_sections("a.rs", docs).is_empty());
    for section in SECTIONS {
        let missing = docs.replace(section, "");
        assert_eq!(missing_sections("a.rs", &missing).len(), 1, "{section}");
        let elsewhere = format!("{missing}\n//! {section}\n");
        assert_eq!(missing_sections("a.rs", &elsewhere).len(), 1, "{section}");
    }
}
