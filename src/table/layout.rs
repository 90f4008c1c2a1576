//! The layout of a table, which decides the slots of a key.

use super::TableOptions;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) group: usize,
    /// The number of groups less 1 if that number is a power of two, else 0. A mask replaces the division, which would
    /// take most of the time of a small search.
    pub(crate) mask: u64,
    /// The bits of a key that are compared.
    pub(crate) signature: u64,
}

impl Layout {
    pub(crate) fn from_options(options: &TableOptions) -> Self {
        let groups = u64::from(options.entries);
        let mask = if groups.is_power_of_two() { groups - 1 } else { 0 };
        let signature = u64::MAX.checked_shr(64_u32.saturating_sub(options.key_bits)).unwrap_or(0);
        Self { group: options.slots_per_group(), mask, signature }
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self::from_options(&TableOptions::DEFAULT)
    }
}
