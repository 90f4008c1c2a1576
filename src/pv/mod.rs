//! Where the line is kept: one file a method, named as the literature names it.
//!
//! A search calls its store at fixed moments and never asks it anything: stores
//! cannot influence a search. That is why `(A, B)` is a store too. One search
//! feeds both, and they are compared on the very same tree at the cost of one.

mod edwards_trees;
mod finished_search;
mod none;
mod pair;
mod pointer_array;
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

use crate::position::{Move, Position};
use crate::score::Window;
use crate::table::Entry;

pub use edwards_trees::{Branch, EdwardsTrees};
pub use finished_search::{FinishedSearch, WalkBuffers, Walker};
pub use none::NoStore;
pub use pointer_array::PointerArray;
pub use pv_holder::PvHolder;
pub use pv_table::PvTable;
pub use quadratic::{Quadratic, Shifted};
pub use rows::{RowIndex, RowTable};
pub use single_array::{SingleArray, SingleArrayBare, SingleArrayRefuting};
pub use stack_list::{StackLine, StackList};
pub use stack_list_half::{HalfLine, StackListHalf};
pub use table_walk::{
    Checked, ExactOnly, Legal, Raw, TableWalk, TableWalkChecked, TableWalkExact, TableWalkRaw, Walk, WalkRule,
};
pub use tail_recovery::TailRecovery;
pub(crate) use triangular::triangle;
pub use triangular::{ClosedForm, Lookup, Offsets, Triangular, TriangularLookup, TriangularOffsets};
pub use triangular_terminated::TriangularTerminated;

/// The deepest search that every store of this crate can follow, in plies.
pub const CAPACITY: usize = 64;

/// Where in the search a store is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct At {
    /// Distance of the node from the root.
    pub ply: usize,
    /// Whether the node was entered with an open window (see [`Window::is_open`](crate::score::Window::is_open)).
    pub open: bool,
}

/// A way to keep the principal variation while a search runs.
///
/// The rules, in the order of a node's life:
///
/// 1. [`frame`](PvStore::frame): a recursion frame gets its line, before the first child.
/// 2. [`enter_node`](PvStore::enter_node): the node's own line starts empty.
/// 3. [`leaf_value`](PvStore::leaf_value) or [`hit`](PvStore::hit): the value came without a search below, or else
/// 4. [`raise`](PvStore::raise): alpha was raised: the line becomes the move and the child's line,
/// 5. [`refute`](PvStore::refute): a move caused a cutoff.
/// 6. [`exit_node`](PvStore::exit_node): the node was searched and is left.
/// 7. [`release`](PvStore::release): the frame ends.
///
/// [`visit`](PvStore::visit) reads what is held, when the root has returned, or
/// [`visit_failed`](PvStore::visit_failed) when it returned outside its window. A store may read
/// tables then: the one of the search, or its own. Where the search has none, and
/// a store wants to read it, one is written all the same and never probed.
/// A store may bend a rule; its docs say which, and when that is safe.
pub trait PvStore {
    /// What lives in a recursion frame: a real list, an index, or nothing.
    type Line;

    /// Whether it reads the table of the search, so that there has to be one.
    fn reads_table(&self) -> bool {
        false
    }

    /// The deepest search, in plies, that this store can follow.
    fn capacity(&self) -> usize;

    /// Before each search: lay out for lines of `depth` moves and poison every slot.
    fn reset(&mut self, depth: usize);

    /// The line of a frame at `ply`, made from its parent's; the root has no parent.
    fn frame(&mut self, parent: Option<&Self::Line>, ply: usize) -> Self::Line;

    /// The frame that owned `line` ends.
    fn release(&mut self, _line: Self::Line) {}

    /// A node is entered: its line starts empty.
    fn enter_node(&mut self, line: &mut Self::Line, at: At);

    /// The value of the node came without a search below: a leaf or the end of the game.
    fn leaf_value(&mut self, line: &mut Self::Line, at: At);

    /// The node is a draw by repetition.
    fn draw(&mut self, line: &mut Self::Line, at: At) {
        self.leaf_value(line, at);
    }

    /// `mv` raised alpha: the line becomes `mv` and then the child's line.
    fn raise(&mut self, line: &mut Self::Line, child: &Self::Line, at: At, mv: Move);

    /// `mv` refuted the node: its score reached beta.
    fn refute(&mut self, _line: &mut Self::Line, _child: &Self::Line, _at: At, _mv: Move) {}

    /// The node was searched and is left, with what a table keeps of it under its whole key.
    fn exit_node(&mut self, _line: &mut Self::Line, _at: At, _entry: &Entry) {}

