//! Preceding searches, which fill a kept table before the search that is judged.

use super::{Game, Harness};
use crate::oracle::GroundTruth;
use crate::position::Position;
use crate::pv::PvStore;
use crate::search::{SearchOptions, TooDeep};

/// A search that runs before another one, with the same table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrecedingSearch<P> {
    /// A position of the same game.
    pub root: P,
    /// The depth, in plies.
    pub depth: usize,
    /// The maximum number of nodes to enter, if the search is to be stopped.
    pub node_limit: Option<u64>,
}

impl<P: Position> PrecedingSearch<P> {
    /// Returns the searches that precede the search of a case, or none if its table is not kept. `capacity` is the
    /// capacity of the stores.
    ///
    /// The first search is one ply deeper (or less deep, at the capacity), so that the table has drafts that the search
    /// of the case cannot store itself. The second search has the same depth and is stopped at about its second line,
    /// so that entries of unfinished nodes are found.
    pub fn of_case(root: &P, depth: usize, options: &SearchOptions, capacity: usize) -> Vec<Self> {
        if !options.keeps_table() {
            return Vec::new();
        }
        let fits = options.ply_limits(depth + 1).max_pv_length <= capacity;
        let other = if fits { depth + 1 } else { depth.saturating_sub(1) };
        let whole = Self { root: root.clone(), depth: other, node_limit: None };
        vec![whole, Self { root: root.clone(), depth, node_limit: Some(2 * depth as u64 + 2) }]
    }

    pub(super) fn declare(preceding: &[Self], ground_truth: &mut GroundTruth<P>) {
        ground_truth
            .set_preceding(preceding.iter().map(|search| (search.root.clone(), search.depth)).collect());
    }
}

impl<S: PvStore> Harness<S> {
    /// Returns a game that is [prepared](Game::prepare_for) for a case with these search options.
    ///
    /// # Errors
    ///
    /// If a search is too deep for the store.
    pub fn game_for<P: Position>(
        &mut self,
        root: &P,
        depth: usize,
        options: &SearchOptions,
    ) -> Result<Game<'_, P, S>, TooDeep> {
        let mut game = self.game(root, depth)?;
        game.prepare_for(options)?;
        Ok(game)
    }
}

impl<P: Position, S: PvStore> Game<'_, P, S> {
    /// Prepares for the search of a case with these search options. Every command runs the same preceding searches if
    /// the table is kept, so that a case shows the same result in each.
    ///
    /// # Errors
    ///
    /// If the lines of the search may be longer than the capacity of the store.
    pub fn prepare_for(&mut self, options: &SearchOptions) -> Result<(), TooDeep> {
        let (capacity, longest) = (self.harness.capacity(), options.ply_limits(self.depth).max_pv_length);
        if longest > capacity {
            return Err(TooDeep { depth: longest, capacity });
        }
        let preceding = PrecedingSearch::of_case(&self.root, self.depth, options, capacity);
        // If nothing changes, the values that the ground truth has computed remain valid.
        if preceding.is_empty() || preceding == self.preceding {
            return Ok(());
        }
        self.preceding.clear();
        self.precede_by(preceding)
    }

    /// Adds searches that run in order before each search of this game that keeps its table.
    ///
    /// # Errors
    ///
    /// If a depth exceeds the capacity of the store.
    pub fn after(mut self, preceding: impl IntoIterator<Item = PrecedingSearch<P>>) -> Result<Self, TooDeep> {
        self.precede_by(preceding)?;
        Ok(self)
    }

    pub(super) fn precede_by(
        &mut self,
        preceding: impl IntoIterator<Item = PrecedingSearch<P>>,
    ) -> Result<(), TooDeep> {
        let (capacity, known) = (self.harness.capacity(), self.preceding.len());
        self.preceding.extend(preceding);
        let mut depths = self.preceding.iter().map(|search| search.depth);
        if let Some(depth) = depths.find(|&depth| depth > capacity) {
            self.preceding.truncate(known);
            return Err(TooDeep { depth, capacity });
        }
        PrecedingSearch::declare(&self.preceding, &mut self.checker.ground_truth);
        Ok(())
    }
}
