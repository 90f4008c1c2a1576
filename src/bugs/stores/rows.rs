//! Seeded bugs of the stores with rows, which are the triangular ones and the quadratic one.

use super::ShownAfterFailure;
use crate::position::Move;
use crate::pv::{
    At, Each, FinishedSearch, PvStore, RowIndex, RowTable, Triangular, TriangularLookup,
    TriangularTerminated, triangle,
};
use crate::score::Window;
use crate::table::Entry;

fn write(store: &mut Triangular, ply: usize, mv: Move, source: usize, length: usize) {
    store.write_row(ply, store.start(&(), ply), mv, source, length);
}

/// Class J (RubiChess#277, Stockfish#1771): the row is shown although the search failed high or low.
pub(in crate::bugs) type ShowsUnproven = ShownAfterFailure<Triangular>;

altered! {
    /// Class J: the store never shows its line.
    bug ShowsNoLine of Triangular:
    fn show(_: &Triangular, (): &(), _: &mut FinishedSearch<'_>, each: Each<'_>) {
        each(None);
    }

    /// Class F (chess-3#175): a table cutoff records the entry's move, even if it belongs to another position.
    bug HashMoveRecordedOnCutoff of Triangular:
    fn hit(store: &mut Triangular, _line: &mut (), at: At, entry: &Entry, _window: Window) {
        if entry.mv != Move::NULL && at.ply < store.depth {
            write(store, at.ply, entry.mv, store.start(&(), at.ply + 1), 0);
        }
    }

    /// Class H: the child's line is copied without its last move.
    bug CopiesOneShort of Triangular:
    fn raise(store: &mut Triangular, _line: &mut (), _child: &(), at: At, mv: Move) {
        let length = store.lengths[at.ply + 1].saturating_sub(1);
        write(store, at.ply, mv, store.start(&(), at.ply + 1), length);
    }

    /// Class D: a raise counts the moves of the child's line but does not copy them.
    bug ChildNotCopied of Triangular:
    fn raise(store: &mut Triangular, _line: &mut (), _child: &(), at: At, mv: Move) {
        let length = store.lengths[at.ply + 1];
        write(store, at.ply, mv, store.start(&(), at.ply + 1), 0);
        store.lengths[at.ply] = length + 1;
    }

    /// Class H: only the first raise of a node is recorded.
    bug KeepsFirstLine of Triangular:
    fn raise(store: &mut Triangular, line: &mut (), child: &(), at: At, mv: Move) {
        if store.lengths[at.ply] == 0 {
            store.raise(line, child, at, mv);
        }
    }

    /// Class A: the row is not cleared on entry, so a leaf shows a sibling's line.
    bug NeverClears of Triangular:
    fn enter_node(_store: &mut Triangular, _line: &mut (), _at: At) {}

    /// Class H (Lynx bdb9d06a; TalkChess 75089): the child's row is read one slot too far.
    bug IndexOffByOne of Triangular:
    fn raise(store: &mut Triangular, _line: &mut (), _child: &(), at: At, mv: Move) {
        let source = store.start(&(), at.ply + 1) + 1;
        // The last row ends at the end of the table; C code would read past it.
        let end = store.start(&(), usize::max(at.ply + 2, store.depth));
        let length = store.lengths[at.ply + 1];
        write(store, at.ply, mv, source, length.min(end.saturating_sub(source)));
        store.lengths[at.ply] = length + 1;
    }

    /// Class I (Lynx#259): rows are as long as the depth without extensions, and copies are cut to fit.
    bug ExtensionBeyondTheLimit of Triangular:
    fn raise(store: &mut Triangular, _line: &mut (), _child: &(), at: At, mv: Move) {
        // The store's depth includes extensions, which may double the length of a line.
        let free_slots = store.depth.div_ceil(2).saturating_sub(at.ply + 1);
        let length = store.lengths[at.ply + 1].min(free_slots);
        write(store, at.ply, mv, store.start(&(), at.ply + 1), length);
    }

    /// Class H (TalkChess 75089): a raise copies from the node's own row.
    bug LooksUpOwnRow of TriangularLookup:
    fn raise(store: &mut TriangularLookup, _line: &mut (), _child: &(), at: At, mv: Move) {
        let own = store.start(&(), at.ply);
        let free_slots = store.depth - at.ply - 1;
        store.write_row(at.ply, own, mv, own, store.lengths[at.ply + 1].min(free_slots));
    }

    /// Class H (svart 1429b75): the line is printed up to the next null move, beyond the end of its row.
    bug PrintedToTerminator of TriangularTerminated:
    fn show(store: &TriangularTerminated, (): &(), _: &mut FinishedSearch<'_>, each: Each<'_>) {
        each(Some(store.shown(triangle(store.depth))));
    }

    /// Class H (`BlackMarlin` d7ddfb69): a raise copies the child's line without the null move that ends it, so
    /// the tail of a longer line stays.
    bug TerminatorNotCopied of TriangularTerminated:
    fn raise(store: &mut TriangularTerminated, _line: &mut (), _child: &(), at: At, mv: Move) {
        let (start, slots) = store.row(at.ply);
        let length = store.line(at.ply + 1);
        store.write(start, mv);
        store.copy(start + 1, start + slots, length);
    }
}

