//! The textbook: one file an algorithm, each readable beside its source.
//!
//! All share one signature: the search, the node, `alpha` and `beta`. The words
//! that a textbook lacks are `s.search(callee, ...)` where it calls a search,
//! `s.raise(...)` where it records the line and `s.refute(...)` where it returns
//! a cutoff. The tail of the loop is repeated in every file deliberately: each
//! function must be readable alone.

mod alpha_beta_hard;
mod alpha_beta_soft;
mod belle_root;
mod calphabeta;
mod last_move;
mod minimax;
mod mtdf;
mod negascout_hard;
mod negascout_soft;
mod palphabeta;
mod pvs_hard;
mod pvs_hard_no_last_re_search;
mod pvs_hard_not_last_two;
mod pvs_hard_until_raise;
mod pvs_soft;
mod pvs_soft_from_below;
mod pvs_soft_from_score;
mod pvs_soft_no_last_re_search;
mod pvs_zws;
mod scout;

pub use alpha_beta_hard::alpha_beta_hard;
pub use alpha_beta_soft::alpha_beta_soft;
pub use belle_root::belle_root;
pub use calphabeta::calphabeta;
pub use last_move::last_move;
pub use minimax::minimax;
pub use mtdf::mtdf;
pub use negascout_hard::negascout_hard;
pub use negascout_soft::negascout_soft;
pub use palphabeta::palphabeta;
pub use pvs_hard::pvs_hard;
pub use pvs_hard_no_last_re_search::pvs_hard_no_last_re_search;
pub use pvs_hard_not_last_two::pvs_hard_not_last_two;
pub use pvs_hard_until_raise::pvs_hard_until_raise;
pub use pvs_soft::pvs_soft;
pub use pvs_soft_from_below::pvs_soft_from_below;
pub use pvs_soft_from_score::pvs_soft_from_score;
pub use pvs_soft_no_last_re_search::pvs_soft_no_last_re_search;
pub use pvs_zws::pvs_zws;
pub use scout::scout;

use crate::position::Position;
use crate::pv::PvStore;
use crate::search::{Callee, Observer};

macro_rules! algorithms {
    ($($variant:ident $function:ident $name:literal $summary:literal,)*) => {
        /// The algorithms by name.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Algorithm {
            $(#[doc = $summary] $variant,)*
        }

        impl Algorithm {
            /// Every algorithm, in the order in which tables show them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name that users type.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// One line on what it is.
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary,)* }
            }

            /// The function that searches.
            pub fn callee<P: Position, S: PvStore, O: Observer<P>>(self) -> Callee<P, S, O> {
                match self { $(Self::$variant => $function,)* }
            }
        }
    };
}

impl Algorithm {
    /// Whether it takes a window; the others search without one and ignore what
    /// they are handed.
    pub const fn has_window(self) -> bool {
        !matches!(self, Self::Minimax | Self::Scout | Self::Palphabeta | Self::Mtdf)
    }

    /// What may be asked of it.
    pub const fn profile(self) -> Profile {
        Profile { prunes: self.is_within_alpha_beta(), joins: self.joins_bounds() }
    }

    /// Whether it searches the root again and again, and so has no meaning without a table.
    pub const fn needs_table(self) -> bool {
        matches!(self, Self::Mtdf)
    }

    /// Whether it reads no leaf that alpha-beta prunes (Reinefeld). Scout does from
    /// depth 4 on: EVAL forgets the bounds that a second evaluation could use. Belle
    /// tests later moves against a bound that the full search would have raised, and
    /// where scores are wrong, windows are too.
    pub const fn is_within_alpha_beta(self) -> bool {
        !matches!(
            self,
            Self::Minimax | Self::Scout | Self::BelleRoot | Self::PvsHardNoLastReSearch | Self::Mtdf
        )
    }

    /// Whether it searches a move again in a null window too, where nothing can come of that: each ply may then
    /// double what the search costs.
    pub const fn searches_null_windows_twice(self) -> bool {
        matches!(self, Self::PvsHard | Self::PvsHardNotLastTwo | Self::PvsHardNoLastReSearch)
    }

