//! Hints: what would make a result acceptable.

use crate::verdict::{Finding, LineKind, ScoreVerdict};

/// Results of this kind may be allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint {
    code: &'static str,
    name: &'static str,
}

impl Hint {
    /// The hint for a finding that may be allowed.
    pub(super) fn of(finding: Finding) -> Option<Self> {
        let (code, name) = match finding {
            Finding::Line(LineKind::Truncated) => ("LineKind::Truncated", "truncated"),
            Finding::Line(LineKind::Overlong) => ("LineKind::Overlong", "overlong"),
            Finding::Score(ScoreVerdict::Bound) => ("ScoreVerdict::Bound", "bound"),
            _ => return None,
        };
        Some(Self { code, name })
    }

    /// The hint for code in Rust.
    pub fn for_rust(self) -> String {
        format!("`.allows({})` accepts such results", self.code)
    }

    /// The hint for the command line.
    pub fn for_command(self) -> String {
        format!("`--allow {}` accepts such results", self.name)
    }
}
