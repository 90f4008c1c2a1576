//! The stand-in for journals in a build without the feature `json`.

use std::convert::Infallible;
use std::ops::Range;

use super::prepared::Prepared;
use super::problem::Mobile;
use super::tally::SearchTally;
use crate::experiment::Part;

/// Journals that record nothing.
#[derive(Default)]
pub(super) struct Journals {}

impl Journals {
    /// Checks that the environment requests no journal.
    ///
    /// # Panics
    ///
    /// If the environment requests a journal.
    #[expect(clippy::unused_self, reason = "with the feature, it is changed")]
    pub fn configure(&mut self) {
        for name in ["PVCHECK_JOURNAL", "PVCHECK_SHARD", "PVCHECK_MERGE"] {
            assert!(std::env::var_os(name).is_none(), "{name} needs the feature `json` of pvcheck");
        }
    }

    #[expect(clippy::unused_self, reason = "with the feature, it depends on the shard")]
    pub fn shard_of(&self, _count: u64) -> Option<(Range<u64>, String)> {
        None
    }

    #[expect(clippy::unused_self, reason = "with the feature, it depends on the journals")]
    #[expect(clippy::unnecessary_wraps, reason = "with the feature, a journal may be unreadable")]
    pub fn play<P: Mobile>(&self, prepared: &Prepared<P>) -> Result<Part<SearchTally>, Infallible> {
        Ok(prepared.run().play(prepared))
    }
}