    /// Whether an exact score of it may join two bounds that null-window searches found in
    /// different trees: it searches again from the null-window score, keeps the larger of two
    /// scores, or takes a null-window score for the value.
    pub const fn joins_bounds(self) -> bool {
        matches!(
            self,
            Self::PvsSoftFromScore
                | Self::PvsSoftFromBelow
                | Self::PvsSoftNoLastReSearch
                | Self::PvsHardNoLastReSearch
                | Self::NegascoutHard
                | Self::NegascoutSoft
                | Self::Scout
                | Self::Mtdf
        )
    }

    /// Whether it may end with the best move and a bound for its value, inside the
    /// root window: what would be needed to know more was not searched.
    pub const fn may_end_with_bound(self) -> bool {
        matches!(self, Self::LastMove | Self::BelleRoot)
    }
}

/// What a search does by habit, beside its search options: what may be asked of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Profile {
    /// It reads no leaf that alpha-beta prunes, as long as no search option changes the order of
    /// moves or the windows.
    pub prunes: bool,
    /// Its exact scores may join the bounds of two null-window searches.
    pub joins: bool,
}

impl Profile {
    /// Those of minimax: it may read every leaf, and joins nothing.
    pub const MINIMAX: Self = Self { prunes: false, joins: false };

    /// Those of alpha-beta, and of PVS with re-search `(alpha, beta)`.
    pub const ALPHA_BETA: Self = Self { prunes: true, joins: false };
}

algorithms! {
    Minimax minimax "minimax" "negamax without a window",
    AlphaBetaHard alpha_beta_hard "alpha-beta-hard" "alpha-beta, fail-hard",
    AlphaBetaSoft alpha_beta_soft "alpha-beta-soft" "alpha-beta, fail-soft",
    PvsHard pvs_hard "pvs-hard" "PVS in one routine, fail-hard, re-search (alpha, beta)",
    PvsHardUntilRaise pvs_hard_until_raise "pvs-hard-until-raise" "PVS with an open window until a move has raised alpha",
    PvsZws pvs_zws "pvs-zws" "PVS split into PV search and zero-window search, fail-hard",
    PvsHardNotLastTwo pvs_hard_not_last_two "pvs-hard-not-last-two" "PVS, fail-hard, no null windows in the last two plies",
    PvsHardNoLastReSearch pvs_hard_no_last_re_search "pvs-hard-no-last-re-search" "PVS, fail-hard, no re-search in the last two plies: wrong scores",
    PvsSoft pvs_soft "pvs-soft" "PVS, fail-soft, re-search (alpha, beta) when alpha < score < beta",
    PvsSoftFromScore pvs_soft_from_score "pvs-soft-from-score" "PVS, fail-soft, re-search from the null-window score",
    PvsSoftFromBelow pvs_soft_from_below "pvs-soft-from-below" "PVS, fail-soft, re-search from one below the null-window score",
    PvsSoftNoLastReSearch pvs_soft_no_last_re_search "pvs-soft-no-last-re-search" "PVS, fail-soft, no re-search in the last two plies: right scores, short lines",
    NegascoutHard negascout_hard "negascout-hard" "NegaScout as printed: re-search from the score, omitted above leaves",
    NegascoutSoft negascout_soft "negascout-soft" "NegaScout, fail-soft",
    Scout scout "scout" "Scout: EVAL and TEST (Pearl)",
    Palphabeta palphabeta "palphabeta" "the first variation apart, plain alpha-beta for the rest (Finkel & Fishburn)",
    Calphabeta calphabeta "calphabeta" "the same with a window, re-searched by itself (Fishburn)",
    LastMove last_move "last-move" "alpha-beta with a null window on the last root move (Fishburn)",
    BelleRoot belle_root "belle-root" "PVS without a second search at the root until a second fail-high (Belle)",
    Mtdf mtdf "mtdf" "null windows at the root until the bounds meet, over a table (Plaat et al.)",
}
