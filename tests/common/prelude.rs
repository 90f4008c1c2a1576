//! The names of the library that many tests use, imported by `use crate::common::prelude::*;`.

pub use pvcheck::algorithm::{Algorithm, Profile, pvs_soft};
pub use pvcheck::campaign::{Campaign, Finished, Games, Random, Row};
pub use pvcheck::case::Case;
pub use pvcheck::check::{Checked, Harness, Trial, check, judge_line};
pub use pvcheck::contract::guarantee;
pub use pvcheck::enumerate::{Leaves, Scope};
pub use pvcheck::game::{Choices, Graph, GraphPosition, Seeded, SharedPosition};
pub use pvcheck::oracle::Rules;
pub use pvcheck::position::{Move, Position, legal_moves};
pub use pvcheck::pv::{NoStore, Store, Triangular};
pub use pvcheck::score::{Bound, Score, Window};
pub use pvcheck::search::{Counts, Observer, Outcome, SearchOptions};
pub use pvcheck::subject::Subject;
pub use pvcheck::told::{Told, Why};
pub use pvcheck::verdict::{Fault, FaultKind, LineKind, ScoreVerdict};
