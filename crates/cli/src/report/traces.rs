//! The rules that traces break, as JSON.

use serde::{Deserialize, Serialize};

use pvcheck_chess::trace::{BrokenRule, Place, Rule};

/// A rule that is broken, with its first place.
#[derive(Serialize, Deserialize, Debug)]
pub struct RuleJson {
    /// The rule.
    pub rule: String,
    /// How often it is broken.
    pub count: u64,
    /// What is wrong at the first place.
    pub found: String,
    /// The number of the node, from 1.
    pub node: u64,
    /// The kind of search, the depth and the window of the node.
    pub what: String,
    /// How the node was left; `null` where it still runs.
    pub left: Option<String>,
    /// The moves from the root to the node.
    pub path: Vec<String>,
    /// The position of the node, a FEN in chess; `null` in a game whose positions are not known.
    pub position: Option<String>,
    /// The line of the engine's source, or 0.
    pub line: u16,
    /// What the children of the node returned.
    pub children: Vec<String>,
    /// The search as the engine was asked for it.
    pub search: String,
}

impl RuleJson {
    /// The row of a broken rule.
    pub fn new((rule, broken): (Rule, &BrokenRule)) -> Self {
        let BrokenRule { count, first, .. } = broken;
        let Place { text, search, path, position, node, what, left, line, children, .. } = first.clone();
        let left = left.map(|(score, why)| format!("with {score}, reason {why}"));
        let (rule, count) = (rule.name().to_owned(), *count);
        Self { rule, count, found: text, node, what, left, path, position, line, children, search }
    }
}
