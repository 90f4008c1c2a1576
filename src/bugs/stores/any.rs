//! One type for all altered stores, so that a search is compiled once for all of them.

#[allow(clippy::wildcard_imports, reason = "the alterations are listed below")]
use super::*;
use crate::pv::any_store;

macro_rules! altered {
    ($($alteration:ident)*) => {
        any_store! {
            /// A store with one altered operation, chosen at run time.
            pub(in crate::bugs) enum AlteredStore, AlteredLine { $($alteration(Altered<$alteration>),)* }
        }

        impl AlteredStore {
            /// Returns the store with the alteration of this name.
            pub fn named(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($alteration) => Some(Self::$alteration(Altered::default())),)*
                    _ => None,
                }
            }
        }
    };
}

altered! {
    CopiesOneShort
    ChildNotCopied
    KeepsFirstLine
    NeverClears
    NotClearedAtLeaf
    NotClearedOnRepetition
    NotClearedOnExactHit
    RowClearedInOpenWindows
    TerminatorInOpenWindows
    ListClearedInOpenWindows
    PointerClearedInOpenWindows
    HashMoveRecordedOnCutoff
    ShowsPrecedingIteration
    IndexOffByOne
    ShowsNoLine
    ShowsUnproven
    OffsetOfOwnRow
    OffsetOneShort
    ExtensionBeyondTheLimit
    LooksUpOwnRow
    LooksUpByDepth
    PrintedToTerminator
    TerminatorNotCopied
    StrideOneShort
    RowsShareOneArray
    ChildListNotReset
    AppendsToOwnList
    ListOneShort
    CopiesOwnLength
    SwapsWrongRow
    SwapForgotten
    TerminatorForgotten
    NullWindowsWriteTerminators
    WalkUnverified
    WalksAfterFailure
    FollowsLeafEntry
    EmptyLineNotShown
    DraftIgnored
    ValueIgnored
    FollowsEntryWithoutMove
    StaysAtRoot
    PvTableAfterFailure
    PvTableUnverified
    TailNotAppended
    TailUnverified
    LinksToItself
    BranchNotReset
    RecoversFromRoot
    RecoversAfterFailure
}
