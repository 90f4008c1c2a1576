//! The textbook: one file an algorithm, each readable beside its source.
//!
//! All share one signature: the search, the node, `alpha` and `beta`. The words
//! that a textbook lacks are `s.search(callee, ...)` where it calls a search,
//! `s.raise(...)` where it records the line and `s.refute(...)` where it returns
//! a cutoff. That the tail of the loop stands in every file is on purpose: each
//! function must be readable alone.

mod alpha_beta_hard;
mod alpha_beta_soft;
mod minimax;
mod negascout_hard;
mod negascout_soft;
mod pvs_hard;
mod pvs_hard_until_raise;
mod pvs_soft;
mod pvs_soft_from_below;
mod pvs_soft_from_score;
mod pvs_zws;
mod scout;

pub use alpha_beta_hard::alpha_beta_hard;
pub use alpha_beta_soft::alpha_beta_soft;
pub use minimax::minimax;
pub use negascout_hard::negascout_hard;
pub use negascout_soft::negascout_soft;
pub use pvs_hard::pvs_hard;
pub use pvs_hard_until_raise::pvs_hard_until_raise;
pub use pvs_soft::pvs_soft;
pub use pvs_soft_from_below::pvs_soft_from_below;
pub use pvs_soft_from_score::pvs_soft_from_score;
pub use pvs_zws::pvs_zws;
pub use scout::scout;

macro_rules! algorithms {
    ($d:tt $($variant:ident $function:ident $name:literal $summary:literal,)*) => {
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
        }

        /// Runs a body with a name standing for the function of an [`Algorithm`].
        /// A function of every algorithm has its own type, so a `match` must be
        /// spelled out; this is the one place where it is.
        macro_rules! with_algorithm {
            ($d algorithm:expr, $d callee:ident => $d body:expr) => {
                match $d algorithm {
                    $($crate::algorithm::Algorithm::$variant => {
                        use $crate::algorithm::$function as $d callee;
                        $d body
                    })*
                }
            };
        }
        pub(crate) use with_algorithm;
    };
}

impl Algorithm {
    /// Whether it takes a window; the others search without one and ignore what
    /// they are handed.
    pub const fn has_window(self) -> bool {
        !matches!(self, Self::Minimax | Self::Scout)
    }

    /// Whether it reads no leaf that alpha-beta prunes (Reinefeld). Scout does from
    /// depth 4 on: EVAL forgets the bounds that a second evaluation could use.
    pub const fn is_within_alpha_beta(self) -> bool {
        !matches!(self, Self::Minimax | Self::Scout)
    }
}

algorithms! { $
    Minimax minimax "minimax" "negamax without a window",
    AlphaBetaHard alpha_beta_hard "alpha-beta-hard" "alpha-beta, fail-hard",
    AlphaBetaSoft alpha_beta_soft "alpha-beta-soft" "alpha-beta, fail-soft",
    PvsHard pvs_hard "pvs-hard" "PVS in one routine, fail-hard, re-search (alpha, beta)",
    PvsHardUntilRaise pvs_hard_until_raise "pvs-hard-until-raise" "PVS with an open window until a move has raised alpha",
    PvsZws pvs_zws "pvs-zws" "PVS split into PV search and zero-window search, fail-hard",
    PvsSoft pvs_soft "pvs-soft" "PVS, fail-soft, re-search (alpha, beta) when alpha < score < beta",
    PvsSoftFromScore pvs_soft_from_score "pvs-soft-from-score" "PVS, fail-soft, re-search from the null-window score",
    PvsSoftFromBelow pvs_soft_from_below "pvs-soft-from-below" "PVS, fail-soft, re-search from one below the null-window score",
    NegascoutHard negascout_hard "negascout-hard" "NegaScout as printed: re-search from the score, omitted above leaves",
    NegascoutSoft negascout_soft "negascout-soft" "NegaScout, fail-soft",
    Scout scout "scout" "Scout: EVAL and TEST (Pearl)",
}
