//! Accepted findings of engines.

use std::fmt;
use std::str::FromStr;

use super::class::FindingKind;
use super::root::Root;
use pvcheck::syntax::SyntaxError;

/// A finding that is accepted: a class in one position, or in all positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownFinding {
    /// The class; `trace` without a rule stands for each rule.
    pub kind: FindingKind,
    /// The position in the notation of [`Root::canonical`]; `None` for every position.
    pub position: Option<String>,
}

impl KnownFinding {
    /// Whether the entry accepts this kind in this position, which is in the notation of [`Root::canonical`].
    pub fn is(&self, kind: FindingKind, position: &str) -> bool {
        let FindingKind { class, rule } = self.kind;
        let is_kind = class == kind.class && (rule.is_none() || rule == kind.rule);
        is_kind && self.position.as_deref().is_none_or(|own| own == position)
    }
}

impl FromStr for KnownFinding {
    type Err = SyntaxError;

    /// Reads a class, optionally with the arguments of `position`. A class without a position is accepted in all positions.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let (kind, position) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (kind, position) = (kind.parse()?, position.trim_start());
        let root = Some(position).filter(|position| !position.is_empty()).map(str::parse::<Root>).transpose();
        let root = root.map_err(|error| error.within(text, text.len() - position.len()))?;
        Ok(Self { kind, position: root.map(|root| root.canonical()) })
    }
}

impl fmt::Display for KnownFinding {
    /// Formats the entry as a line of a file of accepted findings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, position } = self;
        match position {
            Some(position) => write!(f, "{kind} {position}"),
            None => write!(f, "{kind}"),
        }
    }
}
