//! Seeded bugs of the stores that read their line from a table.

use super::ShownAfterFailure;
use crate::position::Move;
use crate::pv::{
    At, Branch, Each, EdwardsTrees, ExactOnly, FinishedSearch, PvHolder, PvStore, PvTable, TableWalk,
    TableWalkRaw, TailRecovery, Walk, WalkRule, Walker,
};
use crate::score::{Bound, Window};
use crate::table::Entry;

/// Class G (a table walk "without legality check"): the walk shows moves that may be illegal.
pub(in crate::bugs) type WalkUnverified = TableWalkRaw;

/// Class J: the table is walked although the search failed high or low.
pub(in crate::bugs) type WalksAfterFailure = ShownAfterFailure<TableWalk>;

/// Class L: the walk follows the exact entry of a leaf, which has no move.
pub(in crate::bugs) type FollowsLeafEntry = Walk<ExactOrLeaf>;

#[derive(Clone, Copy, Default, Debug)]
pub(in crate::bugs) struct ExactOrLeaf;

impl WalkRule for ExactOrLeaf {
    fn line<'f>(finished: &'f mut FinishedSearch<'_>) -> &'f [Move] {
        let mut walker = finished.walk(finished.table());
        walker.follow_unchecked(|walker| walker.matching().filter(|entry| entry.bound == Bound::Exact));
        walker.into_line()
    }
}

altered! {
    /// Class J: an empty line is reported as no line.
    bug EmptyLineNotShown of Walk<ExactOnly>:
    fn show(store: &Self::Store, root: &(), finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        store.show(root, finished, &mut |line| each(line.filter(|line| !line.is_empty())));
    }

    /// Class G: the walk does not play its moves, so it finds the root's entry again and again.
    bug StaysAtRoot of TableWalkRaw:
    fn show(_: &TableWalkRaw, (): &(), finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        let depth = finished.depth();
        let mut walker = finished.walk(finished.table());
        while let Some(entry) = walker.any().filter(|_| walker.line().len() < depth) {
            walker.push_move(entry.mv);
        }
        each(Some(walker.line()));
    }

    /// Class G: three bits of the key count as the whole key, and legality is not tested.
    bug PvTableUnverified of PvTable:
    fn exit_node(store: &mut PvTable, line: &mut (), at: At, entry: &Entry) {
        store.exit_node(line, at, &Entry { key: entry.key & 7, ..*entry });
    }

    fn show(store: &PvTable, _root: &(), finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        let depth = finished.depth();
        let known = |key: u64| store.table.any_move(key & 7);
        let mut walker = finished.walk(&store.table);
        walker.follow_unchecked(|walker| known(walker.key).filter(|_| walker.line().len() < depth));
        each(Some(walker.line()));
    }

    /// Class F (Hyatt 2014, before the PV holder): an exact hit appends no tail, so the line is truncated.
    bug TailNotAppended of PvHolder:
    fn hit(store: &mut PvHolder, line: &mut (), at: At, _entry: &Entry, _window: Window) {
        store.leaf_value(line, at);
    }

    /// Class F: the tail that was held last is appended, whichever position it belongs to.
    bug TailUnverified of PvHolder:
    fn hit(store: &mut PvHolder, line: &mut (), at: At, entry: &Entry, window: Window) {
        let key = store.held.last().map_or(entry.key, |held| held.key);
        store.hit(line, at, &Entry { key, ..*entry }, window);
    }

    /// Class G: a fragment links to its own position.
    bug LinksToItself of EdwardsTrees:
    fn exit_node(store: &mut EdwardsTrees, line: &mut Branch, at: At, entry: &Entry) {
        line.best = line.best.map(|(mv, _)| (mv, Some(entry.key)));
        store.exit_node(line, at, entry);
    }

    /// Class D: the branch found for a sibling stays in the frame that siblings share.
    bug BranchNotReset of EdwardsTrees:
    fn enter_node(_store: &mut EdwardsTrees, _line: &mut Branch, _at: At) {}

    /// Class F: tail recovery starts at the root and not where the line ends.
    bug RecoversFromRoot of TailRecovery:
    fn show(
        store: &TailRecovery,
        root: &(),
        finished: &mut FinishedSearch<'_>,
        each: Each<'_>,
    ) {
        let mut line = store.rows.shown(root).to_vec();
        let depth = finished.depth();
        let mut walker = finished.walk(finished.table());
        walker.complete();
        line.extend_from_slice(walker.line());
        line.truncate(depth);
        each(Some(&line));
    }
}

/// Class G (`minimax-rs` 0.6): the walk tests the value of an entry but not its draft.
pub(in crate::bugs) type DraftIgnored = Walk<AnyDraft>;

#[derive(Clone, Copy, Default, Debug)]
pub(in crate::bugs) struct AnyDraft;

impl WalkRule for AnyDraft {
    fn line<'f>(finished: &'f mut FinishedSearch<'_>) -> &'f [Move] {
        let mut walker = finished.walk(finished.table());
        while walker.any().is_some_and(|entry| walker.fits(&entry) && walker.play(entry.mv)) {}
        walker.into_line()
    }
}

/// Class G: the walk follows any exact entry, whatever its draft and its value.
pub(in crate::bugs) type ValueIgnored = Walk<ExactOnly>;

/// Class L: the walk follows an entry without a move, as a fail-low or the end of the game stores it.
pub(in crate::bugs) type FollowsEntryWithoutMove = Walk<WithoutMove>;

#[derive(Clone, Copy, Default, Debug)]
pub(in crate::bugs) struct WithoutMove;

impl WalkRule for WithoutMove {
    fn line<'f>(finished: &'f mut FinishedSearch<'_>) -> &'f [Move] {
        let mut walker = finished.walk(finished.table());
        walker.follow_unchecked(Walker::matching);
        walker.into_line()
    }
}

/// Class J: the table of PV-nodes is read although the search failed high or low.
pub(in crate::bugs) type PvTableAfterFailure = ShownAfterFailure<PvTable>;

/// Class J: a line is completed and shown although the search failed high or low.
pub(in crate::bugs) type RecoversAfterFailure = ShownAfterFailure<TailRecovery>;
