//! From what a search may do to what it may say.

use crate::algorithm::Habits;
use crate::oracle::{Drafts, Rules};
use crate::search::{Order, Selectivity, Shortcuts};
use crate::table::Draft;

/// What the oracle has to know of a search of these habits with these shortcuts: the one place
/// where what a search may do is turned into what it may say.
pub const fn rules(habits: Habits, shortcuts: &Shortcuts) -> Rules {
    let reorders = match shortcuts.order {
        Order::None => 0,
        Order::Pv | Order::Table | Order::Refutation => 1,
        Order::Killers => 2,
    };
    let Selectivity { null, lmr, futility, static_null, razoring, move_count, iir } = shortcuts.selectivity;
    let base = Rules {
        joins: habits.joins,
        reorders,
        repetition: shortcuts.repetition,
        // Without a table nothing is kept of an iteration, but its nodes are judged too.
        iterates: shortcuts.deepening && shortcuts.selectivity.is_any(),
        null,
        lmr,
        futility,
        static_null,
        razoring,
        move_count,
        iir,
        ..Rules::FIXED_TREE
    };
    match shortcuts.table {
        None => base,
        Some(options) => Rules {
            drafts: match options.draft {
                Draft::Equal => Drafts::Equal,
                Draft::Deeper => Drafts::Deeper,
            },
            leaves: options.leaves,
            iterates: shortcuts.deepening,
            keeps: options.keep,
            ..base
        },
    }
}
