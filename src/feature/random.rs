//! Search options drawn at random, with many options off.

use super::{
    Aspiration, Draft, Narrow, NodeLimit, Order, PvCut, Quiescence, Replace, SearchOptions, Selectivity,
    TableOptions, Widen,
};
use crate::game::Choices;

impl SearchOptions {
    /// Returns search options drawn at random, never with several threads. Each option is off at least half of the
    /// time, so that few act at once and none hides the others (swarm testing: Groce et al. 2012).
    ///
    /// Some options have no meaning for some algorithms ([`Subject::meaningless`](crate::subject::Subject::meaningless)).
    pub fn random(choices: &mut impl Choices) -> Self {
        let aspiration = choices
            .one_in(3)
            .then(|| Aspiration { width: 1 + choices.below(3), widen: one_of(choices, Widen::ALL) });
        let table = choices.one_in(2).then(|| TableOptions::random(choices));
        let deepening = choices.one_in(3);
        let order = match one_of(choices, Order::ALL) {
            Order::Pv | Order::Refutation if !deepening => Order::None,
            Order::Table if table.is_none() => Order::None,
            order => order,
        };
        let repetition = choices.one_in(3);
        // Options that were added later are drawn later, so that the draws above stay as they were.
        let selectivity = if choices.one_in(3) { Selectivity::random(choices) } else { Selectivity::NONE };
        let extension = choices.one_in(5);
        let quiescence = choices.one_in(4).then(|| Quiescence::random(choices));
        let lines = if choices.one_in(6) { 2 + choices.below(3) as u8 } else { 1 };
        let node_limit = choices.one_in(6).then(|| NodeLimit::random(choices, lines == 1));
        Self {
            aspiration,
            table,
            deepening,
            order,
            repetition,
            extension,
            quiescence,
            selectivity,
            lines,
            node_limit,
            threads: None,
        }
    }
}

impl Quiescence {
    pub fn random(choices: &mut impl Choices) -> Self {
        Self { plies: 1 + choices.below(4) as u8, in_line: !choices.one_in(3) }
    }
}

impl NodeLimit {
    /// Returns a node limit below 100, most often a small one. The result of the unfinished iteration can be shown only
    /// if `may_improve` is set.
    pub fn random(choices: &mut impl Choices, may_improve: bool) -> Self {
        let most = 1 + choices.below(100);
        let nodes = u64::from(choices.below(most));
        Self { nodes, improved: may_improve && choices.one_in(2) }
    }
}

impl TableOptions {
    /// Returns table options drawn at random, with whole keys.
    pub fn random(choices: &mut impl Choices) -> Self {
        Self {
            entries: if choices.one_in(2) { 1 + choices.below(8) } else { Self::DEFAULT.entries },
            replace: one_of(choices, Replace::ALL),
            draft: one_of(choices, Draft::ALL),
            pv_cut: one_of(choices, PvCut::ALL),
            leaves: choices.one_in(3),
            keep: choices.one_in(4),
            ..Self::DEFAULT
        }
    }
}

impl Narrow {
    /// Returns a rule drawn at random: with probability 1/`n` one that narrows.
    pub fn random(choices: &mut impl Choices, n: u32) -> Self {
        match choices.one_in(n) {
            true if choices.one_in(2) => Self::Beyond,
            true => Self::Yes,
            false => Self::No,
        }
    }
}

fn one_of<T: Copy>(choices: &mut impl Choices, all: &[T]) -> T {
    all[choices.below(all.len() as u32) as usize]
}