    /// A table entry, under its whole key, ended the search of the node, which has this window.
    fn hit(&mut self, line: &mut Self::Line, at: At, _entry: &Entry, _window: Window) {
        self.leaf_value(line, at);
    }

    /// Calls `each` once per store, in order, with the line it holds at the root;
    /// `None` from a store that keeps none.
    fn visit<P: Position>(
        &self,
        root: &Self::Line,
        finished_search: &mut FinishedSearch<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    );

    /// The same when the search ended outside the root window. A row may still hold
    /// an earlier raise; it proves nothing, and no store shows it.
    fn visit_failed<P: Position>(
        &self,
        root: &Self::Line,
        finished_search: &mut FinishedSearch<'_, P>,
        each: &mut impl FnMut(Option<&[Move]>),
    ) {
        self.visit(root, finished_search, &mut |_| each(None));
    }
}

/// Pairs of stores, to any number.
macro_rules! nested_pair {
    ($first:ident $($rest:ident)+) => { ($first, nested_pair!($($rest)+)) };
    ($last:ident) => { $last };
}

macro_rules! stores {
    ($($variant:ident $store:ident $name:literal $summary:literal,)*) => {
        /// Everything that a search feeds, as one store.
        pub type AllStores = nested_pair!($($store)*);

        /// The stores of [`AllStores`] by name, in its order.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Store {
            $(#[doc = $summary] $variant,)*
        }

        impl Store {
            /// Every store that a search feeds, in the order in which [`AllStores`] visits them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name that users type.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// One line on what it is.
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary,)* }
            }
        }
    };
}

impl Store {
    /// Whether it keeps a line at all, and so owes one.
    pub const fn keeps_lines(self) -> bool {
        !matches!(self, Self::None)
    }

    /// Whether its line, or the end of it, is read from the table of the search when that has ended.
    pub const fn walks(self) -> bool {
        matches!(
            self,
            Self::TableWalk
                | Self::TableWalkExact
                | Self::TableWalkChecked
                | Self::TableWalkRaw
                | Self::TailRecovery
        )
    }

    /// Whether its line, or a part of it, is read from a table: that of the search or one of its own.
    pub const fn reads_tables(self) -> bool {
        self.walks() || matches!(self, Self::PvTable | Self::PvHolder | Self::EdwardsTrees)
    }

    /// Whether raises are all that its line is made of.
    pub const fn only_copies(self) -> bool {
        self.copies() && !matches!(self, Self::PvHolder | Self::TailRecovery)
    }

    /// Whether a raise takes over the child's whole line, by copying or swapping.
    pub const fn copies(self) -> bool {
        matches!(
            self,
            Self::Triangular
                | Self::TriangularOffsets
                | Self::TriangularLookup
                | Self::TriangularTerminated
                | Self::Quadratic
                | Self::StackList
                | Self::StackListHalf
                | Self::PointerArray
                | Self::PvHolder
                | Self::TailRecovery
        )
    }
}

