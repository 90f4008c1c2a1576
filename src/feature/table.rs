//! The options of a transposition table, which are the arguments of `tt(...)`.

named_enum! {
    /// The rule that decides which entry a new entry replaces.
    Replace {
        /// Whatever is in the slot.
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

named_enum! {
    /// The rule that decides which matching entries may cut off a node with an open window.
    PvCut {
        /// None: they are ignored there.
        None "none",
        /// Exact entries.
        Exact "exact",
        /// Exact entries, and bounds outside the window.
        All "all",
    }
}

named_enum! {
    /// The rule that decides which entries match a wanted depth.
    Draft {
        /// Those of exactly that draft: they have the value that a search would return.
        Equal "equal",
        /// Those of that draft or a greater one, as in most engines.
        Deeper "deeper",
    }
}

named_enum! {
    /// The rule that decides how a bound that does not cut off narrows the window of its node.
    Narrow {
        /// Not at all.
        No "no",
        /// To the bound (Marsland 1986). An entry that leaves nothing of the window cuts off, whatever [`PvCut`] is.
        Yes "yes",
        /// To one beyond a bound inside the window, so that a value that equals the bound stays inside.
        Beyond "beyond",
    }
}

/// The options of a table. The default has 4,096 slots, `always`, drafts that are `equal`, cutoffs by exact entries at
/// PV-nodes, and whole keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableOptions {
    /// The number of slots, or of groups of slots, from 1 to [`TableOptions::MAX_ENTRIES`].
    pub entries: u32,
    /// The rule that decides which entry a new entry replaces.
    pub replace: Replace,
    /// The rule that decides which entries match a wanted depth.
    pub draft: Draft,
    /// The rule that decides which matching entries cut off PV-nodes.
    pub pv_cut: PvCut,
    /// The number of bits of the key that are compared, from 1 to 64.
    pub key_bits: u32,
    /// Whether a search begins with the table that the preceding searches filled. A case is then the last of three
    /// searches of its root ([`PrecedingSearch::of_case`](crate::check::PrecedingSearch::of_case)).
    pub keep: bool,
    /// Whether leaves too probe the table and are stored.
    pub leaves: bool,
    /// The rule that decides how a bound that does not cut off narrows the window.
    pub narrow: Narrow,
}

impl TableOptions {
    /// The maximum of [`TableOptions::entries`]. Games that are small enough to be read need no more.
    pub const MAX_ENTRIES: u32 = 1 << 20;

    /// Returns the number of slots for one key, which form a group.
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
        narrow: Narrow::No,
    };
}

impl Default for TableOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}
