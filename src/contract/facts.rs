//! The facts about a subject that determine its guarantee.

use crate::algorithm::{Profile, Unconfirmed};
use crate::pv::StoreProfile;
use crate::search::SearchOptions;
use crate::subject::{Regime, Subject};
use crate::table::{PvCut, Replace, TableOptions};

pub(super) struct ContractFacts {
    pub algorithm: Profile,
    pub store: StoreProfile,
    pub options: SearchOptions,
    pub regime: Regime,
    /// The options of the table; without a table, options that never cut off at PV-nodes and store no leaf.
    pub table: TableOptions,
}

impl ContractFacts {
    pub fn about(subject: &Subject) -> Self {
        let none = TableOptions { pv_cut: PvCut::None, ..TableOptions::DEFAULT };
        Self {
            algorithm: subject.algorithm.profile(),
            store: subject.store.profile(),
            options: subject.options,
            regime: subject.regime_of_iterations(),
            table: subject.options.table.unwrap_or(none),
        }
    }

    pub fn entries_equal_searches(&self) -> bool {
        matches!(self.regime, Regime::ScoreStable | Regime::Narrowed)
    }

    pub fn has_several_values(&self) -> bool {
        matches!(self.regime, Regime::DepthMixed | Regime::PathDependent | Regime::Selective)
    }

    /// Returns which score counts if the second search does not confirm the null-window score. An algorithm that omits
    /// the second search above leaves accepts the null-window score, although it may be the bound of a table entry or
    /// of an extended move.
    pub fn unconfirmed(&self) -> Unconfirmed {
        let omits = self.algorithm.omits_re_search_above_leaves;
        if omits && (self.table.leaves || self.options.extension) {
            Unconfirmed::Accepted
        } else {
            self.algorithm.unconfirmed
        }
    }

    /// Whether the table may keep an entry of a greater draft and refuse a new one of the same position.
    pub fn keeps_deeper_entries(&self) -> bool {
        !matches!(self.table.replace, Replace::Always | Replace::ProtectPv)
    }

    /// Whether the line that the store keeps for a position always comes from the same search as the exact table entry
    /// of the position. Entries of other threads never do.
    pub fn lines_match_entries(&self) -> bool {
        !self.keeps_deeper_entries() && !self.table.leaves && self.options.threads.is_none()
    }
}