stores! {
    Triangular Triangular "triangular" "one array of N(N+1)/2 moves, rows at a closed-form index, lengths stored",
    TriangularOffsets TriangularOffsets "triangular-offsets" "the same, the row index made from the parent's",
    TriangularLookup TriangularLookup "triangular-lookup" "the same, the row index looked up",
    TriangularTerminated TriangularTerminated "triangular-terminated" "the same without lengths: rows end at a null move",
    Quadratic Quadratic "quadratic" "N rows of a power-of-two stride, lengths stored",
    StackList StackList "stack-list" "a list in each recursion frame (Moreland)",
    StackListHalf StackListHalf "stack-list-half" "a list in each frame, only as long as the line can still be",
    PointerArray PointerArray "pointer-array" "N arrays of N behind pointers; a raise swaps instead of copying",
    SingleArray SingleArray "single-array" "one array; only nodes with an open window write; values without a search below write a terminator",
    SingleArrayBare SingleArrayBare "single-array-bare" "one array without terminators, as printed; read up to the depth",
    SingleArrayRefuting SingleArrayRefuting "single-array-refuting" "the single array in which refutations in null-window nodes write too: a known mistake",
    TableWalk TableWalk "table-walk" "a walk of the table when the search has ended: any stored move that is legal",
    TableWalkExact TableWalkExact "table-walk-exact" "the same up to the first entry that is a bound",
    TableWalkChecked TableWalkChecked "table-walk-checked" "a walk that goes on only while bound, draft and value fit",
    TableWalkRaw TableWalkRaw "table-walk-raw" "a walk in which nothing is checked but the length",
    PvTable PvTable "pv-table" "a separate table for PV-nodes, walked in the end (Glass)",
    PvHolder PvHolder "pv-holder" "rows, and a second table whose whole lines are appended on exact hits (Hyatt)",
    EdwardsTrees EdwardsTrees "edwards-trees" "fragments of the line in a search tree by key (Edwards)",
    TailRecovery TailRecovery "tail-recovery" "a triangular table whose short line is completed by a checked walk of the table",
    None NoStore "none" "keeps no line",
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Graph;
    use crate::ply_limits::PlyLimits;
    use crate::score::Score;
    use crate::table::Table;

    /// A search as deep as can be that raises at every ply, last ply first.
    fn dirty<S: PvStore>(store: &mut S, depth: usize) {
        store.reset(depth);
        raise_from(store, depth, depth, true);
    }

    /// Raises at every ply above `from`, deepest first, and says what the root shows.
    /// Where no node is entered, a raise copies what the child's row held before.
    fn raise_from<S: PvStore>(store: &mut S, depth: usize, from: usize, enter: bool) -> Option<Vec<Move>> {
        let mut frames = Vec::new();
        for ply in 0..=depth {
            let frame = store.frame(frames.last(), ply);
            frames.push(frame);
        }
        if enter {
            for (ply, frame) in frames.iter_mut().enumerate() {
                store.enter_node(frame, At { ply, open: true });
            }
        }
        for ply in (0..from).rev() {
            let (own, child) = frames.split_at_mut(ply + 1);
            store.raise(&mut own[ply], &child[0], At { ply, open: true }, Move::new(ply as u16));
        }
        let game = Graph::uniform(1, depth as u8);
        let (root, table, mut walk_buffers) = (game.root(), Table::default(), WalkBuffers::default());
        let mut finished_search =
            FinishedSearch::new(&root, PlyLimits::for_depth(depth), Score::ZERO, &table, &mut walk_buffers);
        let mut shown = None;
        store.visit(&frames[0], &mut finished_search, &mut |line| shown = line.map(<[Move]>::to_vec));
        shown
    }

    /// Every slot that a search could read without having written it is poison.
    fn is_poisoned_by_reset<S: PvStore>(mut store: S) {
        for depth in 1..=9 {
            for written in 0..=depth {
                dirty(&mut store, depth);
                store.reset(depth);
                let line = raise_from(&mut store, depth, written, false).expect("it keeps lines");
                let moves = (0..written).map(|ply| Move::new(ply as u16));
                let expected: Vec<Move> = moves.chain(vec![Move::POISON; depth - written]).collect();
                assert_eq!(line, expected, "depth {depth}, {written} raises");
            }
        }
    }

    #[test]
    fn reset_poisons_every_store() {
        is_poisoned_by_reset(Triangular::default());
        is_poisoned_by_reset(TriangularOffsets::default());
        is_poisoned_by_reset(TriangularLookup::default());
        is_poisoned_by_reset(TriangularTerminated::default());
        is_poisoned_by_reset(Quadratic::default());
        is_poisoned_by_reset(StackList::default());
        is_poisoned_by_reset(StackListHalf::default());
        is_poisoned_by_reset(PointerArray::default());
        is_poisoned_by_reset(SingleArray::default());
        is_poisoned_by_reset(SingleArrayBare::default());
        is_poisoned_by_reset(SingleArrayRefuting::default());
        is_poisoned_by_reset(PvHolder::default());
        is_poisoned_by_reset(TailRecovery::default());
    }

    /// A pair wants a table as soon as one of its stores does.
    #[test]
    fn those_that_read_the_table_of_the_search_say_so() {
        assert!(AllStores::default().reads_table());
        assert!(TableWalk::default().reads_table() && TailRecovery::default().reads_table());
        assert!(!(Triangular::default(), (PvHolder::default(), EdwardsTrees::default())).reads_table());
        assert!(!PvTable::default().reads_table());
    }

    #[test]
    fn stores_are_grouped_by_what_their_lines_are_made_of() {
        let of = |is: fn(Store) -> bool| Store::ALL.iter().copied().filter(move |&store| is(store));
        let walks: Vec<Store> = of(Store::walks).collect();
        let walk = [Store::TableWalk, Store::TableWalkExact, Store::TableWalkChecked, Store::TableWalkRaw];
        assert_eq!(walks, [&walk[..], &[Store::TailRecovery]].concat());
        let both: Vec<Store> = of(|store| store.copies() && !store.only_copies()).collect();
        assert_eq!(both, [Store::PvHolder, Store::TailRecovery], "they copy, and read tables too");
        assert_eq!(of(Store::only_copies).count(), 8);
    }

    #[test]
    fn a_pair_follows_searches_as_deep_as_the_shallower_of_the_two() {
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
