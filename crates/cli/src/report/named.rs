//! Kinds whose values have a name and a sentence each.

use pvcheck::algorithm::Algorithm;
use pvcheck::bugs::Bug;
use pvcheck::pv::{Family, Store};
use pvcheck::subject::Regime;
use pvcheck::verdict::{FaultKind, LineKind, ScoreVerdict, TraceVerdict, Truncation};
use pvcheck_chess::uci::{Class, Plan};
use pvcheck_lab::claims::Claim;

/// A value with a name and a sentence on its meaning.
pub(crate) trait Named: Copy + Send + Sync + 'static {
    fn all() -> impl Iterator<Item = Self>;

    fn name(self) -> &'static str;

    fn summary(self) -> &'static str;
}

macro_rules! named {
    ($($kind:ty),*) => {
        $(impl Named for $kind {
            fn all() -> impl Iterator<Item = Self> {
                Self::ALL.iter().copied()
            }

            fn name(self) -> &'static str {
                Self::name(self)
            }

            fn summary(self) -> &'static str {
                Self::summary(self)
            }
        })*
    };
}

named!(Algorithm, Store, Family, Regime, Class, Plan);
named!(LineKind, ScoreVerdict, FaultKind, Truncation, TraceVerdict);

impl Named for &'static Bug {
    fn all() -> impl Iterator<Item = Self> {
        Bug::ALL.iter()
    }

    fn name(self) -> &'static str {
        self.name
    }

    fn summary(self) -> &'static str {
        self.summary
    }
}

impl Named for &'static Claim {
    fn all() -> impl Iterator<Item = Self> {
        Claim::all()
    }

    fn name(self) -> &'static str {
        self.id
    }

    fn summary(self) -> &'static str {
        self.statement
    }
}
