//! PV stores, which keep the principal variation, one file per method, named as in the literature.
//!
//! A search calls its store at fixed points and never reads from it, so a store cannot influence a search.
//! Therefore a pair `(A, B)` of stores is a store too: one search feeds both, and their lines are of the very
//! same tree.

/// Passes the calls of a [`PvStore`] at a node to a macro, with the line of the node, the line of the child, and the
/// other arguments.
macro_rules! calls_at_a_node {
    ($macro:ident) => {
        $macro! {
            fn enter_node(line; at: At);
            fn leaf_value(line; at: At);
            fn draw(line; at: At);
            fn raise(line, child; at: At, mv: Move);
            fn refute(line, child; at: At, mv: Move);
            fn exit_node(line; at: At, entry: &Entry);
            fn hit(line; at: At, entry: &Entry, window: Window);
        }
    };
}

mod any;
mod edwards_trees;
mod finished_search;
mod memory;
mod none;
mod pair;
mod pointer_array;
mod profile;
mod pv_holder;
mod pv_table;
mod quadratic;
mod rows;
mod single_array;
mod stack_list;
mod stack_list_half;
mod table_walk;
mod tail_recovery;
mod triangular;
mod triangular_terminated;

use crate::position::Move;
use crate::score::Window;
use crate::table::Entry;

pub use any::{AnyLine, AnyStore};
#[doc(hidden)]
pub use edwards_trees::Branch;
pub use edwards_trees::EdwardsTrees;
#[doc(hidden)]
pub use finished_search::WalkBuffers;
pub use finished_search::{Cursor, FinishedSearch, PositionCursor, Walker};
pub use memory::MemoryRow;
pub use none::NoStore;
pub use pointer_array::PointerArray;
#[doc(hidden)]
pub use profile::{ArrayRule, Family, Follows, LineSource, OwnTable, StoreProfile, TableSource};
pub use pv_holder::PvHolder;
pub use pv_table::PvTable;
pub use quadratic::Quadratic;
#[doc(hidden)]
pub use quadratic::Shifted;
#[doc(hidden)]
pub use rows::{RowIndex, RowTable};
#[doc(hidden)]
pub use single_array::OneArray;
pub use single_array::{SingleArray, SingleArrayBare, SingleArrayRefuting};
#[doc(hidden)]
pub use stack_list::StackLine;
pub use stack_list::StackList;
#[doc(hidden)]
pub use stack_list_half::HalfLine;
pub use stack_list_half::StackListHalf;
#[doc(hidden)]
pub use table_walk::{ExactOnly, Fitting, Legal, Raw, Walk, WalkRule};
pub use table_walk::{TableWalk, TableWalkChecked, TableWalkExact, TableWalkRaw};
pub use tail_recovery::TailRecovery;
pub(crate) use triangular::triangle;
#[doc(hidden)]
pub use triangular::{ClosedForm, Lookup, Offsets};
pub use triangular::{Triangular, TriangularLookup, TriangularOffsets};
pub use triangular_terminated::TriangularTerminated;

pub use crate::ply_limits::CAPACITY;

/// The node at which a store is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct At {
    /// The distance of the node from the root.
    pub ply: usize,
    /// The window with which the node was entered, as the node sees it.
    pub window: Window,
}

impl At {
    /// Whether the node was entered with an open window.
    #[inline]
    pub fn is_open(self) -> bool {
        self.window.is_open()
    }
}

/// The function that a store calls with each shown line, or with `None` if the store shows no line.
pub type Each<'e> = &'e mut dyn FnMut(Option<&[Move]>);

/// A way to keep the principal variation while a search runs.
///
/// The rules, in the order of the calls at one node:
///
/// 1. [`frame`](PvStore::frame): a recursion frame gets its line, before its first child is searched.
/// 2. [`enter_node`](PvStore::enter_node): the node's own line starts empty.
/// 3. [`leaf_value`](PvStore::leaf_value), [`draw`](PvStore::draw) or [`hit`](PvStore::hit): the value came
///    without a search below. The line stays empty. Otherwise:
/// 4. [`raise`](PvStore::raise): a move raised alpha. The line becomes the move and then the child's line.
/// 5. [`refute`](PvStore::refute): a move caused a beta cutoff.
/// 6. [`exit_node`](PvStore::exit_node): the moves of the node were searched.
/// 7. [`release`](PvStore::release): the frame ends.
///
/// When the root has returned, [`show`](PvStore::show) reads the line, or
/// [`show_failed`](PvStore::show_failed) if the score is outside the root window. A store may read tables
/// then: that of the search, or its own. If the search has no table and a store reads one, it writes a
/// *shadow table*, which it never probes.
///
/// A store may bend a rule. Its docs state which one, and when that is safe.
pub trait PvStore {
    /// The part of the store that is in a recursion frame, which may be a list, an index, or nothing.
    type Line;

