//! Counters of what a search did.

use std::ops::AddAssign;

macro_rules! counts {
    (
        $($(#[doc = $doc:literal])+ $field:ident,)*
        options { $($name:literal $(#[doc = $act_doc:literal])+ $act:ident,)* }
    ) => {
        /// The counters of one search, or of several searches together.
        #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
        #[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
        pub struct Counts {
            $($(#[doc = $doc])+ pub $field: u64,)*
            $($(#[doc = $act_doc])+ pub $act: u64,)*
        }

        impl Counts {
            /// All counters are 0.
            pub const NONE: Self = Self { $($field: 0,)* $($act: 0,)* };

            const ALL: usize = [$(stringify!($field),)* $(stringify!($act),)*].len();

            /// Returns the number of effects of each search option, with the name of the option.
            pub const fn acts(&self) -> [(&'static str, u64); [$($name),*].len()] {
                [$(($name, self.$act)),*]
            }

            /// Returns the counters as an array, in the order of their declaration.
            #[doc(hidden)]
            pub const fn to_array(&self) -> [u64; Self::ALL] {
                [$(self.$field,)* $(self.$act,)*]
            }

            /// Returns counters with these values, which are in the order of the declaration of the counters.
            #[doc(hidden)]
            pub const fn from_array([$($field,)* $($act,)*]: [u64; Self::ALL]) -> Self {
                Self { $($field,)* $($act,)* }
            }

            /// Returns the number of effects of all search options.
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
    /// Nodes entered, the root included.
    nodes,
    /// Evaluations of leaves. A leaf that is visited again counts again.
    leaf_evaluations,
    /// Re-searches of a move by the algorithm.
    re_searches,
    /// Re-searches whose score did not exceed the alpha of the node.
    unconfirmed,
    options {
        "aspiration"
        /// Searches of the root that ended outside their window.
        failed,
        "tt"
        /// Nodes that a table entry cut off.
        table_cutoffs,
        "repetition"
        /// Nodes that were draws by repetition.
        repetitions,
        "order"
        /// Nodes at which the first move tried is not the first one that the game lists.
        reordered,
        "null"
        /// Nodes that a null move refuted.
        null_cutoffs,
        "lmr"
        /// Moves that a reduced search refuted.
        reduced,
        "futility"
        /// Moves that were skipped as futile.
        futile,
        "static-null"
        /// Nodes whose evaluation minus the margin reached beta.
        static_cutoffs,
        "razoring"
        /// Nodes whose evaluation plus the margin did not exceed alpha.
        razored,
        "move-count"
        /// Moves that were skipped as late.
        late,
        "iir"
        /// Nodes that were searched less deep because the nodes had no hash move.
        shallower,
        "extension"
        /// Moves that were extended, and so cost no depth.
        extended,
        "quiescence"
        /// Nodes at which a noisy move was better than to stand pat.
        quiescence_raises,
        "multipv"
        /// Lines that were found in addition to the best one.
        lines,
        "stop-after"
        /// Searches that were stopped.
        stops,
    }
}
