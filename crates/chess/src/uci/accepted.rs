//! Accepted findings: a file of those that a project knows.

use std::fmt;

use super::class::Class;
use super::root::Root;
use pvcheck::experiment::{AcceptedLine, accepted_lines};
use pvcheck::syntax::SyntaxError;

/// An accepted finding: a class and a position, or a class in all positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// The class.
    pub class: Class,
    /// The position in the notation of [`Root::canonical`]; `None` for every position.
    pub position: Option<String>,
    /// Why it is accepted; empty in a baseline.
    pub reason: String,
}

impl Accepted {
    /// Whether it is a finding of this class in this position, in the notation of [`Root::canonical`].
    pub fn is(&self, class: Class, position: &str) -> bool {
        self.class == class && self.position.as_deref().is_none_or(|own| own == position)
    }

    /// Reads a file of lines `CLASS POSITION` or `CLASS *`. The comment lines before a line are its reason.
    ///
    /// # Errors
    ///
    /// For the first line that is none: its number, from 1, and what was expected.
    pub fn read_all(text: &str, needs_reason: bool) -> Result<Vec<Self>, (usize, String)> {
        let mut all = Vec::new();
        for AcceptedLine { number, text: line, reason, .. } in accepted_lines(text) {
            let refused = |problem: &str| Err((number, problem.to_owned()));
            let (class, position) = line.split_once(' ').unwrap_or((line, ""));
            let class = class.parse().map_err(|SyntaxError { problem, expected, .. }| {
                (number, format!("{problem}; expected {expected}"))
            })?;
            let position = match position.trim() {
                "" => return refused("no position; expected the arguments of `position`, or `*`"),
                "*" => None,
                position => {
                    let root: Result<Root, _> = position.parse();
                    let root = root.map_err(|error| (number, error.to_string()))?;
                    Some(root.canonical())
                }
            };
            if needs_reason && reason.is_empty() {
                return refused("no reason; expected a comment `# REASON` on the line before it");
            }
            all.push(Self { class, position, reason });
        }
        Ok(all)
    }
}

impl fmt::Display for Accepted {
    /// As in the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.class, self.position.as_deref().unwrap_or("*"))
    }
}
