//! What is needed to check a search: `use pvcheck::prelude::*;`.

pub use crate::algorithm::{
    Algorithm, Profile, alpha_beta_hard, alpha_beta_soft, minimax, pvs_hard, pvs_soft,
};
pub use crate::case::Case;
pub use crate::check::{Checked, Game, Harness, Trial, check, judge_line, judge_score};
pub use crate::game::{Graph, GraphPosition};
pub use crate::oracle::{GroundTruth, Rules};
pub use crate::position::{Move, Position};
pub use crate::pv::{NoStore, PvStore, SingleArray, Store, Triangular};
pub use crate::score::{Bound, Score, Window};
pub use crate::search::{
    Counts, ExternalSearch, Node, Observer, Outcome, Scratch, Search, SearchOptions, Task, TooDeep,
};
pub use crate::shrink::shrink;
pub use crate::subject::{Regime, Subject};
pub use crate::table::TableOptions;
pub use crate::verdict::{Fault, Finding, LineKind, LineVerdict, ScoreVerdict, Verdict};
