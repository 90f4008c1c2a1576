//! Accepted findings of engines.

use std::fmt;
use std::str::FromStr;

use super::class::Class;
use super::root::Root;
use pvcheck::syntax::SyntaxError;

/// A finding that is accepted: a class in one position, or in all positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownFinding {
    /// The class.
    pub class: Class,
    /// The position in the notation of [`Root::canonical`]; `None` for every position.
    pub position: Option<String>,
}

impl KnownFinding {
    /// Whether the entry accepts this class in this position, which is in the notation of [`Root::canonical`].
    pub fn is(&self, class: Class, position: &str) -> bool {
        self.class == class && self.position.as_deref().is_none_or(|own| own == position)
    }
}

impl FromStr for KnownFinding {
    type Err = SyntaxError;

    /// Reads a class, optionally with the arguments of `position`. A class without a position is accepted in all positions.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let (class, position) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (class, position) = (class.parse()?, position.trim_start());
        let root = Some(position).filter(|position| !position.is_empty()).map(str::parse::<Root>).transpose();
        let root = root.map_err(|error| error.within(text, text.len() - position.len()))?;
        Ok(Self { class, position: root.map(|root| root.canonical()) })
    }
}

impl fmt::Display for KnownFinding {
    /// Formats the entry as a line of a file of accepted findings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { class, position } = self;
        match position {
            Some(position) => write!(f, "{class} {position}"),
            None => write!(f, "{class}"),
        }
    }
}
