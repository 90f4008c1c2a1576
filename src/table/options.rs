//! The options of a transposition table: the arguments of `tt(...)`.

use std::fmt;

macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])+ $variant:ident $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
        pub enum $name { $($(#[$doc])+ $variant,)* }

        impl $name {
            /// All values.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name that users type.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

named! {
    /// Which entry a new one replaces.
    Replace {
        /// Whatever is in the slot.
        #[default]
        Always "always",
        /// An entry whose draft is not greater than that of the new one (Greenblatt 1967).
        Depth "depth",
        /// There are two slots: the first replaces as `depth`, and the second takes the entries that the
        /// first refuses (Thompson's Belle).
        TwoTier "two-tier",
        /// The one with the least draft among four slots.
        Bucket "bucket",
        /// As `always`, but only an exact entry replaces an exact one.
        ProtectPv "protect-pv",
    }
}

named! {
    /// Which matching entries may cut off a node with an open window.
    PvCut {
        /// None: they are ignored there.
        None "none",
        /// Exact entries.
        #[default]
        Exact "exact",
        /// Exact entries, and bounds outside the window.
        All "all",
    }
}

named! {
    /// Which entries match a wanted depth.
    Draft {
        /// Those of exactly that draft: they have the value that a search would return.
        #[default]
        Equal "equal",
        /// Those of that draft or a greater one, as in most engines.
        Deeper "deeper",
    }
}

/// The options of a table. The default: 4,096 slots, `always`, drafts that are `equal`, cutoffs by exact
/// entries at PV-nodes, and whole keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableOptions {
    /// The number of slots, or of groups of slots, from 1 to [`TableOptions::MAX_ENTRIES`].
    pub entries: u32,
    /// Which entry a new one replaces.
    pub replace: Replace,
    /// Which entries match a wanted depth.
    pub draft: Draft,
    /// Which matching entries cut off PV-nodes.
    pub pv_cut: PvCut,
    /// The number of bits of the key that are compared, from 1 to 64.
    pub key_bits: u32,
    /// Whether a search begins with the table that the preceding searches filled. A case is then the last
    /// of three searches of its root: see [`PrecedingSearch::of_case`](crate::check::PrecedingSearch::of_case).
    pub keep: bool,
    /// Whether leaves too probe the table and are stored.
    pub leaves: bool,
    /// Whether a bound that does not cut off narrows the window (Marsland 1986). If nothing of
    /// the window is left, the entry cuts off, whatever [`TableOptions::pv_cut`] is.
    pub narrow: bool,
}

impl TableOptions {
    /// The maximum of [`TableOptions::entries`]. Games that are small enough to be read need no more.
    pub const MAX_ENTRIES: u32 = 1 << 20;

    /// The number of slots in a group: the slots for one key.
    pub const fn slots_per_group(&self) -> usize {
        match self.replace {
            Replace::Always | Replace::Depth | Replace::ProtectPv => 1,
            Replace::TwoTier => 2,
            Replace::Bucket => 4,
        }
    }

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

/// How a key chooses its slots, computed once from the options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// The number of slots for one key.
    pub(crate) group: usize,
    /// The number of groups less 1 if that number is a power of two, else 0: a division would take most of the time of a
    /// small search.
    pub(crate) mask: u64,
}

impl Layout {
    pub(crate) fn of(options: &TableOptions) -> Self {
        let groups = u64::from(options.entries);
        let mask = if groups.is_power_of_two() { groups - 1 } else { 0 };
        Self { group: options.slots_per_group(), mask }
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self::of(&TableOptions::DEFAULT)
    }
}

impl Default for TableOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The text of a yes-or-no option.
const fn yes(on: bool) -> &'static str {
    if on { "yes" } else { "no" }
}

impl fmt::Display for TableOptions {
    /// As in a subject: `tt`, or `tt(...)` with the options that differ from the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = Self::DEFAULT;
        let options = [
            (self.entries != default.entries).then(|| format!("entries={}", self.entries)),
            (self.replace != default.replace).then(|| format!("replace={}", self.replace.name())),
            (self.draft != default.draft).then(|| format!("draft={}", self.draft.name())),
            (self.pv_cut != default.pv_cut).then(|| format!("pv-cut={}", self.pv_cut.name())),
            (self.key_bits != default.key_bits).then(|| format!("key-bits={}", self.key_bits)),
            (self.keep != default.keep).then(|| format!("keep={}", yes(self.keep))),
            (self.leaves != default.leaves).then(|| format!("leaves={}", yes(self.leaves))),
            (self.narrow != default.narrow).then(|| format!("narrow={}", yes(self.narrow))),
        ];
        let options: Vec<String> = options.into_iter().flatten().collect();
        if options.is_empty() { f.write_str("tt") } else { write!(f, "tt({})", options.join(",")) }
    }
}
