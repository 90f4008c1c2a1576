//! Searches that go before a trial, on the same table.

use super::Game;
use crate::position::Position;
use crate::pv::{CAPACITY, PvStore};
use crate::search::{SearchOptions, TooDeep};

/// A search that goes before.
#[derive(Clone, Debug)]
pub struct PrecedingSearch<P> {
    /// A position of the same game.
    pub root: P,
    /// How many plies deep.
    pub depth: usize,
    /// Where given, it is stopped before it enters more nodes than these.
    pub node_limit: Option<u64>,
}

impl<P: Clone> PrecedingSearch<P> {
    /// What goes before the search of a case whose subject keeps its table.
    ///
    /// A search one ply deeper (less deep, where the stores follow no further), so that the table holds
    /// drafts that the case's own could not have left there; and one that is as deep and is stopped about
    /// its second line, so that a trace of what was not searched to its end would be met.
    pub fn of_case(root: &P, depth: usize, options: &SearchOptions) -> [Self; 2] {
        let fits = options.ply_limits(depth + 1).max_pv_length <= CAPACITY;
        let other = if fits { depth + 1 } else { depth.saturating_sub(1) };
        let whole = Self { root: root.clone(), depth: other, node_limit: None };
        [whole, Self { root: root.clone(), depth, node_limit: Some(2 * depth as u64 + 2) }]
    }
}

impl<P: Position, S: PvStore> Game<'_, P, S> {
    /// Before each trial these searches run in the same way, in order; where the table is kept, the
    /// trial begins with what they have left.
    ///
    /// # Errors
    ///
    /// When a depth exceeds the capacity of the store.
    pub fn after(mut self, preceding: impl IntoIterator<Item = PrecedingSearch<P>>) -> Result<Self, TooDeep> {
        self.preceding.extend(preceding);
        let capacity = self.harness.store.capacity().min(CAPACITY);
        if let Some(depth) =
            self.preceding.iter().map(|preceding| preceding.depth).find(|&depth| depth > capacity)
        {
            return Err(TooDeep { depth, capacity });
        }
        let searched = self.preceding.iter().map(|preceding| (preceding.root.clone(), preceding.depth));
        self.checker.ground_truth = self.checker.ground_truth.after(searched.collect());
        Ok(self)
    }
}
