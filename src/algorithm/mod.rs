//! The search algorithms, one file per algorithm, each close to its published pseudo-code.
//!
//! All functions have the same parameters: the search, the node, `alpha` and `beta`. `s.search(callee, ...)`
//! searches a child, `s.raise(...)` records the line when a move raises alpha, and `s.refute(...)` reports a
//! cutoff. All depart from their pseudo-code in one way: [`Search::search`](crate::search::Search::search)
//! handles terminal positions, leaves and the table. A file lists only its other *departures*. Every file
//! repeats the end of the loop, so that each can be read alone.
//!
//! Each file also contains a `PROFILE`: the facts about the algorithm that other modules use.

// The macro below does not generate these lines, so that formatters and editors find the files.
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
mod profile;
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

pub use profile::{LaterMoves, Profile, ReSearches, Unconfirmed, Windows};

use crate::game::AnyPosition;
use crate::position::Position;
use crate::pv::{AnyStore, PvStore};
use crate::search::{Callee, Counts, Observer, Outcome, Scratch, Search, Task};

macro_rules! algorithms {
    ($($variant:ident $function:ident $name:literal $summary:literal,)*) => {
        $(pub use $function::$function;)*

        named_enum! {
            /// The algorithms by name.
            Algorithm ["algorithm"] { $($variant $name $summary,)* }
        }

        impl Algorithm {
            /// Returns the facts about the algorithm.
            pub const fn profile(self) -> Profile {
                match self { $(Self::$variant => $function::PROFILE,)* }
            }

            /// Returns the function that searches a node.
            pub fn callee<P: Position, S: PvStore, O: Observer<P>>(self) -> Callee<P, S, O> {
                match self { $(Self::$variant => $function,)* }
            }
        }
    };
}

impl Algorithm {
    /// Searches any game with any store and any observer, where speed does not matter. The search is compiled here,
    /// once for all crates.
    ///
    /// # Panics
    ///
    /// If a line may be longer than the store can hold.
    pub fn search<'t>(
        self,
        store: &mut AnyStore<'_>,
        mut observer: &mut dyn Observer<AnyPosition<'t>>,
        scratch: &mut Scratch,
        task: Task<'_, AnyPosition<'t>>,
        each: &mut dyn FnMut(&Outcome<'_>),
    ) -> Counts {
        let mut search = Search::new(store, &mut observer, scratch);
        let counts = search.root(self.callee(), &task, &mut |_, outcome| each(outcome));
        counts.expect("no line is longer than the capacity of the store")
    }
}

algorithms! {
    Minimax minimax "minimax" "negamax without a window",
    AlphaBetaHard alpha_beta_hard "alpha-beta-hard" "alpha-beta, fail-hard",
    AlphaBetaSoft alpha_beta_soft "alpha-beta-soft" "alpha-beta, fail-soft",
    PvsHard pvs_hard "pvs-hard" "PVS in one routine, fail-hard, re-search (alpha, beta)",
    PvsHardUntilRaise pvs_hard_until_raise "pvs-hard-until-raise" "PVS with an open window until a move has raised alpha",
    PvsZws pvs_zws "pvs-zws" "PVS in two functions, PV search and zero-window search, fail-hard",
    PvsHardNotLastTwo pvs_hard_not_last_two "pvs-hard-not-last-two" "PVS, fail-hard, no null windows in the last two plies",
    PvsHardNoLastReSearch pvs_hard_no_last_re_search "pvs-hard-no-last-re-search" "PVS, fail-hard, no re-search in the last two plies: wrong scores",
    PvsSoft pvs_soft "pvs-soft" "PVS, fail-soft, re-search (alpha, beta) when alpha < score < beta",
    PvsSoftFromScore pvs_soft_from_score "pvs-soft-from-score" "PVS, fail-soft, re-search from the null-window score",
    PvsSoftFromBelow pvs_soft_from_below "pvs-soft-from-below" "PVS, fail-soft, re-search from one below the null-window score",
    PvsSoftNoLastReSearch pvs_soft_no_last_re_search "pvs-soft-no-last-re-search" "PVS, fail-soft, no re-search in the last two plies: right scores, truncated lines",
    NegascoutHard negascout_hard "negascout-hard" "NegaScout as printed: re-search from the score, omitted above leaves",
    NegascoutSoft negascout_soft "negascout-soft" "NegaScout, fail-soft",
    Scout scout "scout" "Scout: EVAL and TEST (Pearl)",
    Palphabeta palphabeta "palphabeta" "the first variation without a window, null windows and plain alpha-beta for the rest (Finkel & Fishburn)",
    Calphabeta calphabeta "calphabeta" "Palphabeta with a window, which re-searches by itself (Fishburn)",
    LastMove last_move "last-move" "alpha-beta with a null window on the last root move (Fishburn)",
    BelleRoot belle_root "belle-root" "PVS without a second search at the root until a second fail-high (Belle)",
    Mtdf mtdf "mtdf" "null windows at the root until the bounds meet, over a table (Plaat et al.)",
}
