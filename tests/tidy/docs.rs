//! The fixed form of an algorithm's docs.

use super::source::Source;
use super::{none, sources};

/// The sections of an algorithm's docs, in this order.
const SECTIONS: &[&str] = &["*Source.*", "```text", "*Departures.*", "*Guarantee.*"];

fn missing_sections(source: &Source) -> Vec<String> {
    let docs = source.text.lines().take_while(|line| line.starts_with("//!")).collect::<Vec<_>>().join("\n");
    let mut rest = docs.as_str();
    for section in SECTIONS {
        match rest.split_once(section) {
            Some((_, after)) => rest = after,
            None => return vec![format!("{}:1: no `{section}`, or not in its place", source.file)],
        }
    }
    Vec::new()
}

#[test]
fn every_algorithm_has_docs_in_the_fixed_form() {
    // The other files are algorithms.
    let others = ["src/algorithm/mod.rs", "src/algorithm/profile.rs"];
    let algorithms = sources(&["src/algorithm"]).filter(|source| !others.contains(&source.file.as_str()));
    none(&algorithms.flat_map(missing_sections).collect::<Vec<_>>());
}

#[test]
fn a_missing_section_is_found() {
    let docs = "//! *Source.* x\n//! ```text\n//! ```\n//! *Departures.* x\n//! *Guarantee.* x\n";
    let found = |docs: &str| missing_sections(&Source::new("a.rs", docs)).len();
    assert_eq!(found(docs), 0);
    for section in SECTIONS {
        let missing = docs.replace(section, "");
        assert_eq!(found(&missing), 1, "{section}");
        let elsewhere = format!("{missing}\n//! {section}\n");
        assert_eq!(found(&elsewhere), 1, "{section}");
    }
}
