//! What a search did, in numbers.

use std::ops::AddAssign;

macro_rules! counts {
    (
        $($(#[doc = $doc:literal])+ $field:ident,)*
        options { $($name:literal $(#[doc = $act_doc:literal])+ $act:ident,)* }
    ) => {
        /// What a search did, in numbers.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        #[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
        pub struct Counts {
            $($(#[doc = $doc])+ pub $field: u64,)*
            $($(#[doc = $act_doc])+ pub $act: u64,)*
        }

        impl Counts {
            /// Nothing was done.
            pub const NONE: Self = Self { $($field: 0,)* $($act: 0,)* };

            /// How often each search option did something, by its name.
            pub const fn acts(&self) -> [(&'static str, u64); [$($name),*].len()] {
                [$(($name, self.$act)),*]
            }

            /// How often any of them did.
            pub const fn acted(&self) -> u64 {
                0 $(+ self.$act)*
            }
        }

        impl AddAssign for Counts {
            #[inline]
            fn add_assign(&mut self, more: Self) {
                $(self.$field += more.$field;)*
                $(self.$act += more.$act;)*
            }
        }
    };
}

counts! {
    /// Entries into the search, the root's included.
    nodes,
    /// Evaluations of leaves, revisits too.
    leaf_evaluations,
    /// Second searches of a move by the algorithm.
    re_searches,
    /// Re-searches whose score did not exceed the alpha of their node.
    unconfirmed,
    options {
        "aspiration"
        /// Searches of the root that ended outside their window.
        failed,
        "tt"
        /// Nodes whose search a table entry ended.
        table_cutoffs,
        "repetition"
        /// Nodes that were draws by repetition.
        repetitions,
        "order"
        /// Nodes at which another move was tried first than the game has first.
        reordered,
        "null"
        /// Nodes that were refuted by passing.
        null_cutoffs,
        "lmr"
        /// Moves that were refuted by a reduced search.
        reduced,
        "futility"
        /// Moves that were skipped as futile.
        futile,
        "static-null"
        /// Nodes that their evaluation refuted.
        static_cutoffs,
        "razoring"
        /// Nodes that their evaluation gave up.
        razored,
        "move-count"
        /// Moves that were skipped as late.
        late,
        "iir"
        /// Nodes that were searched less deep for a missing hash move.
        shallower,
        "extension"
        /// Moves that cost no depth.
        extended,
        "quiescence"
        /// Nodes at which a noisy move was better than to stand pat.
        quiescence_raises,
        "multipv"
        /// Lines that were found beside the best.
        lines,
        "stop-after"
        /// Searches that were stopped.
        stops,
    }
}
