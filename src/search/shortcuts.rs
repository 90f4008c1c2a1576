//! What a search may do beyond walking its tree: plain options, so that a fuzzer
//! can choose them, a case can print them and a shrinker can switch them off.

use std::fmt;

/// The shortcuts of a search; the default is none, the stable regime.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Shortcuts {
    /// `aspiration(W)`: the root is searched once, with the window of half-width
    /// W about the root's static evaluation, instead of the full window. At
    /// least 1. Outside of it the search owes a bound and no line.
    pub aspiration: Option<u32>,
}

impl Shortcuts {
    /// No shortcut at all.
    pub const NONE: Self = Self { aspiration: None };
}

impl fmt::Display for Shortcuts {
    /// As in a subject: each with a plus sign before it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.aspiration {
            Some(width) => write!(f, "+aspiration({width})"),
            None => Ok(()),
        }
    }
}
