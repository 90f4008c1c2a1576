//! The items that are needed to check a search, imported by `use pvcheck::prelude::*;`.

pub use crate::algorithm::{
    Algorithm, Profile, alpha_beta_hard, alpha_beta_soft, minimax, pvs_hard, pvs_soft,
};
pub use crate::case::Case;
pub use crate::check::{Checked, Game, Harness, Trial, check, judge_line, judge_score};
pub use crate::contract::{guarantee, rules};
pub use crate::game::{Freeze, Frozen, Graph, GraphPosition, SharedPosition, freeze};
pub use crate::laws::{Broken, Explored, laws};
pub use crate::oracle::{
    Drafts, Extended, GroundTruth, Margin, Plies, Reductions, Repetition, Rules, TooManyPaths,
};
pub use crate::position::{Move, Position};
pub use crate::pv::{NoStore, PvStore, SingleArray, Store, Triangular};
pub use crate::score::{Bound, Score, Window};
pub use crate::search::{
    Aspiration, NodeLimit, Observer, Order, Outcome, Quiescence, SearchOptions, Selectivity, TooDeep, Widen,
};
pub use crate::shrink::shrink;
pub use crate::subject::{Regime, Subject};
pub use crate::table::{Draft, PvCut, Replace, TableOptions};
pub use crate::told::{Entry, SkipReason, Told, Why};
pub use crate::verdict::{Fault, Finding, LineKind, LineVerdict, ScoreVerdict, Verdict};
pub use crate::verify::{
    Answer, FrozenGames, RandomGames, Request, Verification, Visit, verify, verify_object, verify_positions,
};
