//! What a transposition table may do: the options of `tt(...)`.

use std::fmt;

macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])+ $variant:ident $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
        pub enum $name { $($(#[$doc])+ $variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name that users type.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

named! {
    /// Which entry gives way to a new one.
    Replace {
        /// Whatever stands in the slot.
        #[default]
        Always "always",
        /// One of a draft that is not greater (Greenblatt 1967).
        Depth "depth",
        /// Of two slots, one as `depth`, and what that refuses into the other (Thompson's Belle).
        TwoTier "two-tier",
        /// Of four slots, the one of the least draft.
        Bucket "bucket",
        /// As `always`, but an exact entry gives way to an exact one only.
        ProtectPv "protect-pv",
    }
}

named! {
    /// What may cut off at a node with an open window.
    PvCut {
        /// Nothing: such matches are ignored.
        None "none",
        /// An exact entry.
        #[default]
        Exact "exact",
        /// An exact entry, or a bound that lies outside the window.
        All "all",
    }
}

named! {
    /// Which entries match a wanted depth.
    Draft {
        /// Those of that very draft: what is met again is worth the same.
        #[default]
        Equal "equal",
        /// Those of that draft or a greater one, as most engines have it.
        Deeper "deeper",
    }
}

/// The options of a table; the default is what stands first in each list, exact cutoffs at
/// PV-nodes, 4,096 slots and whole keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableOptions {
    /// Slots, or groups of slots; from 1 up to [`TableOptions::MAX_ENTRIES`].
    pub entries: u32,
    /// Which entry gives way.
    pub replace: Replace,
    /// Which entries match.
    pub draft: Draft,
    /// What cuts off at PV-nodes.
    pub pv_cut: PvCut,
    /// Bits of the key that positions are told apart by, from 1 to 64.
    pub key_bits: u32,
    /// Whether a search begins with what earlier ones left in the table. A case is then the last of
    /// three searches of its root: see [`PrecedingSearch::of_case`](crate::check::PrecedingSearch::of_case).
    pub keep: bool,
    /// Whether leaves probe and are stored too.
    pub leaves: bool,
    /// Whether a bound that does not cut off narrows the window (Marsland 1986). One that leaves nothing
    /// of the window ends the search, whatever [`TableOptions::pv_cut`] says.
    pub narrow: bool,
}

impl TableOptions {
    /// More slots than this are no help for games that a person can follow.
    pub const MAX_ENTRIES: u32 = 1 << 20;

    /// The default options.
    pub const DEFAULT: Self = Self {
        entries: 4096,
        replace: Replace::Always,
        draft: Draft::Equal,
        pv_cut: PvCut::Exact,
        key_bits: 64,
        keep: false,
        leaves: false,
        narrow: false,
    };
}

impl Default for TableOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// How a yes-or-no option is written.
const fn yes(on: bool) -> &'static str {
    if on { "yes" } else { "no" }
}

impl fmt::Display for TableOptions {
    /// As in a subject: `tt`, or `tt(...)` with the options that are not the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Self::DEFAULT;
        let options = [
            (self.entries != usual.entries).then(|| format!("entries={}", self.entries)),
            (self.replace != usual.replace).then(|| format!("replace={}", self.replace.name())),
            (self.draft != usual.draft).then(|| format!("draft={}", self.draft.name())),
            (self.pv_cut != usual.pv_cut).then(|| format!("pv-cut={}", self.pv_cut.name())),
            (self.key_bits != usual.key_bits).then(|| format!("key-bits={}", self.key_bits)),
            (self.keep != usual.keep).then(|| format!("keep={}", yes(self.keep))),
            (self.leaves != usual.leaves).then(|| format!("leaves={}", yes(self.leaves))),
            (self.narrow != usual.narrow).then(|| format!("narrow={}", yes(self.narrow))),
        ];
        let options: Vec<String> = options.into_iter().flatten().collect();
        if options.is_empty() { f.write_str("tt") } else { write!(f, "tt({})", options.join(",")) }
    }
}
