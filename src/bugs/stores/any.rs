//! The altered stores by the names of their alterations.

#[allow(clippy::wildcard_imports, reason = "the alterations are listed below")]
use super::*;
use crate::pv::AnyStore;

macro_rules! altered {
    ($($alteration:ident)*) => {
        pub(in crate::bugs) fn altered(name: &str) -> Option<AnyStore<'static>> {
            match name {
                $(stringify!($alteration) => Some(AnyStore::new(Altered::<$alteration>::default())),)*
                _ => None,
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
