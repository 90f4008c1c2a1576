//! One type for all altered stores, so that a search is compiled once for all of them.

#[allow(clippy::wildcard_imports, reason = "the alterations are listed below")]
use super::*;

/// The panic message for a line that another store has made.
const OTHER_STORE: &str = "a line belongs to its store";

macro_rules! altered {
    ($($alteration:ident)*) => {
        /// A store with one altered operation, chosen at run time.
        pub(in crate::bugs) enum AlteredStore {
            $($alteration(Altered<$alteration>),)*
        }

        /// The line of an [`AlteredStore`].
        pub(in crate::bugs) enum AlteredLine {
            $($alteration(Line<$alteration>),)*
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

        impl PvStore for AlteredStore {
            type Line = AlteredLine;

            fn reads_table(&self) -> bool {
                match self { $(Self::$alteration(store) => store.reads_table(),)* }
            }

            fn capacity(&self) -> usize {
                match self { $(Self::$alteration(store) => store.capacity(),)* }
            }

            fn reset(&mut self, depth: usize) {
                match self { $(Self::$alteration(store) => store.reset(depth),)* }
            }

            fn frame(&mut self, parent: Option<&AlteredLine>, ply: usize) -> AlteredLine {
                match (self, parent) {
                    $(
                        (Self::$alteration(store), None) => AlteredLine::$alteration(store.frame(None, ply)),
                        (Self::$alteration(store), Some(AlteredLine::$alteration(parent))) => {
                            AlteredLine::$alteration(store.frame(Some(parent), ply))
                        }
                    )*
                    _ => unreachable!("{OTHER_STORE}"),
                }
            }

            fn release(&mut self, line: AlteredLine) {
                match (self, line) {
                    $((Self::$alteration(store), AlteredLine::$alteration(line)) => store.release(line),)*
                    _ => unreachable!("{OTHER_STORE}"),
                }
            }

            fn enter_node(&mut self, line: &mut AlteredLine, at: At) {
                match (self, line) {
                    $((Self::$alteration(store), AlteredLine::$alteration(line)) => store.enter_node(line, at),)*
                    _ => unreachable!("{OTHER_STORE}"),
                }
            }

            fn leaf_value(&mut self, line: &mut AlteredLine, at: At) {
                match (self, line) {
                    $((Self::$alteration(store), AlteredLine::$alteration(line)) => store.leaf_value(line, at),)*
                    _ => unreachable!("{OTHER_STORE}"),
                }
            }

            fn draw(&mut self, line: &mut AlteredLine, at: At) {
                match (self, line) {
                    $((Self::$alteration(store), AlteredLine::$alteration(line)) => store.draw(line, at),)*
                    _ => unreachable!("{OTHER_STORE}"),
                }
            }

            fn raise(&mut self, line: &mut AlteredLine, child: &AlteredLine, at: At, mv: Move) {
                match (self, line, child) {
                    $((
                        Self::$alteration(store),
                        AlteredLine::$alteration(line),
                        AlteredLine::$alteration(child),
                    ) => store.raise(line, child, at, mv),)*
                    _ => unreachable!("{OTHER_STORE}"),
                }
            }

            fn refute(&mut self, line: &mut AlteredLine, child: &AlteredLine, at: At, mv: Move) {
                match (self, line, child) {
                    $((
                        Self::$alteration(store),
                        AlteredLine::$alteration(line),
                        AlteredLine::$alteration(child),
                    ) => store.refute(line, child, at, mv),)*
                    _ => unreachable!("{OTHER_STORE}"),
                }
            }

            fn exit_node(&mut self, line: &mut AlteredLine, at: At, entry: &Entry) {
                match (self, line) {
                    $((Self::$alteration(store), AlteredLine::$alteration(line)) => {
                        store.exit_node(line, at, entry);
                    })*
                    _ => unreachable!("{OTHER_STORE}"),
                }
            }

            fn hit(&mut self, line: &mut AlteredLine, at: At, entry: &Entry, window: Window) {
                match (self, line) {
                    $((Self::$alteration(store), AlteredLine::$alteration(line)) => {
                        store.hit(line, at, entry, window);
                    })*
                    _ => unreachable!("{OTHER_STORE}"),
                }
            }

            fn show<P: Position>(
                &self,
                root: &AlteredLine,
                finished_search: &mut FinishedSearch<'_, P>,
                each: &mut impl FnMut(Option<&[Move]>),
            ) {
                match (self, root) {
                    $((Self::$alteration(store), AlteredLine::$alteration(root)) => {
                        store.show(root, finished_search, each);
                    })*
                    _ => unreachable!("{OTHER_STORE}"),
                }
            }

            fn show_failed<P: Position>(
                &self,
                root: &AlteredLine,
                finished_search: &mut FinishedSearch<'_, P>,
                each: &mut impl FnMut(Option<&[Move]>),
            ) {
                match (self, root) {
                    $((Self::$alteration(store), AlteredLine::$alteration(root)) => {
                        store.show_failed(root, finished_search, each);
                    })*
                    _ => unreachable!("{OTHER_STORE}"),
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