    /// Whether the store reads the table of the search, or its shadow table.
    fn reads_table(&self) -> bool {
        false
    }

    /// The length of the longest line that this store can hold, in plies.
    fn capacity(&self) -> usize {
        CAPACITY
    }

    /// Prepares for a search of lines of `depth` moves, and poisons every slot.
    fn reset(&mut self, depth: usize);

    /// Returns the line of a frame at `ply`, made from the line of its parent; the root has no parent.
    fn frame(&mut self, parent: Option<&Self::Line>, ply: usize) -> Self::Line;

    /// Ends the frame that owned `line`.
    fn release(&mut self, _line: Self::Line) {}

    /// Notes that the search enters a node, whose line starts empty.
    #[inline]
    fn enter_node(&mut self, _line: &mut Self::Line, _at: At) {}

    /// Notes that the value of the node came without a search below, at a leaf or at the end of the game. A line that
    /// starts empty needs nothing here.
    #[inline]
    fn leaf_value(&mut self, _line: &mut Self::Line, _at: At) {}

    /// Notes that the node is a draw by repetition.
    fn draw(&mut self, line: &mut Self::Line, at: At) {
        self.leaf_value(line, at);
    }

    /// Notes that `mv` raised alpha. The line becomes `mv` and then `child`, the line of the child.
    fn raise(&mut self, line: &mut Self::Line, child: &Self::Line, at: At, mv: Move);

    /// Notes that `mv` refuted the node, because its score reached beta.
    fn refute(&mut self, _line: &mut Self::Line, _child: &Self::Line, _at: At, _mv: Move) {}

    /// Notes that the search exits a node after searching its moves. `entry` is the table entry of the node, with the whole key.
    fn exit_node(&mut self, _line: &mut Self::Line, _at: At, _entry: &Entry) {}

    /// Notes that the table entry `entry`, with the whole key, cut off the node, which has this window.
    fn hit(&mut self, line: &mut Self::Line, at: At, _entry: &Entry, _window: Window) {
        self.leaf_value(line, at);
    }

    /// Appends the contents of the store outside the frames, for drawings.
    fn memory(&self, _rows: &mut Vec<MemoryRow>) {}

    /// Appends the contents of the line of a frame at `ply`, for drawings.
    fn frame_memory(&self, _line: &Self::Line, _ply: usize, _rows: &mut Vec<MemoryRow>) {}

    /// Calls `each` once per store, in order, with the line of the root; with `None` if the store keeps no
    /// line.
    fn show(&self, root: &Self::Line, finished: &mut FinishedSearch<'_>, each: Each<'_>);

    /// Shows lines like [`show`](PvStore::show), after a search that ended outside the root window. The root's row may
    /// still hold the line of a raise, which proves nothing; no store shows it.
    fn show_failed(&self, _root: &Self::Line, _finished: &mut FinishedSearch<'_>, each: Each<'_>) {
        each(None);
    }
}

/// Makes nested pairs of any number of stores.
macro_rules! nested_pair {
    ($first:ident $($rest:ident)+) => { ($first, nested_pair!($($rest)+)) };
    ($last:ident) => { $last };
}

