//! What a search may do beyond walking its tree: plain options, so that a fuzzer
//! can choose them, a case can print them and a shrinker can switch them off.

use std::fmt;

use crate::table::Options;

/// The shortcuts of a search; the default is none, the stable regime.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Shortcuts {
    /// `aspiration(W)`: the root is searched with a window about its static
    /// evaluation instead of the full one.
    pub aspiration: Option<Aspiration>,
    /// `tt(...)`: a transposition table, empty at first.
    pub table: Option<Options>,
}

/// `aspiration(W)` or `aspiration(W,widen=side|both)`: a root window (Baudet 1978;
/// Marsland 1983). Outside of it the search owes a bound and no line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Aspiration {
    /// The half-width of the window about the root's static evaluation; at least 1.
    pub width: u32,
    /// What happens when the score lies outside.
    pub widen: Widen,
}

/// How the root window is widened when a search ended outside of it. The stores
/// are not reset in between, as they are not in an engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Widen {
    /// Not at all: the search ends with a bound.
    #[default]
    No,
    /// The side on which the search failed is opened, the other one stays.
    Side,
    /// Both sides are opened.
    Both,
}

impl Widen {
    /// All of them.
    pub const ALL: &[Self] = &[Self::No, Self::Side, Self::Both];

    /// The name that users type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Side => "side",
            Self::Both => "both",
        }
    }
}

impl Shortcuts {
    /// No shortcut at all.
    pub const NONE: Self = Self { aspiration: None, table: None };

    /// A root window of this half-width, and nothing else.
    pub const fn aspiration(width: u32, widen: Widen) -> Self {
        Self { aspiration: Some(Aspiration { width, widen }), ..Self::NONE }
    }

    /// A table with these options, and nothing else.
    pub const fn table(options: Options) -> Self {
        Self { table: Some(options), ..Self::NONE }
    }
}

impl fmt::Display for Shortcuts {
    /// As in a subject: each with a plus sign before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(options) = self.table {
            write!(f, "+{options}")?;
        }
        match self.aspiration {
            None => Ok(()),
            Some(Aspiration { width, widen: Widen::No }) => write!(f, "+aspiration({width})"),
            Some(Aspiration { width, widen }) => write!(f, "+aspiration({width},widen={})", widen.name()),
        }
    }
}
