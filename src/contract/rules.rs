//! From what a search may do to what it may say.

use crate::algorithm::Habits;
use crate::oracle::{Drafts, Horizon, Rules};
use crate::pv::CAPACITY;
use crate::search::{Order, Quiescence, Selectivity, Shortcuts};
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
    let horizon = match shortcuts.quiescence {
        Some(Quiescence { plies, in_line }) => Horizon { plies: plies as usize, hides: !in_line },
        None => Horizon::NOTHING_BEHIND,
    };
    let extends = if shortcuts.extension { Some(CAPACITY - horizon.plies) } else { None };
    let base = Rules {
        horizon,
        extends,
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