macro_rules! stores {
    ($($variant:ident $store:ident $name:literal $summary:literal $profile:expr,)*) => {
        /// All stores of this crate as one store, which one search feeds.
        pub type AllStores = nested_pair!($($store)*);

        named_enum! {
            /// The stores of [`AllStores`] by name, in its order.
            Store ["store"] { $($variant $name $summary,)* }
        }

        impl Store {
            /// Returns a store of this kind.
            pub fn any(self) -> AnyStore<'static> {
                match self { $(Self::$variant => AnyStore::new(<$store>::default()),)* }
            }

            /// Returns the facts about stores of this kind.
            pub const fn profile(self) -> StoreProfile {
                match self { $(Self::$variant => $profile,)* }
            }
        }

        #[cfg(test)]
        #[test]
        fn reset_poisons_every_store_with_rows_or_an_array() {
            $(if Store::$variant.profile().copies() || Store::$variant.profile().is_single_array() {
                tests::is_poisoned_by_reset(<$store>::default());
            })*
        }

        #[cfg(test)]
        #[test]
        fn a_store_reads_the_table_of_the_search_where_its_profile_walks_it() {
            $(assert_eq!(<$store>::default().reads_table(), Store::$variant.profile().walks(), $name);)*
        }
    };
}

stores! {
    Triangular Triangular "triangular" "triangular array of N(N+1)/2 moves; row index by a closed formula, lengths stored"
        StoreProfile::COPIES,
    TriangularOffsets TriangularOffsets "triangular-offsets" "triangular array; row index computed from the parent's"
        StoreProfile::COPIES,
    TriangularLookup TriangularLookup "triangular-lookup" "triangular array; row index from a lookup table"
        StoreProfile::COPIES,
    TriangularTerminated TriangularTerminated "triangular-terminated" "triangular array without lengths; a null move ends each row"
        StoreProfile::COPIES,
    Quadratic Quadratic "quadratic" "N rows with a power-of-two stride; lengths stored"
        StoreProfile::COPIES,
    StackList StackList "stack-list" "a list in each recursion frame (Moreland)"
        StoreProfile::COPIES,
    StackListHalf StackListHalf "stack-list-half" "a list in each recursion frame, only as long as the line below can become"
        StoreProfile::COPIES,
    PointerArray PointerArray "pointer-array" "N arrays of N moves behind pointers; a raise swaps pointers instead of copying"
        StoreProfile::COPIES,
    SingleArray SingleArray "single-array" "one array; only nodes with an open window write; a terminator if nothing is searched below"
        StoreProfile::single_array(ArrayRule::Terminators),
    SingleArrayBare SingleArrayBare "single-array-bare" "one array without terminators, as published; read up to the depth"
        StoreProfile::single_array(ArrayRule::RaisesAlone),
    SingleArrayRefuting SingleArrayRefuting "single-array-refuting" "one array in which refutations in null-window nodes write too: a known mistake"
        StoreProfile::single_array(ArrayRule::Refutations),
    TableWalk TableWalk "table-walk" "walk through the table after the search: any stored move that is legal"
        StoreProfile::walk(Follows::Legal),
    TableWalkExact TableWalkExact "table-walk-exact" "walk through the table: legal moves of exact entries"
        StoreProfile::walk(Follows::Exact),
    TableWalkChecked TableWalkChecked "table-walk-checked" "walk through the table: only while bound, draft and value fit"
        StoreProfile::walk(Follows::Fitting),
    TableWalkRaw TableWalkRaw "table-walk-raw" "walk through the table: nothing is checked but the length"
        StoreProfile::walk(Follows::Any),
    PvTable PvTable "pv-table" "separate table for PV-nodes, walked after the search (Glass)"
        StoreProfile::of_own_table(OwnTable::Moves),
    PvHolder PvHolder "pv-holder" "rows, and a second table of whole lines, appended on exact table hits (Hyatt)"
        StoreProfile::COPIES.continued_from(TableSource::Own(OwnTable::Lines)),
    EdwardsTrees EdwardsTrees "edwards-trees" "binary search tree of fragments: position, move, next position (Edwards)"
        StoreProfile::of_own_table(OwnTable::Fragments),
    TailRecovery TailRecovery "tail-recovery" "triangular array; a truncated line is completed by a checked walk through the table"
        StoreProfile::COPIES.continued_from(TableSource::Search(Follows::Fitting)),
    None NoStore "none" "keeps no line"
        StoreProfile::NOTHING,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::ply_limits::PlyLimits;
    use crate::position::Position;
    use crate::score::Score;
    use crate::table::Table;

    fn fill<S: PvStore>(store: &mut S, depth: usize) {
        store.reset(depth);
        raise_from(store, depth, depth, true);
    }

    /// Raises at every ply above `from`, deepest ply first, and returns the line that the root shows. Unless `enters`
    /// is set, no node is entered, so that a raise copies what the child's row held before.
    fn raise_from<S: PvStore>(store: &mut S, depth: usize, from: usize, enters: bool) -> Option<Vec<Move>> {
        let mut frames = Vec::new();
        for ply in 0..=depth {
            let frame = store.frame(frames.last(), ply);
            frames.push(frame);
        }
        if enters {
            for (ply, frame) in frames.iter_mut().enumerate() {
                store.enter_node(frame, At { ply, window: Window::FULL });
            }
        }
        for ply in (0..from).rev() {
            let (own, child) = frames.split_at_mut(ply + 1);
            store.raise(&mut own[ply], &child[0], At { ply, window: Window::FULL }, Move::new(ply as u16));
        }
        let game = Graph::uniform(1, depth as u8);
        shown(store, &frames[0], &game.root(), depth, Score::ZERO, &Table::default())
    }

    /// Returns what a store with this line at the root shows after a search of `root` to `depth` with this value and table.
    pub(super) fn shown<S: PvStore>(
        store: &S,
        line: &S::Line,
        root: &impl Position,
        depth: usize,
        value: Score,
        table: &Table,
    ) -> Option<Vec<Move>> {
        let (mut cursor, mut walk_buffers) = (PositionCursor::new(root), WalkBuffers::default());
        let mut finished_search =
            FinishedSearch::new(&mut cursor, PlyLimits::for_depth(depth), value, table, &mut walk_buffers);
        let mut shown = None;
        store.show(line, &mut finished_search, &mut |line| shown = line.map(<[Move]>::to_vec));
        shown
    }

    /// After a reset every slot that a search could read without having written it is poison.
    pub(super) fn is_poisoned_by_reset<S: PvStore>(mut store: S) {
        for depth in 1..=9 {
            for written in 0..=depth {
                fill(&mut store, depth);
                store.reset(depth);
                let line = raise_from(&mut store, depth, written, false).expect("the store keeps lines");
                let moves = (0..written).map(|ply| Move::new(ply as u16));
                let expected: Vec<Move> = moves.chain(vec![Move::POISON; depth - written]).collect();
                assert_eq!(line, expected, "depth {depth}, {written} raises");
            }
        }
    }

    #[test]
    fn a_pair_reads_the_table_of_the_search_if_one_of_its_stores_does() {
        assert!(AllStores::default().reads_table());
        assert!(TableWalk::default().reads_table() && TailRecovery::default().reads_table());
        assert!(!(Triangular::default(), (PvHolder::default(), EdwardsTrees::default())).reads_table());
        assert!(!PvTable::default().reads_table());
    }

    #[test]
    fn stores_are_grouped_by_where_their_lines_come_from() {
        let filter = |is: fn(&StoreProfile) -> bool| {
            Store::ALL.iter().copied().filter(move |&store| is(&store.profile()))
        };
        let walks: Vec<Store> = filter(StoreProfile::walks).collect();
        let walk = [Store::TableWalk, Store::TableWalkExact, Store::TableWalkChecked, Store::TableWalkRaw];
        assert_eq!(walks, [&walk[..], &[Store::TailRecovery]].concat());
        let both: Vec<Store> = filter(|store| store.copies() && !store.only_copies()).collect();
        assert_eq!(both, [Store::PvHolder, Store::TailRecovery], "these copy lines, and read tables too");
        let rows = filter(|store| store.copies() && store.only_copies());
        assert!(rows.eq(filter(StoreProfile::only_copies)), "what only copies also copies");
    }

    #[test]
    fn the_capacity_of_a_pair_is_the_smaller_one_of_its_stores() {
        let pair = (SingleArray::with_capacity(5), (Triangular::with_capacity(2), NoStore));
        assert_eq!(pair.capacity(), 2);
        assert_eq!(AllStores::default().capacity(), CAPACITY);
        for plies in [1, 2, 5, 64] {
            let all = (PointerArray::with_capacity(plies), TriangularTerminated::with_capacity(plies));
            let all = (all, (SingleArray::with_capacity(plies), StackListHalf::with_capacity(plies)));
            assert_eq!((all.0.0.capacity(), all.0.1.capacity()), (plies, plies));
            assert_eq!((all.1.0.capacity(), all.1.1.capacity()), (plies, plies));
        }
    }
}
