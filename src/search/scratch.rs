//! The memory of many searches.

use crate::position::Move;
use crate::pv::Trail;
use crate::search::aside::Aside;
use crate::search::order::Orderer;
use crate::table::Table;

/// What a search needs beside its store, kept by a caller of many searches so that they
/// allocate nothing.
#[derive(Default, Debug)]
pub struct Scratch {
    /// The moves of all nodes on the current path, one after the other.
    pub(super) moves: Vec<Move>,
    /// The keys of the positions on the current path, where repetition counts.
    pub(super) path: Vec<u64>,
    /// The search's own, or one that listens for the stores.
    pub(super) table: Table,
    /// The nodes with an open window that an entry of it ended: key and ply.
    pub(super) cut: Vec<(u64, usize)>,
    /// The memory of walks through it.
    pub(super) trail: Trail,
    pub(super) orderer: Orderer,
    /// The moves that the root is searched without, as better lines begin with them.
    pub(super) better: Vec<Move>,
    /// What was found and is not shown yet.
    pub(super) aside: Aside,
}

impl Scratch {
    /// Empties the table even where it would be kept: the next search is of another game.
    pub fn forget(&mut self) {
        self.table.forget();
    }
}
