//! The memory that many searches share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::position::Move;
use crate::pv::WalkBuffers;
use crate::search::ordering::MoveOrderer;
use crate::search::results::Results;
use crate::table::Table;
use crate::turns::TurnLog;

const NODES_PER_TEST: u64 = 1000;

/// The memory of searches. A caller of many searches keeps this memory, so that searches allocate nothing.
#[derive(Default, Debug)]
pub struct Scratch {
    pub(super) moves: Vec<Move>,
    pub(super) path: Vec<u64>,
    /// The table of the search, or its shadow table.
    pub(super) table: Table,
    pub(super) cut: Vec<(u64, usize)>,
    pub(super) walk_buffers: WalkBuffers,
    pub(super) move_orderer: MoveOrderer,
    pub(super) excluded_moves: Vec<Move>,
    pub(super) results: Results,
    /// The order in which threads ran in a search by several threads. The last choice is that of all searches of the game.
    pub(crate) turn_log: TurnLog,
    /// A flag that another thread sets to stop the search, if given, and the number of nodes between two tests of the flag.
    pub(super) interrupt: Option<(Arc<AtomicBool>, u64)>,
}

impl Scratch {
    /// Empties the table, even if the options keep it, because the next search is of another game.
    pub fn new_game(&mut self) {
        self.table.new_game();
    }

    /// Makes the next searches interruptible. A search stops, as at its node limit, within a thousand nodes after
    /// another thread has set `flag`. Each completed iteration is shown, and the last one may be shown twice.
    pub fn interrupt_by(&mut self, flag: Arc<AtomicBool>) {
        self.interrupt = Some((flag, NODES_PER_TEST));
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|(flag, _)| flag.load(Ordering::Relaxed))
    }
}