/// Class D (byte-knight 796dfc7): the child is given the parent's own row.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::bugs) struct OwnOffset;

impl RowIndex for OwnOffset {
    type Line = usize;

    fn size(depth: usize) -> usize {
        // All rows begin at 0: slots for one move and the longest line after it.
        depth + 1
    }

    fn frame(&self, parent: Option<&usize>, _ply: usize) -> usize {
        parent.copied().unwrap_or(0)
    }

    fn start(&self, line: &usize, _ply: usize) -> usize {
        *line
    }
}

pub(in crate::bugs) type OffsetOfOwnRow = RowTable<OwnOffset>;

/// Class I (Lynx#259): every row begins one slot too early, on the last slot of the row before.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::bugs) struct OneShortOffset {
    depth: usize,
}

impl RowIndex for OneShortOffset {
    type Line = usize;

    fn size(depth: usize) -> usize {
        triangle(depth)
    }

    fn lay_out(&mut self, depth: usize) {
        self.depth = depth;
    }

    fn frame(&self, parent: Option<&usize>, ply: usize) -> usize {
        parent.map_or(0, |parent| parent + self.depth - ply)
    }

    fn start(&self, line: &usize, _ply: usize) -> usize {
        *line
    }
}

pub(in crate::bugs) type OffsetOneShort = RowTable<OneShortOffset>;

/// Class H (Lynx bdb9d06a): the row is looked up by the remaining depth, so rows grow with the ply.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::bugs) struct ByDepth;

impl RowIndex for ByDepth {
    type Line = ();

    fn size(depth: usize) -> usize {
        // The row of ply 0 has one slot, but its line may have any length.
        2 * triangle(depth + 1)
    }

    fn start(&self, _line: &(), ply: usize) -> usize {
        triangle(ply)
    }
}

pub(in crate::bugs) type LooksUpByDepth = RowTable<ByDepth>;

/// Class I (Lynx#118, #259): the stride is one slot too short, so rows overlap by one slot.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::bugs) struct OneShortStride {
    depth: usize,
}

impl RowIndex for OneShortStride {
    type Line = ();

    fn size(depth: usize) -> usize {
        depth * depth + 1
    }

    fn lay_out(&mut self, depth: usize) {
        self.depth = depth;
    }

    fn start(&self, _line: &(), ply: usize) -> usize {
        ply * self.depth.saturating_sub(1)
    }
}

pub(in crate::bugs) type StrideOneShort = RowTable<OneShortStride>;

/// Class D: the stride is 1, so all rows share one array.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::bugs) struct NoStride;

impl RowIndex for NoStride {
    type Line = ();

    fn size(depth: usize) -> usize {
        depth
    }

    fn start(&self, _line: &(), ply: usize) -> usize {
        ply
    }
}

pub(in crate::bugs) type RowsShareOneArray = RowTable<NoStride>;
