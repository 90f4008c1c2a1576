//! Random variety: a correct engine that uses at random what its rules allow. Rules are permissions, so each result is
//! valid, and the results of many searches show what else a correct engine may return.

use super::search::Search;
use super::{Aspiration, Options, PvCutoffs, Recursion, Replacement, TableOptions, Widening};
use crate::common::prelude::*;

/// The random choices of one search.
#[derive(Clone, Debug)]
pub struct Variety {
    choices: Seeded,
    /// Each step that is allowed is omitted with a probability of 1 in this number.
    odds: u32,
}

impl Variety {
    /// The choices of search `index`, and options with the same rules as `options`.
    pub fn new(seed: u64, index: u64, options: Options) -> (Self, Options) {
        let mut choices = Seeded::new(seed, index);
        let odds = [2, 3, 5, 10][choices.below(4) as usize];
        let pv_cutoffs = [PvCutoffs::None, PvCutoffs::Exact, PvCutoffs::All][choices.below(3) as usize];
        let table = options.table.map(|table| TableOptions {
            slots: if choices.one_in(2) { 1 + choices.below(8) as usize } else { super::table::MOST_SLOTS },
            replacement: Replacement::ALL[choices.below(Replacement::ALL.len() as u32) as usize],
            pv_cutoffs,
            ..table
        });
        let widening = [Widening::Side, Widening::Both][choices.below(2) as usize];
        let (below, above) = (choices.below(3) as i32, 1 + choices.below(2) as i32);
        let window = Aspiration { around_zero: choices.one_in(4), below, above, widening };
        let aspiration = choices.one_in(4).then_some(window);
        let recursion = [Recursion::Pvs, Recursion::AlphaBeta][choices.below(2) as usize];
        let options = Options { table, aspiration, recursion, fail_hard: choices.one_in(2), ..options };
        (Self { choices, odds }, options)
    }
}

impl<P: Position, O: Observer<P>> Search<'_, P, O> {
    /// Whether a step that is allowed is omitted. Never without variety.
    pub fn omits(&mut self) -> bool {
        self.engine.variety.as_mut().is_some_and(|Variety { choices, odds }| choices.one_in(*odds))
    }

    /// Moves at random as many moves to the front as the rules allow; all where no rule depends on the index of a move.
    pub fn shuffle(&mut self, moves: &mut [Move]) {
        let Options { late_moves, move_count, futility, .. } = self.options;
        let any_order = late_moves.is_none() && move_count.is_none() && futility.is_none();
        let most = if any_order { moves.len() } else { usize::from(self.options.rules().reorders) };
        let Some(Variety { choices, .. }) = &mut self.engine.variety else { return };
        if moves.is_empty() {
            return;
        }
        for _ in 0..choices.below(most as u32 + 1) {
            let at = choices.below(moves.len() as u32) as usize;
            moves[..=at].rotate_right(1);
        }
    }
}
